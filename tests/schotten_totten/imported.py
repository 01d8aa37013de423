"""How descriptions of Schotten Totten are changed for `tests/test_imported.py`, and what then must hold."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from stramash import Position
from stramash.games.schotten_totten.position import cards_played_with
from stramash.games.schotten_totten.rules.components import CARD_NAMES, PHASE_NAMES
from tests.mutations import check_unit

__all__ = ["bend", "check"]


def change_a_value(told: dict[str, Any], dice: random.Random) -> None:
    values: dict[str, list[Any]] = {
        "phase": list(PHASE_NAMES),
        "player": [0, 1, None],
        "winner": [0, 1, None],
        "recruiter": [0, 1, None],
        "idle": [0, 1, 2],
        "pending": [0, 1, 2, 3],
        "acted": [False, True],
        "turn": [1, 200],
        "taken": [None, *CARD_NAMES[:60]],
        "points": [[0, 0], [5, 1]],
        "joker_played": [[True, True], [False, False]],
        "tactics_played": [[10, 10], [0, 3], [3, 0]],
    }
    key = dice.choice([*values])
    told[key] = dice.choice(values[key])


def piles(told: dict[str, Any]) -> list[list[str]]:
    """Return all lists of cards."""
    stones = told.get("stones") or []
    found = [pile for stone in stones for pile in stone.get("sides", [])]
    return [
        *found,
        *told.get("hands", []),
        *(told[key] for key in ("deck", "tactic_deck", "discard") if key in told),
    ]


def move_cards(told: dict[str, Any], dice: random.Random) -> None:
    lists = piles(told)
    for _ in range(dice.randrange(1, 8)):
        from_, to = dice.choice(lists or [[]]), dice.choice(lists or [[]])
        if from_:
            to.insert(dice.randint(0, len(to)), from_.pop(dice.randrange(len(from_))))


def empty_a_deck(told: dict[str, Any], dice: random.Random) -> None:
    """Move the cards of a deck to the sides and the discard."""
    lists = piles(told)
    deck = told.get(dice.choice(["deck", "tactic_deck"])) or []
    while deck and lists:
        dice.choice(lists[:-3] or lists).append(deck.pop())


def change_a_stone(told: dict[str, Any], dice: random.Random) -> None:
    stone = dice.choice(told.get("stones") or [{}])
    key = dice.choice(["owner", "first", "modes"])
    stone[key] = dice.choice([["mud"], ["bluff"], []] if key == "modes" else [0, 1, None])


def bend_memory(told: dict[str, Any], dice: random.Random) -> None:
    told["returned"] = [
        dice.choice([None, {"card": dice.choice(CARD_NAMES[:64]), "place": dice.choice(["under", "drawn"])}])
        for _ in range(2)
    ]


def bend(told: dict[str, Any], dice: random.Random) -> None:
    """Change a description here and there."""
    changes = (change_a_value, change_a_value, move_cards, empty_a_deck, change_a_stone, bend_memory)
    for _ in range(dice.randrange(1, 4)):
        dice.choice(changes)(told, dice)


def check(position: Position, start: dict[str, Any]) -> None:
    """Each card is in one place, and each list of cards is as long as its size says."""
    del start
    check_unit(position)
    state = position.state
    told = position.to_dict()
    cards = Counter(card for pile in piles(told) for card in pile)
    cards.update(mode for stone in told["stones"] for mode in stone["modes"])
    assert cards == Counter(CARD_NAMES[card] for card in cards_played_with(state))
    for numbers, sizes in ((state.hand, state.hand_size), (state.side, state.side_size)):
        assert ((numbers >= 0).sum(axis=-1) == sizes).all()
    assert (state.deck >= 0).sum() == state.deck_size
    assert (state.tactic_deck >= 0).sum() == state.tactic_deck_size
    assert state.reveals >= 0
