"""Records of states: fields as attributes, copies, pickles, and what compiled rules get."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Annotated, Any

import numpy as np
import pytest

import stramash
from stramash.core.state import Short, Shorts, State, copy_states, dtype_of, new_states


class Duel(State):
    """A state with numbers and arrays."""

    lives: Annotated[Shorts, "i2", 2]
    turn: Short


def duel() -> Any:
    state = new_states(Duel)[0]
    state.turn, state.lives[1] = 7, 3
    return state


def test_fields_are_attributes_that_can_be_read_and_written() -> None:
    states = new_states(Duel, 2)
    states[1].turn = 5
    states[1].lives[0] = 2
    assert (states["turn"].tolist(), states["lives"].tolist()) == ([0, 5], [[0, 0], [2, 0]])
    assert states[1].turn == 5
    assert isinstance(states[1].turn, np.int16)


def test_a_copy_of_a_record_is_independent_and_of_the_same_type() -> None:
    state = duel()
    copy = state.copy()
    assert (bytes(copy), copy.dtype) == (bytes(state), state.dtype)
    copy.lives[1] = 0
    assert state.lives[1] == 3


@pytest.mark.parametrize("duplicate", [deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_records_and_positions_can_be_pickled(duplicate: Any) -> None:
    state, position = duel(), stramash.load("schotten-totten").deal(seed=1)
    assert bytes(duplicate(state)) == bytes(state)
    assert duplicate(state).turn == 7
    again = duplicate(position)
    again.play(again.legal[0])
    assert duplicate(position) == position != again


def test_all_states_of_a_game_have_one_dtype() -> None:
    """Numba looks a record's type up by its dtype: another object is compared field by field."""
    game, other = stramash.load("glen-more"), stramash.load("glen-more", players=4)
    position = game.deal(seed=1)
    found = (dtype_of(game.rules.state), position.view(0).state.dtype, position.copy().state.dtype)
    assert all(one is position.state.dtype for one in (*found, other.deal(seed=2).state.dtype))
    assert copy_states(new_states(Duel)).dtype is dtype_of(Duel)


def test_compiled_rules_write_into_the_record() -> None:
    game = stramash.load("schotten-totten")
    game.prepare()
    position = game.deal(seed=1)
    before = position.state.copy()
    game.rules.play(position.state, position.legal[0])
    assert bytes(before) != bytes(position)
    assert memoryview(position.state.data) == bytes(position)


def test_a_name_of_numpys_records_is_refused() -> None:
    class Bad(State):
        size: Short

    with pytest.raises(TypeError, match="choose another"):
        dtype_of(Bad)
