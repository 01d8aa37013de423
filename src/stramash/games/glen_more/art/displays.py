"""Displays: one's own large with everything one can touch, the others' small."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.core.state import NOBODY
from stramash.draw import Markup, element, fitted, group, label, lines_of, panel, shift
from stramash.games.glen_more.art.ledger import draw_ledger
from stramash.games.glen_more.art.scene import (
    CELL,
    HEIGHT,
    MARGIN,
    NARROW,
    RING,
    SEAT_INKS,
    TILE,
    WIDTH,
    Scene,
)
from stramash.games.glen_more.art.tiles import draw_tile, place_slot
from stramash.games.glen_more.facts.places import places_for, woken_by, woken_text
from stramash.games.glen_more.names import card_text, cost_text, tile_name, use_text
from stramash.games.glen_more.rules.components import (
    DIRECTION_NAMES,
    DIRECTIONS,
    EAST_STEP,
    IS_LOCATION,
    NO_TILE,
    NORTH_STEP,
    PLACING,
    TILE_NAMES,
)

__all__ = ["OWN_TOP", "draw_others", "draw_others_narrow", "draw_own", "draw_own_map", "draw_own_narrow"]

#: Where one's own display begins, below the ring and the line of the prompt
OWN_TOP = MARGIN + CELL * RING[1] + 8 + 16 + 44
_STEP = TILE + 1  # from one tile of a display to the next
_HAND = 168.0  # the room for the tile in hand beside a display
_TALLEST = 400.0  # the display on a phone
_SMALLEST = 0.62  # of a tile's size, on a phone


@dataclass(frozen=True)
class Extent:
    """What a display shows: its tiles and the places for another, and how far they reach."""

    tiles: dict[tuple[int, int], int]
    #: where the tile in hand may lie, as (notation, east, north)
    free: list[tuple[str, int, int]]

    @property
    def west_north(self) -> tuple[int, int]:
        """The corner from which places are counted."""
        return min(spot[0] for spot in self._spots), max(spot[1] for spot in self._spots)

    @property
    def across(self) -> int:
        """How many tiles it is wide."""
        return max(spot[0] for spot in self._spots) - self.west_north[0] + 1

    @property
    def down(self) -> int:
        """How many tiles it is tall."""
        return self.west_north[1] - min(spot[1] for spot in self._spots) + 1

    @property
    def _spots(self) -> list[tuple[int, int]]:
        return [*self.tiles, *((east, north) for _, east, north in self.free)]


def extent_of(scene: Scene, seat: int) -> Extent:
    """Return what a display shows."""
    state = scene.state
    tiles = {
        (int(state.east[tile]), int(state.north[tile])): tile
        for tile in state.display[seat, : state.display_size[seat]].tolist()
    }
    placing = state.player == seat and state.phase == PLACING
    return Extent(tiles, places_for(scene.record, seat, state.taken) if placing else [])


# --- One's own ---------------------------------------------------------------------------------------


def draw_own(scene: Scene) -> Markup:
    """Draw the large display below, the tile in hand, and beside them the ledger."""
    height = HEIGHT - OWN_TOP - MARGIN
    side = 330.0 + 15 * int(scene.state.players)  # the width of the ledger
    room = WIDTH - 2 * MARGIN - side - 14
    hand = _HAND if in_hand(scene) else 0.0
    ledger, ledger_height = draw_ledger(scene, WIDTH - MARGIN - side, OWN_TOP, side, 37)
    below = OWN_TOP + ledger_height + 10
    located = any(IS_LOCATION[tile] for tile in extent_of(scene, scene.near).tiles.values())
    return group(
        panel(MARGIN, OWN_TOP, room, height),
        _map(scene, scene.near, MARGIN + 8 + hand, OWN_TOP + 8, room - 16 - hand, height - 16, most=1.45),
        _tile_in_hand(scene, MARGIN + 16, OWN_TOP + 14, _HAND - 20) if hand else None,
        ledger,
        panel(WIDTH - MARGIN - side, below, side, OWN_TOP + height - below) if located else None,
        _cards(scene, scene.near, WIDTH - MARGIN - side + 14, below + 22, side - 28, rows=4),
    )


def draw_own_narrow(scene: Scene) -> tuple[Markup, float]:
    """Draw the display for a phone, the tile in hand above it and the ledger below; return the height too."""
    extent = extent_of(scene, scene.near)
    scale = min(1.35, (NARROW - 16) / (extent.across * _STEP))
    scale = min(scale, max(_SMALLEST, _TALLEST / (extent.down * _STEP)))
    tall = extent.down * _STEP * scale
    hand = 76.0 if in_hand(scene) else 0.0
    ledger, ledger_height = draw_ledger(scene, 0, hand + tall + 26, NARROW, 30)
    return group(
        panel(0, 0, NARROW, hand + tall + 16),
        _tile_in_hand(scene, 8, 8, NARROW - 16) if hand else None,
        _map(scene, scene.near, 8, 8 + hand, NARROW - 16, tall, most=scale),
        ledger,
    ), hand + tall + 26 + ledger_height


def draw_own_map(scene: Scene, x: float, y: float, width: float, height: float) -> Markup:
    """Draw one's own display alone into this room."""
    return _map(scene, scene.near, x, y, width, height, most=1.45)


