"""Notation: short, stable texts for cards and actions, the same in every language.

A Clan card is a letter and a strength, `b7`; a Tactic card is its English name. `b7@3` plays the blue 7
beside stone 3; stones count from 1. A `?` stands for what others cannot see: `?c` a Clan card, `?t` a
Tactic card.
"""

from __future__ import annotations

from stramash.games.schotten_totten.rules.components import (
    CARDS,
    CLAIM,
    CLAN_CARDS,
    DEAL_NEXT,
    DONE,
    DRAW_CLAN,
    DRAW_TACTIC,
    JOKER,
    PASS,
    PLAY_RUSE,
    PLAY_TACTIC,
    PUT,
    PUT_AWAY,
    RECRUITER,
    RETURN,
    STONES,
    STRENGTHS,
    TAKE,
    UNKNOWN_CLAN,
    UNKNOWN_TACTIC,
)

__all__ = [
    "CLAN_LETTERS",
    "action_handles",
    "action_notation",
    "card_notation",
    "parse_card",
    "veiled_notation",
]

#: blue, green, red, yellow, purple, brown
CLAN_LETTERS = "bgrypn"

_TACTICS = (
    "joker1",
    "joker2",
    "spy",
    "shield",
    "bluff",
    "mud",
    "recruiter",
    "strategist",
    "banshee",
    "traitor",
)


def card_notation(card: int) -> str:
    """Return the notation of a card, or of its back.

    >>> card_notation(6), card_notation(56), card_notation(UNKNOWN_CLAN)
    ('b7', 'spy', '?c')
    """
    if card == UNKNOWN_CLAN:
        return "?c"
    if card == UNKNOWN_TACTIC:
        return "?t"
    if card < CLAN_CARDS:
        return f"{CLAN_LETTERS[card // STRENGTHS]}{card % STRENGTHS + 1}"
    return _TACTICS[card - CLAN_CARDS]


_CARDS = {card_notation(card): card for card in range(CARDS)}


def parse_card(text: str) -> int | None:
    """Return the card of a notation, None if it is none."""
    return _CARDS.get(text)


def action_notation(action: int) -> str:
    """Return the notation of an action.

    >>> [action_notation(action) for action in (56, CLAIM + 2, DONE, DRAW_TACTIC, TAKE, PUT_AWAY)]
    ['b7@3', 'claim@3', 'done', 'draw:tactic', 'take:b1', 'to:discard']
    """
    words = {
        DONE: "done",
        PASS: "pass",
        DEAL_NEXT: "next",
        DRAW_CLAN: "draw:clan",
        DRAW_TACTIC: "draw:tactic",
        PUT_AWAY: "to:discard",
    }
    if action in words:
        return words[action]
    if action < CLAIM:
        return f"{card_notation(action // STONES)}@{action % STONES + 1}"
    if action < DONE:
        return f"claim@{action - CLAIM + 1}"
    if action < PLAY_RUSE:
        card, stone = divmod(action - PLAY_TACTIC, STONES)
        return f"{card_notation(JOKER + card)}@{stone + 1}"
    if action < DRAW_CLAN:
        return card_notation(RECRUITER + action - PLAY_RUSE)
    if action < TAKE:
        return f"under:{card_notation(action - RETURN)}"
    if action < PUT:
        return f"take:{card_notation(action - TAKE)}"
    return f"to:{action - PUT + 1}"


def veiled_notation(action: int) -> str | None:
    """Return what others see of an action: which card goes under a deck is a secret, its back is not."""
    if RETURN <= action < TAKE:
        return "under:?c" if action - RETURN < CLAN_CARDS else "under:?t"
    return None


def action_handles(action: int) -> list[str]:
    """Return what one touches to choose an action, in order.

    >>> action_handles(56), action_handles(CLAIM + 2), action_handles(PASS)
    (['card:b7', 'stone:3'], ['stone:3'], ['pass'])
    """
    text = action_notation(action)
    if action < PLAY_RUSE:
        what, at, stone = text.partition("@")
        if not at:
            return [text]
        return [f"stone:{stone}"] if what == "claim" else [f"card:{what}", f"stone:{stone}"]
    if action < DRAW_CLAN:
        return [f"card:{text}"]
    kind, _, what = text.partition(":")
    return {
        "draw": [f"deck:{what}"],
        "under": [f"card:{what}"],
        "take": [f"card:{what}"],
        "to": ["discard" if what == "discard" else f"stone:{what}"],
    }[kind]
