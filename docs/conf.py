"""Builds the documentation site of the pages beside it: ``make docs`` writes it to build/docs.

The table of contents stands here and not in the pages, which so read well on a code-hosting site too.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util import logging

from bmoca_gym import __version__

#: Every page but the first, by heading of the side bar.
CONTENTS: dict[str, tuple[str, ...]] = {
    "Begin": (
        "gallery",
        "quick-start",
        "installing",
        "tutorials/train-ppo",
        "tutorials/evaluate-a-language-model",
        "tutorials/write-a-task",
        "tutorials/write-a-web-task",
        "tutorials/write-an-app",
        "tutorials/search",
        "tutorials/run-on-a-real-phone",
    ),
    "Coming from": (
        "coming-from/androidworld",
        "coming-from/androidlab",
        "coming-from/bmoca",
        "coming-from/miniwob",
        "coming-from/mobilegym",
    ),
    "Use": (
        "environment",
        "play",
        "notebooks",
        "evaluation",
        "interruptions",
        "chains",
        "users",
        "side-effects",
        "verification",
        "learning",
        "language-agents",
        "small-model",
        "continual",
        "real-devices",
        "faq",
        "conformance",
    ),
    "Phone models": (
        "models/ui-tars",
        "models/qwen",
        "models/autoglm",
        "models/ui-venus",
        "models/step-gui",
        "models/agentcpm-gui",
        "models/os-atlas",
        "models/cogagent",
        "models/computer-use",
        "models/generic",
    ),
    "Concepts": ("glossary", "phone", "web-pages", "environments", "judges", "tasks"),
    "Suites": (
        "suites",
        "leaderboard",
        "task_list",
        "androidworld",
        "androidworld_tasks",
        "androidlab",
        "androidlab_tasks",
        "miniwob",
        "androidworld-programs",
        "androidlab-programs",
    ),
    "API reference": (
        "stable",
        "api/index",
        "api/environments",
        "api/tasks",
        "api/configurations",
        "api/agents",
        "api/devices",
        "api/apps",
        "api/errors",
    ),
    "Reference": ("integrations", "extending", "figures", "trees", "languages", "where-things-are"),
    "Decisions": (
        "decisions/index",
        "decisions/phone-is-a-value",
        "decisions/compiled-core",
        "decisions/skia-bit-for-bit",
        "decisions/one-app-each",
        "decisions/own-adb-client",
        "decisions/virtual-time",
        "decisions/experts-read-the-screen",
        "decisions/tasks-are-data",
        "decisions/two-judges",
        "decisions/real-wire",
        "decisions/re2",
    ),
    "Project": ("contributing", "releasing", "citing", "changelog"),
}

#: What the side bar calls pages whose own title another page has too.
TITLES = {
    "suites": "Choose a suite",
    "api/index": "Overview of the API",
    "api/environments": "Environment classes",
    "api/configurations": "Configuration classes",
    "decisions/index": "About these records",
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
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_logo = html_favicon = "_static/logo.svg"
html_show_sphinx = False
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/versions.html",
        "sidebar/scroll-end.html",
    ]
}
html_context = {"versions": json.loads((Path(__file__).parent / "_static/versions.json").read_text("utf-8"))}
# A site that a hosted workflow builds links each page to its source; elsewhere nobody knows where that is.
if "GITHUB_REPOSITORY" in os.environ:
    html_theme_options = {
        "source_repository": "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/".format_map(os.environ),
        "source_branch": os.environ["GITHUB_REF_NAME"],
        "source_directory": "docs/",
    }

#: The pages that docs/browse.py made: those of tasks, by Gymnasium id, and of suites; none before it has run.
_BROWSE = Path(__file__).parent / "browse"
_PAGES = _BROWSE / "pages.json"
TASKS: dict[str, str] = json.loads(_PAGES.read_text(encoding="utf-8")) if _PAGES.exists() else {}
SUITES = list(dict.fromkeys(page.rsplit("/", 2)[0] for page in TASKS.values()))
#: The gallery's pictures, which its HTML names by their place in the site.
if TASKS:
    html_extra_path = ["browse/copied"]
#: The heading behind which the gallery stands.
_GALLERY = "\n## Tasks\n"

_TASK = re.compile(r"(?<![`\[])`([A-Za-z]+-\w+-v0)`(?!`)")
_OUTSIDE = re.compile(r"\]\(((?:\.\./)+[A-Z]+\.md)(?:#[\w-]+)?\)")
_TABLE_RULE = re.compile(r"^\|( *:?-+:? *\|)+$")


#: Sections that are folded, by page: a title, or a title and ``/*`` for each section in it; ``*`` is each chapter.
FOLDED = {
    "task_list": ("*",),
    "androidworld_tasks": ("*",),
    "androidlab_tasks": ("*",),
    "environment": (
        "Actions/*",
        "Compact text",
        "Info",
        "Motion",
        "Phones behind adb",
        "Virtual devices",
        "The handset as an emulator",
        "Known limits",
    ),
    "tasks": (
        "Rules/*",
        "Composite tasks",
        "A web page as a task",
        "Schemas for editors",
        "A suite of your own",
    ),
    "interruptions": ("Levels of your own", "What keeps it fair", "What they cost"),
    "learning": (
        "Results from scratch",
        "Results from a checkpoint of cloning",
        "Results: demonstrations, cloning, DAgger/*",
    ),
    "language-agents": (
        "Prompts of llm",
        "Errors and limits",
        "Few-shot examples",
        "Fine-tuning data",
    ),
    "small-model": ("One task", "Speed", "Run it as shipped"),
    "evaluation": ("What is in the folder/*",),
    "figures": (
        "Web pages",
        "Experts after random actions",
        "Dense rewards",
        "Experts in each grammar",
        "Compiled and as Python",
        "The code in counts",
        "Random gestures",
    ),
    "changelog": ("Unreleased/*", "1.0.0rc1, 2026-11-28/*"),
    "api/tasks": ("*",),
}
#: Pages whose chapters are folded but for the first, unless they stand above.
_API = "api/"
#: A signature longer than this is left out: the docstring lists the arguments.
_LONGEST_SIGNATURE = 600


def with_contents(app: Any, page: str, source: list[str]) -> None:
    """Put the table of contents behind the text of the first page, and that of suites behind the page on suites.

    Links to Markdown files that are no pages of the site become links to the files, Gymnasium ids of tasks links to the
    pages of the tasks.
    """
    source[0] = _OUTSIDE.sub(r"](path:\1)", source[0])
    if page not in TASKS.values():
        source[0] = _TASK.sub(with_page, source[0])
    if page in (root_doc, "gallery") and TASKS:
        text, heading, behind = source[0].partition(_GALLERY)
        source[0] = f"{text}{heading}\n```{{raw}} html\n:file: browse/gallery.html\n```\n{behind}"
    if page == root_doc:
        for heading, pages in CONTENTS.items():
            entries = [f"{TITLES[page]} <{page}>" if page in TITLES else page for page in pages]
            source[0] += toctree(entries, ":hidden:", f":caption: {heading}")
    if page == "suites" and SUITES:
        source[0] += "\n## Apps and tasks\n" + toctree([f"{suite}/index" for suite in SUITES], ":maxdepth: 2")


def toctree(pages: Iterable[str], *options: str) -> str:
    """A table of contents, in Markdown."""
    return "\n".join(["\n```{toctree}", *options, "", *pages, "```", ""])


def with_page(named: re.Match[str]) -> str:
    """The Gymnasium id of a task as a link to the task's page; any other as it is."""
    return f"[{named[0]}](/{TASKS[named[1]]}.md)" if named[1] in TASKS else named[0]


