"""The network of Lords of Scotland: cards, armies and seats share their weights.

Every card has an embedding from where it is and from its clan and strength. Armies, hands and piles are
sums of the embeddings of their cards; opponents differ only in their place after the observer; a trunk
sees all sums. A card's scores come from its embedding, its clan, the army it lies in and the trunk. One
network plays with two to five.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.network import Array, Layers, Network, Weight, linear, norm
from stramash.games.lords_of_scotland.rules.components import (
    CARDS,
    CLANS,
    DOWNS,
    NORMAL_CARDS,
    NORMAL_CLANS,
    RECRUITS,
    SEATS,
    STRENGTHS,
)
from stramash.games.lords_of_scotland.rules.observation import (
    CARD_FEATURES,
    DISCARDED,
    DOWN_FEATURES,
    DOWNS_AT,
    FOLLOWER,
    GLOBAL_FEATURES,
    GLOBALS_AT,
    HAND,
    ME_AT,
    PLACE_FEATURES,
    PLACES_AT,
    RECRUIT_PLACE,
    SEAT_FEATURES,
    SEATS_AT,
    SECRET,
    SUPPORTER,
    UNSEEN,
)

__all__ = ["LordsOfScotlandNetwork"]

Table: TypeAlias = npt.NDArray[np.float64]

CARD, SEAT, DOWN, TRUNK, HEAD = 64, 96, 32, 512, 64
#: Scores of one card: muster down, up, with its power; as a Follower; as a Supporter taken, claimed
SCORES = 6
PILES = 5


def _faces() -> Table:
    """Return what is printed on each card, one-hot: clan and strength; Bruce have a strength of their own."""
    faces = np.zeros((CARDS, CLANS + STRENGTHS + 1))
    for card in range(CARDS):
        clan, strength = (
            (card % NORMAL_CLANS, card // NORMAL_CLANS) if card < NORMAL_CARDS else (CLANS - 1, STRENGTHS)
        )
        faces[card, clan] = faces[card, CLANS + strength] = 1
    return faces


def _turns() -> Table:
    """Return, by number of players and seat of the observer, which absolute seat is which relative one."""
    turns = np.zeros((SEATS - 1, SEATS, SEATS, SEATS))
    for players in range(2, SEATS + 1):
        for me in range(players):
            for seat in range(players):
                turns[players - 2, me, seat, (seat - me) % players] = 1
    return turns.reshape((SEATS - 1) * SEATS, SEATS * SEATS)


_TABLES: dict[str, Table] = {
    "faces": _faces(),
    "clan_of": _faces()[:, :NORMAL_CLANS],
    "turns": _turns(),
    "counts": np.arange(2.0, SEATS + 1),
    "seats": np.eye(SEATS),
}


class LordsOfScotlandNetwork(Network):
    """Policy and value for two to five players, all options."""

    variants: ClassVar[tuple[Mapping[str, Any], ...]] = tuple(
        {"players": count} for count in range(2, SEATS + 1)
    )
    rollout_length, gae_lambda = 64, 0.97

    @property
    def weights(self) -> dict[str, Weight]:
        """All weights."""
        inputs = 2 * SEAT + PILES * CARD + DOWN + GLOBAL_FEATURES + RECRUITS * PLACE_FEATURES
        return (
            linear("card", CARD_FEATURES, CARD)
            | linear("face", CLANS + STRENGTHS + 1, CARD, bias=False)
            | linear("card2", CARD, CARD)
            | linear("seat", SEAT_FEATURES + SEATS, SEAT)
            | linear("army", CARD, SEAT, bias=False)
            | linear("seat2", SEAT, SEAT)
            | linear("down", DOWN_FEATURES, DOWN)
            | linear("down_seat", SEAT, DOWN, bias=False)
            | linear("trunk", inputs, TRUNK)
            | linear("trunk2", TRUNK, TRUNK)
            | norm("trunk2_norm", TRUNK)
            | linear("trunk3", TRUNK, TRUNK)
            | norm("trunk3_norm", TRUNK)
            | linear("clan", CARD, HEAD, bias=False)
            | linear("head_card", CARD, HEAD)
            | linear("head_seat", SEAT, HEAD, bias=False)
            | linear("head_trunk", TRUNK, HEAD, bias=False)
            | linear("scores", HEAD, SCORES, 0.01)
            | linear("recruit_card", CARD + PLACE_FEATURES, HEAD)
            | linear("recruit_trunk", TRUNK, HEAD, bias=False)
            | linear("recruit", HEAD, 1, 0.01)
            | linear("target_down", DOWN, DOWN)
            | linear("target_trunk", TRUNK, DOWN, bias=False)
            | linear("target", DOWN, 1, 0.01)
            | linear("pass", TRUNK, 1, 0.01)
            | linear("value", TRUNK, 128)
            | linear("value2", 128, 1, 0.1)
        )

    @property
    def tables(self) -> dict[str, Table]:
        """The printed numbers of the cards, and the order of seats."""
        return _TABLES

    def forward(self, net: Layers, seen: Array) -> tuple[Array, Array]:
        """Return the logits of all actions and the expected reward."""
        n = seen.shape[0]
        cards = seen[:, :DOWNS_AT].reshape(n, CARDS, CARD_FEATURES)
        downs = seen[:, DOWNS_AT:SEATS_AT].reshape(n, SEATS * DOWNS, DOWN_FEATURES)
        seats = seen[:, SEATS_AT:PLACES_AT].reshape(n, SEATS, SEAT_FEATURES)
        places = seen[:, PLACES_AT:GLOBALS_AT].reshape(n, RECRUITS, PLACE_FEATURES)
        rest = seen[:, GLOBALS_AT:]
        face = net.linear("face", net.table("faces"))
        card = net.relu(net.linear("card", cards) + face)
        card = net.relu(net.linear("card2", card))

        armies = cards[..., FOLLOWER : FOLLOWER + SEATS] + cards[..., SECRET : SECRET + SEATS]
        army = net.matmul(net.permute(armies, 0, 2, 1), card)
        order = net.table("seats")[None] + 0 * seats[..., :SEATS]
        there = seats[..., :1]
        seat = net.relu(net.linear("seat", net.concat([seats, order])) + net.linear("army", army))
        seat = net.relu(net.linear("seat2", seat)) * there
        down = net.linear("down", downs) + net.matmul(downs[..., :SEATS], net.linear("down_seat", seat))
        down = net.relu(down) * downs[..., :SEATS].sum(2)[..., None]

        recruits = cards[..., RECRUIT_PLACE : RECRUIT_PLACE + RECRUITS]
        piles = [cards[..., pile, None] for pile in (HAND, SUPPORTER, UNSEEN, DISCARDED)]
        piles.append(recruits.sum(2)[..., None])
        pile = net.matmul(net.permute(net.concat(piles), 0, 2, 1), card).reshape(n, PILES * CARD)
        parts = [seat[:, 0], seat[:, 1:].sum(1), pile, down.sum(1), rest, places.reshape(n, -1)]
        g = net.relu(net.linear("trunk", net.concat(parts)))
        g = net.norm("trunk2_norm", g + net.relu(net.linear("trunk2", g)))
        g = net.norm("trunk3_norm", g + net.relu(net.linear("trunk3", g)))

        t = net.linear("head_card", card) + net.linear("head_trunk", g)[:, None]
        t = t + net.matmul(armies, net.linear("head_seat", seat))
        clans = card[:, :NORMAL_CARDS].reshape(n, STRENGTHS, NORMAL_CLANS, CARD).sum(1)
        t = net.relu(t + net.matmul(net.table("clan_of"), net.linear("clan", clans)))
        scores = net.permute(net.linear("scores", t), 0, 2, 1).reshape(n, SCORES * CARDS)

        lying = net.matmul(net.permute(recruits, 0, 2, 1), card)
        recruit = net.linear("recruit_card", net.concat([lying, places]))
        recruit = net.relu(recruit + net.linear("recruit_trunk", g)[:, None])
        recruit = net.linear("recruit", recruit).reshape(n, RECRUITS)
        target = net.relu(net.linear("target_down", down) + net.linear("target_trunk", g)[:, None])
        target = self._absolute(net, seats, rest, net.linear("target", target).reshape(n, SEATS, DOWNS))
        split = CARDS * 4  # the scores of musters and Followers, before those of Supporters
        logits = [recruit, scores[:, :split], target, scores[:, split:], net.linear("pass", g)]
        value = net.linear("value2", net.relu(net.linear("value", g)))
        return net.concat(logits), value.reshape(n)

    def _absolute(self, net: Layers, seats: Array, rest: Array, target: Array) -> Array:
        """Return scores by relative musterer as scores by absolute musterer, as actions count them."""
        n = target.shape[0]
        players = net.flag(seats[..., 0].sum(1)[:, None] == net.table("counts")[None])
        me = rest[:, ME_AT : ME_AT + SEATS]
        case = (players[:, :, None] * me[:, None, :]).reshape(n, (SEATS - 1) * SEATS)
        turn = net.matmul(case, net.table("turns")).reshape(n, SEATS, SEATS)
        return net.matmul(turn, target).reshape(n, SEATS * DOWNS)
