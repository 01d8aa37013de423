"""boardgame.io beside our table: its server with everything in memory, two of its own clients at each table.

It is installed by npm into a temporary folder, so this needs Node.js and what npm installs from.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["VERSION", "Peer", "serving_peer"]

VERSION = "0.50.2"
_SCRIPTS = Path(__file__).parent / "boardgame_io"


class Peer:
    """A running server of boardgame.io."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            ["node", "server.cjs"], cwd=folder, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        lines = iter(self._process.stdout.readline, "")
        self._port = next(line.split()[1] for line in lines if line.startswith("port "))

    def measure(self, tables: int, seconds: float, pace: float) -> tuple[list[float], float, float]:
        """Play; return the milliseconds of each move, the seconds it took, and the server's CPU seconds."""
        command = ["node", "clients.cjs", self._port, str(tables), str(seconds), str(pace)]
        with subprocess.Popen(command, cwd=self._folder, stdout=subprocess.PIPE, text=True) as clients:
            assert clients.stdout is not None
            assert clients.stdout.readline() == "ready\n"
            before = self._processor_time()
            told = json.loads(clients.stdout.readline())
        return told["times"], told["took"], self._processor_time() - before

    def _processor_time(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Kill the server."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@contextmanager
def serving_peer(folder: Path) -> Iterator[Peer]:
    """Install boardgame.io into a folder and serve it."""
    for script in _SCRIPTS.glob("*.cjs"):
        shutil.copy(script, folder)
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", f"boardgame.io@{VERSION}"]
    subprocess.run(install, cwd=folder, check=True, timeout=300)
    peer = Peer(folder)
    try:
        yield peer
    finally:
        peer.stop()
