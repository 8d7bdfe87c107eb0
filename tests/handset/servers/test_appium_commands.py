"""Commands of Appium's server, sent without Appium: alerts, attributes, displays, windows, XPath 2."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from bmoca_gym.handset import images, screen
from bmoca_gym.handset.apps.maps import state as maps
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.servers.appium.gestures import named_gestures
from bmoca_gym.handset.servers.appium.server import AppiumServer
from bmoca_gym.handset.servers.http import Request
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session

Ask = Callable[..., Any]


@pytest.fixture
def served() -> ServedPhone:
    return ServedPhone(images.boot())


@pytest.fixture
def ask(served: ServedPhone) -> Ask:
    """Send a command to an open session, and return the answer's value."""
    server = AppiumServer(served)

    def sent(method: str, path: str, body: object = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        return json.loads(asyncio.run(server.answer(Request(method, path, data))).body)["value"]

    opened = "/session/" + sent("POST", "/session", {"capabilities": {}})["sessionId"]
    return lambda method, path, body=None: sent(method, f"{opened}/{path}", body)


def run(served: ServedPhone, *lines: str) -> None:
    for line in lines:
        served.apply(lambda phone, line=line: session.run(phone, line)[0])


def show_alert(served: ServedPhone) -> None:
    """Make the contact editor ask whether to discard the changes."""
    editor = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name Ann"
    run(served, editor, "input keyevent 4", "input keyevent 4")


def shows(served: ServedPhone, text: str) -> bool:
    return any(node.text == text for node in screen.ui_tree(served.phone).nodes)


def test_alerts(served: ServedPhone, ask: Ask) -> None:
    for method, path in (("GET", "alert/text"), ("POST", "alert/accept"), ("POST", "alert/dismiss")):
        assert ask(method, path, {} if method == "POST" else None)["error"] == "no such alert"
    show_alert(served)
    assert ask("GET", "alert/text") == "Discard changes?"
    assert ask("POST", "alert/accept", {"buttonLabel": "No"})["error"] == "invalid element state"
    assert ask("POST", "alert/accept", {"buttonLabel": 5})["error"] == "invalid argument"
    assert ask("POST", "alert/dismiss", {}) is None
    assert shows(served, "Ann")
    show_alert(served)
    assert ask("POST", "alert/accept", {}) is None
    assert not shows(served, "Ann")
    show_alert(served)
    assert ask("POST", "alert/dismiss", {"buttonLabel": "Discard"}) is None
    assert not shows(served, "Ann")


def test_a_request_for_a_permission_is_an_alert(served: ServedPhone, ask: Ask) -> None:
    for permission in ("CAMERA", "ACCESS_FINE_LOCATION"):
        run(served, f"pm revoke com.android.camera2 android.permission.{permission}")
    run(served, "am force-stop com.android.camera2", "monkey -p com.android.camera2 1")
    assert ask("GET", "alert/text") == "Allow Camera to take pictures and record video?"
    assert ask("POST", "alert/dismiss", {"buttonLabel": "Allow"}) is None
    assert "location" in ask("GET", "alert/text")
    assert ask("POST", "alert/accept", {}) is None
    assert ask("GET", "alert/text")["error"] == "no such alert"


def test_attributes_of_elements(served: ServedPhone, ask: Ask) -> None:
    run(served, "am start -a android.settings.SETTINGS")

    def attribute(selector: str, name: str) -> Any:
        found = ask("POST", "element", {"strategy": "xpath", "selector": selector})["ELEMENT"]
        return ask("GET", f"element/{found}/attribute/{name}")

    battery = "//*[matches(@text, '^batt', 'i')]"
    assert attribute(battery, "original-text") == attribute(battery, "name") == "Battery"
    for name, value in (
        ("a11y-important", "true"), ("importantForAccessibility", "true"), ("heading", "false"), ("hint", None),
        ("screenReaderFocusable", "false"), ("showing-hint", "false"), ("selection-start", None), ("extras", ""),
        ("drawingOrder", "1"), ("contentSize", None), ("live-region", "0"), ("contentDescription", None),
    ):  # fmt: skip
        assert attribute(battery, name) == value, name
    size = json.loads(attribute("//*[@scrollable='true']", "contentSize"))
    assert (size["width"], size["touchPadding"]) == (1080, 22)
    assert attribute("//*[@a11y-important='true' and @heading='false']", "class")
    assert "unknown" in attribute(battery, "nothing")["message"]

    run(served, "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact")
    field = "//*[@focused='true']"
    hint = attribute(field, "hint")
    assert hint
    assert attribute(field, "showing-hint") == "true"
    run(served, "input text Ann", "input keycombination 113 29")
    assert attribute(field, "showing-hint") == "false"
    assert (attribute(field, "text-selection-start"), attribute(field, "selection-end")) == ("0", "3")


def test_a_scroll_may_go_further_than_its_area(served: ServedPhone, ask: Ask) -> None:
    body = {
        "area": {"left": 100, "top": 800, "width": 800, "height": 600},
        "direction": "down",
        "percent": 2.5,
    }
    swipes = named_gestures("scroll", body, served.phone.configuration, lambda element: (0, 0, 1, 1))
    ways = [round((swipe.y0 - swipe.y1) * 2160) for swipe in swipes if isinstance(swipe, Swipe)]
    assert ways == [480, 480, 240]
    for name, percent in (("scroll", 50), ("scroll", 0), ("swipe", 1.5)):
        assert (
            ask("POST", f"appium/gestures/{name}", {**body, "percent": percent})["error"]
            == "invalid argument"
        )


def test_pinches_of_a_name_and_of_two_pointers(served: ServedPhone, ask: Ask) -> None:
    run(served, f"am start -n {maps.PACKAGE}/{maps.MAIN}")
    first = served.phone.apps[maps.PACKAGE].zoom
    area = {"left": 200, "top": 800, "width": 600, "height": 600}
    steps = []
    for name, percent in (("pinch_open", 0.5), ("pinch_open", 0.5), ("pinch_close", 0.75)):
        assert ask("POST", f"appium/gestures/{name}", {"area": area, "percent": percent}) is None
        steps.append(served.phone.apps[maps.PACKAGE].zoom - first)
    assert steps == [1, 2, 0], "twice as far apart, twice again, a quarter of it"
    for percent in (0, 1.5, "much"):
        answer = ask("POST", "appium/gestures/pinch_open", {"area": area, "percent": percent})
        assert answer["error"] == "invalid argument"
    assert ask("POST", "appium/gestures/pinch_open", {"percent": 0.5})["error"] == "invalid argument"

    def pointer(name: str, start: int, end: int) -> dict[str, object]:
        actions = [
            {"type": "pointerMove", "duration": 0, "x": start, "y": 1000},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 300, "x": end, "y": 1000},
            {"type": "pointerUp", "button": 0},
        ]
        return {"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": actions}

    ask("POST", "actions", {"actions": [pointer("one", 450, 350), pointer("two", 550, 650)]})
    assert served.phone.apps[maps.PACKAGE].zoom == first + 2, "from 100 px apart to 300"


def test_displays_windows_and_what_is_not_served(served: ServedPhone, ask: Ask) -> None:
    (display,) = ask("POST", "appium/list_displays", {})
    assert (display["metrics"]["widthPixels"], display["metrics"]["densityDpi"], display["isDefault"]) == (
        1080,
        440,
        True,
    )
    windows = ask("POST", "appium/list_windows", {})
    assert [window["layer"] for window in windows] == sorted((w["layer"] for w in windows), reverse=True)
    (active,) = ask("POST", "appium/list_windows", {"filters": {"isActive": True}})
    assert active["packageName"] == served.phone.top.package
    found = ask("POST", "appium/list_windows", {"filters": {"packageName": "com.android.sys*", "type": "3"}})
    assert len(found) == 2
    assert ask("POST", "appium/list_windows", {"filters": {"displayId": 1}}) == []
    assert ask("POST", "appium/list_windows", {"filters": 5})["error"] == "invalid argument"
    for name in ("schedule_action", "unschedule_action", "action_history"):
        assert ask("POST", f"appium/{name}", {})["error"] == "unsupported operation"
