"""`python -m stramash.learn GAME …`: the trainer without the command line's other dependencies."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

import stramash
from stramash.core.errors import StramashError
from stramash.core.game import Game
from stramash.core.weights import network_of
from stramash.learn.checkpoint import read_progress
from stramash.learn.ppo import Hyperparameters
from stramash.learn.run import Run, train
from stramash.learn.trainer import Plan, Trainer


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser("python -m stramash.learn", description="Train a network by self-play.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--decisions", type=float, help="how many decisions the whole training has")
    parser.add_argument("--games", type=int, default=16384)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--minibatch", type=int, default=16384)
    parser.add_argument("--learning-rate", type=float, nargs=2)
    parser.add_argument("--entropy", type=float, nargs=2)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--new-games", action="store_true")
    parser.add_argument("--from", dest="start", type=Path)
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
        chosen.out,
        chosen.minutes,
        chosen.save_every,
        tuple(chosen.against),
        chosen.deals,
        chosen.jobs,
        keep_games=not chosen.new_games,
    )


def _trainer(chosen: argparse.Namespace) -> Trainer:
    if chosen.resume:
        plan = Plan.from_json(read_progress(chosen.resume)["plan"], stramash.load)
        trainer = Trainer(plan, chosen.device, graph=not chosen.no_graph)
        trainer.resume(chosen.resume, new_games=chosen.new_games)
        return trainer
    parameters = {"steps": chosen.steps, "minibatch": chosen.minibatch}
    if chosen.learning_rate:
        parameters["learning_rate"] = tuple(chosen.learning_rate)
    if chosen.entropy:
        parameters["entropy"] = tuple(chosen.entropy)
    variants = _variants(chosen)
    plan = Plan(
        variants,
        chosen.games,
        int(chosen.decisions or network_of(variants[0]).decisions),
        Hyperparameters(**parameters),
        chosen.seed,
        "stramash learn " + shlex.join(sys.argv[1:]),
    )
    trainer = Trainer(plan, chosen.device, graph=not chosen.no_graph)
    if chosen.start:
        trainer.start_from(chosen.start)
    return trainer


def _variants(chosen: argparse.Namespace) -> tuple[Game, ...]:
    """Return the chosen variant, or all those that the game's network is meant for."""
    game = stramash.load(chosen.game)
    if not chosen.players and not chosen.option:
        return tuple(stramash.load(chosen.game, **variant) for variant in network_of(game).variants)
    specs = {option.name: option for option in game.option_specs}
    options = {}
    for pair in chosen.option:
        name, _, value = pair.partition("=")
        if name not in specs:
            raise stramash.BadOption(f"{chosen.game} has no option {name!r}: it has {', '.join(specs)}")
        options[name] = specs[name].read(value)
    return tuple(stramash.load(chosen.game, players=count, **options) for count in chosen.players or [None])


if __name__ == "__main__":
    main()
