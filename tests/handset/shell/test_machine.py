"""The shell and the machine under the phone: /proc, network, memory, app operations; touches and keys of ``input``."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images
from bmoca_gym.handset.shell import kernel_files, session

PHONE = images.boot()
SEARCH_BOX = "com.google.android.apps.nexuslauncher:id/search_box_input"


def out(line: str) -> str:
    _, output, error, code = session.execute(PHONE, line)
    assert (error, code) == (b"", 0)
    return output.decode()


@pytest.mark.parametrize("path", sorted(kernel_files.FILES))
def test_files_of_the_kernel(path: str) -> None:
    assert (
        out(f"cat {path}")
        == out(f"[ -f {path} ] && [ -r {path} ] && ! [ -d {path} ] && head -n 999 {path}")
        != ""
    )
    assert out(f"ls -l {path}").startswith("-r--r--r-- 1 root root 0 ")
    assert path.rpartition("/")[2] in out(f"ls {path.rpartition('/')[0]}").split()
    _, _, error, code = session.execute(PHONE, f"echo x > {path}")
    assert (code, b"Read-only file system" in error) == (1, True)


def test_what_programs_look_for_in_them() -> None:
    assert re.search(r"^MemTotal: +\d+ kB$", out("cat /proc/meminfo"), re.MULTILINE)
    assert re.fullmatch(r"60\.00 [\d.]+\n", out("cat /proc/uptime"))
    assert out("sleep 5; cut -d. -f1 /proc/uptime") == "65\n"
    assert out("cat /proc/version").startswith(f"Linux version {out('uname -r').strip()} ")
    assert out("grep -c ^processor /proc/cpuinfo") == out("nproc")
    assert out("head -1 /proc/stat").split()[0] == "cpu"
    pid = out("pidof com.android.systemui").strip()
    assert out(f"cat /proc/{pid}/cmdline") == "com.android.systemui\0"
    assert f"Pid:\t{pid}\n" in out(f"cat /proc/{pid}/status")
    assert out("cat /proc/self/comm") == "sh\n"
    assert session.execute(PHONE, "cat /proc/99999/status")[3] == 1
    assert "wlan0" not in out("svc wifi disable; cat /proc/net/dev; ip addr; ifconfig")


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("ifconfig wlan0 | grep -o 'inet addr:[0-9.]*'", "inet addr:10.0.2.16\n"),
        ("ip addr show dev wlan0 | grep -oE 'inet [0-9.]+'", "inet 10.0.2.16\n"),
        ("ip route | cut -d' ' -f1-3", "10.0.2.0/24 dev wlan0\n"),
        ("su 0 iptables -A OUTPUT -p tcp -j DROP; ip6tables -L | head -1", "Chain INPUT (policy ACCEPT)\n"),
        ("getenforce; setenforce 0; getenforce", "Enforcing\nPermissive\n"),
        ("free -m | head -2 | tail -1 | tr -s ' ' | cut -d' ' -f2", "2000\n"),
        ("appops set com.android.settings android:system_alert_window allow; appops get com.android.settings", "SYSTEM_ALERT_WINDOW: allow\n"),
        ("cmd appops set --user 0 com.android.settings CAMERA deny; appops get com.android.settings CAMERA", "CAMERA: deny\n"),
        ("appops set com.android.settings CAMERA deny; appops reset; appops get com.android.settings", "Reset all modes to: default\nNo operations.\n"),
        ("expr 7 / -2; expr 3 '*' 4; expr b '>' a; expr '' '|' x", "-3\n12\n1\nx\n"),
        ("nohup echo a; nice -n 5 echo b; setsid echo c", "a\nb\nc\n"),
        ("locksettings get-disabled", "true\n"),
        ("service call alarm 3 s16 Europe/Berlin; date +%Z; service call alarm 3 s16 No/Where; date +%Z", "Result: Parcel(00000000    '....')\nCEST\nResult: Parcel(00000000    '....')\nGMT\n"),
        ("dumpsys meminfo nothing.here", "No process found for: nothing.here\n"),
        ("dumpsys meminfo com.android.systemui | grep -c 'TOTAL'", "2\n"),
        ("dumpsys deviceidle | grep -o mState=ACTIVE", "mState=ACTIVE\n"),
        ("dumpsys SurfaceFlinger --display-id", 'Display 0 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n'),
        ("svc wifi disable; dumpsys connectivity", "Active default network: none\n"),
        ("cmd package list packages com.android.settings", "package:com.android.settings\n"),
        ("sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db 'DELETE FROM sms; SELECT count(*) FROM sms;'", "0\n"),
    ],
)  # fmt: skip
def test_lines(line: str, printed: str) -> None:
    assert out(line) == printed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ifconfig eth7", "No such device"), ("ip addr show dev eth7", "does not exist"), ("ip", "usage"), ("setenforce maybe", "usage"),
        ("appops set nothing CAMERA allow", "No UID"), ("appops set com.android.settings CAMERA maybe", "not valid"),
        ("appops set com.android.settings 'a b' allow", "Unknown operation"), ("expr 1 / 0", "division by zero"), ("expr 1 +", "syntax error"),
        ("mount /dev/x /y", "not permitted"), ("nice", "Needs 1"), ("service call alarm 3 s16", "usage"),
        ("input keycombination 113", "Invalid arguments"), ("input motionevent HOVER 1 1", "Invalid arguments"), ("input keycombination 113 29 zz", ""),
        ("setprop debug.bmoca.finger 'a b c'; input motionevent UP 1 1", "bad arguments"),
    ],
)  # fmt: skip
def test_errors(line: str, said: str) -> None:
    _, _, error, code = session.execute(PHONE, line)
    assert said in error.decode()
    assert (code != 0) is bool(said)


# input


@pytest.fixture
def device() -> EmbeddedDevice:
    """A phone with the drawer open and the search box focused, by gestures only."""
    made = EmbeddedDevice()
    made.shell(
        "input motionevent DOWN 540 1700; sleep 0.1; input motionevent MOVE 540 900; input motionevent UP 540 700"
    )
    x, y = made.ui_tree().find(SEARCH_BOX).center  # type: ignore[union-attr]
    made.shell(f"input motionevent DOWN {x} {y}; input motionevent UP {x} {y}")
    return made


def text_of(device: EmbeddedDevice) -> str:
    found = device.ui_tree().find(SEARCH_BOX)
    assert found is not None
    return found.text


def test_fingers_make_gestures(device: EmbeddedDevice) -> None:
    device.shell("input text here")
    assert text_of(device) == "here"
    assert device.shell("getprop debug.bmoca.finger").output == "\n"
    device.shell("input motionevent DOWN 9 9; input motionevent CANCEL 9 9; input motionevent UP 900 900")
    assert text_of(device) == "here"


def test_control_and_a_select_all(device: EmbeddedDevice) -> None:
    device.shell(
        "input text hello%sworld; input keycombination 113 29 && input keyevent 67"
    )  # as AndroidWorld clears
    assert text_of(device) == "Search apps"
    device.shell("input text abc; input keycombination -t 50 KEYCODE_CTRL_LEFT KEYCODE_A; input text new")
    assert text_of(device) == "new"
    device.shell("input keycombination 113 29; input keyevent KEYCODE_DPAD_RIGHT; input keyevent 67")
    assert text_of(device) == "ne", "the selection is gone"
    device.shell("input keycombination 113 29")
    device.shell("input keyevent DEL DEL")
    assert text_of(device) == "Search apps"


@given(
    st.lists(
        st.one_of(
            st.tuples(
                st.sampled_from(["DOWN", "MOVE", "UP", "CANCEL"]),
                st.integers(-99, 2500),
                st.integers(-99, 2500),
            ).map(lambda e: "input motionevent {} {} {}".format(*e)),
            st.lists(
                st.sampled_from(["113", "29", "67", "CTRL_LEFT", "A", "3", "4", "HOME"]),
                min_size=2,
                max_size=3,
            ).map(lambda keys: "input keycombination " + " ".join(keys)),
            st.sampled_from(["sleep 1", "input keyevent 67", "input text x"]),
        ),
        max_size=6,
    )
)
def test_any_fingers_and_keys(lines: list[str]) -> None:
    _, _, error, code = session.execute(PHONE, "; ".join(lines))
    assert (error, code) == (b"", 0)
