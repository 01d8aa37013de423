"""Decisions a second through the lab's environments, beside those of others on their own games, in one run.

    python bench/lab_speed.py [--seconds S] [--row NAME]… [--json FILE] [--plot FILE] [--page FILE]

Every row plays random games: what the player to act sees is asked for at every decision, a legal action is
drawn, and it is played. Rows take turns, the median of the rounds counts. Single environments use one core
and are measured in processor time; batches may use all cores and are measured by the clock. `--row` measures
that row alone; `--page` writes the table into a page of Markdown, between its marks.

docs/speed.md says what to install; rows whose library is not there are left out, and named.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import stramash
from stramash.games import find

OURS = tuple((find(name).title, name) for name in stramash.games())
#: title, environment in PettingZoo's `classic`
RLCARD = (
    ("gin rummy", "gin_rummy_v4"),
    ("Texas hold'em", "texas_holdem_v4"),
    ("Leduc", "leduc_holdem_v4"),
)
#: who wrote it, title, name in OpenSpiel
SPIEL = (
    ("C++", "gin rummy", "gin_rummy"),
    ("C++", "hearts", "hearts"),
    ("C++", "Leduc", "leduc_poker"),
    ("Python", "liar's poker", "python_liars_poker"),
)
PGX = (("Leduc", "leduc_holdem"), ("Kuhn poker", "kuhn_poker"), ("backgammon", "backgammon"))

LIBRARIES = ("numpy", "numba", "pettingzoo", "rlcard", "open_spiel", "jax", "pgx")

BEGIN, END = "<!-- written by bench/lab_speed.py: begin -->", "<!-- written by bench/lab_speed.py: end -->"


@dataclass
class Runner:
    """A player of decisions, with the size of the game: numbers of an observation, and actions."""

    #: plays for a while; returns the number of decisions
    run: Callable[[], int]
    numbers: int
    actions: int


@dataclass
class Row:
    """One thing measured."""

    name: str
    kind: str
    who: str
    game: str
    needs: tuple[str, ...]
    make: Callable[[], Runner]
    clock: Callable[[], float] = time.process_time
    rates: list[float] = field(default_factory=list)
    numbers: int = 0
    actions: int = 0

    @property
    def decisions_per_second(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.rates)

    def as_json(self) -> dict[str, Any]:
        """Return the row as JSON."""
        kept = ("name", "kind", "who", "game", "numbers", "actions")
        rates = {
            "decisions_per_second": round(self.decisions_per_second),
            "rounds": [*map(round, self.rates)],
        }
        return {key: getattr(self, key) for key in kept} | rates


# --- PettingZoo --------------------------------------------------------------------------------------


def aec_runner(env: Any) -> Runner:
    """Play games of a PettingZoo environment."""
    dice = random.Random(1)

    def run() -> int:
        decisions = 0
        env.reset(seed=dice.randrange(1 << 31))
        for _ in env.agent_iter():
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(dice.random() * len(legal))]))
            decisions += 1
        return decisions

    env.reset(seed=1)
    seen = env.last()[0]
    return Runner(run, seen["observation"].size, seen["action_mask"].size)


def our_aec(name: str) -> Runner:
    """Return a runner of our PettingZoo environment."""
    from stramash.lab import pettingzoo

    return aec_runner(pettingzoo.env(name))


def their_aec(name: str) -> Runner:
    """Return a runner of one of PettingZoo's own environments."""
    return aec_runner(import_module(f"pettingzoo.classic.{name}").env())


# --- OpenSpiel ---------------------------------------------------------------------------------------


def spiel_runner(text: str, *, lists: bool) -> Runner:
    """Return a runner of a game in OpenSpiel, ours or theirs; observations are arrays, or lists."""
    import pyspiel
    from open_spiel.python.games import liars_poker  # noqa: F401
    from open_spiel.python.observation import make_observation

    import stramash.lab.openspiel  # noqa: F401

    game = pyspiel.load_game(text)
    recalls = not game.get_type().provides_observation_tensor  # hearts and liar's poker
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recalls))
    dice = random.Random(1)

    def see(state: Any, player: int) -> Any:
        if not lists:
            return observation.set_from(state, player)
        return state.information_state_tensor(player) if recalls else state.observation_tensor(player)

    def run() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(thrown(state.chance_outcomes(), dice.random()))
                continue
            see(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(dice.random() * len(legal))])
            decisions += 1
        return decisions

    return Runner(run, len(observation.tensor), game.num_distinct_actions())


def thrown(outcomes: list[tuple[int, float]], number: float) -> int:
    """Return the outcome at a uniform number from 0 to 1 (inverse transform sampling)."""
    for outcome, odds in outcomes:
        number -= odds
        if number < 0:
            return outcome
    return outcomes[-1][0]


# --- Batches -----------------------------------------------------------------------------------------


def our_batch(name: str, size: int) -> Runner:
    """Return a runner of a batch of our games on all cores."""
    from stramash.lab import BatchGame

    game = stramash.load(name)
    batch = BatchGame(game, size)
    batch.reset(seeds=1)

    def run() -> int:
        for _ in range(8):
            batch.observe()
            batch.legal_mask()
            batch.step(batch.sample())
        return 8 * size

    return Runner(run, game.tensor_size, game.num_actions)


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

    return Runner(run, int(np.prod(env.observation_shape)), env.num_actions)


# --- Measuring ---------------------------------------------------------------------------------------


