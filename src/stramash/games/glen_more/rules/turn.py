"""A turn: move, place, pay, take what the tile gives, activate, move clan members, refill; and the set-up."""

from __future__ import annotations

from stramash.core.chance import shuffle
from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.glen_more.rules.actions import (
    ACTIVATE,
    BUY,
    CROWN,
    DONE,
    FILL,
    GAIN,
    MARCH,
    PAY,
    PAY_CHIEFTAIN,
    PAY_MEMBER,
    PLACE,
    REMOVE,
    SELL,
    TAKE,
)
from stramash.games.glen_more.rules.activation import (
    activate,
    begin_activation,
    continue_activation,
    convert,
    end_activation,
    fill_empty_tiles,
    legal_activations,
    take_windfall,
)
from stramash.games.glen_more.rules.components import (
    ACTIVATED,
    ACTIVATING,
    CONVERTING,
    CUBE_KIND,
    CUBE_TILE,
    DIE,
    DIE_PLAYERS,
    DIRECTIONS,
    EAST_STEP,
    ENDING,
    FIGURES,
    FILLING,
    GAINING,
    GONE,
    HOME,
    IDLE,
    IN_STACK,
    IONA,
    LOCHY,
    LOCHY_CUBES,
    MOVING,
    NO_BILL,
    NO_TILE,
    NORTH_STEP,
    PAYING,
    PLACING,
    RESOURCES,
    SEATS,
    SHIEL,
    SIDES,
    SPACES,
    STACK,
    STACKED,
    STARTING_COINS,
    TILES,
)
from stramash.games.glen_more.rules.display import (
    add_cube,
    add_tile,
    display_tile,
    remove_cube,
)
from stramash.games.glen_more.rules.members import crown, legal_movement, march
from stramash.games.glen_more.rules.moving import legal_moves, legal_places, take
from stramash.games.glen_more.rules.paying import (
    clear_bill,
    hand_in,
    is_paid,
    legal_payments,
    open_cost,
)
from stramash.games.glen_more.rules.state import GlenMore
from stramash.games.glen_more.rules.track import lay_tile, move_figure, refill, space_of
from stramash.games.glen_more.rules.warehouse import buy, legal_sales, sell

__all__ = ["clear_table", "deal", "legal", "may_decline_gain", "play"]


# --- Set-up ------------------------------------------------------------------------------------------


@rule
def deal(state: GlenMore) -> None:
    """Shuffle each stack, set up figures and the die, lay tiles up to the space behind the start player."""
    clear_table(state)
    for tile in range(STACKED):
        state.stack[tile] = tile
    first = 0
    while first < STACKED:
        count = 1
        while first + count < STACKED and STACK[first + count] == STACK[first]:
            count += 1
        shuffle(state, state.stack[first:], count)
        first += count
    figures = int(state.players)
    for seat in range(figures):
        state.figure[seat] = seat
    if state.players <= DIE_PLAYERS:
        state.figure[DIE] = figures
        figures += 1
        for resource in range(RESOURCES):
            state.warehouse[resource] = 1
    for space in range(figures, SPACES - 1):
        lay_tile(state, space)
    begin_turn(state, 0, 0)


@rule
def clear_table(state: GlenMore) -> None:
    """Lay everything out before the first tile: starting villages with a clan member, six coins each."""
    for space in range(SPACES):
        state.track[space] = NO_TILE
    for figure in range(FIGURES):
        state.figure[figure] = -1
    state.rolled = 0
    state.laid = 0
    state.scorings = 0
    state.turn = 0
    for resource in range(RESOURCES):
        state.warehouse[resource] = 0
    for tile in range(TILES):
        state.owner[tile] = IN_STACK if tile < STACKED else GONE
        state.east[tile] = 0
        state.north[tile] = 0
        state.members[tile] = 0
        state.activity[tile] = IDLE
        for resource in range(RESOURCES):
            state.cubes[tile, resource] = 0
    for seat in range(SEATS):
        clear_seat(state, seat)


@rule
def clear_seat(state: GlenMore, seat: int) -> None:
    """Give a seat its starting village with a clan member, and its coins; an empty seat gets nothing."""
    for place in range(STACKED + 1):
        state.display[seat, place] = NO_TILE
    state.display_size[seat] = 0
    for resource in range(RESOURCES):
        state.stock[seat, resource] = 0
    state.coins[seat] = 0
    state.whisky[seat] = 0
    state.chieftains[seat] = 0
    state.points[seat] = 0
    if seat < state.players:
        add_tile(state, seat, HOME + seat, 0, 0)
        state.members[HOME + seat] = 1
        state.coins[seat] = STARTING_COINS


@rule
def begin_turn(state: GlenMore, seat: int, origin: int) -> None:
    """The player whose figure is rearmost takes a turn."""
    state.player = seat
    state.origin = origin
    state.turn += 1
    state.phase = MOVING
    state.taken = NO_TILE
    state.working = NO_TILE
    state.movement = 0
    state.ness_used = 0
    state.gains = 0
    clear_bill(state)


# --- What is legal -----------------------------------------------------------------------------------


