"""What an action does, in a sentence.

An action is said in two ways: as a choice ("Take wood"), or as done by a player ("Morag takes wood").
"""

from __future__ import annotations

from typing import Any, TypeAlias

from stramash.core.words import Translate
from stramash.games.glen_more.facts.places import place_of_action, woken_by
from stramash.games.glen_more.names import (
    cost_text,
    direction_name,
    effect_text,
    place_name,
    resource_name,
    tile_name,
)
from stramash.games.glen_more.rules.actions import ACTIONS
from stramash.games.glen_more.rules.components import (
    ACTIVATING,
    CONVERTING,
    CUBE_KIND,
    CUBE_TILE,
    GAINING,
    IDLE,
    NO_TILE,
    SPACES,
)
from stramash.games.glen_more.rules.display import display_tile
from stramash.games.glen_more.rules.members import neighbour
from stramash.games.glen_more.rules.track import space_of
from stramash.games.glen_more.rules.turn import play
from stramash.games.glen_more.rules.warehouse import price
from stramash.games.glen_more.text.log import effect_sentences

__all__ = ["describe"]

#: The words that a sentence is made of
Words: TypeAlias = dict[str, Any]


# --- Actions -----------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    """Return a sentence for an action: as a choice, or as done by `who` with what it brought."""
    del veiled
    kind, values = ACTIONS.split(action)
    words = _words(state, kind, values, _) | {"who": who}
    choice, done, to_reader = _sentences(kind, words, _)
    if who is None:
        return _with_neighbours(choice, state, action, _) if kind == "place" else choice
    if _.reader == state.player:
        done = to_reader
    gained = _what_was_gained(state, action, _)
    if gained:
        return _("{told}: {gained}", told=done, gained=gained)
    for more in effect_sentences(state, action, _):
        done = _("{told}; {more}", told=done, more=more)
    return done


def _words(state: Any, kind: str, values: tuple[int, ...], _: Translate) -> Words:
    """Return what an action names: a tile, a resource, a direction, coins."""
    value = values[0] if values else 0
    if kind in ("take", "remove"):
        return {
            "tile": tile_name(value, _),
            "ahead": _tile_ahead(state, value, _),
            "cost": cost_text(value, _),
        }
    if kind in ("pay", "sell"):
        resource, tile = int(CUBE_KIND[value]), int(CUBE_TILE[value])
        coins = int(state.warehouse[resource])
        return {"resource": resource_name(resource, _), "tile": place_name(state, tile, _), "number": coins}
    if kind in ("buy", "gain"):
        coins = int(price(state, value)) if kind == "buy" else 0
        return {"resource": resource_name(value, _), "number": coins}
    if kind == "done" or not values:
        return {"phase": int(state.phase)}
    own = display_tile(int(state.player), value)
    words = {
        "tile": place_name(state, own, _),
        "effect": effect_text(own, _),
        "idle": state.activity[own] == IDLE,
    }
    if kind == "place":
        taken = int(state.taken)
        placed = tile_name(taken, _) if taken != NO_TILE else _("the tile")
        return {"tile": placed, "side": direction_name(2 * values[1], _), "other": words["tile"]}
    if kind == "move":
        goal = int(neighbour(state, int(state.player), own, values[1]))
        words["goal"] = direction_name(values[1], _) if goal == NO_TILE else place_name(state, goal, _)
    return words


def _sentences(kind: str, words: Words, _: Translate) -> tuple[str, str, str]:
    """Return how an action is offered, as done by a player, and as done by the reader."""
    if kind == "buy":
        return (
            _.count("Buy {resource} for {n} coin", "Buy {resource} for {n} coins", **words),
            _.count("{who} buys {resource} for {n} coin", "{who} buys {resource} for {n} coins", **words),
            _.count("You buy {resource} for {n} coin", "You buy {resource} for {n} coins", **words),
        )
    if kind == "sell":
        return (
            _.count(
                "Sell {resource} from {tile} for {n} coin",
                "Sell {resource} from {tile} for {n} coins",
                **words,
            ),
            _.count(
                "{who} sells {resource} from {tile} for {n} coin",
                "{who} sells {resource} from {tile} for {n} coins",
                **words,
            ),
            _.count(
                "You sell {resource} from {tile} for {n} coin",
                "You sell {resource} from {tile} for {n} coins",
                **words,
            ),
        )
    choice, done, to_reader = _templates(kind, words, _)
    return choice.format(**words), done.format(**words), to_reader.format(**words)


