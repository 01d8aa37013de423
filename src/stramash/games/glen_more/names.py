"""The names of tiles, resources and places in a display, for sentences and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.words import Translate
from stramash.games.glen_more.rules.components import (
    ABBEY,
    ARMADALE,
    BORDER,
    BRIDGE,
    BRIDGE_POINTS,
    BUTCHER,
    BUTCHER_POINTS,
    CATTLE_BUTCHER,
    CAWDOR,
    COST,
    DISTILLERY,
    DONAN,
    DUART,
    FAIR_POINTS,
    FAIR_SIZES,
    FIELD,
    GRAY,
    GROCER,
    GROCER_POINTS,
    GROCER_RESOURCES,
    HOME,
    IONA,
    KIND,
    LOCH,
    LOCHY,
    MEY,
    MOIL,
    MORAR,
    NESS,
    OICH,
    SHEEP_BUTCHER,
    SHEEP_OR_CATTLE_POINTS,
    SHIEL,
    STALKER,
    TAVERN,
    TAVERN_POINTS,
    WHISKY_COST,
)

__all__ = [
    "amount_text",
    "card_text",
    "cost_text",
    "direction_name",
    "effect_text",
    "listed",
    "place_name",
    "resource_name",
    "signed",
    "tile_name",
    "use_text",
]


def signed(points: int) -> str:
    """Write points that are added or taken away, with a proper minus: "+3", "−6"."""
    return f"{points:+d}".replace("-", "−")


def resource_name(resource: int, _: Translate) -> str:
    """Return the name of a resource."""
    return (_("wood"), _("stone"), _("sheep"), _("cattle"), _("grain"))[resource]


def tile_name(tile: int, _: Translate) -> str:
    """Return the name printed on a tile."""
    if tile >= HOME:
        return _("Starting village")
    special = {
        LOCHY: _("Loch Lochy"),
        MOIL: _("Castle Moil"),
        STALKER: _("Castle Stalker"),
        ARMADALE: _("Armadale Castle"),
        MORAR: _("Loch Morar"),
        NESS: _("Loch Ness"),
        MEY: _("Castle of Mey"),
        DUART: _("Duart Castle"),
        IONA: _("Iona Abbey"),
        CAWDOR: _("Cawdor Castle"),
        SHIEL: _("Loch Shiel"),
        OICH: _("Loch Oich"),
        DONAN: _("Donan Castle"),
    }
    if tile in special:
        return special[tile]
    return (
        _("Forest"),
        _("Quarry"),
        _("Meadow"),
        _("Pasture"),
        _("Wheat field"),
        _("Iona Abbey"),
        _("Distillery"),
        _("Sheep butcher"),
        _("Cattle butcher"),
        _("Butcher"),
        _("Small fair"),
        _("Middle fair"),
        _("Large fair"),
        _("Grocer"),
        _("Bridge"),
        _("Tavern"),
        _("Village"),
    )[KIND[tile]]


def card_text(tile: int, _: Translate) -> str:
    """Return a text that says what the card of a special location does."""
    return {
        LOCHY: _("Take any two resources at once."),
        MOIL: _("Take one barrel of whisky at once."),
        STALKER: _("A second clan member comes with it."),
        ARMADALE: _("Take three coins at once."),
        MORAR: _("At the end: 2 points for each of your green tiles."),
        NESS: _("Once each turn, activate any one of your tiles."),
        MEY: _("In every scoring your chieftains count double."),
        DUART: _("At the end: 3 points for each of your villages."),
        IONA: _("At the end: 2 points for each of your yellow tiles."),
        CAWDOR: _("In every scoring it adds three tams to your chieftains."),
        SHIEL: _("Each of your empty production tiles takes a cube at once."),
        OICH: _("Activate all of your tiles at once, instead of the usual ones."),
        DONAN: _("Take two barrels of whisky at once."),
    }[tile]


def direction_name(direction: int, _: Translate) -> str:
    """Return the name of one of the eight directions."""
    return (
        _("north"),
        _("north-east"),
        _("east"),
        _("south-east"),
        _("south"),
        _("south-west"),
        _("west"),
        _("north-west"),
    )[direction]


def place_name(state: Any, tile: int, _: Translate) -> str:
    """Return the name of a tile in a display with its place: "Forest (2 north, 1 east)"."""
    east, north = int(state.east[tile]), int(state.north[tile])
    where = []
    if north:
        where.append(_("{n} north", n=north) if north > 0 else _("{n} south", n=-north))
    if east:
        where.append(_("{n} east", n=east) if east > 0 else _("{n} west", n=-east))
    name = tile_name(tile, _)
    return f"{name} ({', '.join(where)})" if where else name


def amount_text(resource: int, count: int, _: Translate) -> str:
    """Return a number of one resource: "2 sheep"."""
    return (
        _.count("{n} wood", "{n} wood", count),
        _.count("{n} stone", "{n} stone", count),
        _.count("{n} sheep", "{n} sheep", count),
        _.count("{n} cattle", "{n} cattle", count),
        _.count("{n} grain", "{n} grain", count),
    )[resource]


def listed(counts: Sequence[int], _: Translate) -> str:
    """List resources: "1 wood, 2 sheep"."""
    return ", ".join(amount_text(resource, int(count), _) for resource, count in enumerate(counts) if count)


def cost_text(tile: int, _: Translate) -> str:
    """Return a text that says what a tile costs, an empty text if nothing."""
    if tile == NESS:
        return _("a clan member or a chieftain")
    if tile == OICH:
        return _("any two different resources")
    if WHISKY_COST[tile]:
        return _("1 barrel of whisky")
    return listed(COST[tile], _)


def effect_text(tile: int, _: Translate) -> str:
    """Return a text that says in two or three words what activating a tile does."""
    kind = int(KIND[tile])
    if kind <= FIELD:
        return _("1 {resource}", resource=resource_name(kind, _))
    if kind == ABBEY:
        return _("1 resource of your choice")
    if kind == DISTILLERY:
        return _("grain into whisky")
    if kind == TAVERN:
        return _.count("{n} point", "{n} points", int(TAVERN_POINTS[tile]))
    if BORDER[tile] == GRAY:
        return _("1 movement point")
    return _("resources into points")


def use_text(tile: int, _: Translate) -> str:
    """Return a text that says exactly what activating a tile brings, an empty text if nothing."""
    kind = int(KIND[tile])
    if kind == LOCH:
        return ""
    if kind == DISTILLERY:
        return _("When activated: 1 grain becomes 1 barrel of whisky.")
    if kind == SHEEP_BUTCHER:
        return _("When activated: 1 or 2 sheep, {n} points each.", n=SHEEP_OR_CATTLE_POINTS)
    if kind == CATTLE_BUTCHER:
        return _("When activated: 1 or 2 cattle, {n} points each.", n=SHEEP_OR_CATTLE_POINTS)
    if kind == BUTCHER:
        return _("When activated: 1 sheep and 1 cattle, {n} points.", n=BUTCHER_POINTS)
    if kind == BRIDGE:
        return _("When activated: 1 stone and 1 wood, {n} points.", n=BRIDGE_POINTS)
    if kind == GROCER:
        return _(
            "When activated: any {count} resources, {n} points.", count=GROCER_RESOURCES, n=GROCER_POINTS
        )
    most = int(FAIR_SIZES[kind])
    if most:
        points = ", ".join(str(int(FAIR_POINTS[count])) for count in range(1, most + 1))
        return _(
            "When activated: up to {most} different resources, {points} points.", most=most, points=points
        )
    return _("When activated: {effect}.", effect=effect_text(tile, _))
