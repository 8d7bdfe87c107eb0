"""top, bugreportz, device_config, monkey's port, and calls of content providers."""

from __future__ import annotations

import io
import zipfile

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import files

PHONE = images.boot()


@pytest.mark.parametrize(
    ("line", "output", "error", "code"),
    [
        ("device_config get a b; device_config put a b 1; device_config get a b", "null\n1\n", "", 0),
        ("cmd device_config put a b 1 default; device_config put c d e; device_config list; device_config list a", "a/b=1\nc/d=e\nb=1\n", "", 0),
        ("device_config put a b 1; device_config delete a b; device_config delete a b", "Successfully deleted b from a\nFailed to delete b from a\n", "", 0),
        ("device_config get a", "", "Bad arguments\n", 255),
        ("device_config fly", "", "Invalid command: fly\n", 255),
        ("monkey --port 1080", "", "Error binding to network socket.\n", 251),
        ("bugreportz -v", "", "1.1\n", 0),
        ("top -n 2 -d 5 -b -q -m 1 | grep -c ' top$'; cut -d. -f1 /proc/uptime", "2\n65\n", "", 0),
        ("top -bn1 -p 1 | tail -1 | cut -d' ' -f5-6", "1 root\n", "", 0),
        ("content call --uri content://settings/system --method GET_system --arg font_scale", "Result: Bundle[{value=1.0}]\n", "", 0),
        ("content call --uri content://settings/secure --method PUT_secure --arg k --extra value:s:v; settings get secure k", "Result: Bundle[{}]\nv\n", "", 0),
        ("content call --uri content://settings/system --method FLY", "Result: null\n", "", 0),
        ("content call --uri content://none --method X", "", "Error while accessing provider:none\n", 1),
        ("content read --uri content://none/1", "", "Error while accessing provider:none\n", 1),
    ],
)  # fmt: skip
def test_what_is_printed(line: str, output: str, error: str, code: int) -> None:
    result = session.execute(PHONE, line)
    assert (result.output.decode(), result.error.decode(), result.code) == (output, error, code)


def test_a_picture_of_the_processes() -> None:
    lines = session.run(PHONE, "top -n 1 -b")[1].splitlines()
    assert lines[0].startswith("Tasks: ")
    assert lines[4].split() == [
        "PID",
        "USER",
        "PR",
        "NI",
        "VIRT",
        "RES",
        "SHR",
        "S[%CPU]",
        "%MEM",
        "TIME+",
        "ARGS",
    ]
    assert {"top", "system_server", "com.android.systemui"} <= {line.split()[-1] for line in lines[5:]}
    assert lines == session.run(PHONE, "top")[1].splitlines()


def test_a_bug_report_holds_the_services_and_the_log() -> None:
    phone, said, code = session.run(PHONE, "log -t Mine here; bugreportz -p")
    assert code == 0
    begin, progress, ok = said.splitlines()
    path = ok.removeprefix("OK:")
    assert (begin, progress) == (f"BEGIN:{path}", "PROGRESS:100/100")
    with zipfile.ZipFile(io.BytesIO(files.read(phone, path))) as file:
        text = file.read(file.read("main_entry.txt").decode()).decode()
    assert "DUMP OF SERVICE battery" in text
    assert "Mine" in text
    assert session.run(PHONE, "log -t Mine here; bugreportz -p")[0] == phone


def test_the_content_of_a_picture() -> None:
    line = "screencap -p /sdcard/Pictures/p.png; cat /sdcard/Pictures/p.png"
    phone, data = session.execute(PHONE, line)[:2]
    row = session.run(
        phone, "content query --uri content://media/external/images/media --projection _id:_data"
    )[1]
    number = next(r for r in row.splitlines() if "p.png" in r).split("_id=")[1].split(",")[0]
    read = session.execute(phone, f"content read --uri content://media/external/images/media/{number}")
    assert (read.output == data, read.error, read.code) == (True, b"", 0)
