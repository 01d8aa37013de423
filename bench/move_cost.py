"""Processor time of one move through the application, without sockets.

    python bench/move_cost.py [--viewers 2] [--game schotten-totten] [--games 12] [--profile] [--json]

It calls the ASGI application directly: middleware, routing, validation, decision, and the wait for the disk.
With viewers, that many pages of the table are open, the first two of its players, and a move ends when each
has received its update. It counts the processor time of the whole process: the writing thread is in it, the
network is not. Two figures can be compared between two versions on a busy machine: the least time of several
games, because other programs make a game dearer, never cheaper; and the number of function calls, which does
not depend on the machine. With `--profile` it prints in which functions a move spends its time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import cProfile
import json
import pstats
import random
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message

import stramash
from stramash.table.app import create_app
from stramash.table.settings import ServerSettings

#: The most moves of each game
MOVES = 60
#: The functions that a profile shows
SHOWN = 45


class Refused(Exception):
    """The application answered with this status, 300 or above."""

    def __init__(self, status: int, answer: Any) -> None:
        super().__init__(f"{status}: {answer}")
        self.status = status


def request(path: str, body: bytes = b"", *, cookie: str = "", bearer: str = "") -> dict[str, Any]:
    """Return the scope of a request: POST if there is a body."""
    headers = {"host": "here", "content-type": "application/json", "content-length": str(len(body))}
    if bearer:
        headers["authorization"] = f"Bearer {bearer}"
    if cookie:
        headers["cookie"] = f"stramash={cookie}"
    path, _, query = path.partition("?")
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "POST" if body else "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


async def ask(app: ASGIApp, path: str, content: dict[str, Any] | None = None, **proof: str) -> Any:
    """Send a request to the application, POST if there is content, and return its JSON."""
    body = b"" if content is None else json.dumps(content).encode()
    sent: list[Any] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(request(path, body, **proof), receive, send)
    answer = json.loads(b"".join(part.get("body", b"") for part in sent[1:]))
    if sent[0]["status"] >= 300:
        raise Refused(sent[0]["status"], answer)
    return answer


class Viewer:
    """An open page: it reads the stream of updates."""

    def __init__(self, app: ASGIApp, table: str, secret: str) -> None:
        self.bytes = 0
        self._updates: asyncio.Queue[None] = asyncio.Queue()
        self._closed = asyncio.Event()
        self._task = asyncio.create_task(self._listen(app, table, secret))

    async def _listen(self, app: ASGIApp, table: str, secret: str) -> None:
        first = True

        async def receive() -> Message:
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": b"", "more_body": False}
            await self._closed.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            body = message.get("body", b"")
            self.bytes += len(body)
            if b"event: update" in body:
                self._updates.put_nowait(None)

        await app(request(f"/t/{table}/events", cookie=secret), receive, send)

    async def see(self) -> None:
        """Wait for an update."""
        await asyncio.wait_for(self._updates.get(), 30)

    async def close(self) -> None:
        """Close the page."""
        self._closed.set()
        await self._task


@dataclass
class Cost:
    """What a move of one game costs: milliseconds of processor time, function calls, bytes of updates."""

    milliseconds: float
    calls: float
    bytes: float


@contextlib.asynccontextmanager
async def open_table(
    app: ASGIApp, game: str, viewers: int
) -> AsyncIterator[tuple[str, list[str], list[Viewer]]]:
    """Open a table of two; yield its id, the secret of each seat, and the open pages."""
    holders = [secrets.token_urlsafe(32) for _ in range(2)]
    seats = [{"kind": "person"}, {"kind": "open"}]
    opened = await ask(app, "/api/tables", {"game": game, "seats": seats}, bearer=holders[0])
    joining = {"invite": opened["invite"], "client_id": "join"}
    await ask(app, f"/api/tables/{opened['id']}/join", joining, bearer=holders[1])
    pages = [Viewer(app, opened["id"], secret) for secret in [*holders, *[""] * viewers][:viewers]]
    await asyncio.sleep(0)
    try:
        yield opened["id"], holders, pages
    finally:
        for page in pages:
            await page.close()


async def play_game(
    app: ASGIApp, game: str, seed: int, viewers: int, profile: cProfile.Profile | None = None
) -> Cost:
    """Play a game at random and return what each move costs; calls are counted if there is a profile."""
    dice, spent, moves = random.Random(seed), 0.0, 0
    async with open_table(app, game, viewers) as (table, holders, pages):
        while moves < MOVES:
            seat = (await ask(app, f"/api/tables/{table}"))["player"]
            if seat is None:
                break
            now = await ask(app, f"/api/tables/{table}/legal", bearer=holders[seat])
            move = {"action": dice.choice(now["legal"])["action"], "ply": now["ply"], "client_id": str(moves)}
            with _enabled(profile):
                began = time.process_time()
                await ask(app, f"/t/{table}/move", move, cookie=holders[seat])
                for page in pages:
                    await page.see()
                spent += time.process_time() - began
            moves += 1
        counted = 0 if profile is None else vars(pstats.Stats(profile))["total_calls"]
        received = sum(page.bytes for page in pages)
    return Cost(1000 * spent / moves, counted / moves, received / moves)


@contextlib.contextmanager
def _enabled(profile: cProfile.Profile | None) -> Iterator[None]:
    if profile is not None:
        profile.enable()
    try:
        yield
    finally:
        if profile is not None:
            profile.disable()


async def measure(game: str, games: int, viewers: int, profile: cProfile.Profile) -> tuple[list[Cost], Cost]:
    """Return what a move costs in each of several games, and the calls in one more game."""
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            database=f"sqlite:///{Path(folder) / 'table.db'}",
            tables_an_hour=10**6,
            requests_a_second=10.0**6,
            requests_at_once=10**6,
        )
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            costs = [await play_game(app, game, seed, viewers) for seed in range(games)]
            return costs, await play_game(app, game, games, viewers, profile)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=stramash.games(), default="schotten-totten")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--viewers", type=int, default=0)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not 1 <= arguments.games <= 200 or not 0 <= arguments.viewers <= 20:
        parser.error("1 to 200 games, 0 to 20 viewers")
    stramash.load(arguments.game).prepare()
    profile = cProfile.Profile()
    costs, counted = asyncio.run(measure(arguments.game, arguments.games, arguments.viewers, profile))
    times = [cost.milliseconds for cost in costs]
    least, median = min(times), statistics.median(times)
    size = statistics.mean(cost.bytes for cost in costs)
    if arguments.json:
        told = {"least_ms": least, "median_ms": median, "calls": counted.calls, "bytes": size}
        print(json.dumps(told | {"games_ms": times}))
        return
    print(
        f"a move with {arguments.viewers} viewers: {counted.calls:.0f} function calls; least {least:.2f} ms, "
        f"median {median:.2f} ms; {size:.0f} bytes of updates"
    )
    if arguments.profile:
        pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(SHOWN)


if __name__ == "__main__":
    main()
