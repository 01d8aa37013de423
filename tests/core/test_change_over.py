"""A game that changes from the interpreter to machine code in the middle is the same game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stramash
from stramash.core.interpreting import plain
from stramash.core.machine_code import Allowed, Rule, allowed
from stramash.core.position import Position
from stramash.core.rule import INTERPRETED, home_of
from stramash.core.rules import Rules
from tests.conformance import Variant, all_variants

pytestmark = pytest.mark.skipif(INTERPRETED, reason="rules are interpreted here: nothing changes over")

VARIANTS = all_variants()


def interpreted(rules: Rules) -> Rules:
    """Return the same rules as calls without machine code run them."""
    functions = {name: plain(getattr(rules, name)) for name in rules.signatures()}
    return Rules(rules.state, **functions)


def asked(position: Position, ply: int) -> list[object]:
    """Return all that the rules say about a position."""
    views = [position.view(seat) for seat in range(position.game.players)]
    return [
        bytes(position),
        position.legal,
        position.winners,
        position.scores,
        [view.tensor.tobytes() for view in views],
        bytes(views[0].imagine(ply)),
    ]


def play(variant: Variant, seed: int, change_at: int, plies: int) -> tuple[list[object], str]:
    """Play at random, interpreted up to some ply and compiled from there; return all that was said."""
    game = variant.load()
    game.prepare()
    compiled, dice = game.rules, random.Random(seed)
    said: list[object] = []
    game.rules = interpreted(compiled)  # type: ignore[misc]
    position = game.deal(seed)
    for ply in range(plies):
        if ply == change_at:
            game.rules = compiled  # type: ignore[misc]
        said.append(asked(position, ply))
        if position.over:
            break
        position.play(dice.choice(position.legal))
    return said, str(position.record())


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**64), change_at=st.integers(1, 40))
def test_a_game_may_change_over_at_any_moment(variant: Variant, seed: int, change_at: int) -> None:
    plies = 41
    assert play(variant, seed, change_at, plies) == play(variant, seed, 0, plies)


@pytest.mark.parametrize("name", stramash.games())
def test_a_plain_rule_calls_only_plain_rules(name: str) -> None:
    """Else interpreted rules would run through Numba's dispatcher at every call."""
    rules = stramash.load(name).rules
    left: list[Any] = [plain(getattr(rules, one)) for one in rules.signatures()]
    seen = set()
    while left:
        function = left.pop()
        if function in seen:
            continue
        seen.add(function)
        called = [function.__globals__.get(name) for name in function.__code__.co_names]
        assert not [one for one in called if isinstance(one, Rule)], function
        left += [one for one in called if hasattr(one, "__code__")]
    assert len(seen) > 20


CHANGE = """
import random, sys, stramash
from stramash.core.machine_code import Allowed, allowed
game = stramash.load("schotten-totten")
game._sped_up = True  # nothing is looked for on the disk
position, dice = game.deal(seed=5), random.Random(5)
assert allowed(game.rules.deal.home) is Allowed.INTERPRET
for ply in range(60):
    if ply == 20:
        game.compile_rules(lambda *told: None)
        assert game.compiled
    position.play(dice.choice(position.legal))
    assert bool(game.rules.play.overloads) == (ply >= 20)
print(position.record())
"""


def test_calls_use_machine_code_from_the_moment_it_is_there() -> None:
    """The cache that all tests share is used, but only from the twentieth action on."""
    changed = run(CHANGE)
    interpreted_only = run(CHANGE.replace("ply == 20", "False").replace("(ply >= 20)", "False"))
    assert changed == interpreted_only
    assert "schotten-totten" in changed


AT_ONCE = """
import threading, stramash
from stramash.core.machine_code import Allowed, Rule, allow
game = stramash.load("schotten-totten")
allow(game.rules.deal.home, Allowed.LOAD)
together = threading.Barrier(8)

def deal():
    together.wait()
    game.deal(seed=5).view(0)

threads = [threading.Thread(target=deal) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()

def refuse(self, *arguments, **named):
    raise AssertionError(f"the machine code of {self.py_func.__name__} is not found")

Rule._compile_for_args = refuse  # Numba's dispatcher asks for code that it does not know
game.deal(seed=6).view(0)
"""


def test_machine_code_that_threads_load_at_the_same_time_is_found_from_then_on() -> None:
    """Loaded twice it is ambiguous to Numba, which then looks for it again at every call."""
    stramash.load("schotten-totten").prepare()
    run(AT_ONCE)


LATER = """
import stramash
from stramash.core.machine_code import Allowed, allow
game = stramash.load("schotten-totten")
deal = game.rules.deal
allow(deal.home, Allowed.LOAD)
load, deal._cache.load_overload = deal._cache.load_overload, lambda *_: None
game.deal(seed=5)
assert not deal.overloads, "it was not there"
deal._cache.load_overload = load
game.deal(seed=5)
assert not deal.overloads, "it is not looked for at every call"
allow(deal.home, Allowed.LOAD)
game.deal(seed=5)
assert deal.overloads
"""


def test_code_that_was_missing_is_looked_for_again_after_another_part_is_compiled() -> None:
    stramash.load("schotten-totten").prepare()
    run(LATER)


def run(script: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_a_game_allows_its_calls_says_nothing_about_another() -> None:
    game = stramash.load("glen-more")
    game.prepare()
    home = home_of(game.rules.deal)
    assert home is not None
    assert allowed(home) is Allowed.COMPILE
    assert allowed("another home") is Allowed.INTERPRET


PROMPT = """
from stramash.core.rule import rule

@rule
def twice(number):
    return again(number) + number

@rule
def again(number):
    return number

print(twice(21))

@rule
def again(number):
    return 2 * number

print(twice(21))
"""


def test_rules_typed_at_a_prompt_find_each_other_by_name() -> None:
    assert run(PROMPT).split() == ["42", "63"]
