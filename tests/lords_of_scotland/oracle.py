"""The rules of totals, ranking and activation once more, plainly: strings and lists, no records.

An independent second opinion for `test_oracle.py`; it reads a position as JSON and never asks the engine.
"""

from __future__ import annotations

from typing import Any

CLANS = ["sc", "mk", "md", "we", "fe", "fo", "ck", "ch"]


def clan(card: str) -> str:
    return card[:2]


def strength(card: str) -> int:
    return 12 if clan(card) == "br" else int(card[2:])


def rank(card: str) -> int:
    """The printed rank: clans in their order within each strength, the two Bruce last."""
    return int(card[2:]) if clan(card) == "br" else CLANS.index(clan(card)) + 1 + 8 * (strength(card) - 1)


def total(army: list[dict[str, Any]]) -> int:
    """All strengths; twice that if some clan fits all of at least two Followers."""
    points = sum(strength(follower["card"]) for follower in army)
    fits = [
        name
        for name in [*CLANS, "br"]
        if all(follower.get("active") == "br" or clan(follower["card"]) == name for follower in army)
    ]
    return points * 2 if fits and len(army) >= 2 else points


def claiming_order(armies: list[list[dict[str, Any]]]) -> list[int]:
    """Seats with a Follower, by total and then by their best rank."""
    seats = [seat for seat, army in enumerate(armies) if army]
    by = {
        seat: (total(armies[seat]), max(rank(follower["card"]) for follower in armies[seat]))
        for seat in seats
    }
    return sorted(seats, key=lambda seat: by[seat], reverse=True)


def claims(army: list[dict[str, Any]]) -> int:
    return 2 if any(follower.get("active") == "ch" for follower in army) else 1


def blocked(card: str, armies: list[list[dict[str, Any]]], by_clan: bool) -> bool:
    """Whether some face-up Follower keeps this card's power from working."""
    others = [follower["card"] for army in armies for follower in army if "down" not in follower]
    if by_clan:
        return any(clan(other) == clan(card) and strength(other) <= strength(card) for other in others)
    return any(strength(other) < strength(card) for other in others)


def useful(power: str, position: dict[str, Any], others_in_hand: int) -> bool:
    """Whether a power could do something for the player to act, whose card is not yet mustered."""
    me, armies = position["player"], position["armies"]
    if power == "sc":
        shown = [clan(follower["card"]) for army in armies for follower in army if "down" not in follower]
        return any(other != "sc" and useful(other, position, others_in_hand) for other in shown)
    return {
        "mk": others_in_hand > 0,
        "we": any(armies),
        "fe": any(army for seat, army in enumerate(armies) if seat != me),
        "fo": bool(position["draw_pile"] or position["discard"]),
        "ck": bool(position["supporters"]),
    }.get(power, True)


def activations(position: dict[str, Any], by_clan: bool) -> set[str]:
    """The cards that the player to act may muster with their power."""
    hand = position["hands"][position["player"]]
    return {
        card
        for card in hand
        if not blocked(card, position["armies"], by_clan) and useful(clan(card), position, len(hand) - 1)
    }


def winner(points: list[int], order: list[int]) -> int:
    """Most points; a tie goes to the better place in the last round."""
    best = max(points)
    return min((seat for seat, mine in enumerate(points) if mine == best), key=order.index)