def rows(size: int) -> list[Row]:
    """Return what can be measured."""
    found: list[Row] = []

    def add(kind: str, who: str, title: str, needs: str, make: Callable[[], Runner], **more: Any) -> None:
        name = f"{kind} {title}".lower().replace(",", "").replace("'", "").replace(" ", "-")
        needed = tuple(needs.split())
        found.append(Row(name, kind, who, title, needed, make, **more))

    for title, name in OURS:
        add("PettingZoo", "Stramash", title, "pettingzoo", partial(our_aec, name))
    for title, name in RLCARD:
        needs = f"pettingzoo.classic.{name} rlcard"  # later versions have no gin rummy
        add("PettingZoo", "RLCard", title, needs, partial(their_aec, name))
    for kind, lists in (("OpenSpiel", False), ("OpenSpiel, lists", True)):
        for title, name in OURS:
            text = f"stramash_{name.replace('-', '_')}"
            add(kind, "Stramash", title, "pyspiel", partial(spiel_runner, text, lists=lists))
        for who, title, text in SPIEL:
            add(kind, f"theirs, {who}", title, "pyspiel", partial(spiel_runner, text, lists=lists))
    for title, name in OURS:
        add("batch", "Stramash", title, "numba", partial(our_batch, name, size), clock=time.perf_counter)
    for title, name in PGX:
        add("batch", "Pgx", title, "jax pgx", partial(pgx_batch, name, size), clock=time.perf_counter)
    return found


def installed(module: str) -> bool:
    """Return whether a module can be imported."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what it is part of is missing
        return False


def chosen_rows(wanted: list[str], size: int) -> list[Row]:
    """Return the rows to measure, all unless some are named; say which cannot be."""
    found = rows(size)
    names = [row.name for row in found]
    for name in wanted:
        if name not in names:
            sys.exit(f"no row {name!r}: the rows are {', '.join(names)}")
    chosen = [row for row in found if not wanted or row.name in wanted]
    for row in chosen:
        if missing := [need for need in row.needs if not installed(need)]:
            print(f"left out: {row.name}, which needs {', '.join(missing)}", file=sys.stderr)
    return [row for row in chosen if all(map(installed, row.needs))]


def measure(measured: list[Row], seconds: float, rounds: int) -> None:
    """Measure the rows in turn, `rounds` times; add the rates to them."""
    runners = [row.make() for row in measured]
    for row, runner in zip(measured, runners, strict=True):
        row.numbers, row.actions = runner.numbers, runner.actions
        runner.run()  # compiles
    for _ in range(rounds):
        for row, runner in zip(measured, runners, strict=True):
            decisions, start, now = 0, row.clock(), row.clock()
            while now - start < seconds:
                decisions += runner.run()
                now = row.clock()
            row.rates.append(decisions / (now - start))


# --- Output ------------------------------------------------------------------------------------------


def table(measured: list[Row]) -> str:
    """Return the rows as a table in Markdown."""
    lines = [
        "| `--row` | who | numbers seen | actions | decisions a second |",
        "|---|---|---:|---:|---:|",
    ]
    for row in measured:
        rate = f"{row.decisions_per_second:,.0f}"
        shown = f"**{rate}**" if row.who == "Stramash" else rate
        lines.append(f"| `{row.name}` | {row.who} | {row.numbers:,} | {row.actions:,} | {shown} |")
    return "\n".join(lines)


def circumstances() -> str:
    """Return the machine and the versions of the measurement."""
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in LIBRARIES if installed(name))
    return f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores"


def write_page(path: Path, text: str) -> None:
    """Put the text between the marks of a page."""
    before, begin, rest = path.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path} lacks the marks {BEGIN} and {END}, between which the table would go")
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", "utf-8")


def plot(measured: list[Row], path: Path) -> None:
    """Draw the rows as bars, ours dark, a panel for each interface."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "stramash"
    from matplotlib import pyplot as plt

    kinds = list(dict.fromkeys(row.kind for row in measured))
    parts = [[row for row in measured if row.kind == kind] for kind in kinds]
    figure, axes = plt.subplots(
        len(kinds),
        figsize=(8, 0.3 * len(measured) + 0.7 * len(kinds)),
        height_ratios=[len(part) for part in parts],
        layout="constrained",
        squeeze=False,
    )
    for axis, kind, part in zip(axes[:, 0], kinds, parts, strict=True):
        names = [f"{row.game} ({row.who})" for row in part]
        colours = ["#3f2a63" if row.who == "Stramash" else "#b9a6c9" for row in part]
        rates = [row.decisions_per_second for row in part]
        bars = axis.barh(names, rates, color=colours)
        axis.bar_label(bars, [f"{rate:,.0f}" for rate in rates], padding=3, fontsize=8)
        axis.set_title(kind, loc="left", fontsize=10)
        axis.set_xlim(0, max(rates) * 1.15)
        axis.xaxis.set_major_formatter("{x:,.0f}")
        axis.invert_yaxis()
        axis.spines[["top", "right"]].set_visible(False)
    axes[-1, 0].set_xlabel("decisions a second")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        description="Decisions a second through environments, ours beside others."
    )
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=4096, help="games in a batch")
    parser.add_argument("--row", action="append", default=[], help="only this row, and others so named")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--page", type=Path, help="a page of Markdown that has the marks")
    chosen = parser.parse_args()

    measured = chosen_rows(chosen.row, chosen.size)
    before = os.getloadavg()[0]
    measure(measured, chosen.seconds, chosen.rounds)
    with_what = f"{circumstances()}, at a load of {before:.1f} when it began."
    print(f"{table(measured)}\n\n{with_what}")
    if chosen.json:
        kept = {
            "command": " ".join(["python", *sys.argv]),
            "date": time.strftime("%Y-%m-%d"),
            "machine": platform.platform(),
            "with": with_what,
            "rows": [row.as_json() for row in measured],
        }
        chosen.json.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    if chosen.plot:
        plot(measured, chosen.plot)
    if chosen.page:
        write_page(chosen.page, f"{table(measured)}\n\n{with_what}")


if __name__ == "__main__":
    main()
