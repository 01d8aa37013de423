"""`stramash serve` prints the addresses of the table."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from stramash.table.web.invitations import network_address


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_a_server_prints_its_address_in_the_network_if_it_listens_there(host: str, tmp_path: Path) -> None:
    address = network_address()
    command = [sys.executable, "-m", "stramash.cli", "serve", "--host", host, "--port", "0", "--db"]
    process = subprocess.Popen(
        [*command, f"sqlite:///{tmp_path / 'table.db'}"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"STRAMASH_WARM_UP": "false"},
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        port = int(first.split(":")[2].split()[0])
        assert first.startswith(f"The table is at http://localhost:{port} ")
        answer = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=120)  # waits until it has printed all
        assert answer.status_code == 200
    finally:
        process.terminate()
    rest = process.stdout.read()  # `communicate` would lose what the first line has buffered
    process.wait(60)
    listens_there = host == "0.0.0.0" and address is not None
    assert rest == (f"In your network it is at http://{address}:{port}\n" if listens_there else "")
