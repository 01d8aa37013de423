"""Facts: what players find hard to see, as data with a sentence each.

Would the power of a card in hand work now, and which card blocks it? How strong is each army by what is seen,
doubled or not, and who would win a tie by which rank? Who would claim in what order? Where is a card that all
saw taken?
"""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.lords_of_scotland.names import (
    CLAN_NAMES,
    card_name,
    owner_name,
    power_name,
    power_text,
)
from stramash.games.lords_of_scotland.rules.activation import blocker, followers, useful_powers
from stramash.games.lords_of_scotland.rules.armies import (
    doubles,
    find_follower,
    has_power,
    highest_card,
    remove_follower,
    standing,
    strength_sum,
    total,
)
from stramash.games.lords_of_scotland.rules.cards import clan_of, strength_of
from stramash.games.lords_of_scotland.rules.components import (
    ARMY_PLACES,
    BY_CLAN,
    CARD_NAMES,
    CARDS,
    CLAIMING,
    CLAN_CODES,
    COCHRANE,
    COCKBURN,
    DOWN_NAMES,
    FACE_UP,
    FERGUSSON,
    FORSYTH,
    MAKGILL,
    NO_CARD,
    NO_CLAN,
    SCOTT,
    TURNS,
    WEMYSS,
)
from stramash.games.lords_of_scotland.rules.view import surely_down

__all__ = ["army_facts", "card_fact", "component_table", "describe_facts", "hand_facts", "held_facts"]


def describe_facts(state: Any, seat: int, _: Translate) -> Json:
    """Return the facts that this seat can know; a spectator, seat -1, has no hand."""
    return {
        "seat": None if seat < 0 else seat,
        "round": int(state.round_number),
        "turn": int(state.turn),
        "turns": TURNS,
        "activation": "clan" if state.activation == BY_CLAN else "any",
        "text": _turn_text(state, _),
        "hand": hand_facts(state, seat, _),
        **army_facts(state, _),
        "held": held_facts(state, seat, _),
        "followers": _told_followers(state, _),
        "recruits": _told_recruits(state, seat, _),
    }


def _turn_text(state: Any, _: Translate) -> str:
    if state.player == NOBODY:
        return _("The game is over.")
    if state.phase == CLAIMING:
        return _("Round {round}: the Supporters are claimed.", round=int(state.round_number))
    return _(
        "Round {round}, turn {turn} of {turns}.",
        round=int(state.round_number),
        turn=int(state.turn),
        turns=TURNS,
    )


def component_table(cards: int) -> dict[str, Json]:
    """Return what is printed on the first cards of the deck, by notation.

    >>> component_table(CARDS)["fo3"]
    {'number': 21, 'rank': 22, 'clan': 'Forsyth', 'code': 'fo', 'strength': 3}
    """
    return {
        CARD_NAMES[card]: {
            "number": card,
            "rank": card + 1,
            "clan": CLAN_NAMES[clan_of(card)],
            "code": CLAN_CODES[clan_of(card)],
            "strength": int(strength_of(card)),
        }
        for card in range(cards)
    }


# --- Would a power work? -------------------------------------------------------------------------------


