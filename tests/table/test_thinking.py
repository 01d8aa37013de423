"""Bots think, and nobody waits for them who does not play against them."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from stramash import bots
from stramash.bots.search import SearchBot
from stramash.core.position import View
from stramash.table.server.bot_runner import MOST_KEPT
from stramash.table.server.seating import SeatRequest
from stramash.table.settings import ServerSettings
from tests.table.server import GAME, HTTP, Server, open_table, serving, two_players
from tests.table.services_driver import run_services, wait_until

BOTS = 10


def wait_until_bots_can_search(server: Server) -> None:
    deadline = time.monotonic() + 400
    while not HTTP.get(f"{server.url}/warm-up").json()[GAME]["bots_ready"]:
        assert time.monotonic() < deadline, "the search is not compiled"
        time.sleep(0.1)


def test_while_ten_bots_search_people_at_other_tables_move_and_are_heard(tmp_path: Path) -> None:
    # Each would think for ten minutes: whatever is answered now is answered before any of them has ended.
    database = f"sqlite:///{tmp_path / 'table.db'}"
    with serving(
        database, games=[GAME], STRAMASH_LONGEST_THOUGHT="600", STRAMASH_THINKERS=str(BOTS)
    ) as server:
        wait_until_bots_can_search(server)
        thinking = [open_table(server, "search:600s", "person") for _ in range(BOTS)]
        for table in thinking:
            now = table.look()
            assert now["player"] == 0
        players = two_players(server)
        version = players[0].look()["version"]
        rng = random.Random(1)
        with HTTP.stream("GET", f"{players[1].url}/events", params={"after": version}) as stream:
            heard = (line for line in stream.iter_lines() if line.startswith("id: "))
            for number in range(1, 9):
                said = players[(number - 1) % 2].play_any(rng)
                assert said["version"] == version + number
                assert next(heard) == f"id: {version + number}"
        assert HTTP.get(f"{server.url}/t/{players[0].table}").status_code == 200
        assert [table.look()["ply"] for table in thinking] == [0] * BOTS, "a bot ended its thought: no proof"
        server.kill()


def test_a_bot_goes_on_with_what_it_thought_until_its_turn_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playing and then claiming or drawing are decisions of one turn: the second finds the tree there."""
    followed, follow = [], SearchBot._follow

    def watched(bot: SearchBot, view: View) -> bool:
        followed.append(follow(bot, view))
        return followed[-1]

    monkeypatch.setattr(SearchBot, "_follow", watched)
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        seats = [SeatRequest("bot", bot="search:60"), SeatRequest("bot", bot="search:60")]
        room = stage.create(GAME, seats, options={"tactics": True})
        wait_until(lambda: room.state.status == "over")
        assert any(followed)
        wait_until(lambda: not stage.services.bots._minds)


def test_no_more_than_a_few_bots_are_remembered_and_none_as_another(tmp_path: Path) -> None:
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", warm_up=False)) as stage:
        runner, bot = stage.services.bots, bots.make("greedy")
        runner._remember("first", 0, "greedy", bot)
        assert runner._recall("first", 0, "greedy") is bot
        assert runner._recall("first", 0, "greedy") is not bot, "no two threads have the same"
        runner._remember("first", 0, "greedy", bot)
        assert runner._recall("first", 0, "random").name == "random", "another bot sits there now"
        for number in range(100):
            runner._remember(f"table {number}", 0, "greedy", bot)
        assert len(runner._minds) == MOST_KEPT
        assert runner._recall("table 99", 0, "greedy") is bot
