"""Compare pages of MiniWoB++ with a recording of Chromium: utterances and boxes.

    python -m benchmarks.web_pages --oracle FILE [--seeds 1,2,3] [--details] [PAGE…]

The recording is a JSON file (or a ``.gz`` of it): ``{"pages": {NAME: {"seeds": {SEED: {"utterance", "els"}}}}}``, where
``els`` lists the visible elements in document order with ``tag``, ``id`` and ``box`` (left, top, width, height in CSS
px). `tests/handset/web/layout` reads a small one of the same form, which ``--fixture FILE`` writes.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import sys
import time
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.miniwob.desk import AGENT
from bmoca_gym.handset.apps.miniwob.pages import Pages
from bmoca_gym.handset.web.files import Files, Folder
from bmoca_gym.handset.web.nodes import Node, Viewport
from bmoca_gym.handset.web.page import Page, Start

#: As the recording's window.
VIEWPORT = Viewport(411.0, 832.0, 2.625)
#: Px of CSS within which a box counts as right, and as the same.
NEAR, SAME = 2.0, 0.055
#: Starts an episode of a page without its clock's end.
BEGIN = (
    'Math.seedrandom("{seed}"); core.startEpisodeReal(); clearTimeout(core.EP_TIMER); clearInterval(core.CD_TIMER);'
    " core.hideDisplay(); 0"
)
UTTERANCE = "(() => { const said = core.getUtterance(); return said.utterance || said })()"
#: ms after the start at which the recording was made.
WAIT, WAITS = 500, {"click-pie": 3000}
_NOT_SHOWN = frozenset({"script", "style", "noscript", "head", "meta", "title", "link"})
_NOT_COMPARED = frozenset({"reward-display", "sync-task-cover", "click-canvas"})

#: A visible element: tag, id, and its box.
Seen = tuple[str, str, tuple[float, float, float, float]]


class Row(NamedTuple):
    """How close one page at one seed comes. ``seconds``: of the episode's start; ``load``: of the page."""

    page: str
    seed: str
    elements: int
    near: int
    same: int
    utterance: bool
    load: float
    seconds: float
    failure: str
    differences: tuple[str, ...]


def pages_folder() -> Path:
    """Return the folder of the pages in the installed package ``miniwob``."""
    spec = importlib.util.find_spec("miniwob")
    if spec is None or spec.origin is None:
        raise SystemExit(
            "The package 'miniwob' is not installed. Install it with: pip install 'bmoca-gym[web]'"
        )
    return Path(spec.origin).parent / "html"


def open_page(name: str) -> Page:
    """Return a page of MiniWoB++ as it is before an episode: the package's, or the app's if the package has none.

    The browser identifies itself as a desktop one, as in a recording.
    """
    folder = "flight" if name.startswith("flight.") else "miniwob"
    path = f"{folder}/{name}.html"
    files: Files = Folder(pages_folder()) if (pages_folder() / path).is_file() else Pages()
    return Page(Start(files, path, viewport=VIEWPORT, agent=AGENT))


def begin(page: Page, name: str, seed: str) -> Page:
    """Start an episode, and let the time pass after which the recording was made."""
    return page.run(BEGIN.format(seed=seed)).advance(WAITS.get(name, WAIT))


def visible(page: Page) -> list[Seen]:
    """Return the elements of a page that can be seen, in document order."""
    geometry, out = page.geometry, []

    def visit(node: Node) -> None:
        if node.tag in _NOT_SHOWN or node.id in _NOT_COMPARED:
            return
        measure = geometry.measure(node.number)
        if measure is None:
            return
        box = measure.box
        if box[2] > 0 and box[3] > 0 and geometry.style(node.number, "visibility") == "visible":
            out.append((node.tag, node.id, box))
        for child in node.elements:
            visit(child)

    for node in page.document.root.elements:
        if node.tag == "body":
            visit(node)
    return out


def compare(recorded: Sequence[dict[str, Any]], seen: Sequence[Seen]) -> tuple[int, int, tuple[str, ...]]:
    """Return how many recorded boxes are near ours, how many are the same, and what differs, in words."""
    names = [(one["tag"], one.get("id", "")) for one in recorded]
    matcher = SequenceMatcher(None, names, [one[:2] for one in seen], autojunk=False)
    ours = {a + at: b + at for a, b, count in matcher.get_matching_blocks() for at in range(count)}
    near = same = 0
    differences = []
    for at, one in enumerate(recorded):
        name = f"{one['tag']}#{one.get('id', '')} {one.get('t', '')[:20]!r}"
        if at not in ours:
            differences.append(f"{name}: missing, Chromium {one['box']}")
            continue
        box = seen[ours[at]][2]
        distance = max([abs(a - b) for a, b in zip(one["box"], box, strict=True)])
        near, same = near + (distance <= NEAR), same + (distance <= SAME)
        if distance > NEAR:
            differences.append(f"{name}: {[round(value, 2) for value in box]}, Chromium {one['box']}")
    return near, same, tuple(differences)


