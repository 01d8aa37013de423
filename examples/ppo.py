"""An agent that learns Schotten Totten by playing itself: PPO in PyTorch on `BatchGame`, in minutes on a CPU.

    python examples/ppo.py [--updates N] [--games N] [--stones N] [--device cuda] [--curve FILE.json]

One network plays both seats of many games. Now and then it meets bots it has never learned from, and wins
more and more often. Needs `pip install torch`. On `--device cuda` games and network share the GPU's memory.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor, nn

import stramash
from stramash import bots
from stramash.lab import BatchGame

STEPS = 32  # decisions of each game between two updates
EPOCHS, MINIBATCH = 3, 1024
CLIP, VALUE, ENTROPY, TRACE = 0.2, 0.5, 0.01, 0.95
RATE = 1e-3
RIVALS = ("random", "bairn", "greedy")


class Player(nn.Module):  # type: ignore[misc]
    """Says which actions it prefers, and how well it stands."""

    def __init__(self, game: stramash.Game, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(game.tensor_size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return how likely each action is, as logarithms, and the reward expected at the end."""
        body = self.body(seen)
        preference = self.policy(body).masked_fill(~legal, -1e9)
        return preference.log_softmax(-1), self.value(body).squeeze(-1)


def tensor(array: object, device: str) -> Tensor:
    """Return an array of a batch as a tensor in the same memory; the next step writes there again."""
    return torch.as_tensor(array, device=device)


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(player: Player, batch: BatchGame) -> list[Tensor]:
    """Let the player play itself: return what it saw, might do, did, how likely that was, what came of it."""
    device, everyone = batch.device, torch.arange(batch.size, device=batch.device)
    rows: list[tuple[Tensor, ...]] = []
    for _ in range(STEPS):
        seen, legal = (tensor(array, device).clone() for array in (batch.observe(), batch.legal_mask()))
        seat = tensor(batch.player, device).long()
        likely, expected = player(seen, legal)
        action = likely.exp().multinomial(1).squeeze(1)
        batch.step(action)
        over = tensor(batch.over, device).bool()
        reward = tensor(batch.rewards, device)[everyone, seat]
        same = torch.where(tensor(batch.player, device) == seat, 1.0, -1.0)  # what is good for them is bad
        then = torch.where(over, 0.0, same)
        rows.append((seen, legal, action, likely[everyone, action], expected, reward, then))
    seen, legal, action, likelihood, expected, reward, then = map(torch.stack, zip(*rows, strict=True))
    _, ahead = player(tensor(batch.observe(), device), tensor(batch.legal_mask(), device))
    surprise, trace = torch.zeros_like(expected), torch.zeros_like(ahead)
    for step in reversed(range(STEPS)):  # generalised advantages, over the changes of seats
        trace = reward[step] + then[step] * (ahead + TRACE * trace) - expected[step]
        surprise[step], ahead = trace, expected[step]
    columns = (seen, legal, action, likelihood, surprise, surprise + expected)
    return [column.flatten(0, 1) for column in columns]


def update(player: Player, optimiser: torch.optim.Optimizer, played: list[Tensor]) -> None:
    """Do what went better than expected more often, but change little at a time."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(played[0]), device=played[0].device).split(MINIBATCH):
            seen, legal, action, likelihood, surprise, worth = (column[rows] for column in played)
            likely, expected = player(seen, legal)
            surprise = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
            ratio = (likely.gather(1, action[:, None]).squeeze(1) - likelihood).exp()
            gain = torch.minimum(ratio * surprise, ratio.clamp(1 - CLIP, 1 + CLIP) * surprise).mean()
            error = (expected - worth).square().mean()
            entropy = -(likely.exp() * likely).sum(-1).mean()
            loss = VALUE * error - gain - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()  # type: ignore[untyped-decorator]
def wins(player: Player, game: stramash.Game, rival: str, games: int = 200, seed: int = 10**6) -> float:
    """Return how often the player beats a bot; half of the games it goes second."""
    device = next(player.parameters()).device.type
    batch = BatchGame(game, games, redeal=False)
    batch.reset(seeds=seed)
    bot = bots.make(rival, seed=seed)
    worth = 0.0
    while (batch.player >= 0).any():
        likely, _ = player(*(tensor(array, device) for array in (batch.observe(), batch.legal_mask())))
        actions = likely.argmax(1).tolist()
        for index, seat in enumerate(batch.player):
            if seat == 1 - index % 2:
                actions[index] = bot.choose(batch.position(index).view(seat))
        batch.step(actions)
        worth += sum(batch.rewards[index, index % 2] for index in range(games) if batch.over[index])
    return float(worth / games + 1) / 2


def learn(updates: int, games: int, stones: int, device: str, seed: int = 1) -> Iterator[dict[str, float]]:
    """Yield, now and then, after how many updates and seconds the player beats whom how often."""
    torch.manual_seed(seed)
    game = stramash.load("schotten-totten", stones=stones)
    batch = BatchGame(game, games, device)
    batch.reset(seeds=seed)
    player = Player(game).to(device)
    optimiser = torch.optim.Adam(player.parameters(), RATE)
    seconds = 0.0
    for done in range(updates + 1):
        if done % 10 == 0 or done == updates:
            yield {"updates": done, "seconds": seconds} | {rival: wins(player, game, rival) for rival in RIVALS}
        start = time.perf_counter()
        update(player, optimiser, play(player, batch))
        seconds += time.perf_counter() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learn a small Schotten Totten by self-play.")
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--stones", type=int, default=3)
    parser.add_argument("--device", default="cpu")
    for row in learn(**vars(parser.parse_args())):
        print(row, flush=True)
