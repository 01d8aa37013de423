"""Sentences: what an action does, what a player can do now, and why a stone can or cannot be claimed."""

from __future__ import annotations

from functools import cache
from typing import Any

from stramash.core.errors import BadOption
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.facts import Claim, Verdict, check_claim
from stramash.games.schotten_totten.names import card_name, card_names, formation_name
from stramash.games.schotten_totten.rules.actions import ACTIONS, FIRST_CARDS
from stramash.games.schotten_totten.rules.cards import has_place
from stramash.games.schotten_totten.rules.components import (
    BANISHING,
    CLAIMING,
    CLAN_CARDS,
    DRAWING,
    LURING,
    LURING_TO,
    MOVING,
    MOVING_TO,
    NEXT_ROUND,
    PLAYING,
    RECRUITING,
    RETURNING,
    STONES,
)
from stramash.games.schotten_totten.rules.minis import stones_laid_out
from stramash.games.schotten_totten.rules.observation import tactics_in_hand

__all__ = ["describe", "explain", "explain_reason", "explain_stone", "prompt"]


# --- Actions -----------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    """Return a sentence for an action: as a choice, or as done by `who`."""
    kind, values = _split(action)
    named: dict[str, str | int] = {"who": who or ""}
    if kind in FIRST_CARDS:
        card = FIRST_CARDS[kind] + values[0]
        named["card"] = _card_name(card, _.nameless)
        if veiled:
            kind = "under clan" if card < CLAN_CARDS else "under tactic"
    if kind == "draw":
        kind = "draw tactic" if values[0] else "draw clan"
    if kind in ("play", "tactic", "claim", "to"):
        named["stone"] = values[-1] + 1
    if kind == "claim" and who is not None:
        named["reason"] = explain_reason(check_claim(state, int(state.player), values[0]), _)
    choice, done, to_reader = _sentences(_.nameless)[kind]
    if who is not None:
        choice = to_reader if _.reader == state.player else done
    return choice.format(**named)


_card_name = cache(card_name)
_split = cache(ACTIONS.split)


@cache
def _sentences(_: Translate) -> dict[str, tuple[str, str, str]]:
    """Return for each kind of action how it is offered, as done by a player, and as done by the reader."""
    play = (
        _("Play {card} on stone {stone}"),
        _("{who} plays {card} on stone {stone}"),
        _("You play {card} on stone {stone}"),
    )
    under = _("Put {card} under its deck")
    you_put = _("You put {card} under its deck")
    return {
        "play": play,
        "tactic": play,
        "ruse": (_("Play the {card}"), _("{who} plays the {card}"), _("You play the {card}")),
        "claim": (
            _("Claim stone {stone}"),
            _("{who} claims stone {stone}: {reason}"),
            _("You claim stone {stone}: {reason}"),
        ),
        "done": (_("No more claims"), _("{who} makes no more claims"), _("You make no more claims")),
        "pass": (_("Pass"), _("{who} passes"), _("You pass")),
        "next": (_("Deal the next round"), _("{who} deals the next round"), _("You deal the next round")),
        "draw clan": (_("Draw a Clan card"), _("{who} draws a Clan card"), _("You draw a Clan card")),
        "draw tactic": (
            _("Draw a Tactic card"),
            _("{who} draws a Tactic card"),
            _("You draw a Tactic card"),
        ),
        "under": (under, _("{who} puts {card} under its deck"), you_put),
        "under clan": (under, _("{who} puts a Clan card under the deck"), you_put),
        "under tactic": (under, _("{who} puts a Tactic card under the deck"), you_put),
        "take": (_("Choose {card}"), _("{who} chooses {card}"), _("You choose {card}")),
        "to": (
            _("Put it beside stone {stone}"),
            _("{who} puts it beside stone {stone}"),
            _("You put it beside stone {stone}"),
        ),
        "discard": (_("Discard it"), _("{who} discards it"), _("You discard it")),
    }


# --- Prompts -----------------------------------------------------------------------------------------


