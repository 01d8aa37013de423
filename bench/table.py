"""How many tables one server carries: moves a second, and how long from a move sent to its update received.

    python bench/table.py                          10, 100 and 1,000 tables, on SQLite, over loopback
    python bench/table.py --tables 50 --seconds 5  --json

Every table has a connection that moves and a stream that listens, as a browser has. Two rows for each number
of tables: *flat out*, where the next move is sent when the update of the last has arrived, which shows what
the server can do; and *at a pace*, where each table moves once in so many seconds, as people would, which
shows what they would feel. Every move is on the disk before it is acknowledged. Client and server share this
machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
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
from dataclasses import asdict, dataclass, field
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
}


@dataclass
class Row:
    """One measurement; times are in milliseconds, from the move sent to the update received."""

    tables: int
    load: str
    moves: int
    moves_per_second: float
    p50: float
    p99: float
    refused: int


@dataclass
class Tally:
    """What all tables of one measurement note."""

    times: list[float] = field(default_factory=list)
    refused: int = 0


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
        self._writer.write(head.encode() + body)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(answer.partition("content-length:")[2].split("\r\n")[0])
        return int(answer.split()[1]), json.loads(await self._reader.readexactly(length))

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


class Table:
    """One table whose two seats are played from here, at random."""

    def __init__(self, port: int, database: Path, seed: int) -> None:
        self._port = port
        self._database = database
        self._rng = random.Random(seed)
        self._moving = Connection(port)
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
        self._id, self._secret, self._version = table["id"], table["secret"], 0
        # The seed, so that finding a legal move costs the server nothing.
        with sqlite3.connect(self._database) as database:
            (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", [self._id]).fetchone()
        self._position = stramash.load(GAME).deal(int(seed))
        if self._listening is not None:
            self._listening.close()
        self._listening = Connection(self._port)
        await self._listening.open()
        await self._listening.listen(f"/api/tables/{self._id}/events?after=0")

    async def play(self, until: float, pace: float, tally: Tally) -> None:
        """Move until the time is up; with a pace, once in so many seconds."""
        assert self._listening is not None
        due = time.perf_counter() + self._rng.random() * pace
        while time.perf_counter() < until:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            await self._move(tally)

    async def _move(self, tally: Tally) -> None:
        assert self._position is not None
        assert self._listening is not None
        action = self._rng.choice(self._position.legal)
        ply = len(self._position.history)
        move = {"action": self._position.notation(action), "ply": ply, "client_id": str(ply)}
        sent = time.perf_counter()
        acknowledged = asyncio.ensure_future(
            self._moving.post(f"/api/tables/{self._id}/moves", move, self._secret)
        )
        await self._listening.next_version()
        tally.times.append(time.perf_counter() - sent)
        status, _ = await acknowledged
        tally.refused += status != 200
        self._position.play(action)
        if self._position.over:
            await self._new_game()

    def close(self) -> None:
        """Leave."""
        self._moving.close()
        if self._listening is not None:
            self._listening.close()


async def measure(port: int, database: Path, count: int, seconds: float, pace: float) -> list[Row]:
    """Return the rows for so many tables."""
    tables = [Table(port, database, seed) for seed in range(count)]
    for start in range(0, count, 20):
        await asyncio.gather(*(table.open() for table in tables[start : start + 20]))
    rows = []
    for load, wait in (("flat out", 0.0), (f"a move every {pace:g} s", pace)):
        tally = Tally()
        began = time.perf_counter()
        await asyncio.gather(*(table.play(began + seconds, wait, tally) for table in tables))
        took = time.perf_counter() - began
        times = sorted(1000 * each for each in tally.times)
        p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
        rate = len(times) / took
        rows.append(Row(count, load, len(times), rate, statistics.median(times), p99, tally.refused))
    for table in tables:
        table.close()
    return rows


def serve(database: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a server of its own and return it with its port."""
    command = [sys.executable, "-m", "stramash.cli", "serve", "--port", "0", "--db", f"sqlite:///{database}"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **UNLIMITED})
    assert server.stdout is not None
    port = int(server.stdout.readline().partition("localhost:")[2].split()[0])
    return server, port


async def wait_until_warm(port: int) -> None:
    """Wait until the server has compiled the rules."""
    connection = Connection(port)
    await connection.open()
    status = 503
    while status == 503:
        _, table = await connection.post("/api/tables", {"game": GAME})
        status, _ = await connection.post(f"/api/tables/{table['id']}/undo", {}, table["secret"])
        await asyncio.sleep(0.5)
    connection.close()


async def run(counts: list[int], seconds: float, pace: float, tell: Callable[[Row], None]) -> list[Row]:
    """Measure each number of tables on a fresh server, and tell each row."""
    rows: list[Row] = []
    stramash.load(GAME).deal(seed=1)
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "table.db"
            server, port = serve(database)
            try:
                await wait_until_warm(port)
                measured = await measure(port, database, count, seconds, pace)
                rows += measured
                for row in measured:
                    tell(row)
            finally:
                server.terminate()
                server.wait()
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each row is measured")
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between a table's moves, at a pace")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not all(1 <= count <= 5000 for count in arguments.tables) or not 0 < arguments.seconds <= 120:
        parser.error("at most 5000 tables, for at most 120 seconds a row")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # two connections for each table, at both ends
    if not arguments.json:
        print(f"{'tables':>7}  {'load':<18} {'moves':>7} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8} refused")
    tell = _ignore if arguments.json else _print_row
    rows = asyncio.run(run(arguments.tables, arguments.seconds, arguments.pace, tell))
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))


def _print_row(row: Row) -> None:
    print(
        f"{row.tables:>7}  {row.load:<18} {row.moves:>7} {row.moves_per_second:>9.0f} "
        f"{row.p50:>8.1f} {row.p99:>8.1f} {row.refused:>7}",
        flush=True,
    )


def _ignore(row: Row) -> None:
    """Say nothing yet: JSON comes at the end."""
    del row


if __name__ == "__main__":
    main()
