"""The report of a tournament: two tables in the terminal, or JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stramash.arena.games import GameSpec
from stramash.arena.rating import Match, Rating
from stramash.bots.words import Translate

__all__ = ["as_json", "playing", "print_report"]


def playing(_: Translate) -> str:
    """Return the label of the progress bar."""
    return _("Playing")


def print_report(ratings: Sequence[Rating], matches: Sequence[Match], _: Translate, console: Console) -> None:
    """Print the ratings and the score of each pair."""
    ladder = Table(_("bot"), "Elo", "95%", _("games"), _("wins"), _("ms a decision"))
    for rating in ratings:
        ladder.add_row(
            escape(rating.bot),
            f"{rating.elo:+.0f}",
            f"{rating.low:+.0f} … {rating.high:+.0f}",
            str(rating.games),
            f"{100 * rating.share:.1f}%",
            f"{1000 * rating.seconds:.1f}",
        )
    console.print(ladder)
    table = Table(_("bot"), _("against"), _("games"), _("scored"), "95%")
    for match in matches:
        table.add_row(
            escape(match.bot),
            escape(match.other),
            str(match.games),
            f"{100 * match.share:.1f}%",
            f"{100 * match.low:.1f} … {100 * match.high:.1f}%",
        )
    console.print(table)


def as_json(game_spec: GameSpec, ratings: Sequence[Rating], matches: Sequence[Match]) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "game": game_spec.game,
        "players": game_spec.players,
        "options": dict(game_spec.options),
        "ratings": [dataclasses.asdict(rating) for rating in ratings],
        "matches": [dataclasses.asdict(match) for match in matches],
    }
