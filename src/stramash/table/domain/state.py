"""The state of a table: its events folded. A state never changes; `evolve` returns the next one.

The game's position is part of the state and is replayed by the engine. Where the engine cannot replay it (an
older version of the rules, an unknown game) the table is *archived*: everything else is still known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from stramash.core.errors import StramashError
from stramash.core.game import Game
from stramash.core.position import Position, View
from stramash.core.record import Record, winners_of
from stramash.table.domain.errors import Archived, BadRequest, NotYet
from stramash.table.domain.events import (
    CLOSED,
    Event,
    Left,
    Moved,
    Resigned,
    Result,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from stramash.table.domain.seats import BOT, LOCAL, OPEN, PERSON, Seat, same_text, seats_held
from stramash.table.domain.setup import Setup

__all__ = [
    "NOTHING_PLAYED",
    "NOT_YOURS",
    "OVER",
    "PLAYING",
    "REVEALED",
    "TURN_ENDED",
    "WAITING",
    "TableState",
    "UndoOffer",
    "begin",
    "lasting_moves",
    "public_digest",
    "seen_by_others",
]

#: What a table is doing
WAITING, PLAYING, OVER = "waiting", "playing", "over"
#: The reasons why a seat cannot undo
NOTHING_PLAYED, NOT_YOURS, TURN_ENDED, REVEALED = "nothing played", "not yours", "turn ended", "revealed"


@dataclass(frozen=True)
class UndoOffer:
    """A question to the other players: may the last action be undone? The next action answers it with no."""

    #: whose action it is
    seat: int
    #: the version of the event that asked
    version: int
    #: the seats that agreed
    agreed: tuple[int, ...] = ()


class UndoRefusal(NamedTuple):
    """An undo that was refused after the last action."""

    asked: int
    refused: int


@dataclass(frozen=True)
class TableState:
    """Everything that is known of a table after its last event."""

    setup: Setup
    #: the game with its options, None if this server does not know it
    game: Game | None
    #: the position now, None if the table is archived; it belongs to this state and must not be changed
    position: Position | None
    seats: tuple[Seat, ...]
    #: why the engine cannot replay the game, empty if it can; everybody may read it
    archived: str = ""
    log: tuple[Event, ...] = ()
    #: the version of the event that answered each command, by the command's key
    answers: Mapping[str, int] = field(default_factory=dict)
    #: how many actions the game has
    ply: int = 0
    #: the version of the last event that changed the position
    moved: int = 0
    #: fingerprint of the public position
    digest: str = ""
    #: the seat to act by the rules, None if the game was played out or cannot be replayed
    turn: int | None = None
    #: the seat that gave up
    resigned: int | None = None
    closed: bool = False
    #: how the game ended, where the log says so
    result: Result | None = None
    #: when the turn of the player to act began, in seconds since 1970
    waiting_since: float = 0.0
    #: when the last seat was taken and the game began
    begun: float = 0.0
    #: the table of the rematch
    next_table: str | None = None
    #: the undo that a player asked for, until it is answered or the game goes on
    undo_offer: UndoOffer | None = None

    # --- Public information -------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.setup.id

    @property
    def version(self) -> int:
        """How many events the table has."""
        return len(self.log)

    @cached_property
    def names(self) -> list[str]:
        """The name shown at each seat, empty where nobody sits."""
        return [seat.name for seat in self.seats]

    @cached_property
    def speaking_names(self) -> list[str]:
        """A name for each seat that can stand in a sentence: a number where nobody sits."""
        return [seat.name or f"{seat.seat + 1}" for seat in self.seats]

    @cached_property
    def ended(self) -> bool:
        """Whether the game has ended: played out, given up or closed."""
        played_out = self.position is not None and self.turn is None
        return self.closed or self.resigned is not None or self.result is not None or played_out

    @cached_property
    def status(self) -> str:
        """Whether the table waits for players, is played at, or is over; an archived one is over."""
        if self.ended or self.archived:
            return OVER
        return WAITING if any(seat.kind == OPEN for seat in self.seats) else PLAYING

    @cached_property
    def player(self) -> int | None:
        """The seat to act, None unless the table is played at."""
        return self.turn if self.turn is not None and self.status == PLAYING else None

    @property
    def due(self) -> float | None:
        """When the time of the player to act runs out, None if no clock runs; bots have none."""
        clock, player = self.setup.terms.clock, self.player
        if clock is None or player is None or self.seats[player].kind == BOT:
            return None
        return self.waiting_since + clock

    @property
    def ran_out(self) -> bool:
        """Whether the game ended because somebody's time had run out."""
        return any(event.late for event in self.log if isinstance(event, Resigned | Left) and event.ends)

    @property
    def winners(self) -> list[int]:
        """The seats that won; none while the game goes on, or if everybody left."""
        if self.position is not None:
            return winners_of(self.position, self.resigned)
        if self.result is not None:
            return list(self.result.winners)
        return [] if self.resigned is None else [seat for seat in self._numbers if seat != self.resigned]

    @property
    def scores(self) -> list[int]:
        """The points of each seat so far; empty if the table is archived and they were not stored."""
        if self.position is not None:
            return self.position.view(None).scores
        return list(self.result.scores) if self.result is not None else []

    @property
    def commitment(self) -> str:
        """SHA-256 of `salt:seed`, shown from the start: the deal cannot be changed afterwards."""
        return hashlib.sha256(f"{self.setup.salt}:{self.setup.seed}".encode()).hexdigest()

    @property
    def seed(self) -> int | None:
        """The seed of the deal, once the game has ended."""
        return self.setup.seed if self.ended else None

    @property
    def salt(self) -> str | None:
        """The salt of the commitment, once the game has ended."""
        return self.setup.salt if self.ended else None

    @property
    def _numbers(self) -> range:
        return range(self.setup.players)

    def since(self, version: int) -> tuple[Event, ...]:
        """Return the events after a version."""
        return self.log[max(version, 0) :]

    # --- Information of one seat ------------------------------------------------------------------

    def seats_of(self, holder: str | None) -> list[int]:
        """Return the seats that the owner of a fingerprint holds."""
        return seats_held(self.seats, holder)

    def invite_for(self, holder: str | None) -> str | None:
        """Return the invitation to an open seat, None for those who may not pass it on."""
        creator = self.setup.creator
        opened = holder is not None and creator is not None and same_text(holder, creator)
        if self.status != WAITING or not (self.setup.listed or opened or self.seats_of(holder)):
            return None
        return self.setup.invite

    def the_position(self) -> Position:
        """Return the position; raise Archived if the engine cannot replay it."""
        if self.position is None:
            raise Archived(f"this game cannot be shown or played here: {self.archived}")
        return self.position

    def view(self, seat: int | None, ply: int | None = None, *, hands_open: bool = False) -> View:
        """Return all that a seat may know, now or after `ply` actions; None is a spectator.

        When the game has ended, everybody shows their cards. Earlier moments stay as they were seen, unless
        `hands_open` asks for all cards there too; while the game goes on, it has no effect.
        """
        now = ply in (None, self.ply)
        position = self.the_position() if now else self.position_at(ply)
        shown = self.ended and (hands_open or now)
        return position.show(seat, reveal=shown).named(self.speaking_names)

    def position_at(self, ply: int | None) -> Position:
        """Return a copy of the position after `ply` actions, by default now."""
        position = self.the_position()
        if ply is None or ply == self.ply:
            return position.copy()
        if not 0 <= ply < self.ply:
            raise BadRequest(f"no moment {ply}: the game has 0 to {self.ply}")
        earlier = position.game.deal(self.setup.seed)
        for _, action in position.history[:ply]:
            earlier.play(action)
        return earlier

    def content_for(self, event: Event, seats: Sequence[int]) -> dict[str, Any]:
        """Return an event as JSON, as those who hold these seats may know it."""
        public: dict[str, Any] = {
            "version": event.version,
            "kind": event.kind,
            "seat": event.seat,
            "ply": event.ply,
            "digest": event.digest,
        }
        if not isinstance(event, Moved):
            return public | ({"content": event.content} if event.content else {})
        action = self._action_seen_by(event, seats)
        return public if action is None else public | {"action": action}

    def _action_seen_by(self, event: Moved, seats: Sequence[int]) -> str | None:
        """Return an action as those who hold these seats read it; None if that is not known."""
        if event.seat in seats or (self.archived and self.ended):
            return event.action
        return event.seen

    def undoable(self, seat: int) -> bool:
        """Return whether this seat may take its last action back."""
        return self.why_not_undoable(seat) is None

    def why_not_undoable(self, seat: int) -> str | None:
        """Return why this seat may take nothing back now, one of the reasons below; None if it may."""
        position = self.position
        if position is None or self.status != PLAYING or not self.ply:
            return NOTHING_PLAYED
        if position.history[-1][0] != seat:
            return NOT_YOURS
        if position.undoable:
            return None
        return TURN_ENDED if position.player != seat else REVEALED

    def undo_askable(self, seat: int) -> bool:
        """Return whether this seat may ask the others for an undo.

        Its last action was the last of all, other people play here, and they were not asked about it before.
        """
        position = self.position
        if position is None or self.status != PLAYING or not position.history or self.undo_offer is not None:
            return False
        asked = any(isinstance(event, UndoAsked) for event in self.since(self.moved))
        if position.history[-1][0] != seat or asked or not self.to_agree(seat):
            return False
        return not position.undoable and self._undoable_if_agreed

    @cached_property
    def _undoable_if_agreed(self) -> bool:
        return self.the_position().undoable_if_agreed

    def to_agree(self, seat: int) -> tuple[int, ...]:
        """Return the seats of the people who have to agree if this seat asks for an undo.

        Those who share a screen with it, and programs, are not asked.
        """
        holder = self.seats[seat].holder
        people = (place for place in self.seats if place.kind in (PERSON, LOCAL) and place.bot is None)
        return tuple(place.seat for place in people if place.holder != holder)

    @property
    def undo_awaits(self) -> tuple[int, ...]:
        """The seats that have not answered the undo that is asked for; none if none is."""
        offer = self.undo_offer
        if offer is None:
            return ()
        return tuple(seat for seat in self.to_agree(offer.seat) if seat not in offer.agreed)

    @property
    def undo_refusal(self) -> UndoRefusal | None:
        """The undo that was refused since the last action, None if there is none."""
        events = self.since(self.moved)
        asked = next((event.seat for event in events if isinstance(event, UndoAsked)), None)
        answers = (event for event in events if isinstance(event, UndoAnswered))
        refused = next((event.seat for event in answers if not event.agree and not event.withdrawn), None)
        return None if asked is None or refused is None else UndoRefusal(asked, refused)

    def parting(self, seats: Sequence[int]) -> str:
        """Return the new state of the seats of players who leave: `BOT`, `OPEN` before the start, `CLOSED`.

        The last person to leave closes the table; before the start only its creator does.
        """
        others = [seat for seat in self.seats if seat.seat not in seats]
        alone = not any(seat.kind in (PERSON, LOCAL) for seat in others)
        opened = any(self.seats[seat].holder == self.setup.creator for seat in seats)
        if alone and (self.status == PLAYING or opened):
            return CLOSED
        return OPEN if self.status == WAITING else BOT

    def rematch_seats(self) -> tuple[Seat, ...]:
        """Return the seats of a rematch: everybody moves on by one, so that another player begins."""
        moved = [*self.seats[1:], *self.seats[:1]]
        return tuple(replace(seat, seat=number) for number, seat in enumerate(moved))

    # --- The record ------------------------------------------------------------------------------

    def record(self) -> Record:
        """Return the game as a text that replays it. It holds the seed, so only when the game has ended."""
        if not self.ended:
            when = "a player has closed this table" if self.archived else "the game is over"
            raise NotYet(f"the record holds the seed of the deal: it is available when {when}")
        if self.position is not None:
            return replace(self.position.record(), resigned=self.resigned).sealed(bytes(self.position))
        record = Record(
            game=self.setup.game,
            version=self.setup.rules,
            players=self.setup.players,
            options=dict(self.setup.options),
            seed=self.setup.seed,
            start=None,
            actions=tuple((move.seat, move.action) for move in lasting_moves(self.log)),
            engine=self.result.engine if self.result is not None else "unknown",
            resigned=self.resigned,
        )
        return replace(record, digest=self.result.digest) if self.result else record.sealed(b"")


