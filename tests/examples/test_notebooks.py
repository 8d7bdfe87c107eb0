"""The notebooks of examples/notebooks run from the first cell to the last, and show what they promise.

Neither Jupyter nor nbclient is needed: the cells are plain Python. Each notebook is written as a program in which the last
expression of a cell is printed as IPython shows it, by ``_repr_html_`` or ``repr``.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

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


#: The first lines of each program.
SHOW = """
def _show(value):
    page = getattr(value, "_repr_html_", None)
    if value is not None:
        print(repr(value) if page is None else page())

"""

#: Runs all programs in one process, which imports everything once.
RUN = "import runpy, sys\nfor name in sys.argv[1:]:\n    print('=== ' + name)\n    runpy.run_path(name, run_name='__main__')"


def test_all_run_and_show_what_they_promise(tmp_path: Path) -> None:
    assert [path.stem for path in NOTEBOOKS] == [*SHOWN]
    for path in NOTEBOOKS:
        (tmp_path / path.stem).write_text(program(path), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-c", RUN, *SHOWN],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert found.returncode == 0, found.stderr
    printed = dict(part.split("\n", 1) for part in found.stdout.split("=== ")[1:])
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


def program(path: Path) -> str:
    """Return a notebook as a program that prints what its cells show."""
    written = [SHOW]
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body[-1]
        if isinstance(last, ast.Expr):
            last.value = ast.Call(ast.Name("_show"), [last.value], [])
        written.append(ast.unparse(tree))
    return "\n".join(written) + "\n"
