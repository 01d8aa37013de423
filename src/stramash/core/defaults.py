"""Default pictures for games without art: a sketch for a terminal, and a board that can be played on.

Both show the JSON of a state, list by list. The board draws every entry as a small plate, without lists
that are empty. A plate can be touched if a legal handle names it. Legal handles without a plate become
buttons below the board. A game with pictures of its own overrides `Game.sketch` and `Game.svg`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from stramash.core.actions import Actions, Param
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
#: From this count on, equal plates in a row are drawn as one
_MANY = 6


@dataclass(frozen=True)
class Entry:
    """A value in a default picture, with its name and the handle that touches it, if it has them."""

    value: str | int | None
    name: str = ""
    handle: str | None = None

    @property
    def word(self) -> str:
        """The entry as text: yes for true, no for false, a dash for null."""
        flag = "yes" if self.value else "no"
        text = flag if isinstance(self.value, bool) else "–" if self.value is None else str(self.value)
        return f"{self.name}: {text}" if self.name else text


@dataclass(frozen=True)
class Line:
    """A line of a default picture: its label and its entries."""

    about: str
    entries: tuple[Entry, ...]

    @property
    def text(self) -> str:
        """The entries as text."""
        return " ".join(entry.word for entry in self.entries)


def lines_of_state(description: Mapping[str, Any], actions: Actions) -> list[Line]:
    """Return the JSON of a state as lines: one for each value, list of values, or object in a list.

    A list with an entry for each value of a parameter has their names: `stones` those of a parameter `stone`.

    >>> from stramash.core.actions import Action
    >>> actions = Actions(Action("lay", Param("house", ("1", "2"))))
    >>> description = {"houses": [3, 0], "hands": [["b7"], []], "row": [{"card": "b7", "up": True}]}
    >>> [(line.about, line.text) for line in lines_of_state(description, actions)]
    [('houses', '1: 3 2: 0'), ('hands 0', 'b7'), ('hands 1', ''), ('row 0', 'b7 up: yes')]
    """
    params = {param.name: param for kind in actions.kinds for param in kind.params}
    return [
        line
        for key, value in description.items()
        if key not in _NOT_SHOWN
        for line in _lines(key.replace("_", " "), value, params.get(key.removesuffix("s")))
    ]


def _lines(about: str, value: Any, param: Param | None = None) -> Iterator[Line]:
    if isinstance(value, Mapping):
        plain = {key: inside for key, inside in value.items() if not isinstance(inside, list | Mapping)}
        # a text, such as a card, needs no name; a number or a flag does
        names = {key: "" if isinstance(it, str) else key.replace("_", " ") for key, it in plain.items()}
        if plain:
            yield Line(about, tuple(Entry(plain[key], name) for key, name in names.items()))
        for key, inside in value.items():
            if key not in plain:
                yield from _lines(f"{about} {key.replace('_', ' ')}", inside)
    elif isinstance(value, list):
        known = param if param is not None and len(param.values) == len(value) else None
        if any(isinstance(entry, list | Mapping) for entry in value):
            for at, entry in enumerate(value):
                yield from _lines(f"{about} {at if known is None else known.values[at]}", entry)
        elif known is None:
            yield Line(about, tuple(map(Entry, value)))
        else:
            named = zip(value, known.values, strict=True)
            yield Line(about, tuple(Entry(entry, name, f"{known.name}:{name}") for entry, name in named))
    else:
        yield Line(about, (Entry(value),))


def sketch_state(game: Game, state: Any) -> str:
    """Return a state as lines of text with Rich markup."""
    lines = lines_of_state(game.state_to_dict(state), game.actions)
    width = max(len(line.about) for line in lines)
    return "\n".join(
        f"[bold]{line.about:<{width}}[/]  {line.text.replace('[', chr(92) + '[')}".rstrip() for line in lines
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
        return _room(self.word) + 18

    def draw(self, x: float, y: float) -> Markup:
        return group(
            element("rect", class_="paper edge", width=self.width, height=_PLATE, rx=6),
            label(self.word, self.width / 2, 19, "middle ink", font_size=_SIZE),
            class_=handle_classes("plate", legal=self.handle is not None, later=self.later),
            data_handle=self.handle,
            transform=shift(x, y),
        )


def _room(word: str) -> float:
    """Return the width that is left for a word: other fonts than those of the pages are wider."""
    return 1.15 * width_of(word, _SIZE)


def draw_board(game: Game, state: Any, seat: int) -> str:
    """Draw a state as this seat sees it; everything that the seat may touch now can be touched."""
    now, later = touchable(game.actions, game.rules.legal, state, seat)
    left = [*now, *(handle for handle in later if handle not in now)]
    blocks: list[tuple[str, list[_Plate]]] = []
    for line in lines_of_state(game.state_to_dict(state), game.actions):
        plates = []
        for entry in line.entries:
            handle = next((handle for handle in left if _names(handle, entry)), None)
            if handle is not None:
                left.remove(handle)
            plates.append(_Plate(entry.word, handle, handle is not None and handle not in now))
        if any(entry.value is not None for entry in line.entries):
            blocks.append((line.about, [*_without_repeats(plates)]))
    buttons = [_Plate(handle.replace(":", " "), handle, handle not in now) for handle in left]
    return _arrange(game, blocks, buttons)


def _names(handle: str, entry: Entry) -> bool:
    """Return whether a handle is an entry's own, or names its value: `b7` is `card:b7`, 3 is no `stone:3`."""
    if entry.handle is not None:
        return handle == entry.handle
    return isinstance(entry.value, str) and handle.rpartition(":")[2] == entry.value


def _without_repeats(plates: list[_Plate]) -> Iterator[_Plate]:
    """Yield the plates, but one in place of many equal ones in a row: a deck of hidden cards is `? × 40`."""
    for plate, alike in groupby(plates):
        count = len([*alike])
        if plate.handle is None and count >= _MANY:
            yield _Plate(f"{plate.word} × {count}")
        else:
            yield from [plate] * count


def _arrange(game: Game, blocks: list[tuple[str, list[_Plate]]], buttons: list[_Plate]) -> str:
    """Lay out blocks of plates like words in a text; buttons are on separate lines."""
    drawn: list[Markup] = []
    x, y = _MARGIN, _MARGIN
    for about, plates in [*blocks, ("", buttons)]:
        named = _room(about) + _GAP
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
