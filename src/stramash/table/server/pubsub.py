"""Pub/sub: streams of events wait here for a table to change. Only the event loop uses it."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict

from stramash.table.server.errors import TooMuch

__all__ = ["PubSub", "Subscription"]


class Subscription:
    """The subscription of one stream to a table. Close it when the stream ends."""

    def __init__(self, owner: PubSub, table_id: str, address: str, holder: str | None) -> None:
        self.table_id = table_id
        self.address = address
        #: the fingerprint of the subscriber, if other players may see their presence
        self.holder = holder
        self._owner = owner
        self._changed = False
        #: what the stream waits for
        self._waiting: asyncio.Future[None] | None = None

    async def changed(self, timeout: float) -> bool:
        """Wait for a change since the last call; return whether there was one."""
        if not self._changed:
            # a future and a timer: `asyncio.wait_for` would make a task for every change
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            timer = loop.call_later(timeout, _end, self._waiting)
            try:
                await self._waiting
            finally:
                timer.cancel()
                self._waiting = None
        changed, self._changed = self._changed, False
        return changed

    def wake(self) -> None:
        """Wake the stream."""
        self._changed = True
        if self._waiting is not None:
            _end(self._waiting)

    def close(self) -> None:
        """Free the place."""
        self._owner.drop(self)


def _end(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


class PubSub:
    """The subscriptions of all tables."""

    def __init__(self, per_address: int) -> None:
        self._per_address = per_address
        self._by_table: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._by_address: Counter[str] = Counter()
        #: set when the server ends, so that streams end too
        self.closing = False

    def subscribe(self, table_id: str, address: str, holder: str | None = None) -> Subscription:
        """Add a subscription; raise TooMuch if the address has too many. Check and count are one step."""
        if self._by_address[address] >= self._per_address:
            raise TooMuch(f"{self._per_address} streams at once are enough: close one first")
        subscription = Subscription(self, table_id, address, holder)
        self._by_address[address] += 1
        self._by_table[table_id].add(subscription)
        if holder is not None:
            self.publish(table_id)
        return subscription

    def drop(self, subscription: Subscription) -> None:
        """Remove a subscription; a second call has no effect."""
        if subscription not in self._by_table.get(subscription.table_id, ()):
            return
        self._by_table[subscription.table_id].discard(subscription)
        if not self._by_table[subscription.table_id]:
            del self._by_table[subscription.table_id]
        self._by_address[subscription.address] -= 1
        if not self._by_address[subscription.address]:
            del self._by_address[subscription.address]
        if subscription.holder is not None:
            self.publish(subscription.table_id)

    def is_followed(self, table_id: str) -> bool:
        """Return whether anybody follows a table."""
        return table_id in self._by_table

    def holders(self, table_id: str) -> set[str]:
        """Return the fingerprints of the visible subscribers of a table."""
        following = self._by_table.get(table_id, ())
        return {subscription.holder for subscription in following if subscription.holder is not None}

    def publish(self, table_id: str) -> None:
        """Wake every stream of a table."""
        for subscription in self._by_table.get(table_id, ()):
            subscription.wake()

    def close(self) -> None:
        """End every stream."""
        self.closing = True
        for subscriptions in self._by_table.values():
            for subscription in subscriptions:
                subscription.wake()
