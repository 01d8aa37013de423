"""Every game's network: NumPy agrees with PyTorch, is exact, and never picks an illegal action."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

import stramash
from stramash.bots.network import NetworkBot, load_player
from stramash.core.game import Game
from stramash.core.network import ACTIVATION_BITS, ExactLayers, PlainNetwork
from stramash.core.weights import About, network_of, write_weights
from stramash.learn.model import Model

VARIANTS = [
    stramash.load(name, **variant)
    for name in stramash.games()
    for variant in network_of(stramash.load(name)).variants
]


def weights_of(game: Game, seed: int = 0) -> dict[str, npt.NDArray[np.float16]]:
    """Return weights that are far from their start, so that every layer matters."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    start = Model(network_of(game)).arrays()
    return {name: (it + rng.normal(0, 0.05, it.shape)).astype(np.float16) for name, it in start.items()}


def observations(game: Game, count: int = 40) -> npt.NDArray[np.float32]:
    """Return what players see in random games."""
    dice, seen = random.Random(1), []
    for seed in range(100):
        position = game.deal(seed)
        while not position.over:
            if dice.random() < 0.2:
                seen.append(position.view(position.player).tensor)
            if len(seen) == count:
                return np.stack(seen)
            position.play(dice.choice(position.legal))
    raise AssertionError("games are too short")


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_numpy_agrees_with_pytorch(game: Game) -> None:
    network, weights, seen = network_of(game), weights_of(game), observations(game)
    exact = ExactLayers(network, weights)
    model = Model(network)
    model.load(weights)
    with torch.no_grad():
        wanted_logits, wanted_values = (it.numpy() for it in model(torch.from_numpy(seen)))
    logits, values = network.forward(exact, exact.inputs(seen))
    assert logits.shape == (len(seen), game.num_actions)
    assert np.abs(logits - wanted_logits).max() < 1e-3
    assert np.abs(values - wanted_values).max() < 1e-3


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_results_do_not_depend_on_the_size_of_the_batch(game: Game) -> None:
    """Exact sums have no order: one by one or together, every bit is the same."""
    network, seen = network_of(game), observations(game, 8)
    exact = ExactLayers(network, weights_of(game))
    together = network.forward(exact, exact.inputs(seen))
    for row in range(len(seen)):
        alone = network.forward(exact, exact.inputs(seen[row : row + 1]))
        assert (alone[0][0] == together[0][row]).all()
        assert alone[1][0] == together[1][row]


def test_sums_are_the_same_in_every_order() -> None:
    """Two machines add up in different orders; here the columns of a layer are shuffled instead."""
    game = stramash.load("schotten-totten")
    network, rng = PlainNetwork(game), np.random.default_rng(2)
    weights = {name: rng.normal(0, 1, it.shape) for name, it in network.weights.items()}
    seen = observations(game, 16)
    order = rng.permutation(game.tensor_size)
    shuffled = weights | {"first_w": weights["first_w"][:, order]}
    one, two = ExactLayers(network, weights), ExactLayers(network, shuffled)
    assert (one.linear("first", one.inputs(seen)) == two.linear("first", two.inputs(seen[:, order]))).all()
    steps = one.linear("first", one.inputs(seen)) * (1 << ACTIVATION_BITS)
    assert (steps == np.rint(steps)).all()


@pytest.mark.parametrize("game", VARIANTS[::2], ids=str)
def test_the_bot_always_picks_a_legal_action(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    write_weights(path, weights_of(game), About.of(game, "test", 0))
    players = [NetworkBot(seat, temperature=float(seat % 2), weights=path) for seat in range(game.players)]
    position = game.deal(5)
    for _ in range(120):
        if position.player is None:
            break
        action = players[position.player].choose(position.view(position.player))
        assert action in position.legal
        position.play(action)


def test_equal_logits_go_to_the_lowest_action(tmp_path: Path) -> None:
    game = stramash.load("schotten-totten")
    path = tmp_path / "network.npz"
    zero = {name: np.zeros(it.shape, np.float16) for name, it in network_of(game).weights.items()}
    write_weights(path, zero, About.of(game, "test", 0))
    view = game.deal(1).view(0)
    assert NetworkBot(weights=path).choose(view) == min(view.legal)
    assert load_player(game, path).evaluate(view).chance == 0.5


def test_colours_can_be_exchanged_in_schotten_totten() -> None:
    """The network shares its weights over colours: exchanged colours give exchanged logits."""
    game = stramash.load("schotten-totten")
    network, weights = network_of(game), weights_of(game)
    exact, seen = ExactLayers(network, weights), observations(game, 6)
    features = (game.tensor_size - 54 - 28) // 54
    order = [3, 0, 5, 1, 2, 4]

    def exchange(cards: Any) -> Any:
        return cards.reshape(len(cards), 6, -1)[:, order].reshape(cards.shape)

    other = np.concatenate([exchange(seen[:, : 54 * features]), seen[:, 54 * features :]], 1)
    plain = network.forward(exact, exact.inputs(seen))
    exchanged = network.forward(exact, exact.inputs(other))
    assert (exchange(plain[0][:, :486]) == exchanged[0][:, :486]).all()
    assert (plain[0][:, 486:] == exchanged[0][:, 486:]).all()
    assert (plain[1] == exchanged[1]).all()


def test_weights_of_a_network_fit_three_megabytes() -> None:
    for game in VARIANTS:
        assert network_of(game).size * 2 <= 3_000_000
