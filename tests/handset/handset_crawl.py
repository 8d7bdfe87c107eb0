"""A crawl: every screen of an app that a tour finds, in fifteen configurations, and its defects.

``python tests/handset/handset_crawl.py`` crawls every app in all of them and lists the defects: texts that are cut
off or overlap, controls that are cut off, dead or without a label. ``--apps maps --environments 105,109`` limits the
crawl; ``--image android13`` crawls the apps of another phone.
"""

from __future__ import annotations

import argparse
import operator
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from handset_cuts import cut_off
from handset_tour import SCREENS, SHADE, Visit, explored, started
from handset_trees import FACTS
from handset_walk import cut_controls
from test_dead_controls import excuse
from test_nothing_cut_off import OTHERS
from test_walks import covered, idle

from bmoca_gym import randomization
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Image
from bmoca_gym.handset.ui.elements import Box, Scroll, scroll_offset
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.ui.widgets import Text

#: Published configurations: a locale each, all densities and font scales, five devices, light and dark.
ENVIRONMENTS = (
    "000", "022", "024", "026", "027", "028", "029", "030", "031", "032", "033", "034", "105", "108", "109",
)  # fmt: skip

#: Names, addresses and texts of others that Android ellipsises too, by what their ids end with.
ELLIPSISED = (*OTHERS, "/url_bar", "/product_name", "/opoc_filesystem_item__description")
#: What a title begins with that is a name: of the device, as Files has it.
NAMES = (
    "number: 'Android SDK",
    "number: 'sdk_gphone",
    "com.android.documentsui:id/header_title: 'sdk_gphone",
)


def _nameless(facts: Any) -> Iterator[str]:
    return iter(facts.get("nameless", ())) if isinstance(facts, dict) else iter(())


#: Controls that are a picture, as their app draws it without words.
PICTURES = (
    "nexuslauncher:id/icon",
    "snapseed:id/crop_drag_handle",
    "snapseed:id/image_container",
    "wikipedia:id/feed_content_type_drag_handle",
)
#: Controls that have no label in the real apps either; published_ids.json says where that can be read. Of a switch,
#: Android 13 tells whether it is on apart from its label, and DeskClock gives that of an alarm none (alarm_time.xml).
NAMELESS = (
    *(f"{package}:id/{name}" for package, facts in FACTS.items() for name in _nameless(facts)),
    "com.google.android.deskclock:id/onoff",
)
#: What is left of the shade for a touch beside its panel, where that fills the screen.
BESIDE = "Spacer: 0 dp"

Rect = tuple[float, float, float, float]
#: What part of the smaller of two texts may lie under the other: accents and tails reach out of their lines.
_OVER = 0.2
#: A window's own background, or what is to be touched beside a dialog, is no control.
_WHOLE = 0.6
_OPAQUE = 0xFF
#: Part of the screen's height: less of a row shows nothing of it.
_SLIVER = 0.01


def configuration(environment: str) -> Configuration:
    """The screen of a published configuration."""
    return Configuration(**randomization.get(environment).screen_configuration())


def apps(image: Image = ANDROID10) -> dict[str, str]:
    """The packages with screens, by the names of their catalogues."""
    found = {app.name: package for package, app in packages.apps_of(image).items()}
    return (
        found | {"shade": SHADE} if image is ANDROID10 else found
    )  # the shade's tour has apps of Android 10


