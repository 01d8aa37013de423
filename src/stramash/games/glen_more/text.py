"""Sentences: what an action does, what a player can do now, and why a tile can or cannot be taken."""

from __future__ import annotations

from typing import Any

import numpy as np

from stramash.core.errors import BadOption
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.facts.places import place_of_action, woken_by
from stramash.games.glen_more.facts.ring import judge, judge_text, ring
from stramash.games.glen_more.names import (
    cost_text,
    direction_name,
    effect_text,
    listed,
    place_name,
    resource_name,
    tile_name,
)
from stramash.games.glen_more.rules.components import (
    ACTIONS,
    ACTIVATE,
    ACTIVATING,
    ANY,
    BUTCHERY,
    BUY,
    CONVERTING,
    CROWN,
    CUBE_KIND,
    CUBE_TILE,
    DIE,
    DIFFERENT,
    DIRECTIONS,
    DONE,
    ENDING,
    FAIR,
    FILL,
    FILLING,
    GAIN,
    GAINING,
    IDLE,
    MARCH,
    MEMBER,
    MOVING,
    NO_TILE,
    PAY,
    PAY_CHIEFTAIN,
    PAY_MEMBER,
    PAYING,
    PLACE,
    PLACING,
    REMOVE,
    SELL,
    SIDES,
    SPACES,
    TAKE,
    UNKNOWN_TILE,
)
from stramash.games.glen_more.rules.display import display_tile
from stramash.games.glen_more.rules.members import neighbour
from stramash.games.glen_more.rules.track import space_of
from stramash.games.glen_more.rules.turn import legal, may_decline_gain, play
from stramash.games.glen_more.rules.warehouse import price

__all__ = ["describe", "explain", "prompt"]


# --- Actions -----------------------------------------------------------------------------------------


def describe(state: Any, action: int, _: Translate, who: str | None) -> str:
    """Say an action: as a choice, or as done by `who`; then what a conversion brought is said too."""
    told = _describe(state, action, _, who)
    gained = "" if who is None else _what_was_gained(state, action, _)
    return _("{told}: {gained}", told=told, gained=gained) if gained else told


def _describe(state: Any, action: int, _: Translate, who: str | None) -> str:
    if action < PLACE:
        return _describe_move(state, action, _, who)
    if action < PAY:
        return _describe_place(state, action, _, who)
    if action < GAIN:
        return _describe_payment(state, action, _, who)
    if action < ACTIVATE:
        resource = resource_name(action - GAIN, _)
        if who is None:
            return _("Take {resource}", resource=resource)
        return _("{who} takes {resource}", who=who, resource=resource)
    if action < MARCH:
        return _describe_activation(state, action, _, who)
    if action < FILL:
        return _describe_member(state, action, _, who)
    if action == FILL:
        if who is None:
            return _("Fill the empty production tiles")
        return _("{who} fills the empty production tiles", who=who)
    if action < DONE:
        return _describe_sale(state, action - SELL, _, who)
    return _describe_end(state, _, who)


def _describe_move(state: Any, action: int, _: Translate, who: str | None) -> str:
    if action < REMOVE:
        tile = action - TAKE
        if who is not None:
            return _("{who} takes {tile}", who=who, tile=tile_name(tile, _))
        cost = cost_text(tile, _)
        if not cost:
            return _("Take {tile}", tile=_tile_ahead(state, tile, _))
        return _("Take {tile}: {cost}", tile=_tile_ahead(state, tile, _), cost=cost)
    tile = action - REMOVE
    if who is None:
        return _("Move to {tile}, which leaves the game", tile=_tile_ahead(state, tile, _))
    return _("{who} moves to {tile}, which leaves the game", who=who, tile=tile_name(tile, _))


def _tile_ahead(state: Any, tile: int, _: Translate) -> str:
    """Name a tile of the ring so that it can be told from others: "Village (4 ahead)"."""
    space = int(space_of(state, tile))
    if space < 0:
        return tile_name(tile, _)
    return _("{tile} ({n} ahead)", tile=tile_name(tile, _), n=(space - int(state.origin)) % SPACES)


def _describe_place(state: Any, action: int, _: Translate, who: str | None) -> str:
    name, side = divmod(action - PLACE, SIDES)
    seat, tile = int(state.player), int(state.taken)
    words = {
        "tile": tile_name(tile, _) if tile != NO_TILE else _("the tile"),
        "side": direction_name(2 * side, _),
        "other": place_name(state, display_tile(seat, name), _),
    }
    if who is None:
        others = woken_by(state, seat, tile, *place_of_action(state, seat, action)) if tile != NO_TILE else []
        woken = [place_name(state, other, _) for other in others]
        sentence = _("Place {tile} {side} of {other}", **words)
        if not woken:
            return sentence
        return _("{place}, beside {tiles}", place=sentence, tiles=", ".join(woken))
    return _("{who} places {tile} {side} of {other}", who=who, **words)


