"""Displays: one's own large with everything one can touch, the others' small; and what players have."""

from __future__ import annotations

from stramash.draw import Markup, element, fitted, group, label, panel, shift
from stramash.games.glen_more.art.icons import icon
from stramash.games.glen_more.art.scene import CELL, HEIGHT, MARGIN, RING, SEAT_INKS, TILE, WIDTH, Scene
from stramash.games.glen_more.art.tiles import barrel, draw_tile, place_slot
from stramash.games.glen_more.naming import place_name, tile_name
from stramash.games.glen_more.notation import DIRECTION_NAMES, tile_notation
from stramash.games.glen_more.planning import activated_by, places_for
from stramash.games.glen_more.rules.components import (
    DIRECTIONS,
    EAST_STEP,
    IS_LOCATION,
    NORTH_STEP,
    PLACING,
)

__all__ = ["draw_others", "draw_own"]

_TOP = MARGIN + CELL * RING[1] + 8 + 16  # where the lower half begins
_SIDE = 250.0  # width of what one has
_MEASURES = ("coin", "barrel", "chieftain", "points", "tiles")


def tiles_of(scene: Scene, seat: int) -> dict[tuple[int, int], int]:
    """Return the tiles of a display by place."""
    state = scene.state
    return {
        (int(state.east[tile]), int(state.north[tile])): int(tile)
        for tile in state.display[seat, : state.display_size[seat]]
    }


def draw_own(scene: Scene) -> Markup:
    """Draw the large display below, and beside it what its player has."""
    top, height = _TOP + 44, HEIGHT - _TOP - 44 - MARGIN
    room = WIDTH - 2 * MARGIN - _SIDE - 14
    return group(
        panel(MARGIN, top, room, height),
        _map(scene, scene.near, MARGIN + 8, top + 8, room - 16, height - 16, most=1.12),
        _holdings(scene, scene.near, WIDTH - MARGIN - _SIDE, top, _SIDE, height),
    )


def draw_others(scene: Scene) -> Markup:
    """Draw the other players side by side at the top right."""
    players = int(scene.state.players)
    left = MARGIN + CELL * RING[0] + 8 + 14
    width = (WIDTH - MARGIN - left - 12 * (players - 2)) / (players - 1)
    height = CELL * RING[1] + 8
    parts = []
    for after in range(1, players):
        seat = (scene.near + after) % players
        x = left + (after - 1) * (width + 12)
        parts += [
            panel(x, MARGIN, width, height),
            _heading(scene, seat, x + 12, MARGIN + 26, width - 24),
            _measures(scene, seat, x + 10, MARGIN + 50, width - 20),
            _cards(scene, seat, x + 10, MARGIN + 78, width - 20, rows=2),
            _map(scene, seat, x + 6, MARGIN + 106, width - 12, height - 112, most=0.75),
        ]
    return group(*parts)


# --- A display as a map ------------------------------------------------------------------------------


def _map(scene: Scene, seat: int, x: float, y: float, width: float, height: float, most: float) -> Markup:
    """Draw a display so that it fills its room, north above."""
    state, tiles = scene.state, tiles_of(scene, seat)
    own = seat == scene.near and scene.seat == seat
    free = (
        places_for(state, seat, int(state.taken)) if state.player == seat and state.phase == PLACING else []
    )
    spots = [*tiles, *((east, north) for _, east, north in free)]
    west, east = min(spot[0] for spot in spots), max(spot[0] for spot in spots)
    south, north = min(spot[1] for spot in spots), max(spot[1] for spot in spots)
    step = TILE + 1
    scale = min(most, width / ((east - west + 1) * step), height / ((north - south + 1) * step))
    left = x + (width - (east - west + 1) * step * scale) / 2
    top = y + (height - (north - south + 1) * step * scale) / 2

    def corner(spot: tuple[int, int]) -> str:
        return shift((spot[0] - west) * step, (north - spot[1]) * step)

    parts = [draw_tile(scene, tile, corner(spot), touchable=own) for spot, tile in tiles.items()]
    if own:
        parts += [_slot(scene, notation, (a, b), corner((a, b))) for notation, a, b in free]
        parts += [arrow for spot, tile in tiles.items() for arrow in _arrows(scene, tile, corner(spot))]
    return group(*parts, transform=shift(left, top, scale))


