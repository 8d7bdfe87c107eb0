"""The taskbar of large screens of Android 13: the apps of the hotseat beside the keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.assembly import Surface
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.ui.elements import Box

TABLET = {"width": 1280, "height": 800, "density": 160}
SETTINGS, MARKOR = "com.android.settings", "net.gsantner.markor/.activity.MainActivity"


def bar(hand: Hand) -> Surface:
    return next(one for one in screen.surfaces(hand.phone) if one.kind == "navigation")


def places(hand: Hand) -> dict[str, tuple[int, int]]:
    """The middles in px of what can be touched in the bar, by its description."""
    found = {}

    def collect(box: Box, x: int, y: int) -> None:
        if box.element.tap is not None:
            found[box.element.description] = (x + box.width // 2, y + box.height // 2)
        for inside in box.inside:
            collect(inside, x + inside.x, y + inside.y)

    shown = bar(hand)
    collect(shown.box, shown.x, shown.y)
    return found


def touch(hand: Hand, name: str) -> None:
    x, y = places(hand)[name]
    hand.do(Tap(x / hand.tree.width, y / hand.tree.height))


@pytest.fixture
def tablet(make_hand: Callable[..., Hand]) -> Hand:
    hand = make_hand("android13", **TABLET)
    hand.shell(f"am start -n {MARKOR}")
    return hand


def test_it_starts_the_apps_of_the_hotseat(tablet: Hand) -> None:
    apps = [name for name in places(tablet) if name not in ("Back", "Home", "Overview")]
    assert apps == ["Phone", "Messages", "Chrome", "Camera", "Photos"]
    touch(tablet, "Chrome")
    assert tablet.phone.top.package == "com.android.chrome"
    touch(tablet, "Home")
    assert tablet.phone.home


@pytest.mark.parametrize(("locale", "at_end"), [("en-US", True), ("ar-EG", False)])
def test_the_keys_are_at_its_end(make_hand: Callable[..., Hand], locale: str, at_end: bool) -> None:
    hand = make_hand("android13", locale=locale, **TABLET)
    hand.shell(f"am start -n {MARKOR}")
    x, _ = places(hand)["Home"]
    assert (x > 1000) is at_end
    assert (x < 280) is not at_end


def test_it_follows_the_hotseat_and_hides_there(tablet: Hand) -> None:
    tablet.press("HOME")
    assert list(places(tablet)) == ["Back", "Home", "Overview"]
    tablet.hold(description="Phone")
    tablet.tap(text="Remove")
    tablet.shell(f"am start -n {MARKOR}")
    assert "Phone" not in places(tablet)


def test_it_makes_room_while_somebody_types(tablet: Hand) -> None:
    tablet.shell(f"am start -a android.settings.SETTINGS -p {SETTINGS}")
    tablet.tap("search_action_bar")
    assert list(places(tablet)) == ["Back", "Home", "Overview"]


@pytest.mark.parametrize(
    ("image", "size"),
    [("android10", TABLET), ("android13", {"width": 1080, "height": 2400, "density": 420})],
)
def test_phones_and_older_tablets_have_none(
    make_hand: Callable[..., Hand], image: str, size: dict[str, int]
) -> None:
    hand = make_hand(image, **size)
    hand.shell(f"am start -a android.settings.SETTINGS -p {SETTINGS}")
    assert list(places(hand)) == ["Back", "Home", "Overview"]
