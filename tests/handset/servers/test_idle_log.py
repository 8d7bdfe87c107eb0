"""The log of an idle phone: one line per second of its own clock, which no task reads."""

from __future__ import annotations

from pathlib import Path

import bmoca_gym
from bmoca_gym.handset import images
from bmoca_gym.handset.servers.emulator import idle_log


def test_a_line_a_second_that_follows_from_the_time_alone() -> None:
    phone = images.boot()
    whole = idle_log.written(phone, 60_000, 80_500)
    parts = phone
    for since in range(60_000, 80_500, 50):
        parts = idle_log.written(parts, since, since + 50)
    lines = whole.log.since(phone.log.end)
    assert lines == parts.log.since(phone.log.end)
    assert [line.tag for line in lines] == [*["EGL_emulation"] * 9, "healthd"] * 2
    assert lines[9].message == "battery l=100 v=5000 t=25.0 h=2 st=2 chg=a"
    assert {line.tag for line in lines} == set(idle_log.TAGS)


def test_after_a_long_time_only_the_last_lines_are_written() -> None:
    phone = images.boot()
    assert idle_log.written(phone, 0, 10**12).log.end - phone.log.end == 60
    assert idle_log.written(phone, 5000, 5000) is phone


def test_no_task_names_their_tags() -> None:
    files = [
        path for path in Path(bmoca_gym.__file__).parent.rglob("*.y*ml") if path.suffix in (".yaml", ".yml")
    ]
    assert len(files) > 50
    assert not [path for path in files for tag in idle_log.TAGS if tag in path.read_text("utf-8")]
