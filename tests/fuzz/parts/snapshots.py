"""Fuzzes snapshots: documents with parts exchanged or damaged and valid digests; each is read or refused."""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import json
from typing import Any

import numpy as np

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.servers.errors import SnapshotFileError

_START = len(snapshot_file._MAGIC) + snapshot_file._HEADER.size
_ODD: tuple[Any, ...] = (None, True, -1, 0.5, 1e300, 10**18, "", "\ud800", "x" * 1000, [], [[]] * 5, {"map": [[1, 2], [3]]}, {"map": [[1, 2], 5]}, {"set": [1, [2]]},
                         {"bytes": 99}, {"function": ["os", "system"]}, {"value": ["os", "x"], "fields": {}}, {"date": "x"}, {"a": 1, "b": 2})  # fmt: skip


@functools.cache
def _parts() -> tuple[bytes, bytes]:
    data = snapshot_file.dumps(images.boot())
    size = snapshot_file._HEADER.unpack_from(data, len(snapshot_file._MAGIC))[1]
    return data[_START : _START + size], data[_START + size :]


def attempt(random: np.random.Generator) -> None:
    """Read one made-up snapshot."""
    text, rest = _parts()
    document = json.loads(text)
    for _ in range(random.integers(1, 4)):
        _exchange(document, random)
    if random.random() < 0.2:
        rest = random.bytes(int(random.integers(60)))
    written = json.dumps(document).encode()
    size = len(written) if random.random() < 0.9 else int(random.integers(1 << 40))
    body = written + rest
    head = snapshot_file._HEADER.pack(hashlib.sha256(body).digest(), size)
    with contextlib.suppress(SnapshotFileError):
        snapshot_file.loads(snapshot_file._MAGIC + head + body)


def _exchange(thing: Any, random: np.random.Generator) -> None:
    """Replace one part, somewhere in a document, by something odd."""
    while True:
        keys = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
        if not keys:
            return
        key = keys[random.integers(len(keys))]
        inner = thing[key]
        if not isinstance(inner, (dict, list)) or not inner or random.random() < 0.15:
            thing[key] = copy.deepcopy(_ODD[random.integers(len(_ODD))])
            return
        thing = inner
