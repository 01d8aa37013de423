"""The picture of a training: the part of the games it won against fixed opponents, over training time."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from stramash.arena.plot import check_plot

__all__ = ["plot_training"]


def plot_training(metrics: Path, file: Path) -> bool:
    """Draw what `metrics.jsonl` says of matches; return False, and draw nothing, if there were none."""
    lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for text in metrics.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        if "win_rate" in row:
            lines[f"{row['setting']} against {row['against']}"].append(row)
    if not lines:
        return False
    check_plot(file)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    for name, rows in sorted(lines.items()):
        rates = [100 * row["win_rate"] for row in rows]
        below = [100 * (row["win_rate"] - row["low"]) for row in rows]
        above = [100 * (row["high"] - row["win_rate"]) for row in rows]
        minutes = [row["seconds"] / 60 for row in rows]
        axes.errorbar(minutes, rates, yerr=[below, above], marker="o", capsize=3, label=name)
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("games won, %, with 95% intervals")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(file)
    return True
