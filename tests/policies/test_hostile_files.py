"""Attacks by files: states and checkpoints that would run code, bombs, deep JSON, weights that are not numbers."""

from __future__ import annotations

import io
import json
import pickle
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")
pytest.importorskip("sb3_contrib")

from bmoca_gym.errors import CheckpointError  # noqa: E402
from bmoca_gym.policies import base_settings, checkpoint, compact_network, learner, ppo  # noqa: E402
from bmoca_gym.policies.compact_network import make_network  # noqa: E402
from bmoca_gym.policies.ppo_settings import CompactNetworkSettings, PpoSettings  # noqa: E402

TINY = CompactNetworkSettings(channels=4, width=16)


class Attack:
    """An object that creates a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> Any:
        return Path.mkdir, (self.folder,)


def saved(content: Any) -> bytes:
    file = io.BytesIO()
    torch.save(content, file)
    return file.getvalue()


def packed(parts: dict[str, bytes], compressed: bool = False) -> bytes:
    file = io.BytesIO()
    kind = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", kind) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def repacked(content: bytes) -> bytes:
    """The same zip file, compressed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return packed({name: archive.read(name) for name in archive.namelist()}, compressed=True)


@pytest.fixture
def good(tmp_path: Path) -> dict[str, bytes]:
    """The parts of a harmless checkpoint."""
    checkpoint.save(make_network(TINY), tmp_path / "good.zip")
    checkpoint.load(tmp_path / "good.zip")
    with zipfile.ZipFile(tmp_path / "good.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def weights(change: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, bytes]], bytes]:
    """A checkpoint with other weights."""

    def make(good: dict[str, bytes]) -> bytes:
        state = torch.load(io.BytesIO(good["weights.pt"]), weights_only=True)
        return packed({**good, "weights.pt": saved(change(state))})

    return make


def about(**changes: Any) -> Callable[[dict[str, bytes]], bytes]:
    """A checkpoint with changed metadata."""
    return lambda good: packed(
        {**good, "policy.json": json.dumps(json.loads(good["policy.json"]) | changes).encode()}
    )


def twice(good: dict[str, bytes]) -> bytes:
    file = io.BytesIO(packed(good))
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as archive:
        archive.writestr("weights.pt", b"")
    return file.getvalue()


#: A network that asks for weights that its file names.
T5_OF_ITS_OWN = {
    **base_settings.to_mapping(TINY),
    "text_encoder": "t5",
    "pretrained": True,
    "t5_name": "/etc",
}

CHECKPOINTS: dict[str, Callable[[dict[str, bytes]], bytes]] = {
    "deep JSON": lambda good: packed({**good, "policy.json": b"[" * 100_000}),
    "deep JSON in a field": lambda good: packed({**good, "policy.json": b'{"format": 1, "a":' * 50_000}),
    "a number of many digits": lambda good: packed({**good, "policy.json": b'{"format": ' + b"1" * 5000}),
    "large JSON": lambda good: packed({**good, "policy.json": b" " * (2 << 20)}),
    "a bomb": lambda good: packed({**good, "weights.pt": bytes(40 << 20)}, compressed=True),
    "a bomb in what it says": lambda good: packed({**good, "policy.json": b" " * (40 << 20)}, compressed=True),
    "a bomb in a bomb": lambda good: packed({**good, "weights.pt": repacked(saved(torch.zeros(10 << 20)))}),
    "a part that is there twice": twice,
    "a pickle": lambda good: packed({**good, "weights.pt": pickle.dumps({"a": 1})}),
    "code": weights(lambda state: {**state, "a": Attack(Path("ATTACKED"))}),
    "no number": weights(lambda state: {name: each * float("nan") for name, each in state.items()}),
    "an infinite number": weights(lambda state: {name: each.double() + 1e300 for name, each in state.items()}),
    "nothing": weights(lambda state: {}),
    "no dictionary": weights(lambda state: [1]),
    "a huge shape of one number": weights(
        lambda state: {name: torch.zeros(1).expand(10**12) for name in state}
    ),
    "heads that don't divide the width": about(network={"heads": 7, "width": 17, "image_encoder": "small"}),
    "a network of no such size": about(network={"width": 10**9}),
    "no network": about(network=[1]),
    "a format that is not a number": about(format="1"),
    "a name for a network": about(network={"image_encoder": {"a": 1}}),
    "a T5 of its own": about(network=T5_OF_ITS_OWN),
}  # fmt: skip


@pytest.mark.parametrize("attack", CHECKPOINTS)
def test_a_hostile_checkpoint_is_refused(
    good: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bad.zip"
    file.write_bytes(CHECKPOINTS[attack](good))
    started = time.monotonic()
    with pytest.raises(CheckpointError, match=r"bad\.zip"):
        checkpoint.load(file)
    assert time.monotonic() - started < 10
    assert not Path("ATTACKED").exists()


def test_an_encoder_that_a_checkpoint_names_is_loaded_only_if_it_is_trusted(
    good: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def make(settings: Any, restored: bool) -> Any:
        asked.append(settings.t5_name)
        raise OSError("it would be loaded now")

    monkeypatch.setattr(compact_network, "make_network", make)
    file = tmp_path / "named.zip"
    file.write_bytes(about(network=T5_OF_ITS_OWN)(good))
    for trusted in ("", "google-t5/t5-small", "/etc/"):
        with pytest.raises(CheckpointError, match="--trusted /etc"):
            checkpoint.load(file, trusted=trusted)
    assert asked == []
    with pytest.raises(CheckpointError, match="it would be loaded now"):
        checkpoint.load(file, trusted="/etc")
    assert asked == ["/etc"]


def a_run(out: Path, **changes: Any) -> PpoSettings:
    usual: dict[str, Any] = {
        "tasks": ("OpenClockApp",), "environments": ("002",), "phones": 2, "rollout": 4, "batch": 8, "epochs": 1,
        "steps": 8, "network": TINY, "quiet": True, "tensorboard": False, "test_environments": (),
        "validation_environments": (),
    }  # fmt: skip
    return PpoSettings(out=str(out), **usual | changes)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    ppo.run(a_run(folder))
    return folder


def test_a_tampered_run_is_not_resumed_and_runs_nothing(run: Path, tmp_path: Path) -> None:
    state = run / "state.pt"
    kept = state.read_bytes()
    content = torch.load(io.BytesIO(kept), weights_only=True)
    attacked = tmp_path / "attacked"
    broken = {name: each * float("nan") for name, each in content["policy"].items()}
    for bad in (
        saved({**content, "policy": Attack(attacked)}),
        saved(Attack(attacked)),
        pickle.dumps(Attack(attacked)),
        packed({"data": pickle.dumps(Attack(attacked)), "policy.pth": kept}),
        saved({**content, "progress": "[" * 100_000}),
        saved({**content, "progress": '{"no such": 1}'}),
        saved({**content, "policy": broken}),
        saved({**content, "policy": {}}),
        saved([1]),
        repacked(kept),
        kept[:-100],
    ):
        state.write_bytes(bad)
        with pytest.raises(CheckpointError, match="Delete it to start from the beginning"):
            ppo.run(a_run(run))
        assert not attacked.exists()
    state.write_bytes(kept)
    ppo.run(a_run(run))


def test_a_state_of_an_older_release_is_not_read(run: Path, tmp_path: Path) -> None:
    old = run / "state.zip"
    old.write_bytes(packed({"data": json.dumps({"policy_class": {":serialized:": "gA=="}}).encode()}))
    with pytest.raises(CheckpointError, match=r"can run code, so it is not read\. Delete it"):
        ppo.run(a_run(run))
    old.unlink()


def test_states_of_cloning_run_nothing(tmp_path: Path) -> None:
    for content in (saved(Attack(tmp_path / "attacked")), pickle.dumps(Attack(tmp_path / "attacked"))):
        (tmp_path / "state.pt").write_bytes(content)
        with pytest.raises(CheckpointError, match="can't be read"):
            learner.load_state(tmp_path / "state.pt")
    assert not (tmp_path / "attacked").exists()
