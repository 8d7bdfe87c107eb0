"""Record pages of MiniWoB++ in Chromium: utterances, boxes, accessibility nodes, screenshots.

``python -m benchmarks.web_record FILE [--shots FOLDER] [--seeds 1,2,3] [PAGE ...]``

FILE has the form that `benchmarks.web_pages` and `benchmarks.web_looks` read, with nodes for every seed. ``--shots``: a
PNG file a page and seed, ``PAGE.SEED.png``, of 216 x 437 CSS px. Chromium's clock is virtual, its window 411 x 832 CSS
px at 2.625, its only fonts are Roboto and, for characters that Roboto lacks, Noto's. Equal runs give equal
recordings but for pages that move (`click-pie`).
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import importlib.util
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.browser import Browser
from benchmarks.web_pages import BEGIN, UTTERANCE, VIEWPORT, WAIT, WAITS, pages_folder

#: Chromium's flags for what a web view of Android does.
FLAGS = (
    "--font-render-hinting=none",
    "--disable-blink-features=InputMultipleFieldsUI", "--enable-blink-features=MobileLayoutTheme",
    "--blink-settings=minimumFontSize=8,minimumLogicalFontSize=8", "--allow-file-access-from-files",
)  # fmt: skip
#: ms that a page has to load, and the clock at which it begins (15 October 2023, 15:34 UTC).
LOAD, CLOCK = 2000, 1697384040
#: The window that a screenshot shows, in CSS px.
SHOWN = (216, 437)
#: Before a page's own scripts: the generator that the pages' seeds are drawn from, and the viewport of a phone.
BEFORE = """(() => {
  let s = 1;
  Math.random = () => (s = s * 16807 % 2147483647) / 2147483647;
  const watch = new MutationObserver(() => {
    if (!document.head) return;
    watch.disconnect();
    const meta = document.createElement('meta');
    meta.name = 'viewport';
    meta.content = 'width=device-width';
    document.head.insertBefore(meta, document.head.firstChild);
  });
  watch.observe(document, {childList: true, subtree: true});
})()"""
#: The visible elements of the page, as `benchmarks.web_pages` compares them.
ELEMENTS = """(() => {
  const hidden = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'HEAD', 'META', 'TITLE', 'LINK']);
  const left = new Set(['reward-display', 'sync-task-cover', 'click-canvas']);
  const round = value => Math.round(value * 100) / 100;
  const found = [];
  const visit = (element, above) => {
    if (hidden.has(element.tagName) || left.has(element.id)) return;
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const box = element.getBoundingClientRect();
    let place = above;
    if (box.width > 0 && box.height > 0 && style.visibility === 'visible') {
      place = found.length;
      const text = [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('').trim();
      const one = {p: above, tag: element.tagName.toLowerCase(),
        box: [box.left + scrollX, box.top + scrollY, box.width, box.height].map(round)};
      if (element.id) one.id = element.id;
      if (text) one.t = text.slice(0, 40);
      found.push(one);
    }
    for (const child of element.children) visit(child, place);
  };
  visit(document.body, -1);
  return found;
})()"""
#: The box of a node, given as ``this``.
BOX = """function () {
  const node = this;
  let box = null;
  if (node.nodeType === 1) box = node.getBoundingClientRect();
  else if (node.nodeType === 3) {
    const range = document.createRange();
    range.selectNodeContents(node);
    box = range.getBoundingClientRect();
  }
  return box && [box.left + scrollX, box.top + scrollY, box.width, box.height].map(v => Math.round(v * 100) / 100);
}"""
#: Boxes of elements with all sides 0: those without a box, such as options of a closed list.
NOWHERE = [0, 0, 0, 0]
_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>{folders}
<cachedir>{cache}</cachedir><match target="pattern">
<test name="family" compare="not_eq" qual="all"><string>Roboto</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit></match></fontconfig>"""
#: The phone's own fonts.
_PACKAGES = (
    ("font_roboto", "files"), ("manimgx_fonts", ""), ("fontpkg_noto_sans_arabic", "files"),
    ("fontpkg_noto_sans_devanagari", "files"), ("noto_cjk_sans_otc", ""),
)  # fmt: skip
#: States of a node that are recorded, by the names of the protocol.
_STATES = (
    "focusable", "focused", "multiline", "selected", "expanded", "editable", "level", "checked", "disabled",
    "required", "hasPopup",
)  # fmt: skip


def phone_fonts(folder: Path) -> Path:
    """Write a configuration in which Roboto stands for every family."""
    folders = []
    for package, inside in _PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            raise SystemExit(f"The fonts of the package {package} are missing. Run: pip install -e '.[dev]'")
        folders.append(f"<dir>{Path(spec.origin).parent / inside}</dir>")
    path = folder / "fonts.conf"
    path.write_text(_FONTS.format(folders="".join(folders), cache=folder / "cache"), encoding="utf-8")
    return path


