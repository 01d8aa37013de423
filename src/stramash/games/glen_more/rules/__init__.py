"""The rules of Glen More, compiled.

Chapters: components, state, display, warehouse, paying, activation, members, track, scoring, turn, view; and
evaluation, for bots.
"""
