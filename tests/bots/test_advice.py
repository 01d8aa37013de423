"""Advisers: which bot evaluates the actions of a game, and what it says of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stramash
from stramash.bots import ladder
from stramash.bots.advice import LINE_LEAST, NetworkAdviser, TreeAdviser, expected_line, make_adviser
from stramash.bots.search import Budget
from stramash.core.position import Position

LORDS = stramash.load("lords-of-scotland", players=2)
GLEN = stramash.load("glen-more", players=2)
QUICK = Budget(simulations=100)


def position_of_choices(game: stramash.Game) -> Position:
    """Return a position in which several actions are legal."""
    position = game.deal(seed=5)
    while len(position.legal) < 4:
        position.play(position.legal[0])
    return position


def test_the_network_advises_where_the_levels_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert isinstance(make_adviser(LORDS), NetworkAdviser)
    levels = json.loads(ladder.ladder_file(LORDS).read_text())
    del levels["adviser"]
    (tmp_path / "levels.json").write_text(json.dumps(levels))
    monkeypatch.setattr(ladder, "ladder_file", lambda _game: tmp_path / "levels.json")
    assert isinstance(make_adviser(LORDS), TreeAdviser)


def test_the_search_advises_in_a_game_without_a_network() -> None:
    assert isinstance(make_adviser(stramash.load("schotten-totten", stones=3)), TreeAdviser)


@pytest.mark.parametrize("game", [LORDS, GLEN], ids=repr)
def test_an_action_is_evaluated_as_often_as_the_best_one(game: stramash.Game) -> None:
    view = position_of_choices(game).view(0)
    for action in view.legal:
        thought, considered = NetworkAdviser(1, QUICK).evaluate(view, action)
        assert considered.action == action
        assert considered.visits >= thought.best.visits
        assert 0 <= considered.chance <= 1


@pytest.mark.parametrize("game", [LORDS, GLEN], ids=repr)
def test_the_expected_line_can_be_played_in_some_imagined_positions(game: stramash.Game) -> None:
    view = position_of_choices(game).view(0)
    lines = [expected_line(view, action) for action in view.legal]
    assert [line[0] for line in lines] == [(0, action) for action in view.legal]
    assert max(map(len, lines)) > 1
    worlds = [view.imagine(rng=seed) for seed in range(8)]
    for line in lines:
        assert sum(can_be_played(world.copy(), line) for world in worlds) >= LINE_LEAST


def can_be_played(world: Position, line: tuple[tuple[int, int], ...]) -> bool:
    for actor, action in line:
        if world.player != actor or action not in world.legal:
            return False
        world.play(action)
    return True


def test_advice_depends_on_nothing_that_is_hidden() -> None:
    position = position_of_choices(LORDS)
    view = position.view(0)
    other = view.imagine(rng=3).view(0)
    assert bytes(view.imagine(rng=3)) != bytes(position)
    assert NetworkAdviser(1, QUICK).think(view) == NetworkAdviser(1, QUICK).think(other)


def test_a_seed_repeats_the_advice() -> None:
    view = position_of_choices(GLEN).view(0)
    assert NetworkAdviser(7, QUICK).think(view) == NetworkAdviser(7, QUICK).think(view)
