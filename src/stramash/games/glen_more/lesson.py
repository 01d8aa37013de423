"""The lesson: small positions in which a newcomer does each thing once; and pictures for the rules."""

from __future__ import annotations

from stramash.core.lesson import Step
from stramash.core.position import Position
from stramash.core.words import Translate
from stramash.games.glen_more import art
from stramash.games.glen_more.prepared import MIDDLE, OTHER, after, prepare, seat
from stramash.games.glen_more.rules.components import RESOURCE_NAMES

__all__ = ["draw_illustrations", "lesson_steps"]

#: The tiles in the ring after the scoring of the lesson
_RING = "lochy meadow2 smallfair1 village2 distillery2 village3 smallfair2 field2 quarry5 tavern1"

_CORNER = """
    .       forest1
    quarry1 home*
"""
_STILL = """
    .         meadow1:1 distillery1*
    forest2:1 home*     field1:2
"""
_NORTH = """
    .         meadow1*  .
    forest2:1 home*     field1:1
"""
_NEIGHBOUR = """
    quarry4   pasture1  forest4
    village1* home*     village4
    .         village5  field3
"""
_RICH = """
    .         meadow1:1 distillery1*
    forest2:1 home*     field1:2
    armadale  quarry2:1 .
"""


# --- Positions ---------------------------------------------------------------------------------------


def _take() -> Position:
    return prepare(seat(), seat(), ring="quarry1 village1 forest1 meadow1", stack=0)


def _place() -> Position:
    table = prepare(seat(_CORNER, coins=6), seat(OTHER), ring="meadow2 smallfair1 village3")
    return after(table, "take:meadow2")


def _activate() -> Position:
    return after(_place(), "place:quarry1-n")


def _pay() -> Position:
    table = prepare(seat(MIDDLE, coins=4), seat(OTHER), ring="village6 distillery1 lochy")
    return after(table, "take:village6", "place:meadow1-w")


def _buy() -> Position:
    glen = MIDDLE.replace("quarry2:1", "quarry2")
    table = prepare(seat(glen, coins=4), seat(OTHER), ring="distillery1 village6 lochy")
    return after(table, "take:distillery1", "place:meadow1-w")


def _sell() -> Position:
    warehouse = {"wood": 1, "stone": 2, "sheep": 0, "cattle": 1, "grain": 3}
    return prepare(
        seat(MIDDLE, coins=0), seat(OTHER), ring="smallfair1 distillery1 moil", warehouse=warehouse
    )


def _whisky() -> Position:
    table = prepare(seat(_STILL, coins=3, whisky=1), seat(OTHER), ring="pasture2 village6 smallfair1")
    return after(table, "take:pasture2", "place:distillery1-e", "use:distillery1")


def _walk() -> Position:
    table = prepare(seat(MIDDLE, coins=3), seat(OTHER), ring="village3 smallfair1 lochy")
    return after(table, "take:village3", "place:quarry2-w", "pay:quarry2", "done")


def _crown() -> Position:
    return after(_walk(), "move:home-n")


def _location() -> Position:
    return prepare(seat(_NORTH, coins=2), seat(OTHER), ring="smallfair1 distillery1 lochy village6")


def _gift() -> Position:
    return after(_location(), "take:lochy", "place:meadow1-n")


def _before_scoring() -> Position:
    mine = seat(_RICH, coins=5, whisky=3, chieftains=1, points=2)
    other = seat(_NEIGHBOUR, coins=4, whisky=1, chieftains=1, points=4)
    table = prepare(mine, other, ring="pasture2 stalker", last=1)
    return after(table, "take:pasture2", "place:distillery1-e", "done")


def _after_scoring() -> Position:
    table = after(_before_scoring(), "done")
    while table.player != 0:
        table.play(table.legal[0])
    return table


# --- The lesson --------------------------------------------------------------------------------------


