"""What `bmoca avd build` leaves in a virtual device's folder."""

from __future__ import annotations

import json

import pytest

from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.record import FILE_NAME, AvdRecord
from bmoca_gym.errors import AndroidSdkError

RECORD = AvdRecord(
    "an image", "abc", {"org.wikipedia": ("org.wikipedia.apk", 5)}, {"Wikipedia": "2.7"},
    {"Instagram": "com.instagram.android*.apk"}, ("open_instagram",), {"bmoca_100": "def"},
)  # fmt: skip


def test_a_record_is_read_as_it_was_written(tmp_path):
    assert avd_record.read(tmp_path) is None
    avd_record.write(tmp_path, RECORD)
    assert avd_record.read(tmp_path) == RECORD
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_a_task_without_its_app_is_told_why():
    assert RECORD.why_disabled("open_clock") == ""
    assert "needs an app that is not installed" in RECORD.why_disabled("open_instagram")
    assert "bmoca avd build --apks DIR" in RECORD.why_disabled("open_instagram")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "no JSON",
        '{"format": 2}',
        b"\xff\xfe",
        '{"format": 1, "system_image": "a"}',
        '{"format": 1}',
    ],
)
def test_a_damaged_record_is_named(tmp_path, text):
    (tmp_path / FILE_NAME).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(AndroidSdkError, match=rf"{FILE_NAME} is not a record of `bmoca avd build`.*--force"):
        avd_record.read(tmp_path)


@pytest.mark.parametrize(
    "field", ["system_image", "base", "apks", "versions", "missing", "snapshots", "disabled_tasks"]
)
def test_a_field_of_another_kind_is_no_record(tmp_path, field):
    avd_record.write(tmp_path, RECORD)
    data = json.loads((tmp_path / FILE_NAME).read_text())
    data[field] = 3
    (tmp_path / FILE_NAME).write_text(json.dumps(data))
    with pytest.raises(AndroidSdkError):
        avd_record.read(tmp_path)
