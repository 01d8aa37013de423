"""Batches of games on a GPU: how fast, and whether they are the games of the CPU, byte for byte.

    python bench/cuda_batch.py --part figures --part step … [--together] [--out FOLDER] [--limit SECONDS]
    python bench/cuda_batch.py --keep FOLDER

Needs an NVIDIA GPU and numba-cuda; nothing else of the package's dependencies is needed but NumPy and Numba.
Every part runs in a process of its own with a limit of time, and writes `FOLDER/PART.json` as it goes. With
`--together` the parts run side by side, but have the GPU for themselves while they measure. `--keep`, which
needs no GPU, puts what they wrote together into bench/results, where tests and pages look.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from cuda_profile import profile, run_each
from cuda_report import Report, keep
from cuda_same import MILLION, THOUSAND, identity
from cuda_sharing import sharing
from cuda_speed import compile_all, designs, figures, step

from stramash.lab.cuda_device import NoDevice, device

#: The number of processes that compare the variants of a game: each variant compiles for half a minute
PROCESSES = {"schotten-totten": 2, "lords-of-scotland": 5, "glen-more": 2}

PARTS: dict[str, Callable[[Report], None]] = {
    "compile": compile_all,
    "figures-base": figures("schotten-totten", {}, {"expert": True}),
    "figures-tactics": figures("schotten-totten", {"tactics": True}, {"tactics": True, "expert": True}),
    "figures-lords": figures("lords-of-scotland", *({"players": players} for players in (2, 4, 3, 5))),
    "figures-glen": figures("glen-more", *({"players": players} for players in (2, 4, 3, 5))),
    "designs-base": designs("schotten-totten", {}),
    "designs-tactics": designs("schotten-totten", {"tactics": True}),
    "designs-lords": designs("lords-of-scotland", {"players": 2}),
    "designs-glen": designs("glen-more", {"players": 2}),
    "profile": profile,
    **{
        f"{part}-{name}-{number + 1}": identity(name, games, number, processes)
        for part, games in (("identity", MILLION), ("thousand", THOUSAND))
        for name, processes in PROCESSES.items()
        for number in range(processes)
    },
    "step": step,
    "sharing": sharing,
}
#: What a part runs in a process of its own, and nobody asks for
INNER = {"watched": run_each}


def main() -> int:
    """Run the parts that were asked for, each in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--part",
        action="append",
        help=f"what to do, of {', '.join(PARTS)}; all that begin so; may be repeated",
    )
    parser.add_argument("--out", type=Path, default=Path("cuda-parts"), help="where parts write their rows")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what parts wrote there")
    parser.add_argument("--limit", type=float, default=540, help="seconds for each part")
    parser.add_argument("--together", action="store_true", help="run the parts side by side")
    parser.add_argument("--here", action="store_true", help="in this process")
    arguments = parser.parse_args()
    if arguments.keep is not None:
        kept = keep(arguments.keep)
        print(f"kept in bench/results: {', '.join(kept)}" if kept else f"no parts in {arguments.keep}")
        return 0 if kept else 1
    if arguments.here:
        for part in arguments.part:
            (PARTS | INNER)[part](Report(part, arguments.out))
        return 0
    parts = [part for part in PARTS if any(part.startswith(asked) for asked in arguments.part or PARTS)]
    if not parts:
        parser.error(f"no part begins with {' or '.join(arguments.part)}: there are {', '.join(PARTS)}")
    device()  # where there is no GPU, say so once
    failed = 0
    running: list[tuple[str, float, subprocess.Popen[bytes]]] = []
    for part in parts:
        print(f"--- {part}", flush=True)
        command = [sys.executable, __file__, "--here", "--part", part, "--out", str(arguments.out)]
        running.append((part, time.perf_counter(), subprocess.Popen(command)))
        if not arguments.together:
            failed += wait(*running.pop(), arguments.limit)
    return 1 if failed + sum(wait(*one, arguments.limit) for one in running) else 0


def wait(part: str, start: float, process: subprocess.Popen[bytes], limit: float) -> bool:
    """Wait for a part to end, or end it; return whether it failed."""
    try:
        failed = process.wait(max(1, start + limit - time.perf_counter())) != 0
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        print(f"{part}: out of time after {limit:.0f} s", flush=True)
        failed = True
    print(f"--- {part}: {time.perf_counter() - start:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoDevice as error:
        sys.exit(str(error))
