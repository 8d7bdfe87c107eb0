"""Lines that AndroidEnv, AndroidWorld, adbutils, uiautomator2, Appium and others send, and what they look for in the answer."""

from __future__ import annotations

import re

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
    # AndroidWorld, by how often it sends them
    ('if [ -d "/sdcard/Download" ]; then\necho "Exists"\nelse\necho "Does not exist"\nfi', "^Exists$", 0),
    ('if [ -f "/sdcard/none" ]; then\necho "Exists"\nelse\necho "Does not exist"\nfi', "^Does not exist$", 0),
    ("whoami", "^root$", 0),
    ("echo x > '/sdcard/Download/a b.txt'; ls /sdcard/Download -ll -au", r"^-\S+ +\d+ \S+ +\S+ +2 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} \+0000 a b\.txt$", 0),
    ("ls -1 /sdcard", "^Download$", 0),
    ("mkdir -p /sdcard/d; echo 'a' > /sdcard/d/1; echo b > /sdcard/d/.h; rm -r /sdcard/d/*; ls -a /sdcard/d", r"^\.h$", 0),
    ("mkdir -p /sdcard/d\\ e\\'s; chmod 777 /sdcard/d\\ e\\'s && ls /sdcard | grep e", "d e's", 0),
    ("mkdir -p /data/local/tmp/s /data/local/tmp/t; echo 1 > /data/local/tmp/s/f; cp -a /data/local/tmp/s/. /data/local/tmp/t/; cat /data/local/tmp/t/f", "^1$", 0),
    ("restorecon -RD /data/local/tmp; chmod 777 -R /data/local/tmp; chcon u:object_r:media_rw_data_file:s0 /data/local/tmp", "", 0),
    ("settings put global auto_time 0; settings put global auto_time_zone 0; settings get global auto_time", "^0$", 0),
    ("dumpsys activity recents", r"id=\d+", 0),
    ("am stack remove 12345", "", 0),
    ("date 1015190423.16", "^Sun Oct 15 19:04:16 GMT 2023$", 0),
    ("date 1015170423.16 > /dev/null; date", r"^Sun Oct 15 17:04:16 (GMT|UTC) 2023$", 0),
    ("date +%s", r"^\d{10}$", 0),
    ("settings put system time_12_24 24; service call alarm 3 s16 UTC; date +%Z", "^UTC$", 0),
    ("echo 'it'\"'\"'s' > /sdcard/f; cat /sdcard/f", "^it's$", 0),
    ("echo 1 > /storage/emulated/0/Music/x; find /storage/emulated/0/Music -mindepth 1 -type f -delete; ls /sdcard/Music", "", 0),
    ("find /sdcard/Download -type f -o -type d", "^/sdcard/Download$", 0),
    ("content delete --uri content://media/external/downloads", "", 0),
    ("settings get global airplane_mode_on; settings get global wifi_on; settings get global bluetooth_on", r"^0\n1\n[01]$", 0),
    ("svc bluetooth disable; settings get global bluetooth_on; svc bluetooth enable; settings get global bluetooth_on", r"^0\n1$", 0),
    ("settings put system screen_brightness 255; settings get system screen_brightness", "^255$", 0),
    ("content query --uri content://sms/sent", "No result found", 0),
    ("content query --uri content://sms/inbox", "No result found|Row: 0 ", 0),
    ("sqlite3 /data/data/com.android.providers.telephony/databases/mmssms.db 'DELETE FROM sms;'", "", 0),
    ("am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d 'file:///storage/emulated/0/Music'", "Broadcast completed", 0),
    ("am start -a android.intent.action.SENDTO -d sms:5551234 --es sms_body 'Hello there'", "Starting: Intent", 0),
    ("dumpsys input | grep logicalFrame", r"logicalFrame=\[0, 0, 1080, 2160\], physicalFrame=\[0, 0, 1080, 2160\]", 0),
    ("dumpsys window | grep mCurrentRotation", r"mCurrentRotation=ROTATION_0", 0),
    ("dumpsys telephony.registry", r"mCallState=0", 0),
    ("wm size", r"^Physical size: 1080x2160$", 0),
    ("input swipe 500 1000 500 500 ", "", 0),
    ("input draganddrop 100 100 500 500 4000", "", 0),
    ("input text hello%sworld", "", 0),
    ("input keycombination 113 29 && input keyevent 67", "", 0),
    ("monkey -p com.android.settings -candroid.intent.category.LAUNCHER 1", "Events injected: 1", 0),
    ("appops set com.android.settings android:system_alert_window allow", "", 0),
    ("uiautomator dump /sdcard/window_dump.xml; cat /sdcard/window_dump.xml", "UI hierchary dumped to: /sdcard/window_dump.xml\n<\\?xml", 0),
    ("cat /sdcard/none", "No such file or directory", 1),
    ("getprop ro.build.version.sdk", r"^\d+$", 0),
    ("settings list secure", r"^default_input_method=", 0),
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
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected", "code"), LINES, ids=[line[:60] for line, _, _ in LINES])
def test_lines_of_clients(line: str, expected: str, code: int) -> None:
    _, printed, found = session.run(PHONE, line)
    assert found == code, printed
    if expected:
        assert re.search(expected, printed, re.MULTILINE), printed
    else:
        assert printed == ""
