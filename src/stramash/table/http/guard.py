"""The guard: middleware that checks every request before the application sees it.

- Every response carries headers that tell a browser which scripts, styles and pictures it may use.
- A request that changes something must not come from another web site.
- Requests a second and the size of bodies are limited.
- HEAD is answered like GET, without the body.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stramash.table.domain.errors import BadRequest, TableError
from stramash.table.http.dependencies import address_of
from stramash.table.http.errors import ForeignSite, ServerError, TooLong
from stramash.table.http.limits import Limits

__all__ = ["HEADERS", "Guard"]

#: Sent with every response: scripts and styles are files, nothing is inline
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

#: The same as they are sent; what is not a file may not be kept by a browser or proxy
_STATIC_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_PAGE_HEADERS = [*_STATIC_HEADERS, (b"cache-control", b"no-store")]

_SAFE = {"GET", "HEAD", "OPTIONS"}
#: The longest name with a port; links and QR codes are made from it
_LONGEST_HOST = 260
#: The secret part of an invitation's path, which must not reach the log
_INVITE = re.compile(r"(/join/)[^/]+")

_log = logging.getLogger("stramash.table")

Refuse = Callable[[Request, TableError], Awaitable[Response]]


class Guard:
    """Middleware that passes allowed requests on and refuses all others."""

    def __init__(self, app: ASGIApp, limits: Limits, body_bytes: int, refuse: Refuse) -> None:
        self._app = app
        self._limits = limits
        self._body_bytes = body_bytes
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sending = _Sending(scope, send)
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        try:
            self._check(scope)
            body = await self._read(scope, receive)
        except TableError as error:
            await self._answer(scope, receive, sending, error)
            return
        try:
            await self._app(scope, body, sending)
        except Exception:
            if sending.started:
                raise
            # The response only says that there was an error; the log has the details.
            _log.exception("%s %s failed", scope["method"], _INVITE.sub(r"\1…", scope["path"]))
            broke = ServerError("something broke on our side: it was noted; please try again")
            await self._answer(scope, receive, sending, broke)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, error: TableError) -> None:
        response = await self._refuse(Request(scope), error)
        await response(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        host = scope["client"][0] if scope.get("client") else None
        if not scope["path"].startswith("/static/"):
            self._limits.count_request(address_of(host))
        if len(Headers(scope=scope).get("host", "")) > _LONGEST_HOST:
            raise BadRequest("the Host header is longer than a name can be")
        if scope["method"] not in _SAFE and _is_foreign(Headers(scope=scope)):
            raise ForeignSite("this came from another web site: open this table's own page and try there")

    async def _read(self, scope: Scope, receive: Receive) -> Receive:
        """Read the body, up to the limit, before the application sees any of it."""
        if scope["method"] in _SAFE:
            return receive
        limit = self._body_bytes
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and int(length) > limit:
            raise TooLong(f"the request is too long: {limit} bytes are enough for anything here")
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > limit:
                raise TooLong(f"the request is too long: {limit} bytes are enough for anything here")
        given = False

        async def again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        return again


class _Sending:
    """Sends a response with our headers; to HEAD without the body."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._head = scope["method"] == "HEAD"
        self._static = scope["path"].startswith("/static/")
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = [*message.get("headers", ())]
            present = {name.lower() for name, _ in headers}
            wanted = _STATIC_HEADERS if self._static else _PAGE_HEADERS
            headers += [header for header in wanted if header[0] not in present]
            await self._send({**message, "headers": headers})
            if self._head:
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        elif not self._head:
            await self._send(message)


def _is_foreign(headers: Headers) -> bool:
    """Return whether a browser sent this for another site; programs send neither header."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
