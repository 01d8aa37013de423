"""Docstrings, comments, documents and messages use plain, standard terms (docs/writing.md).

The list is short on purpose. Each phrase was frequent here, and readers could neither search for it nor
read it at once. The text beside it says what to write instead.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: A phrase as a regular expression, and what to write instead
PHRASES = {
    r"so many|so few": "name the number: `count` games, a number of seconds",
    r"ones? who|one whose": "name the person: the player, a spectator, the caller, the viewer",
    r"whoever|whomever": "the player who, anybody who, or name the role",
    r"none that|that none": "no X that, or what is there: cache entries that no marker refers to",
    r"(if|that) it is none|false are none": "name what is invalid: `bool` is rejected",
    r"has the word|have the word": "say what is used: rollout depth before the evaluation is used",
    r"laid open": "explicit, visible",
    r"tells? nothing|told nothing": "leaks nothing; in constant time",
    r"of so|after so|for so long": "name the number",
    r"goe?s? about it": "name the parameters or the algorithm",
    r"of the house": "name the package or the project",
    r"(is|are|was) not looked at": "is ignored",
    r"what (becomes|became) of": "name the result",
    r"wanted (was|were)|(was|were) wanted": "name the target: Target: 12 minutes",
    r"(is|are) believed": "is trusted",
    r"(measured|compared) (is|are) the": "subject first: the table compares",
    r"as (it|the \w+) likes": "name the algorithm: samples actions from the policy",
    r"anew": "again",
    r"how well off": "the evaluation of a state",
    r"by eye": "heuristic",
    r"it is remembered|is remembered that": "is kept, is stored",
    r"as it were|by and by|hence|thereby|wherein": "use a plain word or a new sentence",
    r"speaks? of": "refers to",
    r"of who": "name the person: the address of the last player",
    r"c[ao]mes? about": "how it is computed, what led to it",
    r"hears? of|heard of": "receives, is notified of",
    r"but for": "except for",
    r"whence|lest|ere": "use a plain word: from where, so that … not, before",
    r"(has|have) a say": "name the mechanism: a chance node, a vote",
    r"(what|which|that) is no (?!longer|more|better|worse|less|need)": "name it: an invalid seed",
    r"(told|tell|tells) apart": "distinguish",
    r"c[ao]mes? to light": "is revealed, is detected",
    r"(comes|came|come) of it": "name the result or the effect",
    r"(is|are) so (called|compiled|written|made)": "is therefore, is in this way",
}
SHELL_SCRIPTS = (".ci/environment", ".ci/run", "play", "test")
#: Documents that quote the phrases
QUOTING = {"docs/writing.md"}
#: Phrases that are good English at a game table: messages and rules for players may have them
PLAYERS_WORDS = {"whoever", "one who", "ones who"}
#: What a docstring does not begin with: `Return` says more than these
RIDDLES = r"(Say|Tell|Have|Let) "

_PHRASE = {re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE): instead for phrase, instead in PHRASES.items()}
_QUOTED = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
#: Comments of scripts and style sheets; `://` in an address begins none
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
_SHELL_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))#(?!!).*$")


def sources() -> list[Path]:
    """Return the Python files whose docstrings and comments are checked."""
    folders = ("src", "examples", "tests", "bench", "docs", ".ci")
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in [ROOT / "conftest.py", *found] if path != Path(__file__)]


def documents() -> list[Path]:
    """Return the documents that are checked, with rules for players and templates."""
    inside = [path for name in ("rules.en.html", "*.py.txt") for path in sorted((ROOT / "src").rglob(name))]
    written = [path for folder in ("docs", "bench") for path in sorted((ROOT / folder).rglob("*.md"))]
    return [*written, *sorted(ROOT.glob("*.md")), *inside]


def scripts() -> list[Path]:
    """Return the JavaScript, style sheets and shell scripts whose comments are checked."""
    found = [path for name in ("*.js", "*.css") for path in sorted((ROOT / "src").rglob(name))]
    ours = [path for path in found if "vendor" not in path.parts]
    return [*ours, *sorted((ROOT / "docs").glob("*.js")), *(ROOT / name for name in SHELL_SCRIPTS)]


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each string that is not a docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    described = {id(node.body[0].value) for node, _, _ in docstrings(tree)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.lineno, node.value


def docstrings(tree: ast.Module) -> Iterator[tuple[ast.AST, int, str]]:
    """Yield each node with a docstring, the line of the docstring, and its text."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                yield node, node.body[0].lineno, text


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comment; lines that follow each other are one comment."""
    line, text = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if token.start[0] != line + 1:
            yield line, text
            text = ""
        line, text = token.start[0], f"{text} {token.string.lstrip('#: ')}"
    yield line, text


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each piece of prose in a file, without quoted code."""
    text = path.read_text("utf-8")
    if path.suffix in (".md", ".html", ".txt"):
        text = _QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), text)
        yield from (
            (text[: found.start()].count("\n") + 1, found[0])
            for found in re.finditer(r"(?s).+?(\n\n|$)", text)
        )
        return
    if path.suffix != ".py":
        comment = _COMMENT if path.suffix in (".js", ".css") else _SHELL_COMMENT
        for found in comment.finditer(text):
            yield text[: found.start()].count("\n") + 1, _QUOTED.sub("", found[0])
        return
    yield from ((line, _QUOTED.sub("", found)) for _, line, found in docstrings(ast.parse(text)))
    yield from comments(text)