def check(name: str, seed: str, recorded: dict[str, Any]) -> Row:
    """Show one page at one seed and compare it."""
    start = time.perf_counter()
    page = open_page(name)
    failure = page.failure
    loaded = time.perf_counter()
    page = begin(page, name, seed)
    failure = page.failure or failure
    seconds = time.perf_counter() - loaded
    near, same, differences = compare(recorded["els"], [] if failure else visible(page))
    utterance = not failure and page.read(UTTERANCE) == recorded.get("utterance")
    return Row(
        name, seed, len(recorded["els"]), near, same, utterance, loaded - start, seconds, failure, differences
    )


def read_recording(path: Path) -> dict[str, Any]:
    """Return a recording's pages."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    pages: dict[str, Any] = json.loads(text)["pages"]
    return pages


def table(rows: Sequence[Row]) -> str:
    """Return the figures of each page as a table in Markdown, and their sums."""
    lines = [
        "| page | boxes | within 2 px | the same | whole | utterances |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in dict.fromkeys([row.page for row in rows]):
        lines.append(_line(name, [row for row in rows if row.page == name]))
    return "\n".join([*lines, _line("all", rows)])


def _line(name: str, rows: Sequence[Row]) -> str:
    boxes, near, same = (
        sum(row.elements for row in rows),
        sum(row.near for row in rows),
        sum(row.same for row in rows),
    )
    whole, said = sum(row.near == row.elements for row in rows), sum(row.utterance for row in rows)
    share = f"{near} ({100 * near / max(1, boxes):.1f} %)"
    return f"| {name} | {boxes} | {share} | {same} | {whole} of {len(rows)} | {said} of {len(rows)} |"


def fixture(recording: dict[str, Any], names: Sequence[str], seed: str) -> str:
    """Return a small recording of some pages, as JSON."""
    pages = {}
    for name in names:
        one = recording[name]["seeds"][seed]
        kept = [{key: each[key] for key in ("tag", "id", "box") if key in each} for each in one["els"]]
        pages[name] = {"seeds": {seed: {"utterance": one["utterance"], "els": kept}}}
    return json.dumps({"pages": pages}, separators=(",", ":"), ensure_ascii=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_pages", description=__doc__)
    parser.add_argument("--oracle", type=Path, required=True, help="what a browser has recorded")
    parser.add_argument("--seeds", default="1,2,3", help="seeds to compare, with commas between them")
    parser.add_argument("--details", action="store_true", help="say what differs")
    parser.add_argument("--fixture", type=Path, help="write a small recording of the named pages instead")
    parser.add_argument("pages", nargs="*", help="names of pages; all if none is given")
    given = parser.parse_args(arguments)
    recording = read_recording(given.oracle)
    if given.fixture is not None:
        given.fixture.write_text(fixture(recording, given.pages, given.seeds.split(",")[0]), encoding="utf-8")
        return
    available = [
        name
        for name in recording
        if any((pages_folder() / one / f"{name}.html").is_file() for one in ("miniwob", "flight"))
        or Pages().read(f"miniwob/{name}.html") is not None
    ]
    rows = []
    for name in given.pages or available:
        for seed in given.seeds.split(","):
            if seed not in recording[name]["seeds"]:
                continue  # the browser didn't come to an end with it
            row = check(name, seed, recording[name]["seeds"][seed])
            rows.append(row)
            if given.details and (row.differences or row.failure or not row.utterance):
                print(name, seed, "" if row.utterance else "(another utterance)", row.failure)
                print(*[f"  {one}" for one in row.differences], sep="\n")
    print(table(rows))
    slow = sorted(rows, key=lambda row: -row.seconds)[:5]
    print("slowest starts:", ", ".join([f"{row.page} {row.seconds * 1000:.0f} ms" for row in slow]))
    missing = [name for name in recording if name not in available]
    if missing:
        print("not in the package miniwob:", ", ".join(missing))


if __name__ == "__main__":
    main(sys.argv[1:])
