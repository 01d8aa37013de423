"""What bounds the kernels: the GPU's own counters, read by Nsight Compute (`ncu`)."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cuda_report import Report, alone
from cuda_speed import Playouts

import stramash
from stramash.games import find

#: By what each counter is called in the report
COUNTERS = {
    "milliseconds": "gpu__time_duration.sum",
    "registers": "launch__registers_per_thread",
    "warps_resident_percent": "sm__warps_active.avg.pct_of_peak_sustained_active",
    "instructions_per_cycle": "sm__inst_executed.avg.per_cycle_active",
    "threads_at_work_of_32": "smsp__thread_inst_executed_per_inst_executed.ratio",
    "instructions": "smsp__inst_executed.sum",
    "first_cache_hit_percent": "l1tex__t_sector_hit_rate.pct",
    "second_cache_hit_percent": "lts__t_sector_hit_rate.pct",
    "memory_read_bytes": "dram__bytes_read.sum",
    "memory_written_bytes": "dram__bytes_write.sum",
    "memory_percent": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "second_cache_percent": "lts__t_sectors.avg.pct_of_peak_sustained_elapsed",
    "waits_for_memory": "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
    "waits_for_memory_queue": "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio",
    "waits_for_code": "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio",
    "waits_for_arithmetic": "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio",
    "waits_for_branches": "smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio",
}
#: Of each game what is usually played with the fewest players
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = tuple(
    (name, variant.arguments)
    for name in ("schotten-totten", "lords-of-scotland", "glen-more")
    for variant in find(name).variants
    if variant.usual and variant.players in (None, find(name).player_counts.start)
)
#: The kernels that `run_each` starts of the first variant beside `play_out`, in the order it starts them
STEPPED = ("mark", "see", "sample", "check", "step")
GAMES = 1 << 18
STEPS_BEFORE = 30
_KINDS = "play_out|see|step|mark|check|sample"


def profile(report: Report) -> None:
    """Run each kernel of `_KINDS` once under the profiler; add its counters to the report."""
    inner = [sys.executable, str(Path(__file__).parent / "cuda_batch.py"), "--here", "--part", "watched"]
    command = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base"]
    command += ["--profile-from-start", "off", "-k", f"regex:{_KINDS}"]
    with alone():
        done = subprocess.run(
            [*command, "--metrics", ",".join(COUNTERS.values()), *inner], capture_output=True, text=True
        )
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if not lines:
        raise SystemExit(f"the profiler said nothing: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))[1:]  # the first row holds the units
    for (name, options, kernel), row in zip(launches(), rows, strict=True):
        if not row["Kernel Name"].startswith(f"{kernel}["):
            raise SystemExit(f"{kernel} of {name} was expected, not {row['Kernel Name']}")
        found = {told: float(row[counter].replace(",", "")) for told, counter in COUNTERS.items()}
        found["milliseconds"] /= 1e6
        report.add(game=name, options=options, kernel=kernel, games=GAMES, **found)


def launches() -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield what `run_each` starts for the profiler to see."""
    for name, options in VARIANTS:
        yield name, options, "play_out"
    for kernel in STEPPED:
        yield *VARIANTS[0], kernel


def run_each(_: Report) -> None:
    """Run each kernel of interest once, while a profiler looks."""
    from cuda.bindings import driver

    from stramash.lab import BatchGame
    from stramash.lab.cuda import launch_for, program
    from stramash.lab.cuda_device import synchronize

    def watched(watch: bool) -> None:
        synchronize()
        (driver.cuProfilerStart if watch else driver.cuProfilerStop)()

    for name, options in VARIANTS:
        game = stramash.load(name, **options)
        run = program(game, "play_out")
        playouts = Playouts(game, GAMES)
        playouts.seconds(run, *launch_for(game, run, GAMES), 0)
        watched(True)
        playouts.seconds(run, *launch_for(game, run, GAMES), 0)
        watched(False)
    batch = BatchGame(stramash.load(VARIANTS[0][0], **VARIANTS[0][1]), GAMES, device="cuda")
    batch.reset(seeds=0)
    for watch in (False, True):
        for _step in range(STEPS_BEFORE):
            batch.step(batch.sample(), check=False)
        watched(watch)
        batch.legal_mask()
        batch.observe()
        batch.step(batch.sample())
        watched(False)
    batch.check()
