"""Compare pages' utterances and rewards with Chromium's: ``python -m benchmarks.web_steps --oracle FILE [page …]``.

FILE is a record of Chromium (JSON, gzipped): for each page and seed its utterance, and for one seed taps and typed
texts with the reward and the focus after each. The command plays the same, and prints what differs and a summary.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.handset.web.files import Files, Folder
from bmoca_gym.handset.web.page import Page, Start

#: What the oracle does after a page is loaded: an episode without its time limit.
BEGIN = (
    'Math.seedrandom("{seed}");core.startEpisodeReal();'
    "clearTimeout(core.EP_TIMER);clearInterval(core.CD_TIMER);core.hideDisplay();"
)
UTTERANCE = "(() => { const said = core.getUtterance(); return said.utterance || said; })()"
STATE = "[WOB_RAW_REWARD_GLOBAL, WOB_DONE_GLOBAL, String(WOB_REWARD_REASON)]"
FOCUS = "document.activeElement.localName + '#' + document.activeElement.id"


def wheel() -> Files:
    """Return the pages of the package ``miniwob``."""
    found = importlib.util.find_spec("miniwob")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("The pages are those of the package miniwob. Run: pip install 'bmoca-gym[web]'")
    return Folder(Path(found.submodule_search_locations[0]) / "html")


def begun(files: Files, name: str, seed: str) -> Page:
    """Return a page at the beginning of an episode, as the oracle begins it."""
    page = Page(Start(files, f"miniwob/{name}.html")).advance(2000).run(BEGIN.format(seed=seed))
    return page.advance(3000 if name.startswith("click-pie") else 500)


def compare(files: Files, name: str, seed: str, record: dict[str, Any], count: Counter[str]) -> list[str]:
    """Play what a record has, count what agrees, and return a line for each thing that differs."""
    page = begun(files, name, seed)
    said = page.read(UTTERANCE)
    count["utterances"] += 1
    count["utterances equal"] += said == record["utterance"]
    lines = [] if said == record["utterance"] else [f"said {said!r}, not {record['utterance']!r}"]
    if page.failure:
        lines.append(page.failure)
    for number, step in enumerate(record.get("steps", ())):
        act = step["act"]
        page = (page.tap(*act["tap"]) if "tap" in act else page.type(act["type"])).advance(1000)
        state, focus = page.read(STATE), page.read(FOCUS)
        wanted = [step["reward"], step["done"], step["reason"]]
        count["steps"] += 1
        count["rewards equal"] += state is not None and state[:2] == wanted[:2]
        count["focus equal"] += focus == step["focus"]
        if state is None or state[:2] != wanted[:2]:
            lines.append(f"step {number} {act}: {state}, not {wanted}")
        elif focus != step["focus"]:
            lines.append(f"step {number} {act}: focus at {focus}, not {step['focus']}")
    return lines


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if anything but the focus differs."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web_steps", description="Compare with Chromium."
    )
    parser.add_argument("--oracle", type=Path, required=True, help="a record of Chromium")
    parser.add_argument("--seeds", help="of the record, with commas between (default: all)")
    parser.add_argument("pages", nargs="*", help="names (default: all of the wheel)")
    arguments = parser.parse_args(given)
    pages = json.loads(gzip.decompress(arguments.oracle.read_bytes()))["pages"]
    files = wheel()
    count: Counter[str] = Counter()
    began = time.process_time()
    for name in arguments.pages or pages:
        if files.read(f"miniwob/{name}.html") is None:
            print(f"{name}: not in the wheel")
            continue
        for seed, record in pages[name]["seeds"].items():
            if arguments.seeds and seed not in arguments.seeds.split(","):
                continue
            for line in compare(files, name, seed, record, count):
                print(f"{name} {seed}: {line}", flush=True)
    for what, number in count.items():
        print(f"{what}: {number}")
    print(f"{time.process_time() - began:.0f} s of processor time")
    equal = count["utterances"] == count["utterances equal"] and count["steps"] == count["rewards equal"]
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
