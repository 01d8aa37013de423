"""The rules of Lords of Scotland, compiled: components, state, knowledge, cards, armies, activation, powers, rounds, turn, view."""
