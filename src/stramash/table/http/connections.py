"""Limits on connections: how many an address may open, and how slowly and how much a client may send.

uvicorn waits without a limit for the rest of a request, and for a client to read a response. A thousand such
connections would use up the file descriptors of the process, and nobody else could connect.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stramash.table.http.dependencies import address_of
from stramash.table.settings import ServerSettings

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["server_config"]

_REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nRetry-After: 5\r\n\r\ntoo many connections from your address: close some first\n"
)
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\n\r\nthe headers are too long\n"
)
#: The most bytes of a request line and headers, and of a body with its trailers: the parser has no limit of
#: its own. The guard refuses a body long before
_MOST = {"headers": 1 << 16, "body": 1 << 20}
#: The most requests that a client may send before the first is answered
_PIPELINED = 16
#: Seconds that an idle connection is kept: people think between moves, and a new connection takes time
_THINKING_TIME = 75
#: The first bits of an IPv4 address on an IPv6 socket that takes both
_MAPPED = "::ffff:"


def server_config(app: FastAPI, settings: ServerSettings) -> uvicorn.Config:
    """Return the configuration of uvicorn for a table server.

    There is no access log, because the path of an invitation is a secret, and there are no WebSockets: a
    connection that changes its protocol is no longer counted. The application trusts proxies by its settings.
    """
    return uvicorn.Config(
        app,
        http=_protocol_with(ConnectionLimits(settings)),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=_THINKING_TIME,
    )


def _protocol_with(limits: ConnectionLimits) -> type[HttpToolsProtocol]:
    """Return uvicorn's protocol with these limits. uvicorn makes one instance a connection."""
    return type("LimitedProtocol", (LimitedProtocol,), {"limits": limits})


class ConnectionLimits:
    """The limits of a server process, and its number of open connections by address."""

    def __init__(self, settings: ServerSettings) -> None:
        #: seconds to send headers, to send a body, and to read a response
        self.seconds = {
            "headers": settings.header_seconds,
            "body": settings.body_seconds,
            "reading": settings.reading_seconds,
        }
        #: seconds after which a client that has vanished from the network counts as gone
        self.vanished = settings.vanished_seconds
        self._most = settings.connections_an_address
        self._proxies = [ipaddress.ip_network(proxy) for proxy in settings.proxies]
        self._open: Counter[str] = Counter()

    def counts(self, client: tuple[str, int] | None) -> bool:
        """Return whether the connections of a client are counted: those of trusted proxies are not."""
        return not _is_trusted(client, self._proxies)

    def open(self, address: str) -> bool:
        """Count a new connection; return whether the address may have it."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def close(self, address: str) -> None:
        """Count a closed connection."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class LimitedProtocol(HttpToolsProtocol):
    """One HTTP connection with limits."""

    limits: ClassVar[ConnectionLimits]

    #: the address whose number of connections includes this one
    _counted: str | None = None
    #: what the client has to send now: "headers", "body", or nothing; and how much of it was received
    _awaited = ""
    _received = 0
    _sending_timer: asyncio.TimerHandle | None = None
    _reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        _notice_vanishing(transport.get_extra_info("socket"), self.limits.vanished)
        if self.client is not None:  # IPv4 has one form, for both kinds of socket
            self.client = (self.client[0].removeprefix(_MAPPED), self.client[1])
        if self.limits.counts(self.client):
            address = address_of(self.client[0] if self.client else None)
            if not self.limits.open(address):
                transport.write(_REFUSED)
                transport.close()
                return
            self._counted = address
        self._await("headers")

    def connection_lost(self, exc: Exception | None) -> None:
        self._await("")
        _cancel(self._reading_timer)
        if self._counted is not None:
            self.limits.close(self._counted)
            self._counted = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self._await("headers")  # also if the client sends empty lines, which begin no request
        self._received += len(data)
        super().data_received(data)
        if self._received > _MOST.get(self._awaited, self._received):
            if self._awaited == "headers":
                self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        if len(self.pipeline) > _PIPELINED:
            raise ValueError("too many requests at once")  # uvicorn answers 400 and closes
        self._await("headers")
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._await("body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._await("")
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_timer = self._abort_after("reading")

    def resume_writing(self) -> None:
        _cancel(self._reading_timer)
        super().resume_writing()

    def _unsupported_upgrade_warning(self) -> None:
        """Ignore a requested upgrade without uvicorn's two lines in the log."""

    def _await(self, awaited: str) -> None:
        """Start the timer when the client begins to send something; stop it when that is complete."""
        if awaited == self._awaited:
            return  # the timer runs on, so a client that sends slowly gets no more time
        _cancel(self._sending_timer)
        self._awaited, self._received = awaited, 0
        self._sending_timer = self._abort_after(awaited) if awaited else None

    def _abort_after(self, what: str) -> asyncio.TimerHandle:
        """Start a timer that closes the connection, even if the client has not read the response."""
        return self.loop.call_later(self.limits.seconds[what], self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def _notice_vanishing(connection: socket.socket | None, seconds: float) -> None:
    """Have the system close a connection whose other end no longer answers.

    A phone without network closes nothing: without these options its player counts as present for a quarter
    of an hour. Systems that lack an option use their own times.
    """
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    options = {
        "TCP_KEEPIDLE": seconds / 2,  # seconds without data until the first probe
        "TCP_KEEPINTVL": seconds / 8,
        "TCP_KEEPCNT": 4,
        "TCP_USER_TIMEOUT": 1000 * seconds,  # milliseconds that what was sent may stay unacknowledged
    }
    for name, value in options.items():
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), max(1, round(value)))


def _is_trusted(client: tuple[str, int] | None, proxies: list[Any]) -> bool:
    if client is None:
        return False
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return False
    return any(address.version == proxy.version and address in proxy for proxy in proxies)
