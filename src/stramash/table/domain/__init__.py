"""What a table is: its events, the commands that lead to them, and the state they fold into. Pure Python.

Nothing here talks to a network, a database, a clock or a thread. `decide` turns a command into an event or
raises a `TableError`; `evolve` turns an event into the next state.
"""
