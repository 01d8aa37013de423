"""An agent that learns by playing itself: PPO in PyTorch on `BatchGame`, on the CPU, in a minute or two.

    python examples/ppo.py [--updates N] [--games N]

The game is a small Schotten Totten: one stone, three clans of six cards, four in hand. One network plays both
seats. Between updates it meets a player who chooses at random, and wins more and more often. Needs
`pip install torch`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

import stramash
from stramash.lab import BatchGame

SMALL = {"stones": 1, "clans": 3, "strengths": 6, "hand": 4}

STEPS = 24  # decisions of each game between two updates
EPOCHS = 3
MINIBATCH = 2048
CLIP = 0.2
VALUE, ENTROPY = 0.5, 0.01
LEARNING_RATE = 1e-3


class Player(nn.Module):  # type: ignore[misc]
    """Says which action it prefers, and how well it stands."""

    def __init__(self, game: stramash.Game, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(game.tensor_size, width), nn.ReLU(), nn.Linear(width, width))
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """Return a choice among the legal actions, and the reward expected at the end."""
        body = self.body(seen).relu()
        preference = self.policy(body).masked_fill(~legal, -1e9)
        return torch.distributions.Categorical(logits=preference), self.value(body).squeeze(-1)


@dataclass
class Played:
    """Decisions whose games have ended, one a row."""

    seen: Tensor
    legal: Tensor
    action: Tensor
    likelihood: Tensor
    worth: Tensor  # what the game was worth to who decided
    expected: Tensor

    def shuffled(self, size: int) -> Iterator[Played]:
        """Yield all rows in random order, so many at a time."""
        for rows in torch.randperm(len(self.action)).split(size):
            yield Played(*(column[rows] for column in vars(self).values()))


def look(batch: BatchGame) -> tuple[Tensor, Tensor]:
    """Return what the players to act see and may do; copied, since the next step writes there again."""
    return torch.from_numpy(batch.observe()).clone(), torch.from_numpy(batch.legal_mask()).bool()


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(player: Player, batch: BatchGame) -> Played:
    """Let the player play itself for a while; games that do not end in that time teach nothing."""
    rows = []
    worth = np.full((STEPS, batch.size), np.nan, np.float32)
    begun = np.zeros(batch.size, int)
    seats = np.zeros((STEPS, batch.size), int)
    for step in range(STEPS):
        seats[step] = batch.player
        seen, legal = look(batch)
        choice, expected = player(seen, legal)
        action = choice.sample()
        rows.append((seen, legal, action, choice.log_prob(action), expected))
        batch.step(action.numpy())
        for game in np.flatnonzero(batch.over):
            mine = slice(begun[game], step + 1)
            worth[mine, game] = batch.rewards[game][seats[mine, game]]
            begun[game] = step + 1
    ended = torch.from_numpy(~np.isnan(worth)).flatten()
    seen, legal, action, likelihood, expected = (
        torch.cat(column)[ended] for column in zip(*rows, strict=True)
    )
    return Played(seen, legal, action, likelihood, torch.from_numpy(worth).flatten()[ended], expected)


def update(player: Player, optimiser: torch.optim.Optimizer, played: Played) -> None:
    """Do what went better than expected more often, but change little at a time."""
    for _ in range(EPOCHS):
        for rows in played.shuffled(MINIBATCH):
            choice, expected = player(rows.seen, rows.legal)
            surprise = rows.worth - rows.expected
            surprise = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
            ratio = (choice.log_prob(rows.action) - rows.likelihood).exp()
            gain = torch.minimum(ratio * surprise, ratio.clamp(1 - CLIP, 1 + CLIP) * surprise).mean()
            error = (expected - rows.worth).square().mean()
            loss = VALUE * error - gain - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()  # type: ignore[untyped-decorator]
def wins_against_chance(player: Player, game: stramash.Game, games: int, seed: int) -> float:
    """Return how often the player beats one who chooses at random; half of the games it goes second."""
    batch = BatchGame(game, games, redeal=False)
    batch.reset(seeds=seed)
    mine = np.arange(games) % 2
    worth = np.zeros(games)
    while (batch.player >= 0).any():
        choice, _ = player(*look(batch))
        actions = np.where(batch.player == mine, choice.sample().numpy(), batch.sample())
        batch.step(actions)
        worth += np.where(batch.over, batch.rewards[np.arange(games), mine], 0)
    return float((worth.mean() + 1) / 2)


def learn(updates: int, games: int, seed: int = 1) -> Iterator[tuple[int, float]]:
    """Yield, now and then, after how many updates the player wins how often."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the network is too small to share
    game = stramash.load("schotten-totten", **SMALL)
    batch = BatchGame(game, games)
    batch.reset(seeds=seed)
    player = Player(game)
    optimiser = torch.optim.Adam(player.parameters(), LEARNING_RATE)
    for done in range(updates + 1):
        if done % 10 == 0 or done == updates:
            yield done, wins_against_chance(player, game, 1000, seed=10**6)
        if done < updates:
            update(player, optimiser, play(player, batch))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learn a small Schotten Totten by self-play.")
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--games", type=int, default=256)
    for done, wins in learn(**vars(parser.parse_args())):
        print(f"{done:4} updates: wins {wins:.1%} against chance", flush=True)
