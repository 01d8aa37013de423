"""Hints: the action that the best bot would play, and a sentence with the reason.

>>> import stramash
>>> view = stramash.load("schotten-totten").deal(seed=7).view(0)
>>> hint = give_hint(view, budget=Budget(simulations=400), seed=1)
>>> hint.action in view.legal, hint.reason.startswith("Wins ")
(True, True)
"""

from __future__ import annotations

from dataclasses import dataclass

from stramash.bots.advice import make_adviser
from stramash.bots.search import Budget, Considered, Thought
from stramash.bots.words import translator
from stramash.core.errors import IllegalAction
from stramash.core.position import View

__all__ = ["THINKING", "Hint", "give_hint", "make_hint"]

#: The default budget of a hint
THINKING = Budget(seconds=0.3)
#: The next best action is named if it has at least this share of the visits of the best
_SERIOUS = 0.05


@dataclass(frozen=True)
class Hint:
    """An action, its chance of winning, and a sentence with the reason."""

    action: int
    notation: str
    sentence: str
    chance: float | None
    reason: str

    @property
    def text(self) -> str:
        """The whole hint as one text."""
        return f"{self.sentence} ({self.notation}). {self.reason}"


def give_hint(view: View, locale: str = "en", budget: Budget = THINKING, seed: int | None = None) -> Hint:
    """Return what the adviser of the game would play for the seat of this view, and why."""
    legal, _ = view.legal, translator(locale)
    if not legal:
        raise IllegalAction("there is nothing to decide here: ask for a hint when it is this seat's turn")
    if len(legal) == 1:
        action, chance, reason = legal[0], None, _("There is nothing else to do.")
    else:
        thought = make_adviser(view.game, seed, budget).think(view)
        action, chance, reason = thought.best.action, thought.best.chance, hint_reason(view, thought, locale)
    return make_hint(view, locale, action, chance, reason)


def make_hint(view: View, locale: str, action: int, chance: float | None, reason: str) -> Hint:
    """Return the hint to play an action."""
    return Hint(action, view.notation(action), view.describe(action, locale), chance, reason)


def hint_reason(view: View, thought: Thought, locale: str) -> str:
    """Return a sentence with the chances of the best action and of the next best.

    The best action has the most visits, which counts more than a lucky average. If the next best has a chance
    as high, the sentence calls both equally good.
    """
    other, _ = next_best(thought), translator(locale)
    if other is None:
        return _("Wins {chance}% of the time.", chance=percent(thought.best))
    values = {
        "chance": percent(thought.best),
        "other_chance": percent(other),
        "other": view.describe(other.action, locale),
    }
    if percent(other) >= percent(thought.best):
        return _("Wins {chance}% of the time; as good, with {other_chance}%: “{other}”.", **values)
    return _("Wins {chance}% of the time; next best, with {other_chance}%: “{other}”.", **values)


def next_best(thought: Thought) -> Considered | None:
    """Return the second most visited action, if it has enough visits."""
    least = max(2, _SERIOUS * thought.best.visits)
    others = [one for one in thought.considered[1:] if one.visits >= least]
    return max(others, key=lambda one: one.chance, default=None)


def percent(considered: Considered) -> int:
    """Return a chance in percent."""
    return round(100 * considered.chance)
