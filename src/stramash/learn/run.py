"""One run of `stramash learn`: train, report, evaluate, save."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stramash.learn.evaluate import Evaluator
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


def train(trainer: Trainer, run: Run, say: Callable[[str], None]) -> None:
    """Train for some minutes; metrics go to `metrics.jsonl`, checkpoints to the same folder."""
    evaluator = Evaluator(run.jobs, run.against, run.deals)
    started, saved = time.monotonic(), time.monotonic()
    with metrics_file(run.out / "metrics.jsonl") as report:
        try:
            for row in trainer.learn(run.minutes * 60):
                now = time.monotonic()
                if trainer.rank:
                    continue
                report(row)
                say(progress_line(row, trainer.plan.decisions))
                if now - saved > run.save_every * 60:
                    trainer.save(run.out, games=run.keep_games)
                    saved = now
                    if run.against and evaluator.idle:
                        _evaluate(evaluator, trainer, run)
                for score in evaluator.finished():
                    report(score.to_json())
                    say(f"  {score.setting}: {score.rate:.0%} of {score.games} against {score.against}")
            trainer.save(run.out, games=run.keep_games)
            if run.against and not trainer.rank:
                for score in evaluator.finished(wait=True):
                    report(score.to_json())
                _evaluate(evaluator, trainer, run)
                for score in evaluator.finished(wait=True):
                    report(score.to_json())
                    say(f"  {score.setting}: {score.rate:.0%} of {score.games} against {score.against}")
        finally:
            evaluator.close()
    say(f"{trainer.progress.decisions:,} decisions in all, {time.monotonic() - started:.0f} s in this run")


def _evaluate(evaluator: Evaluator, trainer: Trainer, run: Run) -> None:
    """Let a copy of the weights play, so that saving again does not disturb it."""
    copy = run.out / f"network-{trainer.progress.decisions}.npz"
    shutil.copyfile(run.out / "network.npz", copy)
    evaluator.start(trainer.plan.variants, copy, trainer.progress.decisions)


def progress_line(row: dict[str, Any], planned: int) -> str:
    """Say in a line how far the training is."""
    return (
        f"{row['decisions'] / 1e6:9.2f}M of {planned / 1e6:.0f}M decisions {row['seconds']:7.1f} s "
        f"{row['decisions_per_second'] / 1e3:8.1f}k/s  value {row['value']:.3f} "
        f"entropy {row['entropy']:.3f}  kl {row['divergence']:.4f}"
    )
