"""The table as text, for a terminal of eighty columns: readable without colour, easier with it.

The ring is written as the chain runs, with how far ahead each tile is. A display is a small map, north above:
a tile is its name and below it what lies there. The legend says what each mark means.
"""

from __future__ import annotations

import re
from typing import Any

from stramash.core.sketch import seat_name
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.facts.places import places_for
from stramash.games.glen_more.facts.ring import Offer, offer_for
from stramash.games.glen_more.names import resource_name
from stramash.games.glen_more.rules.components import (
    ACTIVATED,
    BORDER,
    DIE,
    HAS_RIVER,
    HAS_ROAD,
    IN_STACK,
    IS_LOCATION,
    MOVING,
    NO_TILE,
    PLACING,
    RESOURCES,
    ROW_SPACES,
    SPACES,
    STACK,
    STACKED,
    TILE_NAMES,
    WAITING,
)
from stramash.games.glen_more.rules.track import figure_on

__all__ = ["sketch"]

_WIDTH = 80
_NARROWEST = 6
#: yellow, green, gray, blue, brown: terminals have no brown
_BORDER_STYLES = ("yellow", "green", "white", "bright_blue", "orange3")
_MARKS = ("", "~", "=", "+")
_MEMBER, _PLACE, _WAITS, _WORKED = "*", "□", "?", "!"
_LETTERS = "wshcg"  # wood, stone, sheep, cattle, grain


def sketch(state: Any, seat: int, _: Translate) -> str:
    """Draw the table as text with Rich markup; this seat comes last, for a spectator seat 0."""
    me = max(seat, 0)
    others = [(me + after) % int(state.players) for after in range(1, int(state.players))]
    lines = [*_ring_lines(state, me, _), "", *_warehouse_lines(state, _), _stacks_line(state, _)]
    for other in [*others, me]:
        lines += ["", *_player_lines(state, other, seat, _), *_map_lines(state, other)]
    lines += ["", *_legend(_)]
    return "\n".join(line.rstrip() for line in lines)


# --- The ring ----------------------------------------------------------------------------------------


def _ring_lines(state: Any, me: int, _: Translate) -> list[str]:
    """Write the chain from its start; tiles that this seat could take are bold."""
    words = []
    origin = int(state.origin)
    for ahead in range(SPACES):
        space = (origin + ahead) % SPACES
        tile, figure = int(state.track[space]), int(figure_on(state, space))
        if figure == DIE:
            words.append((_("die"), "bold magenta"))
        elif figure != NOBODY:
            words.append((f"({figure + 1})", "bold reverse"))
        elif tile != NO_TILE:
            text = f"{ahead}:{TILE_NAMES[tile]}{_mark(tile)}"
            words.append((text, _offer_style(offer_for(state, me, ahead, space, tile), state)))
    return _wrapped(f"{_('Ring')}  ", words)


def _offer_style(offer: Offer, state: Any) -> str:
    style = _BORDER_STYLES[BORDER[offer.tile]]
    if state.player == NOBODY or state.phase != MOVING:
        return style
    return f"bold {style}" if offer.allowed else f"dim {style}"


def _wrapped(head: str, words: list[tuple[str, str]]) -> list[str]:
    """Write words, each in its style, on lines that fit."""
    lines, line, width = [], f" {head}", len(head) + 1
    for text, style in words:
        if width + len(text) + 2 > _WIDTH:
            lines.append(line)
            line, width = " " * (len(head) + 1), len(head) + 1
        line += f"[{style}]{text}[/]  "
        width += len(text) + 2
    return [*lines, line]


def _mark(tile: int) -> str:
    return _MARKS[int(HAS_RIVER[tile]) + 2 * int(HAS_ROAD[tile])]


def _warehouse_lines(state: Any, _: Translate) -> list[str]:
    rows = []
    for kind in range(RESOURCES):
        filled = int(state.warehouse[kind])
        rows.append((f"{resource_name(kind, _)} {'●' * filled}{'○' * (ROW_SPACES - filled)}", "none"))
    return _wrapped(f"{_('Warehouse')}  ", rows)


def _stacks_line(state: Any, _: Translate) -> str:
    backs = [int(STACK[tile]) for tile in range(STACKED) if state.owner[tile] == IN_STACK]
    left = "  ".join(f"{stack}: {backs.count(stack)}" for stack in range(4))
    return f" {_('Stacks')}  {left}   {_('Scorings: {done} of 3', done=int(state.scorings))}"


