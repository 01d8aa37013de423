"""Options of a game, chosen before it starts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from stramash.core.errors import BadOption
from stramash.core.numbers import as_int
from stramash.core.renamed import former_names

__all__ = ["Option", "OptionValue", "format_option", "read_value"]

OptionValue: TypeAlias = bool | int | str


@dataclass(frozen=True)
class Option:
    """One option: its name, its default and its possible values.

    >>> Option("tactics", False, (False, True), "play with the Tactic cards").check("yes")
    Traceback (most recent call last):
    stramash.core.errors.BadOption: tactics='yes' is not possible: choose one of false, true
    """

    name: str
    default: OptionValue
    choices: Sequence[OptionValue]
    summary: str
    #: the labels of the choices, one for each, if they are not numbers or yes and no
    labels: Sequence[str] = ()
    #: for research: the set-up page does not offer it; records contain it only if it is not the default
    lab: bool = False
    #: the numbers of players for which this option exists; with others the default is played. Empty: all
    players: Sequence[int] = ()
    #: what it means, in a sentence or two for those who set up a table; a game's words translate it
    about: str = ""

    def check(self, value: Any) -> OptionValue:
        """Return the choice that equals `value`, else raise `BadOption`; NumPy's values are accepted.

        >>> import numpy as np
        >>> Option("rounds", 1, range(1, 100), "…").check(np.int64(3))
        3
        """
        plain = _plain(value)
        fitting = [choice for choice in self.choices if choice == plain and type(choice) is type(plain)]
        if not fitting:
            raise BadOption(f"{self.name}={value!r} is not possible: choose {self.allowed}")
        return fitting[0]

    def read(self, text: str) -> OptionValue:
        """Return the value that a text means, as on the command line."""
        for choice in self.choices:
            if format_option(choice) == text.strip().lower():
                return choice
        raise BadOption(f"{self.name}={text} is not possible: choose {self.allowed}")

    def label(self, value: OptionValue) -> str:
        """Return the label of a value, in English; a game's catalogue translates it.

        >>> Option("die", "tiles", ("tiles", "spaces"), "…", ("only tiles", "every space")).label("spaces")
        'every space'
        """
        return self.labels[list(self.choices).index(value)] if self.labels else format_option(value)

    @property
    def allowed(self) -> str:
        """The possible values, for people."""
        if isinstance(self.choices, range):
            return f"{self.choices.start} to {self.choices.stop - 1}"
        return "one of " + ", ".join(format_option(choice) for choice in self.choices)


def _plain(value: Any) -> Any:
    """Return NumPy's booleans, integers and texts as Python's, anything else unchanged."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, str):
        return str(value)
    number = as_int(value)
    return value if number is None else number


def format_option(value: OptionValue) -> str:
    """Write an option's value as records and the command line do."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_value(text: str) -> OptionValue:
    """Return the value that `format_option` wrote: true and false, a whole number, or else the text itself.

    >>> [read_value(text) for text in ("true", "12", "spaces")]
    [True, 12, 'spaces']
    """
    text = text.strip().lower()
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"0|-?[1-9]\d{0,17}", text, re.ASCII) else text


__getattr__ = former_names(__name__, {"spell": "format_option"})
