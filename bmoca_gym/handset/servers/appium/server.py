"""Appium's UiAutomator2 server on the phone, with the WebDriver commands that Appium's driver uses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.errors import GestureError
from bmoca_gym.handset.servers.appium.commands import Commands
from bmoca_gym.handset.servers.errors import WebDriverError
from bmoca_gym.handset.servers.http import Request, Response, json_of, json_response
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.system import automation_packages

#: Seconds between the answer to the end of a session and the end of the server, as Appium's driver waits for both.
_PARTING_SECONDS = 0.05
_LARGEST_CAPABILITIES = 1 << 16

_C = Commands
Command = Callable[..., Any]


def _nothing(commands: Commands, body: dict[str, Any], *parts: str) -> None:
    return None


def _unsupported(commands: Commands, body: dict[str, Any], *parts: str) -> None:
    raise WebDriverError(
        405, "unsupported operation", "this phone's server schedules no actions: perform them"
    )


def _flag(name: str) -> Command:
    return lambda commands, body, element: commands.attribute(body, element, name) == "true"


def _upright(commands: Commands, body: dict[str, Any]) -> str:
    return "PORTRAIT"


#: By method and path below the session; a ``*`` is one part of the path, given to the command.
_ROUTES: dict[tuple[str, str], Command] = {
    ("POST", "element"): _C.find, ("POST", "elements"): _C.find_all, ("GET", "element/active"): _C.active,
    ("POST", "element/*/element"): _C.find, ("POST", "element/*/elements"): _C.find_all,
    ("POST", "element/*/click"): _C.click, ("POST", "element/*/clear"): _C.clear,
    ("POST", "element/*/value"): _C.set_value, ("GET", "element/*/text"): _C.text, ("GET", "element/*/name"): _C.name,
    ("GET", "element/*/attribute/*"): _C.attribute, ("GET", "element/*/rect"): _C.rectangle,
    ("GET", "element/*/location"): _C.location, ("GET", "element/*/location_in_view"): _C.location,
    ("GET", "element/*/size"): _C.size, ("GET", "element/*/screenshot"): _C.element_screenshot,
    ("GET", "element/*/displayed"): _flag("displayed"), ("GET", "element/*/enabled"): _flag("enabled"),
    ("GET", "element/*/selected"): _flag("selected"), ("GET", "source"): _C.source,
    ("GET", "screenshot"): _C.screenshot, ("GET", "window/*/size"): _C.window_size,
    ("GET", "window/rect"): _C.window_rectangle, ("GET", "orientation"): _C.orientation,
    ("GET", "rotation"): _C.rotation, ("POST", "rotation"): _C.set_rotation,
    ("POST", "orientation"): _C.set_orientation, ("POST", "actions"): _C.actions, ("DELETE", "actions"): _nothing,
    ("POST", "keys"): _C.keys, ("POST", "back"): _C.back, ("POST", "timeouts"): _nothing,
    ("GET", "appium/settings"): _C.settings, ("POST", "appium/settings"): _C.settings,
    ("POST", "appium/device/press_keycode"): _C.key_code, ("POST", "appium/device/long_press_keycode"): _C.key_code,
    ("GET", "appium/device/pixel_ratio"): _C.pixel_ratio, ("GET", "appium/device/display_density"): _C.density,
    ("GET", "appium/device/system_bars"): _C.system_bars, ("GET", "appium/device/info"): _C.info,
    ("GET", "appium/device/battery_info"): _C.battery, ("GET", "appium/device/declared_orientation"): _upright,
    ("POST", "appium/device/open_notifications"): _C.open_notifications,
    ("POST", "appium/device/get_clipboard"): _C.clipboard, ("POST", "appium/device/set_clipboard"): _C.set_clipboard,
    ("POST", "appium/gestures/*"): _C.gesture, ("POST", "gestures/scroll_to"): _C.scroll_to,
    ("POST", "appium/reset_ax_cache"): _nothing, ("GET", "alert/text"): _C.alert_text,
    ("POST", "alert/accept"): _C.accept_alert, ("POST", "alert/dismiss"): _C.dismiss_alert,
    ("POST", "appium/list_displays"): _C.displays, ("POST", "appium/list_windows"): _C.windows,
    ("POST", "appium/schedule_action"): _unsupported, ("POST", "appium/action_history"): _unsupported,
    ("POST", "appium/unschedule_action"): _unsupported,
}  # fmt: skip
_PATTERNS = [
    (re.compile(path.replace("*", "([^/]{1,200})")), method, command)
    for (method, path), command in _ROUTES.items()
]
_SESSION = re.compile(r"/session/([A-Za-z0-9-]{1,64})(?:/(.*))?")


class AppiumServer:
    """Answers Appium's driver for a served phone. There is one session; a new one replaces it.

    The server's process ends with its session, as on a real phone.
    """

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._session = ""
        self._capabilities: dict[str, Any] = {}
        self._commands = Commands(served)
        self._count = 0

    async def answer(self, request: Request) -> Response:
        """Answer an HTTP request."""
        try:
            return json_response({"sessionId": self._session or None, "value": self._value(request)})
        except WebDriverError as error:
            told = {"error": error.error, "message": str(error), "stacktrace": ""}
            return json_response({"sessionId": self._session or None, "value": told}, error.status)
        except GestureError as error:
            told = {"error": "invalid argument", "message": str(error), "stacktrace": ""}
            return json_response({"sessionId": self._session or None, "value": told}, 400)

    def _value(self, request: Request) -> Any:
        method, path = request.method, request.path.rstrip("/").removeprefix("/wd/hub")
        if (method, path) == ("GET", "/status"):
            return {"ready": True, "message": "UiAutomator2 Server is ready to accept commands",
                    "build": {"version": "10.6.6", "versionCode": 278}}  # fmt: skip
        if (method, path) == ("GET", "/sessions"):
            return [{"id": self._session, "capabilities": self._capabilities}] if self._session else []
        body = _body(request)
        if (method, path) == ("POST", "/session"):
            return self._begin(body)
        found = _SESSION.fullmatch(path)
        if found is None:
            raise WebDriverError(404, "unknown command", f"there is no {method} {path[:120]}")
        if found[1] != self._session:
            raise WebDriverError(
                404, "invalid session id", f"the session {found[1]!r} is not known, or has ended"
            )
        if not found[2]:
            if method == "DELETE":
                return self._end()
            if method == "GET":
                return self._capabilities
        return self._run(method, found[2] or "", body)

    def _run(self, method: str, path: str, body: dict[str, Any]) -> Any:
        known = False
        for pattern, wanted, command in _PATTERNS:
            match = pattern.fullmatch(path)
            if match is not None and wanted == method:
                return command(self._commands, body, *match.groups())
            known = known or match is not None
        if known:
            raise WebDriverError(405, "unknown method", f"{path[:120]} does not take {method}")
        raise WebDriverError(404, "unknown command", f"there is no {method} {path[:120]}")

    def _begin(self, body: dict[str, Any]) -> dict[str, Any]:
        given = body.get("capabilities")
        if not isinstance(given, dict):
            raise WebDriverError(400, "session not created", "capabilities are needed")
        first = given.get("firstMatch")
        merged: dict[str, Any] = {}
        for part in (given.get("alwaysMatch"), first[0] if isinstance(first, list) and first else None):
            merged |= part if isinstance(part, dict) else {}
        if len(str(merged)) > _LARGEST_CAPABILITIES:
            raise WebDriverError(400, "session not created", "too many capabilities")
        self._count += 1
        self._session = f"00000000-0000-4000-8000-{self._count:012x}"
        self._capabilities = merged
        self._commands = Commands(self._served)
        return {"sessionId": self._session, "capabilities": merged}

    def _end(self) -> None:
        self._session = ""
        self._capabilities = {}
        asyncio.get_running_loop().call_later(_PARTING_SECONDS, self._exit)

    def _exit(self) -> None:
        if not self._session:
            self._served.apply(automation_packages.ended, automation_packages.APPIUM_SERVER)


def _body(request: Request) -> dict[str, Any]:
    if not request.body:
        return {}
    try:
        body = json_of(request.body)
    except ValueError as error:
        raise WebDriverError(400, "invalid argument", f"the body is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise WebDriverError(400, "invalid argument", "the body is not a JSON object")
    return body
