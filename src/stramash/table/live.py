"""A live table, as it is known: a fold over the table's events, so it can be forgotten at any time."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stramash.bots import Hint
from stramash.core.game import SPECTATOR, Game, OptionValue
from stramash.core.position import Position, View
from stramash.core.record import Record, winners_of
from stramash.table.errors import BadRequest, GameOver, NotYet, WrongSeat
from stramash.table.happenings import (
    CLOSED,
    JOIN,
    LEAVE,
    MOVE,
    OVER,
    PLAYING,
    REMATCH,
    RESIGN,
    UNDO,
    WAITING,
    Happening,
    Told,
    contents_of,
)
from stramash.table.seats import BOT, LOCAL, OPEN, PERSON, Seat, holds, seats_held
from stramash.table.store import Event, Setup

if TYPE_CHECKING:
    from stramash.table.rooms import Rooms

__all__ = ["LiveTable"]


class LiveTable:
    """What has happened at one table, and what anybody may know of it. Safe to read from any thread."""

    def __init__(self, rooms: Rooms, setup: Setup, game: Game) -> None:
        self._rooms = rooms
        self._setup = setup
        #: what is known of the table; held for moments only
        self._lock = threading.RLock()
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
            return winners_of(self._now(), self._resigned)

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

    # --- how it becomes known -----------------------------------------------------------------------

    def _apply(self, event: Event) -> Happening:
        """Change the room by one event of the log."""
        position = self._now()
        action = None
        content, left, sat = contents_of(event)
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


def _public_digest(position: Position) -> str:
    states = position._states.copy()  # as `position.view(None)` has it, without telling the actions so far
    position.game.rules.hide(states[0], SPECTATOR)
    return hashlib.sha256(states.tobytes()).hexdigest()[:16]
