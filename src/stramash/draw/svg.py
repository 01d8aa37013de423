"""SVG as text: elements whose text and attributes are always escaped, and the sheet they are drawn on.

>>> element("text", "Tea & oats", x=3.0, class_="name", data_handle='"7"')
'<text x="3" class="name" data-handle="&quot;7&quot;">Tea &amp; oats</text>'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec
from xml.sax.saxutils import escape

from stramash.draw.theme import STYLE

__all__ = ["Markup", "Sheet", "drawn_once", "element", "group", "label", "number", "shift"]

_P = ParamSpec("_P")

#: Characters that XML 1.0 cannot carry at all, not even escaped
_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Texts of only these characters need no escaping; nearly all texts are such, and the check is faster than
#: escaping
_PLAIN = re.compile(r"[ !#-%'-;=?-~]*")
#: The size of each drawing function's cache
_DRAWINGS = 8192
_PREFIX = re.compile(r"[a-z][a-z0-9-]*")


class Markup(str):
    """A text that is already SVG; all other texts are escaped in elements."""

    __slots__ = ()


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """Write a number in as few characters as two decimals need.

    >>> number(3.0), number(0.125), number(-0.001)
    ('3', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(tag: str, *children: str | None, **attributes: str | float | None) -> Markup:
    """Return an element. A trailing underscore of an attribute is dropped, others become hyphens.

    What is None is left out. Children that are not Markup are text, and escaped.
    """
    parts = ["<", tag]
    for name, value in attributes.items():
        if value is not None:
            parts.append(_attribute(name, value))
    parts.append(">")
    start = len(parts)
    for child in children:
        if child:
            plain = type(child) is Markup or _PLAIN.fullmatch(child)
            parts.append(child if plain else escape(_speakable(child)))
    if len(parts) == start:
        parts[-1] = "/>"
    else:
        parts.append(f"</{tag}>")
    return Markup("".join(parts))


@lru_cache(maxsize=16384)
def _attribute(name: str, value: str | float) -> str:
    """Return an attribute with a space before it. Equal numbers are written alike: one entry serves all."""
    text = _attribute_text(value) if isinstance(value, str) else number(value)
    return f' {name.rstrip("_").replace("_", "-")}="{text}"'


def _attribute_text(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    return escape(_speakable(value), {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _speakable(text: str) -> str:
    return _UNSPEAKABLE.sub("\ufffd", text)


def group(*children: str | None, **attributes: str | float | None) -> Markup:
    """Return a `<g>` of children."""
    return element("g", *children, **attributes)


def label(text: str, x: float, y: float, class_: str, **attributes: str | float | None) -> Markup:
    """Return a line of text; its class sets the style."""
    return element("text", text, x=x, y=y, class_=class_, **attributes)


@lru_cache(maxsize=8192)
def shift(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return an SVG transform: a translation, a rotation in degrees, a scale.

    >>> shift(10, 20.5), shift(0, 3, scale=2, turn=-5)
    ('translate(10 20.5)', 'translate(0 3) rotate(-5) scale(2)')
    """
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1.0:
        parts.append(f"scale({number(scale)})")
    return " ".join(parts)


@lru_cache(maxsize=_DRAWINGS)
def _interned(definitions: tuple[tuple[str, Markup], ...]) -> tuple[tuple[str, Markup], ...]:
    """Return one tuple for all that are equal, so that `Sheet.adopt` recognises it by identity."""
    return definitions


class Sheet:
    """The sheet of one picture: it keeps the shared definitions (`<defs>`), each once, in order of first use.

    Ids begin with the sheet's prefix, so that one page can have several pictures.

    >>> sheet = Sheet("st")
    >>> sheet.define("dot", lambda id: element("circle", id=id, r=1))
    'st-dot'
    >>> sheet.picture(2, 2, "a dot", element("use", href="#st-dot")).count("circle")
    1
    """

    def __init__(self, prefix: str) -> None:
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(
                f"prefix {prefix!r} is not possible: small letters, digits and hyphens, like 'st'"
            )
        self.prefix = prefix
        self._definitions: dict[str, Markup] = {}
        #: what was adopted, by identity: a picture draws the same things many times
        self._adopted: dict[int, tuple[tuple[str, Markup], ...]] = {}

    def id(self, name: str) -> str:
        """Return the id of an element of this sheet."""
        return f"{self.prefix}-{name}"

    def define(self, name: str, make: Callable[[str], Markup]) -> str:
        """Add a shared definition if it is new; return its id."""
        if name not in self._definitions:
            made = make(self.id(name))  # may define others, which then come first
            self._definitions[name] = made
        return self.id(name)

    def adopt(self, definitions: tuple[tuple[str, Markup], ...]) -> None:
        """Add shared definitions that another sheet of the same prefix made; those known here stay."""
        if id(definitions) in self._adopted:
            return
        self._adopted[id(definitions)] = definitions
        for name, definition in definitions:
            self._definitions.setdefault(name, definition)

    @property
    def definitions(self) -> tuple[tuple[str, Markup], ...]:
        """The shared definitions made so far, by name, in order of first use."""
        return _interned(tuple(self._definitions.items()))

    def piece(self, box: tuple[float, float, float, float], title: str, *children: str | None) -> Markup:
        """Return a part of a picture for a page that arranges parts and has style and `shared`."""
        return element(
            "svg",
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(number(side) for side in box),
            class_="stramash",
            role="group",
            aria_label=title,
        )

    def shared(self) -> str:
        """Return the shared definitions of the pieces so far as an invisible element, once for a page."""
        return element(
            "svg",
            element("defs", *self._definitions.values()),
            xmlns="http://www.w3.org/2000/svg",
            class_="stramash shared",
            width=0,
            height=0,
            aria_hidden="true",
        )

    def picture(self, width: float, height: float, title: str, *children: str | None) -> str:
        """Return the whole picture; screen readers read its title."""
        return element(
            "svg",
            element("style", Markup(STYLE)),
            element("defs", *self._definitions.values()) if self._definitions else None,
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            class_="stramash",
            role="img",
            aria_label=title,
        )


def drawn_once(
    draw: Callable[Concatenate[Sheet, _P], Markup],
) -> Callable[Concatenate[Sheet, _P], Markup]:
    """Cache a drawing function. Its result must depend only on its arguments, which must be hashable.

    The shared definitions that a drawing uses are kept with it and added to every sheet that it is drawn on.

    >>> @drawn_once
    ... def dot(sheet: Sheet, size: float) -> Markup:
    ...     shape = sheet.define("dot", lambda id_: element("circle", id=id_, r=1))
    ...     return element("use", href=f"#{shape}", width=size)
    >>> one, other = Sheet("st"), Sheet("st")
    >>> dot(one, 3) == dot(other, 3), one.definitions == other.definitions != ()
    (True, True)
    """

    @lru_cache(maxsize=_DRAWINGS)
    def record(
        prefix: str, *arguments: _P.args, **named: _P.kwargs
    ) -> tuple[Markup, tuple[tuple[str, Markup], ...]]:
        sheet = Sheet(prefix)
        return draw(sheet, *arguments, **named), sheet.definitions

    @wraps(draw)
    def drawn(sheet: Sheet, /, *arguments: _P.args, **named: _P.kwargs) -> Markup:
        markup, definitions = record(sheet.prefix, *arguments, **named)  # type: ignore[arg-type]
        sheet.adopt(definitions)
        return markup

    return drawn
