"""The rooms of a server: founded, found, forgotten; and what they share: store, warm-up, bots, listeners."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from stramash import bots
from stramash.bots.search import Budget
from stramash.core.errors import StramashError
from stramash.core.game import SEED_BITS, Game, OptionValue
from stramash.core.position import View
from stramash.games import names, restore
from stramash.table.errors import BadRequest, NoTable, OtherRules, TooManyTables
from stramash.table.happenings import WAITING
from stramash.table.listening import Ear
from stramash.table.reviews import Reviews
from stramash.table.room import Room
from stramash.table.seats import (
    BOT,
    KINDS,
    OPEN,
    PERSON,
    Seat,
    clean_name,
    fingerprint,
    is_id,
    new_id,
    seats_held,
)
from stramash.table.settings import Settings
from stramash.table.store import NEVER, Setup, Store
from stramash.table.thinking import Thinkers
from stramash.table.warmup import WarmUp

__all__ = ["Rooms", "Wish"]

_HOUR = 3600.0
_DAY = 24 * _HOUR
#: About how many simulations a search has time for, to limit both in one measure
_SIMULATIONS_A_SECOND = 10_000


@dataclass(frozen=True)
class Wish:
    """Who should sit at a seat of a new table."""

    kind: str
    name: str = ""
    bot: str | None = None


class Rooms:
    """All tables of this server."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = store or Store(settings.database)
        self.warm_up = WarmUp(start=settings.warm_up)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()
        #: set when the server ends: streams of events, which have no end of their own, then end too
        self.closing = False
        self._streams: Counter[str] = Counter()
        self._listeners: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)
        self.thinkers = Thinkers(self)
        self.reviews = Reviews(self.store, self.warm_up, settings.review_budget)
        self._ear = Ear(self) if self.store.postgres else None
        if self._ear is not None:
            self._ear.start()

    def close(self) -> None:
        """Stop thinking and close the database."""
        self.warm_up.close()
        if self._ear is not None:
            self._ear.close()
        self.thinkers.close()
        self.reviews.close()
        self.store.close()

    # --- finding and founding ----------------------------------------------------------------------

    def at_hand(self, table_id: str) -> Room | None:
        """Return the room of a table if the database need not be asked for it."""
        return None if self.store.postgres else self._known(table_id)

    def _known(self, table_id: str) -> Room | None:
        with self._lock:
            room = self._rooms.get(table_id)
            if room is not None:
                self._rooms.move_to_end(table_id)
            return room

    def get(self, table_id: str) -> Room:
        """Return the room of a table; raise NoTable if there is none, NotReady while its rules compile."""
        room = self._known(table_id)
        if room is not None:
            # Who heard of something from another process may ask this one before it has heard of it.
            if self.store.postgres and room.refresh():
                self.announce(table_id)
            return room
        setup = self.store.load(table_id) if is_id(table_id) else None
        if setup is None:
            raise NoTable(f"there is no table {table_id!r} here: check the link, or open a new table")
        return self._open(setup)

    def create(
        self,
        game: str,
        wishes: Sequence[Wish],
        secret: str,
        *,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        listed: bool = False,
    ) -> str:
        """Found a table and return its address; this secret holds its `person` and `local` seats."""
        if game not in names():
            raise BadRequest(f"no game {game!r}: the games are {', '.join(names())}")
        try:
            chosen = _game(game, players or (len(wishes) or None), tuple(sorted((options or {}).items())))
            chosen.check_chosen()
        except StramashError as error:
            raise BadRequest(str(error)) from None
        creator = fingerprint(secret)
        if self.store.count_created(creator, time.time() - _HOUR) >= self.settings.tables_an_hour:
            raise TooManyTables(
                f"you opened {self.settings.tables_an_hour} tables within an hour: finish one first"
            )
        seats = self._seat(chosen, wishes, secret)
        setup = _setup(chosen, listed=listed, creator=creator)
        self.store.create(setup, seats)
        return setup.id

    def follow_up(self, setup: Setup, seats: Sequence[Seat]) -> tuple[Setup, list[Seat]]:
        """Return a new table with the same people; everybody moves on by one seat, so another begins."""
        game = _game(setup.game, setup.players, tuple(sorted(setup.options.items())))
        moved = [*seats[1:], *seats[:1]]
        fresh = _setup(game, listed=setup.listed, creator=setup.creator, previous=setup.id)
        return fresh, [replace(seat, seat=number) for number, seat in enumerate(moved)]

    def place_of(self, table_id: str, secret: str) -> tuple[list[int], str | None]:
        """Return the seats that somebody holds, and the invitation to give on; rules need not be ready."""
        setup = self.store.load(table_id)
        if setup is None:
            raise NoTable(f"there is no table {table_id!r} here")
        seats, _ = self.store.since(table_id, NEVER)
        free = any(seat.kind == OPEN for seat in seats)
        return seats_held(seats, secret), setup.invite if free else None

    def open_tables(self, limit: int = 20) -> list[Room]:
        """Return the tables that strangers may join, the newest first."""
        rooms = self._those_ready(self.store.open_tables(time.time() - _DAY, limit))
        return [room for room in rooms if room.status == WAITING]

    def tables_of(self, secret: str | None, limit: int = 20) -> list[Room]:
        """Return the tables at which this visitor sits, the newest first."""
        return [] if secret is None else self._those_ready(self.store.tables_of(fingerprint(secret), limit))

    def _those_ready(self, ids: Sequence[str]) -> list[Room]:
        """Return those rooms whose games are ready: a list should not wait for a compiler."""
        setups = [setup for setup in map(self.store.load, ids) if setup is not None]
        return [self.get(setup.id) for setup in setups if self.warm_up.ready(setup.game)]

    def _open(self, setup: Setup) -> Room:
        self.warm_up.ask(setup.game)
        game = _game(setup.game, setup.players, tuple(sorted(setup.options.items())))
        if setup.rules != game.version:
            raise OtherRules(
                f"this table was opened with version {setup.rules} of the rules of {game.title}, "
                f"and this server has version {game.version}: open a new table"
            )
        room = Room(self, setup, game)
        room.refresh()
        with self._lock:
            room = self._rooms.setdefault(setup.id, room)
            self._rooms.move_to_end(setup.id)
            self._forget_oldest()
        self.thinkers.look(room)
        return room

    def _forget_oldest(self) -> None:
        for table_id in list(self._rooms)[: max(0, len(self._rooms) - self.settings.rooms_kept)]:
            if not self._listeners.get(table_id):
                del self._rooms[table_id]

    # --- who sits --------------------------------------------------------------------------------

    def _seat(self, game: Game, wishes: Sequence[Wish], secret: str) -> list[Seat]:
        if len(wishes) > game.players:
            raise BadRequest(f"{len(wishes)} seats were named, but {game.title} is set up for {game.players}")
        missing = game.players - len(wishes)
        filled = [*wishes, *([Wish(PERSON)] if not wishes else [])]
        filled += [Wish(BOT)] * (missing - (0 if wishes else 1))
        seats: list[Seat] = []
        for number, wish in enumerate(filled):
            if wish.kind not in KINDS:
                raise BadRequest(f"no kind of seat {wish.kind!r}: choose one of {', '.join(KINDS)}")
            if wish.kind == OPEN:
                seats.append(Seat(number, OPEN))
            elif wish.kind == BOT:
                bot = wish.bot or self.settings.takeover_bot
                seats.append(Seat(number, BOT, self.bot_name(bot, [seat.name for seat in seats]), bot))
            else:
                taken = [seat.name for seat in seats]
                seats.append(replace(self.person(number, wish.name, secret, taken), kind=wish.kind))
        return seats

    def person(self, seat: int, name: str, secret: str, taken: Sequence[str]) -> Seat:
        """Return a seat held by a person, named as they wish; the second of a name gets a number."""
        wanted = clean_name(name, self.settings.name_length) or f"Player {seat + 1}"
        numbered = (f"{wanted} {number}" for number in range(2, len(taken) + 3))
        shown = next(one for one in (wanted, *numbered) if one not in taken)
        return Seat(seat, PERSON, shown, holder=fingerprint(secret))

    def bot_name(self, spec: str, taken: Sequence[str]) -> str:
        """Return the name of a bot; the second of a kind gets a number."""
        try:
            bot = bots.make(spec)
        except bots.UnknownBot as error:
            raise BadRequest(str(error)) from None
        self._must_be_quick(spec, bot)
        name = bot.name.capitalize()
        same = sum(1 for other in taken if other == name or other.startswith(f"{name} "))
        return f"{name} {same + 1}" if same else name

    def _must_be_quick(self, spec: str, bot: bots.Bot) -> None:
        """Refuse a bot that would keep the others from thinking."""
        if not isinstance(bot, bots.SearchBot):
            return
        if "," in spec:
            raise BadRequest(f"{spec!r} is for an arena: at a table write search:0.5s or search:2000")
        seconds, simulations = bot.budget.seconds or 0.0, bot.budget.simulations or 0
        longest = self.settings.longest_thought
        if seconds > longest or simulations > longest * _SIMULATIONS_A_SECOND:
            raise BadRequest(
                f"{spec!r} thinks too long for this table: "
                f"search:{longest:g}s or search:{longest * _SIMULATIONS_A_SECOND:.0f} is the longest"
            )

    def fits(self, invite: str, expected: str) -> bool:
        """Compare an invitation in a time that tells nothing about it."""
        return hmac.compare_digest(invite.encode("utf-8", "surrogatepass"), expected.encode())

    def hint(self, view: View, locale: str) -> bots.Hint:
        """Return what the search would do, and why."""
        self.warm_up.ask_search(view.game.name)
        return bots.give_hint(view, locale, Budget.read(self.settings.hint_budget))

    def is_getting_ready(self, game: str, bot: str | None) -> bool:
        """Say whether a bot cannot think yet, because its search is still being compiled."""
        return bot is not None and _searches(bot) and self.warm_up.search_awaited(game)

    def able(self, game: str, bot: str) -> str:
        """Return the bot, or who plays in its place where searches cannot be compiled."""
        unable = _searches(bot) and not self.warm_up.search_ready(game)
        return self.settings.takeover_bot if unable else bot

    # --- telling ---------------------------------------------------------------------------------

    def streams(self, address: str) -> int:
        """Return how many streams of events an address has open."""
        return self._streams[address]

    def listen(self, table_id: str, listener: Callable[[], None], address: str) -> Callable[[], None]:
        """Call the listener, from any thread, after every change of a table; return how to stop that."""
        with self._lock:
            self._listeners[table_id].add(listener)
            self._streams[address] += 1

        def stop() -> None:
            with self._lock:
                self._streams[address] -= 1
                if not self._streams[address]:
                    del self._streams[address]
                self._listeners[table_id].discard(listener)
                if not self._listeners[table_id]:
                    del self._listeners[table_id]

        return stop

    def dismiss(self) -> None:
        """Let every stream of events end, because the server does."""
        self.closing = True
        with self._lock:
            listeners = [listener for table in self._listeners.values() for listener in table]
        for listener in listeners:
            listener()

    def announce(self, table_id: str) -> None:
        """Tell everybody who listens that a table has changed, and its bot that it may be its turn."""
        with self._lock:
            listeners = list(self._listeners.get(table_id, ()))
            room = self._rooms.get(table_id)
        for listener in listeners:
            listener()
        if room is not None:
            self.thinkers.look(room)

    def heard(self, table_id: str, version: int) -> None:
        """Take over what another process did at a table."""
        with self._lock:
            room = self._rooms.get(table_id)
        if room is not None and room.version < version and room.refresh():
            self.announce(table_id)

    def heard_nothing(self) -> None:
        """Look at every table again: the line to the other processes was cut for a while."""
        with self._lock:
            rooms = list(self._rooms.values())
        for room in rooms:
            if room.refresh():
                self.announce(room.id)


@lru_cache(maxsize=256)
def _game(name: str, players: int | None, options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return restore(name, players, dict(options))


@lru_cache(maxsize=256)
def _searches(bot: str) -> bool:
    return bool(getattr(bots.make(bot), "searches", False))


def _setup(game: Game, *, listed: bool, creator: str | None, previous: str | None = None) -> Setup:
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
        previous=previous,
    )
