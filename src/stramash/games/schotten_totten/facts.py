"""What players find hard to see, as data: which stones can be claimed and why, and all cards seen so far.

The rules say whether a stone can be claimed; `check_claim` adds the example that shows why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.games.schotten_totten.position import cards_played_with
from stramash.games.schotten_totten.rules.cards import lay_beside, turn_face_up
from stramash.games.schotten_totten.rules.claims import best_possible, is_face_up, joker_may_come, may_claim
from stramash.games.schotten_totten.rules.components import (
    BLIND_MANS_BLUFF,
    CARD_NAMES,
    CLAN_CARDS,
    CLAN_LETTERS,
    JOKER,
    PLACES,
    RECRUITER,
    SECOND_JOKER,
    SHIELD_BEARER,
    SPY,
    STRENGTHS,
)
from stramash.games.schotten_totten.rules.formations import places
from stramash.games.schotten_totten.rules.minis import stones_laid_out

__all__ = ["Claim", "Verdict", "check_claim", "component_table", "describe_facts", "strongest_cards"]


#: The kinds of Tactic card, by the first card of each
_TACTICS = {JOKER: "elite troop", BLIND_MANS_BLUFF: "combat mode", RECRUITER: "ruse"}


def component_table(state: Any) -> dict[str, Json]:
    """Return what is printed on each card of the game, by its notation: its kind, clan and strength."""
    return {CARD_NAMES[card]: {"number": card, **_printed(card)} for card in cards_played_with(state)}


def _printed(card: int) -> Json:
    if card < CLAN_CARDS:
        return {"kind": "clan", "clan": CLAN_LETTERS[card // STRENGTHS], "strength": card % STRENGTHS + 1}
    kind = next(kind for first, kind in reversed(_TACTICS.items()) if card >= first)
    return {"kind": kind, "clan": None, "strength": None}


class Verdict(Enum):
    """Why a stone can or cannot be claimed."""

    CLAIMED = "claimed"
    INCOMPLETE = "incomplete"
    WINS = "wins"
    WINS_TIE = "wins tie"
    LOSES = "loses"
    LOSES_TIE = "loses tie"
    PROVEN = "proven"
    NOT_PROVEN = "not proven"


@dataclass(frozen=True)
class Claim:
    """Whether a seat can claim a stone, and why."""

    verdict: Verdict
    #: strength of the claimant's formation, 0 while incomplete
    mine: int = 0
    #: strength of the other side's formation, or of the best it can still become
    theirs: int = 0
    #: the cards of that formation: those that lie there and those still to come
    example: tuple[int, ...] = ()
    #: cards the claimant's side lacks
    missing: int = 0
    #: cards a formation has at this stone
    size: int = PLACES

    @property
    def allowed(self) -> bool:
        """Whether the stone may be claimed."""
        return self.verdict in (Verdict.WINS, Verdict.WINS_TIE, Verdict.PROVEN)


def check_claim(state: Any, seat: int, stone: int) -> Claim:
    """Return whether a seat can claim a stone, with the example that shows why."""
    if state.owner[stone] != NOBODY:
        return Claim(Verdict.CLAIMED)
    size = int(places(state, stone))
    mine, theirs = int(state.strength[seat, stone]), int(state.strength[1 - seat, stone])
    if not mine:
        missing = size - int(state.side_size[seat, stone])
        return Claim(Verdict.INCOMPLETE, theirs=theirs, missing=missing, size=size)
    allowed = bool(may_claim(state, seat, stone))
    if theirs:
        tie, win = (Verdict.WINS_TIE, Verdict.WINS) if allowed else (Verdict.LOSES_TIE, Verdict.LOSES)
        return Claim(tie if mine == theirs else win, mine, theirs, size=size)
    best = int(best_possible(state, 1 - seat, stone))
    example = strongest_cards(state, 1 - seat, stone)
    return Claim(Verdict.PROVEN if allowed else Verdict.NOT_PROVEN, mine, best, example, size=size)


def strongest_cards(state: Any, seat: int, stone: int) -> tuple[int, ...]:
    """Return the cards of the best formation a side can still become, () if it cannot be completed.

    A greedy construction: add the first card after which the rule `best_possible` still returns the best.
    """
    best = best_possible(state, seat, stone)
    if not best:
        return ()
    trial = state.copy()
    chosen = [int(card) for card in state.side[seat, stone, : state.side_size[seat, stone]]]
    while trial.side_size[seat, stone] < places(trial, stone):
        for card in _cards_to_come(trial, seat):
            attempt = trial.copy()
            turn_face_up(attempt, card)
            lay_beside(attempt, seat, stone, card)
            attempt.joker_played[seat] |= card in (JOKER, SECOND_JOKER)
            reached = attempt.strength[seat, stone] or best_possible(attempt, seat, stone)
            if reached == best:
                chosen.append(card)
                trial = attempt
                break
        else:
            raise AssertionError("the best formation must be made of cards")
    return tuple(chosen)


def _cards_to_come(state: Any, seat: int) -> list[int]:
    cards = [card for card in range(CLAN_CARDS) if not is_face_up(state, card)]
    if state.tactics and state.proofs:
        if joker_may_come(state, seat):
            cards += [card for card in (JOKER, SECOND_JOKER) if not is_face_up(state, card)]
        cards += [card for card in (SPY, SHIELD_BEARER) if not is_face_up(state, card)]
    return cards


def describe_facts(state: Any, seat: int, say: Callable[[int], str]) -> Json:
    """Return, stone by stone, whether this seat could claim it and why; and all Clan cards seen so far.

    `say` gives the sentence about a stone.
    """
    me = max(seat, 0)
    seen = [card for card in cards_played_with(state) if card < CLAN_CARDS and is_face_up(state, card)]
    return {
        "seat": me,
        "stones": [
            _stone_fact(check_claim(state, me, stone), stone, say) for stone in range(stones_laid_out(state))
        ],
        "seen": [CARD_NAMES[card] for card in seen],
    }


def _stone_fact(claim: Claim, stone: int, say: Callable[[int], str]) -> Json:
    return {
        "stone": stone + 1,
        "claimable": claim.allowed,
        "verdict": claim.verdict.value,
        "mine": claim.mine,
        "theirs": claim.theirs,
        "example": [CARD_NAMES[card] for card in claim.example],
        "text": say(stone),
    }
