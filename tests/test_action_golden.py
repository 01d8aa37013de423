"""Action numbers, notations, handles and veils never change: saved games are written in them.

`golden/actions.json` holds a hash for each list of actions that a game has. To record a change that is meant:
`python -m tests.test_action_golden`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import stramash
from stramash import Game
from tests.conformance import variants

GOLDEN = Path(__file__).parent / "golden" / "actions.json"


def fingerprint(game: Game) -> str:
    """Return the number of actions and a hash of all that is written about them."""
    written = [
        [action, game.name_action(action), game.handles(action), game.veil(action)]
        for action in range(game.num_actions)
    ]
    return f"{game.num_actions} {hashlib.sha256(json.dumps(written).encode()).hexdigest()[:32]}"


def fingerprints(name: str) -> list[str]:
    """Return the different lists of actions that the variants of a game have."""
    return sorted({fingerprint(variant.load()) for variant in variants(name)})


@pytest.mark.parametrize("name", stramash.games())
def test_actions_are_written_as_they_were_recorded(name: str) -> None:
    assert fingerprints(name) == json.loads(GOLDEN.read_text(encoding="utf-8"))[name]


def record() -> None:
    """Write the golden file from what the games say now."""
    golden = {name: fingerprints(name) for name in stramash.games()}
    GOLDEN.write_text(json.dumps(golden, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
