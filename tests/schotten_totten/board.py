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
CLAN_CARDS = [f"{clan}{strength}" for clan in "bgrypn" for strength in range(1, 10)]
TACTIC_CARDS = [
    "joker1",
    "joker2",
    "spy",
    "shield",
    "bluff",
    "mud",
    "recruiter",
    "strategist",
    "banshee",
    "traitor",
]

#: Nothing beside any stone
BARE = """
-
.
-
"""

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
    read: list[dict[str, Any]] = [_stone(*column) for column in zip(above, border, below, strict=True)]
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


def board(game: Game, picture: str = BARE, hand: str = "", other: str = "", **rest: Any) -> Position:
    """Return the position of a picture, with the hand of seat 0 and of seat 1.

    `deck="b1 b2"` and `tactic_deck="spy"` name all cards of a deck, the top first; Clan cards that are then
    nowhere lie at claimed stones on the right, Tactic cards in the discard. `seen="b1 b2"` lays cards at such
    stones and leaves the others in the deck. What finds no room is in the hand of seat 1. The rest is as in
    `Position.to_dict`.
    """
    border = stones(picture)
    decks = {key: rest.pop(key).split() for key in ("deck", "tactic_deck") if key in rest}
    discard: list[str] = rest.pop("discard", "").split()
    seen: list[str] = rest.pop("seen", "").split()
    shown = [card for stone in border for side in stone.get("sides", []) for card in side]
    shown += [card for stone in border for mode in stone.get("modes", []) for card in (mode,)]
    shown += [
        *hand.split(),
        *other.split(),
        *discard,
        *seen,
        *(card for deck in decks.values() for card in deck),
    ]
    if "deck" in decks:
        seen += [card for card in CLAN_CARDS if card not in shown]
    if "tactic_deck" in decks:
        discard += [card for card in TACTIC_CARDS if card not in shown]
    theirs = other.split()
    _lay_away(border, seen, discard)
    coming = [ruse for ruse in (*TACTIC_CARDS[6:], "strategist", "banshee") if ruse not in discard]
    while game.options["tactics"] and len(discard) + len(coming) > 10:  # ruses to come need that room
        theirs.append(
            discard.pop(next(at for at, card in enumerate(discard) if card not in TACTIC_CARDS[6:]))
        )
    return game.position(
        {"stones": border, "hands": [hand.split(), theirs], "discard": discard} | decks | rest
    )


def _lay_away(border: list[dict[str, Any]], cards: list[str], discard: list[str]) -> None:
    """Lay cards beside claimed stones, then bare ones from the right, then in the discard."""
    owner = 1
    for stone in sorted(range(STONES - 1, -1, -1), key=lambda stone: not border[stone]):
        if cards and not border[stone]:
            border[stone] = {"owner": owner, "sides": [[], []]}
            owner = 1 - owner
        if cards and border[stone]["owner"] is not None:
            for side in border[stone]["sides"]:
                while cards and len(side) < 3:
                    side.append(cards.pop(0))
    discard += cards


def may(position: Position, *notations: str) -> bool:
    """Whether all of these actions are legal."""
    legal = {position.notation(action) for action in position.legal}
    return set(notations) <= legal


def choices(position: Position) -> list[str]:
    """Return the notations of all that is legal."""
    return [position.notation(action) for action in position.legal]


def claims(position: Position, *notations: str) -> list[int]:
    """Play these actions and return the stones that the player to act may then claim."""
    play(position, *notations)
    return [int(choice[-1]) for choice in choices(position) if choice.startswith("claim@")]


def side(position: Position, seat: int, stone: int) -> list[str]:
    """Return the cards on a seat's side of a stone, stones counted from 1."""
    cards: list[str] = position.to_dict()["stones"][stone - 1]["sides"][seat]
    return cards


def owners(position: Position) -> str:
    """Return whose each stone is, from left to right: `..0.1....`."""
    stones = position.to_dict()["stones"]
    return "".join("." if stone["owner"] is None else str(stone["owner"]) for stone in stones)


def hand_of(position: Position, seat: int) -> list[str]:
    """Return the hand of a seat."""
    cards: list[str] = position.to_dict()["hands"][seat]
    return cards


def play(position: Position, *notations: str) -> Position:
    """Play these actions and return the position."""
    for notation in notations:
        position.play(notation)
    return position
