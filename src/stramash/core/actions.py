"""Declared actions: a game lists its kinds of action once, and everything about their numbers follows.

An action is a whole number. A game declares its kinds of action in the order of their numbers, each with
its parameters. From this list come the number of every action, the constants that compiled rules use, the
notation, what a player touches to choose the action, what other players see of it, and the table of actions
on the game's page.

>>> ACTIONS = Actions(
...     Action("move", Param("pawn", ("a", "b")), Param("field", ("1", "2", "3")), summary="move a pawn"),
...     Action("hide", Param("card", ("jack", "queen"), seen_as="?"), summary="lay a card face-down"),
...     Action("pass"),
... )
>>> ACTIONS.size, ACTIONS.notations[:4], ACTIONS.notations[6:]
(9, ('move:a-1', 'move:a-2', 'move:a-3', 'move:b-1'), ('hide:jack', 'hide:queen', 'pass'))

The last parameter counts fastest. `first` gives the number where a kind begins, as a plain int; `split` says
what a number means.

>>> MOVE, PASS = ACTIONS.first("move"), ACTIONS.first("pass")
>>> action = MOVE + 1 * 3 + 2  # pawn b to field 3, as a rule computes it
>>> action, ACTIONS.notations[action], ACTIONS.handles(action)
(5, 'move:b-3', ['pawn:b', 'field:3'])
>>> kind, (pawn, field) = ACTIONS.split(action)
>>> kind, pawn, field
('move', 1, 2)

Other players do not see which card was hidden:

>>> ACTIONS.veil(ACTIONS.number("hide", 1)), ACTIONS.veil(PASS)
('hide:?', None)
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, product
from typing import NamedTuple

__all__ = ["Action", "Actions", "Param", "Split"]


class Param:
    """A parameter of an action: its name, and the notation of each of its values, which count from 0.

    `seen_as` is what other players read in place of a value that is secret: one text for all values, or one
    for each.

    >>> Param("card", ("b1", "b2", "spy"), seen_as=("?c", "?c", "?t")).seen_as
    ('?c', '?c', '?t')
    """

    def __init__(
        self, name: str, values: Sequence[str], *, seen_as: str | Sequence[str] | None = None
    ) -> None:
        self.name = name
        self.values = tuple(values)
        secret = [seen_as] * len(self.values) if isinstance(seen_as, str) else seen_as
        #: What others read for each value; None if they see the values themselves
        self.seen_as = None if secret is None else tuple(secret)
        if not self.values:
            raise TypeError(f"parameter {name} has no values: give the notation of each")
        if self.seen_as is not None and len(self.seen_as) != len(self.values):
            raise TypeError(f"parameter {name}: seen_as needs one text for all values, or one for each")


class Action:
    """A kind of action with its parameters: as many actions as there are combinations of their values.

    `notation` and the texts of `touch` are templates that name parameters in braces. By default an action is
    written as its kind and then its values, and a player touches each value in turn: `card:b7`, then
    `stone:3`. `summary` says what the action does, for the table on the game's page.

    >>> kind = Action("muster", Param("card", ("fo3",)), notation="up:{card}", touch=("card:{card}", "up"))
    >>> kind.size, kind.notation, kind.touch
    (1, 'up:{card}', ('card:{card}', 'up'))
    """

    def __init__(
        self,
        kind: str,
        *params: Param,
        notation: str | None = None,
        touch: Sequence[str] | None = None,
        summary: str = "",
    ) -> None:
        names = [param.name for param in params]
        values = "-".join(f"{{{name}}}" for name in names)
        self.kind = kind
        self.params = params
        self.size = math.prod(len(param.values) for param in params)
        self.notation = notation if notation is not None else f"{kind}:{values}" if names else kind
        self.touch = (
            tuple(touch) if touch is not None else tuple(f"{name}:{{{name}}}" for name in names) or (kind,)
        )
        self.summary = summary
        self._check_templates(names)

    def _check_templates(self, names: list[str]) -> None:
        for template in (self.notation, *self.touch):
            try:
                template.format(**dict.fromkeys(names, ""))
            except (KeyError, IndexError) as wrong:
                has = f"its parameters are {', '.join(names)}" if names else "it has none"
                raise TypeError(
                    f"action {self.kind}: {template!r} names no parameter of it: {has}"
                ) from wrong

    def each(self) -> Iterator[dict[str, str]]:
        """Yield the values of every action of this kind, in the order of their numbers."""
        names = [param.name for param in self.params]
        for values in product(*(param.values for param in self.params)):
            yield dict(zip(names, values, strict=True))

    def veils(self) -> Iterator[str | None]:
        """Yield the notation of every action of this kind as others read it; None if nothing is hidden."""
        if all(param.seen_as is None for param in self.params):
            yield from [None] * self.size
            return
        names = [param.name for param in self.params]
        for seen in product(*(param.seen_as or param.values for param in self.params)):
            yield self.notation.format(**dict(zip(names, seen, strict=True)))


class Split(NamedTuple):
    """What the number of an action means: its kind, and the value of each parameter, counted from 0."""

    kind: str
    values: tuple[int, ...]


class Actions:
    """All actions of a game: its kinds in the order of their numbers."""

    def __init__(self, *kinds: Action) -> None:
        self.kinds = kinds
        self._ends = [0, *accumulate(kind.size for kind in kinds)]
        self._places: Mapping[str, int] = {kind.kind: place for place, kind in enumerate(kinds)}
        #: How many actions there are
        self.size = self._ends[-1]
        #: The notation of every action
        self.notations = tuple(kind.notation.format(**values) for kind in kinds for values in kind.each())
        self._check()

    def _check(self) -> None:
        twice = [name for name, count in Counter(kind.kind for kind in self.kinds).items() if count > 1]
        twice += [text for text, count in Counter(self.notations).items() if count > 1]
        if twice:
            raise TypeError(f"two actions are written {twice[0]}: each kind and each notation must be unique")
        for text in self.notations:
            if not text or text != text.strip().lower():
                raise TypeError(f"notation {text!r} should be lower case, without spaces at its ends")

    def first(self, kind: str) -> int:
        """Return the number of the first action of a kind: a constant for compiled rules."""
        return self._ends[self._place(kind)]

    def number(self, kind: str, *values: int) -> int:
        """Return the number of the action of a kind with these values; the inverse of `split`."""
        params = self.kinds[self._place(kind)].params
        offset = 0
        for param, value in zip(params, values, strict=True):
            if not 0 <= value < len(param.values):
                raise ValueError(f"{param.name} {value} is not possible: 0 to {len(param.values) - 1}")
            offset = offset * len(param.values) + value
        return self.first(kind) + offset

    def split(self, action: int) -> Split:
        """Return the kind of an action and the values of its parameters."""
        if not 0 <= action < self.size:
            raise ValueError(f"{action} is not the number of an action: 0 to {self.size - 1}")
        place = bisect_right(self._ends, action) - 1
        rest, values = action - self._ends[place], []
        for param in reversed(self.kinds[place].params):
            rest, value = divmod(rest, len(param.values))
            values.append(value)
        return Split(self.kinds[place].kind, tuple(reversed(values)))

    def kind(self, action: int) -> str:
        """Return the kind of an action."""
        return self.split(action).kind

    def through(self, kind: str) -> Actions:
        """Return the actions up to the last one of a kind; their numbers stay the same.

        >>> Actions(Action("hit"), Action("stand"), Action("split")).through("stand").notations
        ('hit', 'stand')
        """
        return Actions(*self.kinds[: self._place(kind) + 1])

    def handles(self, action: int) -> list[str]:
        """Return the things that a player touches, in order, to choose this action."""
        return list(self._handles[action])

    @cached_property
    def of_one_touch(self) -> Mapping[str, str]:
        """For each handle that alone chooses an action: the notation of the action.

        >>> Actions(Action("take", Param("count", ("1", "2"))), Action("pass")).of_one_touch
        {'count:1': 'take:1', 'count:2': 'take:2', 'pass': 'pass'}
        """
        touched = zip(self._handles, self.notations, strict=True)
        return {handles[0]: text for handles, text in touched if len(handles) == 1}

    def veil(self, action: int) -> str | None:
        """Return the notation of an action as other players read it; None if nothing is hidden."""
        return self._veils[action]

    def table(self) -> list[str]:
        """Return the table of actions on the game's page, as lines of Markdown.

        >>> card = Param("card", ("x", "y", "z"))
        >>> for line in Actions(Action("play", card, summary="play a card"), Action("pass")).table():
        ...     print(line)
        | numbers | action | first | last |
        |---|---|---|---|
        | 0–2 | play a card: `card` | `play:x` | `play:z` |
        | 3 | pass | `pass` | `pass` |
        """
        lines = ["| numbers | action | first | last |", "|---|---|---|---|"]
        for kind, start, end in zip(self.kinds, self._ends, self._ends[1:], strict=False):
            numbers = str(start) if end == start + 1 else f"{start}–{end - 1}"
            formula = f": `{_formula(kind, start)}`" if kind.params else ""
            texts = f"`{self.notations[start]}` | `{self.notations[end - 1]}`"
            lines.append(f"| {numbers} | {kind.summary or kind.kind}{formula} | {texts} |")
        return lines

    def _place(self, kind: str) -> int:
        if kind not in self._places:
            raise KeyError(f"no kind of action {kind!r}: the kinds are {', '.join(self._places)}")
        return self._places[kind]

    @cached_property
    def _handles(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(template.format(**values) for template in kind.touch)
            for kind in self.kinds
            for values in kind.each()
        )

    @cached_property
    def _veils(self) -> tuple[str | None, ...]:
        return tuple(veil for kind in self.kinds for veil in kind.veils())


def _formula(kind: Action, start: int) -> str:
    """Return the formula for the number of an action as text: `486 + card * 9 + stone`."""
    terms = [str(start)] if start else []
    for place, param in enumerate(kind.params):
        factor = math.prod(len(later.values) for later in kind.params[place + 1 :])
        terms.append(param.name if factor == 1 else f"{param.name} * {factor}")
    return " + ".join(terms)