def in_hand(scene: Scene) -> bool:
    """Whether a tile is about to be placed."""
    state = scene.state
    return bool(state.player != NOBODY and state.phase == PLACING and state.taken != NO_TILE)


def _tile_in_hand(scene: Scene, x: float, y: float, room: float) -> Markup:
    """The tile that is about to be placed, with what it costs and does: beside it on a phone, else below."""
    _, tile = scene._, int(scene.state.taken)
    cost = cost_text(tile, _)
    told = [_("Cost: {cost}", cost=cost) if cost else _("It costs nothing."), use_text(tile, _)]
    if IS_LOCATION[tile]:
        told.append(card_text(tile, _))
    left, top, size = (x + 76, y + 16, 13.0) if scene.narrow else (x, y + 104, 12.5)
    wide = room - 76 if scene.narrow else room
    lines = [line for text in told if text for line in _broken(text, size, wide)]
    return group(
        draw_tile(scene, tile, shift(x, y, 0.82 if scene.narrow else 1.0)),
        *(
            label(line, left, top + 15 * row, "quiet", font_size=fitted(line, size, wide))
            for row, line in enumerate(lines)
        ),
    )


def _broken(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines of a width."""
    halves = lines_of(text, size, room)
    if len(halves) == 1:
        return halves
    return [line for half in halves for line in _broken(half.strip(), size, room)]


# --- The others --------------------------------------------------------------------------------------


def draw_others(scene: Scene) -> Markup:
    """Draw the other players side by side at the top right."""
    players = int(scene.state.players)
    left = MARGIN + CELL * RING[0] + 8 + 14
    width = (WIDTH - MARGIN - left - 12 * (players - 2)) / (players - 1)
    height = CELL * RING[1] + 8
    return group(
        *(
            _other(
                scene,
                (scene.near + after) % players,
                left + (after - 1) * (width + 12),
                MARGIN,
                width,
                height,
            )
            for after in range(1, players)
        )
    )


def draw_others_narrow(scene: Scene) -> tuple[Markup, float]:
    """Draw the other players for a phone, one below the other; return the height too."""
    players, parts, y = int(scene.state.players), [], 0.0
    for after in range(1, players):
        seat = (scene.near + after) % players
        extent = extent_of(scene, seat)
        scale = min(0.8, (NARROW - 16) / (extent.across * _STEP))
        height = 68 + extent.down * _STEP * scale
        parts.append(_other(scene, seat, 0, y, NARROW, height))
        y += height + 10
    return group(*parts), y - 10


def _other(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> Markup:
    return group(
        panel(x, y, width, height),
        _heading(scene, seat, x + 12, y + 26, width - 24),
        _cards(scene, seat, x + 12, y + 46, width - 24, rows=1),
        _map(scene, seat, x + 6, y + 60, width - 12, height - 68, most=0.8),
    )


def _heading(scene: Scene, seat: int, x: float, y: float, room: float) -> Markup:
    """A player's name and colour, marked while it is this player's turn."""
    name = scene.name(seat)
    turn = element("path", d="M0 0l-11-6.5v13z", fill="var(--sm-mark)", transform=shift(x + room, y - 6))
    return group(
        element("circle", cx=x + 8, cy=y - 6, r=9, fill=SEAT_INKS[seat]),
        label(str(seat + 1), x + 8, y - 1.5, "numeral middle own", font_size=13, color="#fff"),
        label(name, x + 24, y, "title", font_size=fitted(name, 19, room - 40)),
        turn if scene.state.player == seat else None,
    )


def _cards(scene: Scene, seat: int, x: float, y: float, room: float, rows: int) -> Markup:
    """The special locations of a player, by name; what each does is its title."""
    _ = scene._
    tiles = [tile for tile in extent_of(scene, seat).tiles.values() if IS_LOCATION[tile]]
    across = -(-len(tiles) // rows) or 1
    across = max(across, min(2, len(tiles))) if rows > 1 else across
    step = room / across
    return group(
        *(
            group(
                element("title", f"{tile_name(tile, _)}: {card_text(tile, _)}"),
                label(
                    tile_name(tile, _),
                    x + step * (place % across),
                    y + 19 * (place // across),
                    "quiet",
                    font_size=fitted(tile_name(tile, _), 13.5, step - 8),
                ),
            )
            for place, tile in enumerate(tiles)
        )
    )


# --- A display as a map ------------------------------------------------------------------------------


def _map(scene: Scene, seat: int, x: float, y: float, width: float, height: float, most: float) -> Markup:
    """Draw a display so that it fills its room, north above."""
    extent = extent_of(scene, seat)
    own = seat == scene.near and scene.seat == seat
    west, north = extent.west_north
    scale = min(most, width / (extent.across * _STEP), height / (extent.down * _STEP))
    left = x + (width - extent.across * _STEP * scale) / 2
    top = y + (height - extent.down * _STEP * scale) / 2

    def corner(spot: tuple[int, int]) -> str:
        return shift((spot[0] - west) * _STEP, (north - spot[1]) * _STEP)

    parts = [draw_tile(scene, tile, corner(spot), touchable=own) for spot, tile in extent.tiles.items()]
    if own:
        parts += [_slot(scene, notation, (a, b), corner((a, b))) for notation, a, b in extent.free]
        parts += [
            arrow for spot, tile in extent.tiles.items() for arrow in _arrows(scene, tile, corner(spot))
        ]
    return group(*parts, transform=shift(left, top, scale))


def _slot(scene: Scene, notation: str, spot: tuple[int, int], transform: str) -> Markup:
    """A place for the tile in hand; its title says what would be activated there."""
    woken = woken_by(scene.record, scene.near, scene.state.taken, *spot)
    said = woken_text(scene.record, woken, scene._)
    return place_slot(scene, f"place:{notation}", transform, said, woken)


def _arrows(scene: Scene, tile: int, transform: str) -> list[Markup]:
    """Where a clan member of this tile may go: an arrow towards each neighbour, which can be touched too."""
    drawn = []
    for direction in range(DIRECTIONS):
        handle = f"move:{TILE_NAMES[tile]}-{DIRECTION_NAMES[direction]}"
        if not scene.is_legal(handle):
            continue
        east, north = int(EAST_STEP[direction]), int(NORTH_STEP[direction])
        x, y = TILE / 2 + 35 * east, TILE / 2 - 35 * north
        goal = element("rect", class_="reach goal", x=2 + _STEP * east, y=2 - _STEP * north, width=TILE - 4,
                       height=TILE - 4, rx=7, fill="none", pointer_events="none")  # fmt: skip
        drawn.append(
            group(
                group(
                    goal,
                    element("circle", class_="edge", cx=x, cy=y, r=8, fill="#fdfaf1"),
                    element(
                        "path",
                        d="M-3.5 3L0-4 3.5 3z",
                        fill="#2a2f38",
                        transform=shift(x, y, turn=45 * direction),
                    ),
                    class_=scene.classes("arrow", handle),
                    data_handle=handle,
                ),
                transform=transform,
            )
        )
    return drawn
