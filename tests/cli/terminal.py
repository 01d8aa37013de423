"""Running the command line as a person does: in this process, as a program, and at a real terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

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


class Screen:
    """A program at a pseudo-terminal: type lines, wait for texts."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self.shown = ""
        leader, follower = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "XDG_STATE_HOME": str(home)}
        environment.pop("LC_ALL", None)
        environment["COLUMNS"], environment["LINES"] = "100", "40"
        self._process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )
        os.close(follower)
        self._leader = leader

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._leader)

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Return what was shown until a text appears; it is then no longer waited for."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"{text!r} never appeared in {self.shown!r}"
            if select.select([self._leader], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self._leader, 65536).decode()
                except OSError:  # the program has ended
                    assert text in self.shown, f"{text!r} never appeared in {self.shown!r}"
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, line: str, *, end: str = "\n") -> None:
        """Type a line."""
        os.write(self._leader, f"{line}{end}".encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until a text appears.

        An interrupt between the last look at signals and the read that waits for a line is not noticed before
        the next key, in any Python program: who saw nothing happen presses again.
        """
        for _ in range(12):
            self.type("\x03", end="")
            try:
                self.wait_for(text, 5)
            except AssertionError:
                continue
            return
        self.wait_for(text, 0)

    def exit_code(self, seconds: float = 30) -> int:
        """Wait for the program's end."""
        return self._process.wait(seconds)
