"""Write how the modules of `stramash.table` import each other, now or in a revision of git.

    python bench/import_graph.py                 now
    python bench/import_graph.py --at 93777bb    before the table was split into layers
    python bench/import_graph.py --write         now, into docs/table-imports.md

Each line is a module and what it imports from `stramash.table`, first its own layer. Modules that import each
other, directly or through others, are listed as cycles; there should be none. Imports under `TYPE_CHECKING`
count: they are dependencies too.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "stramash.table"
FOLDER = "src/stramash/table"
PAGE = ROOT / "docs" / "table-imports.md"


def sources_now() -> dict[str, str]:
    """Return the source of every module of the table, by its name within the package."""
    folder = ROOT / FOLDER
    return {
        _name(path.relative_to(folder)): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.py"))
        if "migrations" not in path.parts
    }


def sources_at(revision: str) -> dict[str, str]:
    """Return the same for a revision of git."""
    listed = _git("ls-tree", "-r", "--name-only", revision, FOLDER).splitlines()
    paths = [Path(line).relative_to(FOLDER) for line in listed if line.endswith(".py")]
    return {
        _name(path): _git("show", f"{revision}:{FOLDER}/{path.as_posix()}")
        for path in paths
        if "migrations" not in path.parts
    }


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__").replace("__init__", "")


def imports(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return for every module the modules of the table that it imports; packages are left out."""
    packages = {"", *(name.rpartition(".")[0] for name in sources)}
    modules = sources.keys() - packages
    return {
        name: {found for found in _imported(sources[name]) if found in modules and found != name}
        for name in modules
    }


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.removeprefix(f"{PACKAGE}.")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            module = (node.module or "").removeprefix(PACKAGE).removeprefix(".")
            yield module
            for alias in node.names:
                yield f"{module}.{alias.name}" if module else alias.name


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group: list[str] = []
            while not group or group[-1] != name:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return sorted(found)


def layer(name: str) -> str:
    """Return the layer of a module: the first part of its name."""
    return name.partition(".")[0] if "." in name else "(table)"


def describe(graph: Mapping[str, set[str]]) -> str:
    """Return the graph as text."""
    lines = [f"{len(graph)} modules, {sum(len(targets) for targets in graph.values())} imports between them"]
    lines += [f"cycle: {', '.join(group)}" for group in cycles(graph)]
    lines.append("cycles: none" if not cycles(graph) else f"cycles: {len(cycles(graph))}")
    for name in sorted(graph):
        own = [target for target in sorted(graph[name]) if layer(target) == layer(name)]
        order = [*own, *sorted(graph[name] - set(own))]
        lines.append(f"{name} -> {', '.join(order) or '-'}")
    return "\n".join(lines)


def write_page() -> None:
    """Replace the graph in the section "Now" of its page."""
    text = PAGE.read_text("utf-8")
    before, heading, rest = text.partition("## Now\n")
    _, following, older = rest.partition("\n## ")
    now = f"\n```text\n{describe(imports(sources_now()))}\n```\n"
    PAGE.write_text(before + heading + now + following + older, "utf-8")


def main() -> None:
    """Print the graph, or write it into its page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--at", metavar="REVISION", help="a revision of git; by default the files as they are"
    )
    parser.add_argument("--write", action="store_true", help="write the graph of today into its page")
    arguments = parser.parse_args()
    if arguments.write:
        write_page()
        return
    sources = sources_now() if arguments.at is None else sources_at(arguments.at)
    print(describe(imports(sources)))


if __name__ == "__main__":
    main()
