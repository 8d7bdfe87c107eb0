"""Sessions on phones that are not values: behind adb, and on an AVD, as `bmoca play --device` opens them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "devices"))  # for served_handset and fake_sdk

from fake_sdk import FakeSdk, needs_android_env
from served_handset import NO_ADB, Handsets, adb_program

from bmoca_gym import randomization
from bmoca_gym.errors import DeviceError
from bmoca_gym.play import commands
from bmoca_gym.play.picture import Changes
from bmoca_gym.play.session import Session

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"


@pytest.fixture
def handsets(tmp_path: Path) -> Iterator[Handsets]:
    if adb_program() is None:
        pytest.skip(NO_ADB)
    made = Handsets(tmp_path)
    yield made
    made.close()


def play(session: Session) -> None:
    """Do everything that a page can do on a phone, and check the messages for what the phone can't."""

    def kinds(do: str, **given: object) -> set[str]:
        return {one["kind"] for one in commands.answer(session, {"do": do, **given})}

    changes = Changes()
    assert changes.message(session.screen()) is not None
    assert kinds("tap", x=0.5, y=0.98) == kinds("key", key="HOME") == {"moments", "status"}
    assert not session.status()["embedded"]
    assert kinds("inspect") == {"inspection"}
    assert "tap(" in session.point(0.5, 0.9)["actions"]["text"]
    files = session.files(ALARMS)
    assert files["note"] == ""
    assert {"app": "com.google.android.deskclock", "path": ALARMS} in files["files"]
    assert "alarm_templates" in {table["name"] for table in files["content"]["tables"]}
    assert kinds("go", number=0) == kinds("configure", fields={}) == {"error"}
    assert kinds("begin", suite="bmoca", task="open_the_clock_app", environment="100") == {
        "timeline",
        "status",
    }
    while not session.status()["standing"]["over"]:
        assert kinds("watch", name="expert") == {"moments", "status", "watched"}
    assert session.status()["standing"]["success"]
    assert session.film(".gif").startswith(b"GIF8")


def test_a_phone_behind_adb(handsets: Handsets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(handsets.port))
    session = Session(f"adb:{handsets.handset().serial}")
    play(session)
    session.close()
    with pytest.raises(DeviceError, match="nobody"):
        Session("adb:nobody")


@needs_android_env
def test_an_avd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sdk = FakeSdk(tmp_path)
    sdk.use(monkeypatch)
    sdk.build([randomization.get("100")])
    session = Session("avd")
    try:
        play(session)
    finally:
        session.close()
