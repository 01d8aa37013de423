"""A private PostgreSQL cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.programs import postgres_programs


class Cluster:
    """A private PostgreSQL cluster on a socket of its own; its server must not run as root."""

    def __init__(self) -> None:
        self._programs = postgres_programs()
        self._user = "postgres" if sys.platform != "win32" and os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="stramash-pg-", dir="/tmp"))
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._data = str(self._folder / "data")
        options = ["-U", "stramash", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
        self._run("initdb", "-D", self._data, *options)

    @property
    def url(self) -> str:
        return f"postgresql://stramash@/postgres?host={self._folder}"

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses="
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        shutil.rmtree(self._folder)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Start a cluster, and remove it afterwards."""
    cluster = Cluster()
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()
        cluster.remove()
