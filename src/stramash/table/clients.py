"""Who is asking: a browser with its cookie, or a program with the secret of its seat."""

from __future__ import annotations

from fastapi import Request, Response

from stramash.table.rooms import Rooms
from stramash.table.seats import new_secret
from stramash.table.settings import Settings

__all__ = ["COOKIE", "ensure_secret", "remember", "rooms_of", "secret_of"]

#: The cookie that holds a browser's secret
COOKIE = "stramash"
_YEAR = 365 * 24 * 3600
_LONGEST = 200


def rooms_of(request: Request) -> Rooms:
    """Return the rooms of the server that was asked."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def secret_of(request: Request) -> str | None:
    """Return the secret that came with a request, as `Authorization: Bearer …` or as our cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    secret = token.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return secret if 0 < len(secret) <= _LONGEST else None


def ensure_secret(request: Request) -> str:
    """Return the visitor's secret, a new one for a new visitor; `remember` it in the answer."""
    return secret_of(request) or new_secret()


def remember(response: Response, secret: str, settings: Settings) -> None:
    """Have the browser keep its secret where no script can read it and no other site can use it."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )
