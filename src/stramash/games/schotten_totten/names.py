"""What cards and formations are called in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.rules.components import CLAN_CARDS, MUD_FIGHT_PLACES, PLACES, STRENGTHS
from stramash.games.schotten_totten.rules.formations import COLOUR, COLOUR_RUN, KIND, RANK, RUN, SUM

__all__ = ["card_name", "card_names", "clan_name", "formation_name", "tactic_text"]


def clan_name(clan: int, _: Translate) -> str:
    """Return the colour of a clan."""
    return (_("blue"), _("green"), _("red"), _("yellow"), _("purple"), _("brown"))[clan]


def card_name(card: int, _: Translate) -> str:
    """Return the name of a card: "blue 7", "Spy"."""
    if card < CLAN_CARDS:
        clan, strength = clan_name(card // STRENGTHS, _), card % STRENGTHS + 1
        return _("{clan} {strength}", clan=clan, strength=strength)
    return (
        _("Joker"),
        _("Joker"),
        _("Spy"),
        _("Shield-Bearer"),
        _("Blind-Man’s Bluff"),
        _("Mud Fight"),
        _("Recruiter"),
        _("Strategist"),
        _("Banshee"),
        _("Traitor"),
    )[card - CLAN_CARDS]


def tactic_text(card: int, _: Translate) -> str:
    """Return a text that says what a Tactic card does."""
    return (
        _("Any colour and any strength, chosen when the stone is claimed. One per player."),
        _("Any colour and any strength, chosen when the stone is claimed. One per player."),
        _("Strength 7 of any colour, chosen when the stone is claimed."),
        _("Strength 1, 2 or 3 of any colour, chosen when the stone is claimed."),
        _("On a stone: only the sum of the cards counts there."),
        _("On a stone: both sides need four cards there."),
        _("Draw three cards, then put two cards of your hand under their decks."),
        _("Move one of your cards to another stone, or discard it."),
        _("Discard one of your opponent’s cards."),
        _("Take one of your opponent’s Clan cards to your own side."),
    )[card - CLAN_CARDS]


def formation_name(strength: int, size: int, _: Translate) -> str:
    """Name a formation by its strength and its number of cards: "run (18)"."""
    kinds = {MUD_FIGHT_PLACES: _("four of a kind"), PLACES: _("three of a kind")}
    name = {
        COLOUR_RUN: _("colour-run"),
        KIND: kinds.get(size, _("pair")),
        COLOUR: _("colour"),
        RUN: _("run"),
        SUM: _("sum"),
    }[strength // RANK]
    return _("{formation} ({sum})", formation=name, sum=strength % RANK)


def card_names(cards: Iterable[int], _: Translate) -> str:
    """Name cards briefly: "blue 7-8-9" for one clan, "blue 7, red 3" otherwise."""
    listed = sorted(cards)
    clans = {card // STRENGTHS if card < CLAN_CARDS else NOBODY for card in listed}
    if len(clans) == 1 and NOBODY not in clans and len(listed) > 1:
        strengths = "-".join(str(card % STRENGTHS + 1) for card in listed)
        return _("{clan} {strength}", clan=clan_name(clans.pop(), _), strength=strengths)
    return ", ".join(card_name(card, _) for card in listed)
