"""Running the command line at a real terminal, as a person does."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import pytest

from tests.cli.terminal import PROGRAM


class Screen:
    """A program at a pseudo-terminal: type lines, wait for texts."""

    _process: subprocess.Popen[bytes]
    _leader: int

    def __init__(self, *arguments: str, home: Path) -> None:
        self.shown = ""
        if sys.platform == "win32":
            pytest.skip("pseudo-terminals are tested on Linux and macOS only")
        import fcntl
        import pty
        import termios

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