def _describe_payment(state: Any, action: int, _: Translate, who: str | None) -> str:
    seat = int(state.player)
    if action < BUY:
        words = {
            "resource": resource_name(int(CUBE_KIND[action - PAY]), _),
            "tile": place_name(state, int(CUBE_TILE[action - PAY]), _),
        }
        if who is None:
            return _("Hand in {resource} from {tile}", **words)
        return _("{who} hands in {resource} from {tile}", who=who, **words)
    if action < PAY_MEMBER:
        resource, coins = resource_name(action - BUY, _), int(price(state, action - BUY))
        if who is None:
            return _.count(
                "Buy {resource} for {n} coin", "Buy {resource} for {n} coins", coins, resource=resource
            )
        return _.count(
            "{who} buys {resource} for {n} coin",
            "{who} buys {resource} for {n} coins",
            coins,
            who=who,
            resource=resource,
        )
    if action < PAY_CHIEFTAIN:
        tile = place_name(state, display_tile(seat, action - PAY_MEMBER), _)
        if who is None:
            return _("Pay with a clan member of {tile}", tile=tile)
        return _("{who} pays with a clan member of {tile}", who=who, tile=tile)
    return _("Pay with a chieftain") if who is None else _("{who} pays with a chieftain", who=who)


def _describe_activation(state: Any, action: int, _: Translate, who: str | None) -> str:
    tile = display_tile(int(state.player), action - ACTIVATE)
    words = {"tile": place_name(state, tile, _), "effect": effect_text(tile, _)}
    if state.activity[tile] == IDLE:
        if who is None:
            return _("By Loch Ness, activate {tile}: {effect}", **words)
        return _("{who} activates {tile} by Loch Ness: {effect}", who=who, **words)
    if who is None:
        return _("Activate {tile}: {effect}", **words)
    return _("{who} activates {tile}: {effect}", who=who, **words)


def _describe_member(state: Any, action: int, _: Translate, who: str | None) -> str:
    seat = int(state.player)
    if action < CROWN:
        name, direction = divmod(action - MARCH, DIRECTIONS)
        start = display_tile(seat, name)
        goal = neighbour(state, seat, start, direction)
        words = {
            "start": place_name(state, start, _),
            "goal": direction_name(direction, _) if goal == NO_TILE else place_name(state, goal, _),
        }
        if who is None:
            return _("Move a clan member from {start} to {goal}", **words)
        return _("{who} moves a clan member from {start} to {goal}", who=who, **words)
    tile = place_name(state, display_tile(seat, action - CROWN), _)
    if who is None:
        return _("Make a clan member of {tile} a chieftain", tile=tile)
    return _("{who} makes a clan member of {tile} a chieftain", who=who, tile=tile)


def _describe_sale(state: Any, place: int, _: Translate, who: str | None) -> str:
    kind = int(CUBE_KIND[place])
    resource, tile = resource_name(kind, _), place_name(state, int(CUBE_TILE[place]), _)
    coins = int(state.warehouse[kind])
    if who is None:
        return _.count(
            "Sell {resource} from {tile} for {n} coin",
            "Sell {resource} from {tile} for {n} coins",
            coins,
            resource=resource,
            tile=tile,
        )
    return _.count(
        "{who} sells {resource} from {tile} for {n} coin",
        "{who} sells {resource} from {tile} for {n} coins",
        coins,
        who=who,
        resource=resource,
        tile=tile,
    )


def _describe_end(state: Any, _: Translate, who: str | None) -> str:
    choice, told = {
        ENDING: (_("End the turn"), _("{who} ends the turn")),
        CONVERTING: (_("Hand in no more"), _("{who} hands in no more")),
        GAINING: (_("Take no cube"), _("{who} takes no cube")),
    }.get(int(state.phase), (_("Activate no more"), _("{who} activates no more")))
    if who is None:
        return choice
    sentence = told.format(who=who)
    for more in _what_followed(state, _) if state.phase == ENDING else []:
        sentence = _("{told}; {more}", told=sentence, more=more)
    return sentence


def _what_followed(state: Any, _: Translate) -> list[str]:
    """Tell what the refill brought: where the die went, and scorings; nothing where stacks are hidden."""
    if (state.stack == UNKNOWN_TILE).any():
        return []
    after = state.copy()
    play(after, DONE)
    told = []
    if after.figure[DIE] != state.figure[DIE]:
        told.append(_("the die moves on and takes a tile away"))
    players = int(state.players)
    told.extend(
        _("scoring {number} takes place", number=scoring)
        for scoring in range(int(state.scorings) + 1, int(after.scorings) + 1)
    )
    if after.scorings != state.scorings:
        gained = [int(after.points[seat] - state.points[seat]) for seat in range(players)]
        called = _.players or [_("Player {number}", number=seat + 1) for seat in range(players)]
        shares = [f"{name} ({points:+d})" for name, points in zip(called, gained, strict=True)]
        told.append(_("points by player: {points}", points=", ".join(shares)))
    return told


