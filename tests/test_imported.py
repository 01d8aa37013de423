"""Whatever `game.position` accepts can be played to its end, and every invariant holds on the way.

Compiled rules do not check array bounds by default: a fault would write into the next field. So the same test
runs once more with rules interpreted, and once more with rules compiled with bounds checked.
"""

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
from tests.conformance import variants
from tests.glen_more import imported as glen_more
from tests.lords_of_scotland import imported as lords_of_scotland
from tests.mutations import check_playable, wander
from tests.schotten_totten import imported as schotten_totten

ROOT = Path(__file__).parent.parent
#: By game: how its descriptions are bent, and what must hold
GAMES = {
    "glen-more": (glen_more.bend, glen_more.check),
    "lords-of-scotland": (lords_of_scotland.bend, lords_of_scotland.check),
    "schotten-totten": (schotten_totten.bend, schotten_totten.check),
}
#: How many positions of each game are tried: rules that run as plain Python are slow
EXAMPLES = int(os.environ.get("STRAMASH_EXAMPLES", "25"))
MODES = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1", "STRAMASH_EXAMPLES": "8"},
    "compiled": {"NUMBA_BOUNDSCHECK": "1", "STRAMASH_CACHE": str(cache_folder().parent / "bounds")},
}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Bounds are checked in compiled rules: wait for them."""
    for name in GAMES:
        stramash.load(name).prepare()


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 999), plies=st.integers(0, 150))
def test_whatever_is_imported_can_be_played_to_its_end(
    name: str, data: st.DataObject, seed: int, plies: int
) -> None:
    bend, check = GAMES[name]
    position = data.draw(st.sampled_from(variants(name))).load().deal(seed)
    dice = random.Random(seed)
    for _ in range(plies):
        if not position.over:
            position.play(dice.choice(position.legal))
    check_playable(wander(data, position, 15, bend), seed, check)


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
def test_the_same_with_array_bounds_checked(mode: str) -> None:
    name = test_whatever_is_imported_can_be_played_to_its_end.__name__
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", f"{__file__}::{name}"],
        cwd=ROOT,
        env=environment | MODES[mode],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    assert f"{len(GAMES)} passed" in run.stdout
