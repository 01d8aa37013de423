"""What the parts of `cuda_batch.py` share: rows that are kept at once, what is kept for good, and a lock."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import platform
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
#: Where the rows of parts of one kind, those whose names begin so, are kept
KEPT = {
    "figures": "cuda_playouts.json",
    "designs": "cuda_designs.json",
    "profile": "cuda_profile.json",
    "identity": "cuda_identity.json",
    "thousand": "cuda_thousand.json",
    "step": "cuda_step.json",
    "sharing": "cuda_sharing.json",
}
_LIBRARIES = ("numba", "numba-cuda", "numpy", "torch", "cupy-cuda13x", "jax")


class Report:
    """Rows that are on the disk as soon as they are there."""

    def __init__(self, part: str, out: Path) -> None:
        out.mkdir(parents=True, exist_ok=True)
        self._path = out / f"{part}.json"
        self._found: dict[str, Any] = {"machine": machine(), "rows": []}

    def add(self, **row: Any) -> None:
        """Add a row and show it."""
        self._found["rows"].append(row)
        self._path.write_text(json.dumps(self._found, indent=1) + "\n")
        print(json.dumps(row), flush=True)


def machine() -> dict[str, Any]:
    """Return the description of the machine."""
    from stramash.lab.cuda_device import gpu_name

    found = {"gpu": gpu_name(), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    found |= {"date": dt.date.today().isoformat(), "python": platform.python_version()}
    for library in _LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


def keep(parts: Path, results: Path = RESULTS) -> list[str]:
    """Put the rows that parts have written together, a file a kind, and return which files those are."""
    kept = []
    for kind, name in KEPT.items():
        found = [json.loads(file.read_text()) for file in sorted(parts.glob(f"{kind}*.json"))]
        if found:
            rows = [row for part in found for row in part["rows"]]
            command = f"python bench/cuda_batch.py --together --part {kind}"
            whole = {"command": command, "machine": found[0]["machine"], "rows": rows}
            (results / name).write_text(json.dumps(whole, indent=1) + "\n")
            kept.append(name)
    return kept


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Lock the GPU: parts may run side by side, but not while one of them measures."""
    import fcntl  # not on Windows, where the rest of this module can be used

    with Path(tempfile.gettempdir(), "stramash-gpu.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
