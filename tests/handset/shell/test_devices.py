"""The shell beyond apps: battery, location, programs, blocks of files, the screen as a device."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import images
from bmoca_gym.handset.apps.dialer.state import PastCall
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.providers.contacts.store import save as save_contact
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.commands import COMMANDS
from bmoca_gym.handset.system import booting
from bmoca_gym.handset.value import replace

PHONE = images.boot()


def said(line: str, phone: object = PHONE) -> str:
    return session.run(phone, line)[1]  # type: ignore[arg-type]


def test_the_battery_is_what_it_was_set_to() -> None:
    assert "  level: 100\n" in said("dumpsys battery")
    told = said(
        "dumpsys battery unplug; dumpsys battery set level 7; dumpsys battery set -f status 3; dumpsys battery set ac 0; dumpsys battery"
    )
    for line in ("AC powered: false", "status: 3", "level: 7", "scale: 100"):
        assert f"  {line}\n" in told
    assert said("dumpsys battery set level 7; dumpsys battery reset; dumpsys battery") == said(
        "dumpsys battery"
    )
    for line in ("set nope 1", "set level", "set level x", "explode"):
        assert session.run(PHONE, f"dumpsys battery {line}")[2] == 1


def test_a_phone_says_which_one_it_is() -> None:
    for image in (images.ANDROID10, images.ANDROID13):
        phone = images.boot(image=image)
        names = ("ro.serialno", "ro.boot.serialno", "ro.build.id", "ro.build.type", "ro.product.brand", "ro.product.cpu.abi",
                 "ro.build.version.incremental", "ro.hardware", "gsm.sim.state")  # fmt: skip
        for name in names:
            assert said(f"getprop {name}", phone).strip(), name
        get = {
            name: said(f"getprop {name}", phone).strip()
            for name in (
                "ro.product.brand",
                "ro.product.name",
                "ro.product.device",
                "ro.build.version.release",
                "ro.build.id",
                "ro.build.version.incremental",
            )
        }
        brand, name, device, release, build, number = get.values()
        assert said("getprop ro.build.fingerprint", phone).startswith(
            f"{brand}/{name}/{device}:{release}/{build}/{number}:userdebug/"
        )
        assert len(said("settings get secure android_id", phone).strip()) == 16


def test_a_reboot_takes_its_time_and_the_phone_is_new_then() -> None:
    phone = session.run(
        PHONE, "sleep 600; am start -n com.google.android.deskclock/com.android.deskclock.DeskClock"
    )[0]
    assert " up 11 min," in said("uptime", phone)
    after = session.run(phone, "echo x > /sdcard/kept; reboot")[0]
    assert after.clock.wall - phone.clock.wall == 5000
    assert after.home
    assert " up 0 min," in said("uptime", after)
    assert (
        said("cut -d' ' -f1 /proc/uptime; cat /sdcard/kept; getprop sys.boot_completed", after)
        == "5.00\nx\n1\n"
    )
    starting = booting.started(phone)
    assert (
        said(
            "getprop sys.boot_completed; sleep 4; getprop sys.boot_completed; sleep 1; getprop sys.boot_completed",
            starting,
        )
        == "\n\n1\n"
    )


def test_system_bin_has_the_programs_that_there_are() -> None:
    listed = set(said("ls /system/bin").split())
    assert (
        {"ls", "am", "pm", "toybox", "sh", "dd", "screenrecord"} <= listed <= {*COMMANDS, "toybox", "toolbox"}
    )
    assert "cd" not in listed
    assert said("ls -l /system/bin/ls").startswith("-rwxr-xr-x 1 root shell ")
    assert (
        said(
            "[ -x /system/bin/ls ] && [ -f /system/bin/ls ] && ! [ -x /system/bin/nope ] && echo yes; which ls cd"
        )
        == "yes\n/system/bin/ls\n"
    )
    assert said("/system/bin/echo hi; rm /system/bin/ls").startswith("hi\nrm: ")


def test_shared_storage_has_all_its_names() -> None:
    for folder in ("/data/media/0", "/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard"):
        assert said(f"echo x > {folder}/a; cat /sdcard/a; ls {folder}") == "x\n" + said(
            "touch /sdcard/a; ls /sdcard"
        )


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        (
            "dd if=/dev/zero of=/sdcard/z bs=4 count=3; stat -c %s /sdcard/z",
            "3+0 records in\n3+0 records out\n12 bytes copied, 0.000 s, 0 B/s\n12\n",
        ),
        ("echo abcdefg | dd bs=2 skip=1 count=2 status=none", "cdef"),
        (
            "echo abc | dd bs=3 2>&1 >/dev/null",
            "1+1 records in\n1+1 records out\n4 bytes copied, 0.000 s, 0 B/s\n",
        ),
        (
            "printf abcdef > /sdcard/a; printf XY | dd of=/sdcard/a bs=1 seek=2 conv=notrunc status=none; cat /sdcard/a",
            "abXYef",
        ),
        (
            "printf abcdef > /sdcard/a; printf XY | dd of=/sdcard/a bs=1 seek=2 status=noxfer; cat /sdcard/a",
            "2+0 records in\n2+0 records out\nabXY",
        ),
        ("dd if=/dev/urandom bs=1k count=1 status=none | wc -c", "1024\n"),
        ("dd if=/nope", "dd: /nope: No such file or directory\n"),
        ("dd what=1", "dd: bad arg what=1\n"),
        ("dd bs=x", "dd: bad number 'x'\n"),
        ("dd if=/dev/zero of=/sdcard/z", "/system/bin/sh: a line reads and writes no more than 256 MiB\n"),
    ],
)
def test_blocks(line: str, printed: str) -> None:
    assert said(line) == printed


def test_only_the_emulator_s_own_network_answers() -> None:
    phone, output, code = session.run(PHONE, "ping -c 3 -i 0.5 10.0.2.2")
    assert code == 0
    assert output.count("64 bytes from 10.0.2.2: icmp_seq=") == 3
    assert "3 packets transmitted, 3 received, 0% packet loss, time 1000ms" in output
    assert phone.clock.uptime - PHONE.clock.uptime == 1000
    assert session.run(PHONE, "ping -c1 -W1 8.8.8.8")[2] == 1
    assert session.run(PHONE, "ping -c1 example.org")[1:] == ("ping: unknown host example.org\n", 2)
    offline = session.run(PHONE, "svc wifi disable; svc data disable")[0]
    assert session.run(offline, "ping -c1 10.0.2.2")[1:] == ("connect: Network is unreachable\n", 2)
    assert session.run(offline, "ping -c1 localhost")[2] == 0


def test_fingers_by_events_of_the_kernel() -> None:
    hand = Hand()
    assert "ABS_MT_POSITION_X      : value 0, min 0, max 32767" in hand.shell(
        "getevent -pl /dev/input/event1"
    )
    assert "0035  : value 0, min 0, max 32767" in hand.shell("getevent -p")
    config = hand.phone.configuration
    x, y = (round(part * 32767) for part in hand.at(hand.node(text="Phone")))
    events = ["3 57 0", f"3 53 {x}", f"3 54 {y}", "1 330 1", "0 0 0", "3 57 4294967295", "1 330 0", "0 0 0"]
    for event in events:
        assert hand.shell(f"sendevent /dev/input/event1 {event}") == ""
    assert hand.phone.top.package == "com.android.dialer"
    assert not any("debug.bmoca" in name for name in hand.phone.properties if "touch" not in name)
    hand.shell(
        "sendevent /dev/input/event0 1 158 1; sendevent /dev/input/event0 1 158 0; sendevent /dev/input/event0 0 0 0"
    )
    assert hand.phone.home
    assert config == hand.phone.configuration
    for line in ("sendevent", "sendevent /dev/input/event9 1 1 1", "sendevent /dev/input/event1 a b c"):
        assert hand.device.shell(line).exit_code == 1


def test_a_recording_is_a_stream() -> None:
    av = pytest.importorskip("av", reason="PyAV is not installed")
    hand = Hand(width=360, height=640, density=160)
    shell = session.Running(hand.phone, None)
    chunks: list[session.Printed] = []
    line = "screenrecord --output-format=h264 --bit-rate 4M --size 180x320 - & sleep 1.5; input keyevent SLEEP; sleep 1; kill -INT $!"
    session.run_in(shell, line, session.Input(), chunks)
    data = b"".join(chunk.data for chunk in chunks if not chunk.error)
    decoder = av.CodecContext.create("h264", "r")
    frames = [
        frame.to_ndarray(format="rgb24")
        for packet in [*decoder.parse(data), *decoder.parse(b""), None]
        for frame in decoder.decode(packet)
    ]
    assert [frame.shape for frame in frames] == [(320, 176, 3)] * 2
    assert frames[1].mean() < 20 < frames[0].mean()


def test_a_stream_without_the_library_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    hand = Hand(width=360, height=640, density=160)
    before = hand.phone
    output, code = hand.device.shell("screenrecord --output-format=h264 -")
    assert (code, hand.phone) == (1, before)
    assert "pip install 'bmoca-gym[scrcpy]'" in output


def test_a_recording_shows_the_screen_as_it_was(tmp_path: object) -> None:
    hand = Hand(width=360, height=640, density=160)
    before = hand.phone.clock.uptime
    assert hand.shell("screenrecord --time-limit 2 /sdcard/Movies/x.mp4; echo $?") == "0\n"
    assert hand.phone.clock.uptime - before == 2000
    path = f"{tmp_path}/x.mp4"
    with open(path, "wb") as file:
        file.write(hand.device.read_file("/sdcard/Movies/x.mp4"))
    film = cv2.VideoCapture(path)
    frames = [film.read() for _ in range(3)]
    assert [read for read, _ in frames] == [True, True, False]
    difference = np.abs(frames[0][1][..., ::-1].astype(int) - hand.device.screenshot().astype(int))
    assert difference.mean() < 4
    assert "duration=2000, width=360, height=640" in hand.shell(
        "content query --uri content://media/external/video/media --projection duration:width:height"
    )
    for line in (
        "screenrecord",
        "screenrecord --time-limit 999 /sdcard/x.mp4",
        "screenrecord --time-limit 1 -",
        "screenrecord --display-id 4 /sdcard/x.mp4",
        "screenrecord --output-format=frames -",
        "screenrecord --output-format=h264 --bit-rate 4G -",
        "screenrecord --output-format=h264 --time-limit 1 /system/x.h264",
        "screenrecord --frames 3 /sdcard/x.mp4",
        "screenrecord --size 9 /sdcard/x.mp4",
        "screenrecord --size 9999x9999 /sdcard/x.mp4",
        "screenrecord --output-format=h264 --size 9999x9999 -",
        "screenrecord /system/x.mp4",
    ):
        before = hand.phone
        assert hand.device.shell(line).exit_code in (1, 2)
        assert hand.phone == before


def test_what_providers_give_out() -> None:
    dialer = "com.android.dialer"
    made = replace(PHONE.apps[dialer], history=(PastCall("5550199", 2000, 7), PastCall("5550100", 1000)))
    phone = replace(PHONE, apps=PHONE.apps.set(dialer, made))
    phone = save_contact(
        phone,
        Contact(
            given="Ann", family="Lee", details=(Detail("phone", "5550199", 2), Detail("email", "a@b.org", 1))
        ),
    )
    calls = "content query --uri content://call_log/calls"
    assert said(f"{calls} --projection _id:number:duration:type:name --sort 'date DESC'", phone) == (
        "Row: 0 _id=2, number=5550199, duration=7, type=2, name=Ann Lee\nRow: 1 _id=1, number=5550100, duration=0, type=2, name=NULL\n"
    )
    assert said(f"{calls}/1 --projection number", phone) == "Row: 0 number=5550100\n"
    assert (
        said(
            f"content delete --uri content://call_log/calls --where \"number='5550100'\"; {calls} --projection number",
            phone,
        )
        == "Row: 0 number=5550199\n"
    )
    assert said(f"content delete --uri content://call_log/calls; {calls}", phone) == "No result found.\n"
    data = said(
        "content query --uri content://com.android.contacts/data --projection contact_id:mimetype:data1:data2",
        phone,
    )
    assert "contact_id=1, mimetype=vnd.android.cursor.item/phone_v2, data1=5550199, data2=2\n" in data
    assert "mimetype=vnd.android.cursor.item/name, data1=Ann Lee" in data
    insert = "content insert --uri content://com.android.calendar/events --bind title:s:Tea --bind dtstart:l:1714597200000 --bind dtend:l:1714600800000"
    events = "content query --uri content://com.android.calendar/events --projection _id:title:dtstart"
    assert said(f"{insert}; {events}", phone) == "Row: 0 _id=1, title=Tea, dtstart=1714597200000\n"
    assert (
        said(f"{insert}; content delete --uri content://com.android.calendar/events/1; {events}", phone)
        == "No result found.\n"
    )
    assert "calendar_displayName=Events" in said(
        "content query --uri content://com.android.calendar/calendars", phone
    )
    assert "_display_name=99_Colosseum.jpg, mime_type=image/jpeg" in said(
        "content query --uri content://media/external/file"
    )
    assert (
        said(
            "echo x > /sdcard/Download/a.txt; content query --uri content://media/external/downloads --projection _display_name"
        )
        == "Row: 0 _display_name=a.txt\n"
    )
    for uri in (
        "content://com.android.calendar/nothing",
        "content://call_log/nothing",
        "content://nothing/x",
    ):
        assert session.run(PHONE, f"content query --uri {uri}")[2] == 1
