"""Displays: one's own large with everything one can touch, the others' small."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.core.state import NOBODY
from stramash.draw import Markup, broken, element, group, label, legible, shift
from stramash.games.glen_more.art.ground import Land, moor
from stramash.games.glen_more.art.ledger import draw_ledger
from stramash.games.glen_more.art.scene import HEIGHT, MARGIN, NARROW, SEAT_INKS, TILE, WIDTH, Scene
from stramash.games.glen_more.art.tiles import draw_tile, place_slot
from stramash.games.glen_more.facts.places import places_for, woken_by, woken_text
from stramash.games.glen_more.names import card_text, cost_text, use_text
from stramash.games.glen_more.rules.components import (
    DIRECTION_NAMES,
    DIRECTIONS,
    EAST_STEP,
    HAS_RIVER,
    HAS_ROAD,
    IS_LOCATION,
    NO_TILE,
    NORTH_STEP,
    PLACING,
    TILE_NAMES,
)

__all__ = ["OWN_TOP", "draw_others", "draw_others_narrow", "draw_own", "draw_own_map", "draw_own_narrow"]

#: Where one's own display begins, below the ring and the line of the prompt
OWN_TOP = 2 * MARGIN + 88 * 3 + 8 + 44
_STEP = TILE + 2  # from one tile of a display to the next
_HAND = 156.0  # the room for the tile in hand beside a display
_TALLEST = 400.0  # the display on a phone
_LOW_TALLEST = 176.0  # the same on a phone on its side
_SMALLEST = 0.62  # of a tile's size, on a phone
_LOW_SMALLEST = 0.45  # the same on its side
_LARGEST = 1.9  # of a tile's size in one's own display
_HEADING = 30.0  # the height of a player's name over a display


@dataclass(frozen=True)
class Extent:
    """The extent of a display: its tiles and the free places beside them."""

    tiles: dict[tuple[int, int], int]
    #: where the tile in hand may lie, as (notation, east, north)
    free: list[tuple[str, int, int]]

    @property
    def west_north(self) -> tuple[int, int]:
        """The corner from which places are counted."""
        return min(spot[0] for spot in self._spots), max(spot[1] for spot in self._spots)

    @property
    def across(self) -> int:
        """The width in tiles."""
        return max(spot[0] for spot in self._spots) - self.west_north[0] + 1

    @property
    def down(self) -> int:
        """The height in tiles."""
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
    ledger, side = draw_ledger(scene, OWN_TOP, height)
    room = WIDTH - 2 * MARGIN - side - 10
    hand = _HAND if in_hand(scene) else 0.0
    return group(
        _map(scene, scene.near, (MARGIN, OWN_TOP, room, height), most=_LARGEST, left=hand),
        _tile_in_hand(scene, MARGIN + 12, OWN_TOP + 12, _HAND - 14, height - 24) if hand else None,
        group(ledger, transform=shift(WIDTH - MARGIN - side, 0)),
    )


def draw_own_narrow(scene: Scene) -> tuple[Markup, float]:
    """Draw the display for a phone, the tile in hand above it and the ledger below; return the height too."""
    extent = extent_of(scene, scene.near)
    smallest, tallest = (_LOW_SMALLEST, _LOW_TALLEST) if scene.low else (_SMALLEST, _TALLEST)
    left = _HAND if scene.low and in_hand(scene) else 0.0
    hand = 84.0 if in_hand(scene) and not left else 0.0
    scale = min(1.5, (NARROW - left - 16) / (extent.across * _STEP))
    scale = min(scale, max(smallest, tallest / (extent.down * _STEP)))
    tall = hand + extent.down * _STEP * scale + 24
    if left:
        tall = max(tall, _LOW_TALLEST + 24)
    ledger_height = 300.0
    ledger, _side = draw_ledger(scene, tall + 10, ledger_height, NARROW)
    return group(
        _map(scene, scene.near, (0, 0, NARROW, tall), most=scale, top=hand, left=left),
        _tile_in_hand(scene, 10, 10, _HAND - 14, tall - 20) if left else None,
        _tile_in_hand(scene, 8, 8, NARROW - 16, 76) if hand else None,
        ledger,
    ), tall + 10 + ledger_height


def draw_own_map(scene: Scene, x: float, y: float, width: float, height: float) -> Markup:
    """Draw one's own display alone into this room."""
    return _map(scene, scene.near, (x, y, width, height), most=_LARGEST)


def in_hand(scene: Scene) -> bool:
    """Return whether a tile is about to be placed."""
    state = scene.state
    return bool(state.player != NOBODY and state.phase == PLACING and state.taken != NO_TILE)


def _tile_in_hand(scene: Scene, x: float, y: float, wide: float, tall: float) -> Markup:
    """Draw the tile to be placed, with its cost and its effects: beside it on an upright phone, or below."""
    _, tile = scene._, int(scene.state.taken)
    cost = cost_text(tile, _)
    texts = [_("Cost: {cost}", cost=cost) if cost else _("It costs nothing."), use_text(tile, _)]
    if IS_LOCATION[tile]:
        texts.append(card_text(tile, _))
    size = scene.least + 0.5
    beside = scene.narrow and not scene.low
    aside, down = (88.0, 14.0) if beside else (0.0, TILE + 18)
    lines = [line for text in texts if text for line in broken(text, size, wide - aside - 6)]
    lines = lines[: int((tall - down + size) / (1.22 * size))]
    used = tall if beside else down + 1.22 * size * len(lines)
    slip = {"x": x - 6, "y": y - 6, "width": wide + 8, "height": used + 4, "rx": 8}
    return group(
        element("rect", class_="well", fill_opacity=0.92, **slip),
        draw_tile(scene, tile, shift(x, y, 0.95), scale=0.95),
        *(
            label(line, x + aside, y + down + 1.22 * size * row, "quiet", font_size=size)
            for row, line in enumerate(lines)
        ),
    )


