"""Compares the UI trees of the open apps with published layouts: ``python docs/trees.py`` writes docs/trees.md."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "trees.md"

_HEAD = """\
# UI trees of the open apps

This page compares the UI trees of the embedded apps with those of the real apps, as far as their source is published.
`python docs/trees.py` writes it: it walks the screens of each app and compares the names of the resource ids with the
published names, which are in `tests/handset/published_ids.json`.

- **ids**: the number of resource ids that the walk found.
- **in published layouts**: the share of ids that a layout, a menu or a file of ids has in any version of the app's
  published source: Android's own (AOSP), LineageOS and its forks, Wikipedia; for the apps of AndroidWorld, the release
  that theirs is; for Firefox on AndroidLab's phone, Fenix and Android Components of 2022 and 2023. The JSON file
  names the repositories. Pro Expense, Joplin and OsmAnd are not among them.
- **with the build's own**: also counts ids that published tests use on the builds of real phones, and ids that
  success detectors and B-MoCA's rules use. Google's Clock, Calculator and Launcher are not open source.
- **classes**: the share of pairs of a resource id and a class that a published layout has too. Only ids whose layout
  was read count. The class is the one that accessibility services see: a view without a class name of its own reports
  that of its nearest ancestor that has one.
- **depth**: the depth of a screen's deepest element; the window's root has depth 0. Windows include Android's decor:
  the layouts around `android:id/content`, the backgrounds of the bars, and the containers of the app's own layout
  files (`handset/ui/decor.py`, and `layouts` in an app's manifest). Pop-up menus and dialogs are windows of their
  own, and less deep. Text observations and set-of-mark pictures leave out pure containers on every kind of device
  (`UiTree.numbered`).
- **clickable** and the other flags: shares of all elements.
- **without a name**: the share of clickable elements that have no text, description or hint, nor an element in them
  that has.

"""


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(HERE.parent / "tests" / "handset"))
    trees = importlib.import_module("handset_trees")
    PAGE.write_text(_HEAD + trees.table(), encoding="utf-8")


if __name__ == "__main__":
    main()
