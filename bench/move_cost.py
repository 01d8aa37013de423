"""Processor time of one move through the application, on one thread and without sockets.

    python bench/move_cost.py [--games 12] [--json]

It calls the ASGI application directly: middleware, routing, validation, decision, and the wait for the disk.
It counts the processor time of the event loop's thread, so the writing thread and the network are not in it.
Two figures can be compared between two versions on a busy machine: the least time of several games, because
other programs make a game dearer, never cheaper; and the number of function calls, which does not depend on
the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from stramash.table.app import create_app
from stramash.table.settings import ServerSettings

GAME = "schotten-totten"
#: The most moves of each game
MOVES = 60


class Refused(Exception):
    """The application answered with this status, 300 or above."""

    def __init__(self, status: int, answer: Any) -> None:
        super().__init__(f"{status}: {answer}")
        self.status = status


async def ask(app: FastAPI, path: str, content: dict[str, Any] | None = None, secret: str = "") -> Any:
    """Send a request to the application, POST if there is content, and return its JSON."""
    body = b"" if content is None else json.dumps(content).encode()
    headers = {"host": "here", "content-type": "application/json", "content-length": str(len(body))}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET" if content is None else "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    answer = json.loads(b"".join(part.get("body", b"") for part in sent[1:]))
    if sent[0]["status"] >= 300:
        raise Refused(sent[0]["status"], answer)
    return answer


async def wait_until_ready(app: FastAPI, table: str) -> None:
    """Wait until the rules of a table's game are compiled."""
    while True:
        try:
            await ask(app, table)
            return
        except Refused as refused:
            if refused.status != 503:
                raise
        await asyncio.sleep(0.2)


@dataclass
class Cost:
    """What a move of one game costs: milliseconds of processor time, or function calls."""

    milliseconds: float
    calls: float


async def play_game(app: FastAPI, seed: int, profile: cProfile.Profile | None = None) -> Cost:
    """Play a game at random and return what each move costs; calls are counted if there is a profile."""
    opened = await ask(app, "/api/tables", {"game": GAME, "seats": [{"kind": "person"}, {"kind": "local"}]})
    table, secret, dice = f"/api/tables/{opened['id']}", opened["secret"], random.Random(seed)
    await wait_until_ready(app, table)
    spent, moves = 0.0, 0
    while moves < MOVES and (now := await ask(app, f"{table}/legal", secret=secret))["legal"]:
        action = dice.choice(now["legal"])["action"]
        move = {"action": action, "ply": now["ply"], "client_id": str(moves)}
        if profile is not None:
            profile.enable()
        began = time.thread_time()
        await ask(app, f"{table}/moves", move, secret)
        spent += time.thread_time() - began
        if profile is not None:
            profile.disable()
        moves += 1
    counted = 0 if profile is None else vars(pstats.Stats(profile))["total_calls"]
    return Cost(1000 * spent / moves, counted / moves)


async def measure(games: int) -> tuple[list[float], float]:
    """Return the milliseconds for a move in each of several games, and the calls in one more game."""
    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(
            database=f"sqlite:///{Path(folder) / 'table.db'}",
            tables_an_hour=10**6,
            requests_a_second=10.0**6,
            requests_at_once=10**6,
        )
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            costs = [await play_game(app, seed) for seed in range(games)]
            counted = await play_game(app, games, cProfile.Profile())
            return [cost.milliseconds for cost in costs], counted.calls


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not 1 <= arguments.games <= 200:
        parser.error("1 to 200 games")
    times, calls = asyncio.run(measure(arguments.games))
    least, median = min(times), statistics.median(times)
    if arguments.json:
        print(json.dumps({"least_ms": least, "median_ms": median, "calls": calls, "games_ms": times}))
    else:
        print(f"a move: {calls:.0f} function calls; least {least:.2f} ms, median {median:.2f} ms")


if __name__ == "__main__":
    main()
