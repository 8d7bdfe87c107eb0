"""The command that measures a handset behind adb runs, prints every case, and leaves no process running."""

from __future__ import annotations

import shutil
from importlib import util

import pytest

from benchmarks import over_adb


@pytest.mark.exhaustive
@pytest.mark.skipif(
    not (shutil.which("adb") or util.find_spec("adbutils")),
    reason="no adb: install adbutils, or the system's adb package",
)
def test_every_case_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    over_adb.main(["--times", "1"])
    printed = capsys.readouterr().out
    assert all(case in printed for case in over_adb.CASES)
