"""Made-up snapshots: each is read or refused, and the process lives."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from typing import Any

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.emulator import snapshot_file

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
