"""An agent that learns Schotten Totten by playing itself: PPO in PyTorch on `BatchGame`, in minutes on a CPU.

    python examples/ppo.py [--updates N] [--games N] [--seed N] [--device cuda]

The game is a small one: three stones, four clans of six cards, four in hand. One network plays both seats of
many games at once. Now and then it meets bots, from whom it never learns, and beats them more and more often.
Needs `pip install torch`. With `--device cuda` games and network share the memory of the GPU.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from stramash import StramashError, bots, load
from stramash.lab import BatchGame

GAME = load("schotten-totten", stones=3, clans=4, strengths=6, hand=4)
RIVALS = ("random", "bairn", "greedy")
STEPS, EPOCHS, MINIBATCH = 32, 2, 1024  # steps: decisions of each game between two updates
LEARNING_RATE, CLIP, VALUE, ENTROPY, TRACE = 2.5e-3, 0.2, 0.5, 0.003, 0.95


class Player(nn.Module):  # type: ignore[misc]
    """Says how likely it is to choose each action, and what it expects of the game."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        first, second = nn.Linear(GAME.tensor_size, width), nn.Linear(width, width)
        self.body = nn.Sequential(first, nn.ReLU(), second, nn.ReLU())
        self.policy, self.value = nn.Linear(width, GAME.num_actions), nn.Linear(width, 1)
        # few inputs are not zero, and through PyTorch's own small weights little of them would be left
        for part, gain in ((first, 2**0.5), (second, 2**0.5), (self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(part.weight, gain)

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the likelihoods, none for what is not legal, and the reward expected."""
        body = self.body(seen)
        preference = self.policy(body).masked_fill(~legal, -1e9)
        return preference.log_softmax(1), self.value(body).squeeze(1)


class Decisions(NamedTuple):
    """What was decided, a row each, and what came of it."""

    seen: Tensor
    legal: Tensor
    action: Tensor
    likelihood: Tensor
    surprise: Tensor  # by how much it went better than expected
    worth: Tensor


def look(batch: BatchGame) -> list[Tensor]:
    """Return what the players to act see and may do: in the memory of the batch, where each step writes."""
    return [torch.as_tensor(it, device=batch.device) for it in (batch.observe(), batch.legal_mask())]


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(player: Player, batch: BatchGame) -> Decisions:
    """Return the decisions of some steps of self-play."""
    shared = (batch.player, batch.over, batch.rewards)
    owner, over, rewards = (torch.as_tensor(it, device=batch.device) for it in shared)
    every = torch.arange(batch.size, device=batch.device)
    rows = []
    for _ in range(STEPS):
        (seen, legal), seat = (it.clone() for it in look(batch)), owner.long()
        likely, expected = player(seen, legal)
        action = likely.exp().multinomial(1).squeeze(1)
        batch.step(action)
        # what lies ahead is good for the other seat if the turn went there, and for nobody after the end
        turn = torch.where(owner == seat, 1.0, -1.0) * ~over
        rows.append((seen, legal, action, likely[every, action], expected, rewards[every, seat], turn))
    seen, legal, action, likelihood, expected, reward, turn = map(torch.stack, zip(*rows, strict=True))
    surprise, later, ahead = torch.zeros_like(expected), torch.zeros_like(reward[0]), player(*look(batch))[1]
    for step in reversed(range(STEPS)):
        later = reward[step] + turn[step] * (ahead + TRACE * later) - expected[step]
        surprise[step], ahead = later, expected[step]
    columns = (seen, legal, action, likelihood, surprise, surprise + expected)
    return Decisions(*(column.flatten(0, 1) for column in columns))


def update(player: Player, optimiser: torch.optim.Optimizer, played: Decisions) -> None:
    """Do what went better than expected more often, but change little at a time."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(played.action), device=played.action.device).split(MINIBATCH):
            some = Decisions(*(column[rows] for column in played))
            likely, expected = player(some.seen, some.legal)
            surprise = (some.surprise - some.surprise.mean()) / (some.surprise.std() + 1e-6)
            ratio = (likely.gather(1, some.action[:, None]).squeeze(1) - some.likelihood).exp()
            gain = torch.minimum(ratio * surprise, ratio.clamp(1 - CLIP, 1 + CLIP) * surprise).mean()
            error = (expected - some.worth).square().mean()
            certainty = (likely.exp() * likely).sum(1).mean()
            optimiser.zero_grad()
            (VALUE * error - gain + ENTROPY * certainty).backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()  # type: ignore[untyped-decorator]
def wins(player: Player, rival: str, games: int = 400) -> float:
    """Return how often the player beats a bot; half of the games it goes second."""
    batch = BatchGame(GAME, games, redeal=False)
    batch.reset(seeds=10**6)
    bot, mine, worth = bots.make(rival, seed=1), np.arange(games) % 2, np.zeros(games)
    while (batch.player >= 0).any():
        likely, _ = player(*(it.to(player.value.weight.device) for it in look(batch)))
        actions = likely.argmax(1).cpu().numpy()
        for index in np.flatnonzero(batch.player == 1 - mine):
            actions[index] = bot.choose(batch.position(int(index)).view(1 - int(mine[index])))
        batch.step(actions)
        worth += np.where(batch.over, batch.rewards[np.arange(games), mine], 0)
    return float((worth.mean() + 1) / 2)


def learn(updates: int, games: int = 256, device: str = "cpu", seed: int = 1) -> Iterator[Player]:
    """Yield the player before the first update, and after each; each learns less than the one before."""
    torch.manual_seed(seed)
    batch, player = BatchGame(GAME, games, device), Player().to(device)
    batch.reset(seeds=seed)
    optimiser = torch.optim.Adam(player.parameters(), LEARNING_RATE, eps=1e-5)
    yield player
    for done in range(updates):
        optimiser.param_groups[0]["lr"] = LEARNING_RATE * (1 - done / updates)
        update(player, optimiser, play(player, batch))
        yield player


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learn a small Schotten Totten by self-play.")
    for name, number in (("updates", 120), ("games", 256), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    chosen, start = parser.parse_args(), time.perf_counter()
    try:
        for done, player in enumerate(learn(**vars(chosen))):
            if done == 0:
                print("updates  seconds" + "".join(f"{f'beats {rival}':>15}" for rival in RIVALS))
            if done % 40 == 0 or done == chosen.updates:
                rates = "".join(f"{wins(player, rival):15.0%}" for rival in RIVALS)
                print(f"{done:7}  {time.perf_counter() - start:7.0f}{rates}", flush=True)
    except StramashError as error:
        parser.exit(2, f"{error}\n")
