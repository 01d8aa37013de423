"""The games as PettingZoo environments: one seat decides at a time (AEC).

>>> from stramash.lab import pettingzoo
>>> env = pettingzoo.env("schotten-totten", tactics=True)
>>> env.reset(seed=7)
>>> env.agents, env.agent_selection
(['seat_0', 'seat_1'], 'seat_0')
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((1618,), 63)

An observation has the tensor of the seat's view, which the game's spec page describes index by index, and the
action mask. A sole winner gets the reward 1, and rewards add up to 0; see `BatchGame.rewards`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stramash.core.extras import extra
from stramash.core.game import Game
from stramash.core.numbers import as_int
from stramash.core.options import OptionValue
from stramash.core.seeds import check_seed
from stramash.games import load
from stramash.lab.play import Play, check_action

with extra("lab"):
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from stramash.lab.rendering import RENDER_MODES, check_render_mode, show

__all__ = ["SeatsEnv", "TogetherEnv", "cycle_env", "env", "observation_space", "parallel_env"]

#: Bounds of observations. Most numbers are from 0 to 1; coordinates and full tiles of Glen More exceed that
_LIMIT = 10.0

#: The number of bits of a random seed
_DEAL_BITS = 63


def observation_space(game: Game) -> Dict:
    """Return the observation space of a seat: `observation` and `action_mask`."""
    return Dict(
        {
            "observation": Box(-_LIMIT, _LIMIT, (game.tensor_size,), np.float32),
            "action_mask": Box(0, 1, (game.num_actions,), np.int8),
        }
    )


class _Seats:
    """What both kinds of environment share: the game, its seats and their spaces."""

    metadata: dict[str, Any]
    possible_agents: list[str]

    def __init__(
        self,
        game: Game,
        *,
        max_cycles: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None and (as_int(max_cycles) or 0) < 1:
            raise ValueError(
                f"max_cycles={max_cycles!r} is not possible: a whole number from 1, or None for no end"
            )
        if illegal not in ("raise", "random"):
            raise ValueError(f"illegal={illegal!r} is not possible: choose raise or random")
        self.illegal = illegal
        self.game = game
        self.table = Play(game)
        self.max_cycles = max_cycles
        self.render_mode = check_render_mode(render_mode)
        #: the agents in the game: none before the deal and after the end
        self.agents: list[str] = []
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(game.num_actions) for agent in self.possible_agents}
        self.metadata = {
            "name": f"{game.name.replace('-', '_')}_v{game.version}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._random = np.random.default_rng()

    def _deal(self, seed: int | None) -> None:
        """Deal from a seed; without one, from the seed after the last one."""
        if seed is not None:
            self._random = np.random.default_rng(check_seed(seed))
        self.table.deal(seed if seed is not None else int(self._random.integers(1 << _DEAL_BITS)))

    def _play(self, action: int) -> None:
        """Play an action; with `illegal="random"`, a random legal one in place of an illegal one."""
        if self.illegal == "random":
            legal = self.table.legal()
            if action not in legal:
                action = int(self._random.choice(legal))
        self.table.play(action)

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the observation space of this seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the action space; the mask says which actions are legal."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation and the action mask of a seat."""
        tensor, mask = self.table.look(self.seats[agent])
        return {"observation": tensor, "action_mask": mask}

    def render(self) -> Any:
        """Render the game as the seat to act sees it; a finished game as a spectator sees it."""
        seat = None if self.table.over else self.table.player
        return show(self.table.view(seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class SeatsEnv(_Seats, AECEnv):  # type: ignore[misc]
    """The AEC environment: the seat to act by the rules takes each step.

    With `illegal="random"` an illegal action is replaced by a random legal one, for learners that cannot read
    a mask; otherwise it raises IllegalAction.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        del options
        self._deal(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.player]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play the action of the seat to act; agents of a finished game step with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide: give an action, None is for seats of a finished game")
        self._play(check_action(action, self.game))
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.table.player]
            if self.max_cycles and len(self.table.history) >= self.max_cycles * self.game.players:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class TogetherEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """The parallel environment: every seat gives an action in every cycle.

    Only the action of the seat to act counts. `illegal` has the same meaning as in `SeatsEnv`.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game; return the observation of each seat and empty infos."""
        del options
        self._deal(seed)
        self.agents = [*self.possible_agents]
        self.cycles = 0
        if self.render_mode == "human":
            self.render()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the action of the seat to act; actions of other seats are ignored."""
        if not self.agents:
            raise ValueError("no agents before the deal and after the end: call reset() to deal a game")
        acting = self.possible_agents[self.table.player]
        if acting not in actions:
            raise ValueError(f"{acting} has to decide: its action is missing")
        self._play(check_action(actions[acting], self.game))
        self.cycles += 1
        over, cut = self.table.over, not self.table.over and self.cycles == self.max_cycles
        agents = self.agents
        seen = self._seen()
        rewards = dict(zip(agents, self.table.returns, strict=True))
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        infos: dict[str, Any] = {agent: {} for agent in agents}
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _seen(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}


def env(
    game: str,
    *,
    players: int | None = None,
    max_cycles: int | None = None,
    illegal: str = "raise",
    render_mode: str | None = None,
    **options: OptionValue,
) -> AECEnv:
    """Return the AEC environment of a game with its options; it detects calls out of order.

    With `max_cycles` it is truncated after `max_cycles` actions a seat.
    """
    loaded = load(game, players=players, **options)
    seats = SeatsEnv(loaded, max_cycles=max_cycles, illegal=illegal, render_mode=render_mode)
    return OrderEnforcingWrapper(seats)


def parallel_env(
    game: str,
    *,
    players: int | None = None,
    max_cycles: int | None = None,
    illegal: str = "raise",
    render_mode: str | None = None,
    **options: OptionValue,
) -> ParallelEnv:
    """Return the parallel environment of a game with its options."""
    loaded = load(game, players=players, **options)
    return TogetherEnv(loaded, max_cycles=max_cycles, illegal=illegal, render_mode=render_mode)


def cycle_env(game: str, **settings: Any) -> AECEnv:
    """Return `parallel_env` converted to the AEC interface."""
    return parallel_to_aec(parallel_env(game, **settings))
