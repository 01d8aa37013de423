"""A display grows as far as there are tiles: no edge, no largest size."""

from __future__ import annotations

import numpy as np
import pytest

import stramash
from stramash import Position
from stramash.games.glen_more.rules import components as c
from stramash.games.glen_more.rules.state import GlenMore
from tests.glen_more.table import TILE_NAMES, moves

STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def reach(position: Position, text: str, heading: tuple[int, int]) -> int:
    """How far a place lies in a direction."""
    beside, _, side = text.removeprefix("place:").rpartition("-")
    entries = position.to_dict()["seats"][position.player or 0]["display"]
    entry = next(entry for entry in entries if entry["tile"] == beside)
    east, north = entry["east"] + STEPS[side][0], entry["north"] + STEPS[side][1]
    return int(east * heading[0] + north * heading[1])


COMPASS = dict(
    zip(
        ("n", "ne", "e", "se", "s", "sw", "w", "nw"),
        zip(c.EAST_STEP.tolist(), c.NORTH_STEP.tolist(), strict=True),
        strict=True,
    )
)


def ahead(position: Position, text: str) -> int:
    """How many spaces ahead a tile of the ring lies."""
    told = position.to_dict()
    return int((told["track"].index(text.partition(":")[2]) - told["origin"]) % 14)


def stretcher(position: Position, heading: tuple[int, int]) -> str:
    """Choose as one who wants to get as far as possible one way: villages first, and everyone marches on."""
    legal = moves(position)

    def those(*verbs: str) -> list[str]:
        return [text for text in legal if text.startswith(verbs)]

    def onward(text: str) -> int:
        return sum(a * b for a, b in zip(COMPASS[text.rpartition("-")[2]], heading, strict=True))

    if those("place:"):
        return max(those("place:"), key=lambda text: reach(position, text, heading))
    if those("take:"):
        near = [text for text in those("take:") if ahead(position, text) <= 6] or those("take:")
        return min(near, key=lambda text: ("village" not in text, ahead(position, text)))
    if any(onward(text) > 0 for text in those("move:")):
        entries = position.to_dict()["seats"][0]["display"]
        where = {e["tile"]: e["east"] * heading[0] + e["north"] * heading[1] for e in entries}
        marches = [text for text in those("move:") if onward(text) > 0]
        return max(marches, key=lambda text: where[text.removeprefix("move:").rpartition("-")[0]])
    return (those("use:", "pay:", "buy:", "gain:") or those("done") or legal)[0]


def stretch(players: int, seed: int, heading: tuple[int, int]) -> Position:
    """Play a game in which seat 0 stretches its display and the others leave it most of the tiles."""
    position = stramash.load("glen-more", players=players).deal(seed)
    while not position.over:
        if position.player == 0:
            position.play(stretcher(position, heading))
            continue
        legal = moves(position)
        takes = [text for text in legal if text.startswith("take:")]
        far = max(takes, key=lambda text: ahead(position, text)) if takes else legal[0]
        position.play(far if takes else "done" if "done" in legal else far)
    return position


@pytest.mark.parametrize("heading", [(1, 0), (-1, 0), (0, 1), (0, -1)])
@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 4), (5, 5)])
def test_a_display_stretched_one_way_grows_to_the_end(
    players: int, seed: int, heading: tuple[int, int]
) -> None:
    entries = stretch(players, seed, heading).to_dict()["seats"][0]["display"]
    farthest = max(entry["east"] * heading[0] + entry["north"] * heading[1] for entry in entries)
    assert farthest >= 7
    assert len(entries) >= 16


def longest_line(count: int) -> Position:
    """Return a table where seat 0 has laid `count` plain tiles in a row to the north, beside the river's column.

    A line to the north one east of home: it hangs on a road tile there, and every next tile lies north of it.
    """
    plain = [
        name for number, name in enumerate(TILE_NAMES) if not c.HAS_RIVER[number] and not c.HAS_ROAD[number]
    ]
    line = [name for name in plain if name != "quarry3"][:count]
    shown = [{"tile": "home"}, {"tile": "quarry1", "east": 1}]
    shown += [{"tile": name, "east": 1, "north": place + 1} for place, name in enumerate(line)]
    shown[-1]["members"] = 1
    rest = [name for name in TILE_NAMES if name not in {"quarry1", "quarry3", *line}]
    track = [None, None, None, "quarry3", *rest[:9], None]
    return stramash.load("glen-more", players=2).position(
        {"seats": [{"display": shown, "coins": 99}, {}], "track": track, "gone": [], "die": 2}
    )


def test_all_plain_tiles_can_lie_in_one_line_and_the_next_one_still_finds_its_place() -> None:
    plain = int(((c.HAS_RIVER[:67] == 0) & (c.HAS_ROAD[:67] == 0)).sum())
    position = longest_line(plain - 1)
    last = max(position.to_dict()["seats"][0]["display"], key=lambda entry: entry["north"])
    assert last["north"] == plain - 1
    position.play("take:quarry3")
    assert f"place:{last['tile']}-n" in moves(position)
    position.play(f"place:{last['tile']}-n")
    placed = next(e for e in position.to_dict()["seats"][0]["display"] if e["tile"] == "quarry3")
    assert (placed["east"], placed["north"]) == (1, plain)


def test_a_display_has_room_for_every_tile_there_is() -> None:
    """Nobody can own more than all tiles of the stacks and a starting village, nor lay them farther than that."""
    room = stramash.load("glen-more").blank().dtype["display"].shape[1]
    assert room == 67 + 1
    assert np.iinfo(np.int16).max > 67
    assert c.PAY - c.PLACE == (67 + 1) * 4  # beside every tile one can own there are four places, all named
    assert "display" in GlenMore.__annotations__