def _without(state: Any, card: int) -> Any:
    """Return the table as it would be if this card did not lie face-up: no card blocks itself."""
    spot = int(find_follower(state, card))
    if spot == NO_CARD:
        return state
    copy = state.copy()
    remove_follower(copy, spot // ARMY_PLACES, spot % ARMY_PLACES)
    return copy


def hand_facts(state: Any, seat: int, _: Translate) -> list[Json]:
    """Return for each card in a seat's hand whether its power would work; a spectator, seat -1, has none."""
    hand: list[int] = [] if seat < 0 else state.hand[seat, : state.hand_size[seat]].tolist()
    return [card_fact(state, seat, card, _) for card in hand]


def card_fact(state: Any, seat: int, card: int, _: Translate) -> Json:
    """Return whether the power of a card would work if this seat mustered it now, and if not, why."""
    clan = clan_of(card)
    state = _without(state, card)
    blocking = int(blocker(state, card))
    in_hand = card in state.hand[seat, : state.hand_size[seat]].tolist()
    hand = int(state.hand_size[seat]) - (1 if in_hand else 0)
    useful = bool(useful_powers(state, seat, hand, followers(state)) >> clan & 1)
    owner = NOBODY if blocking == NO_CARD else int(find_follower(state, blocking)) // ARMY_PLACES
    reason = "blocked" if blocking != NO_CARD else "works" if useful else "no use"
    return {
        "card": CARD_NAMES[card],
        "rank": card + 1,
        "strength": strength_of(card),
        "power": CLAN_CODES[clan],
        "power_name": power_name(clan, _),
        "power_text": power_text(clan, _),
        "works": reason == "works",
        "reason": reason,
        "blocker": None if blocking == NO_CARD else CARD_NAMES[blocking],
        "blocker_seat": None if owner == NOBODY else owner,
        "text": _power_verdict(state, card, blocking, owner_name(owner, seat, _), _, useful=useful),
    }


def _power_verdict(state: Any, card: int, blocking: int, owner: str, _: Translate, *, useful: bool) -> str:
    name = card_name(card, _)
    if blocking != NO_CARD:
        values = {"card": name, "blocker": card_name(blocking, _), "owner": owner}
        if state.activation == BY_CLAN:
            return _("{card}: no power now, {blocker} ({owner}) of its clan is not higher.", **values)
        return _("{card}: no power now, {blocker} ({owner}) is lower.", **values)
    if useful:
        return _("{card}: its power works now: {power}.", card=name, power=power_name(clan_of(card), _))
    reason = {
        SCOTT: _("no face-up Follower has a power it could copy"),
        MAKGILL: _("you would have no other card in hand"),
        WEMYSS: _("there is no other Follower"),
        FERGUSSON: _("no opponent has a Follower"),
        FORSYTH: _("there is no card to draw"),
        COCKBURN: _("there is no Supporter"),
    }[clan_of(card)]
    return _("{card}: its power is of no use now, {reason}.", card=name, reason=reason)


# --- Armies and who would claim ----------------------------------------------------------------------------


def army_facts(state: Any, _: Translate) -> dict[str, list[Json]]:
    """Return what each army is worth, by seat, and who would claim at each place."""
    order = _claiming_order(state)
    claims = _claims(state, order)
    return {
        "armies": [_army_fact(state, army, order, claims, _) for army in range(int(state.players))],
        "claiming": [_claim_fact(state, place, order, claims, _) for place in range(len(order))],
    }


def _claiming_order(state: Any) -> list[int]:
    """Return the seats with a Follower as they would claim, by all that is seen."""
    seats = [seat for seat in range(int(state.players)) if state.army_size[seat]]
    return sorted(seats, key=lambda seat: -int(standing(state, seat)))


def _claims(state: Any, order: list[int]) -> list[int]:
    """Return how many Supporters each in order would still claim: one, two with Cochrane, or what is left."""
    left, claims = int(state.supporters_size), []
    for place, seat in enumerate(order):
        wanted = 2 if has_power(state, seat, COCHRANE) else 1
        if _has_claimed(state, place):
            wanted = 0
        elif state.phase == CLAIMING and place == state.claimant:
            wanted = int(state.claims)
        claims.append(min(wanted, left))
        left -= claims[-1]
    return claims


def _has_claimed(state: Any, place: int) -> bool:
    return bool(state.phase == CLAIMING and place < state.claimant)


def _unknown(state: Any, seat: int) -> int:
    return sum(int(card) >= CARDS for card in state.army[seat, : state.army_size[seat]])


def _army_fact(state: Any, seat: int, order: list[int], claims: list[int], _: Translate) -> Json:
    highest, unknown = int(highest_card(state, seat)), _unknown(state, seat)
    strength, doubled = int(strength_sum(state, seat)), bool(doubles(state, seat))
    return {
        "seat": seat,
        "strength": strength,
        "doubled": doubled,
        "total": int(total(state, seat)),
        "unknown": unknown,
        "highest_rank": None if highest == NO_CARD else highest + 1,
        "place": order.index(seat) + 1 if seat in order else None,
        "claims": claims[order.index(seat)] if seat in order else 0,
        "followers": [_follower_fact(state, seat, place, _) for place in range(int(state.army_size[seat]))],
        "text": _army_text(state, seat, strength, unknown, _, doubled=doubled),
    }


def _army_text(state: Any, seat: int, strength: int, unknown: int, _: Translate, *, doubled: bool) -> str:
    name = _.player(seat)
    if not state.army_size[seat]:
        return _("{player} has no Follower and would claim nothing.", player=name)
    if unknown:
        return _.count(
            "{player}: {strength} and {n} face-down Follower.",
            "{player}: {strength} and {n} face-down Followers.",
            unknown,
            player=name,
            strength=strength,
        )
    if doubled:
        return _(
            "{player}: {strength}, doubled to {total}.", player=name, strength=strength, total=2 * strength
        )
    return _("{player}: {strength}.", player=name, strength=strength)


def _follower_fact(state: Any, seat: int, place: int, _: Translate) -> Json:
    card, down = int(state.army[seat, place]), int(state.down[seat, place])
    power = int(state.active[seat, place])
    kept = bool(state.kept[seat, place])
    known = card < CARDS
    copied = power != NO_CLAN and known and clan_of(card) == SCOTT
    return {
        "card": CARD_NAMES[card],
        "name": CARD_NAMES[card] if down == FACE_UP else DOWN_NAMES[down],
        "face_up": down == FACE_UP,
        "active": None if power == NO_CLAN else CLAN_CODES[power],
        "copied": copied,
        "kept": kept,
        "text": _follower_text(card, power, _, face_up=down == FACE_UP, copied=copied, kept=kept),
    }


def _follower_text(card: int, power: int, _: Translate, *, face_up: bool, copied: bool, kept: bool) -> str:
    if card >= CARDS:
        return _("a face-down Follower")
    name = card_name(card, _)
    if not face_up:
        return _("{card}, face-down", card=name)
    if kept:
        return _("{card}, kept from the last round, without power", card=name)
    if copied:
        return _("{card}, with the copied power of {clan}", card=name, clan=CLAN_NAMES[power])
    if power != NO_CLAN:
        return _("{card}, its power is active", card=name)
    return name


def _told_followers(state: Any, _: Translate) -> list[Json]:
    """Return each Follower under the name by which it is touched, with what it is and what its power does."""
    found = []
    for seat in range(int(state.players)):
        for place in range(int(state.army_size[seat])):
            fact, card = _follower_fact(state, seat, place, _), int(state.army[seat, place])
            power = f". {power_text(clan_of(card), _)}" if card < CARDS else "."
            found.append({"follower": fact["name"], "text": fact["text"] + power})
    return found


def _told_recruits(state: Any, seat: int, _: Translate) -> list[Json]:
    """Return each face-up Recruit with whether its power would work if this seat had it now.

    A spectator has no hand and no army: the entry says what the power does.
    """
    return [
        {"recruit": place + 1, "text": _told_recruit(state, seat, int(card), _)}
        for place, card in enumerate(state.recruit)
        if state.recruit_up[place] and 0 <= card < CARDS
    ]


def _told_recruit(state: Any, seat: int, card: int, _: Translate) -> str:
    if seat < 0:
        return f"{card_name(card, _)}. {power_text(clan_of(card), _)}"
    return str(card_fact(state, seat, card, _)["text"])


def _claim_fact(state: Any, place: int, order: list[int], claims: list[int], _: Translate) -> Json:
    """Return who would claim at this place, and if a tie decides it, by which rank.

    A Follower that is not seen makes its army stronger, so that army's tie is not one. And a place is
    certain if no army there or behind has such a Follower; the first army may have one and stays first.
    """
    seat = order[place]
    mine = int(total(state, seat))
    seen = [other for other in order if not _unknown(state, other)]
    tied = [other for other in seen if seat in seen and other != seat and total(state, other) == mine]
    behind = [other for other in tied if order.index(other) > place]
    rank = int(highest_card(state, seat)) + 1
    values: Json = {"place": place + 1, "player": _.player(seat), "total": mine}
    text = _("{place}. {player} with {total}", **values)
    if behind:
        text = _("{place}. {player} with {total}, winning the tie by rank {rank}", **values, rank=rank)
    left_out = not claims[place] and not _has_claimed(state, place)
    if left_out:
        text = _("{claim}: no Supporter left", claim=text)
    elif claims[place] > 1:
        text = _("{claim}: two Supporters", claim=text)
    return {
        "seat": seat,
        "total": mine,
        "tied_with": tied,
        "tie_rank": rank if tied else None,
        "certain": all(other in seen for other in order[max(place, 1) :]),
        "claims": claims[place],
        "left_out": left_out,
        "text": text,
    }


# --- Cards all saw taken ----------------------------------------------------------------------------------


def held_facts(state: Any, seat: int, _: Translate) -> list[Json]:
    """Return the cards that all saw another seat take, and where each is: in hand, face-down, or either."""
    known = []
    for other in range(int(state.players)):
        if other == seat:
            continue
        hand = state.hand[other, : state.hand_size[other]].tolist()
        for entry in range(int(state.held_size[other])):
            card = int(state.held[other, entry])
            if card >= CARDS or card in state.army:
                continue
            sure = card in hand
            values = {"player": _.player(other), "card": card_name(card, _)}
            if sure:
                where, text = "hand", _("{player} has {card} in hand.", **values)
            elif surely_down(state, seat, other, entry):
                where, text = "face-down", _("{player} mustered {card} face-down.", **values)
            else:
                where, text = "either", _("{player} has {card} in hand or face-down.", **values)
            known.append(
                {"seat": other, "card": CARD_NAMES[card], "sure": sure, "where": where, "text": text}
            )
    return known
