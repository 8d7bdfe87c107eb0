"""Shell commands about processes, users, versions and time."""

from __future__ import annotations

import pytest
from handset_hand import APPS, Hand

CLOCK = APPS["clock"].package


def test_processes_come_and_go(hand: Hand) -> None:
    assert hand.device.shell(f"pidof {CLOCK}").exit_code == 1
    hand.open("clock")
    pid = hand.shell(f"pidof {CLOCK}").strip()
    assert pid == str(hand.phone.processes[CLOCK])
    (row,) = [line.split() for line in hand.shell("ps -A").splitlines() if line.endswith(CLOCK)]
    assert row[:3] == ["u0_a71", pid, "1398"]
    assert hand.shell(f"ps -A -o PID,NAME | grep {CLOCK}").split() == [pid, CLOCK]
    assert hand.shell("pgrep -l deskclock") == f"{pid} {CLOCK}\n"
    hand.shell(f"kill -9 {pid}")
    assert hand.phone.home
    assert CLOCK not in hand.phone.processes
    hand.open("clock")
    hand.shell(f"killall {CLOCK}")
    assert CLOCK not in hand.phone.processes


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("kill", "Needs 1 argument"), ("kill 99999", "unknown pid"), ("kill 1", "Operation not permitted"), ("kill -NONE 1", "bad signal 'NONE'"),
        ("sleep", "Needs 1 argument"), ("sleep x", "bad time 'x'"), ("id nobody9", "No such user"), ("ps -Q", "Unknown option Q"),
        ("ps -o NOTHING", "bad -o"), ("uname -q", "Unknown option q"), ("reboot recovery", "not supported"), ("date -d nothing", "bad date"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(hand: Hand, line: str, said: str) -> None:
    before = hand.phone
    output, code = hand.device.shell(line)
    assert code == 1
    assert said in output
    assert hand.phone == before


def test_who_and_what(hand: Hand) -> None:
    assert (
        hand.shell("whoami; id -u; id -un; su shell whoami; su 2000 -c 'id -u'")
        == "root\n0\nroot\nshell\n2000\n"
    )
    assert hand.shell("id").startswith("uid=0(root) gid=0(root) groups=0(root),1004(input),")
    assert hand.shell("uname; uname -m; uname -sr") == "Linux\nx86_64\nLinux 4.14.112+\n"


def test_sleeping_is_virtual(hand: Hand) -> None:
    assert hand.shell("date +%s; sleep 90; date +%s; sleep 1.5m; date +%s; uptime").splitlines() == [
        "1714557600", "1714557690", "1714557780", " 10:03:00 up 4 min,  0 users,  load average: 0.00, 0.00, 0.00"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("date", "Wed May  1 10:00:00 GMT 2024"), ("date -u", "Wed May  1 10:00:00 UTC 2024"), ("date +%Y-%m-%dT%T%z", "2024-05-01T10:00:00+0000"),
        ("date '+%a %A %b %e %I:%M %p %j %u %y %%'", "Wed Wednesday May  1 10:00 AM 122 3 24 %"), ("date -d @0 +%F", "1970-01-01"),
        ("date -d '2024-02-29 12:30:00' +%s", "1709209800"), ("date -Is", "2024-05-01T10:00:00+0000"), ("date 010203042025.06", "Thu Jan  2 03:04:06 GMT 2025"),
        ("date -s '2024-12-24 18:00:00' > /dev/null; date +%m%d", "1224"), ("date @1700000000", "Tue Nov 14 22:13:20 GMT 2023"),
        ("date 2024-05-10 12:00:00", "Fri May 10 00:00:00 GMT 2024"), ("date '2024-05-10 12:00:00'", "Fri May 10 12:00:00 GMT 2024"),
        ("date 2024-05-10 +%F", "2024-05-10"), ("date 18:30", "Wed May  1 18:30:00 GMT 2024"), ("date 2024-05-10T12:00", "Fri May 10 12:00:00 GMT 2024"),
        ("date -D '%d.%m.%Y' -d 10.05.2024 +%F", "2024-05-10"), ("date -D %s -d 86400 +%F", "1970-01-02"), ("date -D %d.%m.%Y 24.12.2024", "Tue Dec 24 00:00:00 GMT 2024"),
        ("setprop persist.sys.timezone Europe/Berlin; date -u -d '2024-05-10 12:00' +%s", "1715342400"),
        ("date 01020304", "Tue Jan  2 03:04:00 GMT 2024"), ("date 0102030425", "Thu Jan  2 03:04:00 GMT 2025"),
        ("setprop persist.sys.timezone Europe/Berlin; date", "Wed May  1 12:00:00 CEST 2024"), ("setprop persist.sys.timezone Asia/Kolkata; date +%z", "+0530"),
    ],
)  # fmt: skip
def test_dates(hand: Hand, line: str, printed: str) -> None:
    assert hand.shell(line) == printed + "\n"


def test_a_restart(hand: Hand) -> None:
    hand.open("clock")
    hand.shell("setprop persist.sys.locale ko-KR; reboot")
    assert hand.phone.home
    assert not hand.phone.processes
    assert hand.shell("getprop persist.sys.locale") == "ko-KR\n"
