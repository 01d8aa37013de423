"""Lessons: prepared positions in which a newcomer does each thing once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from stramash.core.position import Position, View

__all__ = ["Step"]


@dataclass(frozen=True)
class Step:
    """One step of a lesson: seat 0 is to act in a position and is asked for something."""

    title: str
    #: the situation and the task
    text: str
    #: what to say when something else is done
    help: str
    #: what to say when it is done, before the next step
    done: str
    #: makes the position when it is first needed, because rules may have to be compiled
    make: Callable[[], Position]
    #: the right actions, as notation; empty: every legal action is right
    right: tuple[str, ...] = ()
    #: what the other seats play then, as notation
    replies: tuple[str, ...] = ()

    def view(self) -> View:
        """Return what the learner sees."""
        return self.make().view(0)

    def fits(self, notation: str) -> bool:
        """Return whether an action is one that the step asks for."""
        position = self.make()
        legal = {position.notation(action) for action in position.legal}
        return notation in legal and (not self.right or notation in self.right)

    def played(self, notation: str) -> list[Position]:
        """Return the positions after a right action and after each reply to it."""
        positions = [self.make()]
        for action in (notation, *self.replies):
            positions.append(positions[-1].copy())
            positions[-1].play(action)
        return positions[1:]
