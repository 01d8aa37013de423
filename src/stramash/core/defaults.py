"""Default pictures for games without art: a sketch for a terminal, and a board that can be played on.

Both show the JSON of a state, list by list. The board draws every entry as a small plate, without lists
that are empty. A plate can be touched
if a legal handle names it. Legal handles without a plate become buttons below the board. A game with pictures
of its own overrides `Game.sketch` and `Game.svg`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stramash.core.scene import touchable
from stramash.draw.svg import Markup, Sheet, element, group, label, shift
from stramash.draw.table import handle_classes, table
from stramash.draw.words import width_of

if TYPE_CHECKING:
    from stramash.core.game import Game

__all__ = ["draw_board", "lines_of_state", "sketch_state"]

#: Keys of the JSON that are not shown, because players cannot use them
_NOT_SHOWN = ("reveals", "seed", "draws")

_WIDTH = 760.0
_MARGIN = 16.0
_SIZE = 15.0
_PLATE = 28.0
_GAP = 6.0
_BETWEEN = 14.0


@dataclass(frozen=True)
class Line:
    """A line of a default picture: its label and its entries."""

    about: str
    entries: tuple[str | int | None, ...]


def lines_of_state(description: Mapping[str, Any]) -> list[Line]:
    """Return the JSON of a state as lines, a line for each value or list of values.

    >>> lines_of_state({"phase": "playing", "hands": [["b7", "spy"], []], "bill": {"paid": 2}, "seed": None})
    ... # doctest: +NORMALIZE_WHITESPACE
    [Line(about='phase', entries=('playing',)), Line(about='hands 0', entries=('b7', 'spy')),
     Line(about='hands 1', entries=()), Line(about='bill paid', entries=(2,))]
    """
    return [
        line for key, value in description.items() if key not in _NOT_SHOWN for line in _lines(key, value)
    ]


def _lines(about: str, value: Any) -> Iterator[Line]:
    about = about.replace("_", " ")
    if isinstance(value, Mapping):
        for key, inside in value.items():
            yield from _lines(f"{about} {key}", inside)
    elif isinstance(value, list) and any(isinstance(entry, list | Mapping) for entry in value):
        for at, entry in enumerate(value):
            yield from _lines(f"{about} {at}", entry)
    else:
        yield Line(about, tuple(value) if isinstance(value, list) else (value,))


def _word(entry: str | int | None) -> str:
    """Return an entry as a word: yes for true, no for false, a dash for null."""
    if isinstance(entry, bool):
        return "yes" if entry else "no"
    return "–" if entry is None else str(entry)


def sketch_state(game: Game, state: Any) -> str:
    """Return a state as lines of text with Rich markup."""
    lines = lines_of_state(game.state_to_dict(state))
    width = max(len(line.about) for line in lines)
    words = [" ".join(_word(entry) for entry in line.entries).replace("[", r"\[") for line in lines]
    return "\n".join(
        f"[bold]{line.about:<{width}}[/]  {text}".rstrip() for line, text in zip(lines, words, strict=True)
    )


# --- The board ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plate:
    """A word on a small plate; with a handle it can be touched, now or later in the same choice."""

    word: str
    handle: str | None = None
    later: bool = False

    @property
    def width(self) -> float:
        return width_of(self.word, _SIZE) + 18

    def draw(self, x: float, y: float) -> Markup:
        return group(
            element("rect", class_="paper edge", width=self.width, height=_PLATE, rx=6),
            label(self.word, self.width / 2, 19, "middle ink", font_size=_SIZE),
            class_=handle_classes("plate", legal=self.handle is not None, later=self.later),
            data_handle=self.handle,
            transform=shift(x, y),
        )


def draw_board(game: Game, state: Any, seat: int) -> str:
    """Draw a state as this seat sees it; every legal handle can be touched."""
    now, later = touchable(game.actions, game.rules.legal, state, seat)
    left = [*now, *(handle for handle in later if handle not in now)]
    blocks: list[tuple[str, list[_Plate]]] = []
    for line in lines_of_state(game.state_to_dict(state)):
        plates = []
        for entry in line.entries:
            handle = next((handle for handle in left if _names(handle, entry)), None)
            if handle is not None:
                left.remove(handle)
            plates.append(_Plate(_word(entry), handle, handle is not None and handle not in now))
        if any(entry is not None for entry in line.entries):
            blocks.append((line.about, plates))
    buttons = [_Plate(handle.replace(":", " "), handle, handle not in now) for handle in left]
    return _arrange(game, blocks, buttons)


def _names(handle: str, entry: str | int | None) -> bool:
    """Return whether a handle names an entry: `card:b7` names `b7`; a number is never named by a handle."""
    return isinstance(entry, str) and handle.rpartition(":")[2] == entry


def _arrange(game: Game, blocks: list[tuple[str, list[_Plate]]], buttons: list[_Plate]) -> str:
    """Lay out blocks of plates like words in a text; buttons are on separate lines."""
    drawn: list[Markup] = []
    x, y = _MARGIN, _MARGIN
    for about, plates in [*blocks, ("", buttons)]:
        named = width_of(about, _SIZE) + _GAP
        whole = named + sum(plate.width + _GAP for plate in plates)
        if x > _MARGIN and (plates is buttons or x + whole > _WIDTH - _MARGIN):
            x, y = _MARGIN, y + _PLATE + _GAP
        drawn.append(label(about, x, y + 19, "quiet", font_size=_SIZE))
        x += named if about else 0
        for plate in plates:
            if x + plate.width > _WIDTH - _MARGIN:
                x, y = _MARGIN, y + _PLATE + _GAP
            drawn.append(plate.draw(x, y))
            x += plate.width + _GAP
        x += _BETWEEN
    height = y + _PLATE + _MARGIN
    sheet = Sheet(game.name)
    return sheet.picture(_WIDTH, height, game.title, table(sheet, _WIDTH, height), *drawn)
