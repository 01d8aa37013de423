"""The picture of a tournament: ratings with their intervals, and strength against thinking time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from stramash.arena.rating import Rating
from stramash.core.errors import StramashError
from stramash.core.extras import check_extra

__all__ = ["PlotMissing", "check_plot", "plot"]

_INK, _HEATHER = "#2b2b33", "#6a4c93"


class PlotMissing(StramashError):
    """A picture cannot be drawn."""


def check_plot(file: Path) -> None:
    """Raise PlotMissing if a picture cannot be drawn there; called before a long tournament."""
    if file.suffix.lower() not in (".png", ".svg"):
        raise PlotMissing(f"{file} is not a picture: name it .png or .svg")
    check_extra("arena", "matplotlib")
    if not file.parent.is_dir():
        raise PlotMissing(f"{file} cannot be drawn: there is no folder {file.parent}")
    if not os.access(file.parent, os.W_OK):
        raise PlotMissing(f"{file} cannot be drawn: {file.parent} cannot be written to")


def plot(ratings: Sequence[Rating], title: str, file: Path) -> None:
    """Draw a picture, PNG or SVG by the file's name."""
    check_plot(file)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 1.6 + 0.45 * max(4, len(ratings))), layout="constrained")
    ladder, clock = figure.subplots(1, 2)
    figure.suptitle(title, color=_INK)
    rising = sorted(ratings, key=lambda rating: rating.elo)
    below = [rating.elo - rating.low for rating in rising]
    above = [rating.high - rating.elo for rating in rising]
    elos = [rating.elo for rating in rising]
    names = [rating.bot for rating in rising]
    ladder.errorbar(elos, range(len(rising)), xerr=[below, above], fmt="o", color=_HEATHER, capsize=4)
    ladder.set_yticks(range(len(rising)), names)
    ladder.set_xlabel("Elo, with 95% intervals")
    ladder.grid(axis="x", alpha=0.3)
    times = [1000 * rating.seconds for rating in rising]
    clock.errorbar(times, elos, yerr=[below, above], fmt="o", color=_HEATHER, capsize=4)
    clock.set_xscale("log")
    clock.margins(x=0.25)
    # Labels alternate between right and left, so that those of equal ratings do not overlap
    for place, (name, x, y) in enumerate(zip(names, times, elos, strict=True)):
        side, aligned = ((7, -3), "left") if place % 2 == 0 else ((-7, -3), "right")
        clock.annotate(name, (x, y), side, textcoords="offset points", ha=aligned, fontsize=8, color=_INK)
    clock.set_xlabel("milliseconds a decision")
    clock.set_ylabel("Elo")
    clock.grid(alpha=0.3)
    figure.savefig(file, dpi=144, metadata={"Date": None} if file.suffix.lower() == ".svg" else None)
