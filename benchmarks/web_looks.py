"""Compare how pages of MiniWoB++ look with Chromium: pixels with screenshots, nodes of the UI tree with a recording.

``python -m benchmarks.web_looks --shots FOLDER --oracle RECORDING [--sheets FOLDER] [PAGE ...]``

``--shots``: a PNG file for each page and seed, ``PAGE.SEED.png``, at 2.625 px per CSS px; ``--oracle``: the recording
that `benchmarks.web_pages` reads, and `benchmarks.web_record` makes with the screenshots; ``--sheets``: where to put
ours, Chromium's and their difference side by side.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from difflib import SequenceMatcher
from math import inf
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.web_pages import begin, open_page, read_recording
from bmoca_gym.handset.graphics import masks
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.web import paint, tree, view
from bmoca_gym.handset.web.page import Page

#: The part of a page that is compared: 160 x 210 CSS px, in px.
_WIDTH, _HEIGHT = 420, 551
_DENSITY = 2.625
#: States of a node that must be the same.
_STATES = ("focusable", "multiline", "selected", "expanded")
#: How far a side of a box may be from Chromium's, in CSS px.
_NEAR = 2.0


def drawn(page: Page, width: int = _WIDTH, height: int = _HEIGHT, scale: float = 1.0) -> NDArray[np.uint8]:
    """Return a page at a scale of its layout: uint8[height, width, 3], RGB."""
    shown = view.shown(view.Web(page))
    surface = skia.Surface(width, height)
    sheet = surface.getCanvas()
    sheet.clear(paint.background(shown.boxes))
    plain: Any = masks.Plain(sheet)
    darker = view.DARKER * page.viewport.density * scale if page.viewport.desk else 0.0
    sight = paint.Sight(scale, page.viewport.density, view.Pictures(shown.files, shown.base), darker)
    for part in paint.parts(shown.boxes, sight):
        plain.save()
        if part.clip is not None:
            plain.clip(*part.clip)
        for stroke in part.strokes:
            stroke.draw(plain, 0.0, 0.0)
        plain.restore()
    found: NDArray[np.uint8] = surface.makeImageSnapshot().toarray(colorType=skia.kRGBA_8888_ColorType)
    return found[..., :3]


def pixels(page: Page, shot: Path, sheet: Path | None) -> tuple[float, float]:
    """Return the shares of pixels within 16 levels of a screenshot, and of equal ones."""
    ours = drawn(page)
    read = cv2.imread(str(shot))
    if read is None:
        raise ValueError(f"{shot} is no picture")
    theirs = cv2.cvtColor(read, cv2.COLOR_BGR2RGB)[:_HEIGHT, :_WIDTH]
    apart = np.abs(ours.astype(int) - theirs.astype(int)).max(2)
    if sheet is not None:
        far = np.repeat(np.minimum(255, apart * 3)[..., None], 3, 2).astype(np.uint8)
        cv2.imwrite(str(sheet), cv2.cvtColor(np.hstack([ours, theirs, far]), cv2.COLOR_RGB2BGR))
    return float((apart <= 16).mean()), float((apart == 0).mean())


def nodes(page: Page, recorded: Sequence[dict[str, Any]]) -> tuple[int, list[str]]:
    """Return how many recorded nodes ours match in role, name, states and box, and the differences.

    A recording has the boxes that scripts see, which leave out the strokes of shapes.
    """
    ours = tree.accessible(page.document.root, page.geometry.boxes).walk()
    theirs = [(one["role"], one.get("name", "")) for one in recorded]
    matcher = SequenceMatcher(None, theirs, [(one.role, one.name[:60]) for one in ours], autojunk=False)
    right = 0
    wrong: list[str] = []
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind != "equal":
            given = [(one.role, one.name[:60]) for one in ours[start:end]]
            wrong.append(f"Chromium {theirs[first:last]}, ours {given}")
            continue
        for one, other in zip(recorded[first:last], ours[start:end], strict=True):
            near = "box" not in one or _apart(one["box"], _box(page, other)) <= _NEAR
            same = all(bool(one.get(state)) == (state in other.states) for state in _STATES)
            if near and same and one.get("value", "") in ("", other.value[:40]):
                right += 1
            else:
                wrong.append(f"Chromium {one}, ours {other.edges} {sorted(other.states)} {other.value!r}")
    return right, wrong


def _box(page: Page, one: tree.Accessible) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of a node, in CSS px."""
    if one.role == "graphics-symbol":
        measure = page.geometry.measure(one.node)
        return None if measure is None else measure.box
    if one.edges is None:
        return None
    left, top, right, bottom = [edge / _DENSITY for edge in one.edges]
    return left, top, right - left, bottom - top


def _apart(box: Sequence[float], other: tuple[float, float, float, float] | None) -> float:
    return inf if other is None else max(abs(a - b) for a, b in zip(box, other, strict=True))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_looks", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE")
    parser.add_argument("--oracle", type=Path, required=True, help="the recording")
    parser.add_argument("--seeds", nargs="+", default=["1"], help="seeds to compare (default: 1)")
    parser.add_argument("--shots", type=Path, help="folder of screenshots")
    parser.add_argument("--sheets", type=Path, help="folder for pictures side by side")
    parser.add_argument("--details", action="store_true", help="list the nodes that differ")
    given = parser.parse_args(arguments)
    recording = read_recording(given.oracle)
    recording = recording.get("pages", recording)
    near, equal, right, count = [], [], 0, 0
    for name in given.pages or recording:
        for seed in given.seeds:
            if seed not in recording[name]["seeds"]:
                continue
            recorded = recording[name]["seeds"][seed].get("ax", [])
            try:
                page = begin(open_page(name), name, seed)
            except (OSError, KeyError, RuntimeError) as error:
                print(f"{name}: {error}")
                continue
            line = f"{name} {seed}"
            shot = None if given.shots is None else given.shots / f"{name}.{seed}.png"
            if shot is not None and shot.is_file():
                sheet = None if given.sheets is None else given.sheets / shot.name
                shares = pixels(page, shot, sheet)
                near.append(shares[0])
                equal.append(shares[1])
                line += f"  {shares[0]:.1%} of the pixels within 16 levels, {shares[1]:.1%} equal"
            found, wrong = nodes(page, recorded)
            right, count = right + found, count + len(recorded)
            print(f"{line}  nodes {found}/{len(recorded)}")
            if given.details:
                print("".join(f"    {one}\n" for one in wrong), end="")
    if near:
        print(
            f"{len(near)} pages: {np.mean(near):.2%} of the pixels within 16 levels, {np.mean(equal):.2%} equal"
        )
    if count:
        print(f"nodes: {right} of {count}, {right / count:.2%}")


if __name__ == "__main__":
    main()
