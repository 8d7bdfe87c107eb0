"""The real android-env drives `bmoca-emulator`: launch, reset, steps, snapshots, relaunches, and two at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from real_adb import PROGRAMS, Adb, needs_adb
from test_avd import make_avd

ROOT = Path(__file__).parents[3]


pytestmark = [
    needs_adb,
    pytest.mark.skipif(
        util.find_spec("android_env") is None, reason="needs android-env: install the extra android"
    ),
]


def run(script: str, folder: Path) -> dict[str, Any]:
    """The output of a script that drives android-env. It must leave no emulator behind."""
    adb = Adb(PROGRAMS.get("adbutils") or PROGRAMS["path"], folder)
    try:
        adb.start()
        done = subprocess.run(
            [sys.executable, str(Path(__file__).parent / script), str(folder), adb.program, str(adb.port)],
            cwd=ROOT, env=os.environ | {"HOME": str(folder), "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip
        left = adb.run("devices", serial="").stdout
    finally:
        adb.close()
    assert done.returncode == 0, done.stdout + done.stderr
    assert b"emulator-" not in left
    came: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return came


@pytest.mark.exhaustive
def test_android_env_launches_and_drives_the_emulator(tmp_path: Path) -> None:
    from android_env.proto import state_pb2

    make_avd(tmp_path / "avd", "Phone")
    came = run("android_env_session.py", tmp_path)
    assert came["shape"] == [1280, 720, 3]
    assert came["drawer"] > 0.2
    assert came["back"] < 0.02, "the snapshot shows the home screen again, but for the clock"
    assert came["activity"].startswith("com.google.android.apps.nexuslauncher/")
    status = state_pb2.SaveStateResponse.Status
    assert (came["saved"], came["loaded"]) == (
        status.Value("OK"),
        state_pb2.LoadStateResponse.Status.Value("OK"),
    )
    assert came["missing"] == state_pb2.LoadStateResponse.Status.Value("NOT_FOUND")


@pytest.mark.exhaustive
def test_two_at_once_and_relaunches_and_snapshots_that_outlive_them(tmp_path: Path) -> None:
    from android_env.proto import state_pb2

    make_avd(tmp_path / "avd", "Phone")
    make_avd(tmp_path / "avd", "Other", "hw.lcd.width=480\nhw.lcd.height=800\nhw.lcd.density=240\n")
    came = run("android_env_life.py", tmp_path)
    assert came["shapes"] == [[1280, 720, 3], [800, 480, 3]]
    assert came["saved"] == state_pb2.SaveStateResponse.Status.Value("OK")
    assert came["changed"] > 0.2
    assert came["other_changed"] < 0.02
    assert came["relaunches"] == 2, "each reset starts the emulator anew"
    assert came["kept"] == [state_pb2.LoadStateResponse.Status.Value("OK")] * 2
    assert came["shapes_then"] == [[1280, 720, 3]] * 2
