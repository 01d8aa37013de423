"""Advantages: compared with a plain loop over the decisions of each seat."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from stramash.learn.ppo import Bootstrap, advantages  # noqa: E402

TRACE = 0.9
STEPS, GAMES = 24, 40


def plain(
    seats: list[int],
    values: list[float],
    over: list[bool],
    rewards: list[list[float]],
    last: tuple[int, float],
) -> list[float | None]:
    """Return the advantages of one game by following each decision to the seat's next; None if unknown."""
    found: list[float | None] = [None] * len(seats)
    for step in reversed(range(len(seats))):
        seat = seats[step]
        after = next(
            (at for at in range(step, len(seats)) if over[at] or (at > step and seats[at] == seat)), None
        )
        if (
            after is not None
            and over[after]
            and not any(seats[at] == seat for at in range(step + 1, after + 1))
        ):
            found[step] = rewards[after][seat] - values[step]
        elif after is not None:
            found[step] = values[after] - values[step] + TRACE * (found[after] or 0.0)
        elif last[0] == seat:
            found[step] = last[1] - values[step]
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_advantages_are_those_of_a_plain_loop(players: int) -> None:
    rng = np.random.default_rng(players)
    seats = rng.integers(players, size=(STEPS, GAMES))
    values = rng.normal(size=(STEPS, GAMES))
    over = rng.random((STEPS, GAMES)) < 0.1
    rewards = rng.normal(size=(STEPS, GAMES, players))
    last = rng.integers(players, size=GAMES), rng.normal(size=GAMES)
    found, known = advantages(
        torch.from_numpy(seats),
        torch.from_numpy(values),
        torch.from_numpy(over),
        torch.from_numpy(rewards),
        Bootstrap(torch.from_numpy(last[0]), torch.from_numpy(last[1])),
        TRACE,
    )
    for game in range(GAMES):
        wanted = plain(
            seats[:, game].tolist(),
            values[:, game].tolist(),
            over[:, game].tolist(),
            rewards[:, game].tolist(),
            (int(last[0][game]), float(last[1][game])),
        )
        assert known[:, game].tolist() == [it is not None for it in wanted]
        assert found[:, game].tolist() == pytest.approx([it or 0.0 for it in wanted])


def test_a_seat_that_is_not_to_act_does_not_learn_from_its_last_decision() -> None:
    seats = torch.tensor([[0], [1]])
    nothing = torch.zeros(2, 1)
    _, known = advantages(
        seats,
        nothing,
        nothing.bool(),
        torch.zeros(2, 1, 2),
        Bootstrap(torch.tensor([0]), torch.ones(1)),
        TRACE,
    )
    assert known.squeeze(1).tolist() == [True, False]
