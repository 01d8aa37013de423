"""The rules of Glen More, compiled.

Chapters: components, actions, state, display, warehouse, paying, activation, members, track, scoring, moving,
turn, view; and evaluation, for bots.
"""
