"""Notation: short, stable texts for cards and actions, the same in every language.

A card is two letters of its clan and its strength, `fo3`; the two Bruce are `br97` and `br98`, by their rank.
`up:fo3` musters it face-up, `up:fo3!` with its power, `down:fo3` face-down; others see `down:?`. Recruit
places count from 1. A Follower is named by its card, a face-down one by who mustered it and as the which of
that seat in this round: `follower:?1.2` is the second of seat 1.
"""

from __future__ import annotations

from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ACTIVATE,
    CARDS,
    CLAIM,
    DOWNS,
    MUSTER_DOWN,
    MUSTER_UP,
    NORMAL_CARDS,
    PASS,
    TAKE,
    TARGET,
    TARGET_DOWN,
)

__all__ = [
    "CLAN_CODES",
    "action_handles",
    "action_notation",
    "card_notation",
    "down_notation",
    "parse_card",
    "veiled_notation",
]

#: Scott, Makgill, MacDonnell, Wemyss, Fergusson, Forsyth, Cockburn, Cochrane, Bruce
CLAN_CODES = ("sc", "mk", "md", "we", "fe", "fo", "ck", "ch", "br")


def _name(card: int) -> str:
    return f"{CLAN_CODES[clan_of(card)]}{strength_of(card) if card < NORMAL_CARDS else card + 1}"


_NAMES = (*(_name(card) for card in range(CARDS)), "?")
_CARDS = {name: card for card, name in enumerate(_NAMES[:CARDS])}


def card_notation(card: int) -> str:
    """Return the notation of a card, or of a card face-down.

    >>> card_notation(0), card_notation(65), card_notation(97), card_notation(98)
    ('sc1', 'mk9', 'br98', '?')
    """
    return _NAMES[card]


def parse_card(text: str) -> int | None:
    """Return the card of a notation, None if it is none."""
    return _CARDS.get(text)


def down_notation(down: int) -> str:
    """Return the name of a face-down Follower.

    >>> down_notation(6)
    '?1.2'
    """
    return f"?{down // DOWNS}.{down % DOWNS + 1}"


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
        return f"down:{card_notation(action - MUSTER_DOWN)}"
    if action < ACTIVATE:
        return f"up:{card_notation(action - MUSTER_UP)}"
    if action < TARGET:
        return f"up:{card_notation(action - ACTIVATE)}!"
    if action < TARGET_DOWN:
        return f"follower:{card_notation(action - TARGET)}"
    if action < TAKE:
        return f"follower:{down_notation(action - TARGET_DOWN)}"
    if action < CLAIM:
        return f"take:{card_notation(action - TAKE)}"
    return f"claim:{card_notation(action - CLAIM)}"


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
