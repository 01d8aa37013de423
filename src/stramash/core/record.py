"""Records: a text from which a game can be replayed exactly.

    stramash record 1
    game: schotten-totten 1
    players: 2
    options: tactics=false expert=false proofs=clan rounds=1
    engine: 0.1.0
    seed: 7

    0: b7@3
    1: r9@1 claim@1 done

    resigned: 0

    digest: 3f0c9c1e5b7a2d44

A line of moves has the seat and its consecutive actions. `resigned` names the seat that gave up; the other
seats won. The digest covers all lines above it and the bytes of the final position, so a changed record and a
different engine are both detected.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.metadata import version as package_version
from itertools import groupby
from typing import TYPE_CHECKING, Any

from stramash.core.errors import BadRecord, StramashError
from stramash.core.options import OptionValue, format_option, read_value
from stramash.core.renamed import warn_renamed

if TYPE_CHECKING:
    from stramash.core.game import Game
    from stramash.core.position import Position

__all__ = ["Record", "winners_of"]

_TITLE = "stramash record 1"
_HEADS = {"game", "players", "options", "engine", "seed", "start", "resigned", "digest"}


@dataclass(frozen=True)
class Record:
    """One game, played or in play. `str(record)` writes it, `Record.read` reads it.

    >>> import stramash
    >>> pos = stramash.load("schotten-totten").deal(seed=7)
    >>> pos.play(pos.legal[0])
    >>> Record.read(str(pos.record())) == pos.record()
    True
    >>> [position.player for position in stramash.replay(pos.record())]
    [0, 1]
    """

    game: str
    version: int
    players: int
    options: dict[str, OptionValue]
    seed: int | None
    start: dict[str, Any] | None
    #: each action with the seat that took it, in order
    actions: tuple[tuple[int, str], ...]
    digest: str = ""
    engine: str = field(default_factory=lambda: package_version("stramash"))
    #: the seat that gave up, None if none did
    resigned: int | None = None

    @property
    def turns(self) -> tuple[tuple[int, str], ...]:
        """The former name of `actions`, to be removed after version 0.2."""
        warn_renamed("Record.turns", "Record.actions")
        return self.actions

    def winners(self, end: Position) -> list[int]:
        """Return the winners, given the final position; after a resignation, the other seats."""
        return winners_of(end, self.resigned)

    def sealed(self, final: bytes) -> Record:
        """Return this record with the digest of its lines and of the final position's bytes."""
        return replace(self, digest=hashlib.sha256(self._lines().encode() + final).hexdigest()[:16])

    def replay(self, game: Game) -> Iterator[Position]:
        """Return an iterator over every position of this record; the last step checks the digest.

        A record that does not begin on this game raises `BadRecord` at once, before the first position.
        """
        if self.version != game.version:
            raise BadRecord(
                f"the record was made by version {self.version} of {game.title}'s rules; "
                f"these are version {game.version}"
            )
        if self.resigned is not None and self.resigned not in range(self.players):
            raise BadRecord(f"no seat {self.resigned} to resign: seats are 0 to {self.players - 1}")
        try:
            start = game.deal(self.seed) if self.start is None else game.position(self.start)
        except StramashError as error:
            raise BadRecord(f"the record does not begin: {error}") from error
        return self._positions(start)

    def _positions(self, position: Position) -> Iterator[Position]:
        yield position.copy()
        for ply, (actor, notation) in enumerate(self.actions, 1):
            if position.player != actor:
                turn = "the game is over" if position.over else f"it is seat {position.player}'s turn"
                raise BadRecord(f"action {ply} ({notation}) is not possible for seat {actor}: {turn}")
            try:
                position.play(notation)
            except StramashError as error:
                raise BadRecord(f"action {ply} does not replay: {error}") from error
            yield position.copy()
        if position.over and self.resigned is not None:
            raise BadRecord(f"seat {self.resigned} cannot have resigned: the game was played to its end")
        if self.sealed(bytes(position)).digest != self.digest:
            raise BadRecord(
                f"the record's digest {self.digest} is not that of what it says: it was changed, "
                f"or made by an engine that plays otherwise ({self.engine})"
            )

    def __str__(self) -> str:
        return f"{self._lines()}\ndigest: {self.digest}\n"

    def _lines(self) -> str:
        head = [
            _TITLE,
            f"game: {self.game} {self.version}",
            f"players: {self.players}",
            "options: " + " ".join(f"{name}={format_option(value)}" for name, value in self.options.items()),
            f"engine: {self.engine}",
            f"seed: {self.seed}" if self.start is None else f"start: {json.dumps(self.start)}",
        ]
        moves = [
            f"{actor}: {' '.join(notation for _, notation in turn)}"
            for actor, turn in groupby(self.actions, key=lambda action: action[0])
        ]
        end = [] if self.resigned is None else ["", f"resigned: {self.resigned}"]
        return "\n".join([*head, "", *moves, *end, ""])

    @classmethod
    def read(cls, text: str) -> Record:
        """Read a record; raise BadRecord with the line that is wrong."""
        lines = text.splitlines()
        if not lines or lines[0].strip() != _TITLE:
            raise BadRecord(f"this is not a record: its first line should be {_TITLE!r}")
        entries = [_entry(number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]
        keys = [key for key, _ in entries if not _is_seat(key)]
        repeated = sorted({key for key in keys if keys.count(key) > 1})
        if repeated:
            raise BadRecord(f"the record says {', '.join(repeated)} more than once")
        heads = {key: value for key, value in entries if not _is_seat(key)}
        actions = [(int(key), move) for key, moves in entries if _is_seat(key) for move in moves.split()]
        return cls._from_heads(heads, tuple(actions))

    @classmethod
    def _from_heads(cls, heads: dict[str, str], actions: tuple[tuple[int, str], ...]) -> Record:
        for needed in ("game", "players", "options", "engine", "digest"):
            if needed not in heads:
                raise BadRecord(f"the record lacks a line '{needed}: …'")
        if ("seed" in heads) == ("start" in heads):
            raise BadRecord("the record needs either a line 'seed: …' or a line 'start: …'")
        name, _, version = heads["game"].partition(" ")
        try:
            return cls(
                game=name,
                version=int(version),
                players=int(heads["players"]),
                options=_read_options(heads["options"]),
                seed=int(heads["seed"]) if "seed" in heads else None,
                start=json.loads(heads["start"]) if "start" in heads else None,
                actions=actions,
                digest=heads["digest"],
                engine=heads["engine"],
                resigned=int(heads["resigned"]) if "resigned" in heads else None,
            )
        except BadRecord:
            raise
        except RecursionError:
            raise BadRecord("the record's start position is nested too deep") from None
        except ValueError as error:
            raise BadRecord(f"a number or the start position in the record is malformed: {error}") from error


def _is_seat(key: str) -> bool:
    return key.isascii() and key.isdigit() and len(key) < 3


def _entry(number: int, line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    key = key.strip()
    known = _is_seat(key) or key in _HEADS
    if not colon or not known:
        raise BadRecord(f"line {number} of the record is not 'key: value' or 'seat: moves': {line.strip()!r}")
    return key, value.strip()


def _read_options(text: str) -> dict[str, OptionValue]:
    """Return options written as `name=value` with spaces between; the game checks them when it is loaded."""
    options: dict[str, OptionValue] = {}
    for pair in text.split():
        name, equals, value = pair.partition("=")
        if not equals or name in options:
            raise BadRecord(f"the record's options should be 'name=value', each name once: not {text!r}")
        options[name] = read_value(value)
    return options


def winners_of(end: Position, resigned: int | None) -> list[int]:
    """Return the winners of a game with this final position; after a resignation, the other seats."""
    if resigned is None:
        return end.winners
    return [seat for seat in range(end.game.players) if seat != resigned]
