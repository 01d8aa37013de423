"""Who knows what: hands, decks, backs, and the cards that the Recruiter's player put back."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np

from stramash import Position
from tests import conformance
from tests.schotten_totten.board import BASE, TACTICS, board, hand_of, play


def seen_hand(position: Position, seat: int | None, other: int) -> list[str]:
    cards: list[str] = position.view(seat).to_dict()["hands"][other]
    return cards


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_other() -> None:
    position = board(TACTICS, hand="b1 spy", other="g1 g2 mud")
    assert seen_hand(position, 0, 0) == ["b1", "spy"]
    assert seen_hand(position, 0, 1) == ["?c", "?c", "?t"]
    assert seen_hand(position, 1, 0) == ["?c", "?t"]


def test_a_spectator_sees_no_hand() -> None:
    position = board(TACTICS, hand="b1 spy", other="g1 g2 mud")
    assert seen_hand(position, None, 0) == ["?c", "?t"]
    assert seen_hand(position, None, 1) == ["?c", "?c", "?t"]
    for seed in range(3):
        for dealt in conformance.random_game(TACTICS, seed, 80):
            hands = dealt.view(None).to_dict()["hands"]
            assert {card for hand in hands for card in hand} <= {"?c", "?t"}


def test_everybody_sees_the_size_of_the_decks_and_nobody_their_order_or_the_seed() -> None:
    position = TACTICS.deal(1)
    for seat in (0, 1, None):
        view = position.view(seat).to_dict()
        assert view["deck"] == ["?c"] * 40
        assert view["tactic_deck"] == ["?t"] * 10
        assert view["seed"] is None
        assert view["draws"] == 0


RECRUITED = ("recruiter", "draw:clan", "draw:clan", "draw:clan")


def recruited(*back: str) -> Position:
    """Seat 0 has played the Recruiter and put two cards back; seat 1 is next."""
    position = board(
        TACTICS, hand="recruiter b1 b2 b3 b4 n9 spy", other="g1 g2", deck="r1 r2 r3 r4", tactic_deck="mud"
    )
    return play(position, *RECRUITED, *(f"under:{card}" for card in back))


def test_the_recruiters_player_knows_the_cards_put_back_and_their_places() -> None:
    position = recruited("b1", "n9")
    assert position.view(0).to_dict()["deck"] == ["?c", "b1", "n9"]
    assert position.view(0).to_dict()["returned"] == [
        {"card": "b1", "place": "under"},
        {"card": "n9", "place": "under"},
    ]


def test_others_see_only_the_backs_of_the_cards_put_back() -> None:
    position = recruited("b1", "spy")
    for seat in (1, None):
        view = position.view(seat).to_dict()
        assert view["deck"] == ["?c", "?c"]
        assert view["tactic_deck"] == ["?t", "?t"]
        assert [entry["card"] for entry in view["returned"]] == ["?c", "?t"]
        assert position.seen_by(seat)[-2:] == ("under:?c", "under:?t")
        told = " ".join(position.log(seat)[-2:])
        assert "blue" not in told
        assert "Spy" not in told
    assert position.seen_by(0)[-2:] == ("under:b1", "under:spy")


def test_when_the_opponent_draws_such_a_card_both_know_it_and_a_spectator_does_not() -> None:
    position = recruited("b1", "n9")
    play(position, "g1@1", "draw:clan", "b2@1", "draw:tactic", "g2@1")
    assert "b1" in hand_of(position, 1)
    assert "b1" in seen_hand(position, 0, 1)
    assert "b1" in seen_hand(position, 1, 1)
    assert "b1" not in seen_hand(position, None, 1)
    assert position.view(None).to_dict()["returned"][0] == {"card": "?c", "place": "drawn"}
    conformance.check_secrets(position, range(20))


def test_a_card_that_the_recruiters_player_draws_back_is_nobody_elses_business() -> None:
    position = recruited("b1", "n9")
    play(position, "g1@1", "draw:clan", "b2@1", "draw:clan")
    assert "b1" in hand_of(position, 0)
    assert position.to_dict()["returned"] == [None, {"card": "n9", "place": "under"}]
    assert "b1" not in seen_hand(position, 1, 0)
    conformance.check_secrets(position, range(20))


def test_a_card_put_back_and_played_later_is_known_to_all() -> None:
    position = recruited("b1", "n9")
    play(position, "g1@1", "draw:clan", "b2@1", "draw:clan", "g2@1", "draw:clan", "b1@1")
    assert position.to_dict()["returned"] == [None, {"card": "n9", "place": "drawn"}]
    conformance.check_secrets(position, range(20))


def test_what_is_known_stays_known_in_what_is_imagined() -> None:
    position = recruited("b1", "n9")
    for seed in range(30):
        imagined = position.view(0).imagine(seed).to_dict()
        assert imagined["deck"][-2:] == ["b1", "n9"]
        assert imagined["hands"][0] == hand_of(position, 0)


def test_the_last_card_put_back_lies_lowest_in_what_others_imagine_too() -> None:
    position = recruited("b1", "n9")
    for seat in (1, None):
        for seed in range(10):
            imagined = position.view(seat).imagine(seed).to_dict()
            assert [entry["card"] for entry in imagined["returned"]] == imagined["deck"][-2:]


def chi_square(counts: Counter[tuple[str, ...]], outcomes: int) -> float:
    expected = counts.total() / outcomes
    missing = outcomes - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def test_every_hidden_deal_is_imagined_equally_often() -> None:
    """Two cards in the other hand and two in the deck: every order but that of the hand."""
    position = board(BASE, hand="b1", other="n1 n2", deck="n3 n4")
    view, dice = position.view(0), np.random.default_rng(5)
    counts: Counter[tuple[str, ...]] = Counter()
    for _ in range(12_000):
        imagined = view.imagine(dice).to_dict()
        counts[(*imagined["hands"][1], *imagined["deck"])] += 1
    possible = {(*sorted(order[:2]), *order[2:]) for order in permutations(("n1", "n2", "n3", "n4"))}
    assert set(counts) == possible
    assert chi_square(counts, 12) < 31.3, "the 0.1 % point of chi-square with 11 degrees"


def test_a_spectator_imagines_every_deal_equally_often() -> None:
    """Three Clan cards in two hands, where one of seat 1's is known to have been put back."""
    position = board(TACTICS, hand="recruiter b1", other="n1 g9", deck="n2", tactic_deck="spy shield")
    play(position, "recruiter", "draw:clan", "under:b1", "under:n2", "g9@1")
    assert hand_of(position, 1) == ["n1", "n2"]
    counts: Counter[tuple[str, ...]] = Counter()
    for seed in range(6_000):
        imagined = position.view(None).imagine(seed).to_dict()
        drawn = next(entry["card"] for entry in imagined["returned"] if entry and entry["place"] == "drawn")
        counts[(*imagined["hands"][1], drawn, *imagined["deck"])] += 1
    assert len(counts) == 6, counts
    assert chi_square(counts, 6) < 20.6, "the 0.1 % point of chi-square with 5 degrees"
