"""How many tables one server carries: moves a second, and how long from a move sent to its update received.

    python bench/table.py                          10, 100 and 1,000 tables, on SQLite, over loopback
    python bench/table.py --tables 50 --seconds 5  --json

Every table has a connection that moves and a stream that listens, as a browser has. Rows for each number of
tables: *flat out*, where the next move is sent when the update of the last has arrived, which shows what the
server can do; and *at a pace*, where each table moves once in so many seconds, as people would, which shows
what they would feel. Then 100 tables at that pace once more, while bots at ten other tables search without
a pause in all threads the server has for them. Every move is on the disk before it is acknowledged. Client
and server share this machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import stramash
from stramash.core.position import Position

GAME = "schotten-totten"
UNLIMITED = {
    "STRAMASH_TABLES_AN_HOUR": "1000000",
    "STRAMASH_REQUESTS_A_SECOND": "1000000",
    "STRAMASH_REQUESTS_AT_ONCE": "1000000",
    "STRAMASH_STREAMS_A_CLIENT": "1000000",
    "STRAMASH_CONNECTIONS_AN_ADDRESS": "1000000",
}
#: Tables that are opened at the same time
TOGETHER = 20
#: How many tables people play at while bots think, and at how many tables those do, and for how long a move
PEOPLE, THINKING, THOUGHT = 100, 10, "search:2s"
#: No row may take longer than this many times its seconds
PATIENCE = 4.0


@dataclass
class Row:
    """One measurement; times are in milliseconds, from the move sent to the update received."""

    tables: int
    load: str
    moves: int
    moves_per_second: float
    p50: float
    p99: float
    #: milliseconds of the server's processor time for a move, with all that comes of it
    server_cpu: float


class Connection:
    """One HTTP/1.1 connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def post(self, path: str, content: dict[str, Any], secret: str = "") -> tuple[int, dict[str, Any]]:
        """Send JSON and return the status and what was answered."""
        body = json.dumps(content).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nAuthorization: Bearer {secret}\r\n\r\n"
        )
        return await self._ask(head.encode() + body)

    async def _answer(self) -> tuple[int, dict[str, Any]]:
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length:")[2].split("\r\n")[0])
        return int(answer.split()[1]), json.loads(await self._reader.readexactly(length))

    async def get(self, path: str) -> dict[str, Any]:
        """Ask for JSON and return what was answered."""
        return (await self._ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()))[1]

    async def _ask(self, request: bytes) -> tuple[int, dict[str, Any]]:
        """Send a request; once more on a new line if the server had hung up an idle one, as browsers do."""
        try:
            self._writer.write(request)
            return await self._answer()
        except (asyncio.IncompleteReadError, ConnectionError):
            self._writer.close()
            await self.open()
            self._writer.write(request)
            return await self._answer()

    async def listen(self, path: str) -> None:
        """Begin to read a stream of events."""
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await self._reader.readuntil(b"retry:")

    async def next_version(self) -> int:
        """Return the number of the next event."""
        while True:
            line = await self._reader.readline()
            if not line:
                raise ConnectionError("the stream ended")
            if line.startswith(b"id: "):
                return int(line[4:])

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


