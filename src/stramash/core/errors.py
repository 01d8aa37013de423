"""The types of errors. Every message says what is wrong and what would be right."""

__all__ = [
    "BadGame",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSeat",
    "IllegalAction",
    "StramashError",
    "UnknownGame",
    "UnknownLocale",
]


class StramashError(ValueError):
    """The base of every error a caller can cause."""


class UnknownGame(StramashError):
    """No game has that name."""


class BadGame(StramashError):
    """A game that breaks the contract of `Game`; the message is for its author."""


class BadOption(StramashError):
    """An option, its value or the number of players is not in the rulebook."""


class BadSeat(StramashError):
    """No such seat at this table."""


class BadNotation(StramashError):
    """A text that is not an action of this game."""


class IllegalAction(StramashError):
    """An action of this game that may not be played now; the position is untouched."""


class BadPosition(StramashError):
    """A description of a position that is not possible."""


class BadRecord(StramashError):
    """A record that is malformed, or does not replay to the result it states."""


class UnknownLocale(StramashError):
    """A language without a catalogue."""
