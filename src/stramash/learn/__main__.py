"""`python -m stramash.learn GAME …`: the trainer with every hyperparameter on the command line."""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from stramash.core.errors import BadOption, StramashError
from stramash.core.game import Game
from stramash.core.weights import NETWORKS, network_of
from stramash.games import load
from stramash.learn.ppo import PRECISIONS
from stramash.learn.run import Run, train
from stramash.learn.setup import Choices, make_trainer, usual_parameters
from stramash.learn.trainer import Trainer


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser("python -m stramash.learn", description="Train a network by self-play.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--minutes", type=float, default=10, help="how long this run takes")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--decisions", type=float, help="how many decisions the whole training has")
    length.add_argument("--whole", type=float, help="how many minutes it has, all runs together")
    parser.add_argument("--network", choices=NETWORKS)
    parser.add_argument("--games", type=int)
    parser.add_argument("--rollout-length", type=int)
    parser.add_argument("--minibatch", type=int)
    parser.add_argument("--gae-lambda", type=float)
    parser.add_argument("--precision", choices=PRECISIONS, help="of activations")
    parser.add_argument("--learning-rate", type=float, nargs=2)
    parser.add_argument("--entropy", type=float, nargs=2)
    parser.add_argument("--entropy-hold", type=float)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--seed", type=int)
    parser.add_argument("--out", type=Path, help="by default 'learned', or what is resumed")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--new-games", action="store_true")
    parser.add_argument("--from", dest="start", type=Path)
    parser.add_argument("--exploit", type=Path, help="learn to beat these weights, which stay as they are")
    parser.add_argument("--against", action="append", default=[])
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save-every", type=float, default=2.0)
    parser.add_argument("--no-graph", action="store_true", help="start GPU kernels one by one")
    chosen = parser.parse_args(arguments)
    try:
        train(_trainer(chosen), _run(chosen), lambda line: print(line, flush=True))  # noqa: T201
    except StramashError as error:
        parser.exit(2, f"{error}\n")


def _run(chosen: argparse.Namespace) -> Run:
    return Run(
        chosen.out or chosen.resume or Path("learned"),
        chosen.minutes,
        chosen.save_every,
        tuple(chosen.against),
        chosen.deals,
        chosen.jobs,
        keep_games=not chosen.new_games,
    )


def _trainer(chosen: argparse.Namespace) -> Trainer:
    variants = _variants(chosen)
    usual = usual_parameters(variants[0], chosen.network or "game", chosen.device)
    changes: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name in (
            "rollout_length",
            "minibatch",
            "learning_rate",
            "entropy",
            "entropy_hold",
            "gae_lambda",
            "precision",
        )
        if (value := getattr(chosen, name)) is not None
    }
    choices = Choices(
        variants,
        usual_variants=not (chosen.option or chosen.players),
        device=chosen.device,
        decisions=None if chosen.decisions is None else int(chosen.decisions),
        whole=chosen.whole,
        minutes=chosen.minutes,
        games=chosen.games,
        seed=chosen.seed,
        network=chosen.network,
        command=shlex.join(["stramash", "learn", *sys.argv[1:]]),
        resume=chosen.resume,
        new_games=chosen.new_games,
        start=chosen.start,
        exploit=chosen.exploit,
        parameters=replace(usual, **changes) if changes else None,
        graph=not chosen.no_graph,
    )
    return make_trainer(choices)


def _variants(chosen: argparse.Namespace) -> tuple[Game, ...]:
    """Return the chosen variant, or all those that the game's network is meant for."""
    game = load(chosen.game)
    if not chosen.players and not chosen.option:
        return tuple(load(chosen.game, **variant) for variant in network_of(game).variants)
    specs = {option.name: option for option in game.option_specs}
    options = {}
    for pair in chosen.option:
        name, _, value = pair.partition("=")
        if name not in specs:
            raise BadOption(f"{chosen.game} has no option {name!r}: it has {', '.join(specs)}")
        options[name] = specs[name].read(value)
    return tuple(load(chosen.game, players=count, **options) for count in chosen.players or [None])


if __name__ == "__main__":
    main()
