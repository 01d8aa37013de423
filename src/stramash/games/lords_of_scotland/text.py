"""Sentences: what an action does, and what the player to act can do."""

from __future__ import annotations

from typing import Any

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.lords_of_scotland.names import card_name, owner_name, player_name, power_name
from stramash.games.lords_of_scotland.rules.activation import may_activate, strength_limits, useful_in_hand
from stramash.games.lords_of_scotland.rules.armies import doubles, find_down, find_follower, total
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ACTING,
    ACTIVATE,
    ARMY_PLACES,
    CARDS,
    CLAIM,
    CLAIMING,
    COPYING,
    DISCARDING,
    DOWNS,
    HAND_LIMIT,
    MUSTER_DOWN,
    MUSTER_UP,
    MUSTERING,
    NO_CARD,
    PASS,
    SWAPPING,
    TAKE,
    TAKING,
    TARGET,
    TARGET_DOWN,
    TURNS,
)
from stramash.games.lords_of_scotland.rules.view import knows_follower

__all__ = ["describe", "prompt"]

# --- Actions -------------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    """Say an action: as a choice, or as done by `who`; the first of a later round tells that it begins."""
    told = _describe(state, action, _, who, veiled=veiled)
    begins = state.phase == ACTING and state.turn == 1 and state.player == state.initiative
    if who is None or not begins or state.round_number == 1:
        return told
    return _("Round {number}: {story}", number=int(state.round_number), story=told)


def _describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    if action == PASS:
        return _("Pass") if who is None else _("{who} passes", who=who)
    if action < MUSTER_DOWN:
        return _describe_recruit(state, action, _, who)
    if action < TARGET:
        return _describe_muster(state, action, _, who, veiled=veiled)
    if action < TAKE:
        return _describe_target(state, action, _, who)
    if action < CLAIM:
        supporter = card_name(action - TAKE, _)
        if who is None:
            return _("Swap it for the Supporter {card}", card=supporter)
        return _("{who} swaps it for the Supporter {card}", who=who, card=supporter)
    return _describe_claim(state, action - CLAIM, _, who)


def _describe_recruit(state: Any, place: int, _: Translate, who: str | None) -> str:
    if state.recruit_up[place]:
        card = card_name(int(state.recruit[place]), _)
        return (
            _("Recruit {card}", card=card) if who is None else _("{who} recruits {card}", who=who, card=card)
        )
    if who is None:
        return _("Recruit the face-down card at place {place}", place=place + 1)
    return _("{who} recruits the face-down card at place {place}", who=who, place=place + 1)


