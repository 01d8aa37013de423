"""The rules of Glen More, compiled: components, state, display, warehouse, paying, activation, members, track, scoring, turn, view."""
