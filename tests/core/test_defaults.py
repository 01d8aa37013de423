"""A game that draws nothing still has JSON, a sketch and a board that can be played on."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest
import rich.text

import stramash
from stramash import BadPosition
from stramash.core.actions import Action, Actions, Param
from stramash.core.defaults import draw_board, sketch_state
from stramash.core.fields import Count, Key, Name
from stramash.core.game import Game, Option, Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Shorts, State
from stramash.core.words import Translate

NAMES = ("ant", "bee", "cat", "dog")
HIDDEN = len(NAMES)
CARD = Name(NAMES, null=-1, hidden={HIDDEN: "?"})


class PetState(State):
    """Each seat holds two pets and lays them into one of two houses, in turn."""

    hand: Annotated[Shorts, "i2", 2, 2, Key("hands", CARD, size="held")]
    held: Annotated[Shorts, "i2", 2]
    house: Annotated[Shorts, "i2", 2, Key("houses", Count(0, 9))]  # pets in each


ACTIONS = Actions(Action("lay", Param("card", NAMES), Param("house", ("1", "2"))), Action("wait"))


@rule
def deal(state: PetState) -> None:
    for seat in range(2):
        for place in range(2):
            state.hand[seat, place] = 2 * seat + place
        state.held[seat] = 2
        state.house[seat] = 0
    state.player = 0


@rule
def legal(state: PetState, actions: Any) -> int:
    count = 0
    me = int(state.player)
    for place in range(int(state.held[me])):
        for house in range(2):
            actions[count] = int(state.hand[me, place]) * 2 + house
            count += 1
    actions[count] = 8
    return count + 1 if count else 0


@rule
def play(state: PetState, action: int) -> None:
    me = int(state.player)
    if action < 8:
        state.house[action % 2] += 1
        if state.hand[me, 0] == action // 2:
            state.hand[me, 0] = state.hand[me, 1]
        state.held[me] -= 1
        state.hand[me, int(state.held[me])] = -1
    if state.held[1 - me]:
        state.player = 1 - me
    if state.held[0] + state.held[1] == 0:
        state.player = NOBODY


@rule
def scores(state: PetState, out: Any) -> None:
    out[0], out[1] = state.house[0], state.house[1]


@rule
def winners(state: PetState) -> int:
    return 3 if state.player == NOBODY else 0


@rule
def hide(state: PetState, seat: int) -> None:
    for other in range(2):
        for place in range(int(state.held[other])):
            if other != seat:
                state.hand[other, place] = HIDDEN


@rule
def imagine(state: PetState, seat: int) -> None:
    pass


@rule
def observe(state: PetState, seat: int, out: Any) -> None:
    pass


@rule
def either(state: PetState, actions: Any) -> int:
    actions[0], actions[1] = 0, 1
    return 2


class Pets(Game):
    """The smallest game that needs a board: two things to touch for most actions."""

    name: ClassVar[str] = "pets"
    title: ClassVar[str] = "Pets"
    version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(2, 3)
    option_specs: ClassVar[tuple[Option, ...]] = ()
    rules: ClassVar[Rules] = Rules(PetState, deal, legal, play, scores, winners, hide, imagine, observe)
    words: ClassVar[Path] = Path(__file__).parent
    actions = ACTIONS
    tensor_size = 0

    def configure(self, state: Any) -> None:
        pass

    def prepare(self, progress: Any = None) -> None:
        """Rules compile when they are first called: that is fast enough here."""

    def describe(self, state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
        return self.notations[action]

    def prompt(self, state: Any, _: Translate) -> str:
        return "Choose."

    def explain(self, state: Any, seat: int, about: int | str, _: Translate) -> str:
        return ""


PETS = Pets()
ENGLISH = PETS.translator("en")


def touchable(svg: str) -> dict[str, str]:
    """Return the handles that can be touched in a picture, with the classes of their elements."""
    return {
        handle: classes
        for classes, handle in re.findall(r'<g class="([^"]*)" data-handle="([^"]*)"', svg)
        if "legal" in classes.split()
    }


@pytest.mark.parametrize("seed", range(8))
def test_every_legal_action_can_be_touched_on_the_default_board(seed: int) -> None:
    position, dice = PETS.deal(seed=0), random.Random(seed)
    for _ in range(30):
        if position.over:
            break
        paths = [PETS.handles(action) for action in position.legal]
        shown = touchable(position.svg(position.player))
        assert set(shown) == {handle for path in paths for handle in path}
        now = {handle for handle, classes in shown.items() if "later" not in classes.split()}
        assert now == {path[0] for path in paths}
        assert not touchable(position.svg(1 - (position.player or 0))), "it is not their turn"
        position.play(dice.choice(position.legal))


@pytest.mark.parametrize("name", stramash.games())
def test_every_game_could_be_played_on_the_default_board(name: str) -> None:
    game = stramash.load(name)
    position, dice = game.deal(seed=1), random.Random(1)
    for _ in range(40):
        if position.player is None:
            break
        view = position.view(position.player)
        shown = touchable(draw_board(game, view.state, position.player, ENGLISH))
        assert set(shown) == {handle for action in position.legal for handle in game.handles(action)}
        assert sketch_state(game, view.state, ENGLISH)
        position.play(dice.choice(position.legal))


def test_a_list_named_after_a_parameter_is_touched_entry_by_entry() -> None:
    """There are two houses, and an action that names one: no other button is needed for it."""
    svg = PETS.deal(seed=0).svg(0)
    assert ">1: 0<" in svg
    assert ">house 1<" not in svg
    assert ">wait<" in svg


def test_a_button_that_alone_makes_a_move_has_its_notation() -> None:
    """`take 1` says more than `count 1`."""
    actions = Actions(Action("take", Param("count", ("1", "2"))))

    class Counting(Pets):
        rules = replace(Pets.rules, legal=either)

    Counting.actions = actions
    assert {">take 1<", ">take 2<"} <= set(re.findall(">[^<>]+<", Counting().deal(seed=0).svg(0)))


def test_on_a_phone_the_board_is_as_wide_as_the_phone() -> None:
    """Else plates would be too small to read and to touch."""
    view = PETS.deal(seed=0).view(0)
    wide, narrow = (view.pieces(("A", "B"), narrow=narrow)["board"] for narrow in (False, True))
    assert width_of(wide) > width_of(narrow) < 400
    assert touchable(wide) == touchable(narrow)


def width_of(svg: str) -> float:
    found = re.search(r'viewBox="0 0 (\d+)', svg)
    assert found is not None
    return float(found[1])


def test_players_are_named_on_the_board_and_in_the_sketch() -> None:
    view = PETS.deal(seed=0).view(0).named(("Ann", "Bob"))
    assert ">Ann<" in view.svg()
    assert "Ann" in view.sketch()


def test_a_cover_has_the_first_letter_of_the_title() -> None:
    assert ">P<" in PETS.cover(ENGLISH)


def test_many_equal_entries_in_a_row_are_one_plate() -> None:
    game = stramash.load("schotten-totten")
    svg = draw_board(game, game.deal(seed=1).view(0).state, 0, ENGLISH)
    assert ">?c × 42<" in svg


def test_the_board_names_what_is_hidden_by_its_back() -> None:
    assert ">bee<" in PETS.deal(seed=0).svg(0)
    assert ">bee<" not in PETS.deal(seed=0).svg(1)


def test_the_sketch_has_a_line_for_each_list() -> None:
    text = rich.text.Text.from_markup(PETS.deal(seed=0).sketch(0)).plain
    assert [line.split() for line in text.splitlines()] == [
        ["hands", "0", "ant", "bee"],
        ["hands", "1", "?", "?"],
        ["houses", "1:", "0", "2:", "0"],
        ["player", "Player", "1"],
    ]


def test_positions_become_json_and_back_by_their_declared_fields() -> None:
    position = PETS.deal(seed=0)
    position.play("lay:bee-2")
    assert position.to_dict()["hands"] == [["ant"], ["cat", "dog"]]
    assert bytes(PETS.position(position.to_dict())) == bytes(position)
    assert bytes(PETS.position({})) == bytes(PETS.deal(seed=0))


def test_a_description_without_a_choice_is_refused() -> None:
    with pytest.raises(BadPosition, match="seat 1 is to act, but has no legal action"):
        PETS.position({"hands": [["ant"], []], "player": 1})
    with pytest.raises(BadPosition, match="this is a view"):
        PETS.position(PETS.deal(seed=0).view(0).to_dict())
