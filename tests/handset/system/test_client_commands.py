"""Commands that AndroidEnv, adbutils, uiautomator2, Appium and others send, and what they look for in the answer."""

from __future__ import annotations

import re
import struct

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session

PHONE = images.boot()

#: A line, the expression that the client looks for in what is printed ("" for nothing printed), and the exit code.
LINES = [
    # AndroidEnv: any exit code but 0 makes it restart the adb server
    ("settings put system show_touches 1", "", 0),
    ("settings put global policy_control immersive.full=*", "", 0),
    ("dumpsys input", r"\n\s+PhysicalWidth:\s+1080px\n(.*\n)*\s+SurfaceOrientation:\s+.*0\n", 0),
    ("logcat -b all -c", "", 0),
    ("export ANDROID_LOG_TAGS=\"''\"; exec logcat '-d' '-v' 'epoch' 'FakeApp:V' '*:S'", "", 0),
    ("am stack list | grep -E visible=true", r"^  taskId=\d+: \S+/\S+ bounds=\S+ userId=0 visible=true topActivity=ComponentInfo\{\S+/\S+\}$", 0),
    ("am start  -W -n com.android.settings/.Settings", r"Status: ok\n(.*\n)*Complete", 0),
    ("am start -S -W -n com.android.settings/.Settings", "Complete", 0),
    ("am task lock 1", "lockTask", 0),
    ("am force-stop com.android.settings", "", 0),
    ('am broadcast -a accessibility_forwarder.intent.action.SET_GRPC --ei "port" 1234 --es "host" 10.0.2.2 -n a.b/c.D', "Broadcast completed: result=0", 0),
    ("pm list features", "^feature:android.hardware.touchscreen$", 0),
    ("pm list libraries", "^library:", 0),
    ("pm clear com.android.settings", "^Success$", 0),
    ("pm grant com.android.settings android.permission.CAMERA", "", 0),
    ("settings put global no_proxy 10.0.2.2:1234; svc wifi enable", "", 0),
    ("su 0 iptables -A OUTPUT -p tcp -d 1.2.3.4 -j ACCEPT", "", 0),
    # adbutils and uiautomator2
    ("rm -f /data/local/tmp/w.xml; uiautomator dump /data/local/tmp/w.xml && echo success", "success", 0),
    ("dumpsys display", r"^.*?orientation=0", 0),
    ("dumpsys window windows", r"mCurrentFocus=Window\{.*\s+\S+/\S+\}", 0),
    ("dumpsys activity top", r"ACTIVITY \S+/\S+ \S+ pid=\d+", 0),
    ("dumpsys power", "mHoldingDisplaySuspendBlocker=true", 0),
    ("dumpsys battery", r"  level: \d+\n  scale: 100", 0),
    ("pm path com.android.settings", "^package:/", 0),
    ("toybox md5sum /proc/version", r"^[0-9a-f]{32}  /proc/version$", 0),
    ("ime list -s -a", "LatinIME", 0),
    ("ifconfig wlan0", r"inet\s*addr:(\d+\.){3}\d+", 0),
    ("ip addr show dev wlan0", r"inet (\d+\.){3}\d+/", 0),
    ("cat /proc/stat", "^cpu ", 0),
    ("ps -A", r"system_server$", 0),
    ("nosuch; echo X4EXIT:$?", "X4EXIT:127", 0),
    ("which screenrecord", "^/system/bin/screenrecord$", 0),
    # Appium, adbkit, ppadb, pure scripts
    ("[ -e '/sdcard' ] && echo __PASS__", "^__PASS__$", 0),
    ("echo ping", "^ping$", 0),
    ("service list", r"(?s)activity: \[.*package: \[.*window: \[", 0),
    ("dumpsys window displays", r"init=1080x2160 440dpi", 0),
    ("dumpsys input_method", r"mInputShown=(true|false).*mIsInputViewShown=(true|false)|mInputShown", 0),
    ("cmd package list packages --show-versioncode", r"^package:com.android.settings versionCode:\d+$", 0),
    ("cmd package resolve-activity --brief com.android.settings", r"^com.android.settings/\.Settings$", 0),
    ("dumpsys deviceidle whitelist +com.android.settings", "com.android.settings", 0),
    ("locksettings get-disabled", "true|false", 0),
    ("cat /proc/net/unix; cat /proc/net/tcp", "Path\n(.*\n)?.*local_address", 0),
    ("date +%Y-%m-%dT%T%z", r"^2024-05-01T10:00:00\+0000$", 0),
    ("ps --help", "usage", 0),
    ("echo && screencap -p 2>/dev/null | head -c 4 | tail -c 3", r"^\nPNG$", 0),
    ("logcat --clear; logcat -c 2>/dev/null", "", 0),
    ("screencap | gzip -1 | gunzip | wc -c", rf"^{16 + 1080 * 2160 * 4}$", 0),
    ("am get-current-user", "^0$", 0),
    # of the second review
    ("log -t Probe hello; logcat -d -v color -s Probe", r"^\x1b\[38;5;40m.* I Probe   : hello\x1b\[0m$", 0),
    ("log -t Probe hello; logcat -v monotonic,usec -d -s Probe", r"^ +\d+\.\d{6} .*hello$", 0),
    ("log -t Probe hello; logcat -v threadtime -v zone -d -s Probe", r"\.000 \+0000 .*hello$", 0),
    ("log -t Probe hello; logcat -f /sdcard/l.txt -d; cat /sdcard/l.txt", "Probe +: hello$", 0),
    ("logcat -f /proc/x/y -d", "couldn't open output file", 1),
    ("logcat -v json -d", "invalid parameter", 1),
    ("getprop ro.sf.lcd_density; getprop qemu.sf.lcd_density", "^440\n440$", 0),
    ("cmd -w wifi set-wifi-enabled disabled; settings get global wifi_on", "^0$", 0),
    ("cmd wifi set-wifi-enabled disabled; cmd wifi set-wifi-enabled enabled; cmd wifi status", "^Wifi is enabled$", 0),
    ("cmd bluetooth_manager enable; settings get global bluetooth_on", "^1$", 0),
    ("cmd battery set level 42; dumpsys battery | grep level", "level: 42", 0),
    ("cmd window size", "^Physical size: 1080x2160$", 0),
    ("cmd input_method list -s", "LatinIME$", 0),
    ("cat /system/build.prop | grep sdk=", "^ro.build.version.sdk=29$", 0),
    ("ls -d /sys/devices/system/cpu/cpu[0-9]", "cpu0\n.*cpu1$", 0),
    ("cat /proc/$$/status /proc/self/comm", "Pid:\t4711\n", 0),
    ("cat /proc/net/xt_qtaguid/stats", "^idx iface", 0),
    ("input -d 3 tap 5 5; input keyevent --press 67; input motionevent CANCEL 1 1", "", 0),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected", "code"), LINES, ids=[line[:60] for line, _, _ in LINES])
def test_lines_of_clients(line: str, expected: str, code: int) -> None:
    _, printed, found = session.run(PHONE, line)
    assert found == code, printed
    if expected:
        assert re.search(expected, printed, re.MULTILINE), printed
    else:
        assert printed == ""


def test_the_log_as_the_loggers_own_entries() -> None:
    """``logcat -B``, as adbkit and STF read it."""
    _, data, _, code = session.execute(PHONE, "log -t Probe -p w 'a\u00e9'; logcat -B -s Probe")
    size, head, pid, _, seconds, nanoseconds, _, uid = struct.unpack_from("<HHiIIIII", data)
    assert (code, head, pid, uid, seconds, nanoseconds) == (0, 28, 1842, 1000, PHONE.clock.wall // 1000, 0)
    assert data[head:] == b"\x05Probe\0a\xc3\xa9\0"
    assert size == len(data) - head
