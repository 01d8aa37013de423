"""The settings of a table server, in one place."""

from __future__ import annotations

import dataclasses
import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stramash.core.errors import BadOption
from stramash.core.renamed import former_names

__all__ = ["ServerSettings", "default_database"]


def default_database() -> str:
    """Return the address of the SQLite file in the user's data folder."""
    chosen = os.environ.get("XDG_DATA_HOME")
    home = Path(chosen) if chosen else Path.home() / ".local" / "share"
    return f"sqlite:///{home / 'stramash' / 'table.db'}"


#: The longest name that fits the database column with a number appended
_LONGEST_NAME = 40


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a table server: limits and delays."""

    #: an SQLAlchemy address: sqlite:///file, or postgresql://… for several processes
    database: str = field(default_factory=default_database)
    #: seconds between another player's move and the first one of a bot's turn; pages have their own speed
    pace: float = 0.3
    #: threads in which bots think
    thinkers: int = 2
    #: seconds for which a bot that somebody seats here may think about one move
    longest_thought: float = 5.0
    #: the default bot: it replaces players who leave, and is the default opponent
    takeover_bot: str = "crofter"
    #: how long a hint is thought about: `0.5s`, or `2000` simulations
    hint_budget: str = "0.5s"
    #: how long a review thinks about each action of a finished game: `0.5s`, or `3000` simulations
    review_budget: str = "3000"
    #: cookies only over HTTPS: switch on where the server stands behind it
    secure_cookies: bool = False
    #: compile the rules of every game when the server starts
    warm_up: bool = True
    #: tables kept in memory; others are replayed when they are needed
    rooms_kept: int = 4000
    #: days after the last event until a table is deleted: waiting for players, unfinished, finished; 0
    #: keeps such tables for ever
    keep_waiting_days: float = 7.0
    keep_unfinished_days: float = 60.0
    keep_finished_days: float = 0.0
    #: trusted proxies, as addresses or networks with commas: their X-Forwarded-For header is trusted
    trusted_proxies: str = ""
    #: the minimum seconds that a player gets after the server has loaded a table whose clock had run out
    clock_grace: float = 20.0
    #: limits on what a stranger may do
    name_length: int = 24
    body_bytes: int = 16 * 1024
    tables_an_hour: int = 60
    requests_a_second: float = 40.0
    requests_at_once: int = 200
    streams_a_client: int = 40
    hints_a_minute: int = 30
    messages_a_minute: int = 20
    #: open connections of one address; trusted proxies are not counted
    connections_an_address: int = 100
    #: seconds that a client may take to send the headers, and then the body, of a request
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    #: seconds that a client may read nothing while a response waits for it
    reading_seconds: float = 60.0
    #: seconds after which the connection of a client that has vanished from the network is closed
    vanished_seconds: float = 60.0
    #: threads that render pages; few, because they share the interpreter with the event loop
    page_threads: int = 4
    #: seconds between heartbeats on an event stream
    heartbeat: float = 15.0

    def __post_init__(self) -> None:
        if not 1 <= self.name_length <= _LONGEST_NAME:
            raise BadOption(f"names of {self.name_length} characters do not fit: 1 to {_LONGEST_NAME} do")
        for proxy in self.proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError:
                raise BadOption(
                    f"{proxy!r} is not a proxy: write addresses or networks, like 10.0.0.1,10.1.0.0/16"
                ) from None

    @property
    def proxies(self) -> list[str]:
        """The trusted proxies, one by one."""
        return [part.strip() for part in self.trusted_proxies.split(",") if part.strip()]

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ServerSettings:
        """Return the settings with what `STRAMASH_…` variables change.

        >>> ServerSettings.from_environment({"STRAMASH_PACE": "0.2", "STRAMASH_SECURE_COOKIES": "true"}).pace
        0.2
        """
        changes: dict[str, object] = {}
        for known in dataclasses.fields(cls):
            name = f"STRAMASH_{known.name.upper()}"
            if name in environment:
                changes[known.name] = _read(name, environment[name], str(known.type))
        return cls(**changes)  # type: ignore[arg-type]


def _read(name: str, text: str, kind: str) -> object:
    try:
        if kind == "bool":
            return {"true": True, "false": False}[text.strip().lower()]
        return {"int": int, "float": float, "str": str}[kind](text)
    except (KeyError, ValueError):
        wanted = {"bool": "true or false", "int": "a whole number", "float": "a number"}[kind]
        raise BadOption(f"{name}={text} is not possible: write {wanted}") from None


__getattr__ = former_names(__name__, {"Settings": "ServerSettings"})
