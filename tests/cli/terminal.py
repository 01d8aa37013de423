"""Running the command line as a person does: in this process, or as a program."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from stramash.cli import main

PROGRAM = [sys.executable, "-m", "stramash.cli"]


@dataclass(frozen=True)
class Outcome:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line that bad input is answered by."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.err.startswith("stramash: ")
        assert self.err.count("\n") == 1
        return self.err.strip()


@dataclass
class Shell:
    """Runs commands in this process, in English, with a home of their own."""

    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *arguments: object, typed: Sequence[str] = ()) -> Outcome:
        """Run a command while these lines are typed."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        with pytest.raises(SystemExit) as ending:
            main([str(argument) for argument in arguments])
        captured = self.capsys.readouterr()
        code = ending.value.code
        assert isinstance(code, int)
        return Outcome(code, captured.out, captured.err)
