"""One game of a tournament: played from a description, its result written as one line."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from stramash import bots
from stramash.arena.schedule import Fixture
from stramash.bots.making import sources_of
from stramash.bots.mark import mark_of
from stramash.core.errors import StramashError
from stramash.core.game import Game
from stramash.core.options import OptionValue, format_option
from stramash.core.renamed import former_names, warn_renamed
from stramash.games import find, load, names

__all__ = ["BadResult", "GameSpec", "Result", "mark_for", "play_fixture"]


class BadResult(StramashError):
    """A line that is not a result of a game."""


@dataclass(frozen=True)
class GameSpec:
    """The game, options and players of a tournament; small enough to send to another machine."""

    game: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]

    @classmethod
    def of(cls, game: Game) -> GameSpec:
        """Return the spec of a game with its options chosen."""
        return cls(game.name, game.players, tuple(game.options.items()))

    def __str__(self) -> str:
        """Return the spec as text, without default values."""
        known = self.game in names()
        usual = {spec.name: spec.default for spec in find(self.game).option_specs} if known else {}
        chosen = [
            f"{name}={format_option(value)}" for name, value in self.options if usual.get(name) != value
        ]
        title = find(self.game).title if known else self.game
        return " ".join([title, f"({self.players})", *chosen])

    def load(self) -> Game:
        """Return the game."""
        return _loaded(self)

    @property
    def mark(self) -> str:
        """The hash of the sources of bots and rules on this machine."""
        return mark_of(self.load())


@lru_cache(maxsize=4)
def _loaded(game_spec: GameSpec) -> Game:
    return load(game_spec.game, players=game_spec.players, **dict(game_spec.options))


@dataclass(frozen=True)
class Result:
    """The result of a game. Seconds and decisions are by seat; a forced action is not a decision.

    The mark identifies the sources of the bots: results with the same mark can be compared.
    """

    game_spec: GameSpec
    fixture: Fixture
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    plies: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    mark: str = ""

    @property
    def setting(self) -> GameSpec:
        """The former name of `game_spec`, to be removed after version 0.2."""
        warn_renamed("Result.setting", "Result.game_spec")
        return self.game_spec

    def line(self) -> str:
        """Return the result as one line of JSON."""
        game_spec = {"game": self.game_spec.game, "players": self.game_spec.players}
        content = game_spec | {"options": dict(self.game_spec.options)} | asdict(self.fixture)
        mine = {key: value for key, value in asdict(self).items() if key not in ("game_spec", "fixture")}
        mine["seconds"] = [round(seconds, 4) for seconds in self.seconds]
        return json.dumps(content | mine)

    @classmethod
    def read(cls, line: str) -> Result:
        """Return the result in a line of JSON; raise BadResult if the line is invalid."""
        try:
            content: dict[str, Any] = json.loads(line)
            return cls(
                game_spec=GameSpec(content["game"], content["players"], tuple(content["options"].items())),
                fixture=Fixture(content["deal"], tuple(content["seats"])),
                winners=tuple(content["winners"]),
                scores=tuple(content["scores"]),
                plies=content["plies"],
                decisions=tuple(content["decisions"]),
                seconds=tuple(content["seconds"]),
                mark=content.get("mark", ""),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadResult(f"this line is not a result of a game: {line[:60]!r}") from error


def play_fixture(game_spec: GameSpec, fixture: Fixture) -> Result:
    """Play one game; with bots that have a budget of simulations it is reproducible."""
    game = game_spec.load()
    position = game.deal(fixture.deal)
    players = [bots.make_own(spec, seed_of(fixture, seat)) for seat, spec in enumerate(fixture.seats)]
    decisions, seconds = [0] * game.players, [0.0] * game.players
    while position.player is not None:
        seat, view = position.player, position.view(position.player)
        start = time.perf_counter()
        action = players[seat].choose(view)
        if len(view.legal) > 1:
            decisions[seat] += 1
            seconds[seat] += time.perf_counter() - start
        position.play(action)
    return Result(
        game_spec,
        fixture,
        tuple(position.winners),
        tuple(position.scores),
        len(position.history),
        tuple(decisions),
        tuple(seconds),
        mark_for(game_spec, fixture),
    )


def mark_for(game_spec: GameSpec, fixture: Fixture) -> str:
    """Return the hash of the sources of a game's bots and rules, bots of your own included."""
    own = sources_of(fixture.seats)
    return f"{game_spec.mark}-{own}" if own else game_spec.mark


def seed_of(fixture: Fixture, seat: int) -> int:
    """Return the seed of the bot at a seat, the same on every machine."""
    text = f"{fixture.deal}/{seat}/{'/'.join(fixture.seats)}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


__getattr__ = former_names(__name__, {"Setting": "GameSpec"})