@rule
def legal(state: GlenMore, actions: Ints) -> int:
    """Write what the player to act may do, in rising order; return how many actions that is."""
    seat = int(state.player)
    phase = int(state.phase)
    if phase == ACTIVATING:
        return legal_activations(state, seat, actions)
    if phase == ENDING:
        return legal_movement(state, seat, actions)
    if phase == MOVING:
        return legal_moves(state, seat, actions)
    if phase == PLACING:
        return legal_places(state, seat, actions)
    if phase == PAYING or phase == CONVERTING:
        return legal_payments(state, seat, actions)
    count = 0
    if phase == GAINING:
        for resource in range(RESOURCES):
            actions[count] = GAIN + resource
            count += 1
    else:
        actions[count] = FILL
        count += 1
    count = legal_sales(state, seat, actions, count)
    if phase == GAINING and may_decline_gain(state):
        actions[count] = DONE
        count += 1
    return count


@rule
def may_decline_gain(state: GlenMore) -> bool:
    """The cube that Loch Shiel allows on an empty Iona Abbey may be left; one that was asked for is taken."""
    return state.working == IONA and state.activity[IONA] != ACTIVATED


# --- What actions do ---------------------------------------------------------------------------------


@rule
def play(state: GlenMore, action: int) -> None:
    """Carry out a legal action."""
    seat = int(state.player)
    if action >= SELL:
        if action == DONE:
            finish(state, seat)
        else:
            sell(state, seat, int(CUBE_TILE[action - SELL]), int(CUBE_KIND[action - SELL]))
    elif action < PLACE:
        if action < REMOVE:
            take(state, seat, action - TAKE)
        else:
            state.owner[move_figure(state, seat, space_of(state, action - REMOVE))] = GONE
            continue_activation(state, seat)
    elif action < PAY:
        place_tile(state, seat, action - PLACE)
    elif action < GAIN:
        pay(state, seat, action)
    elif action < ACTIVATE:
        gain(state, seat, action - GAIN)
    elif action < MARCH:
        activate(state, seat, display_tile(seat, action - ACTIVATE))
    elif action < CROWN:
        march(state, seat, display_tile(seat, (action - MARCH) // DIRECTIONS), (action - MARCH) % DIRECTIONS)
    elif action < FILL:
        crown(state, seat, display_tile(seat, action - CROWN))
    else:
        fill_empty_tiles(state, seat)


@rule
def place_tile(state: GlenMore, seat: int, where: int) -> None:
    """Place the taken tile beside another, then pay for it."""
    tile = int(state.taken)
    beside, side = display_tile(seat, where // SIDES), where % SIDES
    east = int(state.east[beside]) + EAST_STEP[2 * side]
    north = int(state.north[beside]) + NORTH_STEP[2 * side]
    add_tile(state, seat, tile, east, north)
    open_cost(state, tile)
    if state.bill == NO_BILL:
        settle(state, seat, tile)
    else:
        state.working = tile
        state.phase = PAYING


@rule
def pay(state: GlenMore, seat: int, action: int) -> None:
    """Hand in a cube, a bought resource, a clan member or a chieftain; when all is paid, go on."""
    if action < BUY:
        resource = int(CUBE_KIND[action - PAY])
        remove_cube(state, int(CUBE_TILE[action - PAY]), resource)
        hand_in(state, resource)
    elif action < PAY_MEMBER:
        buy(state, seat, action - BUY)
        hand_in(state, action - BUY)
    elif action < PAY_CHIEFTAIN:
        state.members[display_tile(seat, action - PAY_MEMBER)] -= 1
    else:
        state.chieftains[seat] -= 1
    if is_paid(state):
        if state.phase == PAYING:
            settle(state, seat, int(state.taken))
        else:
            convert(state, seat)


@rule
def settle(state: GlenMore, seat: int, tile: int) -> None:
    """A tile that is paid for gives its windfall, then its card acts, then activation begins."""
    clear_bill(state)
    take_windfall(state, seat, tile)
    begin_activation(state, seat, tile)
    if tile == LOCHY:
        state.working = LOCHY
        state.gains = LOCHY_CUBES
        state.phase = GAINING
    elif tile == SHIEL:
        state.working = SHIEL
        state.phase = FILLING
    else:
        continue_activation(state, seat)


@rule
def gain(state: GlenMore, seat: int, resource: int) -> None:
    """Take a cube of one's choice."""
    add_cube(state, int(state.working), resource)
    state.gains -= 1
    if state.gains == 0:
        continue_activation(state, seat)


@rule
def finish(state: GlenMore, seat: int) -> None:
    """Stop what one is about: gaining, handing in, activating, or the turn."""
    if state.phase == ENDING:
        end_turn(state, seat)
    elif state.phase == CONVERTING:
        convert(state, seat)
    elif state.phase == ACTIVATING:
        end_activation(state)
    else:
        state.gains = 0
        continue_activation(state, seat)


@rule
def end_turn(state: GlenMore, seat: int) -> None:
    """Refill the track; then it is the turn of the player who is rearmost."""
    for place in range(int(state.display_size[seat])):
        state.activity[state.display[seat, place]] = IDLE
    state.movement = 0
    refill(state)
    if state.player >= 0:
        begin_turn(state, int(state.player), int(state.origin))
