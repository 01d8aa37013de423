"""What every game is: the rule layer, chance, games, positions, views and records. It knows no game."""
