"""A network learns a small Schotten Totten by playing itself, and meets bots from whom it never learns.

    python examples/learn_small.py [MINUTES]

Three stones, four clans of six cards, four in hand: minutes on a CPU are enough. The trainer is that of
`stramash learn`. Metrics, checkpoints, weights and a picture of the matches go to the folder `learned/small`.
Needs `pip install "stramash[learn]"`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from stramash import BadOption, load
from stramash.learn.run import Run, train
from stramash.learn.setup import Choices, make_trainer

GAME = load("schotten-totten", stones=3, clans=4, strengths=6, hand=4)
OUT = Path("learned/small")


def main(minutes: float) -> None:
    """Train for some minutes; bots are met every two minutes and at the end, 50 deals from both seats."""
    trainer = make_trainer(Choices((GAME,), network="plain", minutes=minutes))
    train(trainer, Run(OUT, minutes, against=("random", "bairn", "greedy")), print)


if __name__ == "__main__":
    try:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 4.0)
    except BadOption as error:  # the folder has a training
        sys.exit(str(error))
