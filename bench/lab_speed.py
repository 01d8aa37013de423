"""Decisions a second through the lab's environments, beside those of others on their own games, in one run.

    python bench/lab_speed.py [--seconds 2] [--rounds 3] [--json FILE] [--plot FILE.svg]

Every row plays random games: what the player to act sees is asked for at every decision, a legal action is
drawn, and it is played. Rows take turns, the median of the rounds counts. Single environments use one core
and are measured in processor time; batches may use all cores and are measured by the clock.

Needs `pip install "stramash[lab]" rlcard pygame jax pgx matplotlib`; rows whose library is not installed are
left out, and named.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import stramash

OURS = (
    ("Schotten Totten", "schotten-totten"),
    ("Lords of Scotland", "lords-of-scotland"),
    ("Glen More", "glen-more"),
)
THEIRS = (("Leduc", "leduc_holdem"), ("Kuhn poker", "kuhn_poker"), ("backgammon", "backgammon"))

#: Plays for about so many decisions, and returns how many they were
Runner = Callable[[], int]


@dataclass
class Row:
    """One thing measured."""

    kind: str
    who: str
    game: str
    needs: tuple[str, ...]
    make: Callable[[], Runner]
    clock: Callable[[], float] = time.process_time
    decisions_per_second: float = 0.0


# --- PettingZoo --------------------------------------------------------------------------------------


def aec_runner(env: Any) -> Runner:
    """Play games of a PettingZoo environment."""
    dice = np.random.default_rng(1)

    def run() -> int:
        decisions = 0
        env.reset(seed=int(dice.integers(1 << 31)))
        for _ in env.agent_iter():
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[dice.integers(len(legal))]))
            decisions += 1
        return decisions

    return run


def our_aec(name: str, **options: Any) -> Runner:
    """Return a runner of our PettingZoo environment."""
    from stramash.lab import pettingzoo

    return aec_runner(pettingzoo.env(name, **options))


def their_aec(name: str) -> Runner:
    """Return a runner of one of PettingZoo's own environments."""
    from importlib import import_module

    return aec_runner(import_module(f"pettingzoo.classic.{name}").env())


# --- OpenSpiel ---------------------------------------------------------------------------------------


def spiel_runner(text: str) -> Runner:
    """Return a runner of a game in OpenSpiel, ours or theirs."""
    import pyspiel

    import stramash.lab.openspiel  # noqa: F401

    game = pyspiel.load_game(text)
    dice = np.random.default_rng(1)

    def run() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(outcomes[np.searchsorted(np.cumsum(odds), dice.random() * 0.999999)]))
                continue
            see(state)
            legal = state.legal_actions()
            state.apply_action(legal[dice.integers(len(legal))])
            decisions += 1
        return decisions

    def see(state: Any) -> Any:
        if game.get_type().provides_observation_tensor:
            return state.observation_tensor(state.current_player())
        return state.information_state_tensor(state.current_player())

    return run


# --- Batches -----------------------------------------------------------------------------------------


def our_batch(name: str, size: int, **options: Any) -> Runner:
    """Return a runner of a batch of our games on all cores."""
    from stramash.lab import BatchGame

    batch = BatchGame(stramash.load(name, **options), size)
    batch.reset(seeds=1)

    def run() -> int:
        for _ in range(8):
            batch.observe()
            batch.legal_mask()
            batch.step(batch.sample())
        return 8 * size

    return run


