"""Levels for people: named, described, fast enough, each stronger than the one below; and hints."""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest

import stramash
from stramash import bots
from stramash.bots.greedy import EvaluatedAction, GreedyBot
from stramash.bots.hints import give_hint, hint_reason, next_best
from stramash.bots.levels import HastyBot
from stramash.bots.search import Budget, Considered, Thought
from stramash.core.errors import IllegalAction
from stramash.core.words import LOCALES

GAME = stramash.load("schotten-totten")
TACTICS = stramash.load("schotten-totten", tactics=True)


def winning_claim() -> stramash.Position:
    """Stones 1 and 2 are held; the third of a row wins."""
    decided = {"sides": [["r7", "r8", "r9"], ["b1", "g2", "y5"]], "first": 0}
    far = {"sides": [["p7", "p8", "p9"], ["n1", "g3", "y6"]], "first": 0}
    held = {"owner": 0}
    return GAME.position(
        {
            "stones": [held, held, decided, {}, {}, {}, far, {}, {}],
            "hands": [["b7", "b8"], ["g8", "g9"]],
            "phase": "claiming",
            "acted": True,
        }
    )


def wins(first: str, second: str, deals: range) -> int:
    """Return how many games the first wins, each deal from both seats."""
    count = 0
    for seed in deals:
        for mine in range(2):
            position = GAME.deal(seed)
            specs = [first, second] if mine == 0 else [second, first]
            players = [bots.make(spec, 10 * seed + seat) for seat, spec in enumerate(specs)]
            while position.player is not None:
                position.play(players[position.player].choose(position.view(position.player)))
            count += position.winners == [mine]
    return count


@pytest.mark.parametrize("level", bots.LEVELS, ids=lambda level: level.name)
def test_a_level_says_who_it_is_in_every_language(level: bots.Level) -> None:
    said = {level.describe(locale) for locale in LOCALES}
    assert len(said) == len(LOCALES)
    assert all(sentence.lower().startswith(level.name) for sentence in said)


@pytest.mark.parametrize("level", bots.LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("game", [TACTICS, *map(stramash.load, stramash.games())], ids=repr)
def test_a_level_answers_within_a_second(game: stramash.Game, level: bots.Level) -> None:
    """By processor time, since others may hold the machine up."""
    view = game.deal(seed=3).view(0)
    bot = bots.make(level.name, seed=1)
    bot.choose(view)
    start = time.process_time()
    assert bots.make(level.name, seed=1).choose(view) in view.legal
    assert time.process_time() - start < 1
    assert bot.name == level.name


def test_a_level_beats_those_well_below() -> None:
    """A few games each, in which the upper should win nine of ten; docs/strength.md has the whole ladder."""
    assert wins("bairn", "random", range(6)) >= 8
    assert wins("crofter", "bairn", range(6)) >= 8
    assert wins("laird", "drover", range(6)) >= 8


def test_even_a_child_sees_a_move_that_wins() -> None:
    view = winning_claim().view(0)
    chosen = [view.notation(bots.make("bairn", seed).choose(view)) for seed in range(40)]
    assert chosen.count("claim@3") >= 36


def test_haste_makes_the_choice_less_certain() -> None:
    view = GAME.deal(seed=5).view(0)
    careful = {HastyBot(seed, haste=0.0, worlds=200).choose(view) for seed in range(12)}
    hasty = {HastyBot(seed, haste=4.0).choose(view) for seed in range(12)}
    assert len(careful) < len(hasty)


def view_with_values(monkeypatch: pytest.MonkeyPatch, values: list[float]) -> stramash.View:
    """Return a view whose actions have these values, in order."""
    view = GAME.deal(seed=5).view(0)
    evaluated = [EvaluatedAction(value, action) for value, action in zip(values, view.legal, strict=False)]
    monkeypatch.setattr(
        GreedyBot, "evaluate", lambda *_: sorted(evaluated, key=lambda one: (-one.value, one.action))
    )
    return view


def test_haste_misjudges_even_where_most_actions_are_worth_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_with_values(monkeypatch, [0.5, *[0.0] * 20])
    chosen = Counter(HastyBot(seed, haste=4.0).choose(view) for seed in range(100))
    assert 0 < chosen[view.legal[0]] < 60
    assert len(chosen) > 10


def test_what_stands_out_is_seen_even_where_most_actions_are_worth_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = view_with_values(monkeypatch, [*[0.0] * 20, 100.0])
    assert {HastyBot(seed, haste=4.0).choose(view) for seed in range(100)} == {view.legal[20]}


def test_between_equals_any_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_with_values(monkeypatch, [1.0, 1.0, 1.0, 0.0])
    assert {HastyBot(seed, haste=0.0).choose(view) for seed in range(60)} == set(view.legal[:3])


@pytest.mark.parametrize("locale", LOCALES)
def test_a_hint_gives_its_chance_and_the_next_best(locale: str) -> None:
    position = TACTICS.deal(seed=7)
    view = position.view(0)
    hint = give_hint(view, locale, Budget(simulations=1500), seed=1)
    assert hint.action in view.legal
    assert hint.notation == view.notation(hint.action)
    assert hint.text.startswith(view.describe(hint.action, locale))
    chance, other = (int(number) for number in re.findall(r"(\d+)\s?%", hint.reason))
    assert hint.chance is not None
    assert chance == round(100 * hint.chance)
    assert 0 <= other <= 100
    assert not any(game_word in hint.reason for game_word in TACTICS.notations if "@" in game_word)


@pytest.mark.parametrize(("other", "words"), [(0.40, "next best"), (0.60, "as good"), (0.70, "as good")])
def test_what_is_not_worse_than_the_best_is_told_as_being_as_good(other: float, words: str) -> None:
    view = GAME.deal(seed=7).view(0)
    first, second = view.legal[:2]
    thought = Thought((Considered(first, 900, 0.60), Considered(second, 100, other)), 1000, ())
    reason = hint_reason(view, thought, "en")
    assert words in reason
    assert f"“{view.describe(second)}”" in reason


def test_a_hint_for_a_move_that_wins_says_that_it_wins() -> None:
    hint = give_hint(winning_claim().view(0), budget=Budget(simulations=500), seed=1)
    assert hint.notation == "claim@3"
    assert "Wins 100% of the time" in hint.text


def test_a_hint_where_there_is_no_choice_says_so() -> None:
    position = GAME.position(
        {
            "stones": [{}] * 9,
            "hands": [[], ["g8", "g9"]],
            "phase": "playing",
        }
    )
    assert len(position.legal) == 1
    assert give_hint(position.view(0)).reason == "There is nothing else to do."


def test_a_hint_is_for_the_seat_to_act_only() -> None:
    with pytest.raises(IllegalAction, match="when it is this seat's turn"):
        give_hint(GAME.deal(seed=1).view(1))


def test_the_next_best_is_the_best_of_those_tried_in_earnest() -> None:
    best, second, third, lucky = (
        Considered(1, 1000, 0.6),
        Considered(2, 300, 0.5),
        Considered(3, 200, 0.55),
        Considered(4, 3, 1.0),
    )
    assert next_best(Thought((best, second, third, lucky), 1503, ())) == third
    assert next_best(Thought((best, lucky), 1003, ())) is None
