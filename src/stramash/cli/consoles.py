"""How commands talk to a terminal: what is printed is printed as it is, and bars look the same everywhere."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["new_console", "progress_bar"]


def new_console(*, stderr: bool = False) -> Console:
    """Return a console that leaves notations such as `:up:` alone, which Rich would take for an emoji."""
    return Console(highlight=False, emoji=False, stderr=stderr)


def progress_bar() -> Progress:
    """Return the bar of a long command, which is gone when that is done; nothing where nobody watches."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = new_console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
