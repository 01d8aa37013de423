"""The core of all games: rule layer, chance, games, positions, views and records. It imports no game."""