# --- The others --------------------------------------------------------------------------------------


def draw_others(scene: Scene) -> Markup:
    """Draw the other players at the top right: side by side, three and four of them in two rows."""
    others = int(scene.state.players) - 1
    rows, across = (1, others) if others < 3 else (2, 2)
    left, gap = MARGIN + scene.ring_size[0] + 10, 8.0
    width = (WIDTH - MARGIN - left - gap * (across - 1)) / across
    height = (scene.ring_size[1] - gap * (rows - 1)) / rows
    return group(
        *(
            _other(
                scene,
                (scene.near + 1 + place) % (others + 1),
                left + place % across * (width + gap),
                MARGIN + place // across * (height + gap),
                2 * width + gap if others == 3 and place == 2 else width,
                height,
            )
            for place in range(others)
        )
    )


def draw_others_narrow(scene: Scene) -> tuple[Markup, float]:
    """Draw the other players for a phone, one below the other; return the height too."""
    players, parts, y = int(scene.state.players), [], 0.0
    for after in range(1, players):
        seat = (scene.near + after) % players
        extent = extent_of(scene, seat)
        scale = min(0.9, (NARROW - 16) / (extent.across * _STEP))
        height = _HEADING + 24 + extent.down * _STEP * scale
        parts.append(_other(scene, seat, 0, y, NARROW, height))
        y += height + 10
    return group(*parts), y - 10


def _other(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> Markup:
    most = 0.9 if scene.narrow else 1.3
    return group(
        _map(scene, seat, (x, y, width, height), most=most, top=_HEADING),
        _heading(scene, seat, x + 10, y + 21, width - 20),
    )


def _heading(scene: Scene, seat: int, x: float, y: float, room: float) -> Markup:
    """Draw a player's name and colour, marked while it is this player's turn."""
    name, size = legible(scene.name(seat), 17, room - 40, scene.least, serif=True)
    turn = element("path", d="M0 0l-11-6.5v13z", fill="var(--sm-mark)", transform=shift(x + room, y - 6))
    return group(
        element("circle", cx=x + 8, cy=y - 6, r=9, fill=SEAT_INKS[seat]),
        label(str(seat + 1), x + 8, y - 1.5, "numeral middle own", font_size=14, color="#fff"),
        label(name, x + 24, y, "title", font_size=size),
        turn if scene.state.player == seat else None,
    )


# --- A display as a map ------------------------------------------------------------------------------


def _map(
    scene: Scene,
    seat: int,
    box: tuple[float, float, float, float],
    most: float,
    *,
    left: float = 0.0,
    top: float = 0.0,
) -> Markup:
    """Draw a display in its land so that it fills the box, north above; some of it is kept free."""
    extent = extent_of(scene, seat)
    own = seat == scene.near and scene.seat == seat
    west, north = extent.west_north
    width, height = box[2] - left - 16, box[3] - top - 16
    scale = min(most, width / (extent.across * _STEP), height / (extent.down * _STEP))
    across = left + 8 + (width - (extent.across * _STEP - 2) * scale) / 2
    down = top + 8 + (height - (extent.down * _STEP - 2) * scale) / 2

    def corner(spot: tuple[int, int]) -> str:
        return shift((spot[0] - west) * _STEP, (north - spot[1]) * _STEP)

    parts = [
        draw_tile(scene, tile, corner(spot), scale=scale, touchable=own)
        for spot, tile in extent.tiles.items()
    ]
    if own:
        parts += [_slot(scene, notation, (a, b), corner((a, b))) for notation, a, b in extent.free]
        parts += [
            arrow for spot, tile in extent.tiles.items() for arrow in _arrows(scene, tile, corner(spot))
        ]
    rivers = [east - west for (east, _), tile in extent.tiles.items() if HAS_RIVER[tile]]
    roads = [north - high for (_, high), tile in extent.tiles.items() if HAS_ROAD[tile]]
    land = Land(
        seat=seat,
        box=box,
        corner=(across, down),
        scale=scale,
        step=_STEP,
        column=rivers[0] if rivers else None,
        row=roads[0] if roads else None,
    )
    return group(
        moor(scene.sheet, land), group(*parts, transform=shift(box[0] + across, box[1] + down, scale))
    )


def _slot(scene: Scene, notation: str, spot: tuple[int, int], transform: str) -> Markup:
    """Draw a place for the tile in hand; its title says what would be activated there."""
    woken = woken_by(scene.record, scene.near, scene.state.taken, *spot)
    said = woken_text(scene.record, woken, scene._)
    return place_slot(scene, f"place:{notation}", transform, said, woken)


def _arrows(scene: Scene, tile: int, transform: str) -> list[Markup]:
    """Return an arrow to each neighbour that a clan member of this tile may go to; arrows can be touched."""
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
