"""The tutorial is true: its code is the example, and what it shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from examples import hidden_stone

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "tutorial.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Return the blocks of code in the tutorial that are written in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def lines(code: str) -> list[str]:
    return [line for line in code.splitlines() if line.strip()]


def test_the_code_of_the_tutorial_is_the_example() -> None:
    source = Path(hidden_stone.__file__).read_text("utf-8")
    assert hidden_stone.__doc__ is not None
    without_docstring = source.replace(f'"""{hidden_stone.__doc__}"""', "", 1)
    assert lines("".join(blocks("python"))) == lines(without_docstring)


def test_the_example_is_small() -> None:
    assert len(Path(hidden_stone.__file__).read_text("utf-8").splitlines()) < 150


def test_the_tutorial_shows_what_happens() -> None:
    shown = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(shown, dict(vars(hidden_stone)), "tutorial.md", None, 0)
    assert len(test.examples) > 8
    runner = doctest.DocTestRunner()
    told: list[str] = []
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)
