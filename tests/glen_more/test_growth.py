"""A display grows as far as there are tiles: no edge, no largest size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stramash
from stramash import Position
from stramash.games.glen_more.rules import components as c
from stramash.games.glen_more.rules.actions import PAY, PLACE
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
    """Choose actions that lead as far as possible in one direction: villages first, and members move on."""
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


PLAIN = [name for number, name in enumerate(TILE_NAMES) if not c.HAS_RIVER[number] and not c.HAS_ROAD[number]]
RIVER = [name for number, name in enumerate(TILE_NAMES) if c.HAS_RIVER[number]]
ROAD = [name for number, name in enumerate(TILE_NAMES) if c.HAS_ROAD[number]]


def lines(plain: list[str], river: list[str], road: list[str]) -> list[dict[str, Any]]:
    """Return a display of three straight lines: a river north, a road east, plain tiles north of its end."""
    shown: list[dict[str, Any]] = [{"tile": "home", "members": 1}]
    shown += [{"tile": name, "north": place + 1} for place, name in enumerate(river)]
    shown += [{"tile": name, "east": place + 1} for place, name in enumerate(road)]
    shown += [{"tile": name, "east": len(road), "north": place + 1} for place, name in enumerate(plain)]
    shown[-1]["members"] = 1
    return shown


def owner_of(display: list[dict[str, Any]], ring: list[str]) -> Position:
    """Return a table for two where seat 0 owns this display and these tiles come first on the ring."""
    used = {entry["tile"] for entry in display} | set(ring)
    rest = [name for name in TILE_NAMES if name not in used]
    track = [None, None, None, *(ring + rest)[:10], None]
    return stramash.load("glen-more", players=2).position(
        {"seats": [{"display": display, "coins": 99}, {}], "track": track}
    )


def test_all_plain_tiles_can_lie_in_one_line_and_the_next_one_still_finds_its_place() -> None:
    line = [name for name in PLAIN if name != "quarry3"]
    position = owner_of(lines(line, [], ["quarry1"]), ["quarry3"])
    last = max(position.to_dict()["seats"][0]["display"], key=lambda entry: entry["north"])
    assert last["north"] == len(line) >= 30
    position.play("take:quarry3")
    assert f"place:{last['tile']}-n" in moves(position)
    position.play(f"place:{last['tile']}-n")
    placed = next(e for e in position.to_dict()["seats"][0]["display"] if e["tile"] == "quarry3")
    assert (placed["east"], placed["north"]) == (1, len(line) + 1)


def test_a_player_with_all_tiles_but_those_of_the_ring_plays_on() -> None:
    ring = [*PLAIN[-8:], RIVER[-1], ROAD[-1]]
    last = PLAIN[-9]
    mine = [name for name in PLAIN if name not in ring and name != last]
    display = lines(
        mine, [name for name in RIVER if name not in ring], [name for name in ROAD if name not in ring]
    )
    position = owner_of(display, ring)
    assert len(display) == 67 - 11 + 1
    assert [tile for stack in position.to_dict()["stacks"] for tile in stack] == [last]
    plain = next(text for text in moves(position, "take:") if text.removeprefix("take:") in PLAIN)
    position.play(plain)
    far = max(moves(position, "place:"), key=lambda text: reach(position, text, (1, 1)))
    position.play(far)
    assert int(position.state.display_size[0]) == 67 - 11 + 2
    while not position.over:
        legal = moves(position)
        position.play("done" if "done" in legal else legal[0])
    assert position.to_dict()["scorings"] == 3


def test_a_display_has_room_for_every_tile_there_is() -> None:
    """Nobody can own more than the tiles of the stacks and a starting village, nor lay one farther."""
    room = stramash.load("glen-more").blank().dtype["display"].shape[1]
    assert room == 67 + 1
    assert np.iinfo(np.int16).max > 67
    assert PAY - PLACE == (67 + 1) * 4  # beside every tile one can own there are four places, all named
