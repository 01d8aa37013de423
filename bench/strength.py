"""How strong the bots are: the matches of docs/strength.md, played side by side against the clock.

    python bench/strength.py --list figures --workers 15 --minutes 8 --out strength/
    python bench/strength.py --list figures --minutes 0 --out strength/ --plot docs/pictures/

The second plays nothing: it says what is known so far, and draws it.

Every finished game is a line in the folder, one file for each game and its options, as `stramash arena --out`
writes it; the same command goes on where the last one stopped. All matches advance together, by shares of
what is wanted of them, so that each has games when time is up. No game is started that would not be finished
in time. Needs NumPy and Numba, and nothing else that Stramash is sometimes installed with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from strength_matches import LISTS, Pairing

from stramash.arena.engines import play_here, warm_up
from stramash.arena.games import GameSpec, Result
from stramash.arena.ledger import Ledger
from stramash.arena.plot import plot
from stramash.arena.rating import Match, matches, ratings
from stramash.arena.schedule import Fixture, schedule
from stramash.bots.search import SearchBot


@dataclass(frozen=True)
class Game:
    """One game of one match, and when its turn is: at which share of the match."""

    share: float
    pairing: Pairing
    fixture: Fixture


def games_of(pairing: Pairing) -> list[Game]:
    """Return all games of a match, both of a deal together."""
    fixtures = schedule(pairing.bots, pairing.game_spec.players, pairing.pairs, pairing.first_deal)
    shares = pairing.sooner * (pairing.pairs + 1)
    return [Game((fixture.deal - pairing.first_deal) / shares, pairing, fixture) for fixture in fixtures]


def compile_here(game_spec: GameSpec) -> float:
    """Compile all that a game needs; return how many simulations its search then does in a second."""
    warm_up(game_spec, ["greedy", "search:1"])
    game = game_spec.load()
    view = game.deal(7).view(0)
    start, simulations = time.perf_counter(), 0
    while time.perf_counter() < start + 1:
        simulations += SearchBot.described("1000", 1).think(view).simulations
    return simulations / (time.perf_counter() - start)


class Strength:
    """A list of matches and what is known about them."""

    def __init__(self, pairings: list[Pairing], folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.pairings = pairings
        self.ledgers = {
            game_spec: Ledger(game_spec, folder / f"{file_name(game_spec)}.jsonl")
            for game_spec in dict.fromkeys(pairing.game_spec for pairing in pairings)
        }

    def results(self, pairing: Pairing) -> list[Result]:
        """Return the games of a match that were played."""
        return self.ledgers[pairing.game_spec].results([game.fixture for game in games_of(pairing)])

    def play(self, workers: int, end: float) -> None:
        """Play what there is time for; a game is played from when it is compiled."""
        game_specs = {game_spec.game: game_spec for game_spec in self.ledgers}
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(len(game_specs), context) as compilers:
            compiling = {
                compilers.submit(compile_here, game_spec): name for name, game_spec in game_specs.items()
            }
            for result in play_here(self._next_games(compiling, end), workers):
                self.ledgers[result.game_spec].add(result)

    def _next_games(
        self, compiling: dict[Future[float], str], end: float
    ) -> Iterator[tuple[GameSpec, Fixture]]:
        """Yield the games to be played, the match that is behind first."""
        games = [game for pairing in self.pairings for game in games_of(pairing)]
        left = sorted(
            (game for game in games if self.ledgers[game.pairing.game_spec].left([game.fixture])),
            key=lambda game: game.share,
        )
        ready: set[str] = set()
        while left and time.monotonic() < end:
            done = {future for future in compiling if future.done() and compiling[future] not in ready}
            for future in done:
                ready.add(compiling[future])
                say(f"{compiling[future]}: {future.result():,.0f} simulations a second")
            now = time.monotonic()
            found = next(
                (
                    game
                    for game in left
                    if game.pairing.game_spec.game in ready and now + game.pairing.seconds < end
                ),
                None,
            )
            if found is not None:
                left.remove(found)
                yield found.pairing.game_spec, found.fixture
            elif len(ready) < len(compiling):
                waited = [future for future, name in compiling.items() if name not in ready]
                wait(waited, timeout=end - now, return_when=FIRST_COMPLETED)
            else:
                return

    def report(self) -> None:
        """Print what every match and every ladder says so far, as tables for docs/strength.md."""
        say("\n| game | who | against | games | scored | 95% | wanted | s a game |")
        say("|---|---|---|---|---|---|---|---|")
        for pairing in self.pairings:
            results = self.results(pairing)
            if results:
                say(describe_match(pairing, matches(results)[0], results))
        for game_spec in self.ledgers:
            say(f"\n| {file_name(game_spec)} | Elo | 95% | games | ms a decision |\n|---|---|---|---|---|")
            for rating in ratings(self.ladder(game_spec)):
                say(
                    f"| `{rating.bot}` | {rating.elo:+.0f} | {rating.low:+.0f} to {rating.high:+.0f} "
                    f"| {rating.games} | {1000 * rating.seconds:.1f} |"
                )

    def ladder(self, game_spec: GameSpec) -> list[Result]:
        """Return the games of all bots that have no parameters of their own."""
        plain = [pairing for pairing in self.pairings if not any("=" in bot for bot in pairing.bots)]
        return [
            result for pairing in plain if pairing.game_spec == game_spec for result in self.results(pairing)
        ]

    def draw(self, folder: Path) -> None:
        """Draw a picture of each ladder: ratings, and strength against thinking time."""
        for game_spec in self.ledgers:
            file = folder / f"strength-{file_name(game_spec)}.svg"
            found = ratings(self.ladder(game_spec))
            if found:
                plot(found, f"{game_spec.load().title}: {file_name(game_spec)}", file)


def describe_match(pairing: Pairing, match: Match, results: list[Result]) -> str:
    """Return the score of a match, in one line."""
    share, low, high = match.share, match.low, match.high
    if match.bot != pairing.bots[0]:
        share, low, high = 1 - share, 1 - high, 1 - low
    seconds = sum(sum(result.seconds) for result in results) / len(results)
    wanted = f"{100 * pairing.wanted:.0f}%" if pairing.wanted else ""
    return (
        f"| {file_name(pairing.game_spec)} | `{pairing.bots[0]}` | `{pairing.bots[1]}` | {match.games} "
        f"| **{100 * share:.1f}%** | {100 * low:.1f} to {100 * high:.1f} | {wanted} | {seconds:.1f} |"
    )


def file_name(game_spec: GameSpec) -> str:
    """Return what a game and its options are called as a file."""
    chosen = "".join(f"-{name}" for name, value in game_spec.options if value is True)
    return f"{game_spec.game}{chosen}"


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


def main() -> None:
    """Play, then report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", choices=sorted(LISTS), default="figures")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--plot", type=Path, help="a folder for pictures; needs Matplotlib")
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    strength = Strength(LISTS[arguments.list], arguments.out)
    if arguments.minutes > 0:
        needed = sum(2 * pairing.pairs * pairing.seconds for pairing in strength.pairings)
        say(f"{arguments.list}: {len(strength.pairings)} matches, about {needed:,.0f} core-seconds in all")
        strength.play(arguments.workers, end)
    strength.report()
    if arguments.plot is not None:
        strength.draw(arguments.plot)


if __name__ == "__main__":
    main()