# --- The displays ------------------------------------------------------------------------------------


def _player_lines(state: Any, player: int, seat: int, _: Translate) -> list[str]:
    """Return texts that say what a player has beside the display."""
    cards = [
        TILE_NAMES[tile] for tile in state.display[player, : state.display_size[player]] if IS_LOCATION[tile]
    ]
    turn = "[bold reverse]" if player == state.player else "[bold]"
    parts = [
        f"{turn}({player + 1}) {seat_name(player, seat, _)}[/]",
        _("coins: {n}", n=int(state.coins[player])),
        _("whisky: {n}", n=int(state.whisky[player])),
        _("chieftains: {n}", n=int(state.chieftains[player])),
        _("points: {n}", n=int(state.points[player])),
        _("tiles: {n}", n=int(state.display_size[player])),
    ]
    lines = [f" {'  '.join(parts)}"]
    if cards:
        lines += _wrapped(f"    {_('cards:')} ", [(card, "none") for card in cards])
    return lines


def _map_lines(state: Any, player: int) -> list[str]:
    """Draw a display as a map; where the tile in hand may be placed, a box."""
    tiles = {
        (int(state.east[tile]), int(state.north[tile])): int(tile)
        for tile in state.display[player, : state.display_size[player]]
    }
    free: set[tuple[int, int]] = set()
    if player == state.player and state.phase == PLACING:
        free = {(east, north) for _, east, north in places_for(state, player, int(state.taken))}
    spots = [*tiles, *free]
    columns = range(min(spot[0] for spot in spots), max(spot[0] for spot in spots) + 1)
    rows = range(max(spot[1] for spot in spots), min(spot[1] for spot in spots) - 1, -1)
    widths = _widths(state, tiles, columns)
    lines = []
    for row in rows:
        names, contents = "   ", "   "
        for column in columns:
            spot, width = (column, row), widths[column]
            if spot in tiles:
                tile = tiles[spot]
                name = shortened(TILE_NAMES[tile], width)
                names += f"[bold {_BORDER_STYLES[BORDER[tile]]}]{name:<{width}}[/] "
                contents += f"{_content(state, tile):<{width}} "
            else:
                names += f"{_PLACE if spot in free else '.':<{width}} "
                contents += " " * (width + 1)
        lines += [names, contents]
    return lines


def _widths(state: Any, tiles: dict[tuple[int, int], int], columns: range) -> dict[int, int]:
    """Give each column the room its names need; only if the map is too wide then, names are cut."""
    names, contents = dict.fromkeys(columns, 1), dict.fromkeys(columns, 1)
    for (column, _row), tile in tiles.items():
        names[column] = max(names[column], len(TILE_NAMES[tile]))
        contents[column] = max(contents[column], len(_content(state, tile)))
    longest = max(names.values())
    while True:
        widths = {column: max(min(names[column], longest), contents[column]) for column in columns}
        if longest <= _NARROWEST or 3 + sum(width + 1 for width in widths.values()) - 1 <= _WIDTH:
            return widths
        longest -= 1


def _content(state: Any, tile: int) -> str:
    """Write what lies on a tile: river or road, clan members, cubes as letters; whether it is activated."""
    cubes = "".join(letter * int(state.cubes[tile, kind]) for kind, letter in enumerate(_LETTERS))
    activity = {WAITING: _WAITS, ACTIVATED: _WORKED}.get(int(state.activity[tile]), "")
    return _mark(tile) + _MEMBER * int(state.members[tile]) + cubes + activity


def shortened(name: str, width: int) -> str:
    """Cut a name to fit, but keep its number.

    >>> shortened("distillery2", 8), shortened("iona", 8)
    ('distill2', 'iona')
    """
    if len(name) <= width:
        return name
    number = re.sub(r"\D", "", name)
    return name[: width - len(number)] + number


def _legend(_: Translate) -> list[str]:
    river, road, both = _MARKS[1:]
    marks = (
        (river, _("river")),
        (road, _("road")),
        (both, _("river and road")),
        (_MEMBER, _("clan member")),
        (_PLACE, _("a place for the tile")),
        (_WAITS, _("waits to be activated")),
        (_WORKED, _("activated")),
        *((letter, resource_name(kind, _)) for kind, letter in enumerate(_LETTERS)),
    )
    return _wrapped("", [(f"{mark} {meaning}", "dim") for mark, meaning in marks])
