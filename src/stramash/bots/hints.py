"""Hints: what the search would play here, and why, in a sentence made of its numbers.

>>> import stramash
>>> view = stramash.load("schotten-totten").deal(seed=7).view(0)
>>> hint = give_hint(view, budget=Budget(simulations=400), seed=1)
>>> hint.action in view.legal, hint.reason.startswith("Wins ")
(True, True)
"""

from __future__ import annotations

from dataclasses import dataclass

from stramash.bots.search import Budget, Considered, SearchBot, Thought
from stramash.bots.words import translator
from stramash.core.errors import IllegalAction
from stramash.core.position import View

__all__ = ["THINKING", "Hint", "give_hint", "make_hint"]

#: How long a hint is thought about, if nobody says
THINKING = Budget(seconds=0.8)
#: An action is worth naming as next best if it was tried at least this share as often as the best
_SERIOUS = 0.05


@dataclass(frozen=True)
class Hint:
    """An action, the chance of winning with it, and why it is the best, in a sentence."""

    action: int
    notation: str
    sentence: str
    chance: float | None
    reason: str

    @property
    def text(self) -> str:
        """All of it, for people."""
        return f"{self.sentence} ({self.notation}). {self.reason}"


def give_hint(view: View, locale: str = "en", budget: Budget = THINKING, seed: int | None = None) -> Hint:
    """Return what the search would play for the seat of this view, whose turn it is, and why."""
    legal, _ = view.legal, translator(locale)
    if not legal:
        raise IllegalAction("there is nothing to decide here: ask for a hint when it is this seat's turn")
    if len(legal) == 1:
        action, chance, reason = legal[0], None, _("There is nothing else to do.")
    else:
        thought = SearchBot(seed, budget).think(view)
        action, chance, reason = thought.best.action, thought.best.chance, hint_reason(view, thought, locale)
    return make_hint(view, locale, action, chance, reason)


def make_hint(view: View, locale: str, action: int, chance: float | None, reason: str) -> Hint:
    """Return the hint to play an action."""
    return Hint(action, view.notation(action), view.describe(action, locale), chance, reason)


def hint_reason(view: View, thought: Thought, locale: str) -> str:
    """Say why the best action is best, by its chance of winning and that of the next best.

    The best was tried most often, which counts for more than a lucky average: another one whose chance looks
    as high is told as being as good.
    """
    other, _ = next_best(thought), translator(locale)
    if other is None:
        return _("Wins {chance}% of the time.", chance=percent(thought.best))
    told = {
        "chance": percent(thought.best),
        "other_chance": percent(other),
        "other": view.describe(other.action, locale),
    }
    if percent(other) >= percent(thought.best):
        return _("Wins {chance}% of the time; as good, with {other_chance}%: “{other}”.", **told)
    return _("Wins {chance}% of the time; next best, with {other_chance}%: “{other}”.", **told)


def next_best(thought: Thought) -> Considered | None:
    """Return the best of the other actions that the search took seriously."""
    least = max(2, _SERIOUS * thought.best.visits)
    others = [one for one in thought.considered[1:] if one.visits >= least]
    return max(others, key=lambda one: one.chance, default=None)


def percent(considered: Considered) -> int:
    """Return a chance as people say it."""
    return round(100 * considered.chance)
