"""Reviews over HTTP: of finished games only, computed once beside everything else, and kept."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from stramash.arena.review import mark_of_reviews
from stramash.core.position import Position
from stramash.games import load
from stramash.table.server.errors import TooMuch
from stramash.table.server.reviewer import Reviewer
from stramash.table.server.seating import SeatRequest
from stramash.table.settings import ServerSettings
from tests.table.server import GAME, Player, Server, open_table, take_turns, two_players
from tests.table.services_driver import run_services, wait_until


def ask(player: Player) -> httpx.Response:
    return httpx.post(f"{player.server.url}/t/{player.table}/review", timeout=60)


def kept(player: Player) -> list[dict[str, Any]]:
    with sqlite3.connect(player.server.database.removeprefix("sqlite:///"), timeout=30) as database:
        rows = database.execute("SELECT content FROM reviews WHERE table_id = ?", (player.table,)).fetchall()
    return [json.loads(content) for (content,) in rows]


def wait_for_review(player: Player) -> dict[str, Any]:
    for _ in range(1200):
        found = kept(player)
        if found:
            return found[0]
        time.sleep(0.1)
    raise AssertionError("there is no review after two minutes")


def page(player: Player) -> str:
    return httpx.get(f"{player.server.url}/t/{player.table}/review", timeout=60).text


def test_a_review_judges_every_decision_of_every_seat_and_is_kept_once(server: Server) -> None:
    players = two_players(server)
    take_turns(players, random.Random(3), 400)
    answers = [ask(players[0]) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {303}
    review = wait_for_review(players[0])
    assert len(kept(players[0])) == 1
    assert review["winners"] == players[0].look()["winners"]
    assert review["mark"] == mark_of_reviews(load(review["game"]))
    assert {move["seat"] for move in review["moves"]} == {0, 1}
    assert all(0 <= move["played_chance"] <= 1 for move in review["moves"])
    assert all(move["line"][0] == [move["seat"], move["best"]] for move in review["moves"])
    assert ask(players[1]).status_code == 303
    assert "<polyline" in page(players[1])


def test_a_review_by_other_bots_or_rules_is_thrown_away_and_made_again(server: Server) -> None:
    players = two_players(server)
    take_turns(players, random.Random(3), 9)
    players[0].command("/resign")
    ask(players[0])
    review = wait_for_review(players[0])
    stale = json.dumps(review | {"mark": "an older one", "moves": []})
    with sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=30) as database:
        database.execute("UPDATE reviews SET content = ? WHERE table_id = ?", (stale, players[0].table))
    assert "<polyline" not in page(players[0])
    assert ask(players[0]).status_code == 303
    for _ in range(1200):
        if kept(players[0]) == [review]:
            break
        time.sleep(0.1)
    assert kept(players[0]) == [review]
    assert "<polyline" in page(players[0])


def test_no_game_is_reviewed_while_it_goes_on(server: Server) -> None:
    players = two_players(server)
    take_turns(players, random.Random(1), 4)
    assert ask(players[0]).status_code == 409
    assert "<polyline" not in page(players[0])
    assert kept(players[0]) == []


def test_a_game_given_up_at_once_has_an_empty_review(server: Server) -> None:
    players = two_players(server)
    players[0].command("/resign")
    assert ask(players[1]).status_code == 303
    assert wait_for_review(players[1])["moves"] == []
    assert "No move cost much." in page(players[1])


def test_other_tables_are_played_at_while_a_game_is_reviewed(server: Server) -> None:
    players = two_players(server, options={"tactics": True})
    take_turns(players, random.Random(5), 400)
    assert ask(players[0]).status_code == 303
    elsewhere = open_table(server, "person", "local")
    assert len(take_turns([elsewhere, elsewhere], random.Random(2), 12)) == 12
    assert wait_for_review(players[0])["moves"]


def test_one_visitor_with_many_games_keeps_nobody_waiting_for_more_than_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int | None] = []
    go_on = threading.Event()

    def evaluate(positions: list[Position], _budget: object) -> Iterator[None]:
        begun.append(positions[0].seed)
        go_on.wait(60)
        yield from ()

    monkeypatch.setattr("stramash.table.server.reviewer.evaluate_moves", evaluate)
    monkeypatch.setattr("stramash.table.server.reviewer._MOST_FOR_ONE", 3)
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        monkeypatch.setattr(stage.services.warm_up, "after_bots", lambda _game, act: act())
        rooms = [stage.create(GAME, [SeatRequest("person"), SeatRequest("local")]) for _ in range(5)]
        for room in rooms:
            stage.resign(room, 0)
        for room in rooms[:3]:
            stage.do(stage.services.reviewer.ask(room.state, "stranger"))
        wait_until(lambda: begun)
        with pytest.raises(TooMuch):
            stage.do(stage.services.reviewer.ask(rooms[3].state, "stranger"))
        stage.do(stage.services.reviewer.ask(rooms[4].state, "somebody else"))
        go_on.set()
        wait_until(lambda: len(begun) == 4)
    seeds = [room.state.setup.seed for room in rooms]
    assert begun == [seeds[0], seeds[1], seeds[4], seeds[2]]


def has_failed(reviewer: Reviewer, table_id: str) -> bool:
    progress = reviewer.progress(table_id)
    return progress is not None and progress.failed


def test_failed_reviews_keep_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One may wait; those that failed before it do not count."""
    monkeypatch.setattr("stramash.table.server.reviewer._MOST_WAITING", 1)
    monkeypatch.setattr("stramash.table.server.reviewer._MOST_FAILED", 2)

    def fails(*_: object) -> None:
        raise RuntimeError("a search that gives up")

    monkeypatch.setattr("stramash.table.server.reviewer.evaluate_moves", fails)
    with run_services(ServerSettings(database=f"sqlite:///{tmp_path / 'table.db'}", pace=0)) as stage:
        assert stage.services.warm_up.wait(GAME, 400)
        reviewer = stage.services.reviewer
        rooms = [stage.create(GAME, [SeatRequest("person"), SeatRequest("local")]) for _ in range(5)]
        for room in rooms:
            stage.resign(room, 0)
            stage.do(reviewer.ask(room.state, "here"))
            wait_until(partial(has_failed, reviewer, room.id))
        assert reviewer.progress(rooms[0].id) is None, "long ago"
        assert reviewer.progress(rooms[-1].id) is not None