def _templates(kind: str, words: Words, _: Translate) -> tuple[str, str, str]:
    if kind == "take":
        take = _("Take {ahead}: {cost}") if words["cost"] else _("Take {ahead}")
        return take, _("{who} takes {tile}"), _("You take {tile}")
    if kind == "use" and words["idle"]:
        return (
            _("With Loch Ness, activate {tile}: {effect}"),
            _("{who} activates {tile} with Loch Ness: {effect}"),
            _("You activate {tile} with Loch Ness: {effect}"),
        )
    if kind == "done":
        return _templates_of_done(words["phase"], _)
    return {
        "remove": (
            _("Move to {ahead}, which leaves the game"),
            _("{who} moves to {tile}, which leaves the game"),
            _("You move to {tile}, which leaves the game"),
        ),
        "place": (
            _("Place {tile} {side} of {other}"),
            _("{who} places {tile} {side} of {other}"),
            _("You place {tile} {side} of {other}"),
        ),
        "pay": (
            _("Hand in {resource} from {tile}"),
            _("{who} hands in {resource} from {tile}"),
            _("You hand in {resource} from {tile}"),
        ),
        "member": (
            _("Pay with a clan member of {tile}"),
            _("{who} pays with a clan member of {tile}"),
            _("You pay with a clan member of {tile}"),
        ),
        "chieftain": (
            _("Pay with a chieftain"),
            _("{who} pays with a chieftain"),
            _("You pay with a chieftain"),
        ),
        "gain": (_("Take {resource}"), _("{who} takes {resource}"), _("You take {resource}")),
        "use": (
            _("Activate {tile}: {effect}"),
            _("{who} activates {tile}: {effect}"),
            _("You activate {tile}: {effect}"),
        ),
        "move": (
            _("Move a clan member from {tile} to {goal}"),
            _("{who} moves a clan member from {tile} to {goal}"),
            _("You move a clan member from {tile} to {goal}"),
        ),
        "crown": (
            _("Make a clan member of {tile} a chieftain"),
            _("{who} makes a clan member of {tile} a chieftain"),
            _("You make a clan member of {tile} a chieftain"),
        ),
        "fill": (
            _("Fill the empty production tiles"),
            _("{who} fills the empty production tiles"),
            _("You fill the empty production tiles"),
        ),
    }[kind]


def _templates_of_done(phase: int, _: Translate) -> tuple[str, str, str]:
    """Return what `done` is in a phase: it ends something else in each phase that has it."""
    return {
        GAINING: (_("Take no cube"), _("{who} takes no cube"), _("You take no cube")),
        CONVERTING: (_("Stop handing in"), _("{who} stops handing in"), _("You stop handing in")),
        ACTIVATING: (_("Stop activating"), _("{who} stops activating"), _("You stop activating")),
    }.get(phase, (_("End the turn"), _("{who} ends the turn"), _("You end the turn")))


def _tile_ahead(state: Any, tile: int, _: Translate) -> str:
    """Return the name of a tile of the ring with its distance: "Village (4 ahead)"."""
    space = int(space_of(state, tile))
    if space < 0:
        return tile_name(tile, _)
    return _("{tile} ({n} ahead)", tile=tile_name(tile, _), n=(space - int(state.origin)) % SPACES)


def _with_neighbours(choice: str, state: Any, action: int, _: Translate) -> str:
    """Add to the choice of a place the tiles that the new one would activate there."""
    seat, tile = int(state.player), int(state.taken)
    woken = woken_by(state, seat, tile, *place_of_action(state, seat, action)) if tile != NO_TILE else []
    if not woken:
        return choice
    tiles = ", ".join(place_name(state, other, _) for other in woken)
    return _("{place}, beside {tiles}", place=choice, tiles=tiles)


# --- What an action brought --------------------------------------------------------------------------


def _what_was_gained(state: Any, action: int, _: Translate) -> str:
    """Return a text for the points or the whisky that a tile gives after its last resource."""
    if state.phase != CONVERTING or ACTIONS.kind(action) not in ("pay", "buy", "done"):
        return ""
    after, seat = state.copy(), int(state.player)
    play(after, action)
    points = int(after.points[seat] - state.points[seat])
    if points:
        return _.count("{n} point", "{n} points", points)
    return _("1 barrel of whisky") if after.whisky[seat] > state.whisky[seat] else ""
