"""The real Appium with its uiautomator2 driver and its Python client drive the phone over a real adb.

Appium is a Node program: ``npm ci --omit=optional --ignore-scripts`` in tests/appium installs the pinned version.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from lxml import etree
from real_adb import PROGRAMS, Adb, needs_adb

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap
from bmoca_gym.handset.screen import ui_tree
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.appium.server import AppiumServer
from bmoca_gym.handset.servers.http import Request
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell.android.screen import pixels
from bmoca_gym.handset.system import display, files
from tests.ports import free_port

webdriver = pytest.importorskip("appium.webdriver", reason="Appium-Python-Client is not installed")

FOLDER = Path(__file__).parents[2] / "appium"
PROGRAM = FOLDER / "node_modules" / "appium" / "index.js"
pytestmark = [
    needs_adb,
    pytest.mark.skipif(shutil.which("node") is None, reason="no Node here: Appium needs it"),
    pytest.mark.skipif(
        not PROGRAM.is_file(),
        reason="Appium is not installed: npm ci --omit=optional --ignore-scripts in tests/appium",
    ),
]

CLOCK = "com.google.android.deskclock"
BY_CLASS, BY_ID, BY_XPATH = "class name", "id", "xpath"
BY_DESCRIPTION, BY_UIAUTOMATOR = "accessibility id", "-android uiautomator"


@pytest.fixture(scope="module")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Appium finds adb, and nothing else of an SDK."""
    folder = tmp_path_factory.mktemp("sdk")
    (folder / "platform-tools").mkdir()
    (folder / "platform-tools" / "adb").symlink_to(PROGRAMS.get("adbutils") or PROGRAMS["path"])
    return folder


