"""How descriptions of Lords of Scotland are changed for `tests/test_imported.py`, and what then must hold."""

from __future__ import annotations

import random
from typing import Any

from stramash import Position
from stramash.games.lords_of_scotland.rules.components import PHASE_NAMES, POINTS_TO_END
from tests.lords_of_scotland.test_games import all_cards, check_held, deck
from tests.mutations import check_unit

__all__ = ["bend", "check"]


def bend(told: dict[str, Any], dice: random.Random) -> None:
    """Change a description in one way."""
    dice.choice((grow_an_army, change_a_value, act_with_the_last))(told, dice)


def grow_an_army(told: dict[str, Any], dice: random.Random) -> None:
    """Move up to twenty cards from the draw pile into an army, face-up; a late turn allows more of them."""
    armies, pile = told.get("armies") or [[]], told.get("draw_pile") or []
    army = dice.choice(armies)
    for _ in range(min(len(pile), dice.randrange(21))):
        army.insert(0, {"card": pile.pop()})
    told["turn"] = dice.randrange(1, 6)


def change_a_value(told: dict[str, Any], dice: random.Random) -> None:
    players = len(told.get("armies") or [[]])
    values: dict[str, list[Any]] = {
        "phase": [*PHASE_NAMES, "over"],
        "player": [*range(players), None],
        "claimant": [*range(players + 1)],
        "claims": [0, 1, 2],
        "downs": [[dice.randrange(6) for _ in range(players)]],
        "turn": [1, 2, 3, 4, 5],
    }
    key = dice.choice([*values])
    told[key] = dice.choice(values[key])


def act_with_the_last(told: dict[str, Any], dice: random.Random) -> None:
    """Let the last Follower of the player to act carry out a power."""
    army = (told.get("armies") or [[]])[told.get("player") or 0]
    told["phase"] = dice.choice(PHASE_NAMES[1:-1])
    told["acting"] = army[-1]["card"] if army and isinstance(army[-1], dict) else None


def check(position: Position, start: dict[str, Any]) -> None:
    """Each card is in one place, what all know of hidden cards is true, and forty points end the game."""
    del start
    check_unit(position)
    assert sorted(all_cards(position)) == sorted(deck(position))
    check_held(position)
    assert not position.over or max(position.scores) >= POINTS_TO_END
