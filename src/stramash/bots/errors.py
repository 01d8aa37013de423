"""The errors of making a bot."""

from stramash.core.errors import StramashError

__all__ = ["UnknownBot"]


class UnknownBot(StramashError):
    """No bot has this description."""