def prompt(state: Any, _: Translate) -> str:
    """Return a text that says what the player to act can do now."""
    if state.player == NOBODY:
        return _("The game is over.")
    if state.phase == PLAYING:
        return _prompt_to_play(state, _)
    if state.phase == RETURNING:
        return _.count(
            "Put {n} card of your hand under its deck.",
            "Put {n} cards of your hand under their decks.",
            int(state.pending),
        )
    if state.phase == RECRUITING:
        return _.count(
            "Draw {n} more card: from which deck?",
            "Draw {n} more cards: from which deck?",
            int(state.pending),
        )
    return {
        CLAIMING: _("Claim a stone, or make no more claims."),
        DRAWING: _("Draw a card: from which deck?"),
        MOVING: _("Strategist: choose one of your cards."),
        MOVING_TO: _("Strategist: choose another stone for it, or discard it."),
        BANISHING: _("Banshee: choose one of your opponent’s cards."),
        LURING: _("Traitor: choose one of your opponent’s Clan cards."),
        LURING_TO: _("Traitor: choose a stone for it, on your side."),
        NEXT_ROUND: _("The round is over. Deal the next one."),
    }[int(state.phase)]


def _prompt_to_play(state: Any, _: Translate) -> str:
    """Return a text that says what can be played, as far as everybody sees it: by the backs of the cards."""
    me = int(state.player)
    tactics = int(tactics_in_hand(state, me))
    clan = state.hand_size[me] > tactics and any(has_place(state, me, stone) for stone in range(STONES))
    tactic = tactics and state.tactics_played[me] <= state.tactics_played[1 - me]
    if clan and tactic:
        return _("Choose a Clan card, then a stone; or a Tactic card.")
    if clan:
        return _("Choose a card, then a stone.")
    if tactic:
        return _("No Clan card can be played: play a Tactic card, or pass.")
    return _("No card can be played: pass.")


# --- Why a stone can or cannot be claimed --------------------------------------------------------------


def explain(state: Any, seat: int, about: int | str, _: Translate) -> str:
    """Return a text that says whether a seat can claim a stone, counted from 1, and why or why not."""
    stones = range(1, int(stones_laid_out(state)) + 1)
    if about not in stones:
        raise BadOption(f"no stone {about!r}: stones are 1 to {stones[-1]}")
    return explain_stone(state, seat, int(about) - 1, _)


def explain_stone(state: Any, seat: int, stone: int, _: Translate) -> str:
    """Return a text that says whether a seat can claim a stone, and why or why not."""
    claim = check_claim(state, seat, stone)
    if claim.verdict is Verdict.CLAIMED:
        return _("Stone {stone} is claimed already.", stone=stone + 1)
    reason = explain_reason(claim, _)
    if claim.allowed and state.phase == CLAIMING and state.player == seat:
        return _("Stone {stone} can be claimed: {reason}.", stone=stone + 1, reason=reason)
    if claim.allowed and state.expert:
        return _(
            "Stone {stone} can be claimed at the beginning of a turn: {reason}.",
            stone=stone + 1,
            reason=reason,
        )
    if claim.allowed:
        return _("Stone {stone} can be claimed after playing: {reason}.", stone=stone + 1, reason=reason)
    return _("Stone {stone} cannot be claimed yet: {reason}.", stone=stone + 1, reason=reason)


def explain_reason(claim: Claim, _: Translate) -> str:
    """Return a text that says what decides a claim."""
    if claim.verdict is Verdict.INCOMPLETE:
        return _.count("{n} more card is needed", "{n} more cards are needed", claim.missing)
    mine = formation_name(claim.mine, claim.size, _)
    theirs = formation_name(claim.theirs, claim.size, _) if claim.theirs else ""
    if claim.verdict is Verdict.WINS:
        return _("{mine} beats {theirs}", mine=mine, theirs=theirs)
    if claim.verdict is Verdict.WINS_TIE:
        return _("both have {mine}, and this side was complete first", mine=mine)
    if claim.verdict is Verdict.LOSES:
        return _("{theirs} beats {mine}", mine=mine, theirs=theirs)
    if claim.verdict is Verdict.LOSES_TIE:
        return _("both have {mine}, and the other side was complete first", mine=mine)
    if not claim.theirs:
        return _("{mine} cannot be beaten: the other side can never be completed", mine=mine)
    cards = card_names(claim.example, _)
    if claim.verdict is Verdict.PROVEN:
        return _(
            "{mine} cannot be beaten: the best the other side can make is {cards}, {theirs}",
            mine=mine,
            theirs=theirs,
            cards=cards,
        )
    return _("the other side could still make {cards}, {theirs}", theirs=theirs, cards=cards)
