"""Builds the documentation site of the pages beside it: ``make docs`` writes it to build/docs.

The table of contents stands here and not in the pages, which so read well on a code-hosting site too.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym import __version__

#: Every page but the first, by heading of the side bar.
CONTENTS: dict[str, tuple[str, ...]] = {
    "Use": ("environment", "evaluation", "learning", "language-agents", "continual", "real-devices"),
    "Concepts": ("environments", "tasks"),
    "Suites": ("task_list", "androidworld", "androidworld_tasks"),
    "Reference": ("figures", "trees", "where-things-are"),
}

project = "bmoca_gym"
author = "The bmoca_gym authors"
copyright = author
version = release = __version__

extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
# Blocks without a language are what a program prints.
highlight_language = "none"

html_theme = "furo"
html_title = "bmoca_gym"
html_copy_source = False
html_show_sphinx = False


def with_contents(app: Any, page: str, source: list[str]) -> None:
    """Put the table of contents behind the first page's text."""
    if page != root_doc:
        return
    for heading, pages in CONTENTS.items():
        listed = "\n".join(pages)
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{listed}\n```\n"


def setup(app: Any) -> None:
    """Connect what is done while pages are read."""
    app.connect("source-read", with_contents)