def with_folds(app: Any, doctree: nodes.document, page: str) -> None:
    """Fold the sections in `FOLDED`. The browser opens one that a link leads into."""
    api = page.startswith(_API)
    folded = FOLDED.get(page, ("*",) if api else ())
    found = set()
    for section in [*doctree.findall(nodes.section)]:
        chapter = isinstance(section.parent.parent, nodes.document)
        names = {section[0].astext(), f"{section.parent[0].astext()}/*", "*" if chapter else ""}
        if isinstance(section.parent, nodes.document) or not names.intersection(folded):
            continue
        found |= names
        inside = sum(isinstance(one, nodes.section) for one in section)
        words = f"{inside} tasks" if inside and "*" in folded and not api else "Show"
        opened = " open" if api and page not in FOLDED and section.parent.index(section) < 3 else ""
        section.insert(
            1, nodes.raw("", f'<details class="fold"{opened}><summary>{words}</summary>', format="html")
        )
        section.append(nodes.raw("", "</details>", format="html"))
    for name in set(folded) - found if not api else ():
        logging.getLogger(__name__).warning("%s: no section %r to fold", page, name)


def with_short_signature(
    app: Any, kind: str, name: str, member: Any, options: Any, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Leave out a signature that would fill the screen."""
    return ("(…)" if signature and len(signature) > _LONGEST_SIGNATURE else signature), returned


def with_short_side_bar(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """List in the side bar of a page the apps of its own suite alone, and the tasks of its own app.

    Furo asks for everything, which it then folds: 440 entries on each of 440 pages. A page that docs/browse.py made has
    no link to its source.
    """
    if page.startswith(_BROWSE.name + "/"):
        context.pop("page_source_suffix", None)
    if "toctree" in context:
        whole = context["toctree"]
        # Sphinx calls the captions headings without saying of which level.
        context["toctree"] = lambda **options: whole(**options | {"collapse": True}).replace(
            ' role="heading"', ' role="heading" aria-level="2"'
        )


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
    app.connect("doctree-resolved", with_folds)
    app.connect("autodoc-process-docstring", with_markdown, priority=400)
    app.connect("autodoc-process-signature", with_short_signature)
    app.connect("autodoc-skip-member", without_fields)
    app.connect("html-page-context", with_short_side_bar, priority=400)  # before Furo's own
