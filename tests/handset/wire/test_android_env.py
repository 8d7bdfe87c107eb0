"""The real android-env drives `bmoca-emulator`: it launches, resets, swipes, keeps snapshots, asks adb, and ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest
from real_adb import PROGRAMS, Adb, needs_adb
from test_avd import make_avd

ROOT = Path(__file__).parents[3]


@needs_adb
@pytest.mark.skipif(
    util.find_spec("android_env") is None, reason="needs android-env: install the extra android"
)
def test_android_env_launches_and_drives_the_emulator(tmp_path: Path) -> None:
    from android_env.proto import state_pb2

    make_avd(tmp_path / "avd", "Phone")
    adb = Adb(PROGRAMS.get("adbutils") or PROGRAMS["path"], tmp_path)
    try:
        adb.start()
        done = subprocess.run(
            [sys.executable, str(Path(__file__).parent / "android_env_session.py"), str(tmp_path), adb.program, str(adb.port)],
            cwd=ROOT, env=os.environ | {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip
    finally:
        adb.close()
    assert done.returncode == 0, done.stdout + done.stderr
    came = json.loads(done.stdout.splitlines()[-1])
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
