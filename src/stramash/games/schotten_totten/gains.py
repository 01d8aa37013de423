"""What a turn gains, in sentences: stones, formations, and what the other side can no longer make."""

from __future__ import annotations

from typing import Any

from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.facts import Claim, Verdict, check_claim
from stramash.games.schotten_totten.names import card_names, formation_name
from stramash.games.schotten_totten.rules.claims import best_possible
from stramash.games.schotten_totten.rules.components import STONES
from stramash.games.schotten_totten.rules.formations import RANK, places
from stramash.games.schotten_totten.text import explain_reason

__all__ = ["describe_gains"]

#: The order of sentences: what decides comes first
WIN, STONE, COMPLETE, BROKEN, BLOCKED, CHANCE = range(6)

Gain = tuple[int, str]


def describe_gains(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    """Return what a seat has after its actions that it did not have before, the most important first."""
    found: list[Gain] = []
    if after.winner == seat != before.winner:
        found.append((WIN, _("That wins.")))
    for stone in range(STONES):
        if before.owner[stone] == NOBODY:
            found += _own_gains(before, after, seat, stone, _)
            found += _losses_of_the_other(before, after, 1 - seat, stone, _)
    return [sentence for _rank, sentence in sorted(found, key=lambda gain: gain[0])]


def _own_gains(before: Any, after: Any, seat: int, stone: int, _: Translate) -> list[Gain]:
    if after.owner[stone] == seat:
        open_again = after.copy()
        open_again.owner[stone] = NOBODY
        reason = explain_reason(check_claim(open_again, seat, stone), _)
        return [(STONE, _("You claim stone {stone}: {reason}.", stone=stone + 1, reason=reason))]
    claim = check_claim(after, seat, stone)
    if after.mode[stone] != before.mode[stone] and not claim.allowed:
        return [(COMPLETE, _mode_text(after, seat, stone, _))]
    if claim.allowed and not check_claim(before, seat, stone).allowed:
        reason = explain_reason(claim, _)
        return [(STONE, _("Stone {stone} can be claimed: {reason}.", stone=stone + 1, reason=reason))]
    if claim.verdict is Verdict.NOT_PROVEN and not before.strength[seat, stone]:
        return [(COMPLETE, _complete_text(claim, stone, _))]
    if claim.verdict is Verdict.INCOMPLETE and after.side_size[seat, stone] > before.side_size[seat, stone]:
        return _chance(after, seat, stone, claim, _)
    return []


def _complete_text(claim: Claim, stone: int, _: Translate) -> str:
    mine = formation_name(claim.mine, claim.size, _)
    theirs = formation_name(claim.theirs, claim.size, _)
    return _(
        "At stone {stone} you have {mine}; only {theirs} or more beats it, like {cards}.",
        stone=stone + 1,
        mine=mine,
        theirs=theirs,
        cards=card_names(claim.example, _),
    )


def _mode_text(after: Any, seat: int, stone: int, _: Translate) -> str:
    """Return what both sides can make where a combat mode has changed what counts."""
    size = int(places(after, stone))
    mine, theirs = (
        int(after.strength[side, stone]) or int(best_possible(after, side, stone))
        for side in (seat, 1 - seat)
    )
    return _(
        "At stone {stone} you can now make {mine} at best, the other side {theirs}.",
        stone=stone + 1,
        mine=formation_name(mine, size, _),
        theirs=formation_name(theirs, size, _),
    )


def _chance(after: Any, seat: int, stone: int, claim: Claim, _: Translate) -> list[Gain]:
    """Return what a side that is not complete can still become."""
    best = int(best_possible(after, seat, stone))
    if not best:
        return []
    mine = formation_name(best, claim.size, _)
    if claim.theirs and best > claim.theirs:
        theirs = formation_name(claim.theirs, claim.size, _)
        sentence = _(
            "At stone {stone} you can still make {mine}, which beats {theirs}.",
            stone=stone + 1,
            mine=mine,
            theirs=theirs,
        )
    else:
        sentence = _("At stone {stone} you can still make {mine}.", stone=stone + 1, mine=mine)
    return [(CHANCE, sentence)]


def _losses_of_the_other(before: Any, after: Any, seat: int, stone: int, _: Translate) -> list[Gain]:
    """Return what the other side had or could make at a stone, and cannot any more."""
    size = int(places(before, stone))
    complete = int(before.strength[seat, stone])
    if complete and not after.strength[seat, stone] and after.owner[stone] == NOBODY:
        had = formation_name(complete, size, _)
        return [
            (BROKEN, _("At stone {stone} the other side loses {formation}.", stone=stone + 1, formation=had))
        ]
    if (
        complete
        or not before.side_size[seat, stone]
        or after.side_size[seat, stone] != before.side_size[seat, stone]
    ):
        return []
    could, can = int(best_possible(before, seat, stone)), int(best_possible(after, seat, stone))
    if could // RANK <= can // RANK or after.owner[stone] != NOBODY:
        return []
    return [
        (
            BLOCKED,
            _(
                "At stone {stone} the other side can no longer make {formation}.",
                stone=stone + 1,
                formation=formation_name(could, size, _),
            ),
        )
    ]
