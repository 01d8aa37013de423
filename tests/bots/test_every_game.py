"""Bots sit down at any game with any number of players, and see no more of it than they may."""

from __future__ import annotations

import pytest

import stramash
from stramash import bots
from stramash.games import find

#: Every number of players, and some options
TABLES = [
    stramash.load(name, **variant.arguments)
    for name in stramash.games()
    for variant in find(name).variants[: len(find(name).player_counts) + 2]
]
#: Every bot and every level; those that think by the clock, with a fixed number of simulations instead
SPECS = [
    *(name for name in bots.names() if name not in {"search", "guided"}),
    "search:60",
    "search:60,threads=2",
    "guided:60",
]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_a_choice_does_not_change_when_everything_hidden_is_redealt(game: stramash.Game, spec: str) -> None:
    """At the start and at some later decisions: each again with the hidden cards dealt again."""
    position, other = game.deal(seed=5), bots.make("random", 1)
    for ply in range(50):
        if position.player is None:
            break
        view = position.view(position.player)
        if ply % 12 == 0:
            again = view.imagine(rng=ply).view(position.player)
            choice = bots.make(spec, seed=ply).choose(view)
            assert choice in position.legal
            assert bots.make(spec, seed=ply).choose(again) == choice
        position.play(other.choose(view))


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_redealing_changes_what_is_hidden(game: stramash.Game) -> None:
    """Else the test above would prove nothing."""
    position = game.deal(seed=5)
    dealt = {view_of_all(position.view(position.player).imagine(rng=seed)) for seed in range(5)}
    assert len(dealt) == 5


def view_of_all(position: stramash.Position) -> bytes:
    """Return everything there is in a position but its generator."""
    state = position.state.copy()
    state.seed = 0
    state.draws = 0
    return bytes(state.tobytes())


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_every_simulation_counts_at_a_table_of_any_size(game: stramash.Game) -> None:
    position = game.deal(seed=2)
    thought = bots.SearchBot.described("12", 1).think(position.view(position.player))
    assert thought.simulations == sum(one.visits for one in thought.considered) == 12
    assert {one.action for one in thought.considered} <= set(position.legal)
    assert all(0 <= one.chance <= 1 for one in thought.considered)
