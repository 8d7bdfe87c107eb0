"""Background jobs, and commands that end after a time: all in the phone's own time."""

from __future__ import annotations

import threading

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.call import Call, Interrupted, Result
from bmoca_gym.handset.shell.commands import COMMANDS
from bmoca_gym.handset.shell.language.line import JOBS_LIMIT
from bmoca_gym.handset.system import files

PHONE = images.boot()


@pytest.mark.parametrize(
    ("line", "said", "seconds"),
    [
        ("sleep 3 & sleep 2 & wait; echo done", "done\n", 3),
        ("(sleep 2; echo two) & (sleep 1; echo one) & sleep 3; echo three", "one\ntwo\nthree\n", 3),
        ("(sleep 2; echo later) & echo now", "now\nlater\n", 2),
        ("sleep 9 & kill $!; wait $!; echo $?", "143\n", 0),
        ("sleep 9 & sleep 1; kill -INT %1; wait; echo $?", "0\n", 1),
        ("sleep 9 & kill -9 $!; wait $!; echo $?", "137\n", 0),
        ("sleep 9 & kill -0 $! && echo runs; kill -TERM %1; kill -0 $! || echo over", "runs\n/system/bin/sh\nover\n", 0),
        ("sleep 1 & sleep 2 & jobs -p; jobs; wait %1; jobs", "4720\n4721\n[1] - Running              sleep 1\n[2] + Running              sleep 2\n"
         "[2] + Running              sleep 2\n", 2),
        ("(exit 3) & wait $!; echo $?; wait 99; echo $?", "3\n127\n", 0),
        ("X=1; (X=2; sleep 1; echo $X) & X=3; wait; echo $X", "2\n3\n", 1),
        ("sh -c 'trap \"echo t\" TERM; sleep 5' & kill $!; wait; echo on", "t\non\n", 0),
        ("(trap 'echo t' TERM; sleep 5) & kill $!; wait; echo on", "t\non\n", 0),
        ("(sleep 1 & wait; echo in) & wait; echo out", "in\nout\n", 1),
        ("sleep 100 & pidof sleep; pkill sleep; pidof sleep || echo none", "4720\nnone\n", 0),
        ("sleep 5 & ps -o PID,NAME | grep sleep; killall sleep", "4720 sleep\n", 0),
        ("cat & wait; echo on", "on\n", 0),
        ("(sleep 1; settings put system a 1) & settings put system b 2; wait; settings get system a; settings get system b", "1\n2\n", 1),
        ("(sleep 1; echo file) > /sdcard/o & wait; cat /sdcard/o", "file\n", 1),
        ("logcat > /sdcard/l & sleep 1; log -t Mark here; kill $!; grep -c Mark /sdcard/l", "1\n", 1),
        ("logcat > /sdcard/l & log -t Mark here; sleep 1", "", 1),
        ("logcat -v raw -s Mark & log -t Mark a; sleep 2; echo b; log -t Mark c; sleep 2; echo d",
         "--------- beginning of main\na\nb\nc\nd\n", 4),
        ("logcat -v raw -s Mark & log -t Mark a; wait; echo b", "--------- beginning of main\na\nb\n", 0),
        ("logcat -s None & sleep 80000; echo b", "b\n", 80000),
        ("for i in 1 2 3; do (sleep $i; echo $i) & done; wait", "1\n2\n3\n", 3),
        ("timeout 1 sleep 3; echo $?", "124\n", 1), ("timeout 3 sleep 1; echo $?", "0\n", 1), ("timeout .5 sh -c 'sleep 0.2; echo a; sleep 1; echo no'; echo $?", "a\n124\n", .5),
        ("timeout -s KILL 1 sleep 9; echo $?; timeout -k 1 -s INT 1 sleep 9; echo $?", "137\n124\n", 2), ("timeout --preserve-status 1m sleep 9m; echo $?", "143\n", 60),
        ("timeout 0 sleep 2; echo $?", "0\n", 2), ("timeout 3 timeout 1 sleep 9; echo $?; timeout 1 timeout 3 sleep 9; echo $?", "124\n124\n", 2),
        ("timeout 2 logcat -s Mark; echo $?", "124\n", 2), ("timeout 1 sh -c 'sleep 9 & wait'; echo $?", "124\n", 9), ("time sleep 2.5 2>&1", "    0m02.50s real     0m00.00s user     0m00.00s system\n", 2.5),
    ],
)  # fmt: skip
def test_jobs(line: str, said: str, seconds: float) -> None:
    phone, printed, _ = session.run(PHONE, line)
    assert printed.replace("kill: unknown pid 4720\n", "/system/bin/sh\n") == said
    assert phone.clock.uptime - PHONE.clock.uptime == seconds * 1000
    assert session.run(PHONE, line)[0] == phone


def test_a_command_that_is_interrupted_can_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Like ``screenrecord``: however it ends, it sees the current phone, and its file exists."""

    def record(call: Call) -> Result:
        try:
            phone = call.shell.sleep(call.phone, 100_000)
        except Interrupted as interrupted:
            phone = files.write(call.shell.phone, "/sdcard/k", interrupted.signal.encode())
        return Result(phone)

    monkeypatch.setitem(COMMANDS, "screenrecord", record)
    for line, said in (
        ("screenrecord & sleep 1; settings put system x 1; kill -INT $!; wait; cat /sdcard/k; settings get system x", "INT1\n"),
        ("timeout 2 screenrecord; echo $?; cat /sdcard/k", "124\nTERM"),
        ("screenrecord & pkill -2 screenrecord; cat /sdcard/k", "INT"),
        ("sh -c 'screenrecord & PID=$!; read ANY; kill -INT $PID; wait'; cat /sdcard/k", "INT"),
    ):  # fmt: skip
        assert session.run(PHONE, line)[1] == said


@pytest.mark.parametrize(
    "line",
    [
        "screenrecord --size 72x144 /sdcard/k.mp4 & sleep 2; kill -INT $!; wait",
        "timeout 2 screenrecord --size 72x144 /sdcard/k.mp4",
    ],
)
def test_an_interrupted_recording_leaves_its_file(line: str) -> None:
    phone = session.run(PHONE, line)[0]
    assert phone.clock.uptime - PHONE.clock.uptime == 2000
    assert files.read(phone, "/sdcard/k.mp4")[4:8] == b"ftyp"


def test_no_thread_is_left_of_a_line_that_ends_early() -> None:
    before = threading.active_count()
    for line in ("sleep 9 & exit 3", "sleep 100000000 & wait", "sleep 9 & while true; do :; done", "set -e; sleep 9 & false",
                 "while true; do sleep 9 & done", "(while true; do :; done) &"):  # fmt: skip
        session.run(PHONE, line)
        assert threading.active_count() == before, line
    said = session.run(PHONE, f"for i in $(seq {JOBS_LIMIT + 1}); do sleep 9 & done")[1]
    assert said == f"/system/bin/sh: a line runs no more than {JOBS_LIMIT} commands in the background\n"
