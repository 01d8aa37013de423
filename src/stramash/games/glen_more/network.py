"""The network of Glen More: tiles share their weights, and a display is a grid.

Every tile has an embedding from where it is and from what is printed on it. Displays are sums of their
tiles; opponents differ only in their place after the observer. Tiles of one's own display know their
neighbours, and so does every place where a tile could be laid: what it would touch is what it would
activate. One network plays with two to five.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.network import Array, Layers, Network, Weight, linear, norm
from stramash.games.glen_more.rules.components import (
    BORDER,
    COST,
    CUBE_KIND,
    CUBE_TILE,
    DIRECTIONS,
    EAST_STEP,
    HAS_RIVER,
    HAS_ROAD,
    KIND,
    KINDS,
    LOCATIONS,
    NAMED,
    NORTH_STEP,
    RESOURCES,
    SEATS,
    SIDES,
    SPACES,
    STACK,
    STACKED,
    TILES,
    WHISKY_COST,
)
from stramash.games.glen_more.rules.observation import (
    AT_AHEAD,
    AT_EAST,
    AT_NORTH,
    AT_SEAT,
    AT_TRACK,
    FAR,
    REST_FEATURES,
    SEAT_AHEAD,
    SEAT_FEATURES,
    TILE_FEATURES,
)

__all__ = ["GlenMoreNetwork"]

Table: TypeAlias = npt.NDArray[Any]

TILE, NEAR, SEAT, TRUNK, HEAD, PLACE = 64, 32, 96, 512, 64, 48
BORDERS, STACKS = 5, 4
#: Scores of a tile: take, remove, pay a member, activate, crown; march by direction; pay, sell a cube by kind
SINGLE, MARCHES, PAYS, SELLS = 5, DIRECTIONS, RESOURCES, RESOURCES
#: Scores of the trunk: buy and gain a resource, a chieftain, fill, done
FREE = 2 * RESOURCES + 3
#: The eight steps to a tile that touches; every second one leads over a side
STEPS = tuple(zip(EAST_STEP.tolist(), NORTH_STEP.tolist(), strict=True))
CORNER = DIRECTIONS // SIDES
#: Tiles that are not in the display lie this far off, in opposite directions, so that no two touch
AWAY = 3 * FAR


def _printed() -> Table:
    """Return what is printed on each tile, one-hot where it is one of several."""
    way = np.stack([HAS_RIVER, HAS_ROAD, WHISKY_COST], 1)
    location = np.array([[tile == it for it in LOCATIONS] for tile in range(TILES)], np.float64)
    kind, border = np.eye(KINDS)[KIND], np.eye(BORDERS)[BORDER]
    stack = np.array([[number == STACK[tile] for number in range(STACKS)] for tile in range(TILES)])
    return np.concatenate([kind, border, way, COST, location, stack], 1).astype(np.float64)


_TABLES: dict[str, Table] = {
    "printed": _printed(),
    "steps": np.arange(float(SPACES)),
    "seats": np.eye(SEATS),
    "cubes": (CUBE_TILE * RESOURCES + CUBE_KIND).astype(np.int64),
}


class GlenMoreNetwork(Network):
    """Policy and value for two to five players, all options."""

    variants: ClassVar[tuple[Mapping[str, Any], ...]] = tuple(
        {"players": count} for count in range(2, SEATS + 1)
    )
    rollout_length, gae_lambda = 128, 0.98

    @property
    def weights(self) -> dict[str, Weight]:
        """All weights."""
        inputs = 2 * SEAT + 3 * TILE + REST_FEATURES
        return (
            linear("tile", TILE_FEATURES + SPACES + 2, TILE)
            | linear("printed", _TABLES["printed"].shape[1], TILE, bias=False)
            | linear("tile2", TILE, TILE)
            | linear("near", TILE, NEAR)
            | linear("seat", SEAT_FEATURES + SPACES + SEATS, SEAT)
            | linear("display", TILE, SEAT, bias=False)
            | linear("seat2", SEAT, SEAT)
            | linear("trunk", inputs, TRUNK)
            | linear("trunk2", TRUNK, TRUNK)
            | norm("trunk2_norm", TRUNK)
            | linear("trunk3", TRUNK, TRUNK)
            | norm("trunk3_norm", TRUNK)
            | linear("head_tile", TILE, HEAD)
            | linear("head_near", NEAR, HEAD, bias=False)
            | linear("head_trunk", TRUNK, HEAD, bias=False)
            | linear("scores", HEAD, SINGLE + MARCHES + 1 + PAYS + SELLS, 0.01)
            | linear("place_near", NEAR, PLACE)
            | linear("place_tile", TILE, PLACE, bias=False)
            | linear("place_trunk", TRUNK, PLACE, bias=False)
            | linear("place", PLACE, 1, 0.01)
            | linear("free", TRUNK, FREE, 0.01)
            | linear("value", TRUNK, 128)
            | linear("value2", 128, 1, 0.1)
        )

    @property
    def tables(self) -> dict[str, Table]:
        """The printed numbers of the tiles, and the steps on the ring and in a display."""
        return _TABLES

    def forward(self, net: Layers, seen: Array) -> tuple[Array, Array]:
        """Return the logits of all actions and the expected reward."""
        n, at = seen.shape[0], TILES * TILE_FEATURES
        tiles = seen[:, :at].reshape(n, TILES, TILE_FEATURES)
        seats = seen[:, at : at + SEATS * SEAT_FEATURES].reshape(n, SEATS, SEAT_FEATURES)
        at += SEATS * SEAT_FEATURES
        rest, at = seen[:, at : at + REST_FEATURES], at + REST_FEATURES
        taken, working = seen[:, at : at + TILES, None], seen[:, at + TILES :, None]
        track = tiles[..., AT_TRACK, None]
        inputs = [tiles, _steps(net, tiles[..., AT_AHEAD, None]) * track, taken, working]
        tile = net.linear("tile", net.concat(inputs)) + net.linear("printed", net.table("printed"))
        tile = net.relu(net.linear("tile2", net.relu(tile)))

        owned = tiles[..., AT_SEAT : AT_SEAT + SEATS]
        groups = net.permute(net.concat([owned, track, taken, working]), 0, 2, 1)
        sums = net.matmul(groups, tile)
        display, lying = sums[:, :SEATS], sums[:, SEATS:].reshape(n, 3 * TILE)
        order = net.table("seats")[None] + 0 * seats[..., :SEATS]
        inputs = [seats, _steps(net, seats[..., SEAT_AHEAD, None]), order]
        seat = net.relu(net.linear("seat", net.concat(inputs)) + net.linear("display", display))
        seat = net.relu(net.linear("seat2", seat)) * seats[..., :1]

        g = net.relu(net.linear("trunk", net.concat([seat[:, 0], seat[:, 1:].sum(1), lying, rest])))
        g = net.norm("trunk2_norm", g + net.relu(net.linear("trunk2", g)))
        g = net.norm("trunk3_norm", g + net.relu(net.linear("trunk3", g)))

        grid = _Grid(net, tiles)
        near = net.linear("near", tile)
        t = net.linear("head_tile", tile) + net.linear("head_trunk", g)[:, None]
        t = net.relu(t + net.linear("head_near", net.matmul(grid.beside(), near)))
        scores = net.linear("scores", t)
        place = net.linear("place_near", grid.beside_places(near)[:, :NAMED])
        place = place + net.linear("place_tile", tile[:, :NAMED])[:, :, None]
        place = net.relu(place + net.linear("place_trunk", g)[:, None, None])
        place = net.linear("place", place).reshape(n, NAMED * SIDES)

        take, remove, member, activate, crown = (scores[:, :, it] for it in range(SINGLE))
        march = (
            scores[:, :NAMED, SINGLE : SINGLE + MARCHES]
            + grid.at_steps(scores[:, :, SINGLE + MARCHES])[:, :NAMED]
        )
        cubes = scores[:, :, SINGLE + MARCHES + 1 :]
        pay = net.select(cubes[..., :PAYS].reshape(n, TILES * RESOURCES), "cubes")
        sell = net.select(cubes[..., PAYS:].reshape(n, TILES * RESOURCES), "cubes")
        free = net.linear("free", g)
        buy, gain = free[:, :RESOURCES], free[:, RESOURCES : 2 * RESOURCES]
        chieftain, fill, done = (free[:, 2 * RESOURCES + it, None] for it in range(3))
        logits = [take[:, :STACKED], remove[:, :STACKED], place, pay, buy, member[:, :NAMED], chieftain]
        logits += [
            gain,
            activate[:, :NAMED],
            march[:, :NAMED].reshape(n, NAMED * DIRECTIONS),
            crown[:, :NAMED],
        ]
        value = net.linear("value2", net.relu(net.linear("value", g)))
        return net.concat([*logits, fill, sell, done]), value.reshape(n)


class _Grid:
    """The tiles of the observer's display, and which of them touch or lie a step apart."""

    def __init__(self, net: Layers, tiles: Array) -> None:
        self._net = net
        east, north = net.to_int8(tiles[..., AT_EAST] * FAR), net.to_int8(tiles[..., AT_NORTH] * FAR)
        away = net.to_int8((1 - tiles[..., AT_SEAT]) * AWAY)
        self._east = _Axis((east + away)[:, None, :] - (east - away)[:, :, None])
        self._north = _Axis(north[:, None, :] - north[:, :, None])

    def beside(self) -> Array:
        """Return, for every two tiles, whether both are mine and touch, also at a corner."""
        return self._touching(0, 0)

    def beside_places(self, values: Array) -> Array:
        """Return, for each side of each tile, the sum of values of my tiles that touch the place there."""
        sums = [self._net.matmul(self._touching(east, north), values) for east, north in STEPS[::CORNER]]
        return self._net.concat(sums).reshape(values.shape[0], TILES, SIDES, -1)

    def at_steps(self, score: Array) -> Array:
        """Return, for every tile and direction, the score of my tile that lies there, 0 if there is none."""
        net, score = self._net, score[:, None]
        found = [self._east.apart[east] & self._north.apart[north] for east, north in STEPS]
        return net.concat([(net.flag(it) * score).sum(2)[..., None] for it in found])

    def _touching(self, east: int, north: int) -> Array:
        """Return, for every two tiles, whether a place some steps from the first touches the second."""
        return self._net.flag(self._east.near[east] & self._north.near[north])


class _Axis:
    """Distances of every two tiles along one axis: whether they are `apart` by some steps, or `near` that."""

    def __init__(self, distance: Array) -> None:
        self.apart = {steps: distance == steps for steps in (-1, 0, 1)}
        self.near = {steps: abs(distance - steps) < 2 for steps in (-1, 0, 1)}


def _steps(net: Layers, ahead: Array) -> Array:
    """Return steps along the ring one-hot."""
    return net.flag(net.to_int8(ahead * SPACES) == net.table("steps"))
