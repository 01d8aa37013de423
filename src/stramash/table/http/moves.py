"""The fast path of moves: they are answered before the framework, which needs more time than the move itself.

The routes in `api` and in `web.table_pages` describe the same requests, and answer everything that is not a
well-formed move: so there is one text for each error, and the OpenAPI document is complete.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stramash.table.domain.errors import TableError
from stramash.table.http import commands
from stramash.table.http.dependencies import sender_of
from stramash.table.http.models import Ack, MoveRequest, PageAck
from stramash.table.server.services import Services

__all__ = ["MoveRoute"]

_PATH = re.compile(r"/(?:(?P<api>api/tables)|t)/(?P<table>[^/]{1,32})/(?(api)moves|move)")

Refuse = Callable[[Request, TableError], Awaitable[Response]]


class MoveRoute:
    """Middleware that answers well-formed moves and passes everything else on."""

    def __init__(self, app: ASGIApp, services: Services, refuse: Refuse) -> None:
        self._app = app
        self._services = services
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a move, or pass the request on."""
        found = None
        if scope["type"] == "http" and scope["method"] == "POST":
            found = _PATH.fullmatch(scope["path"])
        if found is None:
            await self._app(scope, receive, send)
            return
        body = await receive()  # the guard gives the whole body at once
        request = Request(scope)
        move = _read(request, body)
        if move is None:
            await self._app(scope, _again(body, receive), send)
            return
        scope["path_params"] = {"table_id": found["table"]}
        try:
            sender = await sender_of(request)
            room = await self._services.lobby.get(found["table"], sender.address)
            event = await commands.play(room, sender, move)
            ack = (Ack if found["api"] else PageAck).of(event)
            response = Response(ack.model_dump_json(), media_type="application/json")
        except TableError as error:
            response = await self._refuse(request, error)
        await response(scope, receive, send)


def _read(request: Request, body: Message) -> MoveRequest | None:
    """Return the move of a request, None if it is not a well-formed one."""
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind != "application/json" or body["type"] != "http.request" or body.get("more_body"):
        return None
    try:
        return MoveRequest.model_validate_json(body["body"])
    except ValidationError:
        return None


def _again(first: Message, receive: Receive) -> Receive:
    """Return a receive channel that first repeats a received message, then passes on the rest."""
    waiting = [first]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
