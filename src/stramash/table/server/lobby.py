"""The lobby: opens tables, finds their rooms, keeps them in memory while they are used, and lists them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import SystemRandom

from stramash.core.errors import StramashError
from stramash.core.game import SEED_BITS, Game, OptionValue
from stramash.games import load, names, restore
from stramash.table.domain.errors import BadRequest
from stramash.table.domain.evolve import fold
from stramash.table.domain.seats import OPEN, Seat, fingerprint
from stramash.table.domain.setup import Setup, Terms
from stramash.table.domain.state import WAITING, TableState, begin
from stramash.table.server.errors import NoTable, StoreUnavailable, UnreadableTable
from stramash.table.server.ids import is_id, new_id
from stramash.table.server.room import Room
from stramash.table.server.seating import SeatRequest, draw_seats, seat_players
from stramash.table.server.store import Log, Store
from stramash.table.server.warmup import WarmUp
from stramash.table.server.writers import Conflict
from stramash.table.settings import ServerSettings

__all__ = ["Lobby", "NewTable"]

_log = logging.getLogger("stramash.table")

_DAY = 24 * 3600.0


@dataclass(frozen=True)
class NewTable:
    """The request for a new table."""

    game: str
    seats: Sequence[SeatRequest] = ()
    players: int | None = None
    options: Mapping[str, OptionValue] | None = None
    listed: bool = False
    #: whether the seats are drawn by lot
    shuffled: bool = False
    terms: Terms = field(default_factory=Terms)


class Lobby:
    """All tables of this server."""

    def __init__(
        self,
        settings: ServerSettings,
        store: Store,
        warm_up: WarmUp,
        *,
        publish: Callable[[Room], None],
        in_use: Callable[[Room], bool],
    ) -> None:
        self._settings = settings
        self._store = store
        self._warm_up = warm_up
        self._publish = publish
        self._in_use = in_use
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}

    # --- finding ---------------------------------------------------------------------------------

    def in_memory(self, table_id: str) -> Room | None:
        """Return the room of a table if it is in memory."""
        room = self._rooms.get(table_id)
        if room is not None:
            self._rooms.move_to_end(table_id)
        return room

    async def get(self, table_id: str, origin: str | None = None) -> Room:
        """Return the room of a table; raise NoTable if there is none. `origin` is the client's address."""
        room = self.in_memory(table_id) or await self._load(table_id, origin)
        if self._store.postgres:
            # A client may know an event from another process before this process is notified of it, and a
            # notification that comes while a room is loaded finds no room.
            # While the database is away, the table is shown as it was known last.
            with suppress(StoreUnavailable):
                await room.resync()
        return room

    async def _load(self, table_id: str, origin: str | None) -> Room:
        """Load a room; concurrent calls for the same table get the same room."""
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._open(table_id, origin))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _open(self, table_id: str, origin: str | None) -> Room:
        found = await self._store.load(table_id) if is_id(table_id) else None
        if found is None:
            raise NoTable(f"there is no table {table_id!r} here: check the link, or open a new table")
        setup, log = found
        game = find_game(setup)
        if game is not None and game.version == setup.rules:
            self._warm_up.hurry(setup.game)
        state = await asyncio.to_thread(_replay, setup, game, log)
        room = self._rooms[table_id] = Room(state, self._store, self._publish, origin)
        self._evict_oldest()
        self._publish(room)
        return room

    def _evict_oldest(self) -> None:
        for table_id in list(self._rooms)[: max(0, len(self._rooms) - self._settings.rooms_kept)]:
            if not self._in_use(self._rooms[table_id]):
                del self._rooms[table_id]

    async def place_of(self, table_id: str, secret: str) -> tuple[list[int], str | None]:
        """Return the seats that a secret holds, and the invitation to pass on."""
        found = await self._store.load(table_id)
        if found is None:
            raise NoTable(f"there is no table {table_id!r} here")
        setup, log = found
        state = fold(begin(setup, None), log.events)
        invite = setup.invite if any(seat.kind == OPEN for seat in state.seats) else None
        return state.seats_of(fingerprint(secret)), invite

    async def resync(self, table_id: str, version: int) -> None:
        """Read what another process did at a table, if its room is in memory."""
        room = self._rooms.get(table_id)
        if room is not None and room.state.version < version:
            await room.resync()

    async def resync_all(self) -> None:
        """Read what other processes did at every table in memory."""
        for room in list(self._rooms.values()):
            await room.resync()

    # --- lists -----------------------------------------------------------------------------------

    async def open_tables(self, limit: int = 20) -> list[TableState]:
        """Return the tables that strangers may join, the newest first; archived ones too."""
        ids = await self._store.open_tables(time.time() - _DAY, limit)
        states = [room.state for room in await self._rooms_of(ids)]
        return [state for state in states if state.status == WAITING or state.archived]

    async def tables_of(self, holder: str | None, limit: int = 20) -> list[TableState]:
        """Return the tables at which this visitor holds a seat, the newest first."""
        if holder is None:
            return []
        ids = await self._store.tables_of(holder, limit)
        return [room.state for room in await self._rooms_of(ids)]

    async def _rooms_of(self, ids: Sequence[str]) -> list[Room]:
        """Return the rooms of a list; one that cannot be loaded now does not affect the others."""
        rooms = []
        for table_id in ids:
            try:
                rooms.append(await self.get(table_id))
            except NoTable:  # it was pruned meanwhile
                continue
            except UnreadableTable as error:
                _log.warning("%s", error)
            except StoreUnavailable:
                raise
            except Exception:
                _log.exception("table %s cannot be loaded", table_id)
        return rooms

    # --- opening ---------------------------------------------------------------------------------

    async def create(self, new: NewTable, secret: str, key: str | None = None) -> str:
        """Open a table and return its id; this secret holds its `person` and `local` seats.

        The same key, sent again, gives the table that it opened the first time.
        """
        if key is not None and (known := await self._store.opened_by(key)) is not None:
            return known
        game = _chosen_game(new)
        creator = fingerprint(secret)
        seats = seat_players(game, new.seats, creator, self._settings)
        if new.shuffled:
            seats = draw_seats(seats, SystemRandom())
        setup = _setup(game, seats=seats, listed=new.listed, creator=creator, key=key, terms=new.terms)
        try:
            await self._store.create(setup)
        except Conflict:  # the same request came twice at once
            known = await self._store.opened_by(key) if key is not None else None
            if known is None:
                raise
            return known
        return setup.id

    def rematch_setup(self, state: TableState, creator: str | None) -> Setup:
        """Return a new table for the players of this one, opened by one of them."""
        old = state.setup
        fresh = _setup(
            state.the_position().game,
            seats=state.rematch_seats(),
            listed=old.listed,
            creator=creator,
            terms=old.terms,
        )
        return replace(fresh, previous=old.id)


