"""What the lab compiles together with a game's rules."""
