"""`decide(state, command) -> event`: check a command against the state, or raise the reason against it.

A command that was answered before gets its first event again. An event whose version is above the state's is
new: the caller stores it and then lets `evolve` apply it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

from stramash.core.errors import StramashError
from stramash.core.position import Position
from stramash.table.domain.commands import (
    SERVER,
    AnswerUndo,
    AskHint,
    AskUndo,
    BotChoice,
    Close,
    Command,
    Join,
    Leave,
    Play,
    Rematch,
    ReplaceBot,
    Resign,
    RunOut,
    SeatCommand,
    Undo,
)
from stramash.table.domain.errors import (
    Archived,
    BadInvitation,
    GameOver,
    HintsOff,
    IllegalMove,
    NotYet,
    StaleCommand,
    TableFull,
    WrongSeat,
)
from stramash.table.domain.events import (
    CLOSED,
    SERVER_SEAT,
    BotReplaced,
    Closed,
    Event,
    Hinted,
    Joined,
    Left,
    Moved,
    Rematched,
    Resigned,
    Result,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from stramash.table.domain.seats import BOT, LOCAL, OPEN, PERSON, bot_name, same_text, unused_name
from stramash.table.domain.state import OVER, PLAYING, WAITING, TableState, seen_by_others

__all__ = ["acting_seat", "decide"]

#: The events that each command may have led to
_ANSWERS: dict[type[Command], tuple[type[Event], ...]] = {
    Play: (Moved,),
    Undo: (Undone,),
    AskUndo: (UndoAsked,),
    AnswerUndo: (UndoAnswered, Undone),
    AskHint: (Hinted,),
    Join: (Joined,),
    Leave: (Left,),
    Resign: (Resigned, Left),
    RunOut: (Resigned, Left),
    Rematch: (Rematched,),
    ReplaceBot: (BotReplaced,),
    Close: (Closed,),
}


def decide(state: TableState, command: Command) -> Event:
    """Return the event that a command leads to, or led to before; raise TableError if it is refused."""
    answered = state.answers.get(command.key)
    if answered is not None:
        return _same_answer(state.log[answered - 1], command)
    if state.archived and not isinstance(command, Close):
        raise Archived(f"nothing can be done at this table any more: {state.archived}")
    return _decide(command, state)


def acting_seat(state: TableState, by: str | None, seat: int | None) -> int:
    """Return the seat that a sender acts for: the one named, else the one to act, else their first."""
    held = [place.seat for place in state.seats if place.kind == BOT] if by == SERVER else state.seats_of(by)
    if not held:
        raise WrongSeat(
            "you hold no seat at this table: send your secret as 'Authorization: Bearer …', or join"
        )
    if seat is None:
        return state.player if state.player in held else held[0]
    if seat not in held:
        raise WrongSeat(f"seat {seat} is not yours: you hold {', '.join(map(str, held))}")
    return seat


def _same_answer(event: Event, command: Command) -> Event:
    """Return the event that answered this command before; refuse an id that was used for another one."""
    same = isinstance(event, _ANSWERS[type(command)])
    if same and isinstance(command, Play) and isinstance(event, Moved):
        same = event.action == command.action.strip().lower() and event.ply == command.ply + 1
    if not same:
        raise StaleCommand(f"this id was used for event {event.version} already: make a new one")
    return event


@singledispatch
def _decide(command: Command, state: TableState) -> Event:
    raise NotImplementedError(f"no decision for {type(command).__name__}")


@_decide.register
def _(command: Play, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    _must_play(state)
    if command.ply != state.ply or state.moved > command.version:
        raise StaleCommand(
            f"this move answers action {command.ply}, but the game is at {state.ply}: look again"
        )
    if state.turn != seat:
        raise WrongSeat(f"it is not seat {seat}'s turn: seat {state.turn} is to act")
    after = _played(state.the_position(), command.action)
    action = after.game.notations[after.history[-1][1]]
    result = _result(after) if after.over else None
    seen = seen_by_others(after)
    return Moved(**_envelope(state, command, seat), action=action, seen=seen, result=result, after=after)


@_decide.register
def _(command: Undo, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    _must_play(state)
    _must_know_the_last_move(state, command, "this undo answers")
    if not state.undoable(seat):
        raise NotYet(
            "only your own last action can be taken back, while your turn goes on "
            "and nothing hidden or random was revealed"
        )
    return Undone(**_envelope(state, command, seat))


@_decide.register
def _(command: AskUndo, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    _must_play(state)
    _must_know_the_last_move(state, command, "this asks at")
    if state.undoable(seat):
        raise NotYet("this action can be taken back without a question: undo it")
    if not state.undo_askable(seat):
        raise NotYet(
            "other people can be asked once to undo your own last action, "
            "before another action, and if it revealed nothing but a card of your own"
        )
    return UndoAsked(**_envelope(state, command, seat))


@_decide.register
def _(command: AnswerUndo, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    _must_play(state)
    offer = state.undo_offer
    if offer is None or offer.version > command.version:
        raise StaleCommand("nobody asks for an undo any more: look again")
    mine = state.seats_of(command.by)
    if offer.seat in mine:
        if command.agree:
            raise WrongSeat("the other players answer this question: you can only withdraw it")
        return UndoAnswered(**_envelope(state, command, offer.seat), agree=False, withdrawn=True)
    if not command.agree:
        return UndoAnswered(**_envelope(state, command, seat), agree=False)
    if set(state.undo_awaits) <= set(mine):
        return Undone(**_envelope(state, command, offer.seat), agreed=True)
    if seat not in state.undo_awaits:
        raise StaleCommand("you have answered already: the others have to answer too")
    return UndoAnswered(**_envelope(state, command, seat), agree=True)


@_decide.register
def _(command: AskHint, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    _must_play(state)
    if not state.setup.hints:
        raise HintsOff("this table was opened without hints: open one with hints to have them")
    if state.player != seat:
        raise WrongSeat(f"it is not seat {seat}'s turn: seat {state.player} is to act")
    for event in reversed(state.since(state.moved)):  # one log line for a position
        if isinstance(event, Hinted) and event.seat == seat:
            return event
    return Hinted(**_envelope(state, command, seat))


@_decide.register
def _(command: Resign, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    if state.setup.players > 2:
        return _left(state, command, seat, command.takeover)
    _must_play(state)
    result = _result(state.the_position(), resigned=seat)
    return Resigned(**_envelope(state, command, seat), result=result)


@_decide.register
def _(command: RunOut, state: TableState) -> Event:
    if command.by != SERVER:
        raise WrongSeat("only the server says that somebody's time has run out")
    _must_play(state)
    seat, due = state.player, state.due
    if seat is None or seat != command.seat or due is None or command.at < due:
        raise NotYet("the player who is to act has time left")
    if state.setup.players > 2:
        return replace(_left(state, command, seat, command.takeover), late=True)
    result = _result(state.the_position(), resigned=seat)
    return Resigned(**_envelope(state, command, seat), result=result, late=True)


@_decide.register
def _(command: Leave, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    return _left(state, command, seat, command.takeover)


@_decide.register
def _(command: Join, state: TableState) -> Event:
    for event in reversed(state.log):
        if isinstance(event, Joined) and event.holder == command.by and command.by in _holders(state):
            return event
    if not same_text(command.invite, state.setup.invite):
        raise BadInvitation("this invitation is not for this table: ask for the link again")
    if state.status == OVER:
        raise GameOver("the game is over: nobody can sit down any more")
    if command.by in _holders(state):
        raise TableFull("you sit at this table already")
    free = [place.seat for place in state.seats if place.kind == OPEN]
    if not free:
        raise TableFull("every seat at this table is taken: you can watch, or open a table of your own")
    if command.seat is not None and command.seat not in free:
        raise TableFull(f"seat {command.seat} is not free: free are {', '.join(map(str, free))}")
    seat = free[0] if command.seat is None else command.seat
    name = unused_name(command.name or f"Player {seat + 1}", state.names)
    return Joined(**_envelope(state, command, seat), name=name, holder=command.by, bot=command.bot)


@_decide.register
def _(command: Rematch, state: TableState) -> Event:
    for event in state.log:
        if isinstance(event, Rematched):
            acting_seat(state, command.by, command.seat)
            return event
    seat = acting_seat(state, command.by, command.seat)
    if state.status != OVER:
        raise NotYet("a rematch is possible when the game is over")
    return Rematched(**_envelope(state, command, seat), table=command.setup.id)


@_decide.register
def _(command: ReplaceBot, state: TableState) -> Event:
    seat = acting_seat(state, command.by, command.seat)
    _must_play(state)
    if state.version > command.version:
        raise StaleCommand("the table has changed: look again before a bot is replaced")
    others = [place.name for place in state.seats if place.seat != seat]
    name = bot_name(command.bot.name, others)
    left = state.seats[seat].name
    return BotReplaced(**_envelope(state, command, seat), left=left, bot=command.bot.spec, name=name)


@_decide.register
def _(command: Close, state: TableState) -> Event:
    if command.by != SERVER or not state.archived:
        raise NotYet("only a table that cannot be replayed here is closed by the server")
    if state.ended:
        raise GameOver("the game is over already")
    return Closed(**_envelope(state, command, SERVER_SEAT), reason=command.reason)


def _left(state: TableState, command: SeatCommand, seat: int, takeover: BotChoice) -> Left:
    if state.status == OVER:
        raise GameOver("the game is over: nobody needs to take the seat")
    place = state.seats[seat]
    if place.kind not in (PERSON, LOCAL):
        raise WrongSeat("nobody sits here who could leave")
    envelope = _envelope(state, command, seat)
    then = state.parting([seat])
    if then == CLOSED:
        return Left(**envelope, then=then, left=place.name, result=_result(state.the_position(), closed=True))
    if then == OPEN:
        return Left(**envelope, then=then, left=place.name)
    name = bot_name(takeover.name, state.names)
    return Left(**envelope, then=then, left=place.name, bot=takeover.spec, name=name)


def _envelope(state: TableState, command: Command, seat: int) -> dict[str, Any]:
    return {"version": state.version + 1, "seat": seat, "at": command.at, "key": command.key}


def _holders(state: TableState) -> set[str | None]:
    return {place.holder for place in state.seats}


def _must_play(state: TableState) -> None:
    if state.status == OVER:
        raise GameOver("the game is over: there is nothing left to play")
    if state.status == WAITING:
        raise NotYet("the game has not begun: a seat is still open")
    assert state.status == PLAYING


def _must_know_the_last_move(state: TableState, command: Undo | AskUndo, subject: str) -> None:
    if state.moved > command.version:
        raise StaleCommand(
            f"{subject} version {command.version}, but the game moved at {state.moved}: look again"
        )


def _played(position: Position, notation: str) -> Position:
    after = position.copy()
    try:
        number = after.parse(notation)
    except StramashError as error:
        raise IllegalMove(str(error)) from None
    try:
        after.play(number)
    except StramashError:
        raise IllegalMove(
            f"{after.notation(number)} is not legal now: choose one of the legal actions"
        ) from None
    return after


def _result(end: Position, *, resigned: int | None = None, closed: bool = False) -> Result:
    """Return how a game ended in this position. A closed game has no winners."""
    record = replace(end.record(), resigned=resigned).sealed(bytes(end))
    winners = [] if closed else record.winners(end)
    return Result(tuple(winners), tuple(end.scores), record.engine, record.digest)
