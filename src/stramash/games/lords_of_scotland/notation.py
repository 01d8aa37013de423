"""Notation: short, stable texts for cards and actions, the same in every language.

A card is two letters of its clan and its strength, `fo3`; the two Bruce are `br97` and `br98`, by their rank.
`up:fo3` musters it face-up, `up:fo3!` with its power, `down:fo3` face-down; others see `down:?`. Recruit
places count from 1. A Follower is named by its card, a face-down one by who mustered it and as the which of
that seat in this round: `follower:?1.2` is the second of seat 1.
"""

from __future__ import annotations

from stramash.games.lords_of_scotland.rules.components import (
    ACTIVATE,
    CARD_NAMES,
    CLAIM,
    DOWN_NAMES,
    MUSTER_DOWN,
    MUSTER_UP,
    PASS,
    TAKE,
    TARGET,
    TARGET_DOWN,
)

__all__ = ["action_handles", "action_notation", "veiled_notation"]


def action_notation(action: int) -> str:
    """Return the notation of an action.

    >>> [action_notation(action) for action in (0, MUSTER_DOWN + 65, ACTIVATE + 65, TARGET_DOWN + 6, CLAIM)]
    ['recruit:1', 'down:mk9', 'up:mk9!', 'follower:?1.2', 'claim:sc1']
    """
    if action == PASS:
        return "pass"
    if action < MUSTER_DOWN:
        return f"recruit:{action + 1}"
    if action < MUSTER_UP:
        return f"down:{CARD_NAMES[action - MUSTER_DOWN]}"
    if action < ACTIVATE:
        return f"up:{CARD_NAMES[action - MUSTER_UP]}"
    if action < TARGET:
        return f"up:{CARD_NAMES[action - ACTIVATE]}!"
    if action < TARGET_DOWN:
        return f"follower:{CARD_NAMES[action - TARGET]}"
    if action < TAKE:
        return f"follower:{DOWN_NAMES[action - TARGET_DOWN]}"
    if action < CLAIM:
        return f"take:{CARD_NAMES[action - TAKE]}"
    return f"claim:{CARD_NAMES[action - CLAIM]}"


def veiled_notation(action: int) -> str | None:
    """Return what others see of an action: which card is mustered face-down is a secret."""
    return "down:?" if MUSTER_DOWN <= action < MUSTER_UP else None


def action_handles(action: int) -> list[str]:
    """Return what one touches to choose an action, in order: a card of the hand, then how to muster it.

    >>> action_handles(2), action_handles(MUSTER_DOWN + 65), action_handles(TARGET_DOWN + 6)
    (['recruit:3'], ['card:mk9', 'muster:down'], ['follower:?1.2'])
    """
    text = action_notation(action)
    kind, _, what = text.partition(":")
    if kind == "down":
        return [f"card:{what}", "muster:down"]
    if kind == "up":
        return [f"card:{what.rstrip('!')}", "muster:power" if what.endswith("!") else "muster:up"]
    if kind in ("take", "claim"):
        return [f"supporter:{what}"]
    return [text]
