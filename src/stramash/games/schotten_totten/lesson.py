"""The lesson: seven small positions, from the first card to the Tactic cards; and pictures for the rules."""

from __future__ import annotations

from typing import Any

from stramash.core.lesson import Step
from stramash.core.position import Position
from stramash.core.words import Translate
from stramash.games import load
from stramash.games.schotten_totten.rules.components import STONES

__all__ = ["illustrations", "lesson"]

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


def _first_card() -> Position:
    return _position({}, hands=[["b7", *_HANDS[0]], _HANDS[1]])


def _formation() -> Position:
    return _position({5: ("b5 b6", "g2 r2"), 2: ("y4", "p9")}, hands=[["b7", *_HANDS[0]], _HANDS[1]])


def _claim() -> Position:
    return _position({5: ("b5 b6 b7", "g2 r2 n2"), 2: ("y4", "p9")}, phase="claiming", acted=True)


def _proof() -> Position:
    stones = {3: ("p7 p8 p9", "y9"), 6: ("r1 n1 g3", "b8"), 5: ("b5 b6 b7", "g2 r2 n2")}
    return _position(stones, owners={5: 0}, hands=[_HANDS[0], ["y6", "n8", "b2", "r9", "p4", "g9"]],
                     phase="claiming", acted=True)  # fmt: skip


def _victory() -> Position:
    stones = {4: ("g4 g5 g6", "y1 y8"), 5: ("b5 b6 b7", "g2 r2 n2"), 6: ("n7 r7 p7", "b8 y5 n4")}
    return _position(stones, owners={4: 0, 5: 0}, phase="claiming", acted=True)


def _tactics() -> Position:
    stones = {4: ("b6 b8", "y5 y4"), 7: ("r2", "n9")}
    return _position(stones, tactics=True, hands=[["spy", "mud", *_HANDS[0]], [*_HANDS[1], "joker1"]])


def _proof_picture() -> Position:
    stones = {
        1: ("y1 y3", "r5"),
        3: ("p7 p8 p9", "y9"),
        4: ("b3 g3 n3", "r4 y4"),
        7: ("r6 n7 b8", "g7 g2 g5"),
    }
    return _position(stones, owners={7: 1})


def lesson(_: Translate) -> list[Step]:
    """Return the steps of the lesson."""
    return [
        Step(
            _("Play a card"),
            _(
                "Nine stones mark the border between two clans. On your turn you play one card on your "
                "side of a stone, then draw another. Touch a card of your hand, then a stone; or drag the"
                " card there."
            ),
            _("Any card beside any stone will do here."),
            _("That is a turn. The drawn card comes by itself."),
            _first_card,
        ),
        Step(
            _("Build a formation"),
            _(
                "Three cards on a side make a formation. The strongest is a colour-run: three neighbours "
                "of one clan. You have blue 5 and 6 at stone 5. Complete the run."
            ),
            _("Play the blue 7 on stone 5."),
            _(
                "A colour-run. Weaker, in this order: three of a kind, three of one colour, a run of "
                "mixed colours, and last the mere sum."
            ),
            _formation,
            ("b7@5",),
        ),
        Step(
            _("Claim a stone"),
            _(
                "At stone 5 both sides are complete: your colour-run beats three of a kind. Touch the "
                "stone to claim it."
            ),
            _("Claim stone 5: it is lit."),
            _("The stone is yours, and nothing more happens there."),
            _claim,
            ("claim@5",),
        ),
        Step(
            _("Prove a claim"),
            _(
                "You need not wait for the other side if you can prove that it cannot beat you. Stones 3 "
                "and 6 are complete on your side, and one of them is as good as won: no formation is "
                "above 7-8-9, and a tie goes to whoever was complete first. Point at the other stone to "
                "see what could still come. Claim the one you can prove."
            ),
            _("Claim stone 3. At stone 6 the other side could still do better."),
            _("Proofs count only cards that lie open on the table. Hands do not count, not even your own."),
            _proof,
            ("claim@3",),
        ),
        Step(
            _("Win"),
            _(
                "Five stones win the game, and so do three next to each other. You hold stones 4 and 5. "
                "Finish it."
            ),
            _("Claim stone 6: then three neighbours are yours."),
            _("Three in a row: the game is yours."),
            _victory,
            ("claim@6",),
        ),
        Step(
            _("Tactic cards"),
            _(
                "With the Tactic cards on, there are a second deck and ten special cards. You may play at"
                " most one more of them than your opponent. The Spy counts as a 7 of any colour. You have"
                " blue 6 and 8 at stone 4: play the Spy there."
            ),
            _("Play the Spy on stone 4."),
            _("Point at a Tactic card to read what it does."),
            _tactics,
            ("spy@4",),
        ),
    ]


def illustrations(_: Translate) -> dict[str, str]:
    """Return the pictures of the rules."""
    return {
        "start": _first_card().view(0).svg(_.locale),
        "proof": _proof_picture().view(0).svg(_.locale),
        "tactics": _tactics().view(0).svg(_.locale),
    }
