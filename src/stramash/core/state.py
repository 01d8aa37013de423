"""States: one flat record of small integers for each game, declared once for NumPy, Numba and mypy.

A game declares its state as a class of annotations. `dtype_of` makes the NumPy dtype of it; the class
itself never has instances: at run time a state is a NumPy record (`numpy.void`) with those fields as
attributes.

>>> class Duel(State):
...     lives: Annotated[Shorts, "i2", 2]  # by seat
...     turn: Short
>>> dtype_of(Duel).names
('seed', 'draws', 'player', 'reveals', 'lives', 'turn', 'spare')
>>> new_states(Duel, 3).shape
(3,)

Numbers are `i2` even where a byte would do: the interpreter keeps NumPy's small types, and a card number
times nine must not overflow there when the compiled rule, which widens, would be right.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from operator import itemgetter, methodcaller
from typing import Annotated, Any, TypeAlias, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from stramash.core.renamed import former_names

__all__ = [
    "NOBODY",
    "Floats",
    "Ints",
    "Short",
    "Shorts",
    "State",
    "Words64",
    "copy_states",
    "dtype_of",
    "new_states",
    "set_seed",
]

Shorts: TypeAlias = npt.NDArray[np.int16]
Words64: TypeAlias = npt.NDArray[np.uint64]
#: Where rules write numbers: actions and points, observations
Ints: TypeAlias = npt.NDArray[np.int32]
Floats: TypeAlias = npt.NDArray[np.float32]
Short: TypeAlias = Annotated[int, "i2"]

#: No seat: the owner of an unclaimed thing, and the player to act when the game is over.
NOBODY = -1


class State:
    """The fields that every game's state has; a game's own state adds more."""

    seed: Annotated[Words64, "u8", 2]  # 128 bits: the source of all chance
    draws: Annotated[int, "i4"]  # how many random blocks were used
    player: Short  # seat to act, NOBODY when the game is over
    reveals: Short  # how often hidden information was revealed: undo stops there


#: The dtype of each declared state that was asked for
_dtypes: dict[type[State], np.dtype[np.void]] = {}


def dtype_of(state: type[State]) -> np.dtype[np.void]:
    """Return the NumPy dtype of a declared state: one object for each, which Numba recognises by identity."""
    found = _dtypes.get(state)
    return found if found is not None else _dtypes.setdefault(state, _make_dtype(state))


def _make_dtype(state: type[State]) -> np.dtype[np.void]:
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(state, include_extras=True).items():
        if hasattr(np.void, name):
            raise TypeError(f"{state.__name__}.{name}: NumPy's records use that name: choose another")
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{state.__name__}.{name} needs Annotated[type, format, *shape]")
        _, kind, *rest = get_args(hint)
        shape = [part for part in rest if isinstance(part, int)]  # the rest says what the field means
        fields.append((name, kind, tuple(shape)) if shape else (name, kind))
    # Padding would be bytes that copies need not keep; a field keeps them, and GPUs want states aligned.
    spare = np.dtype(fields, align=True).itemsize - np.dtype(fields).itemsize
    if spare:
        fields.append(("spare", "i1", (spare,)))
    aligned = np.dtype(fields, align=True)
    if aligned.itemsize != np.dtype(fields).itemsize:
        raise TypeError(f"{state.__name__}: declare wide fields before narrow ones, to leave no gaps")
    return np.dtype((_make_record_type(state, aligned), aligned))


class _RecordType(type):
    """The type of a record type, so that it is pickled by the class that declares it."""

    _declared: type[State]


def _record_type(state: type[State]) -> type[np.void]:
    return dtype_of(state).type


def _reduce(made: _RecordType) -> tuple[Any, ...]:
    return _record_type, (made._declared,)


copyreg.pickle(_RecordType, _reduce)


def _make_record_type(state: type[State], dtype: np.dtype[Any]) -> type[np.void]:
    """Return the type of one state, whose attributes are the fields of a dtype.

    A `numpy.record` looks up each field in Python, which takes six times as long. Numba asks a record for
    `data` at every call of a compiled rule; NumPy's own describes all fields for that, this one none.
    """
    whole = np.dtype((np.uint8, (dtype.itemsize,)))
    members = {name: property(itemgetter(name), _setter(name)) for name in dtype.names or ()}
    made = _RecordType(
        state.__name__,
        (np.void,),
        {
            "__doc__": state.__doc__,
            "__module__": state.__module__,
            "__slots__": (),
            "_declared": state,
            "data": property(methodcaller("getfield", whole)),
            "copy": _copy,
            **members,
        },
    )
    return cast("type[np.void]", made)


def _copy(record: Any) -> Any:
    """Return a copy of a record. NumPy's own copies field by field, which takes ten times as long."""
    return record.data.copy().view(record.dtype)[0]


def _setter(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def new_states(state: type[State], count: int = 1) -> npt.NDArray[np.void]:
    """Return blank states, all zero."""
    return np.zeros(count, dtype_of(state))


def set_seed(state: Any, seed: int) -> None:
    """Put a seed of 128 bits into a state."""
    state.seed[0] = seed & (1 << 64) - 1
    state.seed[1] = seed >> 64
    state.draws = 0


def copy_states(states: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Return a copy of states. NumPy copies records field by field; as bytes that is five times as fast.

    >>> states = new_states(State, 2)
    >>> states["player"][0] = 7
    >>> copy = copy_states(states)
    >>> copy.tobytes() == states.tobytes(), copy.dtype == states.dtype, np.shares_memory(copy, states)
    (True, True, False)
    """
    return states.view(f"V{states.dtype.itemsize}").copy().view(states.dtype)


__getattr__ = former_names(__name__, {"sow": "set_seed"})
