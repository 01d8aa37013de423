"""The guided search: it stays with the network where it cannot tell, and leaves it where it can."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import stramash
from stramash import bots
from stramash.bots.guided import Guidance, GuidedBot, _Trial
from stramash.bots.search import Budget
from stramash.core.position import View

SCHOTTEN, LORDS = stramash.load("schotten-totten"), stramash.load("lords-of-scotland", players=2)
games = pytest.mark.parametrize("game", [SCHOTTEN, LORDS], ids=repr)
FEW = Budget(simulations=40)


def choices(game: stramash.Game, bot: bots.Bot, *, redealt: bool = False) -> list[int]:
    """Return what a bot plays as seat 0 against the network; `redealt`: with all hidden cards dealt again."""
    position, network = game.deal(seed=9), bots.make("network")
    found: list[int] = []
    while position.player is not None and len(found) < 12:
        view = position.view(position.player)
        if redealt:
            again = view.imagine(rng=len(found)).view(position.player)
            view = View(game, np.array([again.state], again.state.dtype), again.seat, view.seen)
        action = (bot if position.player == 0 else network).choose(view)
        assert action in position.legal
        if position.player == 0:
            found.append(action)
        position.play(action)
    return found


@games
def test_it_plays_the_same_with_the_same_seed(game: stramash.Game) -> None:
    assert choices(game, GuidedBot(3, FEW)) == choices(game, GuidedBot(3, FEW))


@games
def test_its_choices_do_not_change_when_everything_hidden_is_redealt(game: stramash.Game) -> None:
    """The same with its memory of earlier views."""
    assert choices(game, GuidedBot(3, FEW), redealt=True) == choices(game, GuidedBot(3, FEW))


@games
def test_with_one_world_it_plays_as_the_network(game: stramash.Game) -> None:
    position, network = game.deal(seed=4), bots.make("network")
    for _ in range(10):
        assert position.player is not None
        view = position.view(position.player)
        action = network.choose(view)
        assert GuidedBot(1, Budget(simulations=1)).choose(view) == action
        position.play(action)


@pytest.mark.parametrize("simulations", [7, 60, 200])
def test_it_uses_its_simulations(simulations: int) -> None:
    thought = GuidedBot(1, Budget(simulations=simulations)).think(SCHOTTEN.deal(seed=4).view(0))
    assert simulations // 2 < thought.simulations <= max(simulations, 6)
    assert all(0 <= one.chance <= 1 for one in thought.considered)


class Measured:
    """Results with a mean for each action, and noise."""

    def __init__(self, means: dict[int, float], noise: float) -> None:
        self._means, self._noise = means, noise

    def try_actions(
        self, worlds: Any, seat: int, actions: list[int], rng: np.random.Generator
    ) -> npt.NDArray[np.float64]:
        """Return the results of actions in some worlds."""
        del seat
        return np.array([self._means[it] + self._noise * rng.normal(size=worlds) for it in actions])


class Counted:
    """Worlds of which only the number matters."""

    def draw(self, count: int) -> int:
        """Return the number of worlds."""
        return count


def choose_by(means: dict[int, float], noise: float, simulations: int, seed: int) -> int:
    """Return the choice among actions that the network prefers in this order, one nat apart."""
    preferences = -np.arange(len(means), dtype=np.float64)
    rollouts: Any = Measured(means, noise)
    worlds: Any = Counted()
    view = SCHOTTEN.deal(seed=1).view(0)
    rng = np.random.default_rng(seed)
    trial = _Trial(view, list(means), preferences, Guidance(), rollouts, worlds, rng)
    trial.run(Budget(simulations=simulations), 0.0, None, until_settled=True)
    return trial.thought().best.action


def test_noise_alone_seldom_moves_it_away_from_the_network() -> None:
    means = {0: 0.5} | dict.fromkeys(range(1, 6), 0.47)
    for simulations in (12, 60, 300):
        stayed = sum(choose_by(means, 0.2, simulations, seed) == 0 for seed in range(100))
        assert stayed >= 80


def test_it_finds_an_action_that_is_clearly_better() -> None:
    means = {0: 0.5, 1: 0.45, 2: 0.5, 3: 0.65, 4: 0.4, 5: 0.5}
    assert sum(choose_by(means, 0.2, 400, seed) == 3 for seed in range(100)) >= 95


def test_an_action_that_is_asked_about_is_never_dropped() -> None:
    view = SCHOTTEN.deal(seed=4).view(0)
    for action in view.legal[::17]:
        thought, considered = GuidedBot(1, Budget(simulations=60)).evaluate(view, action)
        assert considered.action == action
        assert considered.visits >= thought.best.visits
