"""Sentences: what an action does, and what the player to act can do."""

from __future__ import annotations

from typing import Any, TypeAlias

from stramash.core.errors import BadOption
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.lords_of_scotland.facts import card_fact
from stramash.games.lords_of_scotland.names import card_name, owner_name, power_name
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.activation import may_activate, strength_limits, useful_in_hand
from stramash.games.lords_of_scotland.rules.armies import doubles, find_down, find_follower, total
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ACTING,
    ARMY_PLACES,
    CARD_NUMBERS,
    CARDS,
    CLAIMING,
    COPYING,
    DISCARDING,
    DOWNS,
    HAND_LIMIT,
    MUSTERING,
    NO_CARD,
    NORMAL_CARDS,
    SWAPPING,
    TAKING,
    TURNS,
)
from stramash.games.lords_of_scotland.rules.view import knows_follower

__all__ = ["describe", "explain", "prompt"]

# --- Actions -------------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    """Return an action as a sentence: a choice, or done by `who`; the first one of a round names it."""
    sentence = _describe(state, action, _, who, veiled=veiled)
    begins = state.phase == ACTING and state.turn == 1 and state.player == state.initiative
    if who is None or not begins or state.round_number == 1:
        return sentence
    return _("Round {number}: {story}", number=int(state.round_number), story=sentence)


def _describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    kind, values = ACTIONS.split(action)
    words: dict[str, Any] = {}
    if kind == "pass":
        sentences = _("Pass"), _("{who} passes"), _("You pass")
    elif kind in ("follower", "face-down"):
        sentences, words = _target_sentences(state, kind, values[0], _, done=who is not None)
    elif kind == "recruit":
        sentences, words = _recruit_sentences(state, values[0], _)
    elif kind == "claim":
        sentences, words = _claim_sentences(state, values[0], _)
    else:
        sentences = _card_sentences(state, kind, values[0], _)
        words = {"card": card_name(values[0], _), "power": power_name(clan_of(values[0]), _)}
    choice, done, to_reader = sentences
    if who is not None:
        choice = _("{who} musters a card face-down") if veiled else done
        choice = to_reader if _.reader == state.player else choice
    return choice.format(who=who, **words)


#: An action as a choice, as done by a player, and as done by the reader
_Sentences: TypeAlias = tuple[str, str, str]


def _recruit_sentences(state: Any, place: int, _: Translate) -> tuple[_Sentences, dict[str, Any]]:
    if state.recruit_up[place]:
        card = card_name(int(state.recruit[place]), _)
        return (_("Recruit {card}"), _("{who} recruits {card}"), _("You recruit {card}")), {"card": card}
    sentences = (
        _("Recruit the face-down card at place {place}"),
        _("{who} recruits the face-down card at place {place}"),
        _("You recruit the face-down card at place {place}"),
    )
    return sentences, {"place": place + 1}


def _card_sentences(state: Any, kind: str, card: int, _: Translate) -> _Sentences:
    """Return how mustering a card, or swapping for one, is said."""
    face_up = _("Muster {card} face-up")
    if kind == "up" and state.player != NOBODY and _works(state, card):
        face_up = _("Muster {card} face-up, without its power")
    return {
        "down": (
            _("Muster {card} face-down"),
            _("{who} musters {card} face-down"),
            _("You muster {card} face-down"),
        ),
        "up": (face_up, _("{who} musters {card} face-up"), _("You muster {card} face-up")),
        "power": (
            _("Muster {card} with its power: {power}"),
            _("{who} musters {card} with its power: {power}"),
            _("You muster {card} with its power: {power}"),
        ),
        "take": (
            _("Swap it for the Supporter {card}"),
            _("{who} swaps it for the Supporter {card}"),
            _("You swap it for the Supporter {card}"),
        ),
    }[kind]


def _works(state: Any, card: int) -> bool:
    useful = useful_in_hand(state, int(state.player))
    return bool(may_activate(card, useful, strength_limits(state)))