def lesson_steps(_: Translate) -> list[Step]:
    """Return the steps of the lesson."""
    return [*_first_steps(_), *_trading_steps(_), *_later_steps(_)]


def _first_steps(_: Translate) -> list[Step]:
    return [
        Step(
            _("Take a tile"),
            _(
                "Tiles lie in a ring, and figures stand among them. Whoever is last in line is next to "
                "move: now it is you, the red figure in the circle. Go as far ahead as you like; but the "
                "farther you go, the more turns the others have. Tiles with nothing at their top left are "
                "free. Touch a forest."
            ),
            _("Touch the forest in the ring."),
            _("Your figure has moved there, and the tile is in your hand."),
            _take,
            ("take:forest1", "take:forest2"),
        ),
        Step(
            _("Place it"),
            _(
                "A few turns later you have taken a meadow. A new tile shares an edge with one of yours, "
                "and a clan member, the small black figure, stands on one of the eight tiles around it. "
                "Rivers run north and south, roads east and west, without a break. The icons in a lit "
                "place are the tiles that it would activate there. Put the meadow where it wakes three."
            ),
            _("Choose the place with three icons, north of the quarry."),
            _(
                "Every tile you place wakes itself and its neighbours, corners too. That is the heart of "
                "the game."
            ),
            _place,
            ("place:quarry1-n",),
        ),
        Step(
            _("Activate"),
            _(
                "The meadow, the forest and the quarry are lit: each brings a cube of its own kind, and "
                "holds three at most. You choose the order, and you may leave some out. Activate one."
            ),
            _("Touch the meadow, the forest or the quarry."),
            _("A cube lies on the tile now. Cubes pay for other tiles, or become points."),
            _activate,
            ("use:meadow2", "use:forest1", "use:quarry1"),
        ),
    ]


def _trading_steps(_: Translate) -> list[Step]:
    return [
        Step(
            _("Pay"),
            _(
                "You have placed a village, and a village costs something: here a wood. The ledger shows "
                "your coins; but a wood lies on your forest. Touch the cube to hand it in."
            ),
            _("Hand in the wood that lies on the forest; keep your coins."),
            _("The village brings a clan member with it, who can reach new places."),
            _pay,
            ("pay:forest2",),
        ),
        Step(
            _("Buy at the warehouse"),
            _(
                "A distillery costs a stone, and you have none. What you lack you may buy, but only to "
                "pay at once. The large number is the price now; your coins stay there, and the next "
                "buyer pays one more. Buy a stone."
            ),
            _("Touch the stone in the warehouse."),
            _("A coin on a tile of the ring says what you would have to spend for it at the warehouse."),
            _buy,
            ("buy:stone",),
        ),
        Step(
            _("Sell at the warehouse"),
            _(
                "You have no coins, but two grain, and three coins lie on the dearest space of grain. "
                "Whoever sells takes the coins of that space. You may sell whenever it is your turn. "
                "Touch Sell, then the grain on your field."
            ),
            _("Touch Sell in the warehouse, then the grain on the wheat field."),
            _("Three coins are yours, and the price of grain has fallen."),
            _sell,
            ("sell:field1",),
        ),
        Step(
            _("Make whisky"),
            _(
                "A distillery was activated: it turns a grain into a barrel. Brown tiles work like this "
                "too, but give points. Hand in a grain."
            ),
            _("Touch the grain on the wheat field."),
            _("A barrel more. Barrels cannot be sold: they count in the scorings."),
            _whisky,
            ("pay:field1",),
        ),
    ]


