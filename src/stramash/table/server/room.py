"""A room: one live table. Its append loop is the only writer of the table in this process.

A command goes one way: `decide` checks it against the state, the store appends the event, `evolve` applies
it, and `publish` announces it. If another process was first, the store refuses the version; the room then
reads what it missed and decides again. `room.state` is immutable, so pages and API read it without a lock.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from stramash.table.domain.commands import Command, Rematch
from stramash.table.domain.decide import decide
from stramash.table.domain.errors import Archived
from stramash.table.domain.events import Event, Rematched
from stramash.table.domain.evolve import evolve
from stramash.table.domain.setup import Setup
from stramash.table.domain.state import TableState
from stramash.table.server.errors import NoTable
from stramash.table.server.store import Log, Store
from stramash.table.server.writers import Conflict

__all__ = ["Room"]


@dataclass(frozen=True)
class _Request:
    """A command to carry out, or None to read what other processes did; and who waits for it."""

    command: Command | None
    answer: asyncio.Future[Event | None]
    #: the network address of the person who sent it
    origin: str | None = None


class Room:
    """One live table. Only the event loop may call it; anybody may read `state`."""

    def __init__(
        self,
        state: TableState,
        store: Store,
        publish: Callable[[Room], None],
        origin: str | None = None,
    ) -> None:
        self.id = state.id
        self.state = state
        #: the network address of the person who acted here last, at first of the one for whom the table was
        #: loaded, for fair queues; never stored
        self.origin = origin
        #: when the state changed last, on the event loop's monotonic clock; None if not since it was loaded
        self.changed_at: float | None = None
        self._store = store
        self._publish = publish
        self._requests: deque[_Request] = deque()
        #: the request to read the log that has not begun yet
        self._next_resync: _Request | None = None
        self._loop: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether the append loop has something to do."""
        return self._loop is not None

    async def submit(self, command: Command, origin: str | None = None) -> Event:
        """Carry out a command and return its event; raise TableError if it is refused.

        The command is carried out even if nobody waits for the answer any more. `origin` is the network
        address of the person who sent it.
        """
        event = await self._ask(_Request(command, asyncio.get_running_loop().create_future(), origin))
        assert event is not None
        return event

    async def resync(self) -> None:
        """Read what other processes appended to the log; concurrent calls share one query."""
        if self._next_resync is None:
            self._next_resync = _Request(None, asyncio.get_running_loop().create_future())
            await self._ask(self._next_resync)
        else:
            await asyncio.shield(self._next_resync.answer)

    async def _ask(self, request: _Request) -> Event | None:
        self._requests.append(request)
        if self._loop is None:
            self._loop = asyncio.create_task(self._append_loop())
        return await asyncio.shield(request.answer)

    async def _append_loop(self) -> None:
        """Carry out the requests, one after the other, until there are none."""
        try:
            while self._requests:
                request = self._requests.popleft()
                try:
                    event = await self._carry_out(request)
                except Exception as error:
                    _fail(request.answer, error)
                else:
                    if not request.answer.done():
                        request.answer.set_result(event)
        finally:
            self._loop = None

    async def _carry_out(self, request: _Request) -> Event | None:
        command = request.command
        if command is None:
            self._next_resync = None
            await self._catch_up()
            return None
        while True:
            event = decide(self.state, command)
            if event.version <= self.state.version:  # it was answered before
                return event
            try:
                await self._store.append(self.id, event, _follow_up(command, event))
            except Conflict:
                log = await self._catch_up()
                if log.problem:  # another version of Stramash writes here too
                    raise Archived(f"nothing can be done at this table here: {log.problem}") from None
                if not log.events:
                    raise NoTable(f"table {self.id} was deleted: open a new one") from None
                continue
            self.origin = request.origin or self.origin
            self._change(evolve(self.state, event))
            return self.state.log[-1]

    async def _catch_up(self) -> Log:
        """Apply the events that others appended, and return them."""
        log = await self._store.since(self.id, self.state.version)
        if log.events or (log.problem and not self.state.archived):
            self._change(log.applied_to(self.state))
        return log

    def _change(self, state: TableState) -> None:
        self.state = state
        self.changed_at = asyncio.get_running_loop().time()
        self._publish(self)


def _follow_up(command: Command, event: Event) -> Setup | None:
    """Return the setup of the table that a rematch opens."""
    return command.setup if isinstance(command, Rematch) and isinstance(event, Rematched) else None


def _fail(answer: asyncio.Future[Event | None], error: Exception) -> None:
    if answer.done():
        return
    answer.set_exception(error)
    answer.exception()  # marks it as retrieved: asyncio logs it otherwise if the caller stopped waiting
