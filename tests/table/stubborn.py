"""A player who sends every command until it is acknowledged, and what the log must then hold."""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import sqlalchemy as sql

from stramash.table.server.database import open_engine
from stramash.table.server.schema import events
from tests.table.server import Server

#: Which games are played, with options that allow undo
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "schotten-totten", "options": {"tactics": True}},
    {"game": "glen-more"},
    {"game": "lords-of-scotland"},
)
#: How often an action is taken back where the rules allow it
UNDOING = 0.7


class Stubborn(threading.Thread):
    """Plays both sides of one game after the other, with every command there is.

    Each attempt goes to one of the processes of a server. A command is sent again with the same id until it
    is answered; `copies` of it are sent at the same time, and all must get the same answer.
    """

    def __init__(self, processes: list[Server], seed: int, *, copies: int = 1, games: int = 1) -> None:
        super().__init__()
        self._processes = processes
        self._copies = copies
        self._new = GAMES[seed % games]
        self._rng = random.Random(seed)
        self._client = httpx.Client(timeout=5)
        self._pool = ThreadPoolExecutor(copies)
        self._secrets: list[str] = []
        #: what was acknowledged at each table, in order: actions, and the kinds of other events
        self.acknowledged: dict[str, list[str]] = {}
        self.repeated = 0
        self.enough = threading.Event()
        self.problem: str | None = None

    @property
    def commands(self) -> int:
        """How many commands were acknowledged."""
        return sum(len(log) for log in self.acknowledged.values())

    def run(self) -> None:
        try:
            table = self._open()
            while not self.enough.is_set():
                table = self._play_a_game(table)
        except Exception as error:  # the test that started this thread asks for it
            self.problem = repr(error)
        finally:
            self._pool.shutdown()
            self._client.close()

    def _open(self) -> str:
        seats = [{"kind": "open"}, {"kind": "open"}]
        new = self._new | {"seats": seats, "client_id": secrets.token_hex(16)}
        opened = self._send("/api/tables", new)
        table = str(opened["id"])
        self.acknowledged[table] = []
        for name in ("Ann", "Bob"):
            invitation = {"invite": opened["invite"], "name": name, "client_id": secrets.token_hex(16)}
            self._secrets.append(self._command(table, "/join", invitation, None, "join")["secret"])
        return table

    def _play_a_game(self, table: str) -> str:
        """Play for a while, end the game, and return the table of the rematch."""
        for _ in range(self._rng.randint(8, 30)):
            if self.enough.is_set() or not self._act(table):
                break
        if self.enough.is_set():
            return table
        seen = self._look(table)
        secret = self._rng.choice(self._secrets)
        command = {"version": seen["version"], "client_id": secrets.token_hex(8)}
        if seen["status"] != "over":
            self._command(table, "/resign", command | {"client_id": secrets.token_hex(8)}, secret, "resign")
        following = str(self._command(table, "/rematch", command, secret, "rematch")["id"])
        self.acknowledged[following] = []
        return following

    def _act(self, table: str) -> bool:
        """Take an action, and perhaps take it back; return whether there was one to take."""
        for secret in self._secrets:
            legal = self._get(f"/api/tables/{table}/legal", secret)
            if legal["legal"]:
                break
        else:
            return False
        action = self._rng.choice(legal["legal"])["action"]
        move = {"action": action, "ply": legal["ply"], "client_id": secrets.token_hex(8)}
        if self._command(table, "/moves", move, secret, action)["ply"] != legal["ply"] + 1:
            raise AssertionError(f"{action} was acknowledged for another ply")
        seen = self._look(table, secret)
        if seen["undoable"] and self._rng.random() < UNDOING:
            undo = {"version": seen["version"], "client_id": secrets.token_hex(8)}
            self._command(table, "/undo", undo, secret, "undo")
        return True

    def _look(self, table: str, secret: str | None = None) -> dict[str, Any]:
        return self._get(f"/api/tables/{table}", secret)

    def _get(self, path: str, secret: str | None) -> dict[str, Any]:
        return self._until_answered("GET", path, None, secret)

    def _command(
        self, table: str, path: str, content: dict[str, Any], secret: str | None, stands_for: str
    ) -> dict[str, Any]:
        answer = self._send(f"/api/tables/{table}{path}", content, secret)
        self.acknowledged[table].append(stands_for)
        return answer

    def _send(self, path: str, content: dict[str, Any], secret: str | None = None) -> dict[str, Any]:
        sent = [
            self._pool.submit(self._until_answered, "POST", path, content, secret)
            for _ in range(self._copies)
        ]
        answers = [each.result() for each in sent]
        for answer in answers:
            if {**answer, "invite": None} != {**answers[0], "invite": None}:  # told while a seat is open
                raise AssertionError(f"one command was answered in two ways: {answers}")
        return answers[0]

    def _until_answered(
        self, method: str, path: str, content: dict[str, Any] | None, secret: str | None
    ) -> dict[str, Any]:
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        while True:
            process = self._rng.choice(self._processes)
            try:
                answer = self._client.request(method, process.url + path, json=content, headers=headers)
                if answer.status_code < 300:
                    return dict(answer.json())
                if answer.status_code != 503:  # while a server that has just started still warms up
                    raise AssertionError(f"{method} {path} was refused: {answer.text}")
            except httpx.TransportError:
                self.repeated += method == "POST"
            time.sleep(0.05)


def wait_for_commands(players: list[Stubborn], seconds: float = 300) -> None:
    """Wait until every player has had two more commands acknowledged."""
    before = [player.commands for player in players]
    deadline = time.monotonic() + seconds
    for player, count in zip(players, before, strict=True):
        while player.is_alive() and player.commands <= count + 1:
            assert time.monotonic() < deadline, "the server that was started again does not play on"
            time.sleep(0.01)


def kill_again_and_again(processes: list[Server], players: list[Stubborn], kills: int) -> int:
    """Kill one process after the other while the players play; return how often.

    It goes on until at least one command was in flight when its process was killed.
    """
    rng, killed = random.Random(kills), 0
    for player in players:
        player.start()
    while killed < kills or not any(player.repeated for player in players):
        wait_for_commands(players)
        time.sleep(rng.uniform(0, 0.3))
        process = rng.choice(processes)
        process.kill()
        process.start(warm=False)
        killed += 1
    wait_for_commands(players)
    finish(players)
    return killed


def finish(players: list[Stubborn]) -> None:
    """Let the players stop after their last command."""
    for player in players:
        player.enough.set()
    for player in players:
        player.join(120)
        assert not player.is_alive()
        assert player.problem is None, player.problem


def check_log(database: str, players: list[Stubborn]) -> None:
    """Fail unless the log holds what was acknowledged, in that order, once, and nothing else."""
    engine = open_engine(database)
    with engine.connect() as connection:
        for player in players:
            for table, acknowledged in player.acknowledged.items():
                rows = connection.execute(
                    sql.select(events).where(events.c.table_id == table).order_by(events.c.version)
                ).all()
                assert [json.loads(row.payload).get("action", row.kind) for row in rows] == acknowledged
                assert [row.version for row in rows] == list(range(1, len(rows) + 1))
                assert len({row.command for row in rows}) == len(rows)
    engine.dispose()
