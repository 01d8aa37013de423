"""Bots sit down at any game with any number of players, and see no more of it than they may."""

from __future__ import annotations

import pytest

import stramash
from stramash import bots
from stramash.games import find

TABLES = [(name, players) for name in stramash.games() for players in find(name).player_counts]


@pytest.mark.parametrize("spec", ["greedy", "bairn", "search:6"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_choice_does_not_change_when_everything_hidden_is_redealt(
    name: str, players: int, spec: str
) -> None:
    position, other = stramash.load(name, players=players).deal(seed=5), bots.make("random", 1)
    for ply in range(8):
        if position.player is None:
            break
        view = position.view(position.player)
        again = view.imagine(rng=ply).view(position.player)
        choice = bots.make(spec, seed=ply).choose(view)
        assert choice in position.legal
        assert bots.make(spec, seed=ply).choose(again) == choice
        position.play(other.choose(view))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_simulation_counts_at_a_table_of_any_size(name: str, players: int) -> None:
    position = stramash.load(name, players=players).deal(seed=2)
    thought = bots.SearchBot.described("12", 1).think(position.view(position.player))
    assert thought.simulations == sum(one.visits for one in thought.considered) == 12
    assert {one.action for one in thought.considered} <= set(position.legal)
    assert all(0 <= one.chance <= 1 for one in thought.considered)
