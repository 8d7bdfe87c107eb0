"""The content provider of droidrun's and mobilerun's Portal, once installed: the screen as JSON, and typing.

Its accessibility service must be switched on in the settings, as on a real phone. Its HTTP and WebSocket servers are
not provided: clients fall back to the provider.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bmoca_gym.handset import accessibility_actions, packages, resources, screen
from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.shell.call import Shell
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import automation_packages, display, text_input
from bmoca_gym.handset.ui.tree import UiNode

_ENABLED = ("secure", "enabled_accessibility_services")
#: Px that an element must be wide and high, and the part of it that must be on the screen to be in a filtered tree.
_LEAST_SIZE, _LEAST_PART = 5, 0.01
_KEYS = {3: "HOME", 4: "BACK", 187: "APP_SWITCH"}
_LONGEST_TEXT = 1 << 16

Json = dict[str, Any]


def package_of(phone: Phone, uri: str) -> str | None:
    """The installed Portal that a URI names, or None."""
    found = urlsplit(uri[:2000]) if uri.startswith("content://") else None
    package = found.netloc if found is not None else ""
    return package if package in automation_packages.PORTALS and package in phone.automation else None


def query(phone: Phone, uri: str) -> str:
    """The output of ``content query`` for one of the Portal's URIs."""
    package, parts = package_of(phone, uri) or "", urlsplit(uri)
    path = parts.path.strip("/")
    filtered = parse_qs(parts.query).get("filter", ["true"])[0] != "false"
    if path == "version":
        answer = _success(phone.automation[package].version_name)
    elif not _is_enabled(phone, package):
        answer = _error("Accessibility service not available")
    elif path in _QUERIES:
        answer = _success(_QUERIES[path](phone, filtered))
    else:
        answer = _error(f"Unknown endpoint: /{path}")
    return f"Row: 0 result={json.dumps(answer, ensure_ascii=False, separators=(',', ':'))}\n"


def insert(shell: Shell, phone: Phone, uri: str, bound: Mapping[str, Any]) -> Phone:
    """Handle ``content insert`` into one of the Portal's URIs.

    Raises:
        ContentError: its service is off, it has no such URI, or the phone does not serve what it would do.
    """
    path = urlsplit(uri).path.strip("/")
    if not _is_enabled(phone, package_of(phone, uri) or ""):
        raise ContentError("Accessibility service not available")
    if path == "keyboard/input":
        text = _decoded(bound.get("base64_text"))
        if bound.get("clear", True) is not False:
            phone = text_input.set_text(phone, "")
        return text_input.type_text(phone, text)
    if path == "clipboard/set":
        text = _decoded(bound["text_base64"]) if "text_base64" in bound else str(bound.get("text") or "")
        return accessibility_actions.put_on_clipboard(phone, text)
    if path == "keyboard/clear":
        return text_input.set_text(phone, "")
    if path == "keyboard/key":
        code = bound.get("key_code")
        if not isinstance(code, int):
            raise ContentError("key_code must be bound as i: a key's code")
        return shell.invoke(phone, ["input", "keyevent", _KEYS.get(code, str(code))]).phone
    if path in ("overlay_visible", "overlay_offset"):
        return phone  # the overlay is for people who look at the phone; it is not in what the provider tells
    raise ContentError(
        f"insert into {uri[:200]!r} is not supported: this phone serves the Portal's provider alone"
    )


def _decoded(given: Any) -> str:
    try:
        return base64.b64decode(str(given or "")[:_LONGEST_TEXT], validate=True).decode("utf-8", "replace")
    except ValueError as error:
        raise ContentError(f"base64_text: {error}") from error


def _is_enabled(phone: Phone, package: str) -> bool:
    services = phone.settings.get(_ENABLED, "").split(":")
    return any(name.startswith(f"{package}/") for name in services)


def _success(result: Any) -> Json:
    return {"status": "success", "result": result}


def _error(message: str) -> Json:
    return {"status": "error", "error": message}


# What is told of the screen


def _nested(nodes: tuple[UiNode, ...], told: Callable[[UiNode], Json | None]) -> list[Json]:
    """Describe nodes as a tree, with ``children``. Children of an omitted node move up to its parent."""
    roots: list[Json] = []
    above: list[tuple[int, list[Json]]] = [(-1, roots)]
    for node in nodes:
        while above[-1][0] >= node.depth:
            above.pop()
        found = told(node)
        if found is None:
            above.append((node.depth, above[-1][1]))
            continue
        above[-1][1].append(found)
        above.append((node.depth, found["children"]))
    return roots


