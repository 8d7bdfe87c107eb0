"""Screens: the order of windows, the keyboard's space, and the UI tree of the window that takes input."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.resources.locales import LOCALES


def kinds(hand: Hand) -> list[str]:
    return [surface.kind for surface in screen.surfaces(hand.phone)]


def test_windows_lie_over_one_another_in_androids_order(hand: Hand) -> None:
    assert kinds(hand) == ["screen", "status", "navigation"]
    hand.open("clock")
    hand.tap(description="Alarm")
    assert kinds(hand) == ["app", "status", "navigation"]
    hand.tap("fab")
    assert kinds(hand) == ["app", "dialog", "status", "navigation"]
    hand.press("OVERVIEW")
    assert kinds(hand) == ["app", "dialog", "dialog", "status", "navigation"]


def test_the_windows_cover_the_screen(make_hand: Callable[..., Hand]) -> None:
    for density in (330, 440, 700):
        hand = make_hand(density=density)
        for app in APPS:
            hand.open(app)
            covered = {
                s.kind: (s.x, s.y, s.x + s.box.width, s.y + s.box.height) for s in screen.surfaces(hand.phone)
            }
            window = covered.get("app") or covered["screen"]
            bar = covered["navigation"]
            assert window[0] == bar[0] == 0
            assert window[2] == bar[2] == 1080
            assert bar[1] <= window[3]
            assert bar[3] == 2160


def test_a_dialog_is_read_alone(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Alarm")
    assert hand.sees("fab")
    hand.tap("fab")
    assert not hand.sees("fab")
    assert hand.sees("android:id/button1")


def test_the_keyboard_takes_room_from_the_app(hand: Hand) -> None:
    hand.swipe("up")
    list_before = hand.node("apps_list_view").bounds
    hand.tap("search_box_input")
    assert kinds(hand) == ["app", "keyboard", "status", "navigation"]
    keys = next(s for s in screen.surfaces(hand.phone) if s.kind == "keyboard")
    list_after = hand.node("apps_list_view").bounds
    assert list_after[3] <= keys.y < list_before[3]
    bar = next(s for s in screen.surfaces(hand.phone) if s.kind == "navigation")
    assert keys.y + keys.box.height == bar.y
    assert not any("Keyboard" in n.class_name for n in hand.tree), (
        "a keyboard is no part of the active window"
    )


def test_the_overview_hides_the_keyboard(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    hand.press("OVERVIEW")
    assert "keyboard" not in kinds(hand)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_navigation_bar_is_mirrored_with_the_language(
    make_hand: Callable[..., Hand], locale: str
) -> None:
    hand = make_hand(locale=locale)
    hand.open("clock")
    bar = next(s for s in screen.surfaces(hand.phone) if s.kind == "navigation")
    places = {child.element.id.rpartition("/")[2]: x for x, _, child in bar.box.children if child.element.id}
    ordered = sorted(places, key=lambda name: places[name])
    assert ordered == (
        ["recent_apps", "home", "back"] if LOCALES[locale].rtl else ["back", "home", "recent_apps"]
    )


def test_the_status_bar_shows_the_time_and_what_is_switched_on(hand: Hand) -> None:
    def shown() -> list[str]:
        bar = next(s for s in screen.surfaces(hand.phone) if s.kind == "status")
        elements = [child.element for _, _, child in bar.box.children]
        return [getattr(e, "string", "") or getattr(e, "name", "") for e in elements]

    assert shown()[0] == "10:00"
    assert "signal_wifi_4_bar" in shown()
    hand.wait(61)
    assert shown()[0] == "10:01"
    hand.shell(
        "settings put global airplane_mode_on 1; settings put global wifi_on 3; settings put global bluetooth_on 1"
    )
    assert "airplanemode_active" in shown()
    assert "signal_wifi_4_bar" not in shown()
    assert "bluetooth" in shown()
    hand.shell("settings put global wifi_on 2")
    assert "signal_wifi_4_bar" in shown(), "Wi-Fi that was switched on again in airplane mode"


def test_a_scrolled_tree_shows_what_is_seen(hand: Hand) -> None:
    hand.open("settings")
    before = hand.texts("android:id/title")
    hand.swipe("up")
    after = hand.texts("android:id/title")
    assert before != after
    assert set(before) & set(after) or len(after) > 0
    bottom = hand.tree.nodes[0].bounds[3]
    assert all(n.bounds[3] <= bottom for n in hand.tree)


def test_the_status_bar_does_not_grow_with_the_font(make_hand: Callable[..., Hand]) -> None:
    clocks = []
    for scale in (0.85, 1.0, 1.3):
        bar = screen.surfaces(make_hand(font_scale=scale).phone)[-2]
        clocks.append(next(c for _, _, c in bar.box.children if c.element.id.endswith("/clock")))
    assert len({(clock.width, clock.height) for clock in clocks}) == 1