def _what_was_gained(state: Any, action: int, _: Translate) -> str:
    """Tell what a tile gives when the last resource is handed in, or no more: points, or whisky."""
    if state.phase != CONVERTING or not (action == DONE or PAY <= action < PAY_MEMBER):
        return ""
    after, seat = state.copy(), int(state.player)
    play(after, action)
    points = int(after.points[seat] - state.points[seat])
    if points:
        return _.count("{n} point", "{n} points", points)
    return _("1 barrel of whisky") if after.whisky[seat] > state.whisky[seat] else ""


# --- Prompts -----------------------------------------------------------------------------------------


def prompt(state: Any, _: Translate) -> str:
    """Say what the player to act can do now."""
    if state.player == NOBODY:
        return _("The game is over.")
    phase = int(state.phase)
    if phase == MOVING:
        if _can_take_none(state):
            return _("You can take no tile: move to any; it leaves the game.")
        return _("Take a tile of the ring: your figure moves there.")
    if phase == PLACING:
        return _(
            "Place {tile} in your glen: the icons show what it would activate.",
            tile=tile_name(int(state.taken), _),
        )
    if phase == GAINING:
        tile = tile_name(int(state.working), _)
        if may_decline_gain(state):
            return _("{tile} is empty: choose a resource for it, or none.", tile=tile)
        return _.count(
            "{tile}: choose {n} resource.", "{tile}: choose {n} resources.", int(state.gains), tile=tile
        )
    if phase == FILLING:
        return _("Loch Shiel fills your empty production tiles: sell first what you like, then fill them.")
    if phase == ACTIVATING:
        return _("Activate the lit tiles, in any order, or no more.")
    if phase == ENDING:
        if not state.movement:
            return _("End your turn; you may still sell.") if _can_sell(state) else _("End your turn.")
        return _.count(
            "You have {n} movement point: move a clan member or make one a chieftain, or end your turn.",
            "You have {n} movement points: move clan members or make them chieftains, or end your turn.",
            int(state.movement),
        )
    return _prompt_bill(state, _)


def _can_take_none(state: Any) -> bool:
    """Whether the player who is to move can take no tile: then moves that remove one are what is legal."""
    actions = np.empty(ACTIONS, np.int32)
    legal(state, actions)
    return bool(REMOVE <= actions[0] < PLACE)


def _can_sell(state: Any) -> bool:
    """Whether a cube can be sold now."""
    actions = np.empty(ACTIONS, np.int32)
    count = int(legal(state, actions))
    return bool(((actions[:count] >= SELL) & (actions[:count] < DONE)).any())


def _prompt_bill(state: Any, _: Translate) -> str:
    """Say what is due, or what may be handed in."""
    tile, bill = tile_name(int(state.working), _), int(state.bill)
    if bill == MEMBER:
        return _("{tile} costs a clan member or a chieftain.", tile=tile)
    if bill == DIFFERENT:
        return _.count(
            "{tile} costs {n} more resource, of another kind.",
            "{tile} costs {n} different resources.",
            int(state.due_any),
            tile=tile,
        )
    if bill == ANY:
        return _.count(
            "{tile}: hand in {n} more resource.",
            "{tile}: hand in {n} resources of any kind.",
            int(state.due_any),
            tile=tile,
        )
    if bill == FAIR:
        return _.count(
            "{tile}: hand in up to {n} more resource of a kind not handed in yet.",
            "{tile}: hand in up to {n} resources, all different.",
            int(state.due_any),
            tile=tile,
        )
    due = listed(state.due, _)
    if bill == BUTCHERY:
        return _("{tile}: hand in up to {due}.", tile=tile, due=due)
    if state.phase == PAYING:
        return _("{tile} costs {due}: hand in cubes, or buy at the warehouse.", tile=tile, due=due)
    return _("{tile} takes {due}: hand in cubes, or buy at the warehouse.", tile=tile, due=due)


# --- Why a tile can or cannot be taken -----------------------------------------------------------------


def explain(state: Any, seat: int, about: int, _: Translate) -> str:
    """Say whether a seat can take the tile so many spaces ahead of the rearmost figure, and why."""
    entries = {} if state.player == NOBODY else {entry[0]: entry for entry in ring(state)}
    if isinstance(about, bool) or about not in entries:
        raise BadOption(
            f"no tile {about!r} spaces ahead: tiles lie {', '.join(map(str, entries)) or 'nowhere'}"
        )
    return judge_text(judge(state, seat, *entries[about]), _)
