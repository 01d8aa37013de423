"""What cards, clans, powers and players are called in the reader's language."""

from __future__ import annotations

from stramash.core.words import Translate
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import NORMAL_CARDS

__all__ = [
    "CLAN_NAMES",
    "card_name",
    "owner_name",
    "power_name",
    "power_text",
    "power_word",
]

#: Clans are proper names, the same in every language
CLAN_NAMES = (
    "Scott",
    "Makgill",
    "MacDonnell",
    "Wemyss",
    "Fergusson",
    "Forsyth",
    "Cockburn",
    "Cochrane",
    "Bruce",
)


def card_name(card: int, _: Translate) -> str:
    """Return the name of a card: "Forsyth 3"; the names of the two Bruce include their rank."""
    if card < NORMAL_CARDS:
        return f"{CLAN_NAMES[clan_of(card)]} {strength_of(card)}"
    return _("Bruce 12 (rank {rank})", rank=card + 1)


def owner_name(owner: int, seat: int, _: Translate) -> str:
    """Return the owner of a card as this seat reads it: its own cards are yours."""
    return _("yours") if owner == seat else _.player(owner)


def power_name(clan: int, _: Translate) -> str:
    """Return what the power of a clan does, in a few words."""
    return (
        _("copy a power"),
        _("muster another Follower"),
        _("stay another round"),
        _("discard a Follower"),
        _("swap with a Follower"),
        _("draw a card"),
        _("swap with a Supporter"),
        _("claim two Supporters"),
        _("any clan"),
    )[clan]


def power_word(clan: int, _: Translate) -> str:
    """Return what the power of a clan does, for labels with little room."""
    return (
        _("copies"),
        _("one more"),
        _("stays"),
        _("discards"),
        _("swaps"),
        _("draws"),
        _("supports"),
        _("claims two"),
        _("of any clan"),
    )[clan]


def power_text(clan: int, _: Translate) -> str:
    """Return what the power of a clan does, as a sentence."""
    return (
        _("Use the power of another face-up Follower as if it were this card’s."),
        _("Play one more card from your hand into your army."),
        _("At the end of the round this card stays in your army for one more round, without its power."),
        _("Discard any other Follower, face-up or face-down, of any army."),
        _("Give this card to an opponent’s army and take one of its Followers into yours."),
        _("Draw a card from the draw pile."),
        _("This card becomes a Supporter, and another Supporter joins your army."),
        _("At the end of the round you claim two Supporters instead of one."),
        _("At the end of the round this card is of whichever clan doubles your army."),
    )[clan]
