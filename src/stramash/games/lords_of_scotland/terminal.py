"""The table as text, for a terminal of eighty columns: readable without colour, easier with it.

A Follower is written as its card: `ch4!` its end-of-round power is active, `sc2=md` a Scott that copied one,
`md5~` kept from the round before, `(?1.2)` face-down, `(fo3)` face-down and known to the one who looks.
"""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.lords_of_scotland.facts import facts
from stramash.games.lords_of_scotland.notation import CLAN_CODES, card_notation
from stramash.games.lords_of_scotland.rules.cards import clan_of
from stramash.games.lords_of_scotland.rules.components import BRUCE, CARDS, NO_CARD, RECRUITS
from stramash.games.lords_of_scotland.telling import CLAN_NAMES

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


def sketch(state: Any, seat: int, _: Translate) -> str:
    """Draw the table as text with Rich markup; the one who looks comes last."""
    told = facts(state, seat, _)
    players = int(state.players)
    near = max(seat, 0)
    lines = [
        _table_line(state, told, _),
        _supporters_line(state, _),
        _recruits_line(state, _),
        "",
    ]
    for step in range(1, players + 1):
        lines += _player_lines(state, (near + step) % players, seat, told, _)
    lines += [f" [dim]{fact['text']}[/]" for fact in told["held"]]
    lines += _hand_lines(told, _)
    if seat == NOBODY:
        lines += _open_hands(state, _)
    lines += _legend(state, _)
    return "\n".join(line.rstrip() for line in lines)


def _card(card: int, text: str | None = None) -> str:
    """Return a card as it is written everywhere, in its clan's colour."""
    if card >= CARDS:
        return f"[dim]{text or '?'}[/]"
    return f"[{_CLAN_STYLES[clan_of(card)]}]{text or card_notation(card)}[/]"


def _table_line(state: Any, told: Json, _: Translate) -> str:
    piles = _(
        "Draw pile: {pile}   Discard pile: {discard}",
        pile=int(state.pile_size),
        discard=int(state.discard_size),
    )
    return f" [bold]{told['text']}[/]   {piles}"


def _supporters_line(state: Any, _: Translate) -> str:
    cards = "  ".join(_card(int(card)) for card in state.supporters[: state.supporters_size])
    return f" {_('Supporters')}: {cards or '-'}"


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
    return f" {_('Recruits')}: {'  '.join(shown)}"


def _player_lines(state: Any, player: int, seat: int, told: Json, _: Translate) -> list[str]:
    army = told["armies"][player]
    name = _("You") if player == seat else _("Player {number}", number=player + 1)
    marks = "*" if state.initiative == player else " "
    arrow = ">" if state.player == player else " "
    points = _.count("{n} point", "{n} points", int(state.points[player]))
    cards = _.count("{n} card in hand", "{n} cards in hand", int(state.hand_size[player]))
    followers = "  ".join(
        _follower(state, player, place, fact) for place, fact in enumerate(army["followers"])
    )
    lines = [f"{arrow}{marks}[bold]{name}[/]   {points}   {cards}", f"{_INDENT}{followers or '-'}"]
    if army["place"]:
        lines.append(f"{_INDENT}[bold]{_total(army, _)}[/]{told['claiming'][army['place'] - 1]['text']}")
    return lines


def _total(army: Json, _: Translate) -> str:
    """Write how an army's total comes about, where that is not plain."""
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


def _hand_lines(told: Json, _: Translate) -> list[str]:
    """Write one's hand, a card a line, and whether its power would work now."""
    if not told["hand"]:
        return []
    lines = ["", f" [bold]{_('Your hand')}[/]"]
    for fact in told["hand"]:
        mark = "[bold]+[/]" if fact["works"] else "[dim]-[/]"
        card = _card(fact["rank"] - 1, fact["card"].ljust(5))
        lines.append(f" {mark} {card} {fact['text']}")
    return lines


def _open_hands(state: Any, _: Translate) -> list[str]:
    """Write the hands that are open to one who watches: all, or what is known of them."""
    lines = [""]
    for player in range(int(state.players)):
        cards = "  ".join(_card(int(card)) for card in state.hand[player, : state.hand_size[player]])
        lines.append(f" {_('Player {number}', number=player + 1)}: {cards}")
    return lines


def _legend(state: Any, _: Translate) -> list[str]:
    """Say which clan each pair of letters is, and what the marks mean."""
    clans = range(len(CLAN_NAMES) if state.bruce else BRUCE)
    names = [f"[{_CLAN_STYLES[clan]}]{CLAN_CODES[clan]}[/] {CLAN_NAMES[clan]}" for clan in clans]
    marks = _("* Initiative   ! active   = copied   ~ kept   ( ) face-down   + works now")
    return ["", *(f" [dim]{'  '.join(row)}[/]" for row in (names[:5], names[5:])), f" [dim]{marks}[/]"]
