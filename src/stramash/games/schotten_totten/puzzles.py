"""Questions about claims, answered by the rules: which claim is proved, and which card proves one."""

from __future__ import annotations

from typing import Any

from stramash.core.puzzle import Question
from stramash.core.rules import legal_actions
from stramash.core.words import Translate
from stramash.games.schotten_totten.facts import Verdict, check_claim
from stramash.games.schotten_totten.rules import turn
from stramash.games.schotten_totten.rules.actions import ACTIONS
from stramash.games.schotten_totten.rules.claims import claimable_stones
from stramash.games.schotten_totten.rules.components import CLAIMING, PLACES, PLAYING, STONES

__all__ = ["ask_puzzle", "list_questions"]

#: Which claim is proved?
CLAIM_PROVED = "claim"
#: Which card, played where, proves a claim?
CARD_PROVES = "prove"

_JUDGED = (Verdict.WINS, Verdict.WINS_TIE, Verdict.LOSES, Verdict.LOSES_TIE)


def ask_puzzle(kind: str, _: Translate) -> str:
    """Return a question in words."""
    if kind == CLAIM_PROVED:
        return _("You can prove one claim. Which stone is it?")
    if kind == CARD_PROVES:
        return _("One card, played in the right place, lets you prove a claim at once. Which one, and where?")
    return ""


def list_questions(state: Any) -> list[Question]:
    """Return the questions that a state asks of the seat to act."""
    if state.phase == CLAIMING:
        return _which_claim(state)
    if state.phase == PLAYING and not state.claimable:
        return _which_card(state)
    return []


def _which_claim(state: Any) -> list[Question]:
    """Ask for the one stone that is claimed by proof, if others look as if they could be."""
    seat = int(state.player)
    claims = {stone: check_claim(state, seat, stone) for stone in range(STONES)}
    proved = [stone for stone, claim in claims.items() if claim.verdict is Verdict.PROVEN]
    others = [stone for stone, claim in claims.items() if claim.verdict is Verdict.NOT_PROVEN]
    decided = any(claim.allowed for claim in claims.values() if claim.verdict in _JUDGED)
    if len(proved) != 1 or not others or decided:
        return []
    choices = tuple(f"claim@{stone + 1}" for stone in sorted(proved + others))
    hard = (len(others) > 1) + _is_far(state, seat, proved[0])
    return [Question(CLAIM_PROVED, choices, f"claim@{proved[0] + 1}", 1 + hard)]


def _which_card(state: Any) -> list[Question]:
    """Ask for the one card and stone after which a claim is proved that was not before."""
    seat = int(state.player)
    if claimable_stones(state, seat):
        return []
    found = []
    for action in legal_actions(turn.legal, state, ACTIONS.size):
        trial = state.copy()
        turn.play(trial, action)
        stones = int(claimable_stones(trial, seat))
        if stones:
            found.append((action, stones, trial))
        if len(found) > 1:
            return []
    if not found:
        return []
    action, stones, trial = found[0]
    claimed = [stone for stone in range(STONES) if stones >> stone & 1]
    if len(claimed) != 1 or check_claim(trial, seat, claimed[0]).verdict is not Verdict.PROVEN:
        return []
    near = [
        stone
        for stone in range(STONES)
        if state.side_size[seat, stone] == PLACES - 1 and not state.strength[seat, stone]
    ]
    hard = (len(near) > 1) + _is_far(state, seat, claimed[0])
    return [Question(CARD_PROVES, (), ACTIONS.notations[action], 1 + hard)]


def _is_far(state: Any, seat: int, stone: int) -> bool:
    """Return whether the other side lacks two cards or more, so that much could still come."""
    return bool(state.side_size[1 - seat, stone] < PLACES - 1)
