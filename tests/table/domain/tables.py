"""Tables for tests of the domain: no server, no database, no clock."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stramash.core.game import Game
from stramash.games import load
from stramash.table.domain.commands import (
    SERVER,
    AnswerUndo,
    AskHint,
    AskUndo,
    BotChoice,
    Command,
    Join,
    Leave,
    Play,
    Rematch,
    Resign,
    RunOut,
    Undo,
)
from stramash.table.domain.decide import decide
from stramash.table.domain.evolve import evolve
from stramash.table.domain.seats import BOT, OPEN, PERSON, Seat, fingerprint
from stramash.table.domain.setup import Setup
from stramash.table.domain.state import TableState, begin

ANN, BOB, EVE = (fingerprint(name) for name in ("ann", "bob", "eve"))
CROFTER = BotChoice("crofter", "Crofter")
INVITE = "the-invitation"


@lru_cache
def game_of(name: str, players: int = 2) -> Game:
    return load(name, players=players)


def seat(number: int, who: str) -> Seat:
    """Return a seat of Ann, of a bot, or an open one."""
    if who == OPEN:
        return Seat(number, OPEN)
    if who == BOT:
        return Seat(number, BOT, "Greedy", "greedy")
    return Seat(number, PERSON, "Ann", None, ANN)


def setup_of(game: Game, *who: str, **changes: Any) -> Setup:
    usual: dict[str, Any] = {
        "id": "abcdefghjkmn",
        "game": game.name,
        "rules": game.version,
        "players": game.players,
        "options": dict(game.options),
        "seed": 7,
        "salt": "salt",
        "invite": INVITE,
        "listed": False,
        "creator": ANN,
        "created": 0.0,
        "seats": tuple(seat(number, one) for number, one in enumerate(who)),
    }
    return Setup(**usual | changes)


def new_table(*who: str, game: str = "schotten-totten", **changes: Any) -> TableState:
    """Return a table with these seats: "ann", "bot" or "open"."""
    chosen = game_of(game, len(who))
    return begin(setup_of(chosen, *who, **changes), chosen)


def obey(state: TableState, command: Command) -> TableState:
    """Decide a command and apply its event."""
    event = decide(state, command)
    return state if event.version <= state.version else evolve(state, event)


def two_people(**changes: Any) -> TableState:
    return obey(new_table("ann", "open", **changes), join(BOB, "Bob", id="bob joins"))


def join(by: str, name: str = "", **more: Any) -> Join:
    usual: dict[str, Any] = {"id": "join", "by": by, "version": 0, "at": 1.0, "invite": INVITE, "name": name}
    return Join(**usual | more)


def play(state: TableState, action: str | None = None, **more: Any) -> Play:
    """Return a command of the player to act: by default their first legal action."""
    assert state.position is not None
    assert state.player is not None
    chosen = state.position.notation(state.position.legal[0]) if action is None else action
    usual: dict[str, Any] = {
        "id": f"play {state.version}",
        "by": state.seats[state.player].holder or "server",
        "version": state.version,
        "at": 2.0,
        "action": chosen,
        "ply": state.ply,
    }
    return Play(**usual | more)


def undo(state: TableState, by: str, **more: Any) -> Undo:
    usual: dict[str, Any] = {"id": f"undo {state.version}", "by": by, "version": state.version, "at": 3.0}
    return Undo(**usual | more)


def ask_undo(state: TableState, by: str, **more: Any) -> AskUndo:
    usual: dict[str, Any] = {"id": f"ask {state.version}", "by": by, "version": state.version, "at": 3.1}
    return AskUndo(**usual | more)


def answer_undo(state: TableState, by: str, **more: Any) -> AnswerUndo:
    """Return an answer to the player who asks for an undo, by default that another one agrees."""
    usual: dict[str, Any] = {"id": f"answer {state.version}", "by": by, "version": state.version, "at": 3.2}
    return AnswerUndo(**usual | {"agree": True} | more)


def run_out(state: TableState, at: float, **more: Any) -> RunOut:
    """Return the server's word that the time of the player to act has run out."""
    usual: dict[str, Any] = {
        "id": f"clock-{state.version}",
        "by": SERVER,
        "version": state.version,
        "at": at,
        "seat": state.player,
        "takeover": CROFTER,
    }
    return RunOut(**usual | more)


def ask_hint(state: TableState, by: str, **more: Any) -> AskHint:
    usual: dict[str, Any] = {"id": "hint", "by": by, "version": state.version, "at": 3.5}
    return AskHint(**usual | more)


def resign(state: TableState, by: str, **more: Any) -> Resign:
    usual: dict[str, Any] = {"id": "resign", "by": by, "version": state.version, "at": 4.0}
    return Resign(**usual | {"takeover": CROFTER} | more)


def leave(state: TableState, by: str, **more: Any) -> Leave:
    usual: dict[str, Any] = {"id": "leave", "by": by, "version": state.version, "at": 5.0}
    return Leave(**usual | {"takeover": CROFTER} | more)


def rematch(state: TableState, by: str, **more: Any) -> Rematch:
    usual: dict[str, Any] = {"id": "rematch", "by": by, "version": state.version, "at": 6.0}
    return Rematch(**usual | {"setup": state.setup} | more)
