"""The compiled rules of the bots, for the rules of any game."""
