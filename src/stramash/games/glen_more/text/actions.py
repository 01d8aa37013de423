"""What an action does, in a sentence.

An action is said in two ways: as a choice ("Take wood"), or as done by a player ("Morag takes wood").
"""

from __future__ import annotations

from collections.abc import Callable
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

Values: TypeAlias = tuple[int, ...]
#: Who does it, None for a choice; and the values of the action's parameters
Teller: TypeAlias = Callable[[Any, Values, Translate, str | None], str]


# --- Actions -----------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
    """Say an action, as a choice or as done by `who`; what is done is said with what it brought."""
    del veiled
    kind, values = ACTIONS.split(action)
    told = _TELLERS[kind](state, values, _, who)
    if who is None:
        return told
    gained = _what_was_gained(state, action, _)
    if gained:
        return _("{told}: {gained}", told=told, gained=gained)
    for more in effect_sentences(state, action, _):
        told = _("{told}; {more}", told=told, more=more)
    return told


def _said(who: str | None, choice: str, done: str) -> str:
    return choice if who is None else done


def _take(state: Any, values: Values, _: Translate, who: str | None) -> str:
    (tile,) = values
    cost, words = cost_text(tile, _), {"who": who, "tile": tile_name(tile, _)}
    ahead = _tile_ahead(state, tile, _)
    choice = _("Take {tile}: {cost}", tile=ahead, cost=cost) if cost else _("Take {tile}", tile=ahead)
    return _said(who, choice, _("{who} takes {tile}", **words))


def _remove(state: Any, values: Values, _: Translate, who: str | None) -> str:
    (tile,) = values
    return _said(
        who,
        _("Move to {tile}, which leaves the game", tile=_tile_ahead(state, tile, _)),
        _("{who} moves to {tile}, which leaves the game", who=who, tile=tile_name(tile, _)),
    )


def _tile_ahead(state: Any, tile: int, _: Translate) -> str:
    """Name a tile of the ring so that it can be told from others: "Village (4 ahead)"."""
    space = int(space_of(state, tile))
    if space < 0:
        return tile_name(tile, _)
    return _("{tile} ({n} ahead)", tile=tile_name(tile, _), n=(space - int(state.origin)) % SPACES)


def _place(state: Any, values: Values, _: Translate, who: str | None) -> str:
    name, side = values
    seat, tile = int(state.player), int(state.taken)
    words = {
        "who": who,
        "tile": tile_name(tile, _) if tile != NO_TILE else _("the tile"),
        "side": direction_name(2 * side, _),
        "other": place_name(state, display_tile(seat, name), _),
    }
    if who is not None:
        return _("{who} places {tile} {side} of {other}", **words)
    sentence = _("Place {tile} {side} of {other}", **words)
    spot = place_of_action(state, seat, ACTIONS.number("place", name, side))
    woken = woken_by(state, seat, tile, *spot) if tile != NO_TILE else []
    if not woken:
        return sentence
    tiles = ", ".join(place_name(state, other, _) for other in woken)
    return _("{place}, beside {tiles}", place=sentence, tiles=tiles)


def _pay(state: Any, values: Values, _: Translate, who: str | None) -> str:
    (place,) = values
    words = {
        "who": who,
        "resource": resource_name(int(CUBE_KIND[place]), _),
        "tile": place_name(state, int(CUBE_TILE[place]), _),
    }
    return _said(
        who,
        _("Hand in {resource} from {tile}", **words),
        _("{who} hands in {resource} from {tile}", **words),
    )


def _buy(state: Any, values: Values, _: Translate, who: str | None) -> str:
    (kind,) = values
    resource, coins = resource_name(kind, _), int(price(state, kind))
    return _said(
        who,
        _.count("Buy {resource} for {n} coin", "Buy {resource} for {n} coins", coins, resource=resource),
        _.count(
            "{who} buys {resource} for {n} coin",
            "{who} buys {resource} for {n} coins",
            coins,
            who=who,
            resource=resource,
        ),
    )


def _member(state: Any, values: Values, _: Translate, who: str | None) -> str:
    words = {"who": who, "tile": place_name(state, display_tile(int(state.player), values[0]), _)}
    return _said(
        who,
        _("Pay with a clan member of {tile}", **words),
        _("{who} pays with a clan member of {tile}", **words),
    )


