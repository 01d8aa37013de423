"""Positions written so that a person sees the table.

An army is a line of Followers, from the first to the last:

    fo3         face-up, its power not in force
    [fo3]       face-down
    ch4!        its own end-of-round power is active
    sc2=md      a Scott that copied MacDonnell's power
    md5~        kept from the round before

Recruits are a line of five: `fo3` face-up, `[fo3]` face-down, `-` an empty place. Hands, Supporters, piles
and victory piles are lines of cards.
"""

from __future__ import annotations

from typing import Any

import stramash
from stramash import Game, Position

TWO = stramash.load("lords-of-scotland")
THREE = stramash.load("lords-of-scotland", players=3)
FOUR = stramash.load("lords-of-scotland", players=4)
FIVE = stramash.load("lords-of-scotland", players=5)
BRUCE = stramash.load("lords-of-scotland", bruce=True)
THREE_BRUCE = stramash.load("lords-of-scotland", players=3, bruce=True)
TWO_BY_CLAN = stramash.load("lords-of-scotland", activation="clan")
FOUR_BY_ANY = stramash.load("lords-of-scotland", players=4, activation="any")

ALL = (TWO, THREE, FOUR, FIVE, BRUCE, THREE_BRUCE, TWO_BY_CLAN, FOUR_BY_ANY)

#: Recruits for positions that do not say which: the first five of these that lie nowhere else
RECRUITS = ["ck12", "ch12", "fo12", "fe12", "we12", "md12", "mk12", "sc12", "ck11", "ch11"]


def follower(text: str) -> dict[str, Any]:
    """Read one Follower."""
    if text.startswith("["):
        return {"card": text.strip("[]"), "down": True}
    if text.endswith("!"):
        return {"card": text[:-1], "active": text[:2]}
    if text.endswith("~"):
        return {"card": text[:-1], "kept": True}
    card, _, copied = text.partition("=")
    return {"card": card} | ({"active": copied} if copied else {})


def recruit(text: str) -> dict[str, Any] | None:
    """Read one Recruit."""
    return None if text == "-" else {"card": text.strip("[]"), "face_up": not text.startswith("[")}


def table(
    game: Game, *armies: str, hands: tuple[str, ...] = (), supporters: str = "", **rest: Any
) -> Position:
    """Return a position; what is not said is empty, and `rest` is as in `Position.to_dict`."""
    described = {
        "armies": [
            [follower(text) for text in (armies[seat].split() if seat < len(armies) else ())]
            for seat in range(game.players)
        ],
        "hands": [hands[seat].split() if seat < len(hands) else [] for seat in range(game.players)],
        "supporters": supporters.split(),
    }
    for key in ("draw_pile", "discard"):
        if isinstance(rest.get(key), str):
            rest[key] = rest[key].split()
    if "victory" in rest:
        rest["victory"] = [pile.split() for pile in rest["victory"]]
    elsewhere = str(described) + str(rest)
    recruits = rest.pop("recruits", " ".join([card for card in RECRUITS if f"'{card}'" not in elsewhere][:5]))
    rest["recruits"] = [recruit(text) for text in recruits.split()]
    return game.position(described | rest)


def hoard(game: Game, hands: tuple[int, ...], *elsewhere: str) -> dict[str, Any]:
    """Return hands of these sizes and victory piles that hold all cards but those elsewhere.

    Hands take the strongest cards. No victory pile comes to 40 points, which takes five players.
    """
    clans = ("sc", "mk", "md", "we", "fe", "fo", "ck", "ch")
    cards = [f"{clan}{strength}" for strength in range(1, 13) for clan in clans]
    left = [card for card in cards if card not in elsewhere]
    held = [" ".join(left.pop() for _ in range(size)) for size in hands]
    piles: list[list[str]] = [[] for _ in range(game.players)]
    for card in reversed(left):
        min(piles, key=lambda pile: sum(int(won[2:]) for won in pile)).append(card)
    return {"hands": tuple(held), "victory": tuple(" ".join(pile) for pile in piles)}


def last_act(game: Game, *armies: str, supporters: str, **rest: Any) -> Position:
    """Return a position in which the last player of turn five, the last seat, is about to act."""
    rest = {"turn": 5, "player": game.players - 1} | rest
    return table(game, *armies, supporters=supporters, **rest)


def choices(position: Position) -> set[str]:
    """Return what is legal, as notation."""
    return {position.notation(action) for action in position.legal}


def play(position: Position, *actions: str) -> Position:
    """Play actions one after the other; return the position."""
    for action in actions:
        position.play(action)
    return position


def army(position: Position, seat: int) -> list[str]:
    """Return an army as it is written above."""
    written = []
    for entry in position.to_dict()["armies"][seat]:
        card, active = entry["card"], entry.get("active")
        if "down" in entry:
            card = f"[{card}]"
        elif entry.get("kept"):
            card += "~"
        elif active:
            card += "!" if card.startswith(active) else f"={active}"
        written.append(card)
    return written


def pile(position: Position, key: str) -> list[str]:
    """Return the cards of a pile."""
    cards: list[str] = position.to_dict()[key]
    return cards


def hand(position: Position, seat: int) -> list[str]:
    """Return the cards of a hand."""
    cards: list[str] = position.to_dict()["hands"][seat]
    return cards
