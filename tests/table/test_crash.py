"""A server that is killed at any moment has lost nothing it acknowledged, and doubled nothing."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from stramash.core.errors import BadOption
from stramash.table.server.schema import events, tables
from stramash.table.server.store import Store
from tests.table.server import GAME, Server, open_table
from tests.table.stubborn import Stubborn, check_log, kill_again_and_again

TABLES = 4
#: The row of a table
ROW = {"id": "t", "game": GAME, "rules": 1, "players": 2, "options": "{}", "seed": "1", "salt": "",
       "invite": "", "listed": False, "created": 0.0, "seats": "[]"}  # fmt: skip


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


def test_events_are_written_by_a_connection_that_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    rows = store._writers._rows
    assert rows is not None
    rows.insert([])
    assert rows._connection is not None
    full = 2
    assert rows._connection.cursor().execute("PRAGMA synchronous").fetchone() == (full,)
    store.close()


def test_a_failed_write_of_events_leaves_nothing_behind_and_the_next_one_works(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}")
    rows = store._writers._rows
    assert rows is not None
    with store.engine.begin() as connection:
        connection.execute(sql.insert(tables).values(**ROW))
    event = {"table_id": "t", "kind": "move", "seat": 0, "payload": "{}", "command": None, "at": 0.0}
    with pytest.raises(IntegrityError):
        rows.insert([event | {"version": 1}, event | {"version": 1}])
    rows.insert([event | {"version": 2}])
    with store.engine.connect() as connection:
        assert connection.execute(sql.select(events.c.version)).scalars().all() == [2]
    store.close()


@pytest.mark.parametrize("address", ["mysql://here", "sqlite://", "nonsense"])
def test_an_address_that_is_not_a_database_is_refused_with_a_sentence(address: str) -> None:
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