def _chieftain(state: Any, values: Values, _: Translate, who: str | None) -> str:
    del state, values
    return _said(who, _("Pay with a chieftain"), _("{who} pays with a chieftain", who=who))


def _gain(state: Any, values: Values, _: Translate, who: str | None) -> str:
    del state
    words = {"who": who, "resource": resource_name(values[0], _)}
    return _said(who, _("Take {resource}", **words), _("{who} takes {resource}", **words))


def _use(state: Any, values: Values, _: Translate, who: str | None) -> str:
    tile = display_tile(int(state.player), values[0])
    words = {"who": who, "tile": place_name(state, tile, _), "effect": effect_text(tile, _)}
    if state.activity[tile] == IDLE:
        return _said(
            who,
            _("By Loch Ness, activate {tile}: {effect}", **words),
            _("{who} activates {tile} by Loch Ness: {effect}", **words),
        )
    return _said(who, _("Activate {tile}: {effect}", **words), _("{who} activates {tile}: {effect}", **words))


def _move(state: Any, values: Values, _: Translate, who: str | None) -> str:
    name, direction = values
    seat = int(state.player)
    start = display_tile(seat, name)
    goal = int(neighbour(state, seat, start, direction))
    words = {
        "who": who,
        "start": place_name(state, start, _),
        "goal": direction_name(direction, _) if goal == NO_TILE else place_name(state, goal, _),
    }
    return _said(
        who,
        _("Move a clan member from {start} to {goal}", **words),
        _("{who} moves a clan member from {start} to {goal}", **words),
    )


def _crown(state: Any, values: Values, _: Translate, who: str | None) -> str:
    words = {"who": who, "tile": place_name(state, display_tile(int(state.player), values[0]), _)}
    return _said(
        who,
        _("Make a clan member of {tile} a chieftain", **words),
        _("{who} makes a clan member of {tile} a chieftain", **words),
    )


def _fill(state: Any, values: Values, _: Translate, who: str | None) -> str:
    del state, values
    return _said(
        who, _("Fill the empty production tiles"), _("{who} fills the empty production tiles", who=who)
    )


def _sell(state: Any, values: Values, _: Translate, who: str | None) -> str:
    (place,) = values
    kind = int(CUBE_KIND[place])
    words = {
        "who": who,
        "resource": resource_name(kind, _),
        "tile": place_name(state, int(CUBE_TILE[place]), _),
    }
    coins = int(state.warehouse[kind])
    return _said(
        who,
        _.count(
            "Sell {resource} from {tile} for {n} coin",
            "Sell {resource} from {tile} for {n} coins",
            coins,
            **words,
        ),
        _.count(
            "{who} sells {resource} from {tile} for {n} coin",
            "{who} sells {resource} from {tile} for {n} coins",
            coins,
            **words,
        ),
    )


def _done(state: Any, values: Values, _: Translate, who: str | None) -> str:
    """Say what `done` ends: it means something else in each phase that has it."""
    del values
    choice, done = {
        GAINING: (_("Take no cube"), _("{who} takes no cube", who=who)),
        CONVERTING: (_("Hand in no more"), _("{who} hands in no more", who=who)),
        ACTIVATING: (_("Activate no more"), _("{who} activates no more", who=who)),
    }.get(int(state.phase), (_("End the turn"), _("{who} ends the turn", who=who)))
    return _said(who, choice, done)


_TELLERS: dict[str, Teller] = {
    "take": _take,
    "remove": _remove,
    "place": _place,
    "pay": _pay,
    "buy": _buy,
    "member": _member,
    "chieftain": _chieftain,
    "gain": _gain,
    "use": _use,
    "move": _move,
    "crown": _crown,
    "fill": _fill,
    "sell": _sell,
    "done": _done,
}


# --- What an action brought --------------------------------------------------------------------------


def _what_was_gained(state: Any, action: int, _: Translate) -> str:
    """Say what a tile gives when the last resource is handed in, or no more: points, or whisky."""
    if state.phase != CONVERTING or ACTIONS.kind(action) not in ("pay", "buy", "done"):
        return ""
    after, seat = state.copy(), int(state.player)
    play(after, action)
    points = int(after.points[seat] - state.points[seat])
    if points:
        return _.count("{n} point", "{n} points", points)
    return _("1 barrel of whisky") if after.whisky[seat] > state.whisky[seat] else ""