def pgx_batch(name: str, size: int) -> Runner:
    """Return a runner of a batch of a game in Pgx, compiled for the CPU."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def decide(carry: Any, _: Any) -> Any:
        state, key = carry
        key, to_choose, to_step = jax.random.split(key, 3)
        chances = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(to_choose, chances, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(to_step, size))
        return (state, key), state.observation.sum()

    many = jax.jit(lambda carry: jax.lax.scan(decide, carry, None, length=8))
    carry = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), size)), jax.random.PRNGKey(2)

    def run() -> int:
        nonlocal carry
        carry, seen = many(carry)
        seen.block_until_ready()
        return 8 * size

    return run


# --- Measuring ---------------------------------------------------------------------------------------


def rows(size: int) -> list[Row]:
    """Return what is measured."""
    aec, spiel = ("pettingzoo",), ("pyspiel",)
    found = [
        Row("PettingZoo", "Stramash", "Schotten Totten", aec, lambda: our_aec("schotten-totten")),
        Row("PettingZoo", "Stramash", "Lords of Scotland", aec, lambda: our_aec("lords-of-scotland")),
        Row("PettingZoo", "Stramash", "Glen More", aec, lambda: our_aec("glen-more")),
        Row("PettingZoo", "RLCard", "Texas hold'em", (*aec, "rlcard"), lambda: their_aec("texas_holdem_v4")),
        Row("PettingZoo", "RLCard", "Leduc", (*aec, "rlcard"), lambda: their_aec("leduc_holdem_v4")),
        Row(
            "OpenSpiel",
            "Stramash",
            "Schotten Totten",
            spiel,
            lambda: spiel_runner("stramash_schotten_totten"),
        ),
        Row(
            "OpenSpiel",
            "Stramash",
            "Lords of Scotland",
            spiel,
            lambda: spiel_runner("stramash_lords_of_scotland"),
        ),
        Row("OpenSpiel", "Stramash", "Glen More", spiel, lambda: spiel_runner("stramash_glen_more")),
        Row("OpenSpiel", "theirs, C++", "gin rummy", spiel, lambda: spiel_runner("gin_rummy")),
        Row("OpenSpiel", "theirs, C++", "hearts", spiel, lambda: spiel_runner("hearts")),
        Row("OpenSpiel", "theirs, C++", "Leduc", spiel, lambda: spiel_runner("leduc_poker")),
        Row("OpenSpiel", "theirs, Python", "liar's poker", spiel, lambda: spiel_runner("python_liars_poker")),
    ]
    for title, name in OURS:
        found.append(Row("batch", "Stramash", title, (), partial(our_batch, name, size), time.perf_counter))
    for title, name in THEIRS:
        row = Row("batch", "Pgx", title, ("jax", "pgx"), partial(pgx_batch, name, size), time.perf_counter)
        found.append(row)
    return found


def measure(row: Row, run: Runner, seconds: float) -> float:
    """Return decisions a second over about so many seconds."""
    decisions, start, now = 0, row.clock(), row.clock()
    while now - start < seconds:
        decisions += run()
        now = row.clock()
    return decisions / (now - start)


def table(measured: list[Row]) -> str:
    """Return the rows as a table in Markdown."""
    lines = ["| interface | who | game | decisions a second |", "|---|---|---|---:|"]
    lines += [
        f"| {row.kind} | {row.who} | {row.game} | {row.decisions_per_second:,.0f} |" for row in measured
    ]
    return "\n".join(lines)


def plot(measured: list[Row], path: Path) -> None:
    """Draw the rows as bars, ours dark."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "stramash"
    from matplotlib import pyplot as plt

    figure, axis = plt.subplots(figsize=(8, 0.32 * len(measured) + 1), layout="constrained")
    names = [f"{row.kind}: {row.game} ({row.who})" for row in measured]
    colours = ["#3f2a63" if row.who == "Stramash" else "#b9a6c9" for row in measured]
    axis.barh(names, [row.decisions_per_second for row in measured], color=colours)
    axis.set_xscale("log")
    axis.set_xlabel("decisions a second")
    axis.invert_yaxis()
    axis.grid(axis="x", alpha=0.3)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        description="Decisions a second through environments, ours beside others."
    )
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--size", type=int, default=4096, help="games in a batch")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()

    if find_spec("pyspiel"):
        from open_spiel.python.games import liars_poker  # noqa: F401
    wanted = rows(chosen.size)
    measured = [row for row in wanted if all(find_spec(need) for need in row.needs)]
    for row in wanted:
        if row not in measured:
            print(f"left out: {row.game} ({row.who}), which needs {', '.join(row.needs)}")
    runners = [row.make() for row in measured]
    for run in runners:
        run()  # compiles
    rates: list[list[float]] = [[] for _ in measured]
    for _ in range(chosen.rounds):
        for row, run, found in zip(measured, runners, rates, strict=True):
            found.append(measure(row, run, chosen.seconds))
    for row, found in zip(measured, rates, strict=True):
        row.decisions_per_second = statistics.median(found)
    print(table(measured))
    if chosen.json:
        kept = [
            {key: value for key, value in asdict(row).items() if key not in ("make", "clock", "needs")}
            for row in measured
        ]
        chosen.json.write_text(json.dumps({"cores": os.cpu_count(), "rows": kept}, indent=1) + "\n")
    if chosen.plot:
        plot(measured, chosen.plot)


if __name__ == "__main__":
    main()
