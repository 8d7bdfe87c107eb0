"""Reads the resource ids of open apps in their published sources, and the classes of the elements that have them.

``python tests/handset/handset_published.py FOLDER`` brings published_ids.json up to date. The folder holds clones of the
repositories that the file names, bare or not, each as ``OWNER+NAME`` (``git clone --bare URL OWNER+NAME``). It notes only
the names that the embedded app has. An app whose clones aren't all there is left as it is.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).parent))

from handset_trees import FACTS, OPEN_APPS, PUBLISHED, measure

#: Attributes of Android's own namespace.
_ANDROID = "{http://schemas.android.com/apk/res/android}"

#: What accessibility services are told of the classes of Android, AndroidX, Material and Chromium, by their last name.
ACCESSIBLE = {
    name: of
    for of, names in {
        "android.view.View": (
            "View SurfaceView TextureView Space ViewStub GLSurfaceView"
        ),
        "android.view.ViewGroup": (
            "ViewGroup Toolbar MaterialToolbar ConstraintLayout CoordinatorLayout SwipeRefreshLayout MotionLayout AdapterView "
            "FlexboxLayout ChipGroup AbstractComposeView GridLayout BottomAppBar"
        ),
        "android.webkit.WebView": "WebView",
        "androidx.compose.ui.platform.ComposeView": "ComposeView",
        "android.widget.ToggleButton": "ToggleButton",
        "android.widget.ViewFlipper": "ViewFlipper",
        "android.widget.TextView": "TextView AppCompatTextView MaterialTextView EmojiTextView DateTimeView",
        "android.widget.EditText": "EditText AppCompatEditText TextInputEditText",
        "android.widget.AutoCompleteTextView": (
            "AutoCompleteTextView AppCompatAutoCompleteTextView MaterialAutoCompleteTextView"
        ),
        "android.widget.MultiAutoCompleteTextView": "MultiAutoCompleteTextView AppCompatMultiAutoCompleteTextView",
        "android.widget.Button": (
            "Button AppCompatButton MaterialButton ExtendedFloatingActionButton Chip MaterialChip"
        ),
        "android.widget.ImageButton": (
            "ImageButton AppCompatImageButton FloatingActionButton CheckableImageButton VisibilityAwareImageButton"
        ),
        "android.widget.ImageView": "ImageView AppCompatImageView ShapeableImageView QuickContactBadge",
        "android.widget.CheckBox": "CheckBox AppCompatCheckBox MaterialCheckBox",
        "android.widget.RadioButton": "RadioButton AppCompatRadioButton MaterialRadioButton",
        "android.widget.Switch": "Switch SwitchCompat SwitchMaterial MaterialSwitch",
        "android.widget.CheckedTextView": "CheckedTextView AppCompatCheckedTextView",
        "android.widget.Spinner": "Spinner AppCompatSpinner",
        "android.widget.SeekBar": "SeekBar AppCompatSeekBar Slider RangeSlider",
        "android.widget.RatingBar": "RatingBar AppCompatRatingBar",
        "android.widget.ProgressBar": "ProgressBar LinearProgressIndicator CircularProgressIndicator ContentLoadingProgressBar",
        "android.widget.LinearLayout": (
            "LinearLayout LinearLayoutCompat AppBarLayout TextInputLayout TableLayout TableRow SearchView MaterialButtonToggleGroup"
        ),
        "android.widget.FrameLayout": (
            "FrameLayout CardView NavigationView ScrimInsetsFrameLayout BottomNavigationView NavigationRailView "
            "FragmentContainerView CollapsingToolbarLayout ContentFrameLayout OptimizedFrameLayout"
        ),
        "androidx.cardview.widget.CardView": "MaterialCardView",
        "android.widget.RelativeLayout": "RelativeLayout",
        "android.widget.ScrollView": "ScrollView NestedScrollView",
        "android.widget.HorizontalScrollView": "HorizontalScrollView TabLayout",
        "androidx.recyclerview.widget.RecyclerView": "RecyclerView",
        "androidx.viewpager.widget.ViewPager": "ViewPager ViewPager2",
        "androidx.drawerlayout.widget.DrawerLayout": "DrawerLayout",
        "androidx.slidingpanelayout.widget.SlidingPaneLayout": "SlidingPaneLayout",
        "android.widget.ListView": "ListView ExpandableListView",
        "android.widget.GridView": "GridView",
        "android.widget.RadioGroup": "RadioGroup",
        "android.widget.TabWidget": "TabWidget",
        "android.widget.VideoView": "VideoView",
        "android.widget.NumberPicker": "NumberPicker",
        "android.widget.DatePicker": "DatePicker",
        "android.widget.TimePicker": "TimePicker",
        "android.widget.ImageSwitcher": "ImageSwitcher",
        "android.widget.ViewSwitcher": "ViewSwitcher",
        "android.widget.Chronometer": "Chronometer",
    }.items()
    for name in names.split()
}  # fmt: skip
#: Ends the tag of a button that can be checked, whatever its class.
_CHECKABLE = "(checkable)"
#: Tags of layouts that are no elements.
_NO_VIEWS = {"include", "merge", "fragment", "data", "variable", "import", "requestFocus", "tag", "layout", "Barrier", "Guideline", "Group"}  # fmt: skip
_DECLARATION = re.compile(
    r"\bclass\s+(\w+)(?:<[^{>]*>)?\s*(?:extends\s+([\w.]+)|(?:@\w+\s+)?(?:(?:internal|private|protected)\s+)?(?:constructor\s*)?"
    r"(?:\([^{]*?\))?\s*:\s*([\w.]+))",
    re.DOTALL,
)


class Source(NamedTuple):
    """What a revision of a repository says: the names of its ids, the tags that have them, and what its classes extend."""

    names: set[str]
    tags: dict[str, set[str]]
    parents: dict[str, str]


def _git(folder: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", f"--git-dir={folder}", *arguments], check=True, capture_output=True).stdout


def _folder(clones: Path, repository: str) -> Path | None:
    """The git directory of a clone, None if there is none."""
    at = clones / repository.replace("/", "+")
    return next(
        (each for each in (at / "repo", at / "repo" / ".git", at / ".git", at) if (each / "HEAD").is_file()),
        None,
    )


def _revisions(folder: Path, revision: str) -> tuple[str, ...]:
    """The commits that a revision stands for: ``*`` for every branch."""
    if revision != "*":
        return (revision,)
    heads = _git(folder, "for-each-ref", "--format=%(objectname)", "refs/heads", "refs/remotes")
    return tuple(sorted(set(heads.decode().split())))


def _files(folder: Path, commits: tuple[str, ...], under: str) -> Iterator[tuple[str, str]]:
    """The layouts, menus, values and code of revisions, in a folder of them if one is given; equal files once."""
    where = ["--", under] if under else []
    blobs: dict[str, str] = {}
    for commit in commits:
        for line in _git(folder, "ls-tree", "-r", "-z", commit, *where).decode(errors="replace").split("\0"):
            about, _, path = line.partition("\t")
            if path and _kind(path):
                blobs.setdefault(about.split()[2], path)
    asked = "".join(f"{blob}\n" for blob in blobs).encode()
    got = subprocess.run(
        ["git", f"--git-dir={folder}", "cat-file", "--batch"], input=asked, check=True, capture_output=True
    ).stdout
    at = 0
    for path in blobs.values():
        end = got.index(b"\n", at)
        head = got[at:end].split()
        size = int(head[2]) if len(head) > 2 else -1  # a snapshot may lack large files
        yield path, got[end + 1 : end + 1 + max(size, 0)].decode("utf-8", "replace")
        at = end + 1 + (size + 1 if size >= 0 else 0)


def _kind(path: str) -> str:
    """What a file is: "layout", "ids", "code", or "" for none of them."""
    if path.endswith((".kt", ".java")):
        return "code"
    folder = path.rpartition("/")[0].rpartition("/")[2].partition("-")[0]
    if not path.endswith(".xml") or "/res" not in f"/{path}":
        return ""
    return {"layout": "layout", "menu": "ids", "values": "ids", "navigation": "ids", "xml": "ids"}.get(
        folder, ""
    )


@cache
def read(folder: Path, commits: tuple[str, ...], under: str = "") -> Source:
    """Read revisions of a repository, or a folder of them."""
    parents: dict[str, str] = {}
    names: set[str] = set()
    tags: dict[str, set[str]] = defaultdict(set)
    included: dict[str, set[str]] = defaultdict(set)
    roots: dict[str, set[str]] = defaultdict(set)
    for path, text in _files(folder, commits, under):
        if _kind(path) == "code":
            names |= set(re.findall(r"\bR\.id\.(\w+)", text))
            for name, java, kotlin in _DECLARATION.findall(text):
                parents.setdefault(name, (java or kotlin).rpartition(".")[2])
            continue
        names |= set(re.findall(r"@\+?id/(\w+)", text))
        names |= set(re.findall(r'<item\s[^>]*type="id"[^>]*name="(\w+)"', text))
        names |= set(re.findall(r'<item\s[^>]*name="(\w+)"[^>]*type="id"', text))
        if _kind(path) == "layout":
            _layout(path, text, tags, included, roots)
    for name, layouts in included.items():
        for layout in layouts:
            tags[name] |= roots[layout]
    return Source(names, tags, parents)


def _layout(
    path: str, text: str, tags: dict[str, set[str]], included: dict[str, set[str]], roots: dict[str, set[str]]
) -> None:
    """Note the ids of a layout with the tags that have them."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return
    if root.tag == "layout":
        root = next((child for child in root if child.tag != "data"), root)
    stem = path.rpartition("/")[2].removesuffix(".xml")
    roots[stem].add(root.get("class") or root.tag)
    for element in root.iter():
        name = (element.get(f"{_ANDROID}id") or "").rpartition("/")[2]
        if not name or not isinstance(element.tag, str):
            continue
        if element.tag == "include":
            included[name].add((element.get("layout") or "").rpartition("/")[2])
        else:
            tag = (element.get("class") or element.tag) if element.tag == "view" else element.tag
            checkable = tag.endswith(("Button", "Chip")) and element.get(f"{_ANDROID}checkable") == "true"
            tags[name].add(tag + _CHECKABLE * checkable)


