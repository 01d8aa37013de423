"""While a bot is being compiled, another decides for it, at once."""

from __future__ import annotations

import pytest

import stramash
from stramash import bots
from stramash.bots import fallback
from stramash.core.position import View

GAME = "schotten-totten"


@pytest.fixture
def view() -> View:
    return stramash.load(GAME).deal(seed=3).view(0)


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "bots_are_compiled", lambda _game: False)


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("spec", ["search:2000", "guided:0.5s"])
def test_the_network_decides_for_a_search(spec: str, view: View) -> None:
    bot = bots.fallback_for(bots.make(spec), view.game)
    assert isinstance(bot, bots.NetworkBot)
    assert bot.choose(view) in view.legal


@pytest.mark.usefixtures("nothing_compiled")
def test_without_weights_a_greedy_bot_decides_for_a_search(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fallback, "has_network", lambda _game: False)
    assert isinstance(bots.fallback_for(bots.make("search:2000"), view.game), bots.GreedyBot)
    hint = bots.hint_now(view, "fr")
    assert (hint.action in view.legal, hint.chance) == (True, None)
    assert hint.reason == "Le meilleur coup à première vue."


@pytest.mark.usefixtures("nothing_compiled")
def test_a_greedy_bot_imagines_one_position(view: View) -> None:
    bot = bots.fallback_for(bots.make("greedy"), view.game)
    assert isinstance(bot, bots.GreedyBot)
    assert bot.worlds == 1


@pytest.mark.usefixtures("nothing_compiled")
def test_a_seeded_greedy_bot_plays_the_same_game_while_it_is_interpreted(view: View) -> None:
    """As at a table, where the replacement is asked for before each action."""

    def choices(seed: int) -> list[int]:
        bot = bots.make("greedy", seed)
        return [bots.fallback_for(bot, view.game).choose(view) for _ in range(6)]

    assert choices(1) == choices(1)


@pytest.mark.usefixtures("nothing_compiled")
def test_levels_of_a_game_without_a_network_wait_for_no_compiler() -> None:
    """A variant that no network was trained for: its levels look ahead, but not before they are compiled."""
    small = stramash.load(GAME, stones=3)
    for level in ("crofter", "chieftain"):
        assert isinstance(bots.fallback_for(bots.make(level), small), bots.GreedyBot)


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("spec", ["random", "network", "bairn", "drover", "crofter"])
def test_bots_that_are_quick_enough_decide_themselves(spec: str, view: View) -> None:
    bot = bots.make(spec)
    assert bots.fallback_for(bot, view.game) is bot


def test_compiled_bots_decide_themselves(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "bots_are_compiled", lambda _game: True)
    bot = bots.make("search:2000")
    assert bots.fallback_for(bot, view.game) is bot


@pytest.mark.usefixtures("nothing_compiled")
def test_a_hint_comes_from_the_network_meanwhile(view: View) -> None:
    hint = bots.hint_now(view)
    assert hint.action == bots.NetworkBot().choose(view)
    assert hint.chance is not None
    assert hint.reason == f"Wins {round(100 * hint.chance)}% of the time."
