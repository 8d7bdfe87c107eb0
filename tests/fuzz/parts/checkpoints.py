"""Checkpoints of policies: a valid one with bytes, JSON or tensors changed, and zip bombs and truncated zip files."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import torch
from numpy.random import Generator

from bmoca_gym.errors import CheckpointError
from bmoca_gym.policies import checkpoint
from bmoca_gym.policies.compact_network import make_network
from bmoca_gym.policies.settings import NetworkSettings

_FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-")
_FILE = Path(_FOLDER.name) / "policy.zip"

torch.set_num_threads(1)
checkpoint.save(make_network(NetworkSettings(image_encoder="compact", channels=4, width=16)), _FILE)
checkpoint.load(_FILE)
_GOOD = _FILE.read_bytes()
with zipfile.ZipFile(io.BytesIO(_GOOD)) as _archive:
    _PARTS = {name: _archive.read(name) for name in _archive.namelist()}

_VALUES: tuple[Any, ...] = (
    None, -1, 0, 10**30, 1e308, float("nan"), float("inf"), "x" * 5000, [], {}, [[[]]], True, "small", "efficientnet-",
)  # fmt: skip


def attempt(random: Generator) -> None:
    """Load one hostile checkpoint."""
    kind = random.integers(5)
    if kind == 0:
        content = _with_faults(_GOOD, random)
    elif kind == 1:
        content = _packed({**_PARTS, "weights.pt": _with_faults(_PARTS["weights.pt"], random)}, random)
    elif kind == 2:
        content = _packed({**_PARTS, "policy.json": _about(random)}, random)
    elif kind == 3:
        content = _packed({**_PARTS, "weights.pt": _weights(random)}, random)
    else:
        content = _packed({name: bytes(int(random.integers(1, 60 << 20))) for name in _PARTS}, random)
    _FILE.write_bytes(content)
    with contextlib.suppress(CheckpointError):
        checkpoint.load(_FILE)


def _with_faults(content: bytes, random: Generator) -> bytes:
    changed = bytearray(content)
    for _ in range(random.integers(1, 20)):
        changed[int(random.integers(len(changed)))] = int(random.integers(256))
    return bytes(changed[: int(random.integers(len(changed)))] if random.random() < 0.2 else changed)


def _about(random: Generator) -> bytes:
    if random.random() < 0.3:
        return (b'{"a": ', b"[", b'{"format": 1, "network": ')[random.integers(3)] * int(
            random.integers(1, 100_000)
        )
    about = json.loads(_PARTS["policy.json"])
    where = about if random.random() < 0.5 else about["network"]
    where[str(random.choice([*where, "more"]))] = _VALUES[random.integers(len(_VALUES))]
    return json.dumps(about).encode()


def _weights(random: Generator) -> bytes:
    state = torch.load(io.BytesIO(_PARTS["weights.pt"]), weights_only=True)
    name = str(random.choice(list(state)))
    state[name] = (
        state[name] * float("nan"), state[name].double() + 1e300, torch.zeros(1).expand(10**9), torch.zeros(0), 1, [],
        state[name].to(torch.complex64), state[name].reshape(-1), torch.zeros(3, dtype=torch.int64),
    )[random.integers(9)]  # fmt: skip
    file = io.BytesIO()
    torch.save(state, file)
    return file.getvalue()


def _packed(parts: dict[str, bytes], random: Generator) -> bytes:
    file = io.BytesIO()
    kind = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)[random.integers(2)]
    with zipfile.ZipFile(file, "w", kind) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()
