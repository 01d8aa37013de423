"""Dependencies of requests: the services, who sends the request, the room it is about, the fields of a form.

They are coroutines, because FastAPI runs plain functions in a thread, which takes longer than they do.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response

from stramash.table.domain.errors import BadRequest
from stramash.table.domain.seats import fingerprint
from stramash.table.http.limits import Limits
from stramash.table.server.ids import derived_secret, new_secret
from stramash.table.server.room import Room
from stramash.table.server.services import Services
from stramash.table.settings import ServerSettings

__all__ = [
    "COOKIE",
    "Form",
    "Ply",
    "Seat",
    "Sender",
    "Served",
    "TheLimits",
    "TheRoom",
    "TheSender",
    "address_of",
    "client_id_of",
    "greet",
    "remember",
    "sender_of",
    "services_of",
]

#: The cookie that holds a browser's secret
COOKIE = "stramash"
_YEAR = 365 * 24 * 3600
#: How long a secret may be, and how long one must be that a client made itself
_LONGEST, _SHORTEST = 200, 32
#: How much of the id in a form is read
_LONGEST_ID = 64
#: How long an id must be from which a secret is derived
_ID_AS_SECRET = 16

Ply = Annotated[int | None, Query(ge=0)]
Seat = Annotated[int | None, Query(ge=0)]


@dataclass(frozen=True)
class Sender:
    """Who sends a request: the secret in its header or cookie, and the address it comes from."""

    bearer: str | None
    cookie: str | None
    address: str

    @property
    def secret(self) -> str | None:
        """The secret that proves a seat."""
        return self.bearer or self.cookie

    @property
    def holder(self) -> str | None:
        """The fingerprint of the secret."""
        return None if self.secret is None else fingerprint(self.secret)

    def program_secret(self, purpose: str, client_id: str | None) -> str:
        """Return the secret of a program that sits down: its own, or one derived from its client id.

        So the same request gets the same seat again after a lost answer. The secret is never the browser's,
        which no script may read.
        """
        if self.bearer is not None:
            return _strong(self.bearer)
        if client_id is None or len(client_id) < _ID_AS_SECRET:
            raise BadRequest(
                "send a secret of your own as 'Authorization: Bearer …', or a client_id of "
                f"{_ID_AS_SECRET} random characters or more: anybody who knows it holds the seat"
            )
        return derived_secret(purpose, client_id)

    def browser_secret(self) -> str:
        """Return the secret of a browser, a new one for a new visitor; `remember` it in the response.

        A cookie that somebody made up, too short for a secret, is replaced.
        """
        secret = self.secret
        return secret if secret is not None and len(secret) >= _SHORTEST else new_secret()


def _strong(secret: str) -> str:
    if len(secret) < _SHORTEST:
        raise BadRequest(
            f"a secret has {_SHORTEST} random characters or more: leave it out, and one is made for you"
        )
    return secret


def services_of(request: Request) -> Services:
    """Return the services of the server that was asked."""
    services: Services = request.app.state.services
    return services


@lru_cache(maxsize=4096)
def address_of(host: str | None) -> str:
    """Return the address that limits count by: an IPv6 network of 64 bits counts as one visitor.

    >>> address_of("10.0.0.7"), address_of("2001:db8:1:2:3:4:5:6")
    ('10.0.0.7', '2001:db8:1:2::/64')
    """
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


async def _services(request: Request) -> Services:
    return services_of(request)


async def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


async def sender_of(request: Request) -> Sender:
    """Return who sends a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    bearer = _readable(token.strip()) if scheme.lower() == "bearer" else None
    return Sender(bearer, _readable(request.cookies.get(COOKIE, "")), _address(request))


def _address(request: Request) -> str:
    return address_of(request.client.host if request.client else None)


def _readable(secret: str) -> str | None:
    return secret if 0 < len(secret) <= _LONGEST else None


Served = Annotated[Services, Depends(_services)]
TheSender = Annotated[Sender, Depends(sender_of)]
TheLimits = Annotated[Limits, Depends(_limits)]


async def _room(
    table_id: Annotated[str, Path(max_length=32, description="the id of a table")], request: Request
) -> Room:
    # Not with `Served`: for FastAPI a nested dependency takes longer than this function.
    return await services_of(request).lobby.get(table_id, _address(request))


async def _form(request: Request) -> dict[str, str]:
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


def client_id_of(form: dict[str, str]) -> str | None:
    """Return the id that a page's script gave to a form when it was sent first; None without the script."""
    return form.get("client_id", "")[:_LONGEST_ID] or None


TheRoom = Annotated[Room, Depends(_room)]
Form = Annotated[dict[str, str], Depends(_form)]


def greet(response: Response, sender: Sender, settings: ServerSettings) -> None:
    """Give a new visitor a secret with a page from which a table is opened or joined.

    The request that follows then has the same secret however often it is sent, so it counts once.
    """
    secret = sender.browser_secret()
    if secret != sender.secret:
        remember(response, secret, settings)


def remember(response: Response, secret: str, settings: ServerSettings) -> None:
    """Set the cookie with the secret: HttpOnly against scripts, SameSite against other sites."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )
