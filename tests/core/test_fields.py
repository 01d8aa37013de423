"""Declared fields: JSON out and in, and errors that name the path and say what would be right."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stramash import BadPosition
from stramash.core.fields import Bits, Count, Fields, Flag, Group, Key, Name, Seat
from stramash.core.state import NOBODY, Short, Shorts, State, new_states

CARD = Name(("ace", "king", "queen"), null=-1, hidden={9: "?"})
PLACES = Group("places", ("owner", "marks", "sides"), rows=lambda state: state.open)
SLOTS = Group("slots", ("kind", "price"), rows=2, null=lambda state, row: bool(state.kind[row] == 0))
BILL = Group("bill", ("due", "paid", "note"))


class Inn(State):
    """A state with a field of every kind."""

    seats: Short
    open: Short
    phase: Annotated[Short, Key("phase", Name(("eating", "paying")))]
    player: Annotated[Short, Key("player", Seat(lambda state: state.seats, nobody=True))]
    full: Annotated[Short, Key("full", Flag())]
    coins: Annotated[Shorts, "i2", 3, Key("coins", Count(0, 99), rows=lambda state: state.seats)]
    hand: Annotated[Shorts, "i2", 3, 4, Key("hands", CARD, size="held", rows=lambda state: state.seats)]
    held: Annotated[Shorts, "i2", 3]
    deck: Annotated[Shorts, "i2", 5, Key("deck", CARD, size="deck_size", top_first=True)]
    deck_size: Short
    owner: Annotated[Shorts, "i2", 3, Key("owner", Seat(2, nobody=True), group=PLACES)]
    marks: Annotated[Shorts, "i2", 3, Key("marks", Bits(("fog", "mud")), group=PLACES)]
    side: Annotated[Shorts, "i2", 2, 3, 4, Key("sides", CARD, size="side_size", group=PLACES, axis=1)]
    side_size: Annotated[Shorts, "i2", 2, 3]
    kind: Annotated[Shorts, "i2", 2, Key("kind", Name(("none", "bed")), group=SLOTS)]
    price: Annotated[Shorts, "i2", 2, Key("price", Count(0, 9), group=SLOTS)]
    due: Annotated[Shorts, "i2", 2, Key("due", Count(0, 5), names=("wood", "grain"), sparse=True, group=BILL)]
    paid: Annotated[Short, Key("paid", Count(0, 5), group=BILL)]
    stock: Annotated[Shorts, "i2", 2, Key("stock", Count(0, 5), names=("wood", "grain"))]
    story: Annotated[Shorts, "i2", 2, Key("story")]


FIELDS = Fields(Inn)

WHOLE: dict[str, Any] = {
    "phase": "paying",
    "player": 1,
    "full": True,
    "coins": [7, 8],
    "hands": [["ace"], ["queen", "king"]],
    "deck": ["king", "ace"],
    "places": [
        {"owner": None, "marks": ["mud"], "sides": [["ace"], []]},
        {"owner": 1, "marks": [], "sides": [[], ["king", "ace"]]},
    ],
    "slots": [None, {"kind": "bed", "price": 3}],
    "bill": {"due": {"grain": 2}, "paid": 1},
    "stock": {"wood": 0, "grain": 4},
    "story": "once",
    "reveals": 5,
    "seed": "0" * 15 + "1" + "f" * 16,
    "draws": 12,
}


def blank() -> Any:
    state = new_states(Inn)[0]
    state.seats, state.open = 2, 2
    state.player = NOBODY
    state.hand[:], state.deck[:], state.side[:], state.owner[:] = -1, -1, -1, NOBODY
    return state


def test_a_whole_description_is_read_and_told_again() -> None:
    state = blank()
    FIELDS.read(WHOLE, state)
    assert FIELDS.to_dict(state, {"story": "once"}) == WHOLE
    assert list(FIELDS.to_dict(state, {"story": "once"})) == list(FIELDS.keys) == list(WHOLE)


def test_the_state_holds_what_was_told() -> None:
    state = blank()
    FIELDS.read(WHOLE, state)
    assert state.hand[1].tolist() == [2, 1, -1, -1]
    assert state.deck.tolist() == [0, 1, -1, -1, -1], "the top card is told first and lies last"
    assert state.side[1, 1].tolist() == [1, 0, -1, -1]
    assert state.side_size.tolist() == [[1, 0, 0], [0, 2, 0]]
    assert state.marks.tolist() == [2, 0, 0]
    assert state.due.tolist() == [0, 2]
    assert state.seed.tolist() == [2**64 - 1, 1]


def test_what_is_not_told_is_left_as_it_is() -> None:
    state = blank()
    FIELDS.read(WHOLE, state)
    before = state.copy()
    FIELDS.read({}, state)
    assert state.tobytes() == before.tobytes()


def test_a_shorter_list_leaves_no_trace_of_a_longer_one() -> None:
    state = blank()
    FIELDS.read(WHOLE, state)
    FIELDS.read({"hands": [[], []], "deck": []}, state)
    assert state.hand[:2].max() == -1
    assert state.deck.max() == -1
    assert state.deck_size == 0


def test_hidden_things_are_told_and_not_read() -> None:
    state = blank()
    FIELDS.read(WHOLE, state)
    state.hand[0, 0] = 9
    told = FIELDS.to_dict(state, {"story": ""})
    assert told["hands"][0] == ["?"]
    with pytest.raises(BadPosition, match=r"'hands\[0\]\[0\]' is '\?', which is hidden: this is a view"):
        FIELDS.read(told, blank())


BAD: list[tuple[dict[Any, Any], str]] = [
    ({"haggis": 1}, "unknown keys haggis: a position has phase, player"),
    ({1: 2, None: 3}, "unknown keys 1, None"),
    ({"phase": "sleeping"}, "'phase' is 'sleeping': it should be one of eating, paying"),
    ({"phase": []}, "'phase' is []"),
    ({"phase": None}, "'phase' is None"),
    ({"player": 2}, "'player' is 2: it should be a seat, 0 to 1, or null"),
    ({"player": 1.0}, "'player' is 1.0"),
    ({"player": True}, "'player' is True"),
    ({"full": 1}, "'full' is 1: it should be true or false"),
    ({"coins": [1]}, "'coins' is [1]: it should be a list of 2"),
    ({"coins": [1, 100]}, "'coins[1]' is 100: it should be a whole number from 0 to 99"),
    ({"coins": "12"}, "'coins' is '12'"),
    ({"hands": [["ace"] * 5, []]}, "'hands[0]' is ['ace', 'ace', 'ace', 'ace', 'ace']: it should be a list"),
    ({"hands": [["ace", "jack"], []]}, "'hands[0][1]' is 'jack': it should be one of ace, king, queen"),
    ({"hands": [[None], []]}, "'hands[0][0]' is null: leave it out"),
    ({"hands": {"0": []}}, "'hands' is {'0': []}"),
    ({"deck": "ace"}, "'deck' is 'ace': it should be a list of at most 5"),
    ({"places": [{}]}, "'places' is [{}]: it should be a list of 2"),
    ({"places": [{}, 7]}, "'places[1]' is 7: it should be an object with owner, marks, sides"),
    ({"places": [{}, None]}, "'places[1]' is None"),
    ({"places": [{}, {"colour": 1}]}, "unknown keys colour: 'places[1]' has owner, marks, sides"),
    ({"places": [{}, {"owner": 5}]}, "'places[1].owner' is 5: it should be a seat, 0 to 1, or null"),
    ({"places": [{"marks": ["fog", "fog"]}, {}]}, "'places[0].marks' has 'fog' twice"),
    ({"places": [{"marks": ["mud", []]}, {}]}, "'places[0].marks[1]' is []: it should be one of fog, mud"),
    ({"places": [{"sides": [["ace"] * 3] * 9}, {}]}, "'places[0].sides' is a list of 9: it should be a list"),
    ({"hands": "x" * 99}, "x…: it should be a list of 2"),
    ({"coins": dict.fromkeys(range(30))}, "'coins' is an object of 30: it should be a list of 2"),
    ({"places": [{"sides": [[], ["jack"]]}, {}]}, "'places[0].sides[1][0]' is 'jack'"),
    ({"bill": 3}, "'bill' is 3: it should be an object with due, paid, note"),
    ({"bill": {"due": {"gold": 1}}}, "unknown keys gold: 'bill.due' has wood, grain"),
    ({"stock": {"wood": 6}}, "'stock.wood' is 6"),
    ({"seed": "-1"}, "'seed' is '-1': it should be 32 hexadecimal digits, or null"),
    ({"seed": 7}, "'seed' is 7"),
    ({"draws": 1 << 31}, "'draws' is 2147483648"),
    ({"draws": -1}, "'draws' is -1"),
    ({"reveals": "many"}, "'reveals' is 'many'"),
]


@pytest.mark.parametrize(("description", "message"), BAD, ids=lambda value: str(value)[:50])
def test_what_is_not_possible_is_refused_with_its_path(description: dict[Any, Any], message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        FIELDS.read(description, blank())
    assert message in str(caught.value)


junk = st.recursive(
    st.sampled_from([None, True, 0, 1, 2, -1, 10**20, 0.5, "ace", "mud", "bed", "?", "grain", "f" * 32]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["owner", "sides", "kind", "due", "wood", ""]), inner, max_size=2)
    ),
    max_leaves=8,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(sorted(WHOLE)), junk, max_size=3))
def test_whatever_is_told_is_read_and_told_again_or_refused(description: dict[str, Any]) -> None:
    state, again = blank(), blank()
    try:
        FIELDS.read(description, state)
    except BadPosition:
        return
    FIELDS.read(FIELDS.to_dict(state, {"story": ""}), again)
    assert again.tobytes() == state.tobytes()


def test_numpy_numbers_are_whole_numbers() -> None:
    state = blank()
    FIELDS.read({"coins": [np.int64(3), np.uint8(4)]}, state)
    assert state.coins.tolist() == [3, 4, 0]


def test_player_and_reveals_come_last_unless_the_game_places_them() -> None:
    class Plain(State):
        turn: Annotated[Short, Key("turn", Count(1, 9))]

    assert Fields(Plain, players=3).keys == ("turn", "player", "reveals", "seed", "draws")
    state = new_states(Plain)[0]
    Fields(Plain, players=3).read({"player": 2}, state)
    assert state.player == 2


def test_a_key_the_game_tells_itself_must_be_told() -> None:
    with pytest.raises(KeyError, match="story"):
        FIELDS.to_dict(blank())
    with pytest.raises(TypeError, match="tale"):
        FIELDS.to_dict(blank(), {"story": "", "tale": ""})


def test_a_wrong_declaration_is_refused() -> None:
    class NoSize(State):
        hand: Annotated[Shorts, "i2", 2, Key("hand", CARD, size="hand_size")]

    class Stranger(State):
        colour: Annotated[Shorts, "i2", 2, Key("colour", Flag(), group=PLACES)]

    with pytest.raises(TypeError, match="no field 'hand_size'"):
        Fields(NoSize)
    with pytest.raises(TypeError, match="group 'places' does not have 'colour'"):
        Fields(Stranger)


def test_a_key_of_a_group_that_no_field_has_is_left_to_the_game() -> None:
    state = blank()
    FIELDS.read({"bill": {"paid": 2, "note": "thanks"}}, state)
    assert FIELDS.to_dict(state, {"story": ""})["bill"] == {"due": {}, "paid": 2}
