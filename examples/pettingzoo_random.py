"""Agents that choose at random, in PettingZoo.

    python examples/pettingzoo_random.py [GAME] [--seed N]

Prints the finished game as a spectator sees it, and the reward of each seat.
"""

from __future__ import annotations

import argparse

from stramash.lab import pettingzoo


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description="Play one game at random, in PettingZoo.")
    parser.add_argument("game", nargs="?", default="schotten-totten")
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()

    env = pettingzoo.env(chosen.game, render_mode="ansi")
    env.reset(seed=chosen.seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    decisions = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _info = env.last()
        rewards[agent] += reward
        if termination or truncation:
            env.step(None)
            continue
        space = env.action_space(agent)
        if decisions < len(env.agents):
            space.seed(chosen.seed)
        env.step(space.sample(observation["action_mask"]))
        decisions += 1
    print(env.render())
    print(f"{decisions} decisions; rewards: {rewards}")


if __name__ == "__main__":
    main()