def _later_steps(_: Translate) -> list[Step]:
    return [
        Step(
            _("Move a clan member"),
            _(
                "Villages and castles give a movement point when they are activated: you have two. Where "
                "no clan member stands nearby you cannot build. Touch the starting village, then the "
                "meadow in the north."
            ),
            _("Touch the starting village first, then the meadow north of it."),
            _("From the meadow you can now build farther north."),
            _walk,
            ("move:home-n",),
        ),
        Step(
            _("Make a chieftain"),
            _(
                "The other use of a movement point: a clan member leaves the glen for good and becomes a "
                "chieftain, who counts in every scoring. One member must stay. Touch a tile with a "
                "member, then the button."
            ),
            _("Touch a tile where a clan member stands, then “Make … a chieftain”."),
            _("A chieftain never comes back, so do not make one too early."),
            _crown,
            ("crown:village3", "crown:meadow1"),
        ),
        Step(
            _("A special location"),
            _(
                "Castles, lochs and the abbey are special locations: there is one of each, and each has a "
                "power of its own. Point at one to read it. Their number counts in the scorings as well. "
                "Take Loch Lochy."
            ),
            _("Touch Loch Lochy, the blue tile in the ring."),
            _("You placed it where the river goes on."),
            _location,
            ("take:lochy",),
        ),
        Step(
            _("Use its power"),
            _(
                "Loch Lochy gives two resources of your choice at once, and never again. Choose the first "
                "one."
            ),
            _("Choose a resource with one of the buttons."),
            _("Some powers work at once, some in every turn, some at the end of the game."),
            _gift,
            tuple(f"gain:{name}" for name in RESOURCE_NAMES),
        ),
        Step(
            _("A scoring"),
            _(
                "When the last tile of stack 1, 2 or 3 is laid, there is a scoring. Whisky, chieftains "
                "and locations are compared, each on its own, with the player who has fewest. The small "
                "numbers in the ledger say what you would get now. One tile of stack 1 is left: end your "
                "turn, and it is laid."
            ),
            _("Press “End the turn”."),
            _("There it was: the points of the ledger have been paid out."),
            _before_scoring,
            ("done",),
            ("take:field2", "place:village1-w", "use:field2", "done", "done"),
        ),
        Step(
            _("Not too many tiles"),
            _(
                "After the third scoring the game is over. Then every coin is a point, and every tile "
                "that you have more than the player with the fewest costs three. The ledger adds it all "
                "up in its last line. Take a tile, the last of this lesson."
            ),
            _("Touch a lit tile of the ring."),
            _("Two or three players have a die on the ring: when it is last, it takes a tile away."),
            _after_scoring,
            tuple(f"take:{tile}" for tile in _RING.split()),
        ),
    ]


# --- Pictures for the rules --------------------------------------------------------------------------


def _four() -> Position:
    return prepare(
        seat(_RICH, coins=5, whisky=3, chieftains=1, points=12),
        seat(OTHER, coins=2, whisky=5, chieftains=2, points=9),
        seat("field2 home* village4*", coins=7, whisky=0, chieftains=3, points=15),
        seat("quarry3 forest1 moil\n. home* smallfair2", coins=1, whisky=1, chieftains=0, points=10),
        ring="village6 distillery2 stalker village3",
    )


def _market() -> Position:
    """A moment at which the prices on the ring differ."""
    glen = _RICH.replace("forest2:1", "forest2").replace("quarry2:1", "quarry2")
    warehouse = {"wood": 1, "stone": 2, "sheep": 0, "cattle": 1, "grain": 3}
    ring = "village6 distillery2 stalker meadow2 moil"
    return prepare(seat(glen, coins=4), seat(OTHER), ring=ring, warehouse=warehouse)


def draw_illustrations(_: Translate) -> dict[str, str]:
    """Return the pictures of the rules."""
    four = _four()
    return {
        "start": art.draw_ring_picture(_take().view(0).state, _),
        "placing": art.draw_glen_picture(_place().view(0).state, _),
        "warehouse": art.draw_ring_picture(_market().view(0).state, _),
        "moving": art.draw_glen_picture(_walk().view(0).state, _),
        "tiles": art.draw_tile_picture(four.game.blank()[0], _, locations=False),
        "locations": art.draw_tile_picture(four.game.blank()[0], _, locations=True),
        "scoring": art.draw_ledger_picture(four.view(0).state, _),
    }
