"""Kernels on a real GPU, compared with the CPU to the byte: `pytest -m gpu`."""

from __future__ import annotations

import numpy as np
import pytest
from cuda_same import same_batches

import stramash
from stramash.lab import deals
from tests.conformance import Variant, variants

pytestmark = pytest.mark.gpu

GAMES = 2000


@pytest.mark.parametrize("variant", [it for name in stramash.games() for it in variants(name)], ids=repr)
def test_whole_games_end_alike(variant: Variant) -> None:
    game = variant.load()
    here = deals(game, GAMES, device="cpu", digests=True)
    there = deals(game, GAMES, device="cuda", digests=True)
    for name in ("digests", "winners", "scores", "lengths"):
        np.testing.assert_array_equal(getattr(there, name), getattr(here, name), name)


@pytest.mark.parametrize("name", stramash.games())
def test_a_batch_shows_the_same_after_every_step(name: str) -> None:
    assert same_batches(stramash.load(name), 512, 150)
