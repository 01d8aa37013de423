"""Clocks on a running server: a person who does not act loses or is replaced, also after a restart."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from stramash.table.server import clocks
from tests.table.server import (
    GAME,
    HTTP,
    Here,
    Player,
    Server,
    open_table,
    serving,
    serving_here,
    sit_down,
    two_players,
)

DAY = 86400


def wait_until_over(player: Player) -> dict[str, Any]:
    for _ in range(600):
        now = player.look()
        if now["status"] == "over":
            return now
        time.sleep(0.05)
    raise AssertionError("the time never ran out")


def age(database: str, table: str, seconds: float) -> None:
    """Let everything at a table have happened earlier."""
    with sqlite3.connect(database.removeprefix("sqlite:///"), timeout=30) as connection:
        connection.execute("UPDATE events SET at = at - ? WHERE table_id = ?", (seconds, table))
        connection.execute("UPDATE tables SET created = created - ? WHERE id = ?", (seconds, table))


def test_who_does_not_act_in_time_loses_a_game_of_two_and_all_hear_why(server: Server) -> None:
    players = two_players(server, clock=5)
    known = players[1].look()
    assert known["clock"] == 5
    assert known["due"] > known["clock"]
    late = known["player"]
    (told,) = players[1].events(known["version"], 1)
    assert (told["kind"], told["seat"], told["content"]) == ("resign", late, "time")
    assert players[0].look()["winners"] == [1 - late]


def test_an_action_in_time_starts_the_clock_of_the_other(server: Server) -> None:
    players = two_players(server, clock=3600)
    before = players[0].look()
    action = players[before["player"]].legal()[0]
    assert players[before["player"]].move(action, 0).status_code == 200
    assert players[0].look()["due"] > before["due"]


def test_a_clock_runs_on_over_a_restart_with_a_moment_of_grace(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving(database, games=[GAME], STRAMASH_CLOCK_GRACE="1") as first:
        players = two_players(first, clock=3600)
        first.kill()
        age(database, players[0].table, 7200)
        first.start(games=[GAME])
        assert wait_until_over(players[0])["winners"] in ([0], [1])


def test_tables_that_nobody_has_in_memory_are_found_when_their_time_has_run_out(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.db'}"
    clocks = {"late": DAY, "early": 7 * DAY, "none": None, "waiting": DAY}
    with serving_here(database, warm=False) as here:
        tables = {name: open_table(here, "person", "open", clock=clock) for name, clock in clocks.items()}
        for name, player in tables.items():
            if name != "waiting":
                sit_down(player)
            age(database, player.table, 2 * DAY)
        assert here.do(here.services.store.overdue(time.time(), 10)) == [tables["late"].table]


def test_a_clock_that_gives_no_time_is_refused(server: Server) -> None:
    for clock in (0, 4, 10**9):
        answer = HTTP.post(f"{server.url}/api/tables", json={"game": GAME, "clock": clock})
        assert answer.status_code == 422


def forget_clock(here: Here, table: str) -> None:
    """Forget a table and its timer, as after a restart."""
    here.forget_rooms()
    here.services.clocks._timers.pop(table).cancel()


def test_a_damaged_table_and_an_archived_one_do_not_hide_the_clocks_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "_AT_ONCE", 1)
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving_here(database, warm=False, clock_grace=3600) as here:
        found = sorted(two_players(here, clock=300)[0].table for _ in range(3))
        for table in found:
            forget_clock(here, table)
            age(database, table, DAY)
        damaged, archived, late = found
        with sqlite3.connect(database.removeprefix("sqlite:///"), timeout=30) as connection:
            connection.execute("UPDATE tables SET terms = '{' WHERE id = ?", (damaged,))
            connection.execute("UPDATE tables SET rules = 0 WHERE id = ?", (archived,))
        here.do(here.services.clocks.find_overdue())
        assert list(here.services.clocks._timers) == [late]
        here.forget_rooms()
        here.do(here.services.clocks.find_overdue())
        assert here.services.lobby.in_memory(archived) is None, "it is not loaded again and again"


def test_a_system_clock_that_jumps_ends_no_game_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as here:
        host, _ = two_players(here, clock=300)
        room = here.room(host.table)

        async def look() -> None:
            here.services.clocks.look(room)
            await asyncio.sleep(0.3)

        now = time.time
        for jump in (DAY, -DAY):
            monkeypatch.setattr(time, "time", lambda jump=jump: now() + jump)
            here.do(look())
            assert room.state.status == "playing"
            assert host.table in here.services.clocks._timers
