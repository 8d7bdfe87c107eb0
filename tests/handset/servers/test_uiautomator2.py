"""The real uiautomator2 drives the phone over a real adb: its answers, and the effects of its gestures."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lxml import etree
from real_adb import PROGRAMS, Adb, needs_adb

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps.maps import state as maps
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap
from bmoca_gym.handset.screen import ui_tree
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.uiautomator2.calls import CALLS
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.android.screen import pixels
from bmoca_gym.handset.system import display

adbutils = pytest.importorskip("adbutils", reason="adbutils is not installed")
uiautomator2 = pytest.importorskip("uiautomator2", reason="uiautomator2 is not installed")

pytestmark = needs_adb

CLOCK = "com.google.android.deskclock"
CONTACTS = "com.google.android.contacts"


@pytest.fixture
def device(daemon: AdbDaemon, tmp_path: Path) -> Iterator[Any]:
    """A connected client; its server has ended when the test does."""
    adb = Adb(PROGRAMS.get("adbutils") or PROGRAMS["path"], tmp_path)
    adb.start()
    try:
        adb.connect(daemon.port)
        client = adbutils.AdbClient("127.0.0.1", adb.port, socket_timeout=20)
        made = uiautomator2.connect(client.device(adb.serial))
        made.settings["wait_timeout"] = 2
        yield made
        made.stop_uiautomator()
        assert daemon.inside == {}
        assert "app_process" not in daemon.served.phone.processes
    finally:
        adb.close()


def show(served: ServedPhone, line: str) -> None:
    served.apply(lambda phone: session.run(phone, line)[0])


def test_what_it_is_told(device: Any, served: ServedPhone) -> None:
    phone = served.phone
    assert device.info["currentPackageName"] == phone.top.package
    assert (device.info["displayWidth"], device.info["displayHeight"]) == (1080, 2160)
    assert device.window_size() == (1080, 2160)
    assert device.device_info["sdk"] == 29
    device.orientation = "right"
    assert (device.orientation, device.info["naturalOrientation"]) == ("right", False)
    assert device.window_size() == (2160, 1080)
    device.set_orientation("natural")
    assert device.orientation == "natural"
    device.freeze_rotation(False)
    assert served.phone.settings[display.AUTO_ROTATE] == "1"

    picture = np.asarray(device.screenshot().convert("RGB"), np.int16)
    assert np.abs(picture - pixels(phone)).mean() < 3, "the screen, but for what JPEG loses"

    xml = etree.fromstring(device.dump_hierarchy().encode())
    nodes = ui_tree(phone).nodes
    for element, node in zip(xml.iter("node"), nodes, strict=True):
        assert element.get("class") == node.class_name
        assert element.get("resource-id") == node.resource_id
        assert element.get("text") == node.text
        assert element.get("bounds") == "[{},{}][{},{}]".format(*node.bounds)
        assert len(list(element.iterancestors("node"))) == node.depth


def test_apps(device: Any, served: ServedPhone) -> None:
    device.app_start(CLOCK)
    current = device.app_current()
    assert (current["package"], current["activity"]) == (CLOCK, "com.android.deskclock.DeskClock")
    assert device.app_wait(CLOCK, timeout=20) == served.phone.processes[CLOCK]
    assert CLOCK in device.app_list_running()
    assert device.app_info(CLOCK)["versionName"] == "10"
    device.app_stop(CLOCK)
    assert served.phone.top.package != CLOCK


def test_selectors(device: Any, served: ServedPhone) -> None:
    show(served, f"monkey -p {CLOCK} -c android.intent.category.LAUNCHER 1")
    nodes = ui_tree(served.phone).nodes
    texts = [node for node in nodes if node.class_name == "android.widget.TextView"]
    found = device(className="android.widget.TextView")
    assert found.count == len(texts) > 3
    assert [part["text"] for part in found.info_list()] == [node.text for node in texts]
    assert found[1].info["bounds"] == dict(
        zip(("left", "top", "right", "bottom"), texts[1].bounds, strict=True)
    )
    shown = []
    for part in found:  # no comprehension: Python 3.13 would iterate over its iterator, which can't be
        shown.append(part.info["text"])
    assert shown == [node.text for node in texts]
    assert device(text="Timer").exists
    assert not device(text="timer").exists
    assert device(textContains="IME").get_text() == "Timer", "parts are found whatever their case"
    assert device(textMatches=r"^T[a-z]{2,}?r\b").get_text() == "Timer"
    assert device(textMatches=r"(?i)timer|\d+").get_text() == "Timer"
    assert not device(textMatches="Tim").exists
    assert device(textStartsWith="Stop").get_text() == "Stopwatch"
    holder = device(description="Timer")
    assert holder.exists
    assert holder.child(className="android.widget.TextView").get_text() == "Timer"
    assert holder.sibling(description="Stopwatch").exists
    assert device(selected=True, index=1).info["contentDescription"] == "Clock"
    assert device(resourceIdMatches=".*:id/.*", instance=0).exists
    assert device(text="Stopwatch", className="android.widget.TextView").left(text="Timer").exists
    assert device.xpath("//*[@text='Timer']").exists
    assert not device(text="Nothing").exists
    assert not device(text="Nothing").wait(timeout=0.2)
    assert device(text="Nothing").wait_gone(timeout=0.2)
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        device(text="Nothing").click(timeout=0.1)
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        _ = device(text="Nothing").info


def test_gestures_leave_what_they_leave_in_process(device: Any, served: ServedPhone) -> None:
    def leaves(act: Any, *gestures: Gesture) -> None:
        expected = served.phone
        for gesture in gestures:
            expected = inputs.perform(expected, gesture)
        act()
        assert served.phone == expected

    def middle(x: int, y: int) -> tuple[float, float]:
        return (x + 0.5) / 1080, (y + 0.5) / 2160

    leaves(
        lambda: device.swipe(540, 1600, 540, 400, steps=40),
        Swipe(*middle(540, 1600), *middle(540, 400), 0.2),
    )
    leaves(lambda: device.press("home"), PressKey("HOME"))
    show(served, f"monkey -p {CLOCK} -c android.intent.category.LAUNCHER 1")
    timer = next(n for n in ui_tree(served.phone) if n.content_description == "Timer")
    x, y = (int(part) for part in timer.center)
    leaves(lambda: device(description="Timer").click(), Tap(*middle(x, y)))
    assert any(n.selected and n.content_description == "Timer" for n in ui_tree(served.phone))
    leaves(lambda: device.click(0.5, 0.5), Tap(*middle(540, 1080)))
    leaves(lambda: device.long_click(300, 900, 0.8), LongPress(*middle(300, 900), 0.8))
    leaves(lambda: device.drag(300, 900, 800, 900, 0.5), Swipe(*middle(300, 900), *middle(800, 900), 0.5))
    leaves(lambda: device.press(4), PressKey("BACK"))
    device.press("home")
    before = ui_tree(served.phone)
    device.touch.down(540, 1600).move(540, 900).up(540, 400)
    assert ui_tree(served.phone) != before
    device.press("recent")
    assert served.phone.overview


def test_texts(device: Any, served: ServedPhone) -> None:
    show(served, "am start -a android.settings.SETTINGS")
    device(description="Search settings").click_exists()
    if not device(className="android.widget.EditText").exists:
        device(textContains="Search").click()
    field = device(className="android.widget.EditText")
    field.set_text("Größe 表")
    assert field.get_text() == "Größe 表"
    field.clear_text()
    assert not any(n.text == "Größe 表" for n in ui_tree(served.phone))
    field.click()
    device.send_keys("bat")
    device.send_keys("tery")
    assert field.get_text() == "battery"
    device.clear_text()
    assert field.get_text() != "battery"
    device.clipboard = "kept"
    assert device.clipboard == served.phone.clipboard == "kept"
    device.toast.show("Done", 1.0)
    assert device.toast.get_message(0.1) == "Done"
    served.wait(10)
    assert device.toast.get_message(0.1) == "Done", "the last one is remembered"
    device.toast.reset()
    assert device.toast.get_message(0.1, default="none") == "none"


def test_lists(device: Any, served: ServedPhone) -> None:
    show(served, "am start -a android.settings.SETTINGS")
    start = ui_tree(served.phone)
    assert device(scrollable=True).scroll.vert.forward()
    assert ui_tree(served.phone) != start
    device(scrollable=True).scroll.vert.toBeginning()
    assert ui_tree(served.phone) == start
    device(scrollable=True).fling.toEnd()
    assert device(textContains="About").exists
    device(scrollable=True).scroll.vert.toBeginning()
    assert device(scrollable=True).scroll.to(textContains="About")
    assert device(textContains="About").exists


def test_every_method_that_the_client_calls_is_served() -> None:
    source = "".join(path.read_text() for path in Path(uiautomator2.__file__).parent.rglob("*.py"))
    called = set(re.findall(r"^(?!\s*#).*?\bjsonrpc\.([A-Za-z]+)", source, re.MULTILINE))
    assert {"pinchIn", "deviceInfo", "setText"} <= called, "the expression still finds the client's calls"
    assert called <= CALLS.keys()


def test_the_screen_and_two_fingers(device: Any, served: ServedPhone) -> None:
    device.screen_off()
    assert (device.info["screenOn"], display.of(served.phone).asleep) == (False, True)
    device.screen_on()
    assert (device.info["screenOn"], display.of(served.phone).asleep) == (True, False)
    assert device.jsonrpc.ping() == "pong"
    kept = device.jsonrpc.setConfigurator({"waitForIdleTimeout": 500, "unknown": 1})
    assert (kept["waitForIdleTimeout"], kept["keyInjectionDelay"]) == (500, 0)
    assert device.jsonrpc.getConfigurator() == kept

    show(served, "am start -a android.settings.SETTINGS")
    start = ui_tree(served.phone)
    assert device(scrollable=True).pinch_in(percent=50)
    assert device(scrollable=True).pinch_out()
    assert ui_tree(served.phone) == start
    assert device(scrollable=True).gesture((300, 1500), (700, 1500), (300, 500), (700, 500), 40)
    assert ui_tree(served.phone) != start, "two fingers scroll as one does"
    assert device.jsonrpc.swipe({"mask": 1 << 12, "scrollable": True}, "down", 20)
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        device(text="not there").pinch_in()
    device.jsonrpc.click({"mask": 1, "text": "Battery"}, "tl")
    assert served.phone.top.name != "Settings"

    show(served, f"am start -n {maps.PACKAGE}/{maps.MAIN}")
    first = served.phone.apps[maps.PACKAGE].zoom
    the_map = device(resourceId=f"{maps.ID}map_frame")
    assert the_map.pinch_out(percent=20, steps=10)
    assert served.phone.apps[maps.PACKAGE].zoom > first
    assert the_map.pinch_in(percent=80, steps=10)
    assert served.phone.apps[maps.PACKAGE].zoom < first


def test_errors(device: Any) -> None:
    for call, code in [
        (lambda: device.jsonrpc.setConfigurator(5), "-32602"),
        (lambda: device.jsonrpc.setConfigurator({"keyInjectionDelay": "x"}), "-32602"),
        (lambda: device.jsonrpc.gesture({"mask": 0}, 1, 2, 3, 4, 5), "-32602"),
        (lambda: device.jsonrpc.swipe({"mask": 0}, "along", 5), "-32602"),
        (lambda: device.jsonrpc.nothing(1), "-32601"),
        (lambda: device.jsonrpc.click("a", 1), "-32602"),
        (lambda: device.jsonrpc.click(), "-32602"),
        (lambda: device.jsonrpc.exist({"text": 1}), "-32602"),
        (lambda: device(textMatches="(").exists, "-32602"),
    ]:
        with pytest.raises(uiautomator2.RPCUnknownError, match=code):
            bool(call())


def test_the_server_is_started_again_and_outlives_snapshots(
    device: Any, served: ServedPhone, daemon: AdbDaemon
) -> None:
    served.save_snapshot("now")
    device.stop_uiautomator()
    served.save_snapshot("without a server")
    assert device.info["sdkInt"] == 29, "the client starts it again"
    served.load_snapshot("without a server")
    assert device.info["sdkInt"] == 29
    assert "app_process" in served.phone.processes
    show(served, "killall app_process")
    end = time.monotonic() + 30
    while daemon.inside and time.monotonic() < end:
        time.sleep(0.02)
    assert daemon.inside == {}
    assert device.info["sdkInt"] == 29
