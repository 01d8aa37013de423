"""Seats: 0 to the number of players - 1, or None for a spectator."""

from __future__ import annotations

from typing import Any

from stramash.core.errors import BadSeat
from stramash.core.numbers import as_int

__all__ = ["SPECTATOR", "check_seat", "seats_in"]

#: The number of a spectator in rules
SPECTATOR = -1


def seats_in(bits: int) -> list[int]:
    """Return the seats of a bit set.

    >>> seats_in(5)
    [0, 2]
    """
    return [seat for seat in range(int(bits).bit_length()) if bits >> seat & 1]


def check_seat(players: int, seat: Any) -> int:
    """Return the number of a seat for rules, else raise `BadSeat`; NumPy's integers are accepted.

    >>> check_seat(2, 1), check_seat(2, None)
    (1, -1)
    """
    if seat is None:
        return SPECTATOR
    number = as_int(seat)
    if number is None or not 0 <= number < players:
        raise BadSeat(f"no seat {seat!r}: seats are 0 to {players - 1}, or None to watch")
    return number
