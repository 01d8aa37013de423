"""The rules of Schotten Totten, compiled: components, state, formations, claims, cards, ruses, turn, view."""
