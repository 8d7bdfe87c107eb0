"""Messages of AndroidEnv's accessibility forwarder: trees of nodes, and events between two screens."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from bmoca_gym.handset import screen
from bmoca_gym.handset.servers.grpc.messages import classes_of
from bmoca_gym.handset.servers.ui_automator.selectors import Window
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.text_input import focused_field, selection_of
from bmoca_gym.handset.ui.tree import UiNode, UiTree

PACKAGE = "android_env"
SERVICE = "android_env.A11yService"

#: Fields as in `grpc_messages.MESSAGES`; only those that the forwarder sets. A map goes as a list of its entries.
MESSAGES = {
    "ProtoRect": "1 left int32, 2 top int32, 3 right int32, 4 bottom int32",
    "AndroidAccessibilityAction": "1 id int32, 2 label string",
    "AndroidAccessibilityNodeInfo": "1 unique_id int32, 2 bounds_in_screen ProtoRect, 3 class_name string, "
    "4 content_description string, 5 hint_text string, 6 package_name string, 7 text string, "
    "8 text_selection_start int64, 9 text_selection_end int64, 10 view_id_resource_name string, "
    "11 window_id int32, 12 is_checkable bool, "
    "13 is_checked bool, 14 is_clickable bool, 15 is_editable bool, 16 is_enabled bool, 17 is_focusable bool, "
    "19 is_long_clickable bool, 20 is_password bool, 21 is_scrollable bool, 22 is_selected bool, "
    "23 is_visible_to_user bool, 24 actions AndroidAccessibilityAction*, 25 child_ids int32*, 27 depth int32, "
    "30 drawing_order int32",
    "AndroidAccessibilityTree": "1 nodes AndroidAccessibilityNodeInfo*",
    "AndroidAccessibilityWindowInfo": "1 bounds_in_screen ProtoRect, 3 id int32, 4 layer int32, 6 window_type int32, "
    "8 is_active bool, 9 is_focused bool, 11 tree AndroidAccessibilityTree",
    "AndroidAccessibilityForest": "1 windows AndroidAccessibilityWindowInfo*",
    "EventEntry": "1 key string, 2 value string",
    "EventRequest": "1 event EventEntry*",
}

#: Types of windows (android.view.accessibility.AccessibilityWindowInfo).
_TYPES = {"TYPE_APPLICATION": 1, "TYPE_INPUT_METHOD": 2, "TYPE_SYSTEM": 3, "TYPE_SPLIT_SCREEN_DIVIDER": 5}
#: Actions of nodes (android.view.accessibility.AccessibilityNodeInfo).
_FOCUS, _SELECT, _CLICK, _LONG_CLICK, _ACCESSIBILITY_FOCUS = 1, 4, 16, 32, 64
_SCROLL_FORWARD, _SCROLL_BACKWARD, _SET_TEXT = 4096, 8192, 1 << 21


@functools.cache
def message_classes() -> Mapping[str, Any]:
    """The protobuf class of each message.

    Raises:
        MissingLibraryError: protobuf is not installed.
    """
    return classes_of(PACKAGE, MESSAGES)


# Forests


def forest(phone: Phone) -> bytes:
    """The windows of a phone, bottom to top, as an AndroidAccessibilityForest.

    Those with elements come with their nodes.
    """
    windows = []
    for layer, window in enumerate(screen.windows_of(phone)):
        nodes = [] if window.tree is None else _nodes(phone, window.tree, layer + 1)
        windows.append({
            "bounds_in_screen": _rect(window.bounds), "id": layer + 1, "layer": layer,
            "window_type": _TYPES[window.type], "is_active": window.active, "is_focused": window.active,
            "tree": {"nodes": nodes},
        })  # fmt: skip
    data: bytes = message_classes()["AndroidAccessibilityForest"](windows=windows).SerializeToString()
    return data


def _rect(bounds: tuple[int, int, int, int]) -> dict[str, int]:
    return dict(zip(("left", "top", "right", "bottom"), bounds, strict=True))


def _nodes(phone: Phone, tree: UiTree, window_id: int) -> list[dict[str, Any]]:
    """The nodes of a window, numbered breadth first."""
    window = Window(tree)
    found = focused_field(phone)
    selection = (-1, -1) if found is None else selection_of(phone, found[0])
    order = sorted(range(len(tree.nodes)), key=lambda at: tree.nodes[at].depth)
    numbers = {at: number for number, at in enumerate(order)}
    return [_node(window, at, numbers, window_id, selection) for at in order]


def _node(
    window: Window, at: int, numbers: dict[int, int], window_id: int, selection: tuple[int, int]
) -> dict[str, Any]:
    node = window.nodes[at]
    start, end = selection if node.editable and node.focused else (-1, -1)
    return {
        "unique_id": numbers[at], "bounds_in_screen": _rect(node.bounds), "class_name": node.class_name,
        "content_description": node.content_description, "hint_text": node.hint,
        "package_name": node.package, "text": node.text,
        "text_selection_start": start, "text_selection_end": end, "view_id_resource_name": node.resource_id,
        "window_id": window_id, "is_checkable": node.checkable, "is_checked": node.checked,
        "is_clickable": node.clickable, "is_editable": node.editable, "is_enabled": node.enabled,
        "is_focusable": node.focusable, "is_long_clickable": node.long_clickable, "is_password": node.password,
        "is_scrollable": node.scrollable, "is_selected": node.selected, "is_visible_to_user": node.visible,
        "actions": [{"id": action} for action in _actions(node)],
        "child_ids": [numbers[child] for child in window.children[at]], "depth": node.depth,
        "drawing_order": window.indices[at] + 1,
    }  # fmt: skip


def _actions(node: UiNode) -> list[int]:
    wanted = (
        (_FOCUS, node.focusable), (_SELECT, True), (_CLICK, node.clickable), (_LONG_CLICK, node.long_clickable),
        (_ACCESSIBILITY_FOCUS, True), (_SCROLL_FORWARD, node.scrollable), (_SCROLL_BACKWARD, node.scrollable),
        (_SET_TEXT, node.editable),
    )  # fmt: skip
    return [action for action, there in wanted if there]


# Events


def events(before: Phone, after: Phone) -> list[bytes]:
    """The accessibility events between two states of the phone, each as an EventRequest.

    They are read off the two screens: a new window, other content, a text that was edited, a field that took the
    focus, a toast. It does not see touches, so there is no TYPE_VIEW_CLICKED.
    """
    old, new = screen.ui_tree(before), screen.ui_tree(after)
    package = new.nodes[0].package
    found: list[dict[str, str]] = []
    if _window_of(before) != _window_of(after):
        name = after.top.component.partition("/")[2]
        found.append(
            {
                "event_type": "TYPE_WINDOW_STATE_CHANGED",
                "event_package_name": package,
                "source_class_name": name,
            }
        )
    elif old != new:
        for was, node in _same_nodes(old, new):
            found += _node_events(was, node)
        found.append(
            {"event_type": "TYPE_WINDOW_CONTENT_CHANGED", "event_package_name": package,
             "source_class_name": new.nodes[0].class_name}
        )  # fmt: skip
    if after.toast and after.toast != before.toast:
        found.append(
            {
                "event_type": "TYPE_NOTIFICATION_STATE_CHANGED",
                "event_package_name": package,
                "event_text": after.toast,
            }
        )
    time = {"event_timestamp_ms": str(after.clock.uptime)}
    make = message_classes()["EventRequest"]
    return [
        make(event=[{"key": key, "value": text} for key, text in (event | time).items()]).SerializeToString()
        for event in found
    ]


def _window_of(phone: Phone) -> tuple[object, ...]:
    """What distinguishes one window from another."""
    active = screen.active(phone)
    return phone.top.component, phone.overview, phone.shade is not None, active.kind


def _same_nodes(old: UiTree, new: UiTree) -> list[tuple[UiNode, UiNode]]:
    """The nodes that are in both trees: all if none came or went, else the text fields if they are the same."""
    if len(old) != len(new):
        old_nodes, new_nodes = (tuple(node for node in tree.nodes if node.editable) for tree in (old, new))
    else:
        old_nodes, new_nodes = old.nodes, new.nodes
    return list(zip(old_nodes, new_nodes, strict=True)) if len(old_nodes) == len(new_nodes) else []


def _node_events(was: UiNode, node: UiNode) -> list[dict[str, str]]:
    if was == node or (was.class_name, was.resource_id) != (node.class_name, node.resource_id):
        return []
    source = {
        "event_package_name": node.package, "source_class_name": node.class_name, "source_text": node.text,
        "source_content_description": node.content_description, "view_id": node.resource_id,
    }  # fmt: skip
    source = {key: text for key, text in source.items() if text}
    found = []
    if node.focused and not was.focused:
        found.append({"event_type": "TYPE_VIEW_FOCUSED", **source})
    if node.text != was.text and node.editable:
        start = _common(was.text, node.text)
        same = _common(was.text[start:][::-1], node.text[start:][::-1])
        edited = {
            "event_type": "TYPE_VIEW_TEXT_CHANGED", "before_text": was.text, "event_text": node.text,
            "from_index": str(start), "added_count": str(len(node.text) - start - same),
            "removed_count": str(len(was.text) - start - same),
        }  # fmt: skip
        found.append({key: text for key, text in (edited | source).items() if text})
    if node.selected and not was.selected:
        found.append({"event_type": "TYPE_VIEW_SELECTED", **source})
    return found


def _common(one: str, other: str) -> int:
    """The length of the common prefix of two texts."""
    for at, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return at
    return min(len(one), len(other))
