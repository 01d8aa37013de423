"""A server that is killed at any moment has lost nothing it acknowledged, and doubled nothing."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from stramash.core.errors import BadOption
from stramash.table.server.store import Store
from tests.table.server import GAME, Server, open_table
from tests.table.stubborn import Stubborn, check_log, kill_again_and_again

TABLES = 4


def test_killed_at_random_moments_it_loses_no_acknowledged_command_and_doubles_none(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'table.db'}").start(games=[GAME])
    try:
        players = [Stubborn([server], seed) for seed in range(TABLES)]
        kill_again_and_again([server], players, kills=3)
    finally:
        server.stop()
    check_log(server.database, players)


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
