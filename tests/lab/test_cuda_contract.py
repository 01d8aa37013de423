"""What a GPU expects of a game is checked without one, and each violation says what to change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import pytest

import stramash
from stramash import BadGame, Game
from stramash.core.actions import Action, Actions, Param
from stramash.core.game import Rules
from stramash.core.rule import rule
from stramash.core.state import Short, Shorts, State
from stramash.games import find
from stramash.lab.cuda_contract import check_game, options_of

GLEN: Any = find("glen-more")


class Wide(State):
    scale: Annotated[float, "f4"]
    players: Short
    limits: Annotated[Shorts, "i2", 3]


def configured(configure: Callable[[Any], None]) -> Game:
    """Return a game that is configured like this."""

    class Other(GLEN):  # type: ignore[misc]
        title = "Other"
        rules = Rules(**{**vars(GLEN.rules), "state": Wide})

        def configure(self, state: Any) -> None:
            configure(state)

    game: Game = Other()
    return game


def many_actions(count: int) -> Game:
    class Many(GLEN):  # type: ignore[misc]
        title = "Many"
        actions = Actions(Action("go", Param("to", [str(place) for place in range(count)])))
        num_actions = count

    game: Game = Many()
    return game


def write_inside(state: Any) -> None:
    state.limits[1] = 3


def read(state: Any) -> None:
    state.players = state.players + 1


def refused(game: Game) -> str:
    with pytest.raises(BadGame) as caught:
        check_game(game)
    return str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("limits", 3, "state.limits, which is not a single whole number: use a field of its own"),
        ("scale", 1.5, "state.scale, which is not a single whole number"),
        ("nothing", 3, "state.nothing, which is not a field of the state: declare it there"),
        ("players", 1.5, "state.players, but 1.5 is not a whole number"),
        ("players", "two", "state.players, but 'two' is not a whole number"),
        ("players", np.array([1, 2]), "state.players, but array([1, 2]) is not a whole number"),
        ("players", 40_000, "state.players, but 40000 is not from -32768 to 32767: use a wider field"),
    ],
)
def test_configure_writes_whole_numbers_to_single_fields(field: str, value: Any, says: str) -> None:
    broken = configured(lambda state: setattr(state, field, value))
    sentence = refused(broken)
    assert sentence.startswith("a GPU cannot play Other: its configure writes ")
    assert says in sentence


@pytest.mark.parametrize("configure", [write_inside, read])
def test_configure_neither_reads_nor_writes_inside_a_field(configure: Callable[[Any], None]) -> None:
    broken = configured(configure)
    assert "only assign whole numbers, state.field = number" in refused(broken)


@rule
def close_the_shop(state: Any) -> None:
    """Change what `configure` of Glen More writes."""
    state.die_rule = 1


@rule
def play_and_close(state: Any, action: int) -> None:
    close_the_shop(state)
    GLEN.rules.play(state, action)


def test_rules_do_not_change_what_configure_writes() -> None:
    """The rule that does so is named, even if another rule calls it."""

    class Closing(GLEN):  # type: ignore[misc]
        title = "Closing"
        rules = Rules(**{**vars(GLEN.rules), "play": play_and_close})

    sentence = refused(Closing())
    assert "its rule close_the_shop changes state.die_rule, which configure writes" in sentence
    assert "give the rule a field of its own" in sentence


def test_actions_fit_16_bits() -> None:
    check_game(many_actions(1 << 15))
    sentence = refused(many_actions((1 << 15) + 1))
    assert "Many has 32769 actions, but on a GPU there can be 32768" in sentence
    assert "make one choice into two" in sentence


def test_true_false_and_numpy_numbers_are_whole_numbers() -> None:
    def configure(state: Any) -> None:
        state.players = np.int8(3)

    game = configured(configure)
    assert options_of(game) == {"players": 3}
    tactics = stramash.load("schotten-totten", tactics=True)
    assert options_of(tactics)["tactics"] == 1


@pytest.mark.parametrize("name", stramash.games())
def test_every_game_of_the_package_keeps_the_contract(name: str) -> None:
    for variant in find(name).variants:
        check_game(stramash.load(name, **variant.arguments))
