"""Questions of scripts: ``alert``, ``confirm`` and ``prompt`` wait, and the phone shows their dialogs."""

from __future__ import annotations

import pickle

import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.gestures import PressKey, Tap, TypeText
from bmoca_gym.handset.kits.web_dialogs import PROMPT
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.handset.value import clear_caches, replace
from bmoca_gym.handset.web.files import Given
from bmoca_gym.handset.web.page import Page, Question, Start

pytest.importorskip("_quickjs")

_ASKING = """<body style="margin: 0"><button id="go" style="width: 100px; height: 40px">Go</button><p id="said"></p>
<script>
const begun = Date.now();
go.onclick = () => {
  said.textContent = 'asking';
  try {
    if (!confirm('Sure?')) { said.textContent = 'no'; return; }
    said.textContent = String(prompt('Name?', 'Ada')) + ' ' + (Date.now() - begun);
    alert('Bye');
    console.log('after');
  } catch (error) {
    console.log('caught ' + error);
  } finally {
    console.log('finally');
  }
};
setTimeout(() => console.log('a second'), 1000);
</script>"""


def _page(html: str) -> Page:
    return Page(Start(Given({"page.html": html.encode()}), "page.html"))


def _said(page: Page) -> str:
    return page.document.root.text.split("Go")[1].split("\n")[0].strip()