def habits(path: Path, read: Callable[[Path], Iterator[tuple[int, str]]] = prose) -> list[str]:
    """Return a sentence for each phrase of the list in a file."""
    for_players = read is messages or path.suffix == ".html"
    return [
        f"{path.relative_to(ROOT)}:{line}: {' '.join(found[0].split())!r}: {instead}"
        for line, text in read(path)
        for phrase, instead in _PHRASE.items()
        for found in phrase.finditer(" ".join(text.split()))
        if not (for_players and found[0].lower() in PLAYERS_WORDS)
    ]


def test_docstrings_and_comments_use_standard_terms() -> None:
    found = [habit for path in sources() for habit in habits(path)]
    assert not found, "docs/writing.md says how we write:\n" + "\n".join(found)


def test_comments_of_scripts_and_style_sheets_use_standard_terms() -> None:
    checked = scripts()
    assert {path.suffix for path in checked} == {".js", ".css", ""}
    found = [habit for path in checked for habit in habits(path)]
    assert not found, "docs/writing.md says how we write:\n" + "\n".join(found)


def test_messages_use_standard_terms() -> None:
    found = [habit for path in (ROOT / "src").rglob("*.py") for habit in habits(path, messages)]
    assert not found, "docs/writing.md says how we write:\n" + "\n".join(found)


def names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each class and function, with blanks between its words."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.name.replace("_", " ")


def test_names_use_standard_terms() -> None:
    found = [habit for path in sources() for habit in habits(path, names)]
    assert not found, "docs/writing.md says how we write:\n" + "\n".join(found)


def test_documents_use_standard_terms() -> None:
    checked = [path for path in documents() if str(path.relative_to(ROOT)) not in QUOTING]
    found = [habit for path in checked for habit in habits(path)]
    assert not found, "docs/writing.md says how we write:\n" + "\n".join(found)


def test_a_docstring_of_a_function_with_a_result_says_what_is_returned() -> None:
    found = []
    for path in sources():
        for node, line, text in docstrings(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.returns is None:
                continue
            if ast.unparse(node.returns) != "None" and re.match(RIDDLES, text):
                found.append(f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}")
    assert not found, "begin with Return, Yield or what is done:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("some.py", '"""After so many visits."""', prose),
        ("some.py", "# one who watches", prose),
        ("some.py", '"""The seat that\nnone of them has; whoever asks."""', prose),
        ("some.py", 'print("closed after so many visits")', messages),
        ("some.py", "def keep_so_many_games(): pass", names),
        ("some.md", "# Speed\n\nWanted\nwere 12 minutes.", prose),
        ("some.html", "<p>The address is believed.</p>", prose),
        ("some.js", "const SPOKEN = 5; // so many announcements", prose),
        ("some.js", "/** What became\n of a puzzle. */", prose),
        ("some.css", "a { color: red; } /* made anew */", prose),
        ("script", "#!/bin/sh\ninstall # if that is none that works", prose),
    ],
)
def test_the_check_finds_a_phrase(
    name: str,
    text: str,
    read: Callable[[Path], Iterator[tuple[int, str]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / name
    path.write_text(text + "\n", "utf-8")
    assert habits(path, read)


def test_the_check_leaves_quoted_code_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.md"
    path.write_text("Write `so many` in\n\n```\nanew\n```\n", "utf-8")
    assert not [line for line, text in prose(path) if re.search("so many|anew", text)]
