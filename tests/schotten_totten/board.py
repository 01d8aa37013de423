"""Positions written so that a person sees the board.

The opponent, seat 1, sits above the border, seat 0 below it; a column is a stone, from 1 on the left:

    r1,r2,r3  -      g9
    1         .      bm
    -         b7,b8  spy

The middle line says whose a stone is (`0`, `1`, or `.` for nobody), then `b` for Blind-Man's Bluff and `m`
for Mud Fight, then `<` and the seat whose formation was complete first where both are (`.<1`).
Columns that are left out are bare stones. Cards of a side are in the order played.
"""

from __future__ import annotations

from typing import Any

import stramash
from stramash import Game, Position

STONES = 9

BASE = stramash.load("schotten-totten")
TACTICS = stramash.load("schotten-totten", tactics=True)
EXPERT = stramash.load("schotten-totten", expert=True)
TACTIC_EXPERT = stramash.load("schotten-totten", tactics=True, expert=True)
ALL_PROOFS = stramash.load("schotten-totten", tactics=True, proofs="all")
ROUNDS = stramash.load("schotten-totten", rounds=3)


def stones(picture: str) -> list[dict[str, Any]]:
    """Read the three lines of a border."""
    above, border, below = (line.split() for line in picture.strip().splitlines())
    assert len(above) == len(border) == len(below) <= STONES, "each line needs as many columns"
    read = [_stone(*column) for column in zip(above, border, below, strict=True)]
    return read + [{} for _ in range(STONES - len(read))]


def _stone(above: str, middle: str, below: str) -> dict[str, Any]:
    middle, _, first = middle.partition("<")
    owner, modes = middle[0], middle[1:]
    assert owner in "01.", f"{middle!r} is no stone"
    assert set(modes) <= {"b", "m"}, f"{middle!r} has other modes than b and m"
    return {
        "owner": None if owner == "." else int(owner),
        "modes": [name for name in ("bluff", "mud") if name[0] in modes],
        "sides": [_cards(below), _cards(above)],
    } | ({"first": int(first)} if first else {})


def _cards(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def board(
    game: Game,
    picture: str,
    hand: str = "",
    other: str = "",
    **rest: Any,
) -> Position:
    """Return the position of a picture, with the hand of seat 0 and of seat 1.

    `seen="b1,b2"` lays cards face-up at stones where they matter to nobody but proofs; everything else in
    `rest` is as in `Position.to_dict`.
    """
    border = stones(picture)
    seen = rest.pop("seen", "")
    if seen:
        _lay_away(border, seen.split(","))
    return game.position({"stones": border, "hands": [hand.split(), other.split()]} | rest)


def _lay_away(border: list[dict[str, Any]], cards: list[str]) -> None:
    """Lay cards beside the last bare stones, which count as claimed by seat 1."""
    free = [stone for stone in range(STONES) if not border[stone]]
    for stone in reversed(free):
        border[stone] = {"owner": 1, "sides": [cards[:3], cards[3:6]]}
        cards = cards[6:]
        if not cards:
            return
    assert not cards, "too many cards to lay away"


def may(position: Position, *notations: str) -> bool:
    """Whether all of these actions are legal."""
    legal = {position.notation(action) for action in position.legal}
    return set(notations) <= legal


def choices(position: Position) -> list[str]:
    """Return the notations of all that is legal."""
    return [position.notation(action) for action in position.legal]


def play(position: Position, *notations: str) -> Position:
    """Play these actions and return the position."""
    for notation in notations:
        position.play(notation)
    return position
