"""The menu of legal moves: choose by number, by name, or step by step.

A game gives the handles of every action (`game.handles`): a card, then a stone. Many actions are grouped by
their first handle, one row for each card; `b7 3` or `1 3` chooses one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stramash.core.position import View

__all__ = ["Menu", "NotOnTheMenu", "Row"]

#: More actions than this are listed in groups
SHORT = 12


class NotOnTheMenu(Exception):
    """The input matches no choice."""


@dataclass(frozen=True)
class Row:
    """One line of the menu: what to type, what it is, and what follows."""

    key: str
    label: str
    text: str
    actions: tuple[int, ...]


class Menu:
    """A list of actions, of which `depth` handles have been touched already."""

    def __init__(self, view: View, actions: Sequence[int], locale: str, depth: int = 0) -> None:
        self._view = view
        self._locale = locale
        self._depth = depth
        self.actions = tuple(actions)
        self._groups: dict[str, list[int]] = {}
        for action in self.actions:
            self._groups.setdefault(self._handle(action, depth), []).append(action)

    @property
    def flat(self) -> bool:
        """Whether every action has its own line."""
        return len(self.actions) <= SHORT or len(self._groups) in (1, len(self.actions))

    @property
    def rows(self) -> list[Row]:
        """The lines of the menu."""
        if self.flat:
            return [
                Row(key, self._view.notation(action), self._view.describe(action, self._locale), (action,))
                for key, action in zip(self._keys, self.actions, strict=True)
            ]
        return [
            Row(key, label or "·", self._follow(actions), tuple(actions))
            for key, (label, actions) in zip(self._keys, self._groups.items(), strict=True)
        ]

    @property
    def example(self) -> tuple[str, str]:
        """A move of a grouped menu as one can type it: by its notation, and by its numbers."""
        rows = self.rows
        row = rows[len(rows) // 2]
        inner = Menu(self._view, row.actions, self._locale, self._depth + 1)
        place = len(row.actions) // 2
        parts = [row.key, inner.rows[place].key] if len(row.actions) > 1 else [row.key]
        return self._view.notation(row.actions[place]), " ".join(parts)

    def pick(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the actions that match the words; one if the words are complete."""
        first, rest = words[0].lower(), words[1:]
        chosen = self._line(first) if not rest or not self.flat else ()
        chosen = chosen or tuple(self._groups.get(first, ()))
        if not chosen:
            raise NotOnTheMenu(first)
        if not rest:
            return chosen
        return Menu(self._view, chosen, self._locale, self._depth + 1).pick(rest)

    def _line(self, key: str) -> tuple[int, ...]:
        for row_key, row in zip(self._keys, self._lines, strict=True):
            if row_key == key:
                return row
        return ()

    @property
    def _lines(self) -> list[tuple[int, ...]]:
        if self.flat:
            return [(action,) for action in self.actions]
        return [tuple(group) for group in self._groups.values()]

    @property
    def _keys(self) -> list[str]:
        """The key of each line: its own number if it has one (stone 3), else its place in the list."""
        labels = list(self._groups)
        numbered = self._depth > 0 or not self.flat
        if numbered and len(labels) == len(self._lines) and all(label.isdecimal() for label in labels):
            return labels
        return [str(place) for place in range(1, len(self._lines) + 1)]

    def _handle(self, action: int, depth: int) -> str:
        """Return the handle at a depth as players write it: `b7` for `card:b7`."""
        handles = self._view.game.handles(action)
        if depth >= len(handles):
            return ""
        _, _, name = handles[depth].rpartition(":")
        return name.lower()

    def _follow(self, actions: Sequence[int]) -> str:
        """Return the next choice in a group as text, or the whole sentence if no choice is left."""
        if len(actions) == 1:
            return self._view.describe(actions[0], self._locale)
        names = dict.fromkeys(self._handle(action, self._depth + 1) for action in actions)
        return " ".join(name or "·" for name in names)
