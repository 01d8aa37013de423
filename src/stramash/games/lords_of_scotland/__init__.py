"""Lords of Scotland: clans gather Followers for a skirmish, and Supporters for the throne."""

from stramash.games.lords_of_scotland.game import LordsOfScotland

__all__ = ["GAME"]

GAME = LordsOfScotland
