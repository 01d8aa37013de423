"""Terminal output: a console that prints texts unchanged, and one style of progress bar."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["new_console", "progress_bar"]


def new_console(*, stderr: bool = False) -> Console:
    """Return a console that does not replace notations such as `:up:` by emoji."""
    return Console(highlight=False, emoji=False, stderr=stderr)


def progress_bar() -> Progress:
    """Return the progress bar of a long command. It disappears at the end, and is off without a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = new_console(stderr=True)
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
