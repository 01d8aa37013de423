"""Clients for `bench/table.py`: raw HTTP connections, a server of our own, and tables played at random.

`ApiTable` is played by programs: one connection moves, one stream of the API listens. `BrowserTable` is
played by two browsers: each holds a page and its stream of updates, and fetches the page again where an
update says so, as `table.js` does.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import os
import random
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import stramash
from stramash.core.position import Position

__all__ = ["ApiTable", "BrowserTable", "Connection", "Server", "Table"]

UNLIMITED = {
    "STRAMASH_TABLES_AN_HOUR": "1000000",
    "STRAMASH_REQUESTS_A_SECOND": "1000000",
    "STRAMASH_REQUESTS_AT_ONCE": "1000000",
    "STRAMASH_STREAMS_A_CLIENT": "1000000",
    "STRAMASH_CONNECTIONS_AN_ADDRESS": "1000000",
}
#: The longest line of a stream: an update carries the changed parts of a page
_LINE = 1 << 20
_EVENTS_URL = re.compile(rb'data-events-url="([^"]+)"')


class Connection:
    """One HTTP/1.1 connection that is kept open, for one holder of a secret."""

    def __init__(self, port: int, secret: str = "", *, browser: bool = False) -> None:
        self._port = port
        self._browser = browser
        self.use(secret)

    def use(self, secret: str) -> None:
        """Send this secret from now on: as a cookie in a browser, else as a bearer token."""
        proof = f"Cookie: stramash={secret}" if self._browser else f"Authorization: Bearer {secret}"
        encoding = "Accept-Encoding: gzip, deflate, br\r\n" if self._browser else ""
        self._headers = f"Host: 127.0.0.1\r\n{encoding}" + (f"{proof}\r\n" if secret else "")

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=_LINE)

    async def post(self, path: str, content: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send JSON and return the status and the answer."""
        body = json.dumps(content).encode()
        head = f"POST {path} HTTP/1.1\r\n{self._headers}Content-Type: application/json\r\n"
        status, answer = await self._ask(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return status, json.loads(answer)

    async def get(self, path: str) -> bytes:
        """Return the body of the answer to a GET request."""
        return (await self._ask(f"GET {path} HTTP/1.1\r\n{self._headers}\r\n".encode()))[1]

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; once more on a new connection if the server closed an idle one, as browsers do."""
        try:
            self._writer.write(request)
            return await self._answer()
        except (asyncio.IncompleteReadError, ConnectionError):
            self._writer.close()
            await self.open()
            self._writer.write(request)
            return await self._answer()

    async def _answer(self) -> tuple[int, bytes]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length:")[2].split("\r\n")[0])
        return int(head.split()[1]), await self._reader.readexactly(length)

    async def listen(self, path: str) -> None:
        """Begin to read a stream of events."""
        self._writer.write(f"GET {path} HTTP/1.1\r\n{self._headers}\r\n".encode())
        await self._reader.readuntil(b"retry:")

    async def next_event(self) -> bytes:
        """Return the data of the next update; other events, such as who is present, are read and dropped."""
        update = False
        while True:
            line = await self._reader.readline()
            if not line:
                raise ConnectionError("the stream ended")
            if line.startswith(b"event: "):
                update = line == b"event: update\n"
            elif update and line.startswith(b"data: "):
                return line[6:]

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


class Server:
    """A server of our own. `database` is its SQLite file, or a URL of PostgreSQL."""

    def __init__(self, database: Path | str, game: str) -> None:
        self.game = game
        self._database = database
        address = f"sqlite:///{database}" if isinstance(database, Path) else database
        command = [sys.executable, "-m", "stramash.cli", "serve", "--port", "0", "--db", address]
        environment = {**os.environ, **UNLIMITED, "STRAMASH_PACE": "0"}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().partition("localhost:")[2].split()[0])

    async def wait_until_warm(self) -> None:
        """Wait until games can be played and bots can search."""
        while True:
            connection = Connection(self.port)
            await connection.open()
            progress = json.loads(await connection.get("/warm-up"))
            connection.close()
            if all(game["rules_ready"] for game in progress.values()) and progress[self.game]["bots_ready"]:
                return
            await asyncio.sleep(0.5)

    def seed_of(self, table: str) -> int:
        """Return the seed of a table, so that finding a legal move costs the server nothing."""
        if isinstance(self._database, str):
            import psycopg

            with psycopg.connect(self._database) as postgres:
                row = postgres.execute("SELECT seed FROM tables WHERE id = %s", [table]).fetchone()
        else:
            with contextlib.closing(sqlite3.connect(self._database)) as sqlite:
                row = sqlite.execute("SELECT seed FROM tables WHERE id = ?", [table]).fetchone()
        assert row is not None
        return int(row[0])

    def processor_time(self) -> float:
        """Return the seconds of processor time used so far; NaN where the system does not say."""
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return float("nan")

    def stop(self) -> None:
        """Kill the server and the processes that compile for it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Table:
    """One table that is played from here, at random. Subclasses say how a move is sent and awaited."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server = server
        self._rng = random.Random(seed)
        self._id = ""
        self._position: Position

    async def open(self) -> None:
        """Open a table, and a new one whenever the game is over."""
        raise NotImplementedError

    async def send(self, move: dict[str, Any], seat: int) -> float:
        """Send a move; return when its update had arrived."""
        raise NotImplementedError

    def close(self) -> None:
        """Close all connections."""
        raise NotImplementedError

    def _begin(self, table: str) -> None:
        self._id = table
        self._position = stramash.load(self._server.game).deal(self._server.seed_of(table))

    async def play(self, until: float, pace: float, tally: list[float]) -> None:
        """Move until the time is up; with a pace, once in that many seconds."""
        due = time.perf_counter() + self._rng.random() * pace
        while due < until and time.perf_counter() < until:
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            await self._move(tally)

    async def _move(self, tally: list[float]) -> None:
        position = self._position
        assert position.player is not None
        action, ply = self._rng.choice(position.legal), len(position.history)
        move = {"action": position.notation(action), "ply": ply, "client_id": str(ply)}
        sent = time.perf_counter()
        tally.append(await self.send(move, position.player) - sent)
        position.play(action)
        if position.over:
            self.close()
            await self.open()


class ApiTable(Table):
    """Two programs at one table: one connection moves for both, one stream listens."""

    async def open(self) -> None:
        """Open a table and listen to its events."""
        self._moving = Connection(self._server.port, secrets.token_urlsafe(32))
        self._listening = Connection(self._server.port)
        await self._moving.open()
        seats = [{"kind": "person"}, {"kind": "local"}]
        new = {"game": self._server.game, "seats": seats, "client_id": "table"}
        status, table = await self._moving.post("/api/tables", new)
        assert status == 201, table
        self._begin(table["id"])
        await self._listening.open()
        await self._listening.listen(f"/api/tables/{self._id}/events?after=0")

    async def send(self, move: dict[str, Any], seat: int) -> float:
        """Send a move; return when its event had arrived."""
        posting = self._moving.post(f"/api/tables/{self._id}/moves", move | {"seat": seat})
        (status, said), heard = await asyncio.gather(posting, self._hear())
        assert status == 200, said
        return float(heard)

    async def _hear(self) -> float:
        await self._listening.next_event()
        return time.perf_counter()

    def close(self) -> None:
        """Close both connections."""
        self._moving.close()
        self._listening.close()


class _Browser:
    """One browser at a table: a connection for commands, one for pages, and one for the stream of updates."""

    def __init__(self, port: int) -> None:
        self.asking, self._loading, self._listening = (Connection(port, browser=True) for _ in range(3))
        self.bytes = 0

    async def visit(self, table: str, secret: str) -> None:
        """Load the page of a table and follow it."""
        self._page = f"/t/{table}"
        for connection in (self.asking, self._loading, self._listening):
            connection.use(secret)
            await connection.open()
        events = _EVENTS_URL.search(_readable(await self._loading.get(self._page)))
        assert events, "the page should say where its updates are"
        await self._listening.listen(events[1].decode().replace("&amp;", "&"))

    async def see(self) -> float:
        """Wait for an update, fetch the page if the update does not bring it, and return when it was here."""
        data = await self._listening.next_event()
        self.bytes += len(data)
        if b'"parts":' not in data:
            self.bytes += len(await self._loading.get(self._page))
        return time.perf_counter()

    def close(self) -> None:
        """Close all connections."""
        for connection in (self.asking, self._loading, self._listening):
            connection.close()


def _readable(page: bytes) -> bytes:
    return gzip.decompress(page) if page.startswith(b"\x1f\x8b") else page


class BrowserTable(Table):
    """Two browsers at one table. A move has arrived when both pages show it."""

    async def open(self) -> None:
        """Open a table, sit down at both seats, and load both pages."""
        holders = [secrets.token_urlsafe(32) for _ in range(2)]
        api = Connection(self._server.port, holders[0])
        await api.open()
        seats = [{"kind": "person"}, {"kind": "open"}]
        new = {"game": self._server.game, "seats": seats, "client_id": "table"}
        status, table = await api.post("/api/tables", new)
        assert status == 201, table
        api.use(holders[1])
        joining = {"invite": table["invite"], "client_id": "join"}
        status, other = await api.post(f"/api/tables/{table['id']}/join", joining)
        assert status == 200, other
        api.close()
        self._begin(table["id"])
        self._browsers = [_Browser(self._server.port) for _ in range(2)]
        for browser, secret in zip(self._browsers, holders, strict=True):
            await browser.visit(self._id, secret)

    async def send(self, move: dict[str, Any], seat: int) -> float:
        """Send a move from its player's page; return when both pages had it."""
        mine, others = self._browsers[seat], self._browsers[1 - seat]
        posting = mine.asking.post(f"/t/{self._id}/move", move | {"seat": seat})
        (status, said), *seen = await asyncio.gather(posting, mine.see(), others.see())
        assert status == 200, said
        return float(max(seen))

    @property
    def bytes_received(self) -> int:
        """The bytes of updates and pages that both browsers received since the last time."""
        received = sum(browser.bytes for browser in self._browsers)
        for browser in self._browsers:
            browser.bytes = 0
        return received

    def close(self) -> None:
        """Close both browsers."""
        for browser in self._browsers:
            browser.close()