def _describe_muster(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    if action < MUSTER_UP:
        if who is None:
            return _("Muster {card} face-down", card=card_name(action - MUSTER_DOWN, _))
        if veiled:
            return _("{who} musters a card face-down", who=who)
        return _("{who} musters {card} face-down", who=who, card=card_name(action - MUSTER_DOWN, _))
    if action < ACTIVATE:
        card = action - MUSTER_UP
        name = card_name(card, _)
        if who is not None:
            return _("{who} musters {card} face-up", who=who, card=name)
        if state.player != NOBODY and _works(state, card):
            return _("Muster {card} face-up, without its power", card=name)
        return _("Muster {card} face-up", card=name)
    card = action - ACTIVATE
    name, power = card_name(card, _), power_name(clan_of(card), _)
    if who is None:
        return _("Muster {card} with its power: {power}", card=name, power=power)
    return _("{who} musters {card} with its power: {power}", who=who, card=name, power=power)


def _works(state: Any, card: int) -> bool:
    useful = useful_in_hand(state, int(state.player))
    return bool(may_activate(card, useful, strength_limits(state)))


def _describe_target(state: Any, action: int, _: Translate, who: str | None) -> str:
    """Say which Follower a power is used on; a face-down one is named to whoever knows it, to all once shown.

    Its number counts what its musterer laid face-down, so in another's army it takes the musterer's name too.
    """
    if action < TARGET_DOWN:
        spot = find_follower(state, action - TARGET)
        follower = card_name(action - TARGET, _)
    else:
        down = action - TARGET_DOWN
        spot = find_down(state, down)
        seat, place = spot // ARMY_PLACES, spot % ARMY_PLACES
        follower = _("face-down Follower {number}", number=down % DOWNS + 1)
        if spot != NO_CARD and seat != down // DOWNS:
            musterer = player_name(down // DOWNS, _)
            follower = _(
                "face-down Follower {number} of {musterer}", number=down % DOWNS + 1, musterer=musterer
            )
        card = int(state.army[seat, place]) if spot != NO_CARD else CARDS
        if who is None:
            named = spot != NO_CARD and knows_follower(state, int(state.player), seat, place)
        else:
            named = state.phase == DISCARDING
        if named and card < CARDS:
            follower = _("face-down {card}", card=card_name(card, _))
    asking = int(state.player) if who is None else NOBODY
    owner = owner_name(spot // ARMY_PLACES, asking, _) if spot != NO_CARD else _("nobody")
    values = {"card": follower, "owner": owner}
    if who is None:
        return {
            COPYING: _("Copy the power of {card} ({owner})", **values),
            DISCARDING: _("Discard {card} ({owner})", **values),
            SWAPPING: _("Swap it with {card} ({owner})", **values),
        }.get(int(state.phase)) or _("Choose {card} ({owner})", **values)
    values["who"] = who
    return {
        COPYING: _("{who} copies the power of {card} ({owner})", **values),
        DISCARDING: _("{who} discards {card} ({owner})", **values),
        SWAPPING: _("{who} swaps it with {card} ({owner})", **values),
    }.get(int(state.phase)) or _("{who} chooses {card} ({owner})", **values)


def _describe_claim(state: Any, card: int, _: Translate, who: str | None) -> str:
    name, strength = card_name(card, _), strength_of(card)
    if who is None:
        return _.count("Claim {card} ({n} point)", "Claim {card} ({n} points)", strength, card=name)
    if state.phase != CLAIMING or state.player == NOBODY:
        return _("{who} claims {card}", who=who, card=name)
    army = int(total(state, int(state.player)))
    if doubles(state, int(state.player)):
        return _("{who} claims {card} with an army of {total}, doubled", who=who, card=name, total=army)
    return _("{who} claims {card} with an army of {total}", who=who, card=name, total=army)


# --- Prompts -------------------------------------------------------------------------------------------


def prompt(state: Any, _: Translate) -> str:
    """Say what the player to act can do now."""
    if state.player == NOBODY:
        return _("The game is over.")
    if state.phase == ACTING:
        return _prompt_turn(state, _)
    if state.phase == CLAIMING:
        return _.count(
            "Claim {n} Supporter.", "Claim {n} Supporters, one after the other.", int(state.claims)
        )
    name = card_name(int(state.acting), _)
    return {
        MUSTERING: _("{card}: muster another Follower.", card=name),
        COPYING: _("{card}: choose the Follower whose power it copies.", card=name),
        DISCARDING: _("{card}: choose a Follower to discard.", card=name),
        SWAPPING: _("{card}: choose the opponent's Follower to swap it with.", card=name),
        TAKING: _("{card}: choose the Supporter to swap it with.", card=name),
    }[int(state.phase)]


def _prompt_turn(state: Any, _: Translate) -> str:
    turn = _("Turn {turn} of {turns}:", turn=int(state.turn), turns=TURNS)
    hand = int(state.hand_size[state.player])
    recruits = hand < HAND_LIMIT and any(card != NO_CARD for card in state.recruit)
    if recruits and hand:
        return f"{turn} {_('recruit a card or muster a Follower.')}"
    if recruits:
        return f"{turn} {_('recruit a card; you have none to muster.')}"
    if hand == HAND_LIMIT:
        return f"{turn} {_('muster a Follower; with ten cards you cannot recruit.')}"
    if hand:
        return f"{turn} {_('muster a Follower; there is no Recruit.')}"
    return f"{turn} {_('you can neither recruit nor muster: pass.')}"
