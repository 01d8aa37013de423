"""The notebook tour runs from its first cell to its last, and its outputs are the stored ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docs.make_tour import run_cells

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"


def test_the_tour_runs_and_shows_what_it_did_before() -> None:
    notebook: dict[str, Any] = json.loads(TOUR.read_text("utf-8"))
    stored = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    made = run_cells(notebook)
    # the last cell trains: its numbers differ between machines
    assert [texts(outputs) for outputs in made[:-1]] == [texts(outputs) for outputs in stored[:-1]]
    assert made[-1]


def texts(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return outputs with the kind of each picture only: `python docs/make_tour.py` draws them again."""
    return [
        output | {"data": {kind: kind == "image/svg+xml" or value for kind, value in output["data"].items()}}
        if "data" in output
        else output
        for output in outputs
    ]
