"""Links, paths and modules in the documentation: each exists; and the contents list every page."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
#: Without what `make docs` has written, docs/browse.
SITE = sorted(path for path in DOCS.rglob("*.md") if "browse" not in path.parts)
PAGES = [ROOT / f"{name}.md" for name in ("README", "SECURITY", "CHANGELOG", "CONTRIBUTING")] + SITE
#: Folders of the repository that a path in backquotes begins with; anything else is a path on a phone or of a user.
TOPS = ("bmoca_gym", "tests", "benchmarks", "examples", "docs", ".ci")
#: Folders of the package, by which the pages shorten paths: `handset/state.py`.
INSIDE = sorted(path.name for path in (ROOT / "bmoca_gym").iterdir() if path.is_dir())

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?[^)]*\)")
_PATH = re.compile(rf"^({'|'.join(map(re.escape, (*TOPS, *INSIDE)))})/[\w./*<>-]*$")
_MODULE = re.compile(r"\bbmoca_gym(?:\.\w+)+")
#: Groups of entry points are named like modules and are none.
GROUPS = {f"bmoca_gym.{name}" for name in ("suites", "apps", "images", "stores", "experts", "plugins")}


def exists(path: str) -> bool:
    """Whether a path exists in the repository or below the package; ``<app>`` stands for any name."""
    pattern = re.sub(r"<\w+>", "*", path.rstrip("/"))
    return any(any(base.glob(pattern)) for base in (ROOT, ROOT / "bmoca_gym"))


def importable(name: str) -> bool:
    """Whether a dotted name is a module, or a member of one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:count])
        if path.is_dir() or path.with_suffix(".py").is_file():
            if count == len(parts):
                return True
            file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            return re.search(rf"\b{re.escape(parts[count])}\b", file.read_text(encoding="utf-8")) is not None
    return False


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code-hosting sites and the documentation's site make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def leads_nowhere(page: Path, link: str, anchor: str) -> bool:
    """Whether a relative link of a page names a missing file, or a missing heading."""
    if "://" in link:
        return False
    target = page.parent / link if link else page
    return not target.exists() or bool(anchor and target.suffix == ".md" and anchor not in anchors(target))


def test_the_contents_of_the_site_name_every_page_once() -> None:
    pytest.importorskip("docutils", reason="needs the extra docs")
    contents = runpy.run_path(str(DOCS / "conf.py"))["CONTENTS"]
    named = ["index", *(page for pages in contents.values() for page in pages)]
    assert sorted(named) == sorted(path.relative_to(DOCS).with_suffix("").as_posix() for path in SITE)


def test_the_sections_that_the_site_folds_exist() -> None:
    pytest.importorskip("docutils", reason="needs the extra docs")
    for page, folded in runpy.run_path(str(DOCS / "conf.py"))["FOLDED"].items():
        text = "CHANGELOG.md" if page == "changelog" else f"docs/{page}.md"
        titles = re.findall(r"^#+ (.+)$", (ROOT / text).read_text(encoding="utf-8"), re.MULTILINE)
        titles = [title.replace("`", "") for title in titles]
        assert [one for one in folded if one != "*" and one.removesuffix("/*") not in titles] == [], page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_and_module_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    wrong = [f"{link}#{anchor}" for link, anchor in _LINK.findall(text) if leads_nowhere(page, link, anchor)]
    for code in _CODE.findall(text):
        wrong += [word for word in code.split() if _PATH.match(word) and not exists(word)]
    wrong += [name for name in _MODULE.findall(text) if name not in GROUPS and not importable(name)]
    assert not wrong


def test_a_path_or_module_that_is_gone_is_noticed() -> None:
    assert exists("handset/state.py")
    assert exists("suites/<suite>/tasks/<app>.yaml")
    assert not exists("handset/system/shell_language.py")
    assert importable("bmoca_gym.devices.adb.device.AdbDevice")
    assert not importable("bmoca_gym.devices.adb_device.AdbDevice")
    assert not importable("bmoca_gym.devices.adb.device.NoDevice")


def test_where_things_are_names_places_alone() -> None:
    """Everything in backquotes is an existing place, except for a few other names."""
    text = (ROOT / "docs" / "where-things-are.md").read_text(encoding="utf-8")
    others = {
        "bmoca_gym", "bmoca", "step", "Phone.handled", "bmoca-emulator", "Screen", "python -m benchmarks.trips --files",
    }  # fmt: skip
    places = [code for code in _CODE.findall(text) if code not in others]
    assert len(places) > 60
    assert [place for place in places if not exists(place)] == []
