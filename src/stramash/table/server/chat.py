"""Messages between the players of a table. They are not part of the log, so no move waits for them.

Messages have numbers 1, 2, 3 … at each table. The primary key (table, number) orders them, and (table,
command) is unique, so a message that is sent twice is stored once. Only players receive messages: see
`web.chat_pages`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

from stramash.table.domain.errors import BadRequest
from stramash.table.server.errors import NoTable, TooMuch
from stramash.table.server.store import Store
from stramash.table.server.writers import Conflict

__all__ = ["GESTURES", "LONGEST", "Chat", "Message", "check_gesture"]

#: The predefined messages; pages have the words for each
GESTURES = ("hello", "well-played", "oops", "thanks", "one-moment")
#: Characters of a message, and messages of a table
LONGEST, _MOST = 200, 500
#: Tables whose messages are kept in memory
_KEPT = 2000
_ATTEMPTS = 8


@dataclass(frozen=True)
class Message:
    """A message: a text or a predefined gesture."""

    number: int
    seat: int
    #: the name of the player at that time
    name: str
    text: str
    gesture: bool
    #: identifies the request that sent it
    command: str
    at: float


class Chat:
    """The messages of all tables. Use it only on the event loop."""

    def __init__(self, store: Store, publish: Callable[[str], None]) -> None:
        self._store = store
        self._publish = publish
        self._known: OrderedDict[str, list[Message]] = OrderedDict()

    def after(self, table_id: str, number: int) -> list[Message]:
        """Return the messages after a number, as far as they were loaded."""
        return self._known.get(table_id, [])[number:]

    async def load(self, table_id: str) -> list[Message]:
        """Read the messages of a table."""
        rows = await self._store.messages_of(table_id)
        found = [Message(**row) for row in rows]
        if len(found) < len(self._known.get(table_id, ())):  # read before another message was stored
            found = self._known[table_id]
        self._known[table_id] = found
        self._known.move_to_end(table_id)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found

    async def resync(self, table_id: str) -> None:
        """Read the messages that another process stored."""
        if table_id in self._known:
            await self.load(table_id)
            self._publish(table_id)

    async def say(self, table_id: str, message: Message) -> Message:
        """Store a message and announce it; a message with a known id is not stored again."""
        for _ in range(_ATTEMPTS):
            known = await self.load(table_id)
            said = next((one for one in known if one.command == message.command), None)
            if said is not None:
                return said
            if len(known) >= _MOST:
                raise TooMuch(f"{_MOST} messages are enough for one table: open another")
            numbered = replace(message, number=len(known) + 1)
            try:
                await self._store.add_message(table_id, dict(vars(numbered)))
            except Conflict:  # another message has this number, or the table is gone
                if len(await self.load(table_id)) == len(known):
                    raise NoTable(f"table {table_id} was deleted: open a new one") from None
                continue
            await self.load(table_id)
            self._publish(table_id)
            return numbered
        raise TooMuch("too many messages at once: send yours again")


def check_gesture(name: str) -> str:
    """Return a gesture; raise BadRequest if there is no such one."""
    if name not in GESTURES:
        raise BadRequest(f"no gesture {name!r}: the gestures are {', '.join(GESTURES)}")
    return name
