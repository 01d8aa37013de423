"""Connections: how many one address may have open, and how long it may take to send a request.

uvicorn waits for ever for the rest of a request. A thousand half-open connections would use up the files that
a process may open, and lock everybody out.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stramash.table.http.dependencies import address_of
from stramash.table.settings import ServerSettings

__all__ = ["limited_protocol"]

_REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nRetry-After: 5\r\n\r\ntoo many connections from your address: close some first\n"
)
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\n\r\nthe headers are too long\n"
)
#: The longest request line and headers together; the parser has no limit of its own
_HEAD_BYTES = 65536


def limited_protocol(settings: ServerSettings) -> type[HttpToolsProtocol]:
    """Return uvicorn's protocol with the limits of these settings; it counts all connections made by it."""
    proxies = [ipaddress.ip_network(proxy) for proxy in settings.proxies]
    open_connections: Counter[str] = Counter()

    class LimitedProtocol(HttpToolsProtocol):
        """One connection, counted and timed."""

        _counted: str | None = None
        _timer: asyncio.TimerHandle | None = None
        #: what the client has to send now: "headers", "body", or nothing
        _awaited = ""
        _head_bytes = 0

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
            self._await("headers")

        def connection_lost(self, exc: Exception | None) -> None:
            self._await("")
            if self._counted is not None:
                open_connections[self._counted] -= 1
                if not open_connections[self._counted]:
                    del open_connections[self._counted]
                self._counted = None
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            if self.cycle is None or self.cycle.response_complete:
                self._await("headers")  # also if the client sends empty lines, which begin no request
            if self._awaited == "headers":
                self._head_bytes += len(data)
            super().data_received(data)
            if self._awaited == "headers" and self._head_bytes > _HEAD_BYTES:
                self.transport.write(_TOO_LARGE)
                self.transport.close()

        def on_message_begin(self) -> None:
            self._await("headers")
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._await("body")
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._await("")
            super().on_message_complete()

        def _await(self, awaited: str) -> None:
            """Start a timer when the client begins to send something, and stop it when that is complete."""
            if awaited == self._awaited:
                return  # the timer runs on: sending slowly does not lengthen it
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._awaited, self._head_bytes = None, awaited, 0
            if awaited:
                seconds = settings.body_seconds if awaited == "body" else settings.header_seconds
                self._timer = self.loop.call_later(seconds, self.transport.close)

    return LimitedProtocol


def _is_trusted(client: tuple[str, int] | None, proxies: list[Any]) -> bool:
    if client is None:
        return False
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return False
    return any(address.version == proxy.version and address in proxy for proxy in proxies)
