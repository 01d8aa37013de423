"""Seats: who sits where, under which name, and the fingerprint of the secret that proves it.

A secret has 256 bits. Only its SHA-256, the *fingerprint*, is stored. A browser keeps its secret in a cookie;
a program sends it as `Authorization: Bearer …`.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "BOT",
    "KINDS",
    "LOCAL",
    "OPEN",
    "PERSON",
    "Seat",
    "bot_name",
    "clean_name",
    "fingerprint",
    "same_text",
    "seats_held",
    "unused_name",
]

#: Kinds of seats: a person, a second person at the same screen, a bot, or nobody yet
PERSON, LOCAL, BOT, OPEN = "person", "local", "bot", "open"
KINDS = (PERSON, LOCAL, BOT, OPEN)

#: What bots are called where another bot of the same level sits at the table
_GIVEN_NAMES = ("Morag", "Hamish", "Eilidh", "Fergus", "Isla", "Callum", "Mhairi", "Angus")

#: Characters that are letters, marks or symbols to Unicode and draw nothing
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00013441\U00013442\U00016fe4\U0001d159")
#: Marks that choose between two forms of the character before them
_SELECTORS = frozenset(
    map(chr, (*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)


#: How many marks a letter may have; more would be drawn over the lines above and below
_MARKS = 4


@dataclass(frozen=True)
class Seat:
    """One seat: its kind, the name shown, the bot that plays there, and the fingerprint of its holder."""

    seat: int
    kind: str
    name: str = ""
    bot: str | None = None
    holder: str | None = None


def fingerprint(secret: str) -> str:
    """Return the SHA-256 of a secret, as hexadecimal digits."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def same_text(one: str, other: str) -> bool:
    """Compare two texts in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


def seats_held(seats: Sequence[Seat], holder: str | None) -> list[int]:
    """Return the numbers of the seats held by the owner of a fingerprint."""
    if holder is None:
        return []
    return [seat.seat for seat in seats if seat.holder is not None and same_text(seat.holder, holder)]


def clean_name(name: str, longest: int) -> str:
    """Return a name as it is shown: visible characters, single spaces, at most `longest` characters.

    A letter with an accent is one character, however it was written. A name of marks alone is empty.

    >>> clean_name("  Big   Mac ", 24), clean_name("\u3164\u2800", 24), clean_name("Ann\ufe0f", 24)
    ('Big Mac', '', 'Ann')
    >>> len(clean_name("x" + "\u0301" * 20, 24))
    5
    """
    kept = "".join(letter for letter in name if letter not in _SELECTORS)
    composed = unicodedata.normalize("NFC", kept)
    visible = "".join(" " if _is_blank(letter) else letter for letter in composed)
    if all(letter == " " or _is_mark(letter) for letter in visible):
        return ""
    marks, legible = 0, ""
    for letter in visible:
        marks = marks + 1 if _is_mark(letter) else 0
        legible += letter if marks <= _MARKS else ""
    return " ".join(legible.split())[:longest].strip()


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"


def _is_blank(letter: str) -> bool:
    return letter in _BLANK or not letter.isprintable() or unicodedata.category(letter)[0] in "CZ"


def unused_name(name: str, taken: Sequence[str]) -> str:
    """Return the name, with a number if somebody at the table has it already.

    >>> unused_name("Guest", ["Guest", "Ann"])
    'Guest 2'
    """
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(one for one in (name, *numbered) if one not in taken)


def bot_name(level: str, taken: Sequence[str]) -> str:
    """Return the name of a bot: its level, or a given name if somebody at the table is called so already.

    >>> bot_name("Crofter", ["Ann"]), bot_name("Crofter", ["Crofter", "Morag"])
    ('Crofter', 'Hamish')
    """
    free = (name for name in (level, *_GIVEN_NAMES) if name not in taken)
    return next(free, None) or unused_name(level, taken)
