"""Default pictures for games without art: a sketch for a terminal, a board that can be played on, a cover.

Sketch and board show the JSON of a state, list by list. The board draws every entry as a small plate, without
lists that are empty. A plate can be touched if a legal handle names it. Legal handles without a plate become
buttons below the board. A game with pictures of its own overrides `Game.sketch`, `Game.svg`, `Game.cover`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from stramash.core.actions import Actions, Param
from stramash.core.scene import touchable
from stramash.core.sketch import escape
from stramash.core.words import Translate
from stramash.draw.cards import Livery, card_back, card_face
from stramash.draw.svg import Markup, Sheet, element, group, label, shift
from stramash.draw.table import handle_classes, table
from stramash.draw.words import width_of

if TYPE_CHECKING:
    from stramash.core.game import Game, Json

__all__ = ["draw_board", "draw_cover", "lines_of_state", "sketch_state"]

#: Keys of the JSON that are not shown, because players cannot use them
_NOT_SHOWN = ("reveals", "seed", "draws")

#: The width of a board, and on a phone: there a unit is about a pixel, so that plates can be touched
_WIDTH, _NARROW = 760.0, 390.0
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


def _lines_of(game: Game, state: Any, _: Translate) -> list[Line]:
    """Return the lines of a state, with the name of the player to act."""
    description: Json = game.state_to_dict(state)
    if description["player"] is not None:
        description["player"] = _.player(description["player"])
    return lines_of_state(description, game.actions)


def sketch_state(game: Game, state: Any, _: Translate) -> str:
    """Return a state as lines of text with Rich markup."""
    lines = _lines_of(game, state, _)
    width = max(len(line.about) for line in lines)
    return "\n".join(f"[bold]{line.about:<{width}}[/]  {escape(line.text)}".rstrip() for line in lines)


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


def draw_board(game: Game, state: Any, seat: int, _: Translate, *, narrow: bool = False) -> str:
    """Draw a state as this seat sees it; everything that the seat may touch now can be touched."""
    now, later = touchable(game.actions, game.rules.legal, state, seat)
    left = [*now, *(handle for handle in later if handle not in now)]
    blocks: list[tuple[str, list[_Plate]]] = []
    for line in _lines_of(game, state, _):
        plates = []
        for entry in line.entries:
            handle = next((handle for handle in left if _names(handle, entry)), None)
            if handle is not None:
                left.remove(handle)
            plates.append(_Plate(entry.word, handle, handle is not None and handle not in now))
        if any(entry.value is not None for entry in line.entries):
            blocks.append((line.about, [*_without_repeats(plates)]))
    words = game.actions.of_one_touch
    buttons = [_Plate(words.get(it, it).replace(":", " "), it, it not in now) for it in left]
    return _arrange(game, blocks, buttons, _NARROW if narrow else _WIDTH)


def _names(handle: str, entry: Entry) -> bool:
    """Return whether a handle touches an entry: its own one, or `card:b7` for an entry with the text `b7`."""
    if entry.handle is not None:
        return handle == entry.handle
    return isinstance(entry.value, str) and handle.rpartition(":")[2] == entry.value


def _without_repeats(plates: list[_Plate]) -> Iterator[_Plate]:
    """Yield the plates; many equal plates in a row become one: a deck of hidden cards is `? × 40`."""
    for plate, equal in groupby(plates):
        count = len([*equal])
        if plate.handle is None and count >= _MANY:
            yield _Plate(f"{plate.word} × {count}")
        else:
            yield from [plate] * count


def _arrange(game: Game, blocks: list[tuple[str, list[_Plate]]], buttons: list[_Plate], width: float) -> str:
    """Lay out blocks of plates like words in a text; buttons are on separate lines."""
    drawn: list[Markup] = []
    x, y = _MARGIN, _MARGIN
    for about, plates in [*blocks, ("", buttons)]:
        named = _room(about) + _GAP
        whole = named + sum(plate.width + _GAP for plate in plates)
        if x > _MARGIN and (plates is buttons or x + whole > width - _MARGIN):
            x, y = _MARGIN, y + _PLATE + _GAP
        drawn.append(label(about, x, y + 19, "quiet", font_size=_SIZE))
        x += named if about else 0
        for plate in plates:
            if x + plate.width > width - _MARGIN:
                x, y = _MARGIN, y + _PLATE + _GAP
            drawn.append(plate.draw(x, y))
            x += plate.width + _GAP
        x += _BETWEEN
    height = y + _PLATE + _MARGIN
    sheet = Sheet(game.name)
    return sheet.picture(width, height, game.title, table(sheet, width, height), *drawn)


# --- The cover ---------------------------------------------------------------------------------------

#: Each an ink, and the thread counts of a tartan in its colours; the name of a game selects one
_COVERS = (
    ("#1d4f88", "#1d4f88 18, #123157 10, #f4f1e6 1.6"),
    ("#1d6136", "#2c7a45 9, #123822 7, #e3bf3f 1.6, #123822 3"),
    ("#8b1429", "#b3213b 14, #3a0d16 6, #f6ecd9 1.4"),
    ("#5e3a92", "#9270c2 6, #3d2168 9, #f4f1e6 1.4, #6a45a0 4"),
    ("#6b4a1f", "#a8763a 10, #3b210d 5, #ecd9b8 2"),
)


def draw_cover(game: Game) -> str:
    """Draw a card with the first letter of a game's title, and two backs in a tartan of its own."""
    ink, threads = _COVERS[sum(game.name.encode()) % len(_COVERS)]
    livery, sheet = Livery.woven(game.name, ink, "thistle", threads), Sheet(f"{game.name}-cover")
    back = card_back(sheet, livery.tartan, livery.badge, livery.ink)
    return sheet.picture(
        320,
        190,
        game.title,
        group(back, transform=shift(66, 44, turn=-12)),
        group(back, transform=shift(182, 28, turn=11)),
        group(card_face(sheet, livery, game.title[:1]), transform=shift(120, 28, 1.1)),
    )
