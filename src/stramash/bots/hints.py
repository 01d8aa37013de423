"""Hints: what the search would play here, and why, in a sentence made of its numbers.

>>> import stramash
>>> view = stramash.load("schotten-totten").deal(seed=7).view(0)
>>> hint = give_hint(view, budget=Budget(simulations=400), seed=1)
>>> hint.action in view.legal, 0 < hint.chance < 1
(True, True)
"""

from __future__ import annotations

from dataclasses import dataclass

from stramash.bots.search import Budget, Considered, SearchBot, Thought
from stramash.bots.words import Translate, translator
from stramash.core.errors import IllegalAction
from stramash.core.position import View

__all__ = ["Hint", "give_hint", "reason"]

#: How long a hint is thought about, if nobody says
THINKING = Budget(seconds=0.8)
#: An action is worth naming as next best if it was tried at least this share as often as the best
_SERIOUS = 0.05


@dataclass(frozen=True)
class Hint:
    """An action, the chance of winning with it, and a sentence that says why."""

    action: int
    notation: str
    chance: float | None
    text: str


def give_hint(view: View, locale: str = "en", budget: Budget = THINKING, seed: int | None = None) -> Hint:
    """Return what the search would play for the seat of this view, whose turn it is, and why."""
    legal, _ = view.legal, translator(locale)
    if not legal:
        raise IllegalAction("there is nothing to decide here: ask for a hint when it is this seat's turn")
    if len(legal) == 1:
        only = legal[0]
        text = _("{move}: there is nothing else to do.", move=view.describe(only, locale))
        return Hint(only, view.notation(only), None, text)
    thought = SearchBot(seed, budget).think(view)
    best = thought.best
    return Hint(best.action, view.notation(best.action), best.chance, reason(view, thought, _))


def reason(view: View, thought: Thought, _: Translate) -> str:
    """Say why the best action is best, by its chance of winning and that of the next best."""
    best, other = thought.best, next_best(thought)
    move = view.describe(best.action, _.locale)
    if other is None:
        return _("{move}: wins {chance}% of the time.", move=move, chance=percent(best))
    return _(
        "{move}: wins {chance}% of the time; next best {other_chance}%: {other}.",
        move=move,
        chance=percent(best),
        other_chance=percent(other),
        other=view.notation(other.action),
    )


def next_best(thought: Thought) -> Considered | None:
    """Return the best of the other actions that the search took seriously."""
    least = max(2, _SERIOUS * thought.best.visits)
    others = [one for one in thought.considered[1:] if one.visits >= least]
    return max(others, key=lambda one: one.chance, default=None)


def percent(considered: Considered) -> int:
    """Return a chance as people say it."""
    return round(100 * considered.chance)
