"""Compares the UI trees of the open apps with published layouts: ``python docs/trees.py`` writes docs/trees.md."""

from __future__ import annotations

import importlib
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "trees.md"

_HEAD = """\
# UI trees of the open apps

This page compares the UI trees of the embedded apps with the sources of the real apps. It has all apps whose source is
open: those of B-MoCA's, AndroidWorld's and AndroidLab's phones. `python docs/trees.py` writes it: it walks the screens
of each app (150 at most) and compares them with the facts in `tests/handset/published_ids.json`.

`python tests/handset/handset_published.py FOLDER` brings those facts up to date. The folder holds clones of the
repositories that the file names. The command reads layouts, menus, files of ids and code, and notes the names and
classes that the embedded app has. It notes nothing else.

- **ids**: the number of resource ids that the walk found, or that the app's code names.
- **published**: the share of ids that a layout, a menu, a file of ids or the code of the app's source has. The sources
  and their revisions are below. `@*` means every branch. AndroidX's and Material's ids count for all apps.
- **or of the build**: also counts ids that published tests use on the builds of real phones, and ids that success
  detectors and B-MoCA's rules use. Google's Clock, Calculator and Launcher are not open source; they are compared with
  the open apps that they come from.
- **classes right**: the share of pairs of a resource id and a class that a published layout has too. Only ids whose
  layout says a class count. The class is the one that accessibility services see: a view without a class name of its
  own reports that of its nearest ancestor that has one. The command finds the ancestors of an app's own views in its
  code.
- **clickable named**: the share of clickable elements that have a text, a description or a hint, or an element in them
  that has. Elements of which the edge of a list leaves less than 32 dp don't count. Those without a name have none in
  the real apps either; the list below says where that can be read.

Joplin is written in React Native: its views have no resource ids. Its classes are compared with those that React
Native's views have. Clipper has one screen without controls. Chrome's source is too large to read as a whole: its ids
are compared with a part of it that another browser published, and with single files of Chromium. Android's Settings are
compared with Android 11's and 13's, as two forks published them.

Maps.me was open source until 2020; the version on AndroidLab's phone is not. It is compared with the last open one.
What came later has an id here only where AndroidLab's tasks are judged by it: the two ends of a route, home and work.

## The comparison

"""

_CLOSED = """
## Not measurable

No source of these apps is published:
{closed}.

AndroidLab's judges read the texts of pages and no ids, so they don't say which ids its closed apps have. AndroidLab's
phone also has Google's builds of Clock and Contacts, which differ from the open ones.
"""


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(HERE.parent / "tests" / "handset"))
    trees = importlib.import_module("handset_trees")
    closed = textwrap.fill(", ".join(sorted(set(trees.FACTS["closed"].values()))), 118)
    PAGE.write_text(_HEAD + trees.table() + _CLOSED.format(closed=closed), encoding="utf-8")


if __name__ == "__main__":
    main()
