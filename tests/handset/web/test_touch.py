"""The events that a page gets from a finger, compared with those seen in Chromium or stated in its `GestureManager`."""

from __future__ import annotations

import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.layout.text import advance
from bmoca_gym.handset.web.page import Page, Start, _live

pytest.importorskip("_quickjs")

_PACKAGE = "com.google.androidenv.miniwob"
_HEARD = """<script>
  const heard = [];
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'pointercancel', 'mouseover', 'mousemove',
                      'mousedown', 'mouseup', 'click', 'contextmenu', 'focus'])
    document.addEventListener(type, event => heard.push(`${type} ${event.target.id}`), true);
</script>"""


def _page(body: str) -> Page:
    html = f"<!doctype html><meta name=viewport content='width=device-width'><body style='margin: 0'>{body}"
    return Page(Start(Given({"page.html": html.encode()}), "page.html"))


def _heard(page: Page) -> list[str]:
    return str(page.read("heard.join()")).split(",")


def test_touch_events_go_on_while_something_scrolls() -> None:
    page = _page(
        f"{_HEARD}<div id=area style='height: 50px; overflow: auto'><div id=long style='height: 900px'></div></div>"
    )
    page, used = page.drag((20, 40), (20, 20))
    assert used
    assert page.read("document.getElementById('area').scrollTop") == 20
    assert [one.split()[0] for one in _heard(page)] == [
        "touchstart", "touchmove", "pointercancel", "touchmove", "touchend"
    ]  # fmt: skip


def test_a_long_press_moves_the_mouse_first() -> None:
    page = _page(f"{_HEARD}<p id=text style='margin: 0'>Some words</p>").long_press(10, 10)
    assert _heard(page)[:4] == ["touchstart text", "mouseover text", "mousemove text", "contextmenu text"]
    assert page.read("getSelection().toString()") == "Some"


def test_a_tap_presses_what_its_movement_has_put_there() -> None:
    page = _page(
        f"""{_HEARD}<div id=below style='height: 100px'></div><script>
        document.getElementById('below').addEventListener('mousemove', () => {{
          if (!document.getElementById('above'))
            document.body.insertAdjacentHTML('beforeend', '<div id=above style="position: absolute; inset: 0"></div>');
        }});</script>"""
    ).tap(30, 30)
    assert _heard(page)[-4:] == ["mousemove below", "mousedown above", "mouseup above", "click above"]


def test_a_long_press_in_text_that_can_be_edited_gives_it_the_focus() -> None:
    page = _page(f"{_HEARD}<div id=editor contenteditable=true>Some words</div>").long_press(10, 10)
    assert "focus editor" in _heard(page)
    assert page.read("document.activeElement.id") == "editor"


def test_timers_run_while_a_finger_is_drawn() -> None:
    page = _page(
        """<div id=area style='height: 300px; touch-action: none'></div><script>
        let at = 0;
        const seen = [];
        document.addEventListener('touchmove', event => { at = event.touches[0].pageX; });
        setInterval(() => seen.push(at), 100);</script>"""
    )
    before = page.time
    page, _ = page.drag((0, 10), (60, 10), 300)
    assert page.time == before + 300
    assert page.read("seen.join()") == "10,30,50"
    again, _ = page.drag((0, 10), (60, 10))
    assert again.time == page.time


def _on_phone(page: str) -> EmbeddedDevice:
    device = EmbeddedDevice(image="miniwob")
    start = f"am start -n {_PACKAGE}/.app.MainActivity"
    device.shell(f'{start} --es RL_TASK_APP_CONFIG \'{{"task":"{page}","seed":1,"timer":false}}\'')
    device.shell(f"{start} --ez reset true")
    return device


def test_a_page_behind_another_app_is_not_laid_out() -> None:
    pytest.importorskip("miniwob")
    device = _on_phone("stock-market")
    device.perform(PressKey("HOME"))
    live = _live(device.phone.apps[_PACKAGE].web.page)
    laid_out = live._laid_out
    device.wait(1)
    page = device.phone.apps[_PACKAGE].web.page
    assert page.read("d3.selectAll('.plot-point').size()") >= 9  # its prices have gone on
    assert _live(page) is live
    assert live._laid_out is laid_out


def test_a_text_without_glyphs_has_no_width() -> None:
    assert advance("\ufeff"[:0], 400, True) == 0