@pytest.fixture(scope="module")
def appium(sdk: Path) -> Iterator[str]:
    """The address of an Appium server."""
    port = free_port()
    environment = os.environ | {
        "ANDROID_HOME": str(sdk), "ANDROID_SDK_ROOT": str(sdk), "APPIUM_HOME": str(FOLDER), "HOME": str(sdk),
        "ADB_LIBUSB": "0", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000",
    }  # fmt: skip
    words = ["node", str(PROGRAM), "--address", "127.0.0.1", "--port", str(port), "--log-no-colors"]
    log = sdk / "appium.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            words, cwd=FOLDER, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    try:
        _wait_for_status(f"http://127.0.0.1:{port}/status", server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for_status(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=30):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(log.read_text(errors="replace")[-3000:])


@pytest.fixture
def driver(appium: str, daemon: AdbDaemon, tmp_path: Path) -> Iterator[Any]:
    """A session whose only capability is the phone; its server has ended when the test does."""
    from appium.options.android import UiAutomator2Options

    adb = Adb(PROGRAMS.get("adbutils") or PROGRAMS["path"], tmp_path)
    adb.start()
    try:
        adb.connect(daemon.port)
        options = UiAutomator2Options().load_capabilities(
            {"appium:udid": adb.serial, "appium:adbPort": adb.port}
        )
        made = webdriver.Remote(appium, options=options)
        assert set(daemon.inside) == {"tcp:6790"}
        yield made
        made.quit()
        end = time.monotonic() + 30
        while daemon.inside and time.monotonic() < end:
            time.sleep(0.02)
        assert daemon.inside == {}
        assert "io.appium.uiautomator2.server" not in daemon.served.phone.processes
    finally:
        adb.close()


@pytest.mark.exhaustive
def test_screens_elements_and_apps(driver: Any, served: ServedPhone) -> None:
    from selenium.common import exceptions as errors

    assert driver.capabilities["deviceApiLevel"] == 29
    assert driver.capabilities["deviceScreenSize"] == "1080x2160"
    assert driver.get_window_size() == {"width": 1080, "height": 2160}
    driver.activate_app(CLOCK)
    assert (driver.current_package, driver.current_activity) == (CLOCK, "com.android.deskclock.DeskClock")
    assert driver.query_app_state(CLOCK) == 4

    nodes = ui_tree(served.phone).nodes
    source = etree.fromstring(driver.page_source.encode())
    assert (source.get("width"), source.get("height")) == ("1080", "2160")
    elements = list(source.iterdescendants())
    assert [element.tag for element in elements] == [node.class_name.replace("$", ".") for node in nodes]
    assert [element.get("text") for element in elements] == [node.text for node in nodes]

    texts = [node for node in nodes if node.class_name == "android.widget.TextView"]
    found = driver.find_elements(BY_CLASS, "android.widget.TextView")
    assert [element.text for element in found] == [node.text for node in texts]
    timer = driver.find_element(BY_XPATH, "//android.widget.TextView[@text='Timer']")
    node = next(n for n in nodes if n.text == "Timer")
    left, top, right, bottom = node.bounds
    assert timer.rect == {"x": left, "y": top, "width": right - left, "height": bottom - top}
    assert timer.get_attribute("bounds") == f"[{left},{top}][{right},{bottom}]"
    assert (timer.tag_name or "", timer.is_displayed(), timer.is_enabled()) == ("", True, True)
    tab = driver.find_element(BY_DESCRIPTION, "Timer")
    assert tab.get_attribute("content-desc") == "Timer"
    assert tab.find_element(BY_CLASS, "android.widget.TextView").text == "Timer"
    assert (
        driver.find_element(BY_UIAUTOMATOR, 'new UiSelector().textStartsWith("stop").instance(0)').text
        == "Stopwatch"
    )
    chained = 'new UiSelector().description("Timer").childSelector(new UiSelector().index(0))'
    assert driver.find_element(BY_UIAUTOMATOR, chained).text == "Timer"
    assert driver.find_element("css selector", '*[text="Timer"]').text == "Timer"
    named = next(n for n in nodes if n.resource_id.startswith(f"{CLOCK}:id/"))
    for name in (named.resource_id, named.resource_id.partition("/")[2]):
        assert driver.find_element(BY_ID, name).get_attribute("resource-id") == named.resource_id

    assert not tab.is_selected()
    tab.click()
    assert tab.is_selected()
    assert driver.find_element(BY_XPATH, "//*[@selected='true']").get_attribute("content-desc") == "Timer"

    picture = cv2.imdecode(np.frombuffer(driver.get_screenshot_as_png(), np.uint8), cv2.IMREAD_COLOR)
    screen = pixels(served.phone)
    assert np.array_equal(picture[..., ::-1], screen)
    part = cv2.imdecode(np.frombuffer(tab.screenshot_as_png, np.uint8), cv2.IMREAD_COLOR)
    box = tab.rect
    assert np.array_equal(
        part[..., ::-1], screen[box["y"] : box["y"] + box["height"], box["x"] : box["x"] + box["width"]]
    )

    for how, what, kind in [
        (BY_XPATH, "//*[@text='None']", errors.NoSuchElementException),
        (BY_XPATH, "//*[", errors.InvalidSelectorException),
        (BY_XPATH, "//*" + "[//*" * 12 + "]" * 12, errors.InvalidSelectorException),
        (BY_UIAUTOMATOR, "new UiSelector().run(1)", errors.InvalidSelectorException),
        (BY_ID, "nothing", errors.NoSuchElementException),
    ]:
        with pytest.raises(kind):
            driver.find_element(how, what)
    assert driver.find_elements(BY_ID, "nothing") == []
    with pytest.raises(errors.InvalidArgumentException):
        tab.get_attribute("nothing")
    assert driver.orientation == "PORTRAIT"
    driver.orientation = "LANDSCAPE"
    assert driver.orientation == "LANDSCAPE"
    assert driver.get_window_size() == {"width": 2160, "height": 1080}
    assert served.phone.settings[display.AUTO_ROTATE] == "0"
    driver.orientation = "PORTRAIT"
    assert driver.get_window_size() == {"width": 1080, "height": 2160}
    assert driver.contexts == ["NATIVE_APP"]

    driver.back()
    assert driver.terminate_app(CLOCK) in (True, False)
    assert served.phone.top.package != CLOCK
    with pytest.raises(errors.StaleElementReferenceException):
        tab.click()
    driver.push_file("/sdcard/Download/note.txt", "aGVsbG8=")
    assert files.read(served.phone, "/sdcard/Download/note.txt") == b"hello"


@pytest.mark.exhaustive
def test_gestures_leave_what_they_leave_in_process_and_texts(driver: Any, served: ServedPhone) -> None:
    def leaves(act: Callable[[], Any], *gestures: Gesture) -> None:
        expected = served.phone
        for gesture in gestures:
            expected = inputs.perform(expected, gesture)
        act()
        assert served.phone == expected

    def middle(x: int, y: int) -> tuple[float, float]:
        return (x + 0.5) / 1080, (y + 0.5) / 2160

    leaves(
        lambda: driver.swipe(540, 1600, 540, 400, 200),
        Swipe(*middle(540, 1600), *middle(540, 400), 0.2),
    )
    leaves(lambda: driver.press_keycode(3), PressKey("HOME"))
    leaves(lambda: driver.tap([(540, 900)]), Tap(*middle(540, 900)))
    long = {"x": 300, "y": 1000, "duration": 900}
    leaves(
        lambda: driver.execute_script("mobile: longClickGesture", long), LongPress(*middle(300, 1000), 0.9)
    )
    leaves(driver.back, PressKey("BACK"))
    leaves(lambda: driver.execute_script("mobile: clickGesture", {"x": 5, "y": 6}), Tap(*middle(5, 6)))

    driver.execute_script("mobile: startActivity", {"intent": "com.android.settings/.Settings"})
    start = ui_tree(served.phone)
    area = {"left": 100, "top": 400, "width": 800, "height": 1400, "percent": 1.0}
    driver.execute_script("mobile: scrollGesture", {**area, "direction": "down"})
    assert ui_tree(served.phone) != start
    while driver.execute_script("mobile: scrollGesture", {**area, "direction": "up"}):
        pass
    assert ui_tree(served.phone) == start
    about = 'new UiScrollable(new UiSelector().scrollable(true)).scrollIntoView(new UiSelector().textContains("About"))'
    assert "About" in driver.find_element(BY_UIAUTOMATOR, about).text

    driver.find_element(
        BY_XPATH, "//*[contains(@text, 'Search') or contains(@content-desc, 'Search')]"
    ).click()
    field = driver.find_element(BY_CLASS, "android.widget.EditText")
    field.send_keys("wi")
    field.send_keys("fi")
    assert field.text == "wifi"
    field.clear()
    assert field.text != "wifi"
    field.click()
    assert driver.is_keyboard_shown()
    assert driver.switch_to.active_element.get_attribute("class") == "android.widget.EditText"
    driver.execute_script("mobile: type", {"text": "Größe & 表"})
    assert field.text == "Größe & 表"
    driver.hide_keyboard()
    assert not driver.is_keyboard_shown()
    driver.set_clipboard_text("kept")
    assert served.phone.clipboard == "kept"
    assert driver.get_clipboard_text() == "kept"


def test_the_screen_is_turned_and_stays_so() -> None:
    served = ServedPhone(images.boot())
    server = AppiumServer(served)

    def ask(method: str, path: str, body: object = None) -> Any:
        request = Request(method, path, b"" if body is None else json.dumps(body).encode())
        return json.loads(asyncio.run(server.answer(request)).body)["value"]

    session = "/session/" + ask("POST", "/session", {"capabilities": {}})["sessionId"]
    assert ask("GET", f"{session}/orientation") == "PORTRAIT"
    assert ask("POST", f"{session}/orientation", {"orientation": "landscape"}) == "LANDSCAPE"
    assert ask("GET", f"{session}/rotation") == {"x": 0, "y": 0, "z": 90}
    assert ask("GET", f"{session}/window/current/size") == {"width": 2160, "height": 1080}
    assert served.phone.settings[display.AUTO_ROTATE] == "0"
    assert ask("POST", f"{session}/rotation", {"x": 0, "y": 0, "z": 180})["z"] == 180
    assert ask("GET", f"{session}/orientation") == "PORTRAIT"
    for path, wrong in (
        ("orientation", {"orientation": "SIDEWAYS"}),
        ("rotation", {"z": 45}),
        ("rotation", {}),
    ):
        assert ask("POST", f"{session}/{path}", wrong)["error"] == "invalid argument"
