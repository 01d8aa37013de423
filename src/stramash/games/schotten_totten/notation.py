"""The notation of cards: `b7`, `spy`; `?c` is the back of a Clan card, `?t` that of a Tactic card."""

from __future__ import annotations

from stramash.games.schotten_totten.rules.components import CARD_NAMES, CARDS, CLAN_LETTERS

__all__ = ["CLAN_LETTERS", "card_notation", "parse_card"]

_CARDS = {name: card for card, name in enumerate(CARD_NAMES[:CARDS])}


def card_notation(card: int) -> str:
    """Return the notation of a card, or of its back.

    >>> card_notation(6), card_notation(56), card_notation(64)
    ('b7', 'spy', '?c')
    """
    return CARD_NAMES[card]


def parse_card(text: str) -> int | None:
    """Return the card of a notation, None if there is no such card."""
    return _CARDS.get(text)
