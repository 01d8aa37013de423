"""Run the cells of examples/tour.ipynb and store their outputs: `python docs/make_tour.py`."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"


def run_cells(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Execute the code cells in order, in one namespace, and return the outputs of each."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [
        _run("".join(cell["source"]), namespace) for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]


def _run(source: str, namespace: dict[str, Any]) -> list[dict[str, Any]]:
    """Execute one cell; its output is what it prints, then the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if value is not None:
        data = {"text/plain": repr(value)}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_()
        outputs.append(
            {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data}
        )
    return outputs


def main() -> None:
    """Run the tour and write it back."""
    notebook = json.loads(TOUR.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, outputs in zip(code, run_cells(notebook), strict=True):
        cell["outputs"] = outputs
    TOUR.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
