"""The network of Schotten Totten: stones and colours share their weights.

A *cell* is one colour at one stone: the cards of that colour on either side, and where the others of that
colour are. Cells of a stone are summed, so the network is the same under any exchange of colours;
neighbouring stones exchange messages; a trunk sees the whole border. A card's score at a stone comes from
its cell and its stone. The Tactic cards add inputs and outputs and leave everything else as it is, so one
network plays all variants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stramash.core.network import Array, Layers, Network, Weight, constant, linear, norm
from stramash.games.schotten_totten.rules.components import CLAN_CARDS, CLANS, STONES, STRENGTHS
from stramash.games.schotten_totten.rules.observation import (
    AWAY,
    CARD_FEATURES,
    GLOBAL_FEATURES,
    MY_HAND,
    MY_SIDE,
    STONE_FEATURES,
    TAKEN,
    THEIR_HAND,
    THEIR_SIDE,
    UNDER,
    UNSEEN,
)

__all__ = ["SchottenTottenNetwork"]

CELL, STONE, MESSAGE, POOL, TRUNK, CARD = 64, 192, 64, 32, 512, 64
#: What is known of a colour away from the stones, for each strength
COLOUR_FACTS = (UNSEEN, MY_HAND, THEIR_HAND, UNDER, TAKEN)
#: What is known of a Tactic card away from the stones
TACTIC_FACTS = (UNSEEN, MY_HAND, AWAY, THEIR_HAND, UNDER, TAKEN)
TROOPS, RUSES, TACTICS, LAID_ON_A_STONE = 4, 4, 10, 6


class SchottenTottenNetwork(Network):
    """Policy and value for the base game, the tactic variant and the expert variant."""

    variants: ClassVar[tuple[Mapping[str, Any], ...]] = ({}, {"tactics": True})

    @property
    def weights(self) -> dict[str, Weight]:
        """All weights; those of the Tactic cards are there in the base game too, unused."""
        return (
            linear("colour", len(COLOUR_FACTS) * STRENGTHS, CELL)
            | linear("cell", 2 * STRENGTHS, CELL, bias=False)
            | linear("cell2", CELL, CELL)
            | linear("colour2", CELL, CELL)
            | linear("stone", CELL + STONE_FEATURES + 2 * STRENGTHS, STONE)
            | linear("strengths", 2 * STRENGTHS, STONE, bias=False)
            | linear("troops", 2 * TROOPS, STONE, bias=False)
            | constant("place", STONES, STONE)
            | linear("stone2", STONE, STONE)
            | norm("stone_norm", STONE)
            | linear("message", STONE, MESSAGE)
            | linear("near", 2 * MESSAGE + STONE, STONE)
            | norm("near_norm", STONE)
            | linear("pool", STONE, POOL)
            | linear("trunk", STONES * POOL + CELL + GLOBAL_FEATURES, TRUNK)
            | linear("tactics", len(TACTIC_FACTS) * TACTICS, TRUNK, bias=False)
            | linear("trunk2", TRUNK, TRUNK)
            | norm("trunk2_norm", TRUNK)
            | linear("trunk3", TRUNK, TRUNK)
            | norm("trunk3_norm", TRUNK)
            | linear("head_stone", STONE, STONE)
            | linear("head_trunk", TRUNK, STONE, bias=False)
            | linear("head", STONE, STONE)
            | linear("card_cell", CELL, CARD)
            | linear("card_stone", STONE, CARD, bias=False)
            | linear("play", CARD, STRENGTHS, 0.01)
            | linear("claim", STONE, 1, 0.01)
            | linear("other", TRUNK, 3, 0.01)
            | linear("lay", STONE, LAID_ON_A_STONE, 0.01)
            | linear("ruse", TRUNK, RUSES + 2, 0.01)
            | linear("under_colour", CELL, CARD)
            | linear("under_trunk", TRUNK, CARD, bias=False)
            | linear("under", CARD, STRENGTHS, 0.01)
            | linear("under_tactic", TRUNK, TACTICS, 0.01)
            | linear("take", CARD, STRENGTHS, 0.01)
            | linear("take_troop", STONE, TROOPS, 0.01)
            | linear("put", STONE, 1, 0.01)
            | linear("discard", TRUNK, 1, 0.01)
            | linear("value", TRUNK, 128)
            | linear("value2", 128, 1, 0.1)
        )

    def forward(self, net: Layers, seen: Array) -> tuple[Array, Array]:
        """Return the logits of all actions and the expected reward."""
        n, tactics = seen.shape[0], bool(self.game.options["tactics"])
        at = (CLAN_CARDS + TACTICS * tactics) * CARD_FEATURES
        clan = seen[:, : CLAN_CARDS * CARD_FEATURES].reshape(n, CLANS, STRENGTHS, CARD_FEATURES)
        stones = seen[:, at : at + STONES * STONE_FEATURES].reshape(n, STONES, STONE_FEATURES)
        rest = seen[:, at + STONES * STONE_FEATURES :]
        # by stone, colour and strength
        mine = net.permute(clan[..., MY_SIDE : MY_SIDE + STONES], 0, 3, 1, 2)
        theirs = net.permute(clan[..., THEIR_SIDE : THEIR_SIDE + STONES], 0, 3, 1, 2)
        colours = net.linear("colour", net.concat([clan[..., fact] for fact in COLOUR_FACTS]))
        cells = net.linear("cell", net.concat([mine, theirs])) + colours[:, None]
        cells = net.relu(net.linear("cell2", net.relu(cells)))
        colours = net.relu(net.linear("colour2", net.relu(colours)))

        y = net.linear("stone", net.concat([cells.sum(2), stones, mine.sum(2), theirs.sum(2)]))
        in_all = net.concat([clan[..., UNSEEN].sum(1), clan[..., MY_HAND].sum(1)])
        y = y + net.linear("strengths", in_all)[:, None] + net.learned("place")
        if tactics:
            cards = seen[:, CLAN_CARDS * CARD_FEATURES : at].reshape(n, TACTICS, CARD_FEATURES)
            my_troops = net.permute(cards[:, :TROOPS, MY_SIDE : MY_SIDE + STONES], 0, 2, 1)
            their_troops = net.permute(cards[:, :TROOPS, THEIR_SIDE : THEIR_SIDE + STONES], 0, 2, 1)
            y = y + net.linear("troops", net.concat([my_troops, their_troops]))
        y = net.norm("stone_norm", net.relu(net.linear("stone2", net.relu(y))))
        message = net.linear("message", y)
        near = net.concat([net.shift(message, 1), net.shift(message, -1), y])
        y = net.norm("near_norm", y + net.relu(net.linear("near", near)))

        border = net.linear("pool", y).reshape(n, STONES * POOL)
        g = net.linear("trunk", net.concat([border, colours.sum(1), rest]))
        if tactics:
            g = g + net.linear("tactics", net.concat([cards[..., fact] for fact in TACTIC_FACTS]))
        g = net.relu(g)
        g = net.norm("trunk2_norm", g + net.relu(net.linear("trunk2", g)))
        g = net.norm("trunk3_norm", g + net.relu(net.linear("trunk3", g)))

        h = net.relu(net.linear("head_stone", y) + net.linear("head_trunk", g)[:, None])
        h = y + net.relu(net.linear("head", h))
        z = net.relu(net.linear("card_cell", cells) + net.linear("card_stone", h)[:, :, None])
        plays = net.permute(net.linear("play", z), 0, 2, 3, 1).reshape(n, CLAN_CARDS * STONES)
        logits = [plays, net.linear("claim", h).reshape(n, STONES), net.linear("other", g)]
        if tactics:
            laid = net.permute(net.linear("lay", h), 0, 2, 1).reshape(n, LAID_ON_A_STONE * STONES)
            under = net.relu(net.linear("under_colour", colours) + net.linear("under_trunk", g)[:, None])
            under = net.linear("under", under).reshape(n, CLAN_CARDS)
            take = (net.linear("take", z) * (mine + theirs)).sum(1).reshape(n, CLAN_CARDS)
            take_troop = (net.linear("take_troop", h) * (my_troops + their_troops)).sum(1)
            logits += [laid, net.linear("ruse", g), under, net.linear("under_tactic", g), take, take_troop]
            logits += [net.linear("put", h).reshape(n, STONES), net.linear("discard", g)]
        value = net.linear("value2", net.relu(net.linear("value", g)))
        return net.concat(logits), value.reshape(n)
