"""The rules once more, slow and plain, from a position's JSON and the printed tiles: to check the engine.

Nothing here uses the engine. Displays are dictionaries of places, the chain is a list, and whether something
can be paid is found by trying everything.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Spot = tuple[int, int]

KINDS = ("wood", "stone", "sheep", "cattle", "grain")
_FACTS = json.loads((Path(__file__).parent / "tiles.json").read_text(encoding="utf-8"))
_WORDS = {
    "stone quarry": "quarry", "wheat field": "field", "iona abbey": "iona", "Butcher (sheep)": "sheepbutcher",
    "Butcher (cattle)": "cattlebutcher", "Butcher (sheep+cattle)": "butcher",
    "Annual fair (small, 1-3)": "smallfair", "Annual fair (mid, 1-4)": "middlefair",
    "Annual fair (large, 1-5)": "largefair", "Castle of Mey": "mey", "Iona Abbey": "iona",
}  # fmt: skip


@cache
def printed() -> dict[str, Json]:
    """Return what is printed on each tile, by our name of it: several of a kind are numbered in order."""
    tiles = [tile for tile in _FACTS["tiles"] for _ in range(tile["copies"])]
    words = [_word(tile) for tile in tiles]
    totals, counted = Counter(words), Counter[str]()
    found = {}
    for word, tile in zip(words, tiles, strict=True):
        counted[word] += 1
        found[word if totals[word] == 1 else f"{word}{counted[word]}"] = tile
    return found | {"home": _FACTS["starting_village"]}


def _word(tile: Json) -> str:
    name = tile["name"]
    if tile["special_location"] and name not in _WORDS:
        return " ".join(word for word in name.split() if word not in ("Castle", "Loch")).lower()
    return _WORDS.get(name) or _WORDS.get(tile["kind"]) or str(tile["kind"])


def facts() -> Json:
    """Return the file of facts."""
    return dict(_FACTS)


# --- Placement ---------------------------------------------------------------------------------------


def spots(seat: Json) -> dict[Spot, Json]:
    """Return the tiles of a display by place."""
    return {(entry["east"], entry["north"]): entry for entry in seat["display"]}


def may_lie(seat: Json, name: str, spot: Spot) -> bool:
    """Whether a tile may be placed somewhere: the rulebook's sentences, one after the other."""
    there, (east, north) = spots(seat), spot
    if spot in there:
        return False
    north_of, south_of = there.get((east, north + 1)), there.get((east, north - 1))
    east_of, west_of = there.get((east + 1, north)), there.get((east - 1, north))
    if not any((north_of, south_of, east_of, west_of)):
        return False
    around = [there.get((east + a, north + b)) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    if not any(entry and entry["members"] for entry in around):
        return False
    mine = printed()[name]
    for entry in (north_of, south_of):
        if entry and printed()[entry["tile"]]["river"] != mine["river"]:
            return False
    for entry in (east_of, west_of):
        if entry and printed()[entry["tile"]]["road"] != mine["road"]:
            return False
    if mine["river"] and not (north_of or south_of):
        return False  # a second river
    return not (mine["road"] and not (east_of or west_of))  # a second road


def places(seat: Json, name: str) -> set[Spot]:
    """Return every place for a tile."""
    near = {
        (east + a, north + b) for east, north in spots(seat) for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))
    }
    return {spot for spot in near if may_lie(seat, name, spot)}


def neighbours(seat: Json, spot: Spot) -> set[str]:
    """Return the tiles that touch a place, corners included, the one there too."""
    return {
        entry["tile"]
        for (east, north), entry in spots(seat).items()
        if abs(east - spot[0]) <= 1 and abs(north - spot[1]) <= 1
    }


# --- Paying ------------------------------------------------------------------------------------------


def held(seat: Json) -> tuple[int, ...]:
    """Count the cubes of a display by kind."""
    return tuple(sum(entry["cubes"].get(kind, 0) for entry in seat["display"]) for kind in KINDS)


@cache
def payable(cubes: tuple[int, ...], rows: tuple[int, ...], coins: int, due: tuple[int, ...]) -> bool:
    """Whether so much can be handed in: try to hand in, to buy and to sell, in every order."""
    if not any(due):
        return True
    for kind in range(5):
        if due[kind] and cubes[kind] and payable(_less(cubes, kind), rows, coins, _less(due, kind)):
            return True
        space = rows[kind] + 1
        buys = due[kind] and space <= 3 and coins >= space
        if buys and payable(cubes, _more(rows, kind), coins - space, _less(due, kind)):
            return True
        sells = cubes[kind] and rows[kind]
        if sells and payable(_less(cubes, kind), _less(rows, kind), coins + rows[kind], due):
            return True
    return False


def _less(counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])


