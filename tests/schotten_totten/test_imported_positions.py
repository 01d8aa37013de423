"""Every position that is accepted can be played to its end: whatever the JSON, all invariants hold.

`python -m tests.schotten_totten.test_imported_positions COUNT` plays positions with rules as they are
compiled in this process; with `NUMBA_BOUNDSCHECK=1` an index outside an array raises.
"""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import stramash
from stramash import BadPosition, Game, Position
from stramash.core.rule import INTERPRETED
from stramash.games.schotten_totten.position import cards_played_with
from stramash.games.schotten_totten.rules.components import CARD_NAMES, PHASE_NAMES

ROOT = Path(__file__).parents[2]

GAMES = [
    stramash.load("schotten-totten", **options)
    for options in (
        {"tactics": True},
        {"tactics": True, "expert": True, "proofs": "all", "rounds": 2},
        {"tactics": True, "rounds": 3},
        {},
        {"stones": 3, "clans": 3, "strengths": 6},
    )
]


def bent(game: Game, dice: random.Random) -> dict[str, Any]:
    """Return the JSON of a position of a random game, changed here and there."""
    position = game.deal(dice.getrandbits(32))
    for _ in range(dice.randrange(120)):
        if position.over:
            break
        position.play(dice.choice(position.legal))
    told = copy.deepcopy(position.to_dict())
    for _ in range(dice.randrange(1, 6)):
        dice.choice(CHANGES)(told, dice)
    return told


def leave_out(told: dict[str, Any], dice: random.Random) -> None:
    told.pop(dice.choice([*told]), None)


def change_a_value(told: dict[str, Any], dice: random.Random) -> None:
    values: dict[str, list[Any]] = {
        "phase": list(PHASE_NAMES),
        "player": [0, 1, None],
        "winner": [0, 1, None],
        "recruiter": [0, 1, None],
        "idle": [0, 1, 2],
        "pending": [0, 1, 2, 3],
        "acted": [False, True],
        "turn": [1, 999],
        "reveals": [0, 16000],
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


CHANGES = (leave_out, change_a_value, change_a_value, move_cards, empty_a_deck, change_a_stone, bend_memory)


def check_invariants(position: Position) -> None:
    """Each card is in one place, and each list of cards is as long as its size says."""
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
    assert position.over or position.legal


def play_out(position: Position, dice: random.Random) -> None:
    for _ in range(5000):
        check_invariants(position)
        if position.over:
            return
        position.play(dice.choice(position.legal))
    raise AssertionError("the game does not end")


def try_positions(count: int) -> int:
    """Import bent positions and play those that are accepted to their end; return how many those were."""
    accepted = 0
    for seed in range(count):
        dice = random.Random(seed)
        game = GAMES[seed % len(GAMES)]
        told = bent(game, dice)
        try:
            position = game.position(told)
        except BadPosition:
            continue
        accepted += 1
        play_out(position, dice)
    return accepted


def test_every_accepted_position_can_be_played_to_its_end() -> None:
    count = 60 if INTERPRETED else 600
    assert try_positions(count) > count // 10


@pytest.mark.soak
@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_no_accepted_position_leads_outside_an_array(setting: str, tmp_path: Path) -> None:
    """Interpreted rules check every index, and so do rules compiled with bounds checked."""
    command = [sys.executable, "-m", "tests.schotten_totten.test_imported_positions", "300"]
    checked = os.environ | {setting: "1", "STRAMASH_CACHE": str(tmp_path)}
    subprocess.run(command, cwd=ROOT, env=checked, check=True)


if __name__ == "__main__":
    stramash.load("schotten-totten").prepare()  # bounds are checked in compiled rules: wait for them
    sys.stdout.write(f"{try_positions(int(sys.argv[1]))} accepted\n")
