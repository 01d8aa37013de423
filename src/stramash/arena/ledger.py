"""The file of a tournament: one line for each finished game, written immediately."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from stramash.arena.games import BadResult, GameSpec, Result, mark_for
from stramash.arena.schedule import Fixture
from stramash.core.errors import StramashError

__all__ = ["InUse", "Ledger"]


class InUse(StramashError):
    """Another tournament writes into the file."""


class Ledger:
    """The results so far; with a file, also those of an interrupted tournament.

    A crash can only truncate the last line; that game is played again.
    """

    def __init__(self, game_spec: GameSpec, file: Path | None = None) -> None:
        self._game_spec = game_spec
        self._results: dict[Fixture, Result] = {}
        self._out: IO[bytes] | None = None
        if file is not None:
            self._out = file.open("ab")
            try:
                _reserve(self._out, file)
                self._read(file)
            except BaseException:
                self.close()
                raise

    def _read(self, file: Path) -> None:
        content = file.read_bytes()
        whole = content.rfind(b"\n") + 1
        for number, line in enumerate(content[:whole].decode("utf-8").splitlines(), 1):
            try:
                result = Result.read(line)
            except BadResult as error:
                raise BadResult(f"{file}, line {number}: {error}") from None
            if result.game_spec != self._game_spec:
                raise BadResult(
                    f"{file}, line {number} is of another tournament, of {result.game_spec} and not of "
                    f"{self._game_spec}: name another file"
                )
            mark = mark_for(self._game_spec, result.fixture)
            if result.mark != mark:
                raise BadResult(
                    f"{file}, line {number} was played by other bots or rules than these: it has the mark "
                    f"{result.mark or 'of none'}, these have {mark}; name another file"
                )
            self._results[result.fixture] = result
        if whole < len(content):
            os.truncate(file, whole)

    def left(self, fixtures: list[Fixture]) -> list[Fixture]:
        """Return the games that are still to be played."""
        return [fixture for fixture in fixtures if fixture not in self._results]

    def add(self, result: Result) -> None:
        """Store a result; it is on the disk when this returns."""
        if result.fixture in self._results:
            raise BadResult(f"{result.fixture} was played before")
        mark = mark_for(self._game_spec, result.fixture)
        if result.mark != mark:
            raise BadResult(
                f"{result.fixture} was played by other bots or rules ({result.mark or 'no mark'}) than these "
                f"({mark}): install the same Stramash wherever games are played"
            )
        self._results[result.fixture] = result
        if self._out is not None:
            self._out.write(result.line().encode() + b"\n")
            self._out.flush()
            os.fsync(self._out.fileno())

    def results(self, fixtures: list[Fixture]) -> list[Result]:
        """Return the results of those of these games that are played, in their order."""
        return [self._results[fixture] for fixture in fixtures if fixture in self._results]

    def close(self) -> None:
        """Close the file."""
        if self._out is not None:
            self._out.close()


def _reserve(out: IO[bytes], file: Path) -> None:
    """Lock the file until it is closed or this process ends."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(
            f"another tournament writes into {file}: wait for its end, or name another file"
        ) from None
