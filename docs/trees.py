"""Compares the UI trees of the open apps with published layouts: ``python docs/trees.py`` writes docs/trees.md."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "trees.md"

_HEAD = """\
# UI trees of the open apps

Made by `python docs/trees.py`, which walks the screens of each open app of the embedded handset and compares the names
of its resource ids with those of the real app. They stand in `tests/handset/published_ids.json`: those of the layouts,
menus and code that are published, and those that published tests name on the build that phones have, since Google's
Clock, Calculator and Launcher are not open.

**Depth** is that of a screen's deepest element under the window's root, which has 0. Windows have Android's decor:
layouts around `android:id/content`, the backgrounds of the status bar and the navigation bar, and the layouts in which
the app's own files hold a screen (`handset/ui/decor.py`, and `layouts` of an app's manifest). Text observations and
set-of-mark pictures leave out what only holds something else, on every kind of device: `UiTree.numbered`.

**Flags** are shares of all elements.

"""


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(HERE.parent / "tests" / "handset"))
    trees = importlib.import_module("handset_trees")
    PAGE.write_text(_HEAD + trees.table(), encoding="utf-8")


if __name__ == "__main__":
    main()
