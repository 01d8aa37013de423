"""Every position that is accepted from JSON can be played to its end, with array bounds checked."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stramash
from stramash.core.rule import cache_folder
from tests.lords_of_scotland.test_games import all_cards, check_held, deck
from tests.mutations import check_playable, wander

ROOT = Path(__file__).parents[2]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    players=st.integers(2, 5),
    bruce=st.booleans(),
    activation=st.sampled_from(["auto", "any", "clan"]),
    seed=st.integers(0, 999),
    plies=st.integers(0, 150),
)
def test_whatever_is_imported_can_be_played_to_its_end(
    data: st.DataObject, players: int, bruce: bool, activation: str, seed: int, plies: int
) -> None:
    position, dice = (
        stramash.load("lords-of-scotland", players=players, bruce=bruce).deal(seed),
        random.Random(seed),
    )
    for _ in range(plies):
        if not position.over:
            position.play(dice.choice(position.legal))
    imported = wander(data, position, steps=15)
    check_playable(imported, seed)
    assert sorted(all_cards(imported)) == sorted(deck(imported))
    check_held(imported)
    assert max(imported.scores) >= 40


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Bounds are checked in compiled rules: wait for them."""
    stramash.load("lords-of-scotland").prepare()


@pytest.mark.soak
@pytest.mark.parametrize("how", ["interpreted", "compiled"])
def test_the_same_with_array_bounds_checked(how: str) -> None:
    """Compiled rules do not check array bounds by default: a fault would write into the next field."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    if how == "interpreted":
        environment["NUMBA_DISABLE_JIT"] = "1"
    else:
        environment |= {"NUMBA_BOUNDSCHECK": "1", "STRAMASH_CACHE": str(cache_folder() / "boundscheck")}
    name = test_whatever_is_imported_can_be_played_to_its_end.__name__
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", f"{__file__}::{name}"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    assert "1 passed" in run.stdout
