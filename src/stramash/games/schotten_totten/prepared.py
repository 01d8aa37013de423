"""Prepared positions: for the lesson, and for the pictures of the rules."""

from __future__ import annotations

from typing import Any

from stramash.core.position import Position
from stramash.games import load
from stramash.games.schotten_totten.rules.components import STONES

__all__ = ["claim", "first_card", "formation", "proof", "proof_picture", "tactics", "victory"]

_HANDS = [["r3", "g8", "y2", "n5", "p1"], ["g1", "y6", "n8", "b2", "r9", "p4"]]


def _position(stones: dict[int, tuple[str, str]], *, tactics: bool = False, **rest: Any) -> Position:
    """Return a position: by stone, the cards of the learner and of the other; the rest as in `to_dict`."""
    owners: dict[int, int] = rest.pop("owners", {})
    border = [
        {"owner": owners.get(stone), "sides": [cards.split() for cards in stones.get(stone, ("", ""))]}
        for stone in range(1, STONES + 1)
    ]
    description = {"stones": border, "hands": _HANDS, "player": 0} | rest
    return load("schotten-totten", tactics=tactics).position(description)


def first_card() -> Position:
    """Bare stones and a full hand."""
    return _position({}, hands=[["b7", *_HANDS[0]], _HANDS[1]])


def formation() -> Position:
    """Blue 5 and 6 at stone 5, and the blue 7 in the hand."""
    return _position({5: ("b5 b6", "p8"), 2: ("y4", "p9")}, hands=[["b7", *_HANDS[0]], _HANDS[1]])


def claim() -> Position:
    """Two complete sides at stone 5: the colour-run may claim it."""
    return _position(
        {5: ("b5 b6 b7", "p8 n8 r8"), 2: ("y4", "p9")},
        hands=[_HANDS[0], ["g1", "y6", "b2", "r9", "p4", "y3"]],
        phase="claiming",
        acted=True,
    )


def proof() -> Position:
    """Stone 3 can be claimed by a proof, stone 6 cannot."""
    stones = {3: ("p7 p8 p9", "y9"), 6: ("r1 n1 g3", "b8"), 5: ("b5 b6 b7", "g2 r2 n2")}
    return _position(stones, owners={5: 0}, hands=[_HANDS[0], ["y6", "n8", "b2", "r9", "p4", "g9"]],
                     phase="claiming", acted=True)  # fmt: skip


def victory() -> Position:
    """Stones 4 and 5 are claimed, and stone 6 wins."""
    stones = {4: ("g4 g5 g6", "y1 y8"), 5: ("b5 b6 b7", "g2 r2 n2"), 6: ("n7 r7 p7", "b8 y5 n4")}
    return _position(stones, owners={4: 0, 5: 0}, phase="claiming", acted=True)


def tactics() -> Position:
    """Blue 6 and 8 at stone 4, and the Spy in the hand."""
    stones = {4: ("b6 b8", "y5 y4"), 7: ("r2", "n9")}
    return _position(stones, tactics=True, hands=[["spy", "mud", *_HANDS[0]], [*_HANDS[1], "joker1"]])


def proof_picture() -> Position:
    """A claim that can be proven, and two that cannot."""
    stones = {
        1: ("y1 y3", "r5"),
        3: ("p7 p8 p9", "y9"),
        4: ("b3 g3 n3", "r4 y4"),
        7: ("r6 n7 b8", "g7 g2 g5"),
    }
    return _position(stones, owners={7: 1})
