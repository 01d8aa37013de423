"""What a request for a page asks about: a game, a room, the fields of a form, a seat, a moment."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request

from stramash.core.game import Game
from stramash.games import find, names
from stramash.table.clients import rooms_of, secret_of
from stramash.table.errors import NoTable, WrongSeat
from stramash.table.room import Room

__all__ = ["Form", "Ply", "Seat", "TheRoom", "find_game", "held_seat"]

Ply = Annotated[int | None, Query(ge=0)]
Seat = Annotated[int | None, Query(ge=0)]


def the_room(table_id: str, request: Request) -> Room:
    """Return the room that an address means."""
    return rooms_of(request).get(table_id)


async def the_form(request: Request) -> dict[str, str]:
    """Return the fields of a form."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


TheRoom = Annotated[Room, Depends(the_room)]
Form = Annotated[dict[str, str], Depends(the_form)]


def find_game(name: str) -> type[Game]:
    """Return the game of an address."""
    if name not in names():
        raise NoTable(f"there is no game {name!r}: the games are {', '.join(names())}")
    return find(name)


def held_seat(room: Room, request: Request, seat: int | None) -> int:
    """Return the seat for which somebody acts: theirs that is asked for, or the one whose turn it is."""
    mine = room.seats_of(secret_of(request))
    if not mine:
        raise WrongSeat("you watch this table: only its players can do that")
    if seat is None:
        return room.player if room.player in mine else mine[0]
    if seat not in mine:
        raise WrongSeat(f"seat {seat} is not yours")
    return seat
