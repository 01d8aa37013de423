"""The table as text, for a terminal of eighty columns: readable without colour, easier with it.

The other side is above, each side's first cards nearest to the border. Stones lie in the middle until they
roll to the side that claims them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stramash.core.sketch import seat_name
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.schotten_totten.names import clan_name
from stramash.games.schotten_totten.rules.components import (
    BLUFF,
    CARD_NAMES,
    CLAN_CARDS,
    CLAN_LETTERS,
    MUD,
    STRENGTHS,
)
from stramash.games.schotten_totten.rules.formations import places
from stramash.games.schotten_totten.rules.minis import clans_played_with, stones_laid_out

__all__ = ["sketch"]

_WIDTH = 8
#: blue, green, red, yellow, purple, brown: terminals have no brown
_CLAN_STYLES = ("bright_blue", "green", "bright_red", "bright_yellow", "magenta", "orange3")
_TACTIC_STYLE = "bold cyan"
_EMPTY = "·"


def sketch(state: Any, seat: int, _: Translate) -> str:
    """Draw the table as text with Rich markup; this seat, for a spectator seat 0, sits below."""
    me = max(seat, 0)
    them = 1 - me
    lines = [
        _player_line(state, them, seat, _),
        "",
        *reversed(_side_lines(state, them)),
        _stones_line(state, them),
        _stones_line(state, NOBODY),
        *_modes_lines(state),
        _stones_line(state, me),
        *_side_lines(state, me),
        "",
        _player_line(state, me, seat, _),
        _decks_line(state, _),
        _legend(state, _),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _card(card: int) -> str:
    """Return a card as it is written everywhere, in its colour."""
    if card >= CLAN_CARDS:
        style = _TACTIC_STYLE if CARD_NAMES[card][0] != "?" else "dim"
    else:
        style = _CLAN_STYLES[card // STRENGTHS]
    return f"[{style}]{CARD_NAMES[card]}[/]"


def _centre(text: str, markup: str | None = None) -> str:
    """Put a text in the middle of a stone's column; its markup takes no room."""
    before = (_WIDTH - len(text)) // 2
    return " " * before + (markup or text) + " " * (_WIDTH - len(text) - before)


def _side_lines(state: Any, seat: int) -> list[str]:
    """Draw a side of the border, a line for the first cards of all stones, the second, and so on."""
    stones = range(stones_laid_out(state))
    room = max(places(state, stone) for stone in stones)
    return ["".join(_place(state, seat, stone, place) for stone in stones) for place in range(room)]


def _place(state: Any, seat: int, stone: int, place: int) -> str:
    if place < state.side_size[seat, stone]:
        card = int(state.side[seat, stone, place])
        return _centre(CARD_NAMES[card], _card(card))
    free = place < places(state, stone) and state.owner[stone] == NOBODY
    return _centre(_EMPTY, f"[dim]{_EMPTY}[/]") if free else " " * _WIDTH


def _stones_line(state: Any, owner: int) -> str:
    """Draw the stones that lie here: on the border, or beside their owner."""
    style = "bold reverse" if owner == NOBODY else "bold"
    line = ""
    for stone in range(stones_laid_out(state)):
        text = f"({stone + 1})"
        if state.owner[stone] == owner:
            line += _centre(text, f"[{style}]{text}[/]")
        else:
            line += _centre("---", "[dim]---[/]") if owner == NOBODY else " " * _WIDTH
    return line


def _modes_lines(state: Any) -> list[str]:
    """Name the combat modes that lie on stones, a line each."""
    lines = []
    for bit, name in ((BLUFF, "bluff"), (MUD, "mud")):
        mark = _centre(name, f"[{_TACTIC_STYLE}]{name}[/]")
        lines.append("".join(mark if mode & bit else " " * _WIDTH for mode in state.mode))
    return [line for line in lines if line.strip()]


def _player_line(state: Any, player: int, seat: int, _: Translate) -> str:
    """Draw a hand, its hidden cards as backs, and the points of a match."""
    hand = _cards(state.hand[player], int(state.hand_size[player]))
    parts = [f"[bold]{seat_name(player, seat, _)}[/]  {hand}"]
    if state.rounds > 1:
        parts.append(_("Points: {points}", points=int(state.points[player])))
    if state.tactics:
        parts.append(_("Tactic cards played: {count}", count=int(state.tactics_played[player])))
    return f" {'   '.join(parts)}"


def _decks_line(state: Any, _: Translate) -> str:
    """Return lines for the sizes of the decks, the discard and the round of the match."""
    parts = [_("Deck: {count}", count=int(state.deck_size))]
    if state.tactics:
        parts.append(_("Tactic deck: {count}", count=int(state.tactic_deck_size)))
        if state.discard_size:
            parts.append(_("Discard: {cards}", cards=_cards(state.discard, int(state.discard_size))))
    if state.rounds > 1:
        parts.append(
            _("Round {number} of {rounds}", number=int(state.round_number), rounds=int(state.rounds))
        )
    return f" {'   '.join(parts)}"


def _legend(state: Any, _: Translate) -> str:
    """Return a text that says which clan each letter is."""
    clans = [
        f"[{_CLAN_STYLES[clan]}]{CLAN_LETTERS[clan]}[/] {clan_name(clan, _)}"
        for clan in range(clans_played_with(state))
    ]
    return f" [dim]{'  '.join(clans)}[/]"


def _cards(cards: Sequence[int], count: int) -> str:
    return " ".join(_card(int(card)) for card in cards[:count])