def _lines(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def test_a_script_waits_for_each_answer() -> None:
    asked = _page(_ASKING).tap(20, 20)
    assert asked.question == Question("confirm", "Sure?", "")
    assert _said(asked) == "asking"
    assert _lines(asked) == [], "the script stopped where it asked, though it catches errors"
    assert asked.due is None
    assert asked.tap(20, 20) is asked, "nothing else goes in"
    refused = asked.answer(False)
    assert (_said(refused), refused.question) == ("no", None)
    named = asked.advance(3000).answer(True)
    assert named.question == Question("prompt", "Name?", "Ada")
    told = named.answer("Bob")
    assert _said(told) == "Bob 3000", "time passed while the question was open"
    assert told.question == Question("alert", "Bye", "")
    over = told.answer(None)
    assert over.question is None
    assert _lines(over) == ["after", "finally", "a second"], "the timer ran after the script"
    assert _said(named.answer(None)) == "null 3000"


def test_a_question_is_part_of_the_value() -> None:
    told = _page(_ASKING).tap(20, 20).advance(500).answer(True).advance(20).answer("Bob")
    before = told.question, _said(told), told.time
    copy = pickle.loads(pickle.dumps(told))
    clear_caches()
    assert (copy.question, _said(copy), copy.time) == before
    assert _said(copy) == "Bob 520"


def test_questions_while_a_page_loads_and_in_timers() -> None:
    page = _page("<script>alert(1)</script><p>x<script>alert(2)</script>")
    assert page.question == Question("alert", "1", "")
    page = page.answer(None)
    assert page.question == Question("alert", "2", "")
    assert page.document.root.text.strip() == "x"
    assert page.answer(None).question is None
    ticking = _page("<script>setInterval(() => alert('again'), 100)</script>").advance(5000)
    assert ticking.time - ticking.start.clock == 5000
    ticking = ticking.answer(None)
    assert ticking.question is not None, "the next was due long ago"
    ticking = ticking.answer(None)
    assert ticking.question is None
    assert ticking.advance(100).question is not None


def test_a_script_that_asks_for_ever_stops_at_each_question() -> None:
    page = _page("<script>for (;;) try { alert(1); } catch (error) { }</script>")
    for _ in range(3):
        assert page.question == Question("alert", "1", "")
        assert not page.failure
        page = page.answer(None)


def test_a_load_script_that_makes_too_many_nodes_ends_the_page() -> None:
    assert "too many nodes" in _page("<script>for (;;) document.createElement('a')</script>").failure


def test_scripts_name_elements_by_their_ids() -> None:
    page = _page(
        "<p id=here>x</p><p id=alert>y</p><script>console.log(here.id, typeof alert, typeof there);"
        "var here = 5; console.log(here)</script>"
    )
    assert _lines(page) == ["here function undefined", "5"]


# On the phone

_PACKAGE = "com.google.androidenv.miniwob"


def _phone(script: str) -> EmbeddedDevice:
    pytest.importorskip("miniwob")
    device = EmbeddedDevice(image="miniwob")
    device.shell("settings put system time_12_24 12")  # with halves of the day
    start = f"am start -n {_PACKAGE}/.app.MainActivity"
    device.shell(f'{start} --es RL_TASK_APP_CONFIG \'{{"task":"click-button","seed":"1"}}\'')
    state = device.phone.apps[_PACKAGE]
    asked = state.web.page.run(script)
    device.phone = replace(
        device.phone, apps=device.phone.apps.set(_PACKAGE, replace(state, web=replace(state.web, page=asked)))
    )
    return device


def _shown(device: EmbeddedDevice) -> dict[str, UiNode]:
    return {node.resource_id.removeprefix("android:id/"): node for node in device.ui_tree().nodes}


def _tap(device: EmbeddedDevice, name: str) -> None:
    left, top, right, bottom = _shown(device)[name].bounds
    device.perform(Tap((left + right) / 2 / 1080, (top + bottom) / 2 / device.info.height))


def _heard(device: EmbeddedDevice) -> str:
    return str(device.phone.apps[_PACKAGE].web.page.lines[-1].text)


def test_dialogs_of_a_web_view() -> None:
    device = _phone("console.log('confirmed ' + confirm('Go on?'))")
    shown = _shown(device)
    assert shown["alertTitle"].text == 'The page at "file://" says:'
    assert (shown["message"].text, shown["button1"].text, shown["button2"].text) == ("Go on?", "OK", "Cancel")
    _tap(device, "button1")
    assert _heard(device) == "confirmed true"
    assert "alertTitle" not in _shown(device)

    device = _phone("console.log('confirmed ' + confirm('Go on?'))")
    device.perform(PressKey("BACK"))
    assert _heard(device) == "confirmed false"

    device = _phone("alert('Hello')")
    assert "button2" not in _shown(device)


def test_a_prompt_is_typed_into() -> None:
    device = _phone("console.log('named ' + prompt('Your name?', 'Ada'))")
    assert _shown(device)["value"].text == "Ada"
    _tap(device, "value")
    assert device.phone.top.focus == PROMPT
    device.perform(TypeText(" Lovelace"))
    assert _shown(device)["value"].text == "Ada Lovelace"
    _tap(device, "button1")
    assert _heard(device) == "named Ada Lovelace"
    assert device.phone.top.focus != PROMPT


def test_a_long_message_scrolls() -> None:
    device = _phone("alert('word '.repeat(800))")
    bottom = _shown(device)["button1"].bounds[3]
    assert bottom < device.info.height
    _tap(device, "button1")
    assert "button1" not in _shown(device)


@pytest.mark.parametrize(
    ("kind", "value", "taps", "after"),
    [
        ("date", "2024-02-09", ("button1",), "2024-02-09"),
        ("month", "2024-02", ("button1",), "2024-02"),
        ("week", "2024-W07", ("button1",), "2024-W07"),
        ("time", "08:30", ("button1",), "08:30"),
        ("datetime-local", "2024-02-09T08:30", ("button1", "button1"), "2024-02-09T08:30"),
        ("datetime-local", "2024-02-09T08:30", ("button1", "pm_label", "button1"), "2024-02-09T20:30"),
    ],
)
def test_pickers_give_what_their_controls_take(
    kind: str, value: str, taps: tuple[str, ...], after: str
) -> None:
    device = _phone(
        f"document.body.innerHTML = '<input id=it type={kind} value={value}>';"
        "it.onchange = () => console.log('changed ' + it.value)"
    )
    left, top, right, bottom = _shown(device)["it"].bounds
    device.perform(Tap((left + right) / 2 / 1080, (top + bottom) / 2 / device.info.height))
    for name in taps:
        _tap(device, name)
    assert not device.phone.apps[_PACKAGE].web.opened
    assert device.phone.apps[_PACKAGE].web.page.read("it.value") == after
