"""One run of `stramash learn`: train, report, evaluate, save."""

from __future__ import annotations

import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stramash.core.errors import BadOption
from stramash.core.extras import MissingExtra
from stramash.learn.evaluate import Evaluator
from stramash.learn.plot import plot_training
from stramash.learn.trainer import Trainer, metrics_file

__all__ = ["Run", "train"]

#: Seconds between two lines of progress
SHOW_EVERY = 1.0
LENGTHEN = "lengthen it with --whole or --decisions"


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
    first = trainer.rank == 0
    if first:
        _check_folder(trainer, run.out)
    if first and trainer.finished:
        log(f"this training is finished: {LENGTHEN}")
    if first and trainer.origin and trainer.world > 1:
        log(f"{trainer.world} processes begin new games: a checkpoint has the games of one process")
    started = saved = time.monotonic()
    shown = -SHOW_EVERY
    row: dict[str, Any] | None = None
    with metrics_file(run.out / "metrics.jsonl") as report, _stop_on_interrupt(trainer, log):

        def report_scores(*, wait: bool = False) -> None:
            for score in evaluator.finished(wait=wait):
                report(score.to_json())
                log(f"  {score}")

        try:
            for row in trainer.learn(run.minutes * 60):
                if not first:
                    continue
                report(row)
                now = time.monotonic()
                if now - shown >= SHOW_EVERY:
                    log(progress_line(row))
                    shown, row = now, None
                if now - saved > run.save_every * 60:
                    trainer.save(run.out, games=run.keep_games)
                    saved = time.monotonic()
                    if evaluator.idle:
                        _evaluate(evaluator, trainer, run)
                if not trainer.stopped:
                    report_scores()
            trainer.leave()
            if first:
                if row is not None:
                    log(progress_line(row))
                trainer.save(run.out, games=run.keep_games)
                if not trainer.stopped:
                    report_scores(wait=True)
                    _evaluate(evaluator, trainer, run)
                    report_scores(wait=True)
                _draw(run, log)
        finally:
            evaluator.close()
    if first:
        seconds = time.monotonic() - started
        log(f"{trainer.progress.decisions:,} decisions in all, {seconds:.0f} s in this run")
    if first and trainer.stopped:
        log(f"stopped; go on with --resume {run.out}")


def _check_folder(trainer: Trainer, out: Path) -> None:
    """Refuse a folder with the checkpoint of another training: it would be overwritten."""
    origin = trainer.origin and trainer.origin.resolve()
    if (out / "progress.json").exists() and origin != out.resolve():
        raise BadOption(f"{out} has a training: go on with --resume {out}, or choose another --out")


@contextmanager
def _stop_on_interrupt(trainer: Trainer, log: Callable[[str], None]) -> Iterator[None]:
    """Yield with a Ctrl-C that ends the training after the current update; a second one interrupts."""
    if threading.current_thread() is not threading.main_thread():  # signals reach the main thread alone
        yield
        return
    former = signal.getsignal(signal.SIGINT)

    def stop(_number: int, _frame: object) -> None:
        if trainer.world == 1:  # torchrun passes the signal on: each process receives it twice
            signal.signal(signal.SIGINT, former)
        if not trainer.rank and not trainer.stopped:
            log("stopping after this update")
        trainer.stop()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


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
