"""A real server in a process of its own, and players who talk to it over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import uvicorn

from stramash.games import names
from stramash.table.app import create_app
from stramash.table.http.connections import server_config
from stramash.table.settings import ServerSettings
from stramash.table.web.parts import PartsRenderer
from tests.table.services_driver import ServicesDriver

GAME = "schotten-totten"
ALL = tuple(names())

#: Bots move at once, and nobody is a stranger who asks too much
GENEROUS = {
    "STRAMASH_PACE": "0",
    "STRAMASH_HINT_BUDGET": "100",
    "STRAMASH_REVIEW_BUDGET": "40",
    "STRAMASH_TABLES_AN_HOUR": "100000",
    "STRAMASH_REQUESTS_A_SECOND": "100000",
    "STRAMASH_REQUESTS_AT_ONCE": "100000",
    "STRAMASH_STREAMS_A_CLIENT": "100000",
    "STRAMASH_HINTS_A_MINUTE": "100000",
    "STRAMASH_CONNECTIONS_AN_ADDRESS": "100000",
}


#: One client for all: to make a new one for each request takes longer than the request
HTTP = httpx.Client(timeout=60, limits=httpx.Limits(max_connections=200))


class Server:
    """`stramash serve` on a free port; it can be killed and started again where it was."""

    def __init__(self, database: str, **environment: str) -> None:
        self.database = database
        self._stderr: int | None = None
        self.port = 0
        self._environment = {**os.environ, **GENEROUS, **environment}
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, *, warm: bool = True, games: Sequence[str] = ALL) -> Server:
        """Start it; if warm, return when these games can be played."""
        command = [sys.executable, "-m", "stramash.cli", "serve"]
        command += ["--port", str(self.port), "--db", self.database]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._stderr, text=True, env=self._environment
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "http://localhost:" in said, f"the server said {said!r} and ended"
        self.port = int(said.partition("localhost:")[2].split()[0])
        if warm:
            self._wait_until_warm(games)
        return self

    def _wait_until_warm(self, games: Sequence[str]) -> None:
        deadline = time.monotonic() + 400
        for game in games[:1]:
            HTTP.get(f"{self.url}/rules/{game}")  # a request for a game prepares it first
        while time.monotonic() < deadline:
            progress = HTTP.get(f"{self.url}/warm-up").json()
            if all(progress[game]["rules_ready"] for game in games):
                return
            time.sleep(0.1)
        raise AssertionError(f"the rules are not compiled after 400 seconds: {progress}")

    def kill(self) -> None:
        """End it as a power cut would: no goodbye."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def note_complaints(self) -> Server:
        """Keep what it will write to stderr."""
        self._stderr = subprocess.PIPE
        return self

    def complaints(self) -> str:
        """Return what it wrote to stderr, once it has ended."""
        assert self._process is not None
        assert self._process.stderr is not None
        return self._process.stderr.read()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(120)
        finally:
            self._process.kill()


class Here(Server, ServicesDriver):
    """The same over real HTTP, but in this process: a test can look into its services and change them."""

    def __init__(self, settings: ServerSettings, *, dual_stack: bool = False) -> None:
        super().__init__(settings.database)
        app = create_app(settings)
        self.services = app.state.services
        self.parts: PartsRenderer = app.state.parts
        # said to be TCP, or asyncio leaves Nagle's delay of 40 ms in every answer
        family = socket.AF_INET6 if dual_stack else socket.AF_INET
        self._listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if dual_stack:
            self._listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        self._listening.bind(("::" if dual_stack else "127.0.0.1", 0))
        self._listening.listen()
        self.port = self._listening.getsockname()[1]
        self.config = server_config(app, settings)
        self._server = uvicorn.Server(self.config)
        self._thread = threading.Thread(target=self._run)
        self._running = threading.Event()

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            self._running.set()
            await self._server.serve([self._listening])

        asyncio.run(serve())

    def start(self, *, warm: bool = True, games: Sequence[str] = ALL) -> Here:
        self._thread.start()
        assert self._running.wait(30)
        if warm:
            self._wait_until_warm(games)
        return self

    def accepted(self) -> list[socket.socket]:
        """Return the sockets of the connections that are open."""
        open_now: list[Any] = list(self._server.server_state.connections)
        return [one.transport.get_extra_info("socket") for one in open_now]

    def stop(self) -> None:
        self.services.pubsub.close()
        self._server.should_exit = True
        self._thread.join()


