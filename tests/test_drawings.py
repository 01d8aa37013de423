"""Drawings that are kept: they depend on nothing but what they are kept under."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import stramash
from stramash.core.scene import forget_drawings

GAMES = [
    ("schotten-totten", {}),
    ("schotten-totten", {"tactics": True}),
    ("lords-of-scotland", {}),
    ("glen-more", {}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_drawing_that_was_kept_is_what_would_be_drawn_now(name: str, options: dict[str, bool]) -> None:
    positions = [moment for seed in range(2) for moment in _game(name, options, seed)]
    kept = [_drawn(position) for position in positions]
    for position, pictures in zip(positions, kept, strict=True):
        forget_drawings()
        assert _drawn(position) == pictures


def _game(name: str, options: dict[str, bool], seed: int) -> Iterator[stramash.Position]:
    """Yield the positions of a random game."""
    dice = random.Random(seed)
    position = stramash.load(name, **options).deal(seed)
    position.names = tuple(f"Player {chr(65 + seed)}{seat}" for seat in range(position.game.players))
    while not position.over:
        yield position.copy()
        position.play(dice.choice(position.legal))
    yield position


def _drawn(position: stramash.Position) -> list[dict[str, str]]:
    """Draw a position for both players and a spectator, on a large and on a small screen."""
    views = [position.view(seat) for seat in (0, 1, None)]
    screens: list[dict[str, bool]] = [{}, {"narrow": True}, {"narrow": True, "low": True}]
    return [view.pieces(position.names, "en", **screen) for view in views for screen in screens]
