"""Reading JSON that comes from outside: each reader returns a checked value or raises BadPosition.

A reader takes a value and its path, such as `hands[1]`. Its error says what would be right.

>>> read_whole(7, "turn", 1, 5)
Traceback (most recent call last):
stramash.core.errors.BadPosition: 'turn' is 7: it should be a whole number from 1 to 5
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from stramash.core.errors import BadPosition
from stramash.core.numbers import as_int

__all__ = [
    "left_over",
    "read_flag",
    "read_list",
    "read_name",
    "read_object",
    "read_seed",
    "read_whole",
    "refuse",
    "some_of",
]

_SEED = re.compile("[0-9a-f]{32}")
#: The longest value that an error message repeats in full
_LONGEST = 60


def refuse(given: Any, path: str, right: str) -> NoReturn:
    """Raise BadPosition for a value; `right` is what it should be.

    >>> refuse([["b7", "b8", "b9"]] * 8, "stones", "a list of 9")
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: 'stones' is a list of 8: it should be a list of 9
    """
    raise BadPosition(f"{path!r} is {_shown(given)}: it should be {right}")


def _shown(given: Any) -> str:
    """Return a value as text; a long one is only described."""
    text = repr(given)
    if len(text) <= _LONGEST:
        return text
    if isinstance(given, list | tuple):
        return f"a list of {len(given)}"
    return f"an object of {len(given)}" if isinstance(given, Mapping) else f"{text[:_LONGEST]}…"


def read_whole(given: Any, path: str, low: int, high: int) -> int:
    """Return a whole number within bounds, both included."""
    number = as_int(given)
    if number is None or not low <= number <= high:
        possible = str(low) if low == high else f"a whole number from {low} to {high}"
        refuse(given, path, possible)
    return number


def read_flag(given: Any, path: str) -> bool:
    """Return true or false.

    >>> read_flag(1, "acted")
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: 'acted' is 1: it should be true or false
    """
    if not isinstance(given, bool):
        refuse(given, path, "true or false")
    return given


def read_name(given: Any, path: str, names: Sequence[str]) -> int:
    """Return the index of a name.

    >>> read_name("red", "colour", ("green", "red"))
    1
    >>> read_name("blue", "colour", ("green", "red"))
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: 'colour' is 'blue': it should be one of green, red
    """
    if not isinstance(given, str) or given not in names:
        refuse(given, path, some_of(names))
    return names.index(given)


def some_of(names: Sequence[str]) -> str:
    """Return a text that lists the possible names: all if they are few, else examples.

    >>> some_of(("green", "red")), some_of([f"b{number}" for number in range(40)])
    ('one of green, red', 'one like b0, b10, b20, b30')
    """
    if len(names) <= 12:
        return f"one of {', '.join(names)}"
    return f"one like {', '.join(names[:: len(names) // 4][:4])}"


def read_list(given: Any, path: str, *, size: int | None = None, most: int | None = None) -> list[Any]:
    """Return a list; check its length if `size` (exact) or `most` (maximum) is given.

    >>> read_list([1, 2, 3], "points", size=2)
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: 'points' is [1, 2, 3]: it should be a list of 2
    """
    fits = isinstance(given, list | tuple)
    fits = fits and (size is None or len(given) == size) and (most is None or len(given) <= most)
    if not fits:
        count = f" of {size}" if size is not None else f" of at most {most}" if most is not None else ""
        refuse(given, path, f"a list{count}")
    return list(given)


def read_object(given: Any, path: str, keys: Iterable[str]) -> Mapping[str, Any]:
    """Return an object that has no other keys than these; an empty path means the whole position.

    >>> read_object({1: 2, "haggis": 3}, "", ["turn", "player"])
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: unknown keys 1, haggis: a position has turn, player
    """
    known = list(keys)
    if not isinstance(given, Mapping):
        refuse(given, path, f"an object with {', '.join(known)}")
    unknown = sorted(str(key) for key in given if key not in known)
    if unknown:
        where = f"{path!r}" if path else "a position"
        raise BadPosition(f"unknown keys {', '.join(unknown)}: {where} has {', '.join(known) or 'no keys'}")
    return given


def read_seed(given: Any, path: str = "seed") -> int:
    """Return a seed of 128 bits: 32 hexadecimal digits, or null for 0.

    >>> read_seed("0" * 31 + "a"), read_seed(None)
    (10, 0)
    """
    if given is None:
        return 0
    if not isinstance(given, str) or not _SEED.fullmatch(given):
        refuse(given, path, "32 hexadecimal digits, or null")
    return int(given, 16)


def left_over(deck: Iterable[int], lying: Iterable[int], names: Sequence[str]) -> list[int]:
    """Return the cards of a deck that lie nowhere, in order; raise BadPosition if a card is in two places.

    >>> left_over(range(4), [3, 1], "abcd")
    [0, 2]
    >>> left_over(range(2), [1, 1], "abcd")
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: there is only one b: it is in two places
    >>> left_over(range(2), [2], "abcd")
    Traceback (most recent call last):
    stramash.core.errors.BadPosition: c is not in this game: its options leave it out
    """
    cards, places = list(deck), Counter(lying)
    for card, count in sorted(places.items()):
        if card not in cards:
            raise BadPosition(f"{names[card]} is not in this game: its options leave it out")
        if count > 1:
            raise BadPosition(f"there is only one {names[card]}: it is in two places")
    return [card for card in cards if card not in places]
