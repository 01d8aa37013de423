"""What must hold in Lords of Scotland from any imported position on, for `tests/test_imported.py`."""

from __future__ import annotations

from typing import Any

from stramash import Position
from stramash.games.lords_of_scotland.rules.components import POINTS_TO_END
from tests.lords_of_scotland.test_games import all_cards, check_held, deck
from tests.mutations import check_unit

__all__ = ["check"]


def check(position: Position, start: dict[str, Any]) -> None:
    """Each card is in one place, what all know of hidden cards is true, and forty points end the game."""
    del start
    check_unit(position)
    assert sorted(all_cards(position)) == sorted(deck(position))
    check_held(position)
    assert not position.over or max(position.scores) >= POINTS_TO_END