def begin(setup: Setup, game: Game | None) -> TableState:
    """Return the state of a table before its first event; `game` is None if this server has no such game."""
    opened = setup.created
    state = TableState(
        setup=setup, game=game, position=None, seats=setup.seats, waiting_since=opened, begun=opened
    )
    if game is None:
        return replace(state, archived=f"this server does not know {setup.game!r} with these options")
    if game.version != setup.rules:
        reason = f"it was played by version {setup.rules} of the rules, and this server has {game.version}"
        return replace(state, archived=reason)
    try:
        position = game.deal(setup.seed)
    except StramashError:  # its message may name the seed, and everybody reads the reason
        return replace(state, archived="it cannot be dealt with these rules")
    return replace(state, position=position, turn=position.player, digest=public_digest(position))


def lasting_moves(log: Sequence[Event]) -> list[Moved]:
    """Return the moves that were not taken back, in order."""
    moves: list[Moved] = []
    for event in log:
        if isinstance(event, Moved):
            moves.append(event)
        elif isinstance(event, Undone) and moves:
            moves.pop()
    return moves


def seen_by_others(position: Position) -> str:
    """Return the last action of a position as the other players read it."""
    action = position.history[-1][1]
    return position.game.veil(action) or position.game.notations[action]


def public_digest(position: Position) -> str:
    """Return the fingerprint of what everybody sees; a client with a different one has missed an event."""
    return hashlib.sha256(position.bytes_seen(None)).hexdigest()[:16]
