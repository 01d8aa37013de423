"""A room: one live table, and what may be done at it.

Whatever a player does here goes the same way: check it against the position, append it to the log as the
next version, and only when the log has it on disk, change the room and tell everybody. If another process
was faster, the log refuses the version; the room catches up and checks again. While the disk is written, the
room can be looked at; only who wants to change it, too, waits for its turn.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from fastapi.concurrency import run_in_threadpool

from stramash.core.errors import StramashError
from stramash.core.game import Game
from stramash.core.position import Position
from stramash.table.errors import (
    BadInvitation,
    BadRequest,
    GameOver,
    IllegalMove,
    NotYet,
    StaleMove,
    TableFull,
    WrongSeat,
)
from stramash.table.happenings import (
    BETWEEN,
    CLOSED,
    JOIN,
    LEAVE,
    MOVE,
    OVER,
    REMATCH,
    RESIGN,
    UNDO,
    Happening,
)
from stramash.table.live import LiveTable
from stramash.table.seats import BOT, LOCAL, OPEN, PERSON, Seat, clean_name
from stramash.table.store import Conflict, Event, Setup

if TYPE_CHECKING:
    from stramash.table.rooms import Rooms

__all__ = ["Room"]

_CLIENT_ID_LENGTH = 64


@dataclass(frozen=True)
class _Decision:
    """An event to append, with the seat it changes and the table it founds."""

    event: Event
    seat: Seat | None = None
    follow_up: tuple[Setup, Sequence[Seat]] | None = None


_Decide: TypeAlias = Callable[[], _Decision | Happening]


class Room(LiveTable):
    """One table with people, bots and programs around it. Safe to use from any thread."""

    def __init__(self, rooms: Rooms, setup: Setup, game: Game) -> None:
        super().__init__(rooms, setup, game)
        #: whose turn it is to add to the log; held until that is on the disk
        self._turn = threading.Lock()

    # --- what a player does ----------------------------------------------------------------------

    def play(self, seat: int, action: str, ply: int, client_id: str) -> Happening:
        """Play an action, given as its notation, that answers a ply; the same client id counts once."""
        return self._append(self._deciding(seat, action, ply, client_id))

    async def play_soon(self, seat: int, action: str, ply: int, client_id: str) -> Happening:
        """Do the same from an event loop, which goes on with other things while the disk is written."""
        decide = self._deciding(seat, action, ply, client_id)
        if not self._turn.acquire(blocking=False):
            # Somebody else is at it: wait in a thread, but never in those that one whose turn it is may need.
            return await run_in_threadpool(self._append, decide)
        return await asyncio.shield(self._append_soon(decide))  # whether or not its client still listens

    def _deciding(self, seat: int, action: str, ply: int, client_id: str) -> _Decide:
        _check_client_id(client_id)

        def decide() -> _Decision | Happening:
            done = self._by_client_id.get((seat, client_id))
            if done is not None:
                return self._same_move(done, action, ply)
            self._must_play()
            position = self._now()
            if ply != self.ply:
                raise StaleMove(f"this move answers action {ply}, but the game is at {self.ply}: look again")
            self._must_act(seat)
            number = self._legal_action(position, action)
            return self._next(MOVE, seat, self.game.notations[number], client_id)

        return decide

    def undo(self, seat: int) -> Happening:
        """Take back the seat's last action: it kept the turn, showed nothing, and no die was rolled."""

        def decide() -> _Decision:
            self._must_play()
            if not self.undoable(seat):
                raise NotYet("only your own last action can be taken back, while your turn goes on "
                             "and nothing hidden or random has come of it")  # fmt: skip
            return self._next(UNDO, seat)

        return self._append(decide)

    def resign(self, seat: int) -> Happening:
        """Give up: a game of two is over, in a larger one a bot plays on in this seat."""
        if self.game.players > 2:
            return self.leave(seat)

        def decide() -> _Decision:
            self._must_play()
            return self._next(RESIGN, seat)

        return self._append(decide)

    def leave(self, seat: int) -> Happening:
        """Get up; `parting` says what becomes of the seat."""

        def decide() -> _Decision:
            if self.status == OVER:
                raise GameOver("the game is over: nobody needs to take the seat")
            mine = self._seats[seat]
            if mine.kind not in (PERSON, LOCAL):
                raise WrongSeat("nobody sits here who could leave")
            then = self.parting([seat])
            if then == CLOSED:
                return self._next(LEAVE, seat, BETWEEN.join((CLOSED, mine.name)))
            if then == OPEN:
                return self._next(LEAVE, seat, BETWEEN.join((OPEN, mine.name)), change=Seat(seat, OPEN))
            bot = self._rooms.settings.takeover_bot
            taken = Seat(seat, BOT, self._rooms.bot_name(bot, self.names), bot)
            return self._next(LEAVE, seat, BETWEEN.join((bot, mine.name, taken.name)), change=taken)

        return self._append(decide)

    def join(self, secret: str, name: str, invite: str, seat: int | None = None, bot: str = "") -> int:
        """Sit down at an open seat and return which; one who sits here already keeps that seat.

        A program says which bot it is, and the others are told so.
        """
        sat: list[int] = []

        def decide() -> _Decision | Happening:
            sat.clear()
            mine = self.seats_of(secret)
            if mine:
                sat.append(mine[0])
                return self._happenings[-1] if self._happenings else _nothing_yet(self)
            if not self._rooms.fits(invite, self._setup.invite):
                raise BadInvitation("this invitation is not for this table: ask for the link again")
            free = [place.seat for place in self._seats if place.kind == OPEN]
            if self.status == OVER:
                raise GameOver("the game is over: nobody can sit down any more")
            if not free:
                raise TableFull(
                    "every seat at this table is taken: you can watch, or open a table of your own"
                )
            if seat is not None and seat not in free:
                raise TableFull(f"seat {seat} is not free: free are {', '.join(map(str, free))}")
            chosen = free[0] if seat is None else seat
            sat.append(chosen)
            taken = replace(
                self._rooms.person(chosen, name, secret, self.names), bot=clean_name(bot, 64) or None
            )
            return self._next(JOIN, chosen, taken.name, change=taken)

        self._append(decide)
        return sat[0]

    def rematch(self, seat: int) -> str:
        """Found a table with the same people, seats moved on by one; return its address, the same for all."""

        def decide() -> _Decision | Happening:
            if self.next_table is not None:
                return self._happenings[-1]
            if self.status != OVER:
                raise NotYet("a rematch can be had when the game is over")
            follow_up = self._rooms.follow_up(self._setup, self._seats)
            return self._next(REMATCH, seat, follow_up[0].id, follow_up=follow_up)

        self._append(decide)
        assert self.next_table is not None
        return self.next_table

    # --- how it is done --------------------------------------------------------------------------

    def refresh(self) -> bool:
        """Take over what other processes added to the log; say whether there was anything."""
        with self._turn:
            return self._catch_up()

    def _catch_up(self) -> bool:
        seats, events = self._rooms.store.since(self.id, self.version)
        with self._lock:
            fresh = [event for event in events if event.version > self.version]
            if not self._seats or fresh:
                self._seats = seats
            for event in fresh:
                self._apply(event)
            return bool(fresh)

    def _next(
        self,
        kind: str,
        seat: int,
        content: str = "",
        client_id: str | None = None,
        *,
        change: Seat | None = None,
        follow_up: tuple[Setup, Sequence[Seat]] | None = None,
    ) -> _Decision:
        event = Event(self.version + 1, kind, seat, content, client_id, time.time())
        return _Decision(event, change, follow_up)

    def _append(self, decide: _Decide) -> Happening:
        """Append what is decided on; decide again if another process was faster; nothing if it is done."""
        with self._turn:
            while True:
                decision = self._decided(decide)
                if isinstance(decision, Happening):
                    return decision
                try:
                    self._rooms.store.append(self.id, decision.event, decision.seat, decision.follow_up)
                    break
                except Conflict:
                    if not self._catch_up():
                        raise
            happening = self._carry_out(decision)
        self._rooms.announce(self.id)
        return happening

    async def _append_soon(self, decide: _Decide) -> Happening:
        """Append as `_append` does; it is our turn already."""
        try:
            while True:
                decision = self._decided(decide)
                if isinstance(decision, Happening):
                    return decision
                try:
                    await self._rooms.store.append_soon(
                        self.id, decision.event, decision.seat, decision.follow_up
                    )
                    break
                except Conflict:
                    if not await asyncio.to_thread(self._catch_up):
                        raise
            happening = self._carry_out(decision)
        finally:
            self._turn.release()
        self._rooms.announce(self.id)
        return happening

    def _decided(self, decide: _Decide) -> _Decision | Happening:
        with self._lock:
            return decide()

    def _carry_out(self, decision: _Decision) -> Happening:
        """Change the room by what is in the log now."""
        with self._lock:
            if decision.seat is not None:
                self._seats[decision.seat.seat] = decision.seat
            return self._apply(decision.event)

    def _legal_action(self, position: Position, notation: str) -> int:
        try:
            number = self.game.parse(notation)
        except StramashError as error:
            raise IllegalMove(str(error)) from None
        if number not in position.legal:
            raise IllegalMove(
                f"{self.game.notations[number]} is not legal now: choose one of the legal actions"
            )
        return number

    def _same_move(self, done: Happening, action: str, ply: int) -> Happening:
        if (
            done.kind != MOVE
            or done.action is None
            or self.game.notations[done.action] != action.strip().lower()
        ):
            raise StaleMove(
                f"this client id was already used at action {done.ply}: make a new one for a new move"
            )
        if done.ply != ply + 1:
            raise StaleMove(
                f"this client id was already used at action {done.ply}: make a new one for a new move"
            )
        return done


def _nothing_yet(room: Room) -> Happening:
    return Happening(0, JOIN, 0, None, "", "", "", 0, room.digest, room.created)


def _check_client_id(client_id: str) -> None:
    if not 1 <= len(client_id) <= _CLIENT_ID_LENGTH or not client_id.isprintable():
        raise BadRequest(f"a client id has 1 to {_CLIENT_ID_LENGTH} printable characters: make a random one")