@contextmanager
def serving_here(database: str, *, warm: bool = True, **changes: Any) -> Iterator[Here]:
    generous = {
        "tables_an_hour": 10**6,
        "requests_a_second": 10.0**6,
        "requests_at_once": 10**6,
        "hints_a_minute": 10**6,
        "connections_an_address": 10**6,
    }
    dual_stack = changes.pop("dual_stack", False)
    settings = ServerSettings(database=database, pace=0, warm_up=warm, **(generous | changes))
    server = Here(settings, dual_stack=dual_stack)
    server.start(warm=warm)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def serving(
    database: str, *, warm: bool = True, games: Sequence[str] = ALL, **environment: str
) -> Iterator[Server]:
    server = Server(database, **environment).start(warm=warm, games=games)
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Player:
    """Somebody with a secret at a table; without one, a spectator."""

    server: Server
    table: str
    secret: str | None = None
    seats: list[int] = field(default_factory=list)
    invite: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.secret is None else {"Authorization": f"Bearer {self.secret}"}

    @property
    def url(self) -> str:
        return f"{self.server.url}/api/tables/{self.table}"

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        return HTTP.get(self.url + path, params=query, headers=self.headers)

    def post(self, path: str, **content: Any) -> httpx.Response:
        return HTTP.post(self.url + path, json=content, headers=self.headers)

    def command(self, path: str, **content: Any) -> httpx.Response:
        """Send a command with a new id and the present version, unless the content has them."""
        content.setdefault("client_id", secrets.token_hex(16))
        if path != "/join":
            content.setdefault("version", self.get().json().get("version", 0))
        return self.post(path, **content)

    def look(self, **query: Any) -> dict[str, Any]:
        answer = self.get(**query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def legal(self, seat: int | None = None) -> list[str]:
        answer = self.get("/legal", **({} if seat is None else {"seat": seat}))
        assert answer.status_code == 200, answer.text
        return [choice["action"] for choice in answer.json()["legal"]]

    def move(self, action: str, ply: int, client_id: str | None = None, **more: Any) -> httpx.Response:
        client_id = client_id or secrets.token_hex(8)
        return self.post("/moves", action=action, ply=ply, client_id=client_id, **more)

    def play_any(self, rng: random.Random, seat: int | None = None) -> dict[str, Any]:
        """Play a random legal action and return what was acknowledged."""
        legal = self.get("/legal", **({} if seat is None else {"seat": seat})).json()
        actions = [choice["action"] for choice in legal["legal"]]
        claims = [action for action in actions if action.startswith("claim")]
        action = rng.choice(claims or actions)  # claim if possible, so that games end
        answer = self.move(action, legal["ply"], seat=legal["seat"])
        assert answer.status_code == 200, answer.text
        acknowledged: dict[str, Any] = answer.json()
        return acknowledged

    def events(self, after: int, count: int, timeout: float = 120) -> list[dict[str, Any]]:
        """Return the next events after a version."""
        found: list[dict[str, Any]] = []
        kind = ""
        stream = HTTP.stream(
            "GET", f"{self.url}/events", params={"after": after}, headers=self.headers, timeout=timeout
        )
        with stream as answer:
            assert answer.status_code == 200
            if count == 0:
                return found
            deadline = time.monotonic() + timeout
            for line in answer.iter_lines():
                assert time.monotonic() < deadline, f"only {len(found)} of {count} events came: {found}"
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                if line.startswith("data: "):
                    found.append({"event": kind} | json.loads(line.removeprefix("data: ")))
                    if len(found) == count:
                        break
        return found


def open_table(server: Server, *kinds: str, game: str = GAME, **more: Any) -> Player:
    """Open a table whose seats are of these kinds: person, local, open, or the name of a bot."""
    people = ("person", "local", "open")
    seats = [{"kind": kind} if kind in people else {"kind": "bot", "bot": kind} for kind in kinds]
    answer = HTTP.post(f"{server.url}/api/tables", json={"game": game, "seats": seats} | more)
    assert answer.status_code == 201, answer.text
    given = answer.json()
    return Player(server, given["id"], given["secret"], given["seats"], given["invite"])


def sit_down(host: Player, name: str = "") -> Player:
    """Join the table of a host by invitation."""
    guest = Player(host.server, host.table)
    answer = guest.command("/join", invite=host.invite, name=name)
    assert answer.status_code == 200, answer.text
    guest.secret, guest.seats = answer.json()["secret"], answer.json()["seats"]
    return guest


def two_players(server: Server, **more: Any) -> list[Player]:
    """Return two people at a table, by seat."""
    host = open_table(server, "person", "open", **more)
    return [host, sit_down(host, "Guest")]


def muster_face_down(server: Server) -> list[Player]:
    """Return two players of Lords of Scotland; the first has mustered a card face-down."""
    players = two_players(server, game="lords-of-scotland")
    if players[0].look()["player"] != players[0].look()["seat"]:
        players.reverse()
    down = next(action for action in players[0].legal() if action.startswith("down:"))
    assert players[0].move(down, 0).status_code == 200
    return players


def take_turns(players: list[Player], rng: random.Random, moves: int) -> list[dict[str, Any]]:
    """Play random moves for the players, fewer if the game ends; return the answers."""
    said = []
    for _ in range(moves):
        now = players[0].look()
        if now["player"] is None:
            break
        said.append(players[now["player"]].play_any(rng))
    return said
