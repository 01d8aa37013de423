"""Chance: the generator is Philox4x32-10 as published, and shuffles are fair."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from stramash.core.chance import below, philox, shuffle
from stramash.core.state import State, new_states, set_seed


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def block(counter: str, key: str) -> list[int]:
    """Return the generator's words for a counter and a key given as 32-bit words."""
    counters, keys = words(counter), words(key)
    low, high = counters[0] | counters[1] << 32, counters[2] | counters[3] << 32
    found = philox(np.uint64(keys[0] | keys[1] << 32), np.uint64(low), np.uint64(high))
    return [int(word) for word in found]


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ("0 0 0 0", "0 0", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        (
            "ffffffff ffffffff ffffffff ffffffff",
            "ffffffff ffffffff",
            "408f276d 41c83b0e a20bc7c6 6d5451fd",
        ),
        (
            "243f6a88 85a308d3 13198a2e 03707344",
            "a4093822 299f31d0",
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_the_generator_gives_the_published_known_answers(counter: str, key: str, expected: str) -> None:
    assert block(counter, key) == words(expected)


def seeded(seed: int) -> State:
    state: State = new_states(State)[0]
    set_seed(state, seed)
    return state


def test_all_128_bits_of_a_seed_matter() -> None:
    drawn = set()
    for bit in range(128):
        state = seeded(1 << bit)
        drawn.add(tuple(below(state, 1 << 30) for _ in range(3)))
    assert len(drawn) == 128


def test_numbers_below_a_bound_are_uniform() -> None:
    state = seeded(11)
    counts = Counter(below(state, 6) for _ in range(30_000))
    assert set(counts) == set(range(6))
    assert sum((count - 5000) ** 2 / 5000 for count in counts.values()) < 20.5, "0.1 % point, 5 degrees"


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    state, orders = seeded(12), Counter[tuple[int, ...]]()
    for _ in range(24_000):
        cards = np.arange(4, dtype=np.int16)
        shuffle(state, cards, 4)
        orders[tuple(cards.tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 49.7, "0.1 % point, 23 degrees"


def test_every_card_of_a_deck_comes_to_every_place_equally_often() -> None:
    state, table = seeded(13), np.zeros((54, 54))
    for _ in range(5_400):
        cards = np.arange(54, dtype=np.int16)
        shuffle(state, cards, 54)
        table[np.arange(54), cards] += 1
    statistic = ((table - 100) ** 2 / 100).sum()
    assert statistic < 3054, "0.1 % point, 53 * 53 degrees"
    assert statistic > 2570, "too even to be chance"


def test_a_shuffle_leaves_the_cards_behind_its_count_alone() -> None:
    state, cards = seeded(14), np.arange(10, dtype=np.int16)
    shuffle(state, cards, 5)
    assert sorted(cards[:5].tolist()) == [0, 1, 2, 3, 4]
    assert cards[5:].tolist() == [5, 6, 7, 8, 9]
