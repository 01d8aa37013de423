"""The guard at the door: what strangers may not do, decided before anything else looks at a request.

- Every answer says which scripts, styles and pictures a browser may use: ours, none written into the page.
- A request that changes something must not come from another web site.
- Bodies, requests a second and new tables an hour are limited for each address.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stramash.table.errors import ForeignSite, ServerError, TableError, TooLong, TooManyTables, TooMuch
from stramash.table.settings import Settings

__all__ = ["HEADERS", "Bucket", "Guard"]

#: Sent with every answer: scripts and styles are files of ours, nothing is written into a page.
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

_SAFE = {"GET", "HEAD", "OPTIONS"}
_NEW_TABLE = {"/tables", "/api/tables"}
#: Addresses remembered; whoever is forgotten starts with a full bucket
_ADDRESSES = 10_000
_HOUR = 3600.0
#: People behind one address, for the limit on new tables
_NEIGHBOURS = 5

_log = logging.getLogger("stramash.table")

Refuse = Callable[[Request, TableError], Awaitable[Response]]


class Bucket:
    """Holds a number of tokens for each address, refilled at a steady rate; every request takes one.

    >>> bucket = Bucket(size=2, a_second=1.0)
    >>> [bucket.take("a", now=0.0) for _ in range(3)], bucket.take("a", now=1.0)
    ([True, True, False], True)
    """

    def __init__(self, size: float, a_second: float) -> None:
        self._size = size
        self._rate = a_second
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Take a token; say whether there was one."""
        level, then = self._levels.pop(address, (self._size, now))
        level = min(self._size, level + (now - then) * self._rate)
        enough = level >= 1
        self._levels[address] = (level - 1 if enough else level, now)
        if len(self._levels) > _ADDRESSES:
            self._levels.popitem(last=False)
        return enough


class Guard:
    """Middleware that lets through what is allowed and answers the rest itself."""

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Refuse) -> None:
        self._app = app
        self._settings = settings
        self._refuse = refuse
        self._requests = Bucket(settings.requests_at_once, settings.requests_a_second)
        an_hour = settings.tables_an_hour * _NEIGHBOURS
        self._tables = Bucket(an_hour, an_hour / _HOUR)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            self._check(scope)
            body = await self._read(scope, receive)
        except TableError as error:
            response = await self._refuse(Request(scope), error)
            await response(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, body, send_guarded)
        except Exception:  # a client is told that something broke, and only the log what
            if started:
                raise
            _log.exception("%s %s broke", scope["method"], scope["path"])
            broke = ServerError("something broke on our side: it was noted; please try again")
            response = await self._refuse(Request(scope), broke)
            await response(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        path, method = scope["path"], scope["method"]
        address = scope["client"][0] if scope.get("client") else ""
        now = time.monotonic()
        if not path.startswith("/static/") and not self._requests.take(address, now):
            raise TooMuch("too many requests at once: wait a few seconds")
        if method in _SAFE:
            return
        headers = Headers(scope=scope)
        if _is_foreign(headers):
            raise ForeignSite("this came from another web site: open this table's own page and try there")
        if method == "POST" and path in _NEW_TABLE and not self._tables.take(address, now):
            raise TooManyTables(
                "too many tables were opened from your address within an hour: finish one first"
            )

    async def _read(self, scope: Scope, receive: Receive) -> Receive:
        """Read a body up to the limit before the application sees any of it."""
        if scope["method"] in _SAFE:
            return receive
        limit = self._settings.body_bytes
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


def _is_foreign(headers: Headers) -> bool:
    """Say whether a browser sent this for another site; programs send neither header."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")
