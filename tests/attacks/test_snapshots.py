"""Forged snapshots: each is read or refused, and the process survives."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from typing import Any, Literal

import pytest
from immutables import Map

from bmoca_gym.handset import images, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.servers.errors import SnapshotFileError
from bmoca_gym.handset.shell import session

#: What may stand in place of a Map: entries that are none, and each kind of key that none can have, in a long list.
_LAST: list[Any] = [
    [], [1], 5, None, "xyz", [{"nothing": 1}, 2], [1, {"bytes": 9}], [{"value": ["os", "x"], "fields": {}}, 1], [{"map": 5}, 1],
    [{"map": [[1]]}, 1], [{"function": ["os", "system"]}, 1], [{"set": [{"bytes": 99}]}, 1],
]  # fmt: skip
MALFORMED: list[Any] = [
    *({"map": [*[[1, 2]] * 5, last]} for last in _LAST),
    *(
        {"map": 5},
        {"map": {}},
        {"map": {"a": 1}},
        {"map": [["a", {"date": "x"}]] * 100},
        {"set": 5},
        {"bytes": -1},
    ),
]

_READ = """
import sys, json
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.servers.errors import SnapshotFileError
for text in json.load(sys.stdin):
    try:
        snapshot_file.loads(bytes.fromhex(text))
        print("read")
    except SnapshotFileError:
        print("refused")
"""


def made(text: bytes, rest: bytes = b"\n[]\n", size: int | None = None) -> bytes:
    """The file with that JSON, its digest right."""
    body = text + rest
    head = snapshot_file._HEADER.pack(hashlib.sha256(body).digest(), len(text) if size is None else size)
    return snapshot_file._MAGIC + head + body


def test_malformed_snapshots_are_refused_and_end_no_process() -> None:
    data = snapshot_file.dumps(images.boot())
    start = len(snapshot_file._MAGIC) + snapshot_file._HEADER.size
    _, size = snapshot_file._HEADER.unpack_from(data, len(snapshot_file._MAGIC))
    document, rest = json.loads(data[start : start + size]), data[start + size :]
    files = [made(b"[" * 100_000), made(b"{}", size=1 << 62), made(b"{}", b"\n[-1]\n"), made(b"1" * 9000)]
    # A Map of a generator that raises counts something wrong each time, and ends the process in the end.
    files += [made(b'{"map": [[1, 2], [{"bytes": 9}, 2]]}')] * 1000
    for field in ("settings", "apps"):
        for malformed in MALFORMED:
            changed = document | {"fields": document["fields"] | {field: malformed}}
            files.append(made(json.dumps(changed).encode(), rest))
    asked = json.dumps([file.hex() for file in files])
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore", "-c", _READ],
        input=asked,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    verdicts = done.stdout.split()
    assert len(verdicts) == len(files)
    assert verdicts.count("read") <= 3, "of a phone without settings or files"


def _changed(thing: Any, rng: random.Random) -> Any:
    """The JSON of a snapshot with one value replaced by one of another type."""
    for _ in range(8):
        inner = (
            list(thing) if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else []
        )
        if not inner or (rng.random() < 0.1 and not isinstance(thing, dict)):
            break
        at = rng.choice(list(inner))
        made = thing.copy()
        made[at] = _changed(thing[at], rng)
        return made
    return rng.choice([5, "text", None, [], [1], {"map": []}])


def test_values_of_another_type_are_refused_or_do_no_harm() -> None:
    """Of 98 snapshots that loaded, four raised later: screens, tasks or settings had unexpected values."""
    phone = inputs.perform(images.boot(), Tap(0.5, 0.9))
    data, rng = snapshot_file.dumps(phone), random.Random(7)
    start = len(snapshot_file._MAGIC) + snapshot_file._HEADER.size
    _, size = snapshot_file._HEADER.unpack_from(data, len(snapshot_file._MAGIC))
    document, rest = json.loads(data[start : start + size]), data[start + size :]
    refused = 0
    for _ in range(150):
        changed = _changed(document, rng)
        try:
            read = snapshot_file.loads(made(json.dumps(changed).encode(), rest))
        except SnapshotFileError:
            refused += 1
            continue
        session.run(read, "ls /data/data; settings list system; dumpsys activity top; pm list packages")
        for gesture in (Tap(0.5, 0.9), PressKey("HOME"), PressKey("OVERVIEW")):
            read = inputs.wait(inputs.perform(read, gesture), 60_000)
            screen.ui_tree(read)
    assert refused > 75


@pytest.mark.parametrize(
    ("hint", "good", "bad"),
    [
        (int, [5], [True, "5", None, 5.0]),
        (float, [5, 5.0], ["5", None, True]),
        (str | None, ["a", None], [5, ()]),
        (tuple[str, ...], [(), ("a", "b")], [("a", 5), "ab", None]),
        (tuple[int, str], [(5, "a")], [(5,), ("a", 5), ()]),
        (Map[str, int], [Map(), Map({"a": 5})], [{}, Map({"a": "5"}), Map({5: 5}), ()]),
        (frozenset[str], [frozenset("a")], [frozenset([5]), ("a",)]),
        (Literal["a", "b"], ["a"], ["c", 5, None]),
        (Configuration, [Configuration()], [(), None, Map()]),
        (tuple[Configuration, ...], [(Configuration(),)], [(Map(),)]),
    ],
)
def test_what_fits_a_type(hint: Any, good: list[Any], bad: list[Any]) -> None:
    assert all(snapshot_file._fits(one, hint) for one in good)
    assert not any(snapshot_file._fits(one, hint) for one in bad)
