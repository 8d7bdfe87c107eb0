"""``pytest tests/conformance --device SERIAL``: a user's own phone is tested against the contract as far as possible."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from served_handset import Handset, Handsets

ROOT = Path(__file__).parents[2]


def run(handsets: Handsets, serial: str) -> subprocess.CompletedProcess[str]:
    words = ["-m", "pytest", "tests/conformance", "--device", serial, "-q", "-p", "no:cacheprovider", "-x"]
    environment = os.environ | {"ANDROID_ADB_SERVER_PORT": str(handsets.port), "CI": "false"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.exhaustive
def test_a_phone_that_is_there(handset: Handset, handsets: Handsets) -> None:
    done = run(handsets, handset.serial)
    assert done.returncode == 0, done.stdout[-2000:]
    assert " passed" in done.stdout
    assert "needs the embedded handset" in done.stdout
    assert "failed" not in done.stdout
    assert handset.served.phone.log.end > 0, "it was that phone"


@pytest.mark.exhaustive
def test_a_phone_that_is_not_there(handset: Handset, handsets: Handsets) -> None:
    done = run(handsets, "nowhere")
    assert done.returncode == 4
    assert "adb sees no phone 'nowhere'" in done.stderr
    assert handset.serial in done.stderr