def _claim_sentences(state: Any, card: int, _: Translate) -> tuple[_Sentences, dict[str, Any]]:
    words: dict[str, Any] = {"card": card_name(card, _)}
    choice = _.count("Claim {card} ({n} point)", "Claim {card} ({n} points)", strength_of(card), **words)
    if state.phase != CLAIMING or state.player == NOBODY:
        return (choice, _("{who} claims {card}"), _("You claim {card}")), words
    words["total"] = int(total(state, int(state.player)))
    if doubles(state, int(state.player)):
        done = _("{who} claims {card} with an army of {total}, doubled")
        return (choice, done, _("You claim {card} with an army of {total}, doubled")), words
    done = _("{who} claims {card} with an army of {total}")
    return (choice, done, _("You claim {card} with an army of {total}")), words


def _target_sentences(
    state: Any, kind: str, named: int, _: Translate, *, done: bool
) -> tuple[_Sentences, dict[str, Any]]:
    """Return the sentences about the Follower that a power is used on, with its owner."""
    if kind == "follower":
        spot, name = int(find_follower(state, named)), card_name(named, _)
    else:
        spot = int(find_down(state, named))
        name = _face_down_name(state, named, spot, _, done=done)
    asking = int(state.player) if not done or _.reader == state.player else NOBODY
    owner = owner_name(spot // ARMY_PLACES, asking, _) if spot != NO_CARD else _("nobody")
    sentences = {
        COPYING: (
            _("Copy the power of {card} ({owner})"),
            _("{who} copies the power of {card} ({owner})"),
            _("You copy the power of {card} ({owner})"),
        ),
        DISCARDING: (
            _("Discard {card} ({owner})"),
            _("{who} discards {card} ({owner})"),
            _("You discard {card} ({owner})"),
        ),
        SWAPPING: (
            _("Swap it with {card} ({owner})"),
            _("{who} swaps it with {card} ({owner})"),
            _("You swap it with {card} ({owner})"),
        ),
    }.get(int(state.phase)) or (
        _("Choose {card} ({owner})"),
        _("{who} chooses {card} ({owner})"),
        _("You choose {card} ({owner})"),
    )
    return sentences, {"card": name, "owner": owner}


def _face_down_name(state: Any, down: int, spot: int, _: Translate, *, done: bool) -> str:
    """Return the name of a face-down Follower: its card for a player who knows it, and once it is discarded.

    Its number counts what its musterer laid face-down, so in another army it takes the musterer's name too.
    """
    number, musterer = down % DOWNS + 1, down // DOWNS
    if spot != NO_CARD:
        seat, place = spot // ARMY_PLACES, spot % ARMY_PLACES
        card = int(state.army[seat, place])
        known = state.phase == DISCARDING if done else knows_follower(state, int(state.player), seat, place)
        if known and card < CARDS:
            return _("face-down {card}", card=card_name(card, _))
        if seat != musterer:
            name = _.player(musterer)
            return _("face-down Follower {number} of {musterer}", number=number, musterer=name)
    return _("face-down Follower {number}", number=number)


# --- Prompts -------------------------------------------------------------------------------------------


def prompt(state: Any, _: Translate) -> str:
    """Return what the player to act can do now, as a sentence."""
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
        SWAPPING: _("{card}: choose the opponent’s Follower to swap it with.", card=name),
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


# --- Would a power work? -------------------------------------------------------------------------------


def explain(state: Any, seat: int, about: int | str, _: Translate) -> str:
    """Return whether the power of a card would work if this seat mustered it now, and if not, why.

    The card is given by its notation or its rank.
    """
    cards = CARDS if state.bruce else NORMAL_CARDS
    card = CARD_NUMBERS.get(about, NO_CARD) if isinstance(about, str) else about - 1
    if not 0 <= card < cards:
        raise BadOption(f"no card {about!r}: give one like fo3, or its rank, 1 to {cards}")
    return str(card_fact(state, seat, card, _)["text"])
