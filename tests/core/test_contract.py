"""`check_game` says in a sentence which rule of a game breaks the contract, and how."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, cast

import pytest
from examples import hidden_stone as example
from examples.hidden_stone import HELD, OPEN, STONES, UNKNOWN, HiddenStone

from stramash import BadGame, check_game
from stramash.core.actions import Action, Actions, Param
from stramash.core.chance import hide_seed
from stramash.core.contract import TOO_LONG, check_declared
from stramash.core.fields import Fields, Flag, Key, Name, Seat
from stramash.core.game import Game, Option
from stramash.core.rule import rule
from stramash.core.state import Short, Shorts, State


def variation(**declared: Any) -> type[Game]:
    return type("Variation", (HiddenStone,), declared)


def with_rules(**rules: Any) -> Game:
    return variation(rules=replace(HiddenStone.rules, **rules))()


class Forgetful(State):
    """`last` has no key, so JSON loses it."""

    where: Annotated[Shorts, "i2", STONES, Key("stones", example.PLACE, hidden_from="everyone")]
    last: Short
    winner: Annotated[Short, Key("winner", Seat(2, nobody=True))]


class Nameless(State):
    """Two of the five places have names."""

    where: Annotated[
        Shorts,
        "i2",
        STONES,
        Key("stones", Name(["bag", "open"], hidden={UNKNOWN: "?"}), hidden_from="everyone"),
    ]
    last: Annotated[Short, Key("last", Flag())]
    winner: Annotated[Short, Key("winner", Seat(2, nobody=True))]


class Open(State):
    """No key says that a stone may be hidden."""

    where: Annotated[Shorts, "i2", STONES, Key("stones", example.PLACE)]
    last: Annotated[Short, Key("last", Flag())]
    winner: Annotated[Short, Key("winner", Seat(2, nobody=True))]


@rule
def legal_nothing(state: Any, actions: Any) -> int:
    return 0


@rule
def legal_too_far(state: Any, actions: Any) -> int:
    actions[0] = 99
    return 1


@rule
def legal_unsorted(state: Any, actions: Any) -> int:
    actions[0], actions[1] = 5, 2
    return 2


@rule
def legal_anything(state: Any, actions: Any) -> int:
    for action in range(2 + STONES):
        actions[action] = action
    return 2 + STONES


@rule
def legal_by_the_other_stone(state: Any, actions: Any) -> int:
    count = 0
    for action in range(2 + STONES):
        if action < 2 or state.where[action - 2] == HELD + 1 - int(state.player):
            actions[count] = action
            count += 1
    return count


@rule
def play_for_seat_7(state: Any, action: int) -> None:
    state.player = 7


@rule
def play_forever(state: Any, action: int) -> None:
    state.player = 1 - int(state.player)


@rule
def play_beyond(state: Any, action: int) -> None:
    state.where[STONES] = OPEN


@rule
def nobody_wins(state: Any) -> int:
    return 0


@rule
def seat_0_wins(state: Any) -> int:
    return 1


@rule
def seat_5_wins(state: Any) -> int:
    return example.winners(state) << 5


@rule
def hide_all_but_the_seed(state: Any, seat: int) -> None:
    for stone in range(STONES):
        if state.where[stone] not in (OPEN, HELD + seat):
            state.where[stone] = UNKNOWN


@rule
def hide_as_if_open(state: Any, seat: int) -> None:
    hide_seed(state)
    for stone in range(STONES):
        if state.where[stone] == HELD + 1 - seat:
            state.where[stone] = OPEN


@rule
def imagine_nothing(state: Any, seat: int) -> None:
    pass


@rule
def imagine_the_last_turn(state: Any, seat: int) -> None:
    example.imagine(state, seat)
    state.last = 1 - int(state.last)


@rule
def observe_one(state: Any, seat: int, out: Any) -> None:
    out[0] = 1


@rule
def observe_too_much(state: Any, seat: int, out: Any) -> None:
    for index in range(out.size + 1):
        out[index] = 1


DICE = random.Random(1)


def deal_by_other_dice(state: Any) -> None:
    example.deal(state)
    for stone in range(STONES):
        state.where[stone] = example.BAG
    for seat, stone in enumerate(DICE.sample(range(STONES), 2)):
        state.where[stone] = HELD + seat


BROKEN: dict[str, tuple[Callable[[], Game], str]] = {
    "nothing legal": (
        lambda: with_rules(legal=legal_nothing),
        "legal finds 0 actions: it should find 1 to 11",
    ),
    "no such action": (lambda: with_rules(legal=legal_too_far), "legal writes 99: .* from 0 to 10"),
    "unsorted": (lambda: with_rules(legal=legal_unsorted), "legal writes 5, 2: .* in rising order"),
    "legal knows too much": (
        lambda: with_rules(legal=legal_by_the_other_stone),
        "legal uses what seat 0, who is to act, does not know",
    ),
    "no such seat": (lambda: with_rules(play=play_for_seat_7), "state.player is 7: .* 0 to 1, or NOBODY"),
    "no end": (lambda: with_rules(play=play_forever), f"does not end: .* after {TOO_LONG} actions"),
    "an array too short": (lambda: with_rules(play=play_beyond), "the rule play raises IndexError"),
    "no winner": (lambda: with_rules(winners=nobody_wins), "winners names no winner of a finished game"),
    "a winner too early": (lambda: with_rules(winners=seat_0_wins), "winners names a winner too early"),
    "a winner elsewhere": (lambda: with_rules(winners=seat_5_wins), "a bit for a seat that does not play"),
    "the seed shows": (lambda: with_rules(hide=hide_all_but_the_seed), r"call hide_seed\(state\)"),
    "hidden from nobody": (
        lambda: with_rules(state=Open),
        "to hide the state from seat 0, hide changes state.where: say in its Key hidden_from=",
    ),
    "hidden by a lie": (
        lambda: with_rules(hide=hide_as_if_open, legal=legal_anything),
        f"hide writes {OPEN} into state.where, which hides nothing: .* its Name declares",
    ),
    "imagine does nothing": (
        lambda: with_rules(imagine=imagine_nothing),
        "imagine leaves something of state.where hidden from seat 0: fill it",
    ),
    "imagine contradicts": (
        lambda: with_rules(imagine=imagine_the_last_turn),
        "imagine changes what seat 0 knows: state.last differs",
    ),
    "observe too little": (lambda: with_rules(observe=observe_one), "observe leaves number 1 as it was"),
    "observe too much": (lambda: with_rules(observe=observe_too_much), "rule observe raises IndexError"),
    "JSON forgets": (lambda: with_rules(state=Forgetful), "JSON loses state.last: .* with a Key"),
    "JSON without a name": (
        lambda: with_rules(state=Nameless),
        "no name has the number .* bag, open",
    ),
    "touched alike": (
        lambda: variation(
            actions=Actions(
                Action("swap"), Action("stand", touch=("swap",)), Action("name", Param("stone", "123456789"))
            )
        )(),
        "swap and stand are touched alike",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_rule_is_named(fault: str) -> None:
    make, sentence = BROKEN[fault]
    with pytest.raises(BadGame, match=sentence) as told:
        check_game(make())
    assert "(Hidden Stone with 2 players, seed " in str(told.value)


def test_chance_from_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stramash.core.contract.INTERPRETED", True)  # there a plain function is a rule, too
    with pytest.raises(BadGame, match="the same seed and actions give another state"):
        check_game(with_rules(deal=deal_by_other_dice))


DECLARED: dict[str, tuple[dict[str, Any], str]] = {
    "title": ({"title": None}, "title should be the title as printed on the box; it is None"),
    "player_counts": ({"player_counts": 2}, r"player_counts should be .* range\(2, 6\); it is 2"),
    "rules": ({"rules": None}, "rules should be the rules"),
    "rule": (
        {"rules": replace(HiddenStone.rules, deal=deal_by_other_dice)},
        "deal is not a rule: write @rule",
    ),
    "state": (
        {"rules": replace(HiddenStone.rules, state=cast("Any", dict))},
        "should be a subclass of State",
    ),
    "actions": ({"actions": ["swap"]}, r"actions should be Actions\("),
    "tensor_size": ({"tensor_size": 0}, "tensor_size should be .* 1 or more"),
    "option": (
        {"option_specs": (Option("long", False, (False, True), "play longer"),)},
        "an option 'long', but its state has no such field",
    ),
}


@pytest.mark.parametrize("name", DECLARED)
def test_what_is_declared_wrongly_is_named(name: str) -> None:
    declared, sentence = DECLARED[name]
    with pytest.raises(BadGame, match=sentence):
        check_declared(variation(**declared))


def test_a_field_is_hidden_from_others_or_from_everyone() -> None:
    class Misspelt(State):
        hand: Annotated[Shorts, "i2", 2, Key("hand", Flag(), hidden_from=cast(Any, "other"))]

    with pytest.raises(TypeError, match=r"Misspelt\.hand: hidden_from is 'other': .* others or everyone"):
        Fields(Misspelt)


def test_two_fields_cannot_have_one_key() -> None:
    class Twice(State):
        one: Annotated[Short, Key("count", Flag())]
        two: Annotated[Short, Key("count", Flag())]

    with pytest.raises(TypeError, match=r"Twice\.two: another field has the key 'count' already"):
        Fields(Twice)


def test_a_game_without_fault_passes() -> None:
    check_game(HiddenStone())
