"""Builds the documentation site of the pages beside it: ``make docs`` writes it to build/docs.

The table of contents stands here and not in the pages, which so read well on a code-hosting site too.
"""

from __future__ import annotations

import re
from typing import Any

from bmoca_gym import __version__

#: Every page but the first, by heading of the side bar.
CONTENTS: dict[str, tuple[str, ...]] = {
    "Begin": (
        "quick-start",
        "installing",
        "tutorials/train-ppo",
        "tutorials/evaluate-a-language-model",
        "tutorials/write-a-task",
        "tutorials/write-an-app",
        "tutorials/search",
        "tutorials/run-on-a-real-phone",
    ),
    "Use": ("environment", "play", "evaluation", "learning", "language-agents", "continual", "real-devices"),
    "Concepts": ("phone", "environments", "judges", "tasks"),
    "Suites": ("suites", "task_list", "androidworld", "androidworld_tasks", "androidlab", "androidlab_tasks"),
    "API reference": (
        "api/index",
        "api/environments",
        "api/tasks",
        "api/configurations",
        "api/agents",
        "api/devices",
        "api/apps",
        "api/errors",
    ),
    "Reference": ("figures", "trees", "where-things-are"),
    "Project": ("contributing", "citing", "changelog"),
}

project = "bmoca_gym"
author = "The bmoca_gym authors"
copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"
myst_heading_anchors = 4
# Blocks without a language are what a program prints.
highlight_language = "none"

# Single backquotes are names of the code, or words of a command line.
default_role = "py:obj"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
# What the public modules import of extras: the site is built without them.
autodoc_mock_imports = ["torch", "minari", "h5py", "openai", "adbutils", "android_env", "grpc"]
napoleon_use_rtype = False
napoleon_use_ivar = True
python_maximum_signature_line_length = 100

html_theme = "furo"
html_title = "bmoca_gym"
html_copy_source = False
html_show_sphinx = False

_OUTSIDE = re.compile(r"\]\(((?:\.\./)+[A-Z]+\.md)(?:#[\w-]+)?\)")
_TABLE_RULE = re.compile(r"^\|( *:?-+:? *\|)+$")


def with_contents(app: Any, page: str, source: list[str]) -> None:
    """Put the table of contents behind the text of the first page.

    Links to Markdown files that are no pages of the site become links to the files.
    """
    source[0] = _OUTSIDE.sub(r"](path:\1)", source[0])
    if page == root_doc:
        for heading, pages in CONTENTS.items():
            listed = "\n".join(pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {heading}\n\n{listed}\n```\n"


def with_markdown(app: Any, kind: str, name: str, member: Any, options: Any, lines: list[str]) -> None:
    """Turn the headings and tables of a docstring, which are Markdown's, into what autodoc reads."""
    made: list[str] = []
    for line in lines:
        if line.startswith("## "):
            made.append(f".. rubric:: {line[3:]}")
        elif _TABLE_RULE.match(line):
            continue
        elif line.startswith("|"):
            if not made or not made[-1].startswith("   "):
                made += [".. list-table::", "   :header-rows: 1", ""]
            first, *others = (cell.strip() for cell in line.strip("|").split(" | "))
            made += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
        else:
            made.append(line)
    lines[:] = made


def without_fields(app: Any, kind: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Leave out the fields of named tuples, which the docstring of the class explains."""
    return True if type(member).__name__ == "_tuplegetter" else None


def setup(app: Any) -> None:
    """Connect what is done while pages and docstrings are read."""
    app.connect("source-read", with_contents)
    app.connect("autodoc-process-docstring", with_markdown, priority=400)
    app.connect("autodoc-skip-member", without_fields)
