r"""The bots that people meet: named levels, from one that a child beats to the best there is.

>>> [level.name for level in LEVELS]
['bairn', 'drover', 'crofter', 'laird', 'chieftain']
>>> print(find_level("bairn").describe("fr").replace("\u202f", " "))
Bairn : un enfant. Il voit ce qui brille sur le moment, et se trompe souvent.

In a game that a network was trained for, the levels are that network at different temperatures: a lower level
samples actions from the policy at a higher temperature (`bots/ladder.py`). In other games the
strong levels search. The weak ones look no further than the next action, guess one position of the hidden
cards, and add noise to each evaluation. The noise is about as large as the differences between actions, so
they see an action that is far better than the others.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from stramash.bots.contract import Bot
from stramash.bots.greedy import GreedyBot
from stramash.bots.ladder import level_entry
from stramash.bots.named import make_named
from stramash.bots.search import Budget, SearchBot, parameters_for
from stramash.bots.words import Translate, translator
from stramash.core.game import Game
from stramash.core.position import View

__all__ = ["LEVELS", "HastyBot", "Level", "LevelBot", "find_level"]

#: The least spread of evaluations that noise is scaled by, as a part of the search's `scale`
_LEAST_SPREAD = 0.1


class HastyBot:
    """Looks one action ahead, and adds noise to each evaluation."""

    name = "hasty"

    def __init__(self, seed: int | None, haste: float, worlds: int = 1) -> None:
        self._random = random.Random(seed)
        self._haste = haste
        self._worlds = worlds

    def choose(self, view: View) -> int:
        """Return the action with the best evaluation after noise is added."""
        evaluated = GreedyBot(self._random.getrandbits(64), self._worlds).evaluate(view)
        values = [one.value for one in evaluated]
        middle = statistics.median(values)
        # The median difference, not the mean: one winning move must not raise the noise of all others.
        spread = statistics.median(abs(value - middle) for value in values)
        # Small differences get lost in the noise, even if most actions have the same evaluation.
        spread = max(spread, _LEAST_SPREAD * parameters_for(view.game).scale)
        noisy = [
            (one.value + self._random.gauss(0, self._haste * spread), self._random.random(), one.action)
            for one in evaluated
        ]
        return max(noisy)[-1]


@dataclass(frozen=True)
class Level:
    """A bot with a name that people remember."""

    name: str
    #: the bot in a game that no network was trained for
    build: Callable[[int | None], Bot]
    text: Callable[[Translate], str]

    def bot_for(self, game: Game, seed: int | None = None) -> Bot:
        """Return the bot that plays this level in a game."""
        spec = level_entry(game, self.name)
        return self.build(seed) if spec is None else make_named(spec, seed)

    def describe(self, locale: str = "en") -> str:
        """Return a sentence about this level in a language."""
        return self.text(translator(locale))


class LevelBot:
    """Plays a level: the bot that plays it differs between games, the name is that of the level."""

    def __init__(self, level: Level, seed: int | None = None) -> None:
        self.level = level
        self._seed = seed
        self._game: Game | None = None
        self._bot: Bot | None = None

    def bot_for(self, game: Game) -> Bot:
        """Return the bot that plays the level in this game; calls with the same game return the same bot."""
        if self._bot is None or self._game != game:
            self._game, self._bot = game, self.level.bot_for(game, self._seed)
        return self._bot

    @property
    def name(self) -> str:
        """The name of the level, as `make` accepts it."""
        return self.level.name

    def choose(self, view: View) -> int:
        """Return one of `view.legal`."""
        return self.bot_for(view.game).choose(view)


#: From the weakest to the strongest; docs/strength.md says by how much
LEVELS: tuple[Level, ...] = (
    Level(
        "bairn",
        lambda seed: HastyBot(seed, haste=4.0),
        lambda _: _("Bairn: a child. Sees what glitters at the moment, and is often wrong about it."),
    ),
    Level(
        "drover",
        lambda seed: HastyBot(seed, haste=1.5),
        lambda _: _("Drover: knows the rules and the road, but is always in a hurry."),
    ),
    Level(
        "crofter",
        GreedyBot,
        lambda _: _("Crofter: plays soundly, and misses what is subtle."),
    ),
    Level(
        "laird",
        lambda seed: SearchBot(seed, Budget(simulations=400)),
        lambda _: _("Laird: plays well, and seldom errs."),
    ),
    Level(
        "chieftain",
        lambda seed: SearchBot(seed, Budget(seconds=0.8)),
        lambda _: _("Chieftain: the best there is."),
    ),
)


def find_level(name: str) -> Level | None:
    """Return the level of that name, if there is one."""
    return next((level for level in LEVELS if level.name == name), None)