def _elements(phone: Phone) -> list[Json]:
    """The elements that the Portal numbers, in the form of its ``a11y_tree``."""
    count = 0

    def told(node: UiNode) -> Json | None:
        nonlocal count
        left, top, right, bottom = node.bounds
        if right - left <= _LEAST_SIZE or bottom - top <= _LEAST_SIZE:
            return None
        count += 1
        name = node.class_name.rpartition(".")[2]
        text = node.text or node.content_description or node.resource_id.rpartition("/")[2] or name
        return {"index": count, "resourceId": node.resource_id, "className": name, "text": text,
                "bounds": f"{left}, {top}, {right}, {bottom}", "children": []}  # fmt: skip

    return _nested(screen.ui_tree(phone).nodes, told)


def _full_tree(phone: Phone, filtered: bool) -> Json:
    tree = screen.ui_tree(phone)

    def told(node: UiNode) -> Json | None:
        left, top, right, bottom = node.bounds
        area = (right - left) * (bottom - top)
        seen = max(0, min(right, tree.width) - max(left, 0)) * max(0, min(bottom, tree.height) - max(top, 0))
        if filtered and (area <= 0 or seen / area < _LEAST_PART):
            return None
        return {
            "resourceId": node.resource_id, "className": node.class_name, "packageName": node.package,
            "text": node.text, "contentDescription": node.content_description, "hint": node.hint,
            "boundsInScreen": {"left": left, "top": top, "right": right, "bottom": bottom},
            "isClickable": node.clickable, "isLongClickable": node.long_clickable, "isFocusable": node.focusable,
            "isFocused": node.focused, "isSelected": node.selected, "isCheckable": node.checkable,
            "isChecked": node.checked, "isEnabled": node.enabled, "isVisibleToUser": node.visible,
            "isEditable": node.editable, "isPassword": node.password, "isScrollable": node.scrollable,
            "isShowingHintText": bool(node.hint) and node.text in ("", node.hint), "children": [],
        }  # fmt: skip

    roots = _nested(tree.nodes, told)
    return roots[0] if roots else {}


def _phone_state(phone: Phone) -> Json:
    nodes = screen.ui_tree(phone).nodes
    focused = next((node for node in nodes if node.focused), None)
    package = phone.image.outward(phone.top.package)
    typing = text_input.focused_field(phone) is not None and not display.of(phone).asleep
    element: Json = {"resourceId": ""}
    if focused is not None:
        element = {"text": focused.text, "className": focused.class_name, "resourceId": focused.resource_id}
    return {
        "currentApp": _label(phone, phone.top.package), "packageName": package,
        "activityName": phone.top.component.partition("/")[2], "keyboardVisible": typing,
        "isEditable": focused is not None and focused.editable, "focusedElement": element,
    }  # fmt: skip


def _device(phone: Phone) -> Json:
    config = phone.configuration
    scale = config.density / 160
    return {
        "screen_bounds": {"width": config.width, "height": config.height},
        "filtering_params": {"min_element_size": _LEAST_SIZE, "overlay_offset": 0},
        "display_metrics": {
            "density": scale, "densityDpi": config.density, "scaledDensity": scale * config.font_scale,
            "widthPixels": config.width, "heightPixels": config.height,
        },
    }  # fmt: skip


def _label(phone: Phone, package: str) -> str:
    app = packages.apps_of(phone.image).get(package)
    return package if app is None else app.title(resources.of(phone.configuration))


def _packages(phone: Phone) -> list[Json]:
    found = []
    for package in sorted(packages.apps_of(phone.image)):
        code, version = phone.image.versions.get(package, (phone.image.api_level, phone.image.release))
        found.append({
            "packageName": phone.image.outward(package), "label": _label(phone, package),
            "versionName": version, "versionCode": code,
            "isSystemApp": package.startswith(("com.android.", "com.google.")),
        })  # fmt: skip
    return found


def _as_text(value: Any) -> str:
    """JSON inside a string, as older versions of the Portal answer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_QUERIES: dict[str, Callable[[Phone, bool], Any]] = {
    "ping": lambda phone, filtered: "pong",
    "a11y_tree": lambda phone, filtered: _as_text(_elements(phone)),
    "a11y_tree_full": lambda phone, filtered: _as_text(_full_tree(phone, filtered)),
    "phone_state": lambda phone, filtered: _as_text(_phone_state(phone)),
    "state": lambda phone, filtered: _as_text(
        {"a11y_tree": _elements(phone), "phone_state": _phone_state(phone)}
    ),
    "state_full": lambda phone, filtered: {
        "a11y_tree": _full_tree(phone, filtered), "phone_state": _phone_state(phone), "device_context": _device(phone),
    },
    "packages": lambda phone, filtered: _packages(phone),
    "clipboard/get": lambda phone, filtered: phone.clipboard,
}  # fmt: skip
