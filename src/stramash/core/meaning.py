"""What a number in a state means in JSON: a count, a flag, a name, a phase, a seat, a set of names.

>>> Name(("red", "green")).to_json(1, None), Name(("red", "green")).read("red", "colour", None)
('green', 0)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from stramash.core.errors import BadPosition
from stramash.core.numbers import as_int
from stramash.core.reading import read_flag, read_list, read_name, read_whole, refuse, some_of
from stramash.core.renamed import warn_renamed
from stramash.core.state import NOBODY

__all__ = ["OVER", "Bits", "Bound", "Count", "Flag", "Meaning", "Name", "Phase", "Seat", "bound_in"]

#: The phase of a finished game in JSON
OVER = "over"

#: A fixed number, or a function of the state, for example of its options
Bound: TypeAlias = int | Callable[[Any], int]


class Meaning(ABC):
    """What one number of a field means in JSON. A game may write its own."""

    #: The number of an unused place of a list that has a size field
    empty: int = 0

    @property
    def blanks(self) -> frozenset[int]:
        """The numbers that a view may have in place of what it hides."""
        return frozenset({self.empty})

    def __init_subclass__(cls, **settings: Any) -> None:
        """Accept the former name of `to_json`, with a warning."""
        super().__init_subclass__(**settings)
        if "tell" in vars(cls):
            warn_renamed(f"{cls.__name__}.tell", "to_json")
            cls.to_json = cls.__dict__["tell"]  # type: ignore[method-assign]

    @abstractmethod
    def to_json(self, number: int, state: Any) -> Any:
        """Return a number of the state as JSON."""

    @abstractmethod
    def read(self, given: Any, path: str, state: Any) -> int:
        """Return the number for a JSON value; raise BadPosition if it is not possible."""


class Count(Meaning):
    """A whole number within bounds, both included. A bound may be a function of the state."""

    def __init__(self, low: Bound, high: Bound) -> None:
        self.low, self.high = low, high

    def to_json(self, number: int, state: Any) -> int:
        """Return the number."""
        del state
        return number

    def read(self, given: Any, path: str, state: Any) -> int:
        """Return a whole number within the bounds."""
        return read_whole(given, path, bound_in(self.low, state), bound_in(self.high, state))


class Flag(Meaning):
    """True or false."""

    def to_json(self, number: int, state: Any) -> bool:
        """Return whether the number is not 0."""
        del state
        return bool(number)

    def read(self, given: Any, path: str, state: Any) -> int:
        """Return 1 for true, 0 for false."""
        del state
        return int(read_flag(given, path))


class Name(Meaning):
    """A thing by its name: a card, a tile, a phase. Names count from `first`.

    `null` is the number for JSON's null. `hidden` names the numbers that only a view has, such as the back
    of a card: they are written, and refused when read.

    >>> card = Name(("ace", "king"), null=-1, hidden={2: "?"})
    >>> [card.to_json(number, None) for number in (1, -1, 2)]
    ['king', None, '?']
    >>> card.read("?", "hands[0][1]", None)
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: 'hands[0][1]' is '?', which is hidden: this is a view, not a position
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        first: int = 0,
        null: int | None = None,
        hidden: Mapping[int, str] | None = None,
    ) -> None:
        self.names = tuple(names)
        self.first = first
        self.null = null
        self.hidden = dict(hidden or {})
        self.empty = 0 if null is None else null

    @property
    def blanks(self) -> frozenset[int]:
        """The numbers that a view may have in place of hidden ones: those without a name."""
        named = range(self.first, self.first + len(self.names))
        return frozenset({*self.hidden, *({self.empty} - {*named})})

    def to_json(self, number: int, state: Any) -> str | None:
        """Return the name."""
        del state
        if number == self.null:
            return None
        if number in self.hidden:
            return self.hidden[number]
        if not 0 <= number - self.first < len(self.names):
            raise ValueError(f"no name has the number {number}: the names are {some_of(self.names)}")
        return self.names[number - self.first]

    def read(self, given: Any, path: str, state: Any) -> int:
        """Return the number of a name, or of null."""
        del state
        if given is None and self.null is not None:
            return self.null
        if isinstance(given, str) and given in self.hidden.values():
            raise BadPosition(f"{path!r} is {given!r}, which is hidden: this is a view, not a position")
        return self.first + read_name(given, path, self.names)


class Phase(Name):
    """The phase of a turn by its name; in a finished game it is `over`.

    `end` is the number of the field in a finished game.
    """

    def __init__(self, names: Sequence[str], *, end: int) -> None:
        super().__init__((*names, OVER))
        self.end = end

    def to_json(self, number: int, state: Any) -> str | None:
        """Return the name of the phase."""
        return OVER if state.player == NOBODY else super().to_json(number, state)

    def read(self, given: Any, path: str, state: Any) -> int:
        """Return the number of a phase."""
        number = super().read(given, path, state)
        return self.end if self.names[number] == OVER else number


class Seat(Meaning):
    """A seat, counted from 0. JSON's null means nobody, if `nobody` is allowed."""

    def __init__(self, players: Bound, *, nobody: bool = False) -> None:
        self.players = players
        self.nobody = nobody
        self.empty = NOBODY

    def to_json(self, number: int, state: Any) -> int | None:
        """Return the seat, or null."""
        del state
        return None if number == NOBODY else number

    def read(self, given: Any, path: str, state: Any) -> int:
        """Return a seat, or nobody."""
        if given is None and self.nobody:
            return NOBODY
        number, players = as_int(given), bound_in(self.players, state)
        if number is None or not 0 <= number < players:
            refuse(given, path, f"a seat, 0 to {players - 1}{', or null' if self.nobody else ''}")
        return number


class Bits(Meaning):
    """A set, one bit for each name, as the list of the names in it.

    >>> Bits(("bluff", "mud")).to_json(2, None), Bits(("bluff", "mud")).read(["mud", "bluff"], "modes", None)
    (['mud'], 3)
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def to_json(self, number: int, state: Any) -> list[str]:
        """Return the names in the set."""
        del state
        return [name for bit, name in enumerate(self.names) if number >> bit & 1]

    def read(self, given: Any, path: str, state: Any) -> int:
        """Return the set of the names in a list."""
        del state
        number = 0
        for at, entry in enumerate(read_list(given, path)):
            bit = 1 << read_name(entry, f"{path}[{at}]", self.names)
            if number & bit:
                raise BadPosition(f"{path!r} has {entry!r} twice: each can be there once")
            number |= bit
        return number


def bound_in(bound: Bound, state: Any) -> int:
    """Return a bound as a number."""
    return bound if isinstance(bound, int) else int(bound(state))
