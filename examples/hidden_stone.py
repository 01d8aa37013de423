"""Hidden Stone: a complete game in one file, built step by step in docs/tutorial.md.

Nine stones, numbered 1 to 9, lie in a bag. Two players draw one each and keep it secret. On your turn you
*swap*: lay your stone open and draw another; or *name* the other's stone: you win if you are right, else you
lose; or *stand*: the other has one more turn. Then the higher stone wins, but of two neighbours the lower.
"""

from __future__ import annotations

from typing import Annotated, Any

from stramash.core.actions import Action, Actions, Param
from stramash.core.chance import below, hide_seed
from stramash.core.errors import BadPosition
from stramash.core.fields import Flag, Key, Name, Seat
from stramash.core.game import Game, Rules
from stramash.core.rule import rule
from stramash.core.state import NOBODY, Short, Shorts, State

STONES = 9
BAG, OPEN, UNKNOWN, HELD = range(4)  # where a stone is: seat 0 holds it at HELD, seat 1 at HELD + 1
PLACE = Name(["bag", "open", "?", "seat 0", "seat 1"], hidden={UNKNOWN: "?"})


class Stones(State):
    """The state: a stone is a number from 0, one less than what is written on it."""

    where: Annotated[Shorts, "i2", STONES, Key("stones", PLACE, hidden_from="everyone")]
    last: Annotated[Short, Key("last", Flag())]  # whether somebody stands, so that this is the last turn
    winner: Annotated[Short, Key("winner", Seat(2, nobody=True))]


ACTIONS = Actions(
    Action("swap", summary="lay your stone open and draw another"),
    Action("stand", summary="stand, so that the other has one more turn"),
    Action("name", Param("stone", "123456789"), summary="name the other's stone"),
)
SWAP, STAND, NAME = ACTIONS.first("swap"), ACTIONS.first("stand"), ACTIONS.first("name")


@rule
def pick(state: Any, place: int) -> int:
    """Return a stone that is at a place, each equally likely; where there is only one, without chance."""
    found, count = 0, 0
    for stone in range(STONES):
        if state.where[stone] == place:
            count += 1
            if count == 1 or below(state, count) == 0:
                found = stone
    return found


@rule
def deal(state: Any) -> None:
    """Each player draws a stone from the bag."""
    for stone in range(STONES):
        state.where[stone] = BAG
    for seat in range(2):
        state.where[pick(state, BAG)] = HELD + seat
    state.winner = NOBODY


@rule
def legal(state: Any, actions: Any) -> int:
    """Swap while the bag has stones; stand; or name any stone that the other may hold."""
    count, left = 0, 0
    for stone in range(STONES):
        left += state.where[stone] != OPEN
    for action in range(NAME + STONES):
        place = int(state.where[action - NAME]) if action >= NAME else BAG
        if place not in (OPEN, HELD + int(state.player)) and (action != SWAP or left > 2):
            actions[count] = action
            count += 1
    return count


@rule
def play(state: Any, action: int) -> None:
    """Carry out an action. A name ends the game, and so does the turn after somebody stands."""
    me, other = int(state.player), 1 - int(state.player)
    if action == SWAP:
        mine = pick(state, HELD + me)
        state.where[pick(state, BAG)] = HELD + me
        state.where[mine] = OPEN
        state.reveals += 1
    if action >= NAME or state.last:
        mine, theirs = pick(state, HELD + me), pick(state, HELD + other)
        won = action - NAME == theirs if action >= NAME else mine == theirs - 1 or mine > theirs + 1
        state.winner = me if won else other
    state.last = state.last or action == STAND
    state.player = other if state.winner == NOBODY else NOBODY


@rule
def scores(state: Any, out: Any) -> None:
    """The winner has a point."""
    out[0], out[1] = state.winner == 0, state.winner == 1


@rule
def winners(state: Any) -> int:
    """Return the bit of the winner, 0 while the game goes on."""
    return 0 if state.winner == NOBODY else 1 << int(state.winner)


@rule
def hide(state: Any, seat: int) -> None:
    """A seat knows its own stone and those that lie open."""
    hide_seed(state)
    for stone in range(STONES):
        if state.where[stone] not in (OPEN, HELD + seat):
            state.where[stone] = UNKNOWN


@rule
def imagine(state: Any, seat: int) -> None:
    """The others hold any of the stones that this seat does not know."""
    for other in range(2):
        if other != seat:
            state.where[pick(state, UNKNOWN)] = HELD + other
    for stone in range(STONES):
        if state.where[stone] == UNKNOWN:
            state.where[stone] = BAG


@rule
def observe(state: Any, seat: int, out: Any) -> None:
    """Write which stone is mine, which lie open, and whether this is the last turn."""
    for stone in range(STONES):
        out[stone] = seat >= 0 and state.where[stone] == HELD + seat
        out[STONES + stone] = state.where[stone] == OPEN
    out[2 * STONES] = state.last


class HiddenStone(Game):
    """The game: what it is called, who plays it, and where its rules are."""

    name, title, version = "hidden-stone", "Hidden Stone", 1
    player_counts = range(2, 3)
    rules = Rules(Stones, deal, legal, play, scores, winners, hide, imagine, observe)
    actions = ACTIONS
    tensor_size = 2 * STONES + 1

    def check_state(self, state: Any) -> None:
        """Each seat must hold one stone, and the game is over when it has a winner."""
        held = sorted(place for place in state.where.tolist() if place >= HELD)
        if held != [HELD, HELD + 1] or (state.player == NOBODY) != (state.winner != NOBODY):
            raise BadPosition("each seat should hold one stone, and 'player' be null if there is a winner")
