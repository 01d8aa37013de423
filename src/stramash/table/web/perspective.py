"""The perspective on a finished game: the near seat and the shown hands; the review of an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from fastapi import Query

from stramash.arena.review import WORTH_TELLING
from stramash.core.position import View
from stramash.core.words import Translate
from stramash.table.domain.state import TableState

__all__ = [
    "DEFAULT_PERSPECTIVE",
    "Hands",
    "MomentReview",
    "Perspective",
    "Side",
    "perspective_of",
    "review_moment",
]

#: Whether earlier moments show all hands, or only what was seen then
OPEN: Final = "open"
SEEN: Final = "seen"
Hands = Annotated[Literal["open", "seen"], Query()]
Side = Annotated[int | None, Query(ge=0)]


@dataclass(frozen=True)
class Perspective:
    """The perspective on a finished game: the near seat and the shown hands. No effect during a game."""

    #: whether all hands are open at earlier moments too
    hands_open: bool
    #: the seat whose side is near; None: that of the visitor
    side: int | None

    def view(self, state: TableState, seat: int | None, ply: int) -> View:
        """Return the view of a moment for the visitor at a seat."""
        near = self.side if self.side is not None and state.ended else seat
        return state.view(near, ply, hands_open=self.hands_open)

    @property
    def query(self) -> str:
        """The end of the query of an address that shows another moment from the same perspective."""
        return _query(self.side, hands_open=self.hands_open)

    @property
    def other_hands(self) -> str:
        """The end of the query of an address that shows the same moment with hands opened or hidden."""
        return _query(self.side, hands_open=not self.hands_open)


#: The default: the visitor has chosen nothing
DEFAULT_PERSPECTIVE = Perspective(hands_open=True, side=None)


def _query(side: int | None, *, hands_open: bool) -> str:
    return ("" if side is None else f"&side={side}") + ("" if hands_open else f"&hands={SEEN}")


def perspective_of(state: TableState, hands: str, side: int | None) -> Perspective:
    """Return the perspective that the parameters of an address ask for."""
    return Perspective(hands_open=hands == OPEN, side=side if side in range(state.setup.players) else None)


@dataclass(frozen=True)
class MomentReview:
    """The part of a review about the action after a moment: a text, and arrows that a page draws."""

    text: str
    #: the things touched for each action, for arrows: `{"path": ["card:b7", "stone:3"], "kind": "better"}`
    arrows: list[dict[str, Any]]


def review_moment(
    review: Mapping[str, Any] | None, state: TableState, ply: int, names: list[str], _: Translate
) -> MomentReview | None:
    """Return the part of a review about the action after this moment; None if there is none."""
    moves = () if review is None else review["moves"]
    move = next((move for move in moves if move["ply"] == ply + 1), None)
    if move is None or move["cost"] < WORTH_TELLING:
        return None
    before = state.position_at(ply).named(names)
    values = {
        "who": names[move["seat"]],
        "played": before.describe(before.parse(move["played"]), _.locale),
        "played_chance": round(100 * move["played_chance"]),
        "better": before.describe(before.parse(move["best"]), _.locale),
        "better_chance": round(100 * move["best_chance"]),
    }
    handles = before.game.handles
    return MomentReview(
        _("{who} chose “{played}” ({played_chance}%). Better: “{better}” ({better_chance}%).", **values),
        [
            {"path": handles(before.parse(move["played"])), "kind": "played"},
            {"path": handles(before.parse(move["best"])), "kind": "better"},
        ],
    )
