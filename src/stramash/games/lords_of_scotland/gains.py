"""What a turn gains, in sentences: points, claims, the strength of armies, cards that work."""

from __future__ import annotations

from typing import Any

from stramash.core.words import Translate
from stramash.games.lords_of_scotland.facts import card_fact
from stramash.games.lords_of_scotland.names import CLAN_NAMES, card_name
from stramash.games.lords_of_scotland.rules.armies import doubles, has_power, total
from stramash.games.lords_of_scotland.rules.cards import clan_of
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    CARDS,
    CLAIMING,
    COCHRANE,
    MACDONNELL,
)
from stramash.games.lords_of_scotland.rules.evaluation import claims_now

__all__ = ["describe_gains"]


def describe_gains(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    """Return what a seat has after its actions that it did not have before, the most important first."""
    if after.round_number != before.round_number:
        return _points(before, after, seat, _)
    return [
        *_points(before, after, seat, _),
        *_claims(before, after, seat, _),
        *_armies(before, after, seat, _),
        *_cards(before, after, seat, _),
    ]


def _points(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    more = int(after.points[seat]) - int(before.points[seat])
    return [_.count("It scores {n} point.", "It scores {n} points.", more)] if more > 0 else []


def _claims(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    """Return how the Supporters change that a seat would claim if the round ended now."""
    if after.phase == CLAIMING:
        return []
    found = []
    had, has = int(claims_now(before, seat)), int(claims_now(after, seat))
    if has > had:
        found.append(
            _.count(
                "If the round ended now, you would claim {n} point, not {had}.",
                "If the round ended now, you would claim {n} points, not {had}.",
                has,
                had=had,
            )
        )
    for other in range(int(after.players)):
        had, has = int(claims_now(before, other)), int(claims_now(after, other))
        if other != seat and has < had:
            found.append(
                _.count(
                    "{player} would claim {n} point, not {had}.",
                    "{player} would claim {n} points, not {had}.",
                    has,
                    player=_.player(other),
                    had=had,
                )
            )
    if has_power(after, seat, COCHRANE) and not has_power(before, seat, COCHRANE):
        found.append(_("You may claim two Supporters at the end of the round."))
    return found


def _armies(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    found = []
    had, has = int(total(before, seat)), int(total(after, seat))
    if has > had:
        doubled = doubles(after, seat) and not doubles(before, seat)
        sentence = (
            _("Your army is of one clan and counts double: {has}, not {had}.", has=has, had=had)
            if doubled
            else _("Your army rises from {had} to {has}.", has=has, had=had)
        )
        found.append(sentence)
    for other in range(int(after.players)):
        had, has = int(total(before, other)), int(total(after, other))
        if other != seat and has < had:
            player = _.player(other)
            found.append(_("{player}: the army falls from {had} to {has}.", player=player, has=has, had=had))
    kept = staying(after, seat) - staying(before, seat)
    found += [_("{card} stays for another round.", card=card_name(card, _)) for card in sorted(kept)]
    return found


def staying(state: Any, seat: int) -> set[int]:
    """Return the cards of an army that stay when the round ends."""
    army = range(int(state.army_size[seat]))
    return {int(state.army[seat, place]) for place in army if state.active[seat, place] == MACDONNELL}


def _cards(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    """Return what cards that were taken are good for; unknown ones only make the hand larger."""
    hand, held = _hand(after, seat), _hand(before, seat)
    seen = {int(card) for card, up in zip(before.recruit, before.recruit_up, strict=True) if up}
    seen |= set(before.army[:, :ARMY_PLACES].ravel().tolist()) | set(before.supporters.tolist())
    found = []
    for card in sorted((hand - held) & seen):
        if card >= CARDS or card < 0:
            continue
        if card_fact(after, seat, card, _)["works"]:
            found.append(str(card_fact(after, seat, card, _)["text"]))
        clan = clan_of(card)
        same = sum(clan_of(other) == clan for other in hand if other < CARDS)
        if same > 1:
            found.append(
                _.count(
                    "You hold {n} card of {clan}: an army of one clan counts double.",
                    "You hold {n} cards of {clan}: an army of one clan counts double.",
                    same,
                    clan=CLAN_NAMES[clan],
                )
            )
    if len(hand) > len(held) and not found:
        found.append(_.count("You have {n} card in hand.", "You have {n} cards in hand.", len(hand)))
    return found


def _hand(state: Any, seat: int) -> set[int]:
    return set(state.hand[seat, : state.hand_size[seat]].tolist())
