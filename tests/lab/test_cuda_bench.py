"""What a GPU measured is kept by kind, without one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from cuda_report import keep

from stramash.lab.cuda_device import has_gpu

BENCH = Path(__file__).parent.parent.parent / "bench" / "cuda_batch.py"


def test_the_rows_of_parts_are_put_together_by_kind(tmp_path: Path) -> None:
    parts, results = tmp_path / "parts", tmp_path / "results"
    parts.mkdir()
    results.mkdir()
    (results / "cuda_step.json").write_text("as it was")
    for part, row in (("figures-lords", 2), ("figures-base", 1), ("profile", 3)):
        (parts / f"{part}.json").write_text(
            json.dumps({"machine": {"gpu": "ours"}, "rows": [{"moves": row}]})
        )
    assert keep(parts, results) == ["cuda_playouts.json", "cuda_profile.json"]
    playouts = json.loads((results / "cuda_playouts.json").read_text())
    assert playouts["rows"] == [{"moves": 1}, {"moves": 2}]
    assert playouts["machine"] == {"gpu": "ours"}
    assert "--part figures" in playouts["command"]
    assert (results / "cuda_step.json").read_text() == "as it was"


def test_where_there_is_no_gpu_the_bench_says_so_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, str(BENCH), "--part", "step", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if has_gpu():
        assert done.returncode == 0
    else:
        assert done.returncode == 1
        assert done.stderr.startswith("device='cuda' needs")
        assert len(done.stderr.splitlines()) == 1
