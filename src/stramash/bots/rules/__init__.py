"""What of the bots is compiled: written once, linked to any game's rules, cached apart from the rest."""
