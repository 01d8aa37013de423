"""The table as text, for a terminal of eighty columns: readable without colour, easier with it.

A Follower is written as its card: `ch4!` its end-of-round power is active, `sc2=md` a Scott that copied one,
`md5~` kept from the round before, `(?1.2)` face-down, `(fo3)` face-down and known to the viewer.
"""

from __future__ import annotations

import re
from typing import Any

from stramash.core.game import Json
from stramash.core.sketch import seat_name
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.lords_of_scotland.facts import describe_facts
from stramash.games.lords_of_scotland.names import CLAN_NAMES
from stramash.games.lords_of_scotland.rules.cards import clan_of
from stramash.games.lords_of_scotland.rules.components import (
    BRUCE,
    CARD_NAMES,
    CARDS,
    CLAN_CODES,
    NO_CARD,
    RECRUITS,
)

__all__ = ["sketch"]

#: By clan; no two alike, and every card also has its letters
_CLAN_STYLES = (
    "bright_red",
    "bright_green",
    "bright_blue",
    "orange3",
    "magenta",
    "cyan",
    "bright_yellow",
    "green",
    "bold bright_white",
)
_INDENT = "      "
_COLUMNS = 80
#: A hand's card and its mark come before what is said of it
_HAND_MARKS = (" [bold]+[/]", " [dim]-[/]")
_HAND_INDENT = 9


def sketch(state: Any, seat: int, _: Translate) -> str:
    """Draw the table as text with Rich markup; the viewer comes last."""
    facts = describe_facts(state, seat, _)
    players = int(state.players)
    near = max(seat, 0)
    lines = [
        _table_line(state, facts, _),
        _supporters_line(state, _),
        _recruits_line(state, _),
        "",
    ]
    for step in range(1, players + 1):
        lines += _player_lines(state, (near + step) % players, seat, facts, _)
    shown = _all_hands_known(state)
    if not shown:
        lines += [f" [dim]{fact['text']}[/]" for fact in facts["held"]]
    lines += _hand_lines(facts, _)
    if shown or seat == NOBODY:
        lines += _open_hands(state, seat, _)
    lines += _legend(state, _)
    return "\n".join(wrapped for line in lines for wrapped in _wrap(line.rstrip()))


def _width(markup: str) -> int:
    return len(re.sub(r"\[[^\]]*\]", "", markup))


def _wrap(line: str) -> list[str]:
    """Break a line that is too wide between words; what follows is indented a little more."""
    indent = " " * (_HAND_INDENT if line.startswith(_HAND_MARKS) else len(line) - len(line.lstrip()) + 2)
    lines = [""]
    # A style such as [bold white] is no place to break
    for part in re.findall(r"(?:\[[^\]]*\]|[^\s\[])+|\s+", line):
        if lines[-1].strip() and _width(lines[-1] + part) > _COLUMNS:
            lines[-1] = lines[-1].rstrip()
            lines.append(indent)
            part = part.lstrip()
        lines[-1] += part
    return lines


def _card(card: int, text: str | None = None) -> str:
    """Return a card as it is written everywhere, in its clan's colour."""
    if card >= CARDS:
        return f"[dim]{text or '?'}[/]"
    return f"[{_CLAN_STYLES[clan_of(card)]}]{text or CARD_NAMES[card]}[/]"


def _table_line(state: Any, facts: Json, _: Translate) -> str:
    piles = _(
        "Draw pile: {pile}   Discard pile: {discard}",
        pile=int(state.pile_size),
        discard=int(state.discard_size),
    )
    return f" [bold]{facts['text']}[/]   {piles}"


def _supporters_line(state: Any, _: Translate) -> str:
    cards = "  ".join(_card(int(card)) for card in state.supporters[: state.supporters_size])
    return " " + _("Supporters: {cards}", cards=cards or "-")


def _recruits_line(state: Any, _: Translate) -> str:
    """Draw the Recruits with their places; one that is face-down is a question mark."""
    shown = []
    for place in range(RECRUITS):
        card = int(state.recruit[place])
        if card == NO_CARD:
            text = "-"
        elif state.recruit_up[place]:
            text = _card(card)
        else:
            text = _card(CARDS) if card >= CARDS else f"({_card(card)})"
        shown.append(f"[dim]{place + 1}:[/]{text}")
    return " " + _("Recruits: {cards}", cards="  ".join(shown))


def _player_lines(state: Any, player: int, seat: int, facts: Json, _: Translate) -> list[str]:
    army = facts["armies"][player]
    marks = "*" if state.initiative == player else " "
    arrow = ">" if state.player == player else " "
    points = _.count("{n} point", "{n} points", int(state.points[player]))
    cards = _.count("{n} card in hand", "{n} cards in hand", int(state.hand_size[player]))
    followers = "  ".join(
        _follower(state, player, place, fact) for place, fact in enumerate(army["followers"])
    )
    lines = [
        f"{arrow}{marks}[bold]{seat_name(player, seat, _)}[/]   {points}   {cards}",
        f"{_INDENT}{followers or '-'}",
    ]
    if army["place"]:
        lines.append(f"{_INDENT}[bold]{_total(army, _)}[/]{facts['claiming'][army['place'] - 1]['text']}")
    return lines


def _total(army: Json, _: Translate) -> str:
    """Write how an army's total is computed, if it is not obvious."""
    if army["doubled"]:
        return _("{strength} doubled: {total}", strength=army["strength"], total=army["total"]) + "   "
    if army["unknown"]:
        return _("{total} + {n} face-down", total=army["total"], n=army["unknown"]) + "   "
    return ""


def _follower(state: Any, player: int, place: int, fact: Json) -> str:
    card = int(state.army[player, place])
    if not fact["face_up"]:
        return f"({_card(card, fact['name'] if card >= CARDS else None)})"
    mark = "~" if fact["kept"] else f"={fact['active']}" if fact["copied"] else "!" if fact["active"] else ""
    return f"{_card(card)}{mark}"


def _hand_lines(facts: Json, _: Translate) -> list[str]:
    """Write one's hand, a card a line, and whether its power would work now."""
    if not facts["hand"]:
        return []
    lines = ["", f" [bold]{_('Your hand')}[/]"]
    for fact in facts["hand"]:
        card = _card(fact["rank"] - 1, fact["card"].ljust(5))
        lines.append(f"{_HAND_MARKS[0] if fact['works'] else _HAND_MARKS[1]} {card} {fact['text']}")
    return lines


def _all_hands_known(state: Any) -> bool:
    return all(
        int(card) < CARDS
        for player in range(int(state.players))
        for card in state.hand[player, : state.hand_size[player]]
    )


def _open_hands(state: Any, seat: int, _: Translate) -> list[str]:
    """Write the hands of the others: all of them when they are shown, or what is known of them."""
    lines = [""]
    for player in range(int(state.players)):
        if player != seat:
            cards = "  ".join(_card(int(card)) for card in state.hand[player, : state.hand_size[player]])
            lines.append(f" {seat_name(player, seat, _)}: {cards or '-'}")
    return lines


def _legend(state: Any, _: Translate) -> list[str]:
    """Return texts that say which clan each pair of letters is, and what the marks mean."""
    clans = range(len(CLAN_NAMES) if state.bruce else BRUCE)
    names = [f"[{_CLAN_STYLES[clan]}]{CLAN_CODES[clan]}[/] {CLAN_NAMES[clan]}" for clan in clans]
    marks = _("* Initiative   ! active   = copied   ~ kept   ( ) face-down   + works now")
    return ["", *(f" [dim]{'  '.join(row)}[/]" for row in (names[:5], names[5:])), f" [dim]{marks}[/]"]
