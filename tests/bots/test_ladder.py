"""The ladder: which bot plays a level in a game, and that the file belongs to the weights."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import stramash
from stramash import bots
from stramash.bots.ladder import NAMES, ladder_file, level_entry
from stramash.bots.levels import HastyBot
from stramash.bots.network import NetworkBot
from stramash.core.weights import read_weights, shipped_weights

GAMES = [stramash.load(name) for name in stramash.games()]


def test_the_names_are_those_of_the_levels() -> None:
    assert tuple(level.name for level in bots.LEVELS) == NAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_levels_were_found_with_the_weights_that_are_shipped(game: stramash.Game) -> None:
    """After new weights: python bench/levels.py find, then measure."""
    content = json.loads(ladder_file(game).read_text())
    assert content["weights"] == read_weights(shipped_weights(game), game)[1].sha256
    assert set(content["players"]) == {str(count) for count in (2, 4) if count in game.player_counts}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_levels_are_networks_at_falling_temperatures_then_searches(game: stramash.Game) -> None:
    for specs in json.loads(ladder_file(game).read_text())["players"].values():
        networks = [spec for spec in specs if spec.startswith("network")]
        searches = [int(spec.partition(":")[2]) for spec in specs[len(networks) :]]
        heats = [float(spec.partition(":")[2] or 0) for spec in networks]
        assert len(specs) == len(NAMES)
        assert all(lower > upper for lower, upper in pairwise(heats))
        assert searches == sorted(set(searches))
        assert all(spec.startswith(("guided:", "search:")) for spec in specs[len(networks) :])


def test_a_number_of_players_that_was_not_measured_plays_as_the_nearest() -> None:
    three, four, five = (stramash.load("glen-more", players=count) for count in (3, 4, 5))
    assert level_entry(three, "drover") == level_entry(four, "drover") == level_entry(five, "drover")


def test_a_level_plays_another_bot_in_another_game() -> None:
    """One bot that changes tables: a network where there is one, a search where there is none."""
    bot = bots.LEVELS[0]
    assert isinstance(bot.bot_for(GAMES[0]), NetworkBot)
    assert isinstance(bot.bot_for(stramash.load("schotten-totten", stones=3)), HastyBot)


def test_a_level_keeps_its_bot_through_a_game() -> None:
    bot = bots.make("bairn", seed=3)
    assert isinstance(bot, bots.LevelBot)
    assert bot.bot_for(GAMES[0]) is bot.bot_for(stramash.load(GAMES[0].name))


def test_with_a_seed_a_level_plays_the_same_way() -> None:
    view = stramash.load("schotten-totten").deal(seed=3).view(0)
    chosen = [[bots.make("bairn", seed).choose(view) for seed in range(12)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 3
