"""In landscape the header of date and time pickers stands at the side, as in ``layout-land`` of Android and Material."""

from __future__ import annotations

from typing import Any

import pytest
from handset_cuts import cut_off
from handset_hand import Hand

from bmoca_gym.handset.resources.locales import LOCALES

TABLET: dict[str, Any] = {"width": 1280, "height": 800, "density": 160}
TURNED: dict[str, Any] = {"width": 2340, "height": 1080, "density": 330}
#: By the field of Calendar's editor and the image: the ids of the picker's header and of what is beside or below it.
PARTS = {
    ("start_date", "android10"): ("android:id/date_picker_header", "android:id/month_view"),
    ("start_time", "android10"): ("android:id/time_header", "android:id/radial_picker"),
    ("start_date", "android13"): ("mtrl_picker_header", "month_grid"),
    ("start_time", "android13"): ("material_clock_display", "material_clock_face"),
}


def shown(image: str, field: str, **configuration: Any) -> Hand:
    """A hand on a picker of a new event."""
    hand = Hand(image, **configuration)
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap(field)
    return hand


@pytest.mark.parametrize("screen", [TABLET, TURNED], ids=["tablet", "turned phone"])
@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
@pytest.mark.parametrize(("field", "image"), PARTS)
def test_the_header_is_at_the_side(field: str, image: str, locale: str, screen: dict[str, Any]) -> None:
    hand = shown(image, field, locale=locale, **screen)
    header, body = (hand.node(id).bounds for id in PARTS[field, image])
    assert header[1] < body[3]
    assert body[1] < header[3]
    assert header[0] >= body[2] if locale == "ar-EG" else header[2] <= body[0]
    assert not cut_off(hand.phone)


@pytest.mark.parametrize(
    "screen", [{"width": 800, "height": 1280, "density": 160}, {}], ids=["upright tablet", "phone"]
)
@pytest.mark.parametrize(("field", "image"), PARTS)
def test_the_header_is_above_in_portrait(field: str, image: str, screen: dict[str, Any]) -> None:
    hand = shown(image, field, **screen)
    header, body = (hand.node(id).bounds for id in PARTS[field, image])
    assert header[3] <= body[1]


@pytest.mark.parametrize("field", ["start_date", "start_time"])
def test_androids_header_is_as_high_as_the_dialog(field: str) -> None:
    hand = shown("android10", field, **TABLET)
    header, card = (hand.node(id).bounds for id in (PARTS[field, "android10"][0], "android:id/parentPanel"))
    assert (header[:2], header[3]) == (card[:2], card[3])


def test_the_time_and_its_half_are_picked_in_landscape() -> None:
    hand = shown("android10", "start_time", **TABLET)
    hand.tap("android:id/pm_label")
    hand.tap(description="9")
    hand.tap(description="30")
    hand.tap("android:id/button1")
    assert hand.text("start_time") == "9:30 PM"


def test_the_dialog_keeps_its_size_while_it_shows_the_years() -> None:
    hand = shown("android10", "start_date", **TABLET)
    days = hand.node("android:id/parentPanel").bounds
    hand.tap("android:id/date_picker_header_year")
    assert hand.node("android:id/parentPanel").bounds == days


@pytest.mark.parametrize("font_scale", [1.0, 1.3])
@pytest.mark.parametrize("field", ["start_date", "start_time"])
def test_no_text_is_cut_in_any_locale(field: str, font_scale: float) -> None:
    for locale in LOCALES:
        for image in ("android10", "android13"):
            hand = shown(image, field, locale=locale, font_scale=font_scale, **TABLET)
            assert not cut_off(hand.phone), (locale, image)
