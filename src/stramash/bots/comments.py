"""Comments: the adviser's opinion of a player's turn, in a sentence.

>>> import stramash
>>> position = stramash.load("schotten-totten").deal(seed=7)
>>> turn = [(position.view(0), position.legal[0])]
>>> comment_on(turn, budget=Budget(simulations=400), seed=1) != ""
True
"""

from __future__ import annotations

from collections.abc import Sequence

from stramash.bots.advice import make_adviser
from stramash.bots.hints import THINKING
from stramash.bots.search import Budget, Considered
from stramash.bots.words import translator
from stramash.core.position import View

__all__ = ["comment_on"]

#: An action that costs less of the chance of winning than this is as good as the best
_AS_GOOD = 0.03
#: An action that costs more is a mistake
_MISTAKE = 0.10


def comment_on(
    turn: Sequence[tuple[View, int]], locale: str = "en", budget: Budget = THINKING, seed: int | None = None
) -> str:
    """Return a comment on the action of a turn that cost most, each given with the view before it.

    Actions without an alternative are left out; the comment is empty if nothing else is left.
    """
    found = [
        (*_compare(view, action, budget, seed), view)
        for view, action in turn
        if len(view.legal) > 1 and not view.game.routine(action)
    ]
    if not found:
        return ""
    best, played, view = max(found, key=lambda one: one[0].chance - one[1].chance)
    return _sentence(view, best, played, locale)


def _compare(view: View, action: int, budget: Budget, seed: int | None) -> tuple[Considered, Considered]:
    """Return the best action and the played one, by the adviser that gives hints."""
    thought, played = make_adviser(view.game, seed, budget).evaluate(view, action)
    return (played if played.chance >= thought.best.chance else thought.best), played


def _sentence(view: View, best: Considered, played: Considered, locale: str) -> str:
    _ = translator(locale)
    blanks = {
        "played": view.describe(played.action, locale),
        "chance": round(100 * played.chance),
        "better": view.describe(best.action, locale),
        "better_chance": round(100 * best.chance),
    }
    cost = best.chance - played.chance
    if best.action == played.action:
        return _("“{played}”: I would have done the same. You win {chance}% of the time from here.", **blanks)
    if cost < _AS_GOOD:
        return _("“{played}” is as good as anything. You win {chance}% of the time from here.", **blanks)
    if cost < _MISTAKE:
        return _(
            "Not bad. “{better}” would have been a little better: {better_chance}%, not {chance}%.", **blanks
        )
    return _(
        "Careful: after “{played}” you win {chance}% of the time. Better: “{better}”, {better_chance}%.",
        **blanks,
    )