def _slot(scene: Scene, notation: str, spot: tuple[int, int], transform: str) -> Markup:
    """A place for the tile in hand; its title says what would be activated there."""
    state, _ = scene.state, scene._
    taken = int(state.taken)
    woken = [other for other in activated_by(state, scene.near, taken, *spot) if other != taken]
    names = ", ".join(place_name(state, other, _) for other in woken) or _("only itself")
    return place_slot(
        scene, f"place:{notation}", transform, _("Here it would activate {tiles}.", tiles=names)
    )


def _arrows(scene: Scene, tile: int, transform: str) -> list[Markup]:
    """Where a clan member of this tile may go: an arrow towards each neighbour."""
    drawn = []
    for direction in range(DIRECTIONS):
        handle = f"move:{tile_notation(tile)}-{DIRECTION_NAMES[direction]}"
        if not scene.is_legal(handle):
            continue
        x = TILE / 2 + 35 * int(EAST_STEP[direction])
        y = TILE / 2 - 35 * int(NORTH_STEP[direction])
        drawn.append(
            group(
                group(
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


# --- What a player has -------------------------------------------------------------------------------


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


def _measures(scene: Scene, seat: int, x: float, y: float, room: float) -> Markup:
    """Coins, barrels, chieftains, points and tiles, a number with an icon each."""
    _, state = scene._, scene.state
    values = (state.coins, state.whisky, state.chieftains, state.points, state.display_size)
    names = (_("coins"), _("whisky"), _("chieftains"), _("points"), _("tiles"))
    step = room / len(_MEASURES)
    return group(
        *(
            group(
                element("title", name),
                icon(scene.sheet, measure, x + step * place + 8, y - 5, 15),
                label(str(int(value[seat])), x + step * place + 18, y, "numeral", font_size=15),
            )
            for place, (measure, value, name) in enumerate(zip(_MEASURES, values, names, strict=True))
        ),
        color="var(--sm-quiet)",
    )


def _cards(scene: Scene, seat: int, x: float, y: float, room: float, rows: int) -> Markup:
    """The special locations of a player, by name."""
    names = [tile_name(tile, scene._) for tile in tiles_of(scene, seat).values() if IS_LOCATION[tile]]
    per_row = max(1, -(-len(names) // rows))
    lines = [" · ".join(names[start : start + per_row]) for start in range(0, len(names), per_row)]
    return group(
        *(
            label(line, x, y + 15 * row, "quiet", font_size=fitted(line, 12.5, room))
            for row, line in enumerate(lines)
        )
    )


def _holdings(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> Markup:
    """What the player of the large display has, written large."""
    _, state = scene._, scene.state
    rows = [
        ("coin", _("coins"), int(state.coins[seat])),
        ("barrel", _("whisky"), int(state.whisky[seat])),
        ("chieftain", _("chieftains"), int(state.chieftains[seat])),
        ("points", _("points"), int(state.points[seat])),
        ("tiles", _("tiles"), int(state.display_size[seat])),
    ]
    parts = [panel(x, y, width, height), _heading(scene, seat, x + 16, y + 34, width - 32)]
    for place, (measure, name, value) in enumerate(rows):
        line = y + 70 + 31 * place
        mark = barrel(scene.sheet, x + 28, line - 6, 22) if measure == "barrel" else icon(
            scene.sheet, measure, x + 28, line - 6, 22
        )  # fmt: skip
        parts.append(
            group(
                mark,
                label(str(value), x + 76, line + 1, "numeral end", font_size=22),
                label(name, x + 88, line, "quiet", font_size=14.5),
                color="var(--sm-quiet)",
            )
        )
    names = [tile_name(tile, _) for tile in tiles_of(scene, seat).values() if IS_LOCATION[tile]]
    for place, name in enumerate(names):
        column, row = place % 2, place // 2
        parts.append(
            label(
                name,
                x + 16 + column * (width - 24) / 2,
                y + 240 + 19 * row,
                "",
                font_size=fitted(name, 13.5, (width - 44) / 2),
            )
        )
    return group(*parts)
