"""Games among copies of one network that play at different temperatures: all games of a list side by side.

One forward pass decides in many games, which is ten times faster than a game after the other. Results are
those of `stramash.arena`, with `network:T` for the bot that plays at temperature T.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import stramash
from stramash.arena.games import GameSpec, Result
from stramash.arena.schedule import Fixture
from stramash.bots.network import CHECKED, Player
from stramash.bots.rules.rollouts import worlds_of
from stramash.core.game import Game
from stramash.lab import BatchGame

__all__ = ["games_for", "keep", "play_fixtures", "say", "temperature_of"]

#: Observations of one forward pass: what it computes from them fits the caches
CHUNK = 128
#: Positions with this action stay as they are
NO_ACTION = -1
#: Called before each step with the batch and the games that are not over
Watch = Callable[[BatchGame, npt.NDArray[np.int64]], None]


def temperature_of(spec: str) -> float:
    """Return the temperature of `network` or `network:T`.

    >>> temperature_of("network"), temperature_of("network:1.5")
    (0.0, 1.5)
    """
    name, _, temperature = spec.partition(":")
    if name != "network":
        raise SystemExit(f"{spec} is no network: write network or network:1.5")
    return float(temperature or 0)


def play_fixtures(
    game: Game, fixtures: Sequence[Fixture], player: Player, seed: int = 1, watch: Watch | None = None
) -> list[Result]:
    """Play all fixtures to their end and return their results."""
    size, rng = len(fixtures), np.random.default_rng(seed)
    batch = BatchGame(game, size, redeal=False)
    batch.reset(seeds=[fixture.deal for fixture in fixtures])
    heat = np.array([[temperature_of(spec) for spec in fixture.seats] for fixture in fixtures])
    rewards, decisions = np.zeros((size, game.players)), np.zeros((size, game.players), np.int64)
    plies = np.zeros(size, np.int64)
    while (playing := np.flatnonzero(batch.player >= 0)).size:
        if watch is not None:
            watch(batch, playing)
        masks, seats = batch.legal_mask(), batch.player.copy()
        choosing = playing[masks[playing].sum(1) > 1]
        actions = masks.argmax(1)
        actions[choosing] = _choose(batch, choosing, heat[choosing, seats[choosing]], player, rng)
        batch.step(actions)
        decisions[choosing, seats[choosing]] += 1
        plies[playing] += 1
        rewards += np.where(batch.over[:, None], batch.rewards, 0)
    spec = GameSpec.of(game)
    return [
        Result(
            spec,
            fixture,
            tuple(np.flatnonzero(rewards[index] >= rewards[index].max()).tolist()),
            tuple(batch.scores[index].tolist()),
            int(plies[index]),
            tuple(decisions[index].tolist()),
            (0.0,) * game.players,
        )
        for index, fixture in enumerate(fixtures)
    ]


def _choose(
    batch: BatchGame,
    games: npt.NDArray[np.int64],
    heat: npt.NDArray[np.float64],
    player: Player,
    rng: np.random.Generator,
) -> npt.NDArray[np.int64]:
    """Return an action for each of these games, sampled at its temperature."""
    chosen: list[Any] = [np.zeros(0, np.int64)]
    seen, masks = batch.observe(), batch.legal_mask()
    for start in range(0, len(games), CHUNK):
        part = games[start : start + CHUNK]
        logits, _ = player.forward(seen[part])
        warm = heat[start : start + CHUNK, None]
        sampled = np.where(masks[part], logits + rng.gumbel(size=logits.shape) * warm, -np.inf).argmax(1)
        favourites = np.argsort(-np.where(masks[part], logits, -np.inf), 1, "stable")[:, :CHECKED]
        for action in favourites.T[::-1]:
            allowed = np.where((warm[:, 0] > 0) & masks[part, action], action, NO_ACTION)
            sampled = np.where(_win(batch, part, allowed), action, sampled)
        chosen.append(sampled)
    return np.concatenate(chosen)


def _win(
    batch: BatchGame, games: npt.NDArray[np.int64], actions: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Return where an action wins at once."""
    loops, states = worlds_of(batch.game.rules), batch.states[games].copy()
    loops.begin(states, actions)
    gains = np.zeros((len(games), batch.game.players))
    loops.shares(states, gains)
    won: npt.NDArray[np.bool_] = gains[np.arange(len(games)), batch.player[games]] > 0
    return won


def games_for(names: Sequence[str], players: Sequence[int]) -> Iterator[Game]:
    """Yield these games, or all, for the numbers of players that each can have."""
    for name in names or stramash.games():
        for count in players:
            if count in stramash.load(name).player_counts:
                yield stramash.load(name, players=count)


def keep(results: Path, game: Game, measured: dict[str, Any]) -> None:
    """Write what was measured into a file of results."""
    content = json.loads(results.read_text()) if results.exists() else {}
    content.setdefault(game.name, {})[str(game.players)] = measured
    results.write_text(json.dumps(content, indent=1) + "\n")


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)