def _more(counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def due_of(*kinds: int) -> tuple[int, ...]:
    """Return a due of these kinds."""
    return tuple(kinds.count(kind) for kind in range(5))


def can_pay(position: Json, seat: Json, name: str) -> bool:
    """Whether a seat can pay what a tile costs, by trying."""
    cost = printed()[name]["cost"]
    rows = tuple(position["warehouse"][kind] for kind in KINDS)
    if "clan_member_or_chieftain" in cost:
        members = sum(entry["members"] for entry in seat["display"])
        return bool(seat["chieftains"] > 0 or members > 1)
    if cost.get("whiskey", 0) > seat["whisky"]:
        return False
    if "any_different_resources" in cost:
        pairs = [(one, two) for one in range(5) for two in range(one)]
        return any(payable(held(seat), rows, seat["coins"], due_of(*pair)) for pair in pairs)
    return payable(held(seat), rows, seat["coins"], tuple(cost.get(kind, 0) for kind in KINDS))


def takeable(position: Json) -> set[str]:
    """Return the tiles of the track that the player to move can take."""
    seat = position["seats"][position["player"]]
    return {
        name for name in position["track"] if name and places(seat, name) and can_pay(position, seat, name)
    }


# --- The track ---------------------------------------------------------------------------------------


def chain(position: Json) -> list[str | int]:
    """Return what stands and lies on the ring from the origin on: names of tiles, seats, -1 for the die."""
    things: list[str | int | None] = list(position["track"])
    for seat, space in enumerate(position["figures"]):
        things[space] = seat
    if position["die"] is not None:
        things[position["die"]] = -1
    ring = things[position["origin"] :] + things[: position["origin"]]
    return [thing for thing in ring if thing is not None]


def refilled(line: list[str | int], bag: list[str]) -> tuple[list[str | int], list[str], list[str]]:
    """Clear tiles from the front of a chain and fill it up to 13; return it, what went, and what was laid."""
    line, gone, laid = list(line), [], []
    while isinstance(line[0], str):
        gone.append(str(line.pop(0)))
    while len(line) < 13 and bag:
        laid.append(bag[0])
        line.append(bag.pop(0))
    return line, gone, laid


def outcomes(
    line: list[str | int], bag: list[str], rule: str
) -> list[tuple[list[str | int], set[str], list[str]]]:
    """Return all that a refill may lead to: the chain, what went, what is left; a die that leads rolls."""
    bag = list(bag)
    line, gone, _ = refilled(line, bag)
    if line[0] != -1 or len(line) < 13:
        return [(line, set(gone), bag)]
    found = []
    for face in (1, 2, 3):
        tiles = [place for place, thing in enumerate(line) if isinstance(thing, str)]
        target = tiles[face - 1] if rule == "tiles" else min(place for place in tiles if place >= face)
        moved = [*line[1:target], -1, *line[target + 1 :]]
        for after, more, left in outcomes(moved, bag, rule):
            found.append((after, {*gone, *more, str(line[target])}, left))
    return found


# --- Scoring -----------------------------------------------------------------------------------------


def points_for(difference: int) -> int:
    """Return the points of the printed table."""
    table = _FACTS["scoring_table"]
    return int(table["5+"] if difference >= 5 else table[str(difference)])


def standings(position: Json) -> list[list[int]]:
    """Return whisky, chieftains with tams, and cards, for each seat."""
    whisky = [seat["whisky"] for seat in position["seats"]]
    chieftains, cards = [], []
    for seat in position["seats"]:
        names = {entry["tile"] for entry in seat["display"]}
        locations = [printed()[name] for name in names if printed()[name]["special_location"]]
        tams = sum(_FACTS["tams"].get(tile["name"], 0) for tile in locations)
        chieftains.append(seat["chieftains"] * (2 if "mey" in names else 1) + tams)
        cards.append(len(locations))
    return [whisky, chieftains, cards]


def scoring(position: Json) -> list[int]:
    """Return what each seat scores in a scoring now."""
    return [
        sum(points_for(column[seat] - min(column)) for column in standings(position))
        for seat in range(len(position["seats"]))
    ]


def final_scoring(position: Json) -> list[int]:
    """Return what each seat gets and gives at the end."""
    sizes = [len(seat["display"]) for seat in position["seats"]]
    found = []
    for seat, size in zip(position["seats"], sizes, strict=True):
        tiles = [printed()[entry["tile"]] for entry in seat["display"]]
        names = {entry["tile"] for entry in seat["display"]}
        points = seat["coins"] - 3 * (size - min(sizes))
        points += 2 * sum(tile["border"] == "yellow" for tile in tiles) * ("iona" in names)
        points += 2 * sum(tile["border"] == "green" for tile in tiles) * ("morar" in names)
        points += 3 * sum(tile["kind"] == "village" for tile in tiles) * ("duart" in names)
        found.append(points)
    return found


def winners(position: Json) -> list[int]:
    """Return the seats with the most points, among equals those with the most cubes."""
    ranks = [(seat["points"], sum(held(seat))) for seat in position["seats"]]
    return [number for number, rank in enumerate(ranks) if rank == max(ranks)]
