"""A server that is killed at any moment has lost nothing it acknowledged, and doubled nothing."""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
import threading
import time
from pathlib import Path

import httpx
import pytest

from stramash.core.errors import BadOption
from stramash.table.server.store import Store
from tests.table.server import GAME, Player, Server, open_table

TABLES = 4
#: How often an action is taken back, and what stands for that in the list of acknowledged commands
UNDOING, UNDO = 0.7, "undo"


class Stubborn(threading.Thread):
    """Plays both sides of one table; sends every command again, with the same id, until it is acknowledged.

    Where an action can be taken back, it sometimes is.
    """

    def __init__(self, table: Player, seed: int) -> None:
        super().__init__()
        self._table = table
        self._rng = random.Random(seed)
        self._client = httpx.Client(timeout=5, headers=table.headers)
        self.acknowledged: list[str] = []
        self.repeated = 0
        self.enough = threading.Event()
        self.problem: str | None = None

    def run(self) -> None:
        while not self.enough.is_set() and self.problem is None:
            legal = self._until_answered("GET", "/legal").json()
            if not legal.get("legal"):
                self.problem = f"nothing to play: {legal}"
                return
            action = self._rng.choice(legal["legal"])["action"]
            move = {
                "action": action,
                "ply": legal["ply"],
                "seat": legal["seat"],
                "client_id": secrets.token_hex(8),
            }
            answer = self._until_answered("POST", "/moves", move)
            if answer.status_code != 200 or answer.json()["ply"] != legal["ply"] + 1:
                self.problem = answer.text
            self.acknowledged.append(action)
            if self.problem is None and self._rng.random() < UNDOING:
                self._undo()

    def _undo(self) -> None:
        """Take the last action back if the rules allow it; sent again, it takes back no other."""
        now = self._until_answered("GET", "").json()
        if not now["undoable"]:
            return
        undo = {"version": now["version"], "seat": now["seat"], "client_id": secrets.token_hex(8)}
        answer = self._until_answered("POST", "/undo", undo)
        if answer.status_code != 200 or answer.json()["ply"] != now["ply"] - 1:
            self.problem = answer.text
        self.acknowledged.append(UNDO)

    def _until_answered(
        self, method: str, path: str, content: dict[str, object] | None = None
    ) -> httpx.Response:
        while True:
            try:
                answer = self._client.request(method, self._table.url + path, json=content)
                if answer.status_code != 503:  # while a server that has just started still warms up
                    return answer
            except httpx.TransportError:
                self.repeated += method == "POST"
            time.sleep(0.05)


def wait_for_moves(players: list[Stubborn]) -> None:
    """Wait until everybody has moved again."""
    before = [len(player.acknowledged) for player in players]
    deadline = time.monotonic() + 300
    for player, count in zip(players, before, strict=True):
        while player.is_alive() and len(player.acknowledged) <= count + 1:
            assert time.monotonic() < deadline, "the server that was started again does not play on"
            time.sleep(0.01)


@pytest.mark.parametrize("kills", [3, pytest.param(25, marks=pytest.mark.soak)])
def test_killed_at_random_moments_it_loses_no_acknowledged_move_and_doubles_none(
    tmp_path: Path, kills: int
) -> None:
    rng = random.Random(kills)
    server = Server(f"sqlite:///{tmp_path / 'table.db'}").start(games=[GAME])
    try:
        endless = {"rounds": 99, "tactics": True}
        tables = [open_table(server, "person", "local", options=endless) for _ in range(TABLES)]
        players = [Stubborn(table, seed) for seed, table in enumerate(tables)]
        for player in players:
            player.start()
        while kills > 0 or not any(player.repeated for player in players):  # one move at least was in flight
            wait_for_moves(players)
            time.sleep(rng.uniform(0, 0.3))
            server.kill()
            server.start(warm=False)
            kills -= 1
        wait_for_moves(players)
        for player in players:
            player.enough.set()
        for player in players:
            player.join(120)
            assert not player.is_alive()
            assert player.problem is None
    finally:
        server.stop()
    with sqlite3.connect(tmp_path / "table.db") as database:
        for table, player in zip(tables, players, strict=True):
            log = database.execute(
                "SELECT version, payload, command FROM events WHERE table_id = ? ORDER BY version",
                [table.table],
            ).fetchall()
            stored = [json.loads(payload).get("action", UNDO) for _, payload, _ in log]
            assert stored == player.acknowledged
            assert len({command for _, _, command in log}) == len(log)
            assert [version for version, _, _ in log] == list(range(1, len(log) + 1))


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    with store.engine.connect() as connection:
        full = 2
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == full
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    store.close()


@pytest.mark.parametrize("address", ["mysql://here", "sqlite://", "nonsense"])
def test_an_address_that_is_no_database_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(BadOption):
        Store(address)


def test_a_server_that_is_told_to_end_ends_its_streams_and_says_nothing(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'table.db'}").note_complaints().start(games=[GAME])
    table = open_table(server, "person", "open")
    with httpx.stream("GET", f"{table.url}/events", timeout=120) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        server.stop()
        assert list(lines) in ([""], [])
    assert server.complaints() == ""
