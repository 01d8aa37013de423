"""The games as a Gymnasium environment for one learner: the other seats are played by bots.

>>> import gymnasium
>>> import stramash.lab.gymnasium
>>> env = gymnasium.make("stramash/Table-v1", game="schotten-totten", opponents="random", seat=1)
>>> observation, info = env.reset(seed=7)
>>> bool(info["action_mask"].any()), observation["observation"].shape
(True, (1378,))
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash import bots
from stramash.core.errors import BadSeat
from stramash.core.extras import extra
from stramash.core.numbers import as_int
from stramash.core.options import OptionValue
from stramash.games import load
from stramash.lab.play import Play, check_action
from stramash.lab.rules.games import reward

with extra("lab"):
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Discrete

    from stramash.lab.pettingzoo import observation_space
    from stramash.lab.rendering import RENDER_MODES, check_render_mode, show

__all__ = ["ID", "TableEnv"]

ID = "stramash/Table-v1"

#: Makes a bot from a seed
Maker: TypeAlias = Callable[[int], bots.Bot]
Opponent: TypeAlias = str | bots.Bot | Maker


def _maker_of(opponent: Any) -> Maker:
    """Return the factory of this opponent for a game; raise if it is not a bot, a name or a function."""
    if isinstance(opponent, str):
        bots.make(opponent)
        return partial(bots.make, opponent)
    if _is_bot(opponent):
        return partial(_copy_of, copy.deepcopy(opponent))
    if not callable(opponent):
        raise ValueError(
            f"{opponent!r} is not an opponent: give the name of a bot, a bot with `choose`, or a function "
            "that makes one from a seed"
        )
    maker: Maker = opponent
    return maker


def _is_bot(it: Any) -> bool:
    return callable(getattr(it, "choose", None)) and not isinstance(it, type)


def _copy_of(bot: bots.Bot, seed: int) -> bots.Bot:
    """Return a copy of a bot; it has its own random generator."""
    del seed
    return copy.deepcopy(bot)


def _check_bot(bot: Any) -> bots.Bot:
    """Return what a factory returned if it is a bot, else raise."""
    if not _is_bot(bot):
        raise ValueError(
            f"{bot!r} is not a bot: what makes an opponent should return an object with `choose`"
        )
    made: bots.Bot = bot
    return made


class TableEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game; a step is one action of it and the answers of the other seats.

    `opponents` is one bot for all other seats, or a list with one for each of them, in the order of the
    seats. A bot is given as a name, as an object with `choose`, or as a function that makes one from a seed.
    An object is copied for each seat and each game, so that the same seed gives the same game.

    An illegal action loses the game at once, because many Gymnasium learners do not read masks; with
    `illegal="raise"` it raises IllegalAction.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*RENDER_MODES], "render_fps": 2}

    def __init__(
        self,
        game: str = "schotten-totten",
        *,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        seat: int = 0,
        players: int | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        self.game = load(game, players=players, **options)
        if as_int(seat) not in range(self.game.players):
            raise BadSeat(f"no seat {seat!r}: seats are 0 to {self.game.players - 1}")
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal={illegal!r} is not possible: choose raise or lose")
        self.seat = seat
        self.illegal = illegal
        self.opponents = self._for_each_seat(opponents)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(self.game)
        self.action_space = Discrete(self.game.num_actions)
        self.table = Play(self.game)
        self._bots: dict[int, bots.Bot] = {}
        self._playing = False

    def _for_each_seat(self, opponents: Opponent | Sequence[Opponent]) -> dict[int, Maker]:
        """Return the bot factory of each other seat; raise if there is no such bot."""
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents] * len(others)
        if len(opponents) != len(others):
            raise ValueError(f"{len(opponents)} opponents for {len(others)} other seats: name one for each")
        return dict(zip(others, map(_maker_of, opponents), strict=True))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game, and let the others play until this seat is to decide."""
        super().reset(seed=seed)
        del options
        self._playing = True
        while True:
            self.table.deal(int(self.np_random.integers(1 << 63)))
            self._bots = {
                seat: _check_bot(make(int(self.np_random.integers(1 << 63))))
                for seat, make in self.opponents.items()
            }
            self._let_others_play()
            if not self.table.over:
                break
        if self.render_mode == "human":
            self.render()
        return self._look()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action of this seat, and the answers of the other seats."""
        if not self._playing:
            raise ResetNeeded("no game is being played: reset deals one")
        action = check_action(action, self.game)
        if self.illegal == "lose" and action not in self.table.legal():
            self._playing = False
            gained = float(reward(1 << (self.seat + 1) % self.game.players, self.seat, self.game.players))
        else:
            self.table.play(action)
            self._let_others_play()
            self._playing = not self.table.over
            gained = self.table.returns[self.seat]
        if self.render_mode == "human":
            self.render()
        seen, info = self._look()
        return seen, gained, not self._playing, False, info

    def render(self) -> Any:
        """Render the game as this seat sees it."""
        return show(self.table.view(self.seat), self.render_mode)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask of this seat, under the name that maskable learners call."""
        return self.table.look(self.seat)[1].astype(np.bool_)

    def _let_others_play(self) -> None:
        while not self.table.over and self.table.player != self.seat:
            player = self.table.player
            self.table.play(self._bots[player].choose(self.table.view(player)))

    def _look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        tensor, mask = self.table.look(self.seat)
        return {"observation": tensor, "action_mask": mask}, {"action_mask": mask}


gymnasium.register(ID, entry_point=f"{__name__}:{TableEnv.__name__}")
