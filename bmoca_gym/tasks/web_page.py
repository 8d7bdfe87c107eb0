"""Tasks on a user's own web pages: a task's field ``page`` stands for all the fields that such a task needs.

The page and the files next to it are copied to the phone, and the page is opened in Chrome, which writes its console to
the log. The console line ``reward: 1`` means success; any other reward ends the episode too. If the task has no
instruction, the page gives one with a line ``instruction: ...``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from bmoca_gym.errors import CatalogueError, cut
from bmoca_gym.suite_index import inside
from bmoca_gym.tasks.from_data import ALIASES

#: The field.
FIELD = "page"

#: Where pages are on the phone.
_FOLDER = "/storage/emulated/0/Download/web"
#: Suffixes of files that a page can read, and the limits on their number and total size in bytes.
_SUFFIXES = frozenset(
    [".html", ".htm", ".js", ".css", ".json", ".txt", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"]
)
_MOST, _LARGEST = 200, 8 << 20
_CHROME = "com.android.chrome/com.google.android.apps.chrome.Main"
#: Seeds ``Math.random`` from the address, on any phone, with the generator mulberry32.
_SEEDED = """<script>{
  let state = Number(/[?&]seed=(\\d+)/.exec(location.search)?.[1] ?? 1);
  Math.random = () => {
    state = state + 0x6D2B79F5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}</script>"""
#: What scripts must come after: a page's head, or whatever precedes it.
_HEAD = re.compile(r"<head\b[^>]*>|<html\b[^>]*>|<!doctype\b[^>]*>", re.IGNORECASE)


def expanded(fields: Mapping[str, Any], folder: Path | None, place: str) -> dict[str, Any]:
    """Return a task's fields, adding those its ``page`` stands for unless the task gives them itself.

    Args:
        fields: the task's fields.
        folder: the folder of the suite, in which the page is.
        place: of the task, for errors.

    Raises:
        CatalogueError: there is no such page, or there are too many or too large files next to it.
    """
    given = {ALIASES.get(name, name): value for name, value in fields.items() if name != FIELD}
    name = fields[FIELD]
    if not isinstance(name, str) or not inside(name) or not name.lower().endswith((".html", ".htm")):
        raise CatalogueError(
            f"{place}: {FIELD}: is {cut(name)}; it must be an HTML file in the suite's folder, such as pages/one.html"
        )
    path = None if folder is None else folder / name
    if path is None or not path.is_file():
        raise CatalogueError(f"{place}: {FIELD}: there is no file {path or name}")
    url = f"file://{_FOLDER}/{path.name}"
    said = r"\[INFO:CONSOLE\(\d+\)\] \""
    source = re.escape(f'", source: {url}')
    steps = [
        {"files": {"in": _FOLDER, "of": _files(path, place), "emptied": True}},
        {
            "shell": f"am start -W -n {_CHROME} -a android.intent.action.VIEW -t text/html -d '{url}?seed=$seed'"
        },
        {"shell": "sleep 1"},
    ]
    made: dict[str, Any] = {
        "step_limit": 30,
        "begins": "set_up",
        "ends": "finish",
        "unfinished": "judged",
        "clock": {"time": datetime(2023, 10, 15, 15, 34), "frozen": False},
        "corrected": {"log": {"tag": "chromium", "regex": rf"{said}reward: 1(\.0+)?{source}"}},
        "ends_when": {"log": {"tag": "chromium", "regex": rf"{said}reward: -?\d"}},
        "near_misses": _near_misses(url),
    }
    if "instruction" not in given:
        made["instruction"] = "Do what the page says"
        made["told"] = {
            "command": "logcat -d -s chromium",
            # The last line, since an earlier episode may have left others.
            "regex": rf"(?s).*CONSOLE\(\d+\)\] \"instruction: ([^\n]*){source}",
        }
    return {
        **made,
        **given,
        "set_up": [*given.get("set_up", ()), *steps],
        "params": {"seed": {"integer": [1, 2**31 - 2]}, **(given.get("params") or {})},
    }


def _files(page: Path, place: str) -> list[dict[str, Any]]:
    """The page, with its randomness seeded, and the files next to it."""
    found: list[dict[str, Any]] = []
    size = 0
    for path in sorted(page.parent.rglob("*")):
        name = path.relative_to(page.parent).as_posix()
        if path.suffix.lower() not in _SUFFIXES or not path.is_file() or name.startswith("."):
            continue
        data = path.read_bytes()
        size += len(data)
        if len(found) == _MOST or size > _LARGEST:
            raise CatalogueError(
                f"{place}: {FIELD}: beside {page} are more than {_MOST} files or {_LARGEST >> 20} MB for pages; "
                "put it into a folder of its own"
            )
        found.append({"name": name, "data": _seeded(data) if path == page else data})
    return found


def _seeded(data: bytes) -> bytes:
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    places = [match.end() for match in _HEAD.finditer(text[:2000])]
    at = max(places, default=0)
    return (text[:at] + _SEEDED + text[at:]).encode()


def _near_misses(url: str) -> list[dict[str, Any]]:
    def line(text: str, source: str, tag: str = "chromium") -> list[dict[str, str]]:
        return [{"tag": tag, "level": "I", "message": f'[INFO:CONSOLE(1)] "{text}", source: {source} (1)'}]

    return [
        {"name": "a_wrong_answer", "log": line("reward: -1", url)},
        {"name": "an_answer_that_is_worth_nothing", "log": line("reward: 0", url)},
        {"name": "a_part_of_the_reward", "log": line("reward: 0.97", url)},
        {
            "name": "said_by_another_page",
            "log": line("reward: 1", url.replace(_FOLDER, "/storage/emulated/0/Download")),
        },
        {"name": "said_by_another_app", "log": line("reward: 1", url, "AndroidRLTask")},
    ]
