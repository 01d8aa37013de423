"""Whatever `game.position` accepts can be played to its end, and every invariant holds on the way."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stramash.core.rule import cache_folder
from tests.glen_more.imported import changed, try_out

#: How the rules are run: as plain Python, and compiled with every array index checked, in a cache of its own
MODES = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "bounds checked": {"NUMBA_BOUNDSCHECK": "1", "STRAMASH_CACHE": str(cache_folder().parent / "bounds")},
}


@given(st.randoms(use_true_random=False), st.integers(0, 1 << 16))
@settings(max_examples=60, deadline=None)
def test_what_is_accepted_can_be_played_to_its_end(dice: random.Random, seed: int) -> None:
    try_out(changed(dice), seed)


@pytest.mark.parametrize("mode", MODES)
def test_it_stays_within_its_arrays(mode: str) -> None:
    command = [sys.executable, "-m", "tests.glen_more.imported", "60"]
    ended = subprocess.run(command, env=os.environ | MODES[mode], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    accepted = re.fullmatch(r"(\d+) of 60 accepted\n", ended.stdout)
    assert accepted
    assert int(accepted[1]) > 10
