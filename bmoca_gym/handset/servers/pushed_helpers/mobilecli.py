"""mobile-mcp's and mobilecli's ``DeviceServer``: JSON-RPC over HTTP on an abstract socket."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import accessibility_actions, packages, resources, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.servers import http
from bmoca_gym.handset.servers.http import Request, Response, Stream, json_of, json_response
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.ui_automator import actions
from bmoca_gym.handset.servers.ui_automator.selectors import Window
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files, text_input
from bmoca_gym.handset.system.pushed_helpers import Program
from bmoca_gym.handset.value import replace

_PARSE_ERROR, _BAD_REQUEST, _NO_METHOD, _BAD_PARAMETERS, _FAILED = -32700, -32600, -32601, -32602, -32603
_QUALITY = 90
_OK = {"ok": True}


class _CallError(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class DeviceServer:
    """Answers mobilecli for a served phone."""

    address = "localabstract:mobilecli-server"

    def __init__(self, served: ServedPhone, program: Program) -> None:
        self._served = served
        self._file = program.file
        self._calls: dict[str, Callable[[dict[str, Any]], Any]] = {
            "device.apps.list": self._apps, "device.dump.ui": self._dump, "device.screenshot": self._screenshot,
            "device.clipboard.get": lambda given: {"text": self._served.phone.clipboard},
            "device.clipboard.set": lambda given: self._put_on_clipboard(_text(given, "text")),
            "device.clipboard.clear": lambda given: self._put_on_clipboard(""),
            "device.location.set": self._locate, "device.location.clear": lambda given: self._place(()),
            "device.io.keyboard.hide": self._hide_keyboard, "device.version": self._version,
        }  # fmt: skip

    async def run(self) -> None:
        """Wait until it is ended."""
        await asyncio.Event().wait()

    async def talk(self, stream: Stream) -> None:
        """Answer the requests of a connection."""
        await http.serve(stream, self.answer)

    async def answer(self, request: Request) -> Response:
        """Answer an HTTP request, whatever its path."""
        try:
            asked = json_of(request.body)
        except ValueError as error:
            return _error(None, _PARSE_ERROR, f"Parse error: {error}")
        if not isinstance(asked, dict) or not isinstance(asked.get("method"), str):
            return _error(None, _BAD_REQUEST, "Invalid Request")
        number, given = asked.get("id"), asked.get("params", {})
        number = number if isinstance(number, (int, str)) else None
        call = self._calls.get(asked["method"])
        if call is None:
            return _error(number, _NO_METHOD, f"Method not found: {asked['method'][:80]}")
        if not isinstance(given, dict):
            return _error(number, _BAD_PARAMETERS, "Invalid params")
        try:
            result = call(given)
        except _CallError as error:
            return _error(number, error.code, str(error))
        return json_response({"jsonrpc": "2.0", "id": number, "result": result})

    def _apps(self, given: dict[str, Any]) -> list[dict[str, Any]]:
        phone = self._served.phone
        res = resources.of(phone.configuration)
        apps = packages.apps_of(phone.image)
        found = []
        for package in sorted(packages.owners_of(phone.image)):
            code, version = phone.image.versions.get(package, (phone.image.api_level, phone.image.release))
            name = apps[package].title(res) if package in apps else package
            found.append({"packageName": package, "appName": name, "version": version, "versionCode": code})
        for package, one in sorted(phone.automation.items()):
            found.append(
                {"packageName": package, "appName": package, "version": one.version_name,
                 "versionCode": one.version_code}
            )  # fmt: skip
        return found

    def _dump(self, given: dict[str, Any]) -> dict[str, Any]:
        window = Window(screen.ui_tree(self._served.phone))
        tops = [at for at, parent in enumerate(window.parents) if parent < 0]
        return {"hierarchy": [_described(window, at) for at in tops]}

    def _screenshot(self, given: dict[str, Any]) -> dict[str, str]:
        phone = self._served.phone
        width, height = phone.configuration.width, phone.configuration.height
        bounds, scale = None, _number(given, "scale", 1.0)
        clip, most = given.get("clip"), _number(given, "maxSize", 0.0)
        if isinstance(clip, dict):
            unit = _number(given, "screenWidth", 0.0)
            if unit <= 0:
                raise _CallError(_BAD_PARAMETERS, "--screen-width is required with --clip")
            x, y, wide, tall = (
                round(_number(clip, name) * width / unit) for name in ("x", "y", "width", "height")
            )
            bounds = max(x, 0), max(y, 0), min(x + wide, width), min(y + tall, height)
            if wide <= 0 or tall <= 0:
                raise _CallError(_BAD_PARAMETERS, "clip width and height must be positive")
            if bounds[0] >= bounds[2] or bounds[1] >= bounds[3]:
                raise _CallError(_BAD_PARAMETERS, "clip rect is outside the screenshot bounds")
            width, height = bounds[2] - bounds[0], bounds[3] - bounds[1]
        if not 0 < scale <= 1:
            raise _CallError(_BAD_PARAMETERS, f"scale {scale}: it must be over 0 and at most 1")
        scale = min(scale, most / max(width, height)) if most >= 1 else scale
        quality = min(max(round(_number(given, "quality", _QUALITY)), 1), 100)
        kind = "jpeg" if given.get("format") == "jpeg" else "png"
        data = self._served.run(actions.picture, kind, bounds, scale, quality)
        return {"data": base64.b64encode(data).decode()}

    def _put_on_clipboard(self, text: str) -> dict[str, bool]:
        self._served.apply(accessibility_actions.put_on_clipboard, text)
        return _OK

    def _locate(self, given: dict[str, Any]) -> dict[str, bool]:
        latitude, longitude = _number(given, "lat"), _number(given, "lon")
        if abs(latitude) > 90 or abs(longitude) > 180:
            raise _CallError(_FAILED, "Internal error: latitude or longitude is out of range")
        return self._place((longitude, latitude, 0.0))

    def _place(self, place: tuple[float, ...]) -> dict[str, bool]:
        self._served.apply(lambda phone: replace(phone, location=place))
        return _OK

    def _hide_keyboard(self, given: dict[str, Any]) -> dict[str, bool]:
        def hidden(phone: Phone) -> tuple[Phone, bool]:
            if text_input.focused_field(phone) is None:
                return phone, False
            return inputs.perform(phone, PressKey("BACK")), True

        return {"dismissed": self._served.run(hidden)}

    def _version(self, given: dict[str, Any]) -> dict[str, str]:
        try:
            data = files.read(self._served.phone, self._file)
        except FileAccessError:
            return {"dexSha256": ""}
        return {"dexSha256": hashlib.sha256(data).hexdigest()}


def _described(window: Window, at: int) -> dict[str, Any]:
    node = window.nodes[at]
    left, top, right, bottom = node.bounds
    found = {
        "index": window.indices[at], "class": node.class_name, "package": node.package,
        "text": "" if node.hint and node.text == node.hint else node.text, "hint": node.hint,
        "content-desc": node.content_description, "resource-id": node.resource_id, "checkable": node.checkable,
        "checked": node.checked, "clickable": node.clickable, "enabled": node.enabled, "focusable": node.focusable,
        "focused": node.focused, "scrollable": node.scrollable, "long-clickable": node.long_clickable,
        "password": node.password, "selected": node.selected, "visible": node.visible,
        "rect": {"x": left, "y": top, "width": right - left, "height": bottom - top},
    }  # fmt: skip
    inside = [_described(window, child) for child in window.children[at]]
    return {**found, "children": inside} if inside else found


def _text(given: dict[str, Any], name: str) -> str:
    if not isinstance(given.get(name), str):
        raise _CallError(_BAD_PARAMETERS, f"missing params.{name}")
    return str(given[name])


def _number(given: dict[str, Any], name: str, default: float | None = None) -> float:
    found = given.get(name, default)
    if isinstance(found, bool) or not isinstance(found, (int, float)) or not abs(found) < 1e6:
        raise _CallError(_BAD_PARAMETERS, f"missing params.{name}")
    return float(found)


def _error(number: int | str | None, code: int, message: str) -> Response:
    return json_response({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})
