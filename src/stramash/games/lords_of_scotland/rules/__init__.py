"""The rules of Lords of Scotland, compiled.

Components and state; cards, armies, activation, powers, rounds and turn as in the rulebook; and what a seat
knows: knowledge, view, observation.
"""