def _common(a: Rect, b: Rect) -> float:
    """The area that two rectangles share, relative to the smaller one."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    sizes = [(right - left) * (bottom - top) for left, top, right, bottom in (a, b)]
    return wide * high / min(sizes) if wide > 0 and high > 0 and min(sizes) > 0 else 0.0


def _ink(box: Box, x: float, y: float) -> Rect:
    """Where the lines of a text are drawn."""
    lines, left, top, right, bottom, align = box.extra
    free = box.width - left - right - lines.width
    start = x + left + (0 if align == "start" else free if align == "end" else free / 2)
    upper = y + top + max(0.0, (box.height - top - bottom - lines.height) / 2)
    return start, upper, start + lines.width, upper + lines.height


def _painted(box: Box, x: float, y: float, clip: Rect, offsets: Any) -> Iterator[tuple[str, str, Rect]]:
    """The painted items in order: ("text", id and words, where), and ("ground", "", where) for what covers others."""
    e = box.element
    frame = max(x, clip[0]), max(y, clip[1]), min(x + box.width, clip[2]), min(y + box.height, clip[3])
    if frame[0] >= frame[2] or frame[1] >= frame[3]:
        return
    if isinstance(e.background, int) and e.background >> 24 == _OPAQUE:
        yield "ground", "", frame
    if isinstance(e, Text) and box.extra is not None and e.string.strip():
        left, top, right, bottom = _ink(box, x, y)
        ink = max(left, frame[0]), max(top, frame[1]), min(right, frame[2]), min(bottom, frame[3])
        if ink[0] < ink[2] and ink[1] < ink[3]:
            yield "text", f"{e.id} {e.string!r}", ink
    if isinstance(e, Scroll):
        dx, dy = scroll_offset(box, offsets)
        x, y, clip = x - dx, y - dy, frame
    for cx, cy, child in box.children:
        yield from _painted(child, x + cx, y + cy, clip, offsets)


def overlaps_in(window: Box, offsets: Any) -> set[str]:
    """Texts of a laid-out window that overlap with nothing between them."""
    shown: list[tuple[str, Rect]] = []
    found = set()
    for kind, name, where in _painted(window, 0, 0, (0, 0, window.width, window.height), offsets):
        if kind == "ground":
            shown = [(other, place) for other, place in shown if _common(place, where) < _OVER]
            continue
        found |= {f"overlap: {other} and {name}" for other, place in shown if _common(place, where) > _OVER}
        shown.append((name, where))
    return found


def _labels(node: UiNode) -> bool:
    return any(text.strip() for text in (node.text, node.content_description, node.hint))


def unlabelled(tree: UiTree) -> set[str]:
    """Controls of a tree without a label for screen readers: neither they nor their children have a text.

    A text field's content counts as a label; an element that a list cuts off may have its text further on.
    """
    found = set()
    nodes = list(tree)
    lists: list[UiNode] = []
    for at, node in enumerate(nodes):
        lists = [each for each in lists if each.depth < node.depth]
        whole = _area(node) > _WHOLE * tree.width * tree.height
        cut = bool(lists) and any(map(operator.eq, node.bounds, lists[-1].bounds))
        cut = cut or node.bounds[3] - node.bounds[1] < _SLIVER * tree.height
        if node.scrollable:
            lists.append(node)
        drawn = node.resource_id.endswith(PICTURES) or node.resource_id in NAMELESS
        if not node.clickable or node.scrollable or node.editable or whole or cut or drawn:
            continue
        end = at + 1
        while end < len(nodes) and nodes[end].depth > node.depth:
            end += 1
        if not any(map(_labels, nodes[at:end])):
            found.add(f"no label: {node.resource_id} {node.class_name}")
    return found


def _area(node: UiNode) -> int:
    left, top, right, bottom = node.bounds
    return (right - left) * (bottom - top)


def dead(visit: Visit) -> set[str]:
    """Controls of a screen on which a touch has no effect, without an excuse."""
    tree = screen.ui_tree(visit.phone) if visit.unanswered else None
    return {
        f"dead: {touch.kind} on {node.resource_id} {node.class_name}"
        for touch, node in visit.unanswered
        if tree is not None and not (excuse(touch, node) or idle(node) or covered(node, tree))
    }


def defects(visit: Visit) -> set[str]:
    """The defects of a screen."""
    window = screen.active(visit.phone)
    words = [one for one in cut_off(visit.phone) if not one.partition(": ")[0].endswith(ELLIPSISED)]
    cut = [*words, *(one for one in cut_controls(visit.phone) if not one.startswith(BESIDE))]
    found = {f"cut off: {one}" for one in cut if not one.startswith(NAMES)}
    found |= overlaps_in(window.box, window.offsets) | unlabelled(screen.ui_tree(visit.phone))
    return found | dead(visit)


def crawl(
    package: str, environment: str, screens: int, image: Image = ANDROID10
) -> tuple[dict[str, str], int]:
    """The defects of an app in a configuration, each with its screen, and the number of screens searched."""
    visits = explored(package, started(package, configuration(environment), image), screens)
    found: dict[str, str] = {}
    for visit in visits:
        top = visit.phone.top
        for defect in sorted(defects(visit)):
            found.setdefault(defect, f"{top.name.rpartition('.')[2]} {top.argument or ''}".strip())
    return found, len(visits)


def main() -> int:
    """Print the defects, each with its configurations. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apps", help="names of apps (default: all)")
    parser.add_argument("--image", default=ANDROID10.name, help="the phone's image (default %(default)s)")
    parser.add_argument("--environments", default=",".join(ENVIRONMENTS), help="published configurations")
    parser.add_argument(
        "--screens", type=int, default=SCREENS, help="of each app at most (default %(default)s)"
    )
    given = parser.parse_args()
    total = 0
    image = images.image_named(given.image)
    there = apps(image)
    for name in given.apps.split(",") if given.apps else there:
        seen_in = defaultdict(list)
        places: dict[str, str] = {}
        screens = 0
        for environment in given.environments.split(","):
            found, count = crawl(there[name], environment, given.screens, image)
            screens += count
            for defect, place in found.items():
                seen_in[defect].append(environment)
                places.setdefault(defect, place)
        print(f"{name}: {screens} screens, {len(seen_in)} defects", flush=True)
        for defect, where in sorted(seen_in.items()):
            print(f"  {defect} [{','.join(where)}] on {places[defect]}", flush=True)
        total += len(seen_in)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
