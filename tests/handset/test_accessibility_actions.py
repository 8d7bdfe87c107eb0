"""Actions of accessibility services without a touch: set a text, paste, submit."""

from __future__ import annotations

from bmoca_gym.handset import accessibility_actions, gestures, images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.kits.search_starts import QUERY_LIMIT
from bmoca_gym.handset.screen import ui_tree
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import text_input


def searching() -> tuple[Phone, tuple[float, float]]:
    """Settings' search, and the position of its text field."""
    phone = session.run(images.boot(), "am start -a android.settings.SETTINGS")[0]
    bar = next(n for n in ui_tree(phone) if "Search" in n.text or "Search" in n.content_description)
    phone = session.run(phone, "input tap {:.0f} {:.0f}".format(*bar.center))[0]
    field = next(n for n in ui_tree(phone) if n.class_name == "android.widget.EditText")
    return phone, field.center


def content(phone: Phone, place: tuple[float, float]) -> str:
    found = accessibility_actions.field_at(phone, *place)
    assert found is not None
    text: str = found[0].content
    return text


def test_a_text_is_set_whatever_lies_over_the_field() -> None:
    phone, place = searching()
    typed = accessibility_actions.set_text(phone, *place, "Wi-Fi 表")
    assert content(typed, place) == "Wi-Fi 表"
    assert typed == text_input.type_text(
        inputs.perform(phone, gestures.Tap(place[0] / 1080, place[1] / 2160)), "Wi-Fi 表"
    )
    assert accessibility_actions.set_text(typed, *place, "Wi-Fi 表") is typed
    assert content(accessibility_actions.set_text(typed, *place, ""), place) == ""
    assert len(content(accessibility_actions.set_text(phone, *place, "x" * 20_000), place)) == QUERY_LIMIT
    assert content(accessibility_actions.set_text(phone, *place, "\ud800"), place) == "\ufffd"
    assert accessibility_actions.set_text(phone, 5.0, 2000.0, "nothing is there") is phone


def test_the_clipboard() -> None:
    phone, place = searching()
    phone = inputs.perform(phone, gestures.Tap(place[0] / 1080, place[1] / 2160))
    phone = accessibility_actions.put_on_clipboard(phone, "ab")
    phone = text_input.paste(text_input.paste(phone))
    assert content(phone, place) == "abab"
    assert content(session.run(phone, "input keyevent PASTE; input keyevent 279")[0], place) == "abababab"
    assert content(text_input.set_text(phone, ""), place) == ""
    home = inputs.perform(phone, gestures.PressKey("HOME"))
    assert text_input.paste(home) is home
    assert home.clipboard == "ab"


def test_enter_in_a_field_without_the_focus() -> None:
    phone, place = searching()
    phone = accessibility_actions.set_text(phone, *place, "wifi")
    after = accessibility_actions.submit(phone, *place)
    assert content(after, place) == "wifi"
    assert accessibility_actions.submit(phone, 5.0, 2000.0) is phone
