"""Ratings agree with what can be worked out by hand, and intervals hold what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from stramash.arena import Fixture, GameSpec, Result
from stramash.arena.rating import fit, interval, matches, ratings

GAME_SPEC = GameSpec("schotten-totten", 2, ())


def result(
    deal: int, seats: tuple[str, ...], winners: tuple[int, ...], scores: tuple[int, ...] = ()
) -> Result:
    scores = scores or tuple(int(seat in winners) for seat in range(len(seats)))
    times = tuple(1.0 for _ in seats)
    decisions = tuple(10 for _ in seats)
    return Result(GAME_SPEC, Fixture(deal, seats), winners, scores, 50, decisions, times)


def series(share: float, deals: int, seed: int) -> list[Result]:
    """Two bots, each deal twice; `a` wins each game with that chance."""
    rng = np.random.default_rng(seed)
    games = []
    for deal in range(deals):
        for seats in (("a", "b"), ("b", "a")):
            wins = rng.random() < share
            games.append(result(deal, seats, (seats.index("a" if wins else "b"),)))
    return games


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.64, 100), (0.76, 200), (10 / 11, 400)])
def test_a_share_of_wins_is_the_elo_difference_of_the_textbook(share: float, elo: float) -> None:
    wins = np.array([[0, share], [1 - share, 0]]) * 100_000
    found = fit(wins)
    assert found[0] - found[1] == pytest.approx(elo, abs=1)
    assert found.mean() == pytest.approx(0, abs=1e-6)


def test_no_other_ratings_are_more_likely() -> None:
    """Around the ratings found, the likelihood (with its prior) falls in every direction."""
    wins = np.array([[0, 30, 12], [10, 0, 9.5], [3, 4.5, 0]])

    def surprise(elo: np.ndarray) -> float:
        strength = elo * math.log(10) / 400
        edges = strength[:, None] - strength[None, :]
        prior = 0.5 * (np.logaddexp(0, strength) + np.logaddexp(0, -strength)).sum()
        return float((wins * np.logaddexp(0, -edges)).sum() + prior)

    found = fit(wins)
    for direction in np.random.default_rng(1).normal(size=(50, 3)):
        sideways = direction - direction.mean()
        assert surprise(found + 5 * sideways) > surprise(found)


def test_three_bots_are_rated_by_who_beats_whom_even_if_two_never_met() -> None:
    wins = np.array([[0, 750, 0], [250, 0, 750], [0, 250, 0]], float)
    a, b, c = fit(wins)
    assert a - b == pytest.approx(b - c, abs=1)
    assert a - c == pytest.approx(2 * 190.8, abs=5)


def test_who_won_every_game_has_a_finite_rating_and_a_wide_interval() -> None:
    best, worst = ratings([result(deal, ("a", "b"), (0,)) for deal in range(20)], samples=50)
    assert math.isfinite(best.elo)
    assert best.high - best.low > 200
    assert (best.bot, best.share, worst.share) == ("a", 1.0, 0.0)
    assert best.seconds == pytest.approx(0.1)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """The intervals of at least 53 of 60 tournaments contain the true share and the true rating."""
    truth, elo = 0.7, 400 * math.log10(0.7 / 0.3) / 2
    shares = held = 0
    for seed in range(60):
        games = series(truth, 40, seed)
        (match,) = matches(games)
        shares += match.low <= truth <= match.high if match.bot == "a" else match.low <= 0.3 <= match.high
        rated = {rating.bot: rating for rating in ratings(games, samples=100)}
        held += rated["a"].low <= elo <= rated["a"].high
    assert shares >= 53
    assert held >= 53


def test_an_interval_is_wider_where_games_of_a_deal_go_together() -> None:
    alone = interval(np.array([1.0, 1.0] * 20), np.full(40, 2.0))
    together = interval(np.array([2.0, 0.0] * 20), np.full(40, 2.0))
    assert alone[0] == together[0] == 0.5
    assert together[2] - together[1] > 1.3 * (alone[2] - alone[1])


def test_a_shared_win_is_a_draw_between_those_who_share_it() -> None:
    (match,) = matches([result(1, ("a", "b"), (0, 1))])
    assert match.share == 0.5


def test_at_a_larger_table_everybody_is_compared_with_everybody() -> None:
    found = {
        (match.bot, match.other): match.share
        for match in matches([result(1, ("a", "b", "c"), (0,), (9, 2, 5))])
    }
    assert found == {("a", "b"): 1.0, ("a", "c"): 1.0, ("b", "c"): 0.0}


def test_nobody_is_rated_without_results() -> None:
    assert ratings([]) == []


def test_games_at_larger_tables_are_counted_as_the_games_they_are() -> None:
    """Three of one kind and a single other: in every game both sat at the table, once."""
    seats = ("a", "b", "b", "b")
    games = [result(deal, seats[turn:] + seats[:turn], (0,)) for deal in range(5) for turn in range(4)]
    games.append(result(9, ("a", "c", "c", "c"), (0,)))
    counted = {(match.bot, match.other): match.games for match in matches(games)}
    assert counted == {("a", "b"): 20, ("a", "c"): 1}
