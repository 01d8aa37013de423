"""The command line: `stramash play`, `show`, `replay`, `bench`, `games`, `arena`, `learn` and `review`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from stramash.cli.arena import arena
from stramash.cli.commands import app
from stramash.cli.learn import learn
from stramash.cli.review import review
from stramash.core.errors import StramashError

__all__ = ["arena", "learn", "main", "review"]

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; bad input is answered by one line on stderr and exit code 2, never by a traceback."""
    try:
        code = app(
            args=None if arguments is None else list(arguments), prog_name="stramash", standalone_mode=False
        )
    except typer.TyperException as error:
        code = _complain(f"{error.format_message().rstrip('.')}: see 'stramash --help'")
    except StramashError as error:
        code = _complain(str(error))
    except BrokenPipeError:  # the reader closed the pipe
        sys.stderr.close()
        code = 0
    except OSError as error:
        code = _complain(f"{error.filename or 'the file'}: {error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    sys.exit(code or 0)


def _complain(message: str) -> int:
    line = " ".join(message.split())
    print(f"stramash: {line}", file=sys.stderr)  # noqa: T201
    return BAD_INPUT
