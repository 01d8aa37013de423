"""Action numbers, notations, handles and veils never change: saved games are written in them.

`golden/actions.json` holds a hash for each list of actions. To record a change that is meant:
`python -m tests.test_action_golden`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from stramash import Game
from tests.conformance import Variant, all_variants

GOLDEN = Path(__file__).parent / "golden" / "actions.json"


def fingerprint(game: Game) -> str:
    """Return the number of actions and a hash of all that is written about them."""
    written = [
        [action, game.name_action(action), game.handles(action), game.veil(action)]
        for action in range(game.num_actions)
    ]
    return f"{game.num_actions} {hashlib.sha256(json.dumps(written).encode()).hexdigest()[:32]}"


@pytest.mark.parametrize("variant", all_variants(), ids=str)
def test_actions_are_written_as_they_were_recorded(variant: Variant) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert fingerprint(variant.load()) == golden[str(variant)]


def record() -> None:
    """Write the golden file from what the games say now."""
    golden = {str(variant): fingerprint(variant.load()) for variant in all_variants()}
    GOLDEN.write_text(json.dumps(golden, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
