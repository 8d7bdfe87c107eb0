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
of its resource ids with those of the real app. They stand in `tests/handset/published_ids.json`.

**In published layouts**: names that a layout, a menu or a file of ids has in the published source of the app, in any
version: Android's own (AOSP), LineageOS's and its forks, and Wikipedia's. The file names the repositories. **With the
build's own**: also those that published tests name on the build that phones have, since Google's Clock, Calculator and
Launcher are not open, and on which success detectors and the rules of B-MoCA rely.

**Classes**: of the pairs of a resource id and the class of its elements, the share that is so in a published layout;
only ids whose layout was read count. Classes are what services are told: that of a view which has no name of its own
for them is its nearest ancestor's that has one.

**Depth** is that of a screen's deepest element under the window's root, which has 0. Windows have Android's decor:
layouts around `android:id/content`, the backgrounds of the status bar and the navigation bar, and the layouts in which
the app's own files hold a screen or a part of one (`handset/ui/decor.py`, and `layouts` of an app's manifest). Pop-up
menus and dialogs are windows of their own, and not so deep. Text observations and set-of-mark pictures leave out what
only holds something else, on every kind of device: `UiTree.numbered`.

**Flags** are shares of all elements.

"""


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(HERE.parent / "tests" / "handset"))
    trees = importlib.import_module("handset_trees")
    PAGE.write_text(_HEAD + trees.table(), encoding="utf-8")


if __name__ == "__main__":
    main()
