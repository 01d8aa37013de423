"""A server that is killed at any moment has lost nothing it acknowledged, and doubled nothing."""

from __future__ import annotations

import random
import secrets
import sqlite3
import threading
import time
from pathlib import Path

import httpx
import pytest

from stramash.table.store import Store
from tests.table.server import Player, Server, open_table

TABLES = 4


class Stubborn(threading.Thread):
    """Plays both sides of one table; sends every move again, with the same id, until it is acknowledged."""

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


@pytest.mark.parametrize("kills", [3, pytest.param(25, marks=pytest.mark.soak)])
def test_killed_at_random_moments_it_loses_no_acknowledged_move_and_doubles_none(
    tmp_path: Path, kills: int
) -> None:
    rng = random.Random(kills)
    server = Server(f"sqlite:///{tmp_path / 'table.db'}").start()
    try:
        tables = [open_table(server, "person", "local") for _ in range(TABLES)]
        players = [Stubborn(table, seed) for seed, table in enumerate(tables)]
        for player in players:
            player.start()
        for _ in range(kills):
            time.sleep(rng.uniform(0.02, 0.4))
            server.kill()
            server.start()
        time.sleep(0.3)
        for player in players:
            player.enough.set()
        for player in players:
            player.join(60)
            assert not player.is_alive()
            assert player.problem is None
    finally:
        server.stop()
    with sqlite3.connect(tmp_path / "table.db") as database:
        for table, player in zip(tables, players, strict=True):
            log = database.execute(
                "SELECT version, content, client_id FROM events WHERE table_id = ? ORDER BY version",
                [table.table],
            ).fetchall()
            assert [content for _, content, _ in log] == player.acknowledged
            assert [version for version, _, _ in log] == list(range(1, len(log) + 1))
    assert sum(player.repeated for player in players) > 0, "no move was ever in flight when the server died"


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    with store.engine.connect() as connection:
        full = 2
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == full
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    store.close()
