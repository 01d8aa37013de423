"""Formations, proofs and claims by brute force: everything is enumerated, nothing is clever.

A card is its notation, "b7" or "spy". A side is a list of cards. Strengths are compared as tuples
(place of the formation in the rulebook's order, sum).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

CLANS = "bgrypn"
DECK = [f"{clan}{strength}" for clan in CLANS for strength in range(1, 10)]
JOKERS = ("joker1", "joker2")
ELITE = (*JOKERS, "spy", "shield")

Card = tuple[str, int]
Strength = tuple[int, int]

#: Weaker than any formation
NOTHING: Strength = (-1, 0)


def meanings(card: str) -> list[Card]:
    """Return every Clan card that this card can be."""
    if card in JOKERS:
        strengths: Iterable[int] = range(1, 10)
    elif card == "spy":
        strengths = [7]
    elif card == "shield":
        strengths = [1, 2, 3]
    else:
        return [(card[0], int(card[1]))]
    return [(clan, strength) for clan in CLANS for strength in strengths]


def rank(cards: Sequence[Card]) -> int:
    """Return the place of a formation: 4 colour-run, 3 same strength, 2 same colour, 1 run, 0 sum."""
    clans = {clan for clan, _ in cards}
    strengths = sorted(strength for _, strength in cards)
    in_a_row = strengths == list(range(strengths[0], strengths[0] + len(cards)))
    if len(clans) == 1 and in_a_row:
        return 4
    if len(set(strengths)) == 1:
        return 3
    if len(clans) == 1:
        return 2
    return 1 if in_a_row else 0


def strength_of(side: Sequence[str], *, bluff: bool) -> Strength:
    """Return the strength of a complete side, its wild cards being whatever serves it best."""
    return _strength_of(tuple(sorted(side)), bluff)


@lru_cache(200_000)
def _strength_of(side: tuple[str, ...], bluff: bool) -> Strength:
    best = NOTHING
    for cards in product(*(meanings(card) for card in side)):
        best = max(best, (0 if bluff else rank(cards), sum(strength for _, strength in cards)))
    return best


def completions(side: Sequence[str], places: int, unseen: Sequence[str]) -> Iterator[list[str]]:
    """Yield every way to complete a side by unseen cards, with at most one Joker among the new ones."""
    for new in combinations(unseen, places - len(side)):
        if sum(card in JOKERS for card in new) <= 1:
            yield [*side, *new]


def best_completion(side: Sequence[str], places: int, unseen: Sequence[str], *, bluff: bool) -> Strength:
    """Return the strongest formation that a side can still become."""
    return max(
        (strength_of(whole, bluff=bluff) for whole in completions(side, places, unseen)), default=NOTHING
    )


def unseen_cards(description: dict[str, object], seat: int) -> list[str]:
    """Return the cards that may still come to a seat's side, by what lies face-up."""
    stones: list[dict[str, list[list[str]]]] = description["stones"]  # type: ignore[assignment]
    discard: list[str] = description["discard"]  # type: ignore[assignment]
    options: dict[str, object] = description["options"]  # type: ignore[assignment]
    joker_played: list[bool] = description["joker_played"]  # type: ignore[assignment]
    face_up = {*discard, *chain.from_iterable(side for stone in stones for side in stone["sides"])}
    unseen = [card for card in DECK if card not in face_up]
    if options["tactics"] and options["proofs"] == "all":
        troops = ("spy", "shield") if joker_played[seat] else ELITE
        unseen += [card for card in troops if card not in face_up]
    return unseen


def places_at(stone: dict[str, list[list[str]]]) -> int:
    """Return how many cards a side of a stone takes."""
    return 4 if "mud" in stone["modes"] else 3  # type: ignore[comparison-overlap]


def best_at(description: dict[str, object], seat: int, index: int) -> Strength:
    """Return the best that a side of a stone is, or can still become."""
    stone = description["stones"][index]  # type: ignore[index]
    side, bluff = stone["sides"][seat], "bluff" in stone["modes"]
    return best_completion(side, places_at(stone), unseen_cards(description, seat), bluff=bluff)


def may_claim(description: dict[str, object], seat: int, index: int) -> bool:
    """Whether a seat may claim a stone."""
    stone = description["stones"][index]  # type: ignore[index]
    mine, theirs = stone["sides"][seat], stone["sides"][1 - seat]
    places, bluff = places_at(stone), "bluff" in stone["modes"]
    if stone["owner"] is not None or len(mine) < places:
        return False
    strength = strength_of(mine, bluff=bluff)
    if len(theirs) < places:
        return strength >= best_at(description, 1 - seat, index)
    other = strength_of(theirs, bluff=bluff)
    return strength > other or (strength == other and stone["first"] == seat)
