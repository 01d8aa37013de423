"""A room: one live table. Its state is a fold over the table's events, so it can be forgotten at any time.

Whatever a player does here goes the same way: check it against the position, append it to the log as the
next version, and only when the log has it on disk, change the room and tell everybody. If another process
was faster, the log refuses the version; the room catches up and checks again. While the disk is written, the
room can be looked at; only who wants to change it, too, waits for its turn.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from fastapi.concurrency import run_in_threadpool

from stramash.bots import Hint
from stramash.core.errors import StramashError
from stramash.core.game import SPECTATOR, Game, OptionValue
from stramash.core.position import Position, View
from stramash.core.record import Record
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
from stramash.table.seats import BOT, LOCAL, OPEN, PERSON, Seat, clean_name, holds, seats_held
from stramash.table.store import Conflict, Event, Setup

if TYPE_CHECKING:
    from stramash.table.rooms import Rooms

__all__ = [
    "CLOSED",
    "JOIN",
    "LEAVE",
    "MOVE",
    "OVER",
    "PLAYING",
    "REMATCH",
    "RESIGN",
    "UNDO",
    "WAITING",
    "Happening",
    "Room",
    "Told",
]

#: What happens at a table
MOVE, UNDO, JOIN, LEAVE, RESIGN, REMATCH = "move", "undo", "join", "leave", "resign", "rematch"
#: What a table is doing
WAITING, PLAYING, OVER = "waiting", "playing", "over"
#: What a table is when nobody is left at it to play
CLOSED = "closed"
#: What stands in the log between who plays on for a leaver, the leaver's name, and the new name
_BETWEEN = "\t"

_CLIENT_ID_LENGTH = 64


@dataclass(frozen=True)
class Happening:
    """An event, and what the table looked like to everybody after it."""

    version: int
    kind: str
    seat: int
    #: the action of a move, None otherwise
    action: int | None
    #: the name of one who joined, the bot that sat down for one who left, the address of a rematch
    content: str
    #: what the one who left was called, empty if nobody left
    left: str
    #: what the one is called who sat down, or who plays on for one who left; empty if nobody sat down
    sat: str
    #: how many actions the game has after it
    ply: int
    #: fingerprint of the public state after it
    digest: str
    at: float


@dataclass(frozen=True)
class Told:
    """One line of the story: an action in a sentence, or something else that happened at the table."""

    happening: Happening
    #: how many actions the game had after it
    ply: int
    #: what an action is in a sentence, empty for anything else
    sentence: str
    #: what the one who did it was called then
    who: str


@dataclass(frozen=True)
class _Decision:
    """An event to append, with the seat it changes and the table it founds."""

    event: Event
    seat: Seat | None = None
    follow_up: tuple[Setup, Sequence[Seat]] | None = None


_Decide: TypeAlias = Callable[[], _Decision | Happening]


class Room:
    """One table with people, bots and programs around it. Safe to use from any thread."""

    def __init__(self, rooms: Rooms, setup: Setup, game: Game) -> None:
        self._rooms = rooms
        self._setup = setup
        #: what is known of the table; held for moments only
        self._lock = threading.RLock()
        #: whose turn it is to add to the log; held until that is on the disk
        self._turn = threading.Lock()
        self._seats: list[Seat] = []
        self._happenings: list[Happening] = []
        self._by_client_id: dict[tuple[int, str], Happening] = {}
        self._position: Position | None = None
        self._start: Position | None = None
        self._resigned: int | None = None
        self._closed = False
        self.id = setup.id
        self.game = game
        #: the table of the rematch, once there is one
        self.next_table: str | None = None

    def still(self) -> AbstractContextManager[Any]:
        """Keep the room as it is while several things are read that should fit together."""
        return self._lock

    # --- what anybody may know -------------------------------------------------------------------

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options chosen."""
        return dict(self.game.options)

    @property
    def seats(self) -> list[Seat]:
        """Who sits where."""
        with self._lock:
            return list(self._seats)

    @property
    def names(self) -> list[str]:
        """The name shown at each seat; empty where nobody sits yet."""
        return [seat.name for seat in self.seats]

    @property
    def version(self) -> int:
        """How many things have happened; every change makes it rise."""
        return len(self._happenings)

    @property
    def ply(self) -> int:
        """How many actions the game has so far."""
        with self._lock:
            return len(self._now().history)

    @property
    def status(self) -> str:
        """Whether the table waits for players, is played at, or is over."""
        with self._lock:
            if self._closed or self._resigned is not None or self._now().over:
                return OVER
            return WAITING if any(seat.kind == OPEN for seat in self._seats) else PLAYING

    @property
    def player(self) -> int | None:
        """The seat to act, None unless the table is played at."""
        with self._lock:
            return self._now().player if self.status == PLAYING else None

    @property
    def getting_ready(self) -> bool:
        """Whether a bot is to act that cannot think yet: its search is being compiled on this machine."""
        with self._lock:
            player = self.player
            if player is None or self._seats[player].kind != BOT:
                return False
            return self._rooms.is_getting_ready(self.game.name, self._seats[player].bot)

    @property
    def resigned(self) -> int | None:
        """The seat that gave up, None if none did."""
        return self._resigned

    @property
    def winners(self) -> list[int]:
        """The seats that won; none while the game goes on, or if everybody left."""
        with self._lock:
            if self._resigned is not None:
                return [seat for seat in range(self.game.players) if seat != self._resigned]
            return self._now().winners

    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
        with self._lock:
            return self._now().view(None).scores

    @property
    def created(self) -> float:
        """When the table was made, in seconds since 1970."""
        return self._setup.created

    @property
    def listed(self) -> bool:
        """Whether strangers see the table among those to join."""
        return self._setup.listed

    @property
    def previous(self) -> str | None:
        """The table this one is a rematch of."""
        return self._setup.previous

    @property
    def digest(self) -> str:
        """The fingerprint of the public state: who watches and has another one has missed something."""
        with self._lock:
            return _public_digest(self._now())

    @property
    def commitment(self) -> str:
        """SHA-256 of `salt:seed`, shown from the start: the deal cannot be changed afterwards."""
        return hashlib.sha256(f"{self._setup.salt}:{self._setup.seed}".encode()).hexdigest()

    @property
    def seed(self) -> int | None:
        """The seed of the deal, once the game is over."""
        return self._setup.seed if self.status == OVER else None

    @property
    def salt(self) -> str | None:
        """The salt of the commitment, once the game is over."""
        return self._setup.salt if self.status == OVER else None

    @property
    def happenings(self) -> list[Happening]:
        """Everything that happened, in order."""
        with self._lock:
            return list(self._happenings)

    def since(self, version: int) -> list[Happening]:
        """Return what happened after a version."""
        with self._lock:
            return self._happenings[max(version, 0) :]

    def record(self) -> Record:
        """Return the game as a text that replays it; it holds the seed, so only once the game is over."""
        with self._lock:
            if self.status != OVER:
                raise NotYet("the record holds the seed of the deal: it can be had when the game is over")
            position = self._now()
            return replace(position.record(), resigned=self._resigned).sealed(bytes(position))

    # --- what belongs to a seat ------------------------------------------------------------------

    def seats_of(self, secret: str | None) -> list[int]:
        """Return the seats that the holder of this secret sits at."""
        return seats_held(self.seats, secret)

    def invite_for(self, secret: str | None) -> str | None:
        """Return the invitation for an open seat, to those who may give it on."""
        if self.status != WAITING or not (self.listed or self.seats_of(secret) or self._is_creator(secret)):
            return None
        return self._setup.invite

    def _is_creator(self, secret: str | None) -> bool:
        return holds(secret, self._setup.creator)

    def view(self, seat: int | None, ply: int | None = None) -> View:
        """Return all that a seat may know, now or at an earlier moment; None is one who watches.

        Once the game is over, however it ended, everybody shows their cards; earlier moments stay as seen.
        """
        with self._lock:
            ended = self.status == OVER and ply in (None, self.ply)
            return self._at(ply).show(seat, reveal=ended).named(self._speaking_names())

    def log(self, seat: int | None, locale: str = "en") -> list[tuple[int, str]]:
        """Tell the game so far, as this seat saw it: (ply, sentence)."""
        return [(told.ply, told.sentence) for told in self.story(seat, locale) if told.sentence]

    def story(self, seat: int | None, locale: str = "en") -> list[Told]:
        """Tell all that happened and was not taken back, everybody called as they were at that time."""
        with self._lock:
            lines = self._lasting()
            moves = [names for happening, names in lines if happening.kind == MOVE]
            sentences = iter(self._now().tell(seat, locale, moves))
            ply, told = 0, []
            for happening, names in lines:
                sentence = next(sentences) if happening.kind == MOVE else ""
                ply += bool(sentence)
                told.append(Told(happening, ply, sentence, names[happening.seat]))
            return told

    def _lasting(self) -> list[tuple[Happening, list[str]]]:
        """Return what happened, less the actions taken back, each with the names before it."""
        names = self._speaking_names()
        for happening in reversed(self._happenings):  # the first names are known only by going back
            if happening.left or happening.kind == JOIN:
                names[happening.seat] = happening.left or f"{happening.seat + 1}"
        lines: list[tuple[Happening, list[str]]] = []
        for happening in self._happenings:
            if happening.kind == UNDO:
                last = max(at for at, (line, _) in enumerate(lines) if line.kind == MOVE)
                del lines[last]
                continue
            lines.append((happening, list(names)))
            if happening.sat:
                names[happening.seat] = happening.sat
        return lines

    def undoable(self, seat: int) -> bool:
        """Say whether this seat may take its last action back."""
        with self._lock:
            position = self._now()
            return (
                self.status == PLAYING
                and bool(position.history)
                and position.history[-1][0] == seat
                and position.undoable
            )

    def hint(self, seat: int, locale: str = "en") -> Hint:
        """Return what the search would do in this seat, and why."""
        with self._lock:
            self._must_act(seat)
            view = self._now().view(seat).named(self._speaking_names())
        return self._rooms.hint(view, locale)

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

    def parting(self, seats: Sequence[int]) -> str:
        """Say what becomes of the places of those who get up: `BOT`, `OPEN` before the start, or `CLOSED`.

        The last person to leave closes the table; before the start only the one who opened it does.
        """
        with self._lock:
            others = [place for place in self._seats if place.seat not in seats]
            alone = not any(place.kind in (PERSON, LOCAL) for place in others)
            founded = any(self._seats[seat].holder == self._setup.creator for seat in seats)
            if alone and (self.status == PLAYING or founded):
                return CLOSED
            return OPEN if self.status == WAITING else BOT

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
                return self._next(LEAVE, seat, _BETWEEN.join((CLOSED, mine.name)))
            if then == OPEN:
                return self._next(LEAVE, seat, _BETWEEN.join((OPEN, mine.name)), change=Seat(seat, OPEN))
            bot = self._rooms.settings.takeover_bot
            taken = Seat(seat, BOT, self._rooms.bot_name(bot, self.names), bot)
            return self._next(LEAVE, seat, _BETWEEN.join((bot, mine.name, taken.name)), change=taken)

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

    def _apply(self, event: Event) -> Happening:
        """Change the room by one event of the log."""
        position = self._now()
        action = None
        content, left, sat = _contents(event)
        if event.kind == MOVE:
            action = self.game.parse(event.content)
            position.play(action)
        elif event.kind == UNDO:
            position.undo()
        elif event.kind == RESIGN:
            self._resigned = event.seat
        elif event.kind == LEAVE and content == CLOSED:
            self._closed = True
        elif event.kind == REMATCH:
            self.next_table = event.content
        happening = Happening(
            version=event.version,
            kind=event.kind,
            seat=event.seat,
            action=action,
            content=content,
            left=left,
            sat=sat,
            ply=len(position._history),
            digest=_public_digest(position),
            at=event.at,
        )
        self._happenings.append(happening)
        if event.client_id is not None:
            self._by_client_id[event.seat, event.client_id] = happening
        return happening

    def _now(self) -> Position:
        if self._position is None:
            self._rooms.warm_up.ask(self.game.name)
            self._start = self.game.deal(self._setup.seed)
            self._position = self._start.copy()
        return self._position

    def _at(self, ply: int | None) -> Position:
        position = self._now()
        if ply is None or ply == len(position._history):
            return position.copy()
        if not 0 <= ply < len(position._history):
            raise BadRequest(f"no moment {ply}: the game has 0 to {len(position._history)}")
        assert self._start is not None
        earlier = self._start.copy()
        for _, action in position._history[:ply]:
            earlier.play(action)
        return earlier

    def _speaking_names(self) -> list[str]:
        return [seat.name or f"{seat.seat + 1}" for seat in self._seats]

    def _must_play(self) -> None:
        status = self.status
        if status == OVER:
            raise GameOver("the game is over: there is nothing left to play")
        if status == WAITING:
            raise NotYet("the game has not begun: a seat is still open")

    def _must_act(self, seat: int) -> None:
        self._must_play()
        if self._now().player != seat:
            raise WrongSeat(f"it is not seat {seat}'s turn: seat {self._now().player} is to act")

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


def _contents(event: Event) -> tuple[str, str, str]:
    """Return what an event brought, who left, and who sat down, by their names."""
    if event.kind == MOVE:
        return "", "", ""
    if event.kind == JOIN:
        return event.content, "", event.content
    content, left, sat = [*event.content.split(_BETWEEN), "", ""][:3]
    return content, left, sat


def _public_digest(position: Position) -> str:
    states = position._states.copy()  # as `position.view(None)` has it, without telling the actions so far
    position.game.rules.hide(states[0], SPECTATOR)
    return hashlib.sha256(states.tobytes()).hexdigest()[:16]


def _check_client_id(client_id: str) -> None:
    if not 1 <= len(client_id) <= _CLIENT_ID_LENGTH or not client_id.isprintable():
        raise BadRequest(f"a client id has 1 to {_CLIENT_ID_LENGTH} printable characters: make a random one")
