"""Declared actions: numbers, notation, handles, veils and the table follow from one list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stramash.core.actions import Action, Actions, Param

SUITS = Param("suit", ("a", "b", "c"))
RANKS = Param("rank", ("1", "2"))
SECRET = Param("card", ("x", "y"), seen_as=("?x", "?y"))


@st.composite
def declared(draw: st.DrawFn) -> Actions:
    """Draw a list of kinds with up to three parameters each."""
    kinds = []
    for place in range(draw(st.integers(1, 5))):
        sizes = draw(st.lists(st.integers(1, 5), max_size=3))
        params = [Param(f"p{at}", [str(value) for value in range(size)]) for at, size in enumerate(sizes)]
        kinds.append(Action(f"kind{place}", *params))
    return Actions(*kinds)


@given(declared())
def test_every_number_splits_into_a_kind_and_values_and_back(actions: Actions) -> None:
    seen = [actions.split(action) for action in range(actions.size)]
    assert len(set(seen)) == actions.size == len(actions.notations)
    assert [actions.number(kind, *values) for kind, values in seen] == list(range(actions.size))


@given(declared())
def test_kinds_follow_each_other_in_the_declared_order(actions: Actions) -> None:
    end = 0
    for kind in actions.kinds:
        assert actions.first(kind.kind) == end
        end += kind.size
        assert actions.kind(end - 1) == kind.kind
    assert end == actions.size


@given(declared(), st.data())
def test_a_shorter_list_keeps_the_numbers(actions: Actions, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([kind.kind for kind in actions.kinds]))
    shorter = actions.through(kind)
    assert shorter.notations == actions.notations[: shorter.size]
    assert shorter.kind(shorter.size - 1) == kind


def test_the_last_parameter_counts_fastest() -> None:
    actions = Actions(Action("pass"), Action("play", SUITS, RANKS, notation="{suit}{rank}"))
    assert actions.notations == ("pass", "a1", "a2", "b1", "b2", "c1", "c2")
    assert actions.split(4) == ("play", (1, 1))


def test_a_player_touches_each_value_unless_the_game_says_otherwise() -> None:
    actions = Actions(
        Action("play", SUITS, RANKS), Action("sell", SUITS, touch=("sell", "cube:{suit}")), Action("done")
    )
    assert actions.handles(1) == ["suit:a", "rank:2"]
    assert actions.handles(actions.first("sell")) == ["sell", "cube:a"]
    assert actions.handles(actions.first("done")) == ["done"]


def test_others_read_the_back_of_what_is_secret_and_the_rest_as_it_is() -> None:
    actions = Actions(Action("give", SECRET, RANKS), Action("show", RANKS))
    assert [actions.veil(action) for action in range(actions.size)] == [
        "give:?x-1",
        "give:?x-2",
        "give:?y-1",
        "give:?y-2",
        None,
        None,
    ]


def test_handles_are_a_new_list_each_time() -> None:
    actions = Actions(Action("done"))
    actions.handles(0).append("more")
    assert actions.handles(0) == ["done"]


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: Actions(Action("a"), Action("a")), "two actions are written a"),
        (lambda: Actions(Action("a", RANKS, notation="x")), "two actions are written x"),
        (lambda: Actions(Action("a", notation="A")), "should be lower case"),
        (lambda: Action("a", RANKS, notation="a:{suit}"), "its parameters are rank"),
        (lambda: Action("a", touch=("{suit}",)), "it has none"),
        (lambda: Param("empty", ()), "has no values"),
        (lambda: Param("card", ("x", "y"), seen_as=("?",)), "one for each"),
    ],
)
def test_a_wrong_declaration_says_what_would_be_right(declare: object, message: str) -> None:
    assert callable(declare)
    with pytest.raises(TypeError, match=message):
        declare()


def test_what_is_not_declared_is_refused_with_what_is() -> None:
    actions = Actions(Action("play", RANKS), Action("done"))
    with pytest.raises(KeyError, match="the kinds are play, done"):
        actions.first("pass")
    with pytest.raises(ValueError, match="0 to 2"):
        actions.split(-1)
    with pytest.raises(ValueError, match="0 to 2"):
        actions.split(3)
    with pytest.raises(ValueError, match="rank 2 is not possible: 0 to 1"):
        actions.number("play", 2)


def test_the_table_says_how_a_number_is_computed() -> None:
    actions = Actions(Action("done"), Action("play", SUITS, RANKS, summary="play a card"))
    assert actions.table()[2:] == [
        "| 0 | done | `done` | `done` |",
        "| 1–6 | play a card: `1 + suit * 2 + rank` | `play:a-1` | `play:c-2` |",
    ]