class Server:
    """A server of our own, with its database in a folder that goes away with it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "table.db"
        address = f"sqlite:///{self.database}"
        command = [sys.executable, "-m", "stramash.cli", "serve", "--port", "0", "--db", address]
        environment = {**os.environ, **UNLIMITED, "STRAMASH_PACE": "0"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().partition("localhost:")[2].split()[0])

    async def wait_until_warm(self) -> None:
        """Wait until games can be played and bots can search."""
        while True:
            connection = Connection(self.port)
            await connection.open()
            progress = await connection.get("/warm-up")
            connection.close()
            if all(game["rules_ready"] for game in progress.values()) and progress[GAME]["bots_ready"]:
                return
            await asyncio.sleep(0.5)

    def processor_time(self) -> float:
        """Return the seconds that the server has computed so far; none where the system does not say."""
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return float("nan")

    def stop(self) -> None:
        """End it, whatever it is thinking about."""
        self._process.kill()
        self._process.wait()


class Table:
    """One table whose two seats are played from here, at random."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self._moving = Connection(server.port)
        self._listening: Connection | None = None
        self._position: Position | None = None

    async def open(self) -> None:
        """Connect and open a table."""
        await self._moving.open()
        await self._new_game()

    async def _new_game(self) -> None:
        seats = [{"kind": "person"}, {"kind": "local"}]
        status, table = await self._moving.post("/api/tables", {"game": GAME, "seats": seats})
        assert status == 201, table
        self._id, self._secret = table["id"], table["secret"]
        # The seed, so that finding a legal move costs the server nothing.
        with contextlib.closing(sqlite3.connect(self._server.database)) as database:
            (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", [self._id]).fetchone()
        self._position = stramash.load(GAME).deal(int(seed))
        if self._listening is not None:
            self._listening.close()
        self._listening = Connection(self._server.port)
        await self._listening.open()
        await self._listening.listen(f"/api/tables/{self._id}/events?after=0")

    async def play(self, until: float, pace: float, tally: list[float]) -> None:
        """Move until the time is up; with a pace, once in so many seconds."""
        due = time.perf_counter() + self._rng.random() * pace
        while due < until and time.perf_counter() < until:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            await self._move(tally)

    async def _move(self, tally: list[float]) -> None:
        assert self._position is not None
        action = self._rng.choice(self._position.legal)
        ply = len(self._position.history)
        move = {"action": self._position.notation(action), "ply": ply, "client_id": str(ply)}
        sent = time.perf_counter()
        moving = self._moving.post(f"/api/tables/{self._id}/moves", move, self._secret)
        (status, said), heard = await asyncio.gather(moving, self._hear())
        if status != 200:
            raise RuntimeError(f"a legal move was refused: {said}")
        tally.append(heard - sent)
        self._position.play(action)
        if self._position.over:
            await self._new_game()

    async def _hear(self) -> float:
        """Return the moment at which the update came."""
        assert self._listening is not None
        await self._listening.next_version()
        return time.perf_counter()

    def close(self) -> None:
        """Leave."""
        self._moving.close()
        if self._listening is not None:
            self._listening.close()


async def open_tables(server: Server, count: int) -> list[Table]:
    """Open so many tables, some at a time."""
    tables = [Table(server, seed) for seed in range(count)]
    for start in range(0, count, TOGETHER):
        await asyncio.gather(*(table.open() for table in tables[start : start + TOGETHER]))
    return tables


async def measure(server: Server, tables: list[Table], load: str, seconds: float, pace: float) -> Row:
    """Play at all tables for so long and return what was measured."""
    tally: list[float] = []
    before = server.processor_time()
    began = time.perf_counter()
    playing = (table.play(began + seconds, pace, tally) for table in tables)
    await asyncio.wait_for(asyncio.gather(*playing), PATIENCE * seconds + 30)
    took = time.perf_counter() - began
    times = sorted(1000 * each for each in tally)
    return Row(
        tables=len(tables),
        load=load,
        moves=len(times),
        moves_per_second=len(times) / took,
        p50=statistics.median(times),
        p99=times[min(len(times) - 1, int(0.99 * len(times)))],
        server_cpu=1000 * (server.processor_time() - before) / len(times),
    )


async def have_bots_think(server: Server) -> None:
    """Seat bots at tables of their own: they search for as long as the server runs."""
    connection = Connection(server.port)
    await connection.open()
    bot = {"kind": "bot", "bot": THOUGHT}
    for _ in range(THINKING):
        status, table = await connection.post("/api/tables", {"game": GAME, "seats": [bot, bot]})
        assert status == 201, table
        await connection.get(f"/api/tables/{table['id']}")  # somebody looks, so it is played
    connection.close()


async def run(counts: list[int], seconds: float, pace: float, tell: Callable[[Row], None]) -> list[Row]:
    """Measure each number of tables on one server, and tell each row."""
    rows: list[Row] = []

    def note(row: Row) -> None:
        rows.append(row)
        tell(row)

    stramash.load(GAME).deal(seed=1)
    paced = f"a move every {pace:g} s"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            await server.wait_until_warm()
            for count in counts:
                tables = await open_tables(server, count)
                note(await measure(server, tables, "flat out", seconds, 0.0))
                note(await measure(server, tables, paced, seconds, pace))
                for table in tables:
                    table.close()
            tables = await open_tables(server, PEOPLE)
            await have_bots_think(server)
            note(await measure(server, tables, f"{paced}, bots think", seconds, pace))
        finally:
            server.stop()
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each row is measured")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between a table's moves, at a pace")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not all(1 <= count <= 5000 for count in arguments.tables) or not 0 < arguments.seconds <= 120:
        parser.error("at most 5000 tables, for at most 120 seconds a row")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # two connections for each table, at both ends
    if not arguments.json:
        print(
            f"{'tables':>7}  {'load':<30} {'moves':>6} {'moves/s':>8} {'p50 ms':>8} {'p99 ms':>8} "
            f"{'server ms/move':>15}"
        )
    tell = _ignore if arguments.json else _print_row
    rows = asyncio.run(run(arguments.tables, arguments.seconds, arguments.pace, tell))
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
    else:
        print(f"The machine has {os.cpu_count()} cores; its load was {os.getloadavg()[0]:.1f} at the end.")


def _print_row(row: Row) -> None:
    print(
        f"{row.tables:>7}  {row.load:<30} {row.moves:>6} {row.moves_per_second:>8.0f} "
        f"{row.p50:>8.1f} {row.p99:>8.1f} {row.server_cpu:>15.2f}",
        flush=True,
    )


def _ignore(row: Row) -> None:
    """Say nothing yet: JSON comes at the end."""
    del row


if __name__ == "__main__":
    main()
