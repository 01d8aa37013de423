"""What keeps tables alive: the store, the lobby and its rooms, pub/sub, bots, reviews and the compiler."""
