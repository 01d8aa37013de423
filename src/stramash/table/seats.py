"""Seats: who sits where, and the secrets that prove it.

A secret has 256 bits. Only its SHA-256 is stored; a browser keeps the secret in a cookie and holds all its
seats with it, a program gets one when it sits down and sends it as `Authorization: Bearer …`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "BOT",
    "KINDS",
    "LOCAL",
    "OPEN",
    "PERSON",
    "Seat",
    "clean_name",
    "fingerprint",
    "holds",
    "is_id",
    "new_id",
    "new_secret",
    "seats_held",
]

#: Kinds of seats: a person elsewhere or here, a second person at the same screen, a bot, or nobody yet
PERSON, LOCAL, BOT, OPEN = "person", "local", "bot", "open"
KINDS = (PERSON, LOCAL, BOT, OPEN)

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12


@dataclass(frozen=True)
class Seat:
    """One place at a table: its kind, the name shown, the bot that plays there, who holds it."""

    seat: int
    kind: str
    name: str = ""
    bot: str | None = None
    holder: str | None = None


def new_secret() -> str:
    """Return a secret of 256 bits."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return the address of a table: easy to read aloud, too long to guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Say whether a text could be the address of a table."""
    return len(text) == _ID_LENGTH and all(letter in _ALPHABET for letter in text)


def fingerprint(secret: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holds(secret: str | None, holder: str | None) -> bool:
    """Say whether a secret is the one that holds, in a time that tells nothing about it."""
    if secret is None or holder is None:
        return False
    return hmac.compare_digest(fingerprint(secret), holder)


def seats_held(seats: Sequence[Seat], secret: str | None) -> list[int]:
    """Return the seats that a secret holds."""
    return [seat.seat for seat in seats if holds(secret, seat.holder)]


def clean_name(name: str, longest: int) -> str:
    """Return a name as it is shown: printable, single-spaced, not too long.

    >>> clean_name("  Big   Mac ", 24)
    'Big Mac'
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:longest].strip()
