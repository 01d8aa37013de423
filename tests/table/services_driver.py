"""The services of a server without HTTP: a test gives commands to rooms and looks at their states."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from stramash.table.domain.commands import (
    SERVER,
    Command,
    Join,
    Leave,
    Play,
    Rematch,
    Resign,
    Undo,
)
from stramash.table.domain.events import Event
from stramash.table.domain.seats import fingerprint
from stramash.table.server.lobby import NewTable
from stramash.table.server.room import Room
from stramash.table.server.seating import SeatRequest, choose_bot
from stramash.table.server.services import Services
from stramash.table.settings import ServerSettings

T = TypeVar("T")
SECRET = "a secret that is long enough for a test"


class ServicesDriver:
    """Gives commands to the rooms of some services, from outside their event loop."""

    services: Services
    loop: asyncio.AbstractEventLoop

    def do(self, act: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the event loop of the services and return its result."""
        return asyncio.run_coroutine_threadsafe(act, self.loop).result(300)

    def room(self, table_id: str) -> Room:
        return self.do(self.services.lobby.get(table_id))

    def create(self, game: str, seats: Sequence[SeatRequest], secret: str = SECRET, **more: Any) -> Room:
        new = NewTable(game, seats, **more)
        return self.room(self.do(self.services.lobby.create(new, secret)))

    def submit(self, room: Room, command: Command) -> Event:
        return self.do(room.submit(command))

    def join(self, room: Room, secret: str, name: str = "") -> Event:
        common = _common(room) | {"by": fingerprint(secret)}
        return self.submit(room, Join(**common, invite=room.state.setup.invite, name=name))

    def play(self, room: Room, seat: int, action: str) -> Event:
        return self.submit(room, Play(**_common(room, seat), action=action, ply=room.state.ply))

    def undo(self, room: Room, seat: int) -> Event:
        return self.submit(room, Undo(**_common(room, seat)))

    def resign(self, room: Room, seat: int) -> Event:
        return self.submit(room, Resign(**_common(room, seat), takeover=self._takeover()))

    def leave(self, room: Room, seat: int) -> Event:
        return self.submit(room, Leave(**_common(room, seat), takeover=self._takeover()))

    def rematch(self, room: Room, seat: int) -> Room:
        setup = self.services.lobby.rematch_setup(room.state, room.state.setup.creator)
        return self.room(self.submit(room, Rematch(**_common(room, seat), setup=setup)).content)

    def forget_rooms(self) -> None:
        """Empty the memory, as after a restart."""
        self.services.lobby._rooms.clear()

    def _takeover(self) -> Any:
        return choose_bot(self.services.settings.takeover_bot, self.services.settings)


def _common(room: Room, seat: int | None = None) -> dict[str, Any]:
    common = {"id": secrets.token_hex(8), "version": room.state.version, "at": time.time()}
    if seat is None:
        return common
    return common | {"seat": seat, "by": room.state.seats[seat].holder or SERVER}


def legal(room: Room) -> list[str]:
    """Return what the player to act may do."""
    position = room.state.the_position()
    return [position.notation(action) for action in position.legal]


def wait_until(true: Callable[[], object], seconds: float = 300) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


@contextmanager
def run_services(settings: ServerSettings) -> Iterator[ServicesDriver]:
    """Run services on an event loop in a thread of its own."""
    stage = ServicesDriver()
    stage.loop = asyncio.new_event_loop()
    thread = threading.Thread(target=stage.loop.run_forever)
    thread.start()

    async def start() -> None:
        stage.services = Services(settings)
        stage.services.start()

    stage.do(start())
    try:
        yield stage
    finally:
        stage.do(stage.services.close())
        stage.loop.call_soon_threadsafe(stage.loop.stop)
        thread.join()
        stage.loop.close()
