"""What can go wrong when a bot is asked for."""

from stramash.core.errors import StramashError

__all__ = ["UnknownBot"]


class UnknownBot(StramashError):
    """No bot answers to that description."""
