"""The components: 72 tiles, the ring of 14 spaces, the warehouse; phases, bills; and names in notation.

Tile numbers: 0 to 66 are the tiles of stacks 0 to 3, in this order; 67 to 71 the starting villages, by seat.
What is printed on a tile stands in tables indexed by its number.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

SEATS = 5
SPACES = 14
STACKED = 67  # tiles in the four stacks
HOME = STACKED  # + seat: its starting village
NAMED = HOME + 1  # names of tiles in displays: every starting village has the same
TILES = STACKED + SEATS
NO_TILE = -1
#: The back of a tile, where its face is not known
UNKNOWN_TILE = TILES

#: The die stands on the track like a figure, numbered behind those of the seats
DIE = SEATS
FIGURES = SEATS + 1
DIE_FACES = np.array((1, 1, 1, 2, 2, 3))
#: The die is on the track with up to this many players
DIE_PLAYERS = 3

# Resources, in the order of the warehouse rows
WOOD, STONE, SHEEP, CATTLE, GRAIN = range(5)
RESOURCES = 5
NO_RESOURCE = -1
#: Spaces of a warehouse row; space n takes n coins
ROW_SPACES = 3
CAPACITY = 3
STARTING_COINS = 6

# Where a tile is, if in no display
IN_STACK = -1
ON_TRACK = -2
GONE = -3

# Borders
YELLOW, GREEN, GRAY, BLUE, BROWN = range(5)

# River and road; only the starting villages have both
PLAIN, RIVER, ROAD = 0, 1, 2

# Kinds of tiles
FOREST, QUARRY, MEADOW, PASTURE, FIELD = range(5)  # each produces the resource of the same number
ABBEY, DISTILLERY = 5, 6
SHEEP_BUTCHER, CATTLE_BUTCHER, BUTCHER = 7, 8, 9
SMALL_FAIR, MIDDLE_FAIR, LARGE_FAIR = 10, 11, 12
GROCER, BRIDGE, TAVERN = 13, 14, 15
VILLAGE, CASTLE, LOCH = 16, 17, 18
KINDS = 19

# Resources that each kind produces stand first: they are asked for by kind
assert (FOREST, QUARRY, MEADOW, PASTURE, FIELD) == (WOOD, STONE, SHEEP, CATTLE, GRAIN)

_PRINTED: tuple[tuple[int, int, int, str], ...] = (  # kind, stack, river or road, cost
    (QUARRY, 0, ROAD, ""),
    (FOREST, 0, RIVER, ""),
    (MEADOW, 0, RIVER, ""),
    (VILLAGE, 0, ROAD, ""),
    (FIELD, 0, ROAD, ""),
    (PASTURE, 0, RIVER, ""),
    (QUARRY, 0, RIVER, ""),
    (FOREST, 0, ROAD, ""),
    (LOCH, 1, RIVER, ""),  # Lochy
    (SHEEP_BUTCHER, 1, PLAIN, ""),
    (DISTILLERY, 1, PLAIN, "stone"),
    (MEADOW, 1, PLAIN, ""),
    (SMALL_FAIR, 1, PLAIN, "wood"),
    (VILLAGE, 1, RIVER, "stone"),
    (DISTILLERY, 1, ROAD, "stone"),
    (VILLAGE, 1, PLAIN, "stone"),
    (SMALL_FAIR, 1, ROAD, "wood"),
    (FIELD, 1, ROAD, ""),
    (VILLAGE, 1, ROAD, "stone"),
    (VILLAGE, 1, RIVER, "wood"),
    (PASTURE, 1, PLAIN, ""),
    (FIELD, 1, PLAIN, ""),
    (QUARRY, 1, PLAIN, ""),
    (QUARRY, 1, PLAIN, ""),
    (FOREST, 1, PLAIN, ""),
    (FOREST, 1, PLAIN, ""),
    (CASTLE, 1, PLAIN, "wood stone grain"),  # Moil
    (CASTLE, 1, RIVER, "wood stone"),  # Stalker
    (VILLAGE, 1, PLAIN, "wood"),
    (CASTLE, 1, PLAIN, "wood stone"),  # Armadale
    (CATTLE_BUTCHER, 1, PLAIN, ""),
    (QUARRY, 2, PLAIN, ""),
    (TAVERN, 2, PLAIN, "whisky"),
    (TAVERN, 2, PLAIN, "whisky"),
    (BUTCHER, 2, PLAIN, "wood"),
    (LOCH, 2, RIVER, ""),  # Morar
    (DISTILLERY, 2, PLAIN, "stone"),
    (LOCH, 2, RIVER, ""),  # Ness: a clan member or a chieftain
    (CASTLE, 2, PLAIN, "wood stone cattle"),  # Mey
    (PASTURE, 2, ROAD, ""),
    (FOREST, 2, ROAD, ""),
    (VILLAGE, 2, ROAD, "wood"),
    (CASTLE, 2, PLAIN, "wood stone sheep"),  # Duart
    (VILLAGE, 2, RIVER, "stone"),
    (VILLAGE, 2, PLAIN, "wood"),
    (FIELD, 2, PLAIN, ""),
    (FIELD, 2, PLAIN, ""),
    (ABBEY, 2, ROAD, "wood stone sheep"),  # Iona
    (MIDDLE_FAIR, 2, ROAD, "wood"),
    (MEADOW, 2, RIVER, ""),
    (CASTLE, 3, PLAIN, "wood stone cattle"),  # Cawdor
    (LOCH, 3, RIVER, ""),  # Shiel
    (FOREST, 3, PLAIN, ""),
    (FIELD, 3, PLAIN, ""),
    (LARGE_FAIR, 3, ROAD, "wood"),
    (GROCER, 3, PLAIN, "stone"),
    (MEADOW, 3, PLAIN, ""),
    (VILLAGE, 3, RIVER, "wood"),
    (DISTILLERY, 3, ROAD, "stone"),
    (LOCH, 3, RIVER, ""),  # Oich: any two different resources
    (VILLAGE, 3, ROAD, "stone"),
    (VILLAGE, 3, PLAIN, "stone"),
    (TAVERN, 3, PLAIN, "whisky"),
    (CASTLE, 3, ROAD, "wood stone grain"),  # Donan
    (PASTURE, 3, PLAIN, ""),
    (BRIDGE, 3, RIVER, ""),
    (QUARRY, 3, ROAD, ""),
    *((VILLAGE, -1, RIVER | ROAD, ""),) * SEATS,
)

# The special locations, by tile number
LOCHY, MOIL, STALKER, ARMADALE, MORAR, NESS, MEY, DUART, IONA = 8, 26, 27, 29, 35, 37, 38, 42, 47
CAWDOR, SHIEL, OICH, DONAN = 50, 51, 59, 63
LOCATIONS = (LOCHY, MOIL, STALKER, ARMADALE, MORAR, NESS, MEY, DUART, IONA, CAWDOR, SHIEL, OICH, DONAN)

Table = npt.NDArray[np.int64]

RESOURCE_NAMES = ("wood", "stone", "sheep", "cattle", "grain")
_BORDERS = {ABBEY: YELLOW, DISTILLERY: YELLOW, FOREST: YELLOW, QUARRY: YELLOW, MEADOW: GREEN, PASTURE: GREEN,
            FIELD: GREEN, VILLAGE: GRAY, CASTLE: GRAY, LOCH: BLUE}  # fmt: skip


def _by_tile(values: dict[int, int]) -> Table:
    return np.array([values.get(tile, 0) for tile in range(TILES)])


KIND: Table = np.array([kind for kind, _, _, _ in _PRINTED])
STACK: Table = np.array([stack for _, stack, _, _ in _PRINTED])
HAS_RIVER: Table = np.array([way & RIVER != 0 for _, _, way, _ in _PRINTED], np.int64)
HAS_ROAD: Table = np.array([way & ROAD != 0 for _, _, way, _ in _PRINTED], np.int64)
BORDER: Table = np.array([_BORDERS.get(kind, BROWN) for kind, _, _, _ in _PRINTED])
COST: Table = np.array([[cost.split().count(name) for name in RESOURCE_NAMES] for *_, cost in _PRINTED])
WHISKY_COST: Table = np.array([cost.split().count("whisky") for *_, cost in _PRINTED])
IS_LOCATION: Table = _by_tile(dict.fromkeys(LOCATIONS, 1))
TAMS: Table = _by_tile({MOIL: 1, STALKER: 1, ARMADALE: 1, MEY: 1, DONAN: 1, CAWDOR: 3})

# Windfalls and what cards give at once
WINDFALL_MEMBERS: Table = (BORDER == GRAY) + _by_tile({STALKER: 1})
WINDFALL_WHISKY: Table = (KIND == DISTILLERY) + _by_tile({MOIL: 1, DONAN: 2})
WINDFALL_COINS: Table = _by_tile({ARMADALE: 3})
LOCHY_CUBES = 2

# What brown tiles give
TAVERN_POINTS: Table = _by_tile({32: 3, 33: 3, 62: 4})
SHEEP_OR_CATTLE_POINTS = 2  # a butcher of one kind: for each, twice at most
BUTCHER_TIMES = 2
BUTCHER_POINTS = 5
BRIDGE_POINTS = 7
GROCER_POINTS = 8
GROCER_RESOURCES = 3
FAIR_POINTS: Table = np.array((0, 1, 3, 5, 8, 12))
FAIR_SIZES: Table = np.array(
    [{SMALL_FAIR: 3, MIDDLE_FAIR: 4, LARGE_FAIR: 5}.get(kind, 0) for kind in range(KINDS)]
)
OICH_RESOURCES = 2

# Scoring
SCORINGS = 3
DIFFERENCE_POINTS: Table = np.array((0, 1, 2, 3, 5, 8))
IONA_POINTS = 2
MORAR_POINTS = 2
DUART_POINTS = 3
TILE_PENALTY = 3
MEY_FACTOR = 2

# A cube is named by the tile it lies on; on Loch Lochy and Iona Abbey, which hold any kind, also by its kind.
_CUBE_PLACES = tuple(
    (tile, resource)
    for tile in range(STACKED)
    for resource in range(RESOURCES)
    if KIND[tile] == resource or tile in (LOCHY, IONA)
)
CUBE_TILE: Table = np.array([tile for tile, _ in _CUBE_PLACES])
CUBE_KIND: Table = np.array([kind for _, kind in _CUBE_PLACES])
#: The first cube place of a tile, -1 if no cube can lie there
FIRST_CUBE: Table = np.array(
    [next((at for at, (of, _) in enumerate(_CUBE_PLACES) if of == tile), -1) for tile in range(TILES)]
)
#: Whether a tile holds any kind of cube
HOLDS_ANY: Table = _by_tile({LOCHY: 1, IONA: 1})

# Directions, clockwise from north
DIRECTIONS = 8
EAST_STEP: Table = np.array((0, 1, 1, 1, 0, -1, -1, -1))
NORTH_STEP: Table = np.array((1, 1, 0, -1, -1, -1, 0, 1))
#: The four sides of a tile: every second direction
SIDES = 4

# Phases: what the player to act decides
MOVING = 0  # to which tile of the track
PLACING = 1  # where in the display
PAYING = 2  # what the tile costs
GAINING = 3  # which cube to take, for Loch Lochy or Iona Abbey
FILLING = 4  # Loch Shiel: sell before it fills
ACTIVATING = 5  # which tile, or no more
CONVERTING = 6  # what the activated tile takes
ENDING = 7  # movement, then the end of the turn
PHASES = 8

# Bills: how what is due may be paid
NO_BILL = 0
FIXED = 1  # exactly what is due
DIFFERENT = 2  # `due_any` resources, all different
ANY = 3  # `due_any` resources of any kind
FAIR = 4  # up to `due_any` resources, all different
BUTCHERY = 5  # one kind, once or twice
MEMBER = 6  # a clan member or a chieftain

# Whether a tile is activated in this turn
IDLE = 0
WAITING = 1
ACTIVATED = 2

# --- Names in notation -------------------------------------------------------------------------------

DIRECTION_NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
BORDER_NAMES = ("yellow", "green", "gray", "blue", "brown")
PHASE_NAMES = ("moving", "placing", "paying", "gaining", "filling", "activating", "converting", "ending")
BILL_NAMES = ("none", "fixed", "different", "any", "fair", "butcher", "member")
ACTIVITY_NAMES = ("idle", "waiting", "activated")
KIND_NAMES = (
    "forest", "quarry", "meadow", "pasture", "field", "iona", "distillery", "sheepbutcher", "cattlebutcher",
    "butcher", "smallfair", "middlefair", "largefair", "grocer", "bridge", "tavern", "village", "castle",
    "loch",
)  # fmt: skip
_LOCATION_NAMES = (
    "lochy", "moil", "stalker", "armadale", "morar", "ness", "mey", "duart", "iona", "cawdor", "shiel",
    "oich", "donan",
)  # fmt: skip


def _name_tiles() -> list[str]:
    """Name the tiles of the stacks by location or kind; a kind of which there are several is numbered."""
    locations = dict(zip(LOCATIONS, _LOCATION_NAMES, strict=True))
    kinds = [KIND_NAMES[KIND[tile]] for tile in range(STACKED)]
    totals, counted = Counter(kinds), Counter[str]()
    names = []
    for tile, kind in enumerate(kinds):
        counted[kind] += 1
        names.append(locations.get(tile, f"{kind}{counted[kind]}" if totals[kind] > 1 else kind))
    return names


#: By tile: `forest3`, `iona`; every starting village is `home`; the back of a tile is `?`
TILE_NAMES = (*_name_tiles(), *("home",) * SEATS, "?")
#: The tile of a name; `home` is the first starting village
TILE_OF_NAME = {name: tile for tile, name in enumerate(TILE_NAMES[:NAMED])}
#: By cube place: `forest3`, and where kinds mix `iona-wood`
CUBE_NAMES = tuple(
    TILE_NAMES[tile] + (f"-{RESOURCE_NAMES[kind]}" if HOLDS_ANY[tile] else "") for tile, kind in _CUBE_PLACES
)
