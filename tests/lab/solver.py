"""The plain oracle of a small game's value: its sequence form as one linear program, solved at once.

It knows nothing of regrets: the first player's plan is a vector of sequence weights, the second's best answer
is bounded by a value for each of his information sets, and the program makes the bound at the root as good as
it can be (Koller, Megiddo and von Stengel, 1996).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

__all__ = ["value_of"]


class _SequenceForm:
    """The sequences and information sets of both players, and what pairs of sequences are worth."""

    def __init__(self, game: Any) -> None:
        self.sequences: list[dict[Any, int]] = [{(): 0}, {(): 0}]
        self.sets: list[dict[str, tuple[int, list[int]]]] = [{}, {}]
        self.worth: dict[tuple[int, int], float] = defaultdict(float)
        self._walk(game.new_initial_state(), 1.0, (0, 0))

    def _walk(self, state: Any, odds: float, at: tuple[int, int]) -> None:
        if state.is_terminal():
            self.worth[at] += odds * state.returns()[0]
            return
        if state.is_chance_node():
            for outcome, chance in state.chance_outcomes():
                self._walk(state.child(outcome), odds * chance, at)
            return
        player = state.current_player()
        name = state.information_state_string()
        known = self.sets[player].setdefault(name, (at[player], []))
        if not known[1]:
            for action in state.legal_actions():
                self.sequences[player][name, action] = len(self.sequences[player])
                known[1].append(self.sequences[player][name, action])
        assert known[0] == at[player], "a player forgot what he did before"
        for action in state.legal_actions():
            sequence = self.sequences[player][name, action]
            self._walk(state.child(action), odds, (sequence, at[1]) if player == 0 else (at[0], sequence))


def _plan_constraints(form: _SequenceForm, player: int) -> csr_matrix:
    """Return the matrix that makes a vector a plan: a set's actions share the weight of what led there."""
    entries = [(0, 0, 1.0)]
    for row, (before, after) in enumerate(form.sets[player].values(), 1):
        entries += [(row, before, -1.0), *((row, sequence, 1.0) for sequence in after)]
    rows, columns, values = zip(*entries, strict=True)
    shape = (1 + len(form.sets[player]), len(form.sequences[player]))
    return csr_matrix((values, (rows, columns)), shape)


def value_of(game: Any) -> float:
    """Return what a two-player zero-sum game is worth to its first player."""
    form = _SequenceForm(game)
    mine, theirs = _plan_constraints(form, 0), _plan_constraints(form, 1)
    pairs, values = zip(*form.worth.items(), strict=True)
    worth = csr_matrix((values, tuple(zip(*pairs, strict=True))), (mine.shape[1], theirs.shape[1]))
    # Unknowns: my plan x, then a bound v for each of their sets. Make v at the root large, with F'v <= A'x.
    sizes = mine.shape[1], theirs.shape[0]
    goal = np.zeros(sum(sizes))
    goal[sizes[0]] = -1.0
    solved = linprog(
        goal,
        A_ub=hstack([-worth.T, theirs.T]),
        b_ub=np.zeros(theirs.shape[1]),
        A_eq=hstack([mine, csr_matrix((mine.shape[0], sizes[1]))]),
        b_eq=np.eye(1, mine.shape[0])[0],
        bounds=[(0, None)] * sizes[0] + [(None, None)] * sizes[1],
        method="highs",
    )
    assert solved.status == 0, solved.message
    return float(-solved.fun)