class Recorder:
    """A Chromium with the clock, fonts and window of a recording."""

    def __init__(self, folder: Path, density: float = VIEWPORT.density) -> None:
        os.environ["FONTCONFIG_FILE"] = str(phone_fonts(folder))
        os.environ["TZ"] = "UTC"
        self.browser = Browser(folder / "profile", (f"--force-device-scale-factor={density}", *FLAGS))
        # A page of the same origin first, so that all others are in one process.
        self.browser.open((pages_folder() / "miniwob" / "click-test.html").as_uri())

    def pass_time(self, milliseconds: int) -> None:
        """Let the page's clock run."""
        self.browser.ask_and_wait(
            "Emulation.virtualTimeBudgetExpired", "Emulation.setVirtualTimePolicy",
            policy="pauseIfNetworkFetchesPending", budget=milliseconds,
        )  # fmt: skip

    def record(self, name: str, seed: str) -> tuple[dict[str, Any], bytes]:
        """Return what a page shows half a second after an episode's start, and a screenshot."""
        page = self.browser.new_page()
        first = self.browser.look_at(page)
        try:
            return self._record(name, seed)
        finally:
            self.browser.look_at(first)
            self.browser.close_page(page)

    def _record(self, name: str, seed: str) -> tuple[dict[str, Any], bytes]:
        browser = self.browser
        folder = "flight" if name.startswith("flight.") else "miniwob"
        browser.ask(
            "Emulation.setDeviceMetricsOverride", width=int(VIEWPORT.width), height=int(VIEWPORT.height),
            deviceScaleFactor=VIEWPORT.density, mobile=True,
        )  # fmt: skip
        browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        browser.ask("Page.addScriptToEvaluateOnNewDocument", source=BEFORE)
        browser.ask("Emulation.setVirtualTimePolicy", policy="pause", initialVirtualTime=CLOCK)
        browser.ask("Page.navigate", url=(pages_folder() / folder / f"{name}.html").as_uri())
        self.pass_time(LOAD)
        browser.run(BEGIN.format(seed=seed))
        self.pass_time(WAITS.get(name, WAIT))
        browser.ask("Emulation.setVirtualTimePolicy", policy="pause")
        recorded = {"utterance": browser.run(UTTERANCE), "els": browser.run(ELEMENTS), "ax": self.nodes()}
        picture = browser.ask(
            "Page.captureScreenshot", format="png",
            clip={"x": 0, "y": 0, "width": SHOWN[0], "height": SHOWN[1], "scale": 1},
        )  # fmt: skip
        png = base64.b64decode(picture["data"])
        return {**recorded, "png": hashlib.sha1(png).hexdigest()[:16]}, png

    def nodes(self) -> list[dict[str, Any]]:
        """Return the accessibility nodes of the page, parents before children."""
        browser = self.browser
        browser.ask("Accessibility.enable")
        nodes = browser.ask("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        out: list[dict[str, Any]] = []

        def visit(node: dict[str, Any], above: int) -> None:
            role = node.get("role", {}).get("value", "")
            place = above
            if not node.get("ignored") and role not in ("RootWebArea", "InlineTextBox", "none"):
                place = len(out)
                out.append(self._node(node, role, above))
            for child in node.get("childIds", ()):
                if child in by_id:
                    visit(by_id[child], place)

        visit(nodes[0], -1)
        browser.ask("Accessibility.disable")
        return out

    def _node(self, node: dict[str, Any], role: str, above: int) -> dict[str, Any]:
        one: dict[str, Any] = {"p": above, "role": role}
        name, value = node.get("name", {}).get("value", ""), node.get("value", {}).get("value", "")
        if name:
            one["name"] = str(name)[:60]
        if value not in ("", None):
            one["value"] = str(value)[:40]
        for said in node.get("properties", ()):
            if said["name"] in _STATES and said["value"].get("value") not in (False, None, "false"):
                one[said["name"]] = said["value"]["value"]
        number = node.get("backendDOMNodeId")
        if number is not None and role not in ("MenuListPopup",):
            found = self.browser.ask("DOM.resolveNode", backendNodeId=number)["object"]["objectId"]
            box = self.browser.ask(
                "Runtime.callFunctionOn", objectId=found, functionDeclaration=BOX, returnByValue=True
            )["result"].get("value")
            if box is not None and (box != NOWHERE or role == "LineBreak"):
                one["box"] = box
        return one


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_record", description=__doc__)
    parser.add_argument("file", type=Path, help="where to put the recording (.json or .json.gz)")
    parser.add_argument(
        "pages", nargs="*", metavar="PAGE", help="names of pages; all of the package if none is given"
    )
    parser.add_argument("--shots", type=Path, help="folder for screenshots")
    parser.add_argument("--seeds", default="1,2,3", help="seeds to record, with commas between them")
    given = parser.parse_args(arguments)
    names = given.pages or sorted(path.stem for path in (pages_folder() / "miniwob").glob("*.html"))
    pages: dict[str, Any] = {}
    for name in names:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            recorder = Recorder(Path(folder))
            for seed in given.seeds.split(","):
                try:
                    recorded, png = recorder.record(name, seed)
                except (AssertionError, TimeoutError) as error:
                    print(f"{name} {seed}: {str(error)[:200]}", flush=True)
                    break
                pages.setdefault(name, {"seeds": {}})["seeds"][seed] = recorded
                if given.shots is not None:
                    given.shots.mkdir(parents=True, exist_ok=True)
                    (given.shots / f"{name}.{seed}.png").write_bytes(png)
            recorder.browser.close()
        text = json.dumps({"pages": pages}, separators=(",", ":"), ensure_ascii=False).encode()
        given.file.write_bytes(gzip.compress(text, mtime=0) if given.file.suffix == ".gz" else text)
    print(f"{len(pages)} pages recorded")


if __name__ == "__main__":
    main(sys.argv[1:])
