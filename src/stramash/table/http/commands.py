"""What a request does at a table. Pages and API call the same functions, and answer in their own ways."""

from __future__ import annotations

import secrets
import time
from functools import partial
from typing import Any

from stramash import bots
from stramash.bots.search import Budget
from stramash.table.domain.commands import (
    SERVER,
    AnswerUndo,
    AskHint,
    AskUndo,
    BotChoice,
    Close,
    Join,
    Leave,
    Play,
    Rematch,
    Resign,
    Undo,
)
from stramash.table.domain.decide import acting_seat, decide
from stramash.table.domain.events import Event
from stramash.table.domain.seats import clean_name, fingerprint
from stramash.table.domain.state import OVER
from stramash.table.http.dependencies import Sender
from stramash.table.http.limits import Limits
from stramash.table.http.models import AnswerUndoRequest, CommandRequest, MoveRequest, SeatSelector
from stramash.table.server.lobby import NewTable
from stramash.table.server.room import Room
from stramash.table.server.seating import choose_bot
from stramash.table.server.services import Services

__all__ = [
    "answer_undo",
    "ask_undo",
    "close_archived",
    "hint",
    "join",
    "leave",
    "leave_all",
    "open_table",
    "play",
    "rematch",
    "resign",
    "undo",
]


async def open_table(
    services: Services,
    limits: Limits,
    sender: Sender,
    secret: str,
    new: NewTable,
    client_id: str | None = None,
) -> str:
    """Open a table and return its id; the same client id gives the same table."""
    key = None if client_id is None else fingerprint(f"{fingerprint(secret)}:{client_id}")
    if key is not None and (known := await services.store.opened_by(key)) is not None:
        return known
    limits.count_table(sender.address)
    return await services.lobby.create(new, secret, key)


async def join(
    services: Services,
    room: Room,
    sender: Sender,
    secret: str,
    *,
    invite: str,
    name: str,
    seat: int | None = None,
    bot: str = "",
    client_id: str | None = None,
) -> None:
    """Sit down at an open seat; a player who sits here already keeps that seat."""
    by = fingerprint(secret)
    if room.state.seats_of(by):
        return
    await room.submit(
        Join(
            **_common(room, sender, client_id or secrets.token_hex(16), None) | {"by": by},
            invite=invite or room.state.invite_for(by) or "",
            name=clean_name(name, services.settings.name_length),
            seat=seat,
            bot=clean_name(bot, 64) or None,
        ),
        sender.address,
    )


async def play(room: Room, sender: Sender, body: MoveRequest) -> Event:
    """Play an action; return its event when it is on the disk."""
    command = Play(**_by_seat(room, sender, body), action=body.action, ply=body.ply)
    return await room.submit(command, sender.address)


async def undo(room: Room, sender: Sender, body: CommandRequest) -> Event:
    """Take the last action back."""
    return await room.submit(Undo(**_by_seat(room, sender, body)), sender.address)


async def ask_undo(room: Room, sender: Sender, body: CommandRequest) -> Event:
    """Ask the other players whether the last action may be taken back."""
    return await room.submit(AskUndo(**_by_seat(room, sender, body)), sender.address)


async def answer_undo(room: Room, sender: Sender, body: AnswerUndoRequest) -> Event:
    """Agree that another player takes their action back, or refuse it."""
    command = AnswerUndo(**_by_seat(room, sender, body), agree=body.agree)
    return await room.submit(command, sender.address)


async def resign(services: Services, room: Room, sender: Sender, body: CommandRequest) -> Event:
    """Give up."""
    command = Resign(**_by_seat(room, sender, body), takeover=_takeover(services))
    return await room.submit(command, sender.address)


async def leave(services: Services, room: Room, sender: Sender, body: CommandRequest) -> Event:
    """Get up from one seat."""
    command = Leave(**_by_seat(room, sender, body), takeover=_takeover(services))
    return await room.submit(command, sender.address)


async def leave_all(services: Services, room: Room, sender: Sender, body: CommandRequest) -> None:
    """Get up from every seat that the sender holds, with one command for each seat."""
    common, takeover = _by_seat(room, sender, body), _takeover(services)
    commands = [
        Leave(**common | {"id": f"{common['id']}/{seat}", "seat": seat}, takeover=takeover)
        for seat in range(room.state.setup.players)
    ]
    if not any(command.key in room.state.answers for command in commands):
        acting_seat(room.state, sender.holder, body.seat)
    for command in commands:
        if command.seat in room.state.seats_of(sender.holder) and room.state.status != OVER:
            await room.submit(command, sender.address)


async def rematch(
    services: Services, limits: Limits, room: Room, sender: Sender, body: CommandRequest
) -> str:
    """Play again; return the id of the new table, the same for everybody."""
    common = _by_seat(room, sender, body)
    state = room.state
    acting_seat(state, sender.holder, body.seat)
    if state.next_table is None and state.status == OVER:
        limits.count_table(sender.address)
    setup = services.lobby.rematch_setup(state, common["by"])
    event = await room.submit(Rematch(**common, setup=setup), sender.address)
    return event.content


async def hint(
    services: Services, limits: Limits, room: Room, sender: Sender, body: SeatSelector, locale: str
) -> bots.Hint:
    """Return what the search would do in the sender's seat, and why."""
    state = room.state
    seat = acting_seat(state, sender.holder, body.seat)
    command = AskHint(**_common(room, sender, secrets.token_hex(16), None), seat=seat)
    decide(state, command)  # refused before it counts
    limits.count_hint(sender.address, services.pool.waiting(sender.address))
    if state.setup.shared:  # the other players see it in the log
        await room.submit(command, sender.address)
    budget = Budget.read(services.settings.hint_budget)
    return await services.pool.run(partial(bots.hint_now, state.view(seat), locale, budget), sender.address)


async def close_archived(room: Room, sender: Sender) -> Event:
    """Close an archived table for one of its players, so that its record can be read."""
    acting_seat(room.state, sender.holder, None)
    return await room.submit(
        Close(id="close", by=SERVER, version=room.state.version, at=time.time(), reason=room.state.archived)
    )


def _by_seat(room: Room, sender: Sender, body: CommandRequest | MoveRequest) -> dict[str, Any]:
    return _common(room, sender, body.client_id, body.version) | {"seat": body.seat}


def _common(room: Room, sender: Sender, client_id: str, version: int | None) -> dict[str, Any]:
    """Return what every command carries; without a version it answers the table as it is now."""
    return {
        "id": client_id,
        "by": sender.holder or "nobody",
        "version": room.state.version if version is None else version,
        "at": time.time(),
    }


def _takeover(services: Services) -> BotChoice:
    return choose_bot(services.settings.takeover_bot, services.settings)
