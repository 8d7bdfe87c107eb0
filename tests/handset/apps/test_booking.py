"""Booking.com: search, dates and guests, results, saving, booking and cancelling."""

from __future__ import annotations

from datetime import date

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.booking import places
from bmoca_gym.handset.apps.booking.state import PACKAGE, Booking, Trip
from bmoca_gym.handset.graphics.bidi import first_strong
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.system import files

MAY_10 = date(2024, 5, 10).toordinal()  # the date of AndroidLab's phone


def booking(**configuration: object) -> Hand:
    hand = Hand(image="androidlab", **configuration)
    hand.shell(f"am start -n {PACKAGE}/com.booking.startup.HomeActivity")
    return hand


def state(hand: Hand) -> Booking:
    found: Booking = hand.phone.apps[PACKAGE]
    return found


def look_in_rome(hand: Hand) -> None:
    hand.tap("facet_search_box_accommodation_destination")
    hand.type("Ro")
    assert hand.texts("disam_list_label") == ["Rome"]
    hand.tap("disam_list_root")
    assert hand.text("facet_search_box_accommodation_destination_label") == "Rome"
    hand.tap("facet_search_box_cta")


def test_search_shows_the_properties_of_a_city_in_four_orders() -> None:
    hand = booking()
    look_in_rome(hand)
    assert hand.texts("property_name")[0] == "Forum Terrace Hotel"
    hand.tap("sort_button")
    hand.tap(text="Price (lowest first)")
    assert hand.texts("property_name")[0] == "The Pines Residence"
    prices = [one.price for one in places.in_city("rome", "price")]
    assert prices == sorted(prices)
    assert hand.texts("price_view")[0] == f"US${prices[0]}"


def test_search_without_a_city_asks_for_it_and_knows_english_names() -> None:
    hand = booking(locale="ko-KR")
    hand.tap("facet_search_box_cta")
    hand.type("lisb")
    assert hand.texts("disam_list_label") == ["리스본"]
    hand.press("BACK")
    assert state(hand).city == ""


def test_dates_and_guests_change_the_price() -> None:
    hand = booking()
    hand.tap("facet_search_box_accommodation_dates")
    hand.tap("check_in")
    hand.tap(description="May 13, 2024")
    hand.tap("button1")
    hand.tap("check_out")
    hand.tap(description="May 16, 2024")
    hand.tap("button1")
    hand.tap("calendar_confirm")
    assert (state(hand).arrival, state(hand).nights) == (MAY_10 + 3, 3)
    assert hand.text("facet_search_box_accommodation_dates_label") == "Mon, May 13 – Thu, May 16"
    hand.tap("facet_search_box_accommodation_occupancy")
    hand.tap("children_add")
    hand.tap("adults_remove")
    hand.tap("adults_remove")  # one stays
    hand.tap("group_config_apply_button")
    assert (state(hand).adults, state(hand).children) == (1, 1)
    look_in_rome(hand)
    assert hand.texts("price_view")[0] == "US$399"


def test_a_departure_before_the_arrival_leaves_one_night_and_the_past_is_today() -> None:
    hand = booking()
    hand.tap("facet_search_box_accommodation_dates")
    for key, day in (("check_in", 8), ("check_out", 9)):
        hand.tap(key)
        hand.tap(description=f"May {day}, 2024")
        hand.tap("button1")
    assert (state(hand).arrival, state(hand).nights) == (MAY_10, 1)


def test_hearts_save_properties() -> None:
    hand = booking()
    look_in_rome(hand)
    hand.tap("wishlist_icon")
    assert hand.phone.toast == "Saved"
    hand.tap("property_card")
    assert hand.node("wishlist_icon").selected
    hand.press("BACK", "BACK")
    hand.tap("navigation_saved")
    assert hand.texts("property_name") == ["Forum Terrace Hotel"]
    hand.tap("wishlist_icon")
    assert hand.text("empty_title") == "Save what you like for later"
    assert state(hand).saved == ()


def test_a_booking_needs_name_and_address_and_can_be_cancelled() -> None:
    hand = booking()
    look_in_rome(hand)
    hand.tap("property_card")
    hand.tap("select_room_cta")
    assert not hand.node("action_button").enabled
    hand.tap("action_button")
    assert state(hand).trips == ()
    hand.tap("bstage1_contact_name")
    hand.type("Ana Lee")
    hand.tap("bstage1_contact_email")
    hand.type("ana@example")
    assert not hand.node("action_button").enabled
    hand.type(".com")
    hand.press("BACK")
    hand.tap("action_button")
    assert state(hand).trips == (Trip("forum", MAY_10, 1, "Ana Lee"),)
    assert hand.texts("trip_property") == ["Forum Terrace Hotel"]
    hand.tap("trip_cancel")
    hand.tap("button2")
    assert state(hand).trips
    hand.tap("trip_cancel")
    hand.tap("button1")
    assert state(hand).trips == ()
    assert hand.text("empty_title") == "Where to next?"


def test_recent_searches_are_shown_and_cleared() -> None:
    hand = booking()
    look_in_rome(hand)
    hand.press("BACK")
    hand.tap("recent_search")
    assert hand.text("toolbar_title") == "Rome"
    hand.press("BACK")
    hand.tap("navigation_account")
    hand.tap("clear_searches")
    hand.press("BACK")
    assert not hand.sees("recent_search")


def test_what_it_remembers_is_in_its_file() -> None:
    hand = booking()
    look_in_rome(hand)
    hand.tap("wishlist_icon")
    path = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
    data = files.read(hand.phone, path)
    hand.shell(f"pm clear {PACKAGE}")
    assert state(hand).saved == ()
    hand.phone = files.write(hand.phone, path, data)
    assert state(hand).saved == ("forum",)
    broken = data.replace(b"forum", b"nowhere")
    hand.phone = files.write(hand.phone, path, broken)
    assert state(hand).saved == ()


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ja-JP", "ru-MD"])
def test_every_property_has_its_texts(locale: str) -> None:
    for one in places.properties().values():
        assert one.city in places.cities()
        for key in (one.kind, f"about_{one.kind}", f"city_{one.city}", *[f"has_{name}" for name in one.has]):
            assert string(locale, f"booking.{key}", name=one.name)


def test_arabic_texts_about_properties_are_read_from_the_right() -> None:
    """The first letter gives a line its direction, and the names are in Latin letters."""
    for one in places.properties().values():
        text = string("ar-EG", f"booking.about_{one.kind}", name=one.name)
        assert first_strong(text), text


def test_it_can_be_uninstalled() -> None:
    hand = booking()
    hand.shell(f"pm uninstall {PACKAGE}")
    assert PACKAGE not in hand.shell("pm list packages")
    assert hand.phone.home
