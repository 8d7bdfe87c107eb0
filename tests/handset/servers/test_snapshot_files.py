"""Snapshots on disk: phones come back completely, nothing in a file is run, and no name leads out of the folder."""

from __future__ import annotations

import builtins
import hashlib
import json
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey, Swipe, Tap
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.servers.emulator.snapshot_folder import SnapshotFolder
from bmoca_gym.handset.servers.errors import SnapshotFileError, SnapshotNameError
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Due, Phone
from bmoca_gym.handset.system import activities, sqlite_bytes
from bmoca_gym.handset.value import do, replace


def used() -> Phone:
    """A phone with some of everything: used apps, scheduled calls, files, a toast, odd characters."""
    phone = images.boot(Configuration(1080, 2280, 440, 1.15, "ar-EG"))
    for line in (
        "settings put system font_scale 1.3; setprop debug.x 'ü ☃'",
        "am start -n com.google.android.deskclock/com.android.deskclock.DeskClock",
        "am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 90 "
        "--ez android.intent.extra.alarm.SKIP_UI true",
        "log -t odd 'a\tb \ud83d'",
    ):
        phone, _, _ = session.run(phone, line)
    for gesture in (Swipe(0.5, 0.9, 0.5, 0.2), Tap(0.3, 0.4), PressKey("HOME"), Tap(0.5, 0.95)):
        phone = inputs.perform(phone, gesture)
    phone = replace(phone, files=phone.files.set("/data/media/0/x", b"\0\xff" * 1000))
    return activities.toast(phone, "☃ \ud800")


USED = used()


def test_a_phone_comes_back_whole_and_lives_on() -> None:
    data = snapshot_file.dumps(USED)
    back = snapshot_file.loads(data)
    assert back == USED
    assert hash(back) == hash(USED)
    assert snapshot_file.dumps(back) == data
    assert inputs.wait(back, 200_000) == inputs.wait(USED, 200_000)
    assert inputs.wait(back, 200_000).toast == "", "what was due is done"


@pytest.mark.exhaustive
def test_every_expert_s_phones_can_be_kept(every_task_s_phone: list[Phone]) -> None:
    for phone in every_task_s_phone:
        assert snapshot_file.loads(snapshot_file.dumps(phone)) == phone


