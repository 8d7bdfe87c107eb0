"""Memory and pauses of a very large number of steps: what is printed and written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import endurance
from bmoca_gym.devices import cyclic_collector
from bmoca_gym.handset import memory


def test_sizes_pauses_and_cleared_caches_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(memory, "forgetters", memory.forgetters)  # put back at the end
    monkeypatch.setattr(memory, "oldest_forgetters", memory.oldest_forgetters)
    monkeypatch.setattr(memory, "CACHE_BYTES", 1 << 10)
    monkeypatch.setattr(memory, "PROCESS_BYTES", 0)
    monkeypatch.setattr(memory, "LOOKS", 1)
    monkeypatch.setattr(memory, "_floor", 0)
    monkeypatch.setattr(cyclic_collector, "_TOO_MANY", 2)
    endurance.main(["--suite", "bmoca", "--steps", "20", "--out", str(tmp_path / "figures.json")])
    said = capsys.readouterr().out
    assert "20 steps: " in said
    assert " ms step" in said
    assert " ms reset" in said
    found = json.loads((tmp_path / "figures.json").read_text())
    assert min(found["cleared"].values()) >= 1
    # The kernel notes the peak less often than the size.
    assert 50 < found["sizes"]["20"] <= found["peak"] + 2
    assert found["clearings"]
    assert max(found["clearings"], key=found["clearings"].get) in said
    assert len(found["longest"]["step"]) == 20
