"""Start and touch all pages of the package ``miniwob``: ``python -m benchmarks.web_starts [page …]``.

With ``--again N``, measure only the processor time of starts that are not the first: a copy of the page that has
loaded, the start of an episode with another seed, and its layout. Prints the least and the median of N, the slowest
page first.

For each page: whether an episode starts, errors on its console, processor time to load it (warm: its libraries were
compiled before), to start an episode and for a tap with the new document, and its heap. Then all of it happens again in
a process with another PYTHONHASHSEED, and documents, geometry and console must be the same.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks.web_steps import BEGIN, wheel
from bmoca_gym.handset.web import page as pages
from bmoca_gym.handset.web.files import Files, Folder
from bmoca_gym.handset.web.nodes import Node
from bmoca_gym.handset.web.page import Page, Start

#: ms that the start of an episode may take.
_AIM = 5


def names(files: Files) -> list[str]:
    """Return the names of all pages that are environments."""
    assert isinstance(files, Folder)
    found = sorted(path.stem for path in (Path(files.root) / "miniwob").glob("*.html"))
    return [name for name in found if b"genProblem" in (files.read(f"miniwob/{name}.html") or b"")]


def written(page: Page) -> str:
    """Return what a page shows as text: its document with the places of all elements, and its console."""
    document, geometry = page.document, page.geometry

    def lines(node: Node) -> Iterator[str]:
        yield f"{node!r} {sorted(node.attributes.items())} {node.control} {geometry.measure(node.number)}"
        for child in node.children:
            if isinstance(child, str):
                yield child
            else:
                yield from lines(child)

    return "\n".join([*lines(document.root), *map(str, page.lines), page.failure])


def play(files: Files, name: str, seed: int) -> Iterator[tuple[str, Page]]:
    """Yield a page at moments of a short episode: loaded, started, touched, typed at, later."""
    page = Page(Start(files, f"miniwob/{name}.html", seed=seed))
    yield "load", page
    page = page.run(BEGIN.format(seed=seed)).advance(500)
    yield "start", page
    for x, y in ((40, 80), (80, 120), (30, 150)):
        page = page.tap(x, y)
        yield "tap", page
    page = page.type("ab").advance(700)
    yield "late", page


def digest(files: Files, name: str) -> str:
    """Return a digest of all that a page shows in a short episode."""
    shown = "\n".join(written(page) for _, page in play(files, name, 1))
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def again(files: Files, chosen: Sequence[str], count: int) -> None:
    """Print how long later starts of pages take."""
    rows = []
    for name in chosen:
        times = []
        for seed in range(1, count + 2):
            began = time.process_time()
            page = Page(Start(files, f"miniwob/{name}.html", seed=1)).run(BEGIN.format(seed=seed))
            _ = page.geometry.boxes
            times.append((time.process_time() - began) * 1000)
        rows.append((min(times[1:]), median(times[1:]), times[0], name))
    for shortest, middle, once, name in sorted(rows, reverse=True):
        print(f"{name}: {shortest:.1f} ms at least, {middle:.1f} in the middle, {once:.1f} the first time")
    slow = sum(row[0] > _AIM for row in rows)
    print(
        f"{len(rows)} pages, {slow} above {_AIM} ms; least times: {median([row[0] for row in rows]):.1f} in the middle"
    )
    print(
        f"{mean([row[0] for row in rows]):.1f} ms on average; first starts {mean([row[2] for row in rows]):.1f}"
    )


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 1 if a page does not start, or two processes differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web_starts", description="Start all pages.")
    parser.add_argument("--digest", action="store_true", help="print digests only")
    parser.add_argument(
        "--again", type=int, default=0, metavar="N", help="time only later starts, N of each page"
    )
    parser.add_argument("pages", nargs="*", help="names (default: all)")
    arguments = parser.parse_args(given)
    files = wheel()
    chosen = arguments.pages or names(files)
    if arguments.again:
        again(files, chosen, arguments.again)
        return 0
    if arguments.digest:
        for name in chosen:
            print(name, digest(files, name), flush=True)
        return 0
    failed, times, heaps = 0, [], []
    for name in chosen:
        took: dict[str, list[float]] = {}
        page: Any = None
        for seed in (1, 2):  # the second time everything is warm
            took = {}
            moments = play(files, name, seed)
            while True:
                began = time.process_time()
                moment, page = next(moments, ("", page))
                if not moment:
                    break
                _ = page.document
                took.setdefault(moment, []).append((time.process_time() - began) * 1000)
        errors = [line.text for line in page.lines if line.level == "error"]
        heap = pages._live(page).memory / 1e6
        times.append(took)
        heaps.append(heap)
        failed += bool(errors or page.failure)
        told = "; ".join([page.failure, *errors][:3]).strip("; ")
        figures = ", ".join(f"{moment} {median(values):.1f} ms" for moment, values in took.items())
        print(f"{name}: {figures}, {heap:.1f} MB{' — ' + told if told else ''}", flush=True)
    print(f"{len(chosen)} pages, {failed} with errors")
    for moment in ("load", "start", "tap"):
        each = [median(took[moment]) for took in times]
        print(f"{moment}: median {median(each):.1f} ms, most {max(each):.1f} ms")
    print(f"heap: median {median(heaps):.1f} MB, most {max(heaps):.1f} MB")
    return int(failed > 0) | compare(chosen)


def compare(chosen: Sequence[str]) -> int:
    """Play pages in two processes with different hash seeds. Returns 1 if they differ."""
    command = [sys.executable, "-m", "benchmarks.web_starts", "--digest", *chosen]
    first, second = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]
    different = [one.split()[0] for one, other in zip(first, second, strict=True) if one != other]
    print(f"two processes: {len(chosen) - len(different)} of {len(chosen)} pages equal", *different)
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