def _accessible(tag: str, parents: dict[str, str]) -> str | None:
    """The class that services are told of an element with a tag, by its nearest ancestor that has one of its own."""
    name = tag.rpartition(".")[2]
    if name.endswith(_CHECKABLE):
        return "android.widget.CompoundButton"
    if tag.startswith("android.support."):
        return tag
    for _ in range(12):
        if name in _NO_VIEWS:
            return None
        if name in ACCESSIBLE:
            return ACCESSIBLE[name]
        if name not in parents:
            return None
        name = parents[name]
    return None


def renewed(package: str, clones: Path) -> dict[str, Any] | None:
    """The facts of an app, read again; None if a clone is missing."""
    facts = FACTS[package]
    read_ones = []
    for source in facts["sources"]:
        repository, _, revision = source.partition("@")
        revision, _, under = revision.partition(":")
        folder = _folder(clones, repository)
        if folder is None:
            print(f"{facts['app']}: no clone of {repository}", file=sys.stderr)
            return None
        read_ones.append(read(folder, _revisions(folder, revision), under))
    ids = measure(package).ids
    by_hand = {
        (name, of) for each in facts.get("read", {}).values() for of, found in each.items() for name in found
    }
    names = {name for one in read_ones for name in one.names} | {name for name, _ in by_hand}
    parents = {child: of for one in read_ones for child, of in one.parents.items()}
    classes: dict[str, list[str]] = defaultdict(list)
    for name in sorted(ids):
        tags = {tag for one in read_ones for tag in one.tags.get(name, ())}
        told = {_accessible(tag, parents) for tag in tags} | {of for known, of in by_hand if known == name}
        for of in sorted(each for each in told if each):
            classes[of].append(name)
    return {**facts, "published": sorted(names & ids), "classes": dict(sorted(classes.items()))}


def _written(facts: Any, indent: int = 0) -> str:
    """JSON with lists of texts that fill their lines."""
    inner = " " * (indent + 2)
    if isinstance(facts, dict) and facts:
        fields = (f"{inner}{json.dumps(key)}: {_written(value, indent + 2)}" for key, value in facts.items())
        return "{\n" + ",\n".join(fields) + "\n" + " " * indent + "}"
    whole = json.dumps(facts, ensure_ascii=False)
    if not isinstance(facts, list) or len(whole) + indent < 90:
        return whole
    lines = textwrap.wrap(
        whole[1:-1],
        100,
        initial_indent=inner,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "[\n" + "\n".join(lines) + "\n" + " " * indent + "]"


def main() -> None:
    """Read what is there and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clones", type=Path, help="the folder of the clones")
    parser.add_argument("--apps", help="names of packages (default: all)")
    given = parser.parse_args()
    for package in given.apps.split(",") if given.apps else OPEN_APPS:
        facts = renewed(package, given.clones)
        if facts is not None:
            FACTS[package] = facts
    PUBLISHED.write_text(_written(FACTS) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
