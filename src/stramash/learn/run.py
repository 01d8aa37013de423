"""One run of `stramash learn`: train, report, evaluate, save."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stramash.core.extras import MissingExtra
from stramash.learn.evaluate import Evaluator
from stramash.learn.plot import plot_training
from stramash.learn.trainer import Trainer, metrics_file

__all__ = ["Run", "train"]


@dataclass(frozen=True)
class Run:
    """How long to train and where results go; the plan itself is in the trainer."""

    out: Path
    minutes: float
    #: minutes between two checkpoints
    save_every: float = 2.0
    #: bots that the network meets while it learns, and how many deals
    against: tuple[str, ...] = ()
    deals: int = 50
    jobs: int = 1
    keep_games: bool = True


def train(trainer: Trainer, run: Run, log: Callable[[str], None]) -> None:
    """Train for some minutes.

    Metrics go to `metrics.jsonl`, checkpoints to the same folder, a picture of the matches to `matches.svg`.
    """
    evaluator = Evaluator(run.jobs, run.against, run.deals)
    started, saved = time.monotonic(), time.monotonic()
    with metrics_file(run.out / "metrics.jsonl") as report:

        def report_scores(*, wait: bool = False) -> None:
            for score in evaluator.finished(wait=wait):
                report(score.to_json())
                log(f"  {score}")

        try:
            for row in trainer.learn(run.minutes * 60):
                if trainer.rank:
                    continue
                report(row)
                log(progress_line(row))
                if time.monotonic() - saved > run.save_every * 60:
                    trainer.save(run.out, games=run.keep_games)
                    saved = time.monotonic()
                    if evaluator.idle:
                        _evaluate(evaluator, trainer, run)
                report_scores()
            trainer.save(run.out, games=run.keep_games)
            if not trainer.rank:
                report_scores(wait=True)
                _evaluate(evaluator, trainer, run)
                report_scores(wait=True)
                _draw(run, log)
        finally:
            evaluator.close()
    log(f"{trainer.progress.decisions:,} decisions in all, {time.monotonic() - started:.0f} s in this run")


def _evaluate(evaluator: Evaluator, trainer: Trainer, run: Run) -> None:
    """Let a copy of the weights play, so that saving again does not disturb it."""
    if not run.against:
        return
    copy = run.out / f"network-{trainer.progress.decisions}.npz"
    shutil.copyfile(run.out / "network.npz", copy)
    evaluator.start(trainer.plan.variants, copy, trainer.progress.decisions, trainer.progress.seconds)


def _draw(run: Run, log: Callable[[str], None]) -> None:
    """Draw the matches of the training, where Matplotlib is installed."""
    try:
        if plot_training(run.out / "metrics.jsonl", run.out / "matches.svg"):
            log(f"the matches are drawn in {run.out / 'matches.svg'}")
    except MissingExtra as error:
        log(f"the matches are not drawn: {error}")


def progress_line(row: dict[str, Any]) -> str:
    """Return a text that says how far the training is."""
    won = f"  won {row['share']:.1%}" if "share" in row else ""
    return (
        f"{row['done']:6.1%} {row['decisions'] / 1e6:9.2f}M decisions {row['seconds']:7.1f} s "
        f"{row['decisions_per_second'] / 1e3:8.1f}k/s  value {row['value']:.3f} "
        f"entropy {row['entropy']:.3f}  kl {row['divergence']:.4f}{won}"
    )
