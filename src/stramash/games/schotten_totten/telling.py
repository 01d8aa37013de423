"""Sentences: the names of cards and formations, what an action does, what a player can do, and why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.notation import card_notation
from stramash.games.schotten_totten.possible import cards_played_with
from stramash.games.schotten_totten.proofs import Claim, Verdict, judge
from stramash.games.schotten_totten.rules.cards import has_place
from stramash.games.schotten_totten.rules.components import (
    BANISHING,
    CLAIM,
    CLAIMING,
    CLAN_CARDS,
    DEAL_NEXT,
    DONE,
    DRAW_CLAN,
    DRAW_TACTIC,
    DRAWING,
    JOKER,
    LURING,
    LURING_TO,
    MOVING,
    MOVING_TO,
    MUD_FIGHT_PLACES,
    NEXT_ROUND,
    PASS,
    PLACES,
    PLAY_RUSE,
    PLAY_TACTIC,
    PLAYING,
    PUT,
    PUT_AWAY,
    RECRUITER,
    RECRUITING,
    RETURN,
    RETURNING,
    STONES,
    STRENGTHS,
    TAKE,
)
from stramash.games.schotten_totten.rules.formations import COLOUR, COLOUR_RUN, KIND, RANK, RUN, SUM
from stramash.games.schotten_totten.rules.minis import stones_laid_out
from stramash.games.schotten_totten.rules.observation import tactics_in_hand

__all__ = [
    "card_name",
    "clan_name",
    "describe",
    "explain",
    "facts",
    "formation_name",
    "prompt",
    "tactic_text",
]


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
        _("Blind-Man's Bluff"),
        _("Mud Fight"),
        _("Recruiter"),
        _("Strategist"),
        _("Banshee"),
        _("Traitor"),
    )[card - CLAN_CARDS]


def tactic_text(card: int, _: Translate) -> str:
    """Say what a Tactic card does."""
    return (
        _("Any colour and any strength, chosen when the stone is claimed. One a player."),
        _("Any colour and any strength, chosen when the stone is claimed. One a player."),
        _("Strength 7 of any colour, chosen when the stone is claimed."),
        _("Strength 1, 2 or 3 of any colour, chosen when the stone is claimed."),
        _("On a stone: only the sum of the cards counts there."),
        _("On a stone: both sides need four cards there."),
        _("Draw three cards, then put two cards of your hand under their decks."),
        _("Move one of your cards to another stone, or discard it."),
        _("Discard one of your opponent's cards."),
        _("Take one of your opponent's Clan cards to your own side."),
    )[card - CLAN_CARDS]


def formation_name(strength: int, size: int, _: Translate) -> str:
    """Name a formation of so many cards by its strength: "run (18)"."""
    kinds = {MUD_FIGHT_PLACES: _("four of a kind"), PLACES: _("three of a kind")}
    name = {
        COLOUR_RUN: _("colour-run"),
        KIND: kinds.get(size, _("pair")),
        COLOUR: _("colour"),
        RUN: _("run"),
        SUM: _("sum"),
    }[strength // RANK]
    return _("{formation} ({sum})", formation=name, sum=strength % RANK)


def _card_names(cards: Iterable[int], _: Translate) -> str:
    """Name cards briefly: "blue 7-8-9" for one clan, "blue 7, red 3" otherwise."""
    listed = sorted(cards)
    clans = {card // STRENGTHS if card < CLAN_CARDS else NOBODY for card in listed}
    if len(clans) == 1 and NOBODY not in clans and len(listed) > 1:
        strengths = "-".join(str(card % STRENGTHS + 1) for card in listed)
        return _("{clan} {strength}", clan=clan_name(clans.pop(), _), strength=strengths)
    return ", ".join(card_name(card, _) for card in listed)


# --- Actions -----------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    """Say an action: as a choice, or as done by `who`."""
    if action < CLAIM or PLAY_TACTIC <= action < PLAY_RUSE:
        return _describe_play(action, _, who)
    if action < DONE:
        return _describe_claim(state, action - CLAIM, _, who)
    if PLAY_RUSE <= action < DRAW_CLAN:
        card = card_name(RECRUITER + action - PLAY_RUSE, _)
        return (
            _("Play the {card}", card=card)
            if who is None
            else _("{who} plays the {card}", who=who, card=card)
        )
    if RETURN <= action < TAKE:
        return _describe_return(action - RETURN, _, who, veiled=veiled)
    if TAKE <= action < PUT:
        card = card_name(action - TAKE, _)
        return _("Choose {card}", card=card) if who is None else _("{who} chooses {card}", who=who, card=card)
    if PUT <= action < PUT_AWAY:
        stone = action - PUT + 1
        if who is None:
            return _("Put it beside stone {stone}", stone=stone)
        return _("{who} puts it beside stone {stone}", who=who, stone=stone)
    choice, told = {
        DONE: (_("Claim no more"), _("{who} claims no more")),
        PASS: (_("Pass"), _("{who} passes")),
        DEAL_NEXT: (_("Deal the next round"), _("{who} deals the next round")),
        DRAW_CLAN: (_("Draw a Clan card"), _("{who} draws a Clan card")),
        DRAW_TACTIC: (_("Draw a Tactic card"), _("{who} draws a Tactic card")),
        PUT_AWAY: (_("Discard it"), _("{who} discards it")),
    }[action]
    return choice if who is None else told.format(who=who)


def _describe_play(action: int, _: Translate, who: str | None) -> str:
    if action < CLAIM:
        number, stone = divmod(action, STONES)
    else:
        number, stone = divmod(action - PLAY_TACTIC, STONES)
        number += JOKER
    card = card_name(number, _)
    if who is None:
        return _("Play {card} on stone {stone}", card=card, stone=stone + 1)
    return _("{who} plays {card} on stone {stone}", who=who, card=card, stone=stone + 1)


def _describe_return(card: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    if who is None:
        return _("Put {card} under its deck", card=card_name(card, _))
    if not veiled:
        return _("{who} puts {card} under its deck", who=who, card=card_name(card, _))
    if card < CLAN_CARDS:
        return _("{who} puts a Clan card under the deck", who=who)
    return _("{who} puts a Tactic card under the deck", who=who)


def _describe_claim(state: Any, stone: int, _: Translate, who: str | None) -> str:
    if who is None:
        return _("Claim stone {stone}", stone=stone + 1)
    claim = judge(state, int(state.player), stone)
    reason = _reason(claim, _)
    return _("{who} claims stone {stone}: {reason}", who=who, stone=stone + 1, reason=reason)


# --- Prompts -----------------------------------------------------------------------------------------


def prompt(state: Any, _: Translate) -> str:
    """Say what the player to act can do now."""
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
        CLAIMING: _("Claim a stone, or claim no more."),
        DRAWING: _("Draw a card: from which deck?"),
        MOVING: _("Strategist: choose one of your cards."),
        MOVING_TO: _("Strategist: choose another stone for it, or discard it."),
        BANISHING: _("Banshee: choose one of your opponent's cards."),
        LURING: _("Traitor: choose one of your opponent's Clan cards."),
        LURING_TO: _("Traitor: choose a stone for it, on your side."),
        NEXT_ROUND: _("The round is over. Deal the next one."),
    }[int(state.phase)]


def _prompt_to_play(state: Any, _: Translate) -> str:
    """Say what can be played, as far as everybody sees it: by the backs of the cards."""
    me = int(state.player)
    tactics = int(tactics_in_hand(state, me))
    clan = state.hand_size[me] > tactics and any(has_place(state, me, stone) for stone in range(STONES))
    tactic = tactics and state.tactics_played[me] <= state.tactics_played[1 - me]
    if clan and tactic:
        return _("Play a Clan card beside a stone, or a Tactic card.")
    if clan:
        return _("Play a card beside a stone.")
    if tactic:
        return _("No Clan card can be played: play a Tactic card, or pass.")
    return _("No card can be played: pass.")


# --- Why a stone can or cannot be claimed --------------------------------------------------------------


def explain(state: Any, seat: int, stone: int, _: Translate) -> str:
    """Say whether a seat can claim a stone, and why or why not."""
    claim = judge(state, seat, stone)
    if claim.verdict is Verdict.CLAIMED:
        return _("Stone {stone} is claimed already.", stone=stone + 1)
    reason = _reason(claim, _)
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


def _reason(claim: Claim, _: Translate) -> str:
    """Say what decides a claim."""
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
    cards = _card_names(claim.example, _)
    if claim.verdict is Verdict.PROVEN:
        return _(
            "{mine} cannot be beaten: the best the other side can make is {cards}, {theirs}",
            mine=mine,
            theirs=theirs,
            cards=cards,
        )
    return _("the other side could still make {cards}, {theirs}", theirs=theirs, cards=cards)


def facts(state: Any, seat: int, _: Translate) -> Json:
    """Return, stone by stone, whether this seat could claim it and why; and all cards seen so far."""
    me = max(seat, 0)
    stones = []
    for stone in range(stones_laid_out(state)):
        claim = judge(state, me, stone)
        stones.append(
            {
                "stone": stone + 1,
                "claimable": claim.allowed,
                "verdict": claim.verdict.value,
                "mine": claim.mine,
                "theirs": claim.theirs,
                "example": [card_notation(card) for card in claim.example],
                "text": explain(state, me, stone, _),
            }
        )
    face_up = [
        card_notation(card)
        for card in cards_played_with(state)
        if card < CLAN_CARDS and int(state.face_up[card // STRENGTHS]) >> card % STRENGTHS & 1
    ]
    return {"seat": me, "stones": stones, "seen": face_up}
