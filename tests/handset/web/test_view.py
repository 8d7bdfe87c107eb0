"""A page in the web view of an app: touches, the keyboard, dialogs, selection, panning, and frames."""

from __future__ import annotations

import numpy as np
import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.gestures import LongPress, Pinch, Swipe, Tap, TypeText, pinch
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.handset.web import view

pytest.importorskip("_quickjs")
pytest.importorskip("miniwob")

_PACKAGE = "com.google.androidenv.miniwob"


def _opened(page: str) -> EmbeddedDevice:
    device = EmbeddedDevice(image="miniwob")
    start = f"am start -n {_PACKAGE}/.app.MainActivity"
    device.shell(f'{start} --es RL_TASK_APP_CONFIG \'{{"task":"{page}","seed":"1"}}\'')
    device.shell(f"{start} --ez reset true")
    return device


def _web(device: EmbeddedDevice) -> view.Web:
    web: view.Web = device.phone.apps[_PACKAGE].web
    return web


def _find(device: EmbeddedDevice, ending: str, at: int = 0) -> UiNode:
    return [node for node in device.ui_tree().nodes if node.class_name.endswith(ending)][at]


def _tap(device: EmbeddedDevice, node: UiNode) -> None:
    left, top, right, bottom = node.bounds
    device.perform(Tap((left + right) / 2 / 1080, (top + bottom) / 2 / device.info.height))


def test_text_and_frames() -> None:
    device = _opened("enter-text")
    renderer = Renderer(128, 256)
    renderer.frame(device.phone)
    _tap(device, _find(device, "EditText"))
    device.perform(TypeText("Hi there"))
    field = _find(device, "EditText")
    assert field.text == "Hi there"
    assert field.focused
    assert device.phone.top.focus.startswith(view.FIELD)
    # What was redrawn is equal, bit for bit, to a whole frame.
    assert np.array_equal(renderer.frame(device.phone), Renderer(128, 256).frame(device.phone))
    device.perform(LongPress((field.bounds[0] + 60) / 1080, (field.bounds[1] + 50) / device.info.height, 0.8))
    assert device.phone.top.cursor == (0, 2)
    assert device.phone.top.toolbar
    _tap(device, _find(device, "Button"))
    assert not device.phone.top.focus
    assert "reward" in _web(device).page.lines[-1].text


def test_select() -> None:
    device = _opened("choose-list")
    _tap(device, _find(device, "Spinner"))
    assert _web(device).opened
    _tap(device, _find(device, "CheckedTextView", 2))
    assert not _web(device).opened
    assert _find(device, "Spinner").text == "Koressa"


def test_date() -> None:
    device = _opened("enter-date")
    _tap(device, _find(device, "Spinner"))
    _tap(device, next(node for node in device.ui_tree().nodes if node.resource_id == "android:id/button1"))
    assert _find(device, "Spinner").text == "10/15/2023"


def test_selection_and_panning() -> None:
    device = _opened("highlight-text")
    text = next(node for node in device.ui_tree().nodes if node.resource_id == "randomText")
    x, y = (text.bounds[0] + 40) / 1080, (text.bounds[1] + text.bounds[3]) / 2 / device.info.height
    device.perform(LongPress(x, y, 0.8))
    chosen = _web(device).page.document.selection
    assert chosen is not None
    assert chosen.start != chosen.end
    device.perform(Swipe(0.8, 0.7, 0.3, 0.7))
    assert _web(device).left == 540
    assert text.bounds[2] - 540 == next(
        node.bounds[2] for node in device.ui_tree().nodes if node.resource_id == "randomText"
    )


def test_two_fingers_zoom_and_pan_a_page_whose_elements_are_touched_where_they_are() -> None:
    device = _opened("email-inbox")
    first, far = _web(device), device.screenshot()
    device.perform(pinch(0.3, 0.2, 2))
    near = _web(device)
    assert near.zoom == pytest.approx(2 * first.zoom)
    assert near.left == pytest.approx(0.3 * 1080, abs=2)
    assert (device.screenshot() != far).any()
    device.perform(Pinch(0.3, 0.6, 0.2, 0.6, 0.5, 0.6, 0.4, 0.6))
    assert _web(device).left == pytest.approx(near.left + 108, abs=2)
    assert _web(device).zoom == near.zoom
    device.perform(pinch(0.3, 0.2, 0.1))
    least = _web(device)
    assert (least.zoom, least.left, least.top) == (least.page.viewport.density, 0, 0), "the whole page"
    device.perform(pinch(0.3, 0.2, 10))
    assert _web(device).zoom == pytest.approx(5 * least.page.viewport.density)


def test_a_button_of_a_zoomed_page_is_tapped() -> None:
    device = _opened("click-button")
    device.perform(pinch(0.2, 0.2, 0.6))
    small = _web(device)
    assert small.zoom == pytest.approx(3.0)
    before = small.page
    _tap(device, _find(device, "Button"))
    assert _web(device).page is not before