def find_game(setup: Setup) -> Game | None:
    """Return the game of a table with its options, None if this server does not know them."""
    try:
        return game_with(setup.game, setup.players, tuple(sorted(setup.options.items())))
    except (StramashError, TypeError):
        return None


@lru_cache(maxsize=256)
def game_with(name: str, players: int | None, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    """Return a game with these options, the same object for the same options."""
    return restore(name, players, dict(options))


def _replay(setup: Setup, game: Game | None, log: Log) -> TableState:
    return log.applied_to(begin(setup, game))


def _chosen_game(new: NewTable) -> Game:
    if new.game not in names():
        raise BadRequest(f"no game {new.game!r}: the games are {', '.join(names())}")
    options = tuple(sorted((new.options or {}).items()))
    known = {option.name for option in load(new.game).option_specs}
    unknown = [name for name, _ in options if name not in known]
    if unknown:
        raise BadRequest(
            f"{new.game} has no option {unknown[0]!r}: its options are {', '.join(sorted(known))}"
        )
    players = new.players if new.players is not None else len(new.seats) or None
    try:
        game = game_with(new.game, players, options)
        game.check_chosen()
    except StramashError as error:
        raise BadRequest(str(error)) from None
    return game


def _setup(
    game: Game,
    *,
    seats: tuple[Seat, ...],
    listed: bool,
    creator: str | None,
    terms: Terms,
    key: str | None = None,
) -> Setup:
    return Setup(
        id=new_id(),
        game=game.name,
        rules=game.version,
        players=game.players,
        options=dict(game.options),
        seed=secrets.randbits(SEED_BITS),
        salt=secrets.token_hex(16),
        invite=secrets.token_urlsafe(16),
        listed=listed,
        creator=creator,
        created=time.time(),
        seats=seats,
        key=key,
        terms=terms,
    )
