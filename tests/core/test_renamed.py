"""Former public names work for one version, with a warning that says the new name."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import stramash
from stramash.arena import GameSpec, Tournament
from stramash.bots.greedy import GreedyBot
from stramash.bots.network import NetworkBot
from stramash.bots.search import Budget, SearchBot
from stramash.core.dealing import History
from stramash.core.game import Game
from stramash.core.meaning import Count
from stramash.core.network import ExactLayers
from stramash.core.tuning import SearchParameters

GAME = stramash.load("schotten-totten")


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("stramash.core.state", "sow", "set_seed"),
        ("stramash.core.game", "sow", "set_seed"),
        ("stramash.core.game", "SearchSettings", "SearchParameters"),
        ("stramash.core.game", "KernelSettings", "KernelParameters"),
        ("stramash.core.tuning", "SearchSettings", "SearchParameters"),
        ("stramash.core.options", "spell", "format_option"),
        ("stramash.arena", "Setting", "GameSpec"),
        ("stramash.arena.games", "Setting", "GameSpec"),
        ("stramash.table.settings", "Settings", "ServerSettings"),
        ("stramash.bots", "quick", "fallback_for"),
        ("stramash.arena.review", "judge_moves", "evaluate_moves"),
        ("stramash.bots.network", "Judgement", "Evaluation"),
    ],
)
def test_a_former_name_of_a_module_is_found_with_a_warning(module: str, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is now called {new}"):
        assert getattr(import_module(module), old) is getattr(import_module(module), new)


def test_an_unknown_name_of_a_module_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'reap'"):
        getattr(import_module("stramash.core.state"), "reap")  # noqa: B009


def test_former_attributes_are_found_with_a_warning() -> None:
    position = GAME.deal(1)
    position.play(position.legal[0])
    with pytest.warns(DeprecationWarning, match=r"Record\.actions"):
        assert position.record().turns == position.record().actions
    with pytest.warns(DeprecationWarning, match=r"log_with_names"):
        assert position.tell(None, "en", [["Ann", "Bob"]]) == position.log(None, "en", ["Ann", "Bob"])
    with pytest.warns(DeprecationWarning, match=r"describe_facts"):
        assert position.view(0).tell_facts("fr") == position.view(0).describe_facts("fr")
    with (
        Tournament(GAME, ["random", "greedy"], pairs=1) as tournament,
        pytest.warns(DeprecationWarning, match="game_spec"),
    ):
        assert tournament.setting == GameSpec.of(GAME)


def test_the_former_keyword_of_a_search_is_accepted_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="parameters"):
        SearchBot(1, Budget(simulations=1), settings=SearchParameters(plies=0))


def test_former_methods_of_bots_are_called_with_a_warning() -> None:
    view = GAME.deal(1).view(0)
    with pytest.warns(DeprecationWarning, match=r"GreedyBot\.evaluate"):
        assert GreedyBot(1).weigh(view) == GreedyBot(1).evaluate(view)
    with pytest.warns(DeprecationWarning, match=r"NetworkBot\.evaluate"):
        assert NetworkBot().judge(view).best == NetworkBot().evaluate(view).best
    bots = [SearchBot(1, Budget(simulations=8)) for _ in range(2)]
    with pytest.warns(DeprecationWarning, match=r"SearchBot\.evaluate"):
        assert bots[0].judge(view, view.legal[0], 2) == bots[1].evaluate(view, view.legal[0], 2)


def test_the_former_name_of_a_hook_is_called_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="imagine_history"):

        class Old(type(GAME)):  # type: ignore[misc]
            def retell(self, history: History, seat: int, state: Any, dice: random.Random) -> History:
                del seat, state, dice
                return history[:1]

    old: Game = Old()
    assert old.imagine_history([(0, 1), (1, 2)], 0, None, random.Random(1)) == [(0, 1)]


def test_the_former_name_of_a_meaning_is_called_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="to_json"):

        class Old(Count):
            def tell(self, number: int, state: Any) -> int:
                del state
                return -number

    assert Old(0, 9).to_json(3, None) == -3


def test_the_former_name_of_an_operation_of_networks_is_called_with_a_warning() -> None:
    layers = object.__new__(ExactLayers)
    with pytest.warns(DeprecationWarning, match="to_int8"):
        assert layers.whole(np.array([1.2, -0.7])).tolist() == [1, -1]
