"""Connections: how many one address may have open, and how long it may take to send a request.

uvicorn waits for ever for the rest of a request. A thousand half-open connections would use up the files that
a process may open, and lock everybody out.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from stramash.table.http.dependencies import address_of
from stramash.table.settings import Settings

__all__ = ["limited_protocol"]

_REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nRetry-After: 5\r\n\r\ntoo many connections from your address: close some first\n"
)


def limited_protocol(settings: Settings) -> type[H11Protocol]:
    """Return uvicorn's protocol with the limits of these settings; it counts all connections made by it."""
    proxies = [ipaddress.ip_network(proxy) for proxy in settings.proxies]
    open_connections: Counter[str] = Counter()

    class LimitedProtocol(H11Protocol):
        """One connection, counted and timed."""

        _counted: str | None = None
        _timer: asyncio.TimerHandle | None = None
        #: what the client has to send now: "headers", "body", or nothing
        _awaited = ""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = address_of(self.client[0] if self.client else None)
            if not _is_trusted(self.client, proxies):
                if open_connections[address] >= settings.connections_an_address:
                    transport.write(_REFUSED)
                    transport.close()
                    return
                open_connections[address] += 1
                self._counted = address
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            if self._counted is not None:
                open_connections[self._counted] -= 1
                if not open_connections[self._counted]:
                    del open_connections[self._counted]
                self._counted = None
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def _watch(self) -> None:
            """Start a timer when the client begins to send something, and stop it when that is complete."""
            awaited = self._now_awaited()
            if awaited == self._awaited:
                return  # the timer runs on: sending slowly does not lengthen it
            self._stop()
            self._awaited = awaited
            if awaited:
                seconds = settings.body_seconds if awaited == "body" else settings.header_seconds
                self._timer = self.loop.call_later(seconds, self.transport.close)

        def _now_awaited(self) -> str:
            if self.conn.their_state is h11.SEND_BODY:
                return "body"
            idle = self.conn.their_state is h11.IDLE
            kept_alive = self.timeout_keep_alive_task is not None  # uvicorn's own timer watches that
            return "headers" if idle and not kept_alive else ""

        def _stop(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._awaited = None, ""

    return LimitedProtocol


def _is_trusted(client: tuple[str, int] | None, proxies: list[Any]) -> bool:
    if client is None:
        return False
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return False
    return any(address.version == proxy.version and address in proxy for proxy in proxies)
