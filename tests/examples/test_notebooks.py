"""The notebooks of examples/notebooks run from the first cell to the last, and show what they promise.

Neither Jupyter nor nbclient is needed: the cells are plain Python, and the last expression of a cell is shown as
IPython shows it, by ``_repr_html_`` or ``repr``.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))

#: What each notebook has to show.
SHOWN = {
    "01_first_steps": ["done after", "data-player", "The screen"],
    "02_evaluate": ["'expert': 1.0", "(2, 2)", "data-player", "success"],
    "03_train": ["of the demonstrated actions", "'000': True", "data-player"],
    "04_own_task": ["100 done", "105 done", "data-player", "Did you mean 'rows_exist'"],
    "05_robustness": [
        "(True, ('message', 'advertisement'), [])",
        "'airplane mode was turned on'",
        "data-player",
    ],
}


def test_all_run_and_show_what_they_promise(tmp_path: Path) -> None:
    assert [path.stem for path in NOTEBOOKS] == [*SHOWN]
    found = subprocess.run(
        [sys.executable, __file__, *map(str, NOTEBOOKS)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert found.returncode == 0, found.stderr
    printed = json.loads(found.stdout)
    for name, promised in SHOWN.items():
        for words in promised:
            assert words in printed[name], f"{name} does not show {words!r}"


def test_they_are_notebooks_without_outputs() -> None:
    for path in NOTEBOOKS:
        book = json.loads(path.read_text(encoding="utf-8"))
        assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
        assert 8 <= len(book["cells"]) <= 14, path.name
        assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
        for cell in book["cells"]:
            assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)


def play(path: Path) -> str:
    """Run a notebook. Returns all that its cells print and show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shown: list[str] = []
    names["print"] = lambda *values: shown.append(" ".join(map(str, values)))
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
            page = getattr(value, "_repr_html_", None)
            if value is not None:
                shown.append(repr(value) if page is None else page())
    return "\n".join(shown)


if __name__ == "__main__":
    result = {Path(name).stem: play(Path(name)) for name in sys.argv[1:]}
    sys.stdout.write(json.dumps(result))