@pytest.fixture(scope="session")
def every_task_s_phone() -> list[Phone]:
    """A phone from the middle of each task: its dialogs, drafts and timers."""
    from bmoca_gym import tasks
    from bmoca_gym.demonstrations import experts
    from bmoca_gym.envs.environment import PhoneEnv

    env = PhoneEnv(tasks="all", environments="100", observation="text", action="text")
    found = []
    for task in tasks.select("all"):
        env.reset(seed=0, options={"task": task})
        expert = experts.expert_for(task.id)
        for _ in range(task.step_limit // 2):
            tree = env.device.ui_tree()
            gesture = expert.next_gesture(tree, "en-US")
            if gesture is None or env.step(env.action_mode.encode(gesture, tree))[2]:
                break
        found.append(env.device.phone)  # type: ignore[attr-defined]
    return found


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for made in (data, snapshot_file._MAGIC + data):
        with pytest.raises(SnapshotFileError):
            snapshot_file.loads(made)


@pytest.mark.exhaustive
@given(st.integers(0, 160_000), st.integers(1, 255))
def test_a_damaged_file_is_known_for_one(at: int, change: int) -> None:
    data = bytearray(snapshot_file.dumps(USED))
    data[at % len(data)] ^= change
    with pytest.raises(SnapshotFileError):
        snapshot_file.loads(bytes(data))
    with pytest.raises(SnapshotFileError):
        snapshot_file.loads(bytes(data)[: at % len(data)])


def forged(document: object) -> bytes:
    text = json.dumps(document).encode()
    body = text + b"\n[]\n"
    return snapshot_file._MAGIC + struct.pack("<32sQ", hashlib.sha256(body).digest(), len(text)) + body


def value(module: str, name: str, **content: object) -> object:
    return {"value": [module, name], "fields": content}


def due(module: str, name: str, *arguments: object) -> object:
    """A phone on which a function chosen by a forger is due."""
    callback = [{"function": [module, name]}, list(arguments)]
    made = value(
        "bmoca_gym.handset.system.clock", "Due", at=0, clock="uptime", owner="x", tag="", callback=callback
    )
    return value("bmoca_gym.handset.state", "Phone", image={"image": "android10"}, due=[made])


@pytest.mark.parametrize(
    "document",
    [
        None, 7, [], {}, {"value": []}, {"map": 1}, {"bytes": 0}, {"bytes": -1}, {"datetime": "x"},
        due("os", "system", "true"), due("builtins", "eval", "1"), due("subprocess", "Popen", ["true"]),
        due("bmoca_gym.handset.servers.emulator.main", "main", []), due("bmoca_gym.handset.system.sqlite_bytes", "database_bytes"),
        due("bmoca_gym.handset.system.sqlite_bytes", "sqlite3"), due("bmoca_gym.handset.system..os", "system"),
        value("pathlib", "Path"), value("subprocess", "Popen", args="true"), value("bmoca_gym.devices.adb.device", "AdbDevice"),
        value("bmoca_gym.handset.state", "Phone", image={"image": "android10"}, files=7), value("bmoca_gym.handset.state", "Phone", image={"image": "android10"}, home="yes"),
        value("bmoca_gym.handset.state", "Phone", image={"image": "android10"}, apps={"map": []}), value("bmoca_gym.handset.state", "Phone", image={"image": "android10"}, no_field=1), value("bmoca_gym.handset.state", "Phone", image={"image": "android1"}), value("bmoca_gym.handset.state", "Phone", image={"image": ["a"]}),
        value("bmoca_gym.handset.state", "Phone", configuration=value("bmoca_gym.handset.resources.configuration", "Configuration", width=-1)),
        value("bmoca_gym.handset.state", "_Derived"), value("bmoca_gym.handset.images", "boot"),
    ],
)  # fmt: skip
def test_a_forged_file_names_and_runs_nothing(document: object, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot_file.loads(
        snapshot_file.dumps(USED)
    )  # reads the annotations of our own classes, by eval in Python 3.11
    monkeypatch.setattr(builtins, "eval", lambda *_: pytest.fail("it was run"))
    with pytest.raises(SnapshotFileError):
        snapshot_file.loads(forged(document))


def test_a_document_deeper_than_any_phone() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    body = deep + b"\n[]\n"
    with pytest.raises(SnapshotFileError):
        snapshot_file.loads(
            snapshot_file._MAGIC + struct.pack("<32sQ", hashlib.sha256(body).digest(), len(deep)) + body
        )


@pytest.mark.parametrize("function", [print, sqlite_bytes.database_bytes, len, lambda state, context: state])
def test_what_no_file_can_hold_is_not_written(function: object) -> None:
    phone = replace(USED, due=(Due(0, "uptime", "x", "", do(function)),))  # type: ignore[arg-type]
    with pytest.raises(SnapshotFileError, match="can't hold"):
        snapshot_file.dumps(phone)


# The folder


def test_other_processes_see_what_one_saves(tmp_path: Path) -> None:
    one, other = (ServedPhone(images.boot(), kept=SnapshotFolder(tmp_path)) for _ in range(2))
    one.apply(lambda phone: USED)
    one.save_snapshot("used phone")
    assert list(other.snapshots()) == ["used phone"]
    other.load_snapshot("used phone")
    assert other.phone == USED
    one.apply(lambda phone: images.boot())
    one.save_snapshot("used phone")
    other.load_snapshot("used phone")
    assert other.phone == images.boot(), "the one that was saved last"
    other.delete_snapshot("used phone")
    assert one.snapshots() == {}
    with pytest.raises(SnapshotNameError, match="no snapshot 'used phone'"):
        one.load_snapshot("used phone")
    with pytest.raises(SnapshotNameError, match="no snapshot"):
        one.delete_snapshot("used phone")
    assert list(tmp_path.iterdir()) == []


NAMES = [
    "a",
    "..",
    ".",
    ".hidden",
    "a/b",
    "../../x",
    "/etc/passwd",
    "~",
    "Ünï ☃",
    "a b",
    "%2E",
    "x" * 200,
    "-rf",
    "a\\b",
]


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder = SnapshotFolder(tmp_path / "in" / "snapshots")
    for name in NAMES:
        folder[name] = USED
    assert set(folder) == set(NAMES)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["snapshots"]
    assert len(list((tmp_path / "in" / "snapshots").iterdir())) == len(NAMES)
    for name in NAMES:
        assert name in folder
        del folder[name]
    assert list((tmp_path / "in" / "snapshots").iterdir()) == []


def test_names_that_no_folder_can_have(tmp_path: Path) -> None:
    served = ServedPhone(images.boot(), kept=SnapshotFolder(tmp_path))
    for name in ("☃" * 60, "x" * 250, ""):
        with pytest.raises(SnapshotNameError):
            served.save_snapshot(name)
        with pytest.raises(SnapshotNameError):
            served.load_snapshot(name)


def test_a_damaged_one_is_told_left_out_and_replaced(tmp_path: Path) -> None:
    served = ServedPhone(images.boot(), kept=SnapshotFolder(tmp_path))
    served.save_snapshot("good")
    served.save_snapshot("bad")
    (tmp_path / "bad" / "handset.snapshot").write_bytes(b"half")
    assert list(served.snapshots()) == ["good"]
    with pytest.raises(SnapshotFileError, match=r"bad.handset\.snapshot.*Delete it and make"):
        served.load_snapshot("bad")
    served.save_snapshot("bad")
    served.load_snapshot("bad")


def test_the_real_emulator_s_own_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "default_boot").mkdir()
    (tmp_path / "default_boot" / "ram.bin").write_bytes(b"ram")
    folder = SnapshotFolder(tmp_path)
    assert list(folder) == []
    with pytest.raises(SnapshotFileError, match="Android emulator"):
        folder["default_boot"] = USED
    assert [path.name for path in (tmp_path / "default_boot").iterdir()] == ["ram.bin"]


def test_read_only_reads_only(tmp_path: Path) -> None:
    SnapshotFolder(tmp_path)["kept"] = USED
    served = ServedPhone(images.boot(), kept=SnapshotFolder(tmp_path, read_only=True))
    served.load_snapshot("kept")
    assert served.phone == USED
    for use in (served.save_snapshot, served.delete_snapshot):
        with pytest.raises(SnapshotFileError, match="-read-only"):
            use("kept")
    tmp_path.joinpath("kept").chmod(0o755)
    assert list(served.snapshots()) == ["kept"]


def test_a_folder_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SnapshotFileError, match="not saved"):
        SnapshotFolder(tmp_path / "file")["a"] = USED
