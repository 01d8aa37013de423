"""Declared fields: a state declares what its fields mean; the core converts positions to JSON and back.

A state annotates a field with its key in JSON and what its numbers mean. Fields without a key, such as
options and what follows from other fields, stay out of the JSON.

>>> from stramash.core.state import new_states
>>> class Duel(State):
...     phase: Annotated[Short, Key("phase", Phase(("aiming", "firing"), end=0))]
...     lives: Annotated[Shorts, "i2", 2, Key("lives", Count(0, 3))]  # by seat
...     hand: Annotated[  # 2 is the back of a card
...         Shorts, "i2", 2, 4,
...         Key("hands", Name(("ace", "king"), null=-1, hidden={2: "?"}), "hand_size", hidden_from="others"),
...     ]
...     hand_size: Annotated[Shorts, "i2", 2]
>>> fields = Fields(Duel)
>>> state = new_states(Duel)[0]
>>> fields.read({"phase": "firing", "lives": [3, 1], "hands": [["king", "ace"], []]}, state)
>>> int(state.phase), state.lives.tolist(), state.hand[0].tolist(), state.hand_size.tolist()
(1, [3, 1], [1, 0, -1, -1], [2, 0])
>>> fields.to_dict(state)["hands"]
[['king', 'ace'], []]
>>> fields.read({"lives": [3, 4]}, state)
Traceback (most recent call last):
stramash.core.errors.BadPosition: 'lives[1]' is 4: it should be a whole number from 0 to 3

`read` writes the given keys and leaves all other fields unchanged: a game clears the state before.

A key says from whom its field is hidden; `core.contract` checks that `hide` does as declared:

>>> fields.declared["hand"].hidden_from, fields.declared["lives"].hidden_from
('others', None)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_type_hints  # noqa: F401 for the example

import numpy as np

from stramash.core.errors import BadPosition
from stramash.core.meaning import OVER, Bits, Bound, Count, Flag, Meaning, Name, Phase, Seat, bound_in
from stramash.core.reading import read_list, read_object, read_seed, read_whole
from stramash.core.state import NOBODY, Short, Shorts, State, set_seed  # noqa: F401 for the example

__all__ = ["Bits", "Count", "Fields", "Flag", "Group", "Key", "Meaning", "Name", "Phase", "Seat"]

# --- Fields and keys -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Group:
    """Several fields under one key: an object, or with `rows` a list of objects.

    Row r has entry r of each field. A row for which `null` is true becomes null; reading null leaves the row
    unchanged. The game itself converts keys of the object that no field has.
    """

    key: str
    #: the keys of the object, in their order
    keys: Sequence[str]
    rows: Bound | None = None
    null: Callable[[Any, int], bool] | None = None


@dataclass(frozen=True, eq=False)
class Key:
    """The key of a field in JSON, and how its numbers are written there.

    A field with axes becomes nested lists. A key without a meaning only fixes the order; the game itself
    writes and reads it. Python evaluates annotations late, so a meaning with a lambda that uses global names
    is made outside the class.
    """

    key: str
    meaning: Meaning | None = None
    #: the field that says how many entries of the last axis are in use; the JSON has only these
    size: str | None = None
    #: whether the last entry comes first in JSON, such as the top of a deck
    top_first: bool = False
    #: how many entries of the first axis are converted, if not all: for example the number of seats
    rows: Bound | None = None
    #: names for the entries of the last axis: an object in place of a list
    names: Sequence[str] | None = None
    #: with names: whether entries of 0 are left out
    sparse: bool = False
    #: the group that the key is in, and the axis of the field that counts the group's rows
    group: Group | None = None
    axis: int = 0
    #: from whom a view may hide entries of it: "others", where the first axis counts seats, or "everyone"
    hidden_from: Literal["others", "everyone"] | None = None


@dataclass(frozen=True, eq=False)
class _Field:
    """A field and its key; for a field of a group with rows, one row of it."""

    name: str
    key: Key
    meaning: Meaning
    row: int | None = None

    def to_json(self, state: Any) -> Any:
        sizes = None if self.key.size is None else self._part(state, self.key.size)
        return self._to_json(self._part(state, self.name), sizes, state, self.key.rows)

    def _to_json(self, value: Any, sizes: Any, state: Any, rows: Bound | None = None) -> Any:
        if value.ndim == 0:
            return self.meaning.to_json(int(value), state)
        if value.ndim > 1:
            count = len(value) if rows is None else bound_in(rows, state)
            return [
                self._to_json(value[at], None if sizes is None else sizes[at], state) for at in range(count)
            ]
        count = int(sizes) if sizes is not None else len(value) if rows is None else bound_in(rows, state)
        numbers: list[int] = value[:count].tolist()
        entries = [self.meaning.to_json(number, state) for number in numbers]
        if self.key.names is None:
            return entries[::-1] if self.key.top_first else entries
        return {
            name: entry
            for name, entry, number in zip(self.key.names, entries, numbers, strict=True)
            if number or not self.key.sparse
        }

    def read(self, given: Any, path: str, state: Any) -> None:
        value = self._part(state, self.name)
        if value.ndim == 0:
            self._write(state, self.name, self.meaning.read(given, path, state))
        elif value.ndim == 1 and self.key.size is not None:
            self._write(state, self.key.size, self._read_used(given, path, value, state))
        else:
            sizes = None if self.key.size is None else self._part(state, self.key.size)
            self._read(given, path, value, sizes, state, self.key.rows)

    def _read(
        self, given: Any, path: str, value: Any, sizes: Any, state: Any, rows: Bound | None = None
    ) -> None:
        """Write a JSON value into a part of an array, and the sizes of its lists."""
        if value.ndim == 1 and self.key.names is not None:
            entries = read_object(given, path, self.key.names)
            for at, name in enumerate(self.key.names):
                value[at] = self.meaning.read(entries.get(name, 0), f"{path}.{name}", state)
            return
        count = len(value) if rows is None else bound_in(rows, state)
        for at, entry in enumerate(read_list(given, path, size=count)):
            here = f"{path}[{at}]"
            if value.ndim == 1:
                value[at] = self.meaning.read(entry, here, state)
            elif value.ndim == 2 and sizes is not None:
                sizes[at] = self._read_used(entry, here, value[at], state)
            else:
                self._read(entry, here, value[at], None if sizes is None else sizes[at], state)

    def _read_used(self, given: Any, path: str, value: Any, state: Any) -> int:
        """Write a list that may be shorter than the array; return its length."""
        entries = read_list(given, path, most=len(value))
        if None in entries:
            raise BadPosition(f"'{path}[{entries.index(None)}]' is null: leave it out")
        numbers = [self.meaning.read(entry, f"{path}[{at}]", state) for at, entry in enumerate(entries)]
        value[:] = self.meaning.empty
        value[: len(numbers)] = numbers[::-1] if self.key.top_first else numbers
        return len(numbers)

    def _part(self, state: Any, name: str) -> Any:
        """Return a field of the state, or one row of it: an array view into the state, or a number."""
        value = state[name]
        return value if self.row is None else np.moveaxis(value, self.key.axis, 0)[self.row, ...]

    def _write(self, state: Any, name: str, number: int) -> None:
        if self.row is None:
            state[name] = number
        else:
            self._part(state, name)[...] = number


# --- All fields of a state ---------------------------------------------------------------------------


class Fields:
    """The declared fields of a state: converts a state to JSON and back."""

    def __init__(self, state: type[State], players: Bound = 2, more: Sequence[str] = ()) -> None:
        #: keys that no field declares: the game itself writes and reads them
        self._more = tuple(more)
        #: the key of each field that has one
        self.declared: Mapping[str, Key] = dict(_declared(state, players))
        #: by key: its fields; empty if the game itself writes the key
        self._members: dict[str, list[tuple[str, Key]]] = {}
        self._groups: dict[str, Group] = {}
        for name, key in self.declared.items():
            top = key.key if key.group is None else key.group.key
            members = self._members.setdefault(top, [])
            if key.meaning is not None:
                members.append((name, key))
            if key.group is not None:
                self._groups[top] = key.group

    @property
    def phases(self) -> tuple[str, ...]:
        """The names of the phases, without that of a finished game; empty if the game has no phases."""
        return self._phase.names[:-1] if self._phase else ()

    @property
    def _phase(self) -> Phase | None:
        meanings = [key.meaning for members in self._members.values() for _, key in members]
        return next((meaning for meaning in meanings if isinstance(meaning, Phase)), None)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a position, in their order."""
        return (*self._members, "seed", "draws", *self._more)

    def wrongly_hidden(self, state: Any, hidden: Any, seat: int) -> str:
        """Return a sentence that says how the rule `hide` broke the declaration for a seat; "" if it did not.

        Only fields with `hidden_from` may change, and only to numbers that stand for hidden things.
        """
        for name, key in self.declared.items():
            if np.array_equal(hidden[name], state[name]):
                continue
            if key.hidden_from is None:
                return f"hide changes state.{name}: say in its Key hidden_from='others' or 'everyone'"
            own = key.hidden_from == "others" and seat >= 0
            if own and not np.array_equal(hidden[name][seat], state[name][seat]):
                return f"hide changes state.{name}[{seat}], but its Key says hidden_from='others'"
            new = {*np.ravel(hidden[name]).tolist()} - {*np.ravel(state[name]).tolist()}
            if key.meaning is not None and new - key.meaning.blanks:
                return (
                    f"hide writes {min(new - key.meaning.blanks)} into state.{name}, which hides nothing: "
                    "write a number that its Name declares, hidden={number: '?'}, or its null"
                )
        return ""

    def still_hidden(self, state: Any) -> str:
        """Return the name of a field that has a hidden number, which only a view may have; "" if none has."""
        for name, key in self.declared.items():
            if isinstance(key.meaning, Name) and np.isin(state[name], [*key.meaning.hidden]).any():
                return name
        return ""

    def to_dict(self, state: Any, rest: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return a state, hidden or not, as JSON; `rest` has the keys that the game itself writes.

        These are keys without a meaning, and for a group with rows the rows of the keys that no field has.
        """
        by_game = dict(rest or {})
        described = {}
        for key, members in self._members.items():
            described[key] = self._to_json(key, state) if members else by_game.pop(key)
            if key in by_game:
                rows = zip(described[key], by_game.pop(key), strict=True)
                described[key] = [row | more for row, more in rows]
        # every deal draws, so a seed of 0 without draws is hidden or unknown
        hidden = not any(state.seed) and not state.draws
        seed = None if hidden else f"{int(state.seed[1]):016x}{int(state.seed[0]):016x}"
        described |= {"seed": seed, "draws": int(state.draws)}
        described |= {key: by_game.pop(key) for key in self._more}
        if by_game:
            raise TypeError(f"keys {', '.join(by_game)} are not declared without a meaning")
        return described

    def read(self, description: Mapping[Any, Any], state: Any) -> None:
        """Write the given keys into a state; raise BadPosition if a value is not possible."""
        read_object(description, "", self.keys)
        for key, members in self._members.items():
            if key in description and members:
                self._read(key, description[key], state)
        self._read_end(description, state)
        if "seed" in description:
            set_seed(state, read_seed(description["seed"]))
        if "draws" in description:
            state.draws = read_whole(description["draws"], "draws", 0, _MOST_DRAWS)

    def _read_end(self, description: Mapping[Any, Any], state: Any) -> None:
        """Mark the state as finished if its phase is "over" or its player is null."""
        if self._phase is None:
            return
        ends = [(key, end) for key, end in (("player", None), ("phase", OVER)) if key in description]
        over = {description[key] == end for key, end in ends}
        if len(over) > 1:
            player = "null" if description["player"] is None else description["player"]
            raise BadPosition(
                f"'player' is {player} and 'phase' is {description['phase']}: "
                f"a finished game has player null and phase {OVER}"
            )
        if True in over:
            state.player, state.phase = NOBODY, self._phase.end

    def _to_json(self, key: str, state: Any) -> Any:
        group = self._groups.get(key)
        if group is None:
            return next(self._row(key, None)).to_json(state)
        if group.rows is None:
            return self._row_to_json(key, None, state)
        return [
            None if group.null is not None and group.null(state, row) else self._row_to_json(key, row, state)
            for row in range(bound_in(group.rows, state))
        ]

    def _row_to_json(self, key: str, row: int | None, state: Any) -> dict[str, Any]:
        fields = {field.key.key: field for field in self._row(key, row)}
        return {name: fields[name].to_json(state) for name in self._groups[key].keys if name in fields}

    def _read(self, key: str, given: Any, state: Any) -> None:
        group = self._groups.get(key)
        if group is None:
            next(self._row(key, None)).read(given, key, state)
        elif group.rows is None:
            self._read_row(key, None, given, key, state)
        else:
            for row, entry in enumerate(read_list(given, key, size=bound_in(group.rows, state))):
                if entry is not None or group.null is None:
                    self._read_row(key, row, entry, f"{key}[{row}]", state)

    def _read_row(self, key: str, row: int | None, given: Any, path: str, state: Any) -> None:
        fields = {field.key.key: field for field in self._row(key, row)}
        entries = read_object(given, path, self._groups[key].keys)
        for name, field in fields.items():
            if name in entries:
                field.read(entries[name], f"{path}.{name}", state)

    def _row(self, key: str, row: int | None) -> Iterator[_Field]:
        for name, member in self._members[key]:
            assert member.meaning is not None
            yield _Field(name, member, member.meaning, row)


#: The largest accepted count of draws: no game draws as often, and the counter must not overflow
_MOST_DRAWS = 1 << 30
#: The largest accepted count of reveals: it leaves room for a match of 99 rounds
_MOST_REVEALS = 16000


def _declared(state: type[State], players: Bound) -> list[tuple[str, Key]]:
    """Return the fields that have a key, in the order of the JSON: the game's own, then those of every state.

    A game that declares `player` or `reveals` again, with a key, gives it another place.
    """
    hints = get_type_hints(state, include_extras=True)
    games = [part for part in reversed(state.__mro__) if issubclass(part, State) and part is not State]
    names = dict.fromkeys(name for part in games for name in inspect.get_annotations(part))
    own = {name: key for name in names for key in get_args(hints[name]) if isinstance(key, Key)}
    common = {
        "player": Key("player", Seat(players, nobody=True)),
        "reveals": Key("reveals", Count(0, _MOST_REVEALS)),
    }
    taken: set[tuple[str, str]] = set()
    for name, key in own.items():
        place = ("" if key.group is None else key.group.key, key.key)
        if place in taken:
            raise TypeError(f"{state.__name__}.{name}: another field has the key {key.key!r} already")
        taken.add(place)
        if key.hidden_from not in (None, "others", "everyone"):
            raise TypeError(
                f"{state.__name__}.{name}: hidden_from is {key.hidden_from!r}: it can be others or everyone"
            )
        if key.size is not None and key.size not in hints:
            raise TypeError(f"{state.__name__}.{name}: there is no field {key.size!r} with its size")
        if key.group is not None and key.key not in key.group.keys:
            raise TypeError(f"{state.__name__}.{name}: group {key.group.key!r} does not have {key.key!r}")
    return list((own | {name: key for name, key in common.items() if name not in own}).items())
