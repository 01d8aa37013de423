"""The scene of a picture, the base class of every game's art: a state, a viewer, and what can be touched."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, update_wrapper
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypeVar

from stramash.core.actions import Actions
from stramash.core.cache import Cache
from stramash.core.rules import legal_actions
from stramash.core.words import Translate
from stramash.draw.reading import plain
from stramash.draw.svg import Markup, Sheet
from stramash.draw.table import button, handle_classes

__all__ = ["Scene", "drawn_by", "forget_drawings", "touchable"]

_S = TypeVar("_S", bound="Scene")
_P = ParamSpec("_P")
#: A drawing, and the shared definitions that it uses
_Drawing: TypeAlias = tuple[Markup, tuple[tuple[str, Markup], ...]]

#: The size of each function's cache: about twenty drawings for each open page at a thousand tables
_DRAWINGS = 3 << 13
_caches: list[Cache[Hashable, _Drawing]] = []


def touchable(
    actions: Actions, legal: Callable[..., int], state: Any, seat: int
) -> tuple[list[str], list[str]]:
    """Return the handles that a seat can touch now, and those that complete a choice, without duplicates."""
    if seat < 0 or state.player != seat:
        return [], []
    now: dict[str, None] = {}
    later: dict[str, None] = {}
    for action in legal_actions(legal, state, actions.size):
        first, *others = actions.handles(action)
        now[first] = None
        for handle in others:
            later[handle] = None
    return [*now], [*later]


@dataclass(frozen=True)
class Scene:
    """A state to be drawn for a seat. A game's art subclasses it and defines what is legal."""

    actions: ClassVar[Actions]
    legal: ClassVar[Callable[..., int]]

    sheet: Sheet
    record: Any  # the state, as the rules read it
    seat: int  # whose view it is, or SPECTATOR
    _: Translate
    narrow: bool = False  # for a phone
    low: bool = False  # for a phone on its side; it is narrow, too

    @cached_property
    def state(self) -> Any:
        """The fields of the state as attributes, which are faster to read than fields of a NumPy record."""
        return plain(self.record)

    @property
    def near(self) -> int:
        """The seat at the bottom: the viewer's; seat 0 for a spectator."""
        return max(self.seat, 0)

    @property
    def mine(self) -> bool:
        """Whether the viewer is to act."""
        return bool(self.seat >= 0 and self.state.player == self.seat)

    @cached_property
    def now(self) -> frozenset[str]:
        """The handles that may be touched now."""
        return frozenset(self._touchable[0])

    @cached_property
    def later(self) -> frozenset[str]:
        """The handles that complete a choice."""
        return frozenset(self._touchable[1])

    @cached_property
    def _touchable(self) -> tuple[list[str], list[str]]:
        return touchable(self.actions, self.legal, self.record, self.seat)

    def is_legal(self, handle: str | None) -> bool:
        """Return whether a handle can be touched, now or to complete a choice."""
        return handle in self.now or handle in self.later

    def classes(self, kind: str, handle: str | None, *, taken: bool = False) -> str:
        """Return the CSS classes of an element: `legal` if it can be touched."""
        later = handle not in self.now
        return handle_classes(kind, legal=self.is_legal(handle), later=later, taken=taken)

    def buttons(self, words: Mapping[str, str], right: float, y: float) -> tuple[list[Markup], float]:
        """Draw buttons for those of these handles that can be touched; return them and where they begin."""
        drawn = []
        for handle, text in words.items():
            if self.is_legal(handle):
                made = button(handle, text, right, y, later=handle not in self.now)
                drawn.append(made.markup)
                right = made.left - 10
        return drawn, right

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self._.player(seat)

    @cached_property
    def viewer(self) -> Hashable:
        """The part of every cache key besides the state: viewer, layout, language and names."""
        return (self.sheet.prefix, self.seat, self.narrow, self.low, self._.nameless, self._.players)

    def on(self: _S, sheet: Sheet) -> _S:
        """Return the same scene on another sheet of the same prefix."""
        other = object.__new__(type(self))  # `copy.copy` takes ten times as long
        other.__dict__.update(self.__dict__, sheet=sheet)
        return other


def drawn_by(
    reads: Callable[Concatenate[_S, _P], Hashable],
) -> Callable[[Callable[Concatenate[_S, _P], Markup]], Callable[Concatenate[_S, _P], Markup]]:
    """Cache a function that draws a part of a scene. `reads` returns what it reads of the state.

    The viewer, the language, the names and the function's arguments are part of the key already. Most parts
    of a table do not change with an action, so they are not drawn again.
    """

    def decorate(draw: Callable[Concatenate[_S, _P], Markup]) -> Callable[Concatenate[_S, _P], Markup]:
        kept: Cache[Hashable, _Drawing] = Cache(_DRAWINGS)
        _caches.append(kept)

        def drawn(scene: _S, /, *arguments: _P.args, **named: _P.kwargs) -> Markup:
            def make() -> _Drawing:
                alone = scene.on(Sheet(scene.sheet.prefix))
                return draw(alone, *arguments, **named), alone.sheet.definitions

            key = (scene.viewer, arguments, *named.values(), reads(scene, *arguments, **named))
            markup, definitions = kept.find(key, make)
            scene.sheet.adopt(definitions)
            return markup

        update_wrapper(drawn, draw)
        return drawn

    return decorate


def forget_drawings() -> None:
    """Drop all drawings that `drawn_by` keeps."""
    for kept in _caches:
        kept.clear()
