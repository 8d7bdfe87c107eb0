"""On large screens things are as wide as on Android: dialogs, sheets, messages, tabs at the bottom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.components import bottom_tabs, dialog_card, sheet, snackbar
from bmoca_gym.handset.ui.elements import FILL, Box, Element, take_touch
from bmoca_gym.handset.ui.large_screens import SHEET, SNACKBAR, TAB, dialog_width, upright_width
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

TAP = do(take_touch)


def res_of(width: int, height: int, material: int = 2) -> Resources:
    return resources.of(Configuration(width=width, height=height, density=160, material=material))


def boxes(element: Element, res: Resources) -> list[tuple[int, Box]]:
    """All boxes of an element that has the whole screen, each with its left edge."""
    found = []

    def collect(box: Box, x: int) -> None:
        found.append((x, box))
        for inside in box.inside:
            collect(inside, x + inside.x)

    collect(element.layout(res.metrics, res.width, res.height, res.width, None), 0)
    return found


def place(element: Element, res: Resources, id: str) -> tuple[int, int]:
    """Left edge and width of the element with a resource id."""
    return next((x, box.width) for x, box in boxes(element, res) if box.element.id == id)


@pytest.mark.parametrize(
    ("width", "height", "card"),
    [
        (1280, 800, 544),
        (800, 1280, 544),
        (640, 960, 480),
        (960, 640, 496),
        (523, 1047, 386),  # 1080 x 2160 px at 330 dpi
        (1047, 523, 517),  # beside the navigation bar
        (411, 823, 358),
        (823, 411, 471),  # beside the navigation bar
        (314, 628, 282),  # 1080 x 2160 px at 550 dpi
        (460, 398, 288),  # as half of a split screen
    ],
)
def test_a_dialog_takes_a_part_of_the_screen(width: int, height: int, card: int) -> None:
    res = res_of(width, height)
    shown = dialog_card(res, Text("Delete?"), dismiss=TAP)
    assert place(shown, res, "android:id/parentPanel") == ((res.width - card) // 2, card)


@pytest.mark.parametrize(
    ("width", "height", "card", "of_android"),
    [
        (411, 823, 342, 358),
        (823, 411, 483, 471),  # too low for the space beside it that others have
        (523, 1162, 370, 386),  # 1080 x 2400 px at 330 dpi
        (314, 698, 266, 282),  # the same at 550 dpi
        (1920, 1200, 560, 832),
    ],
)
def test_a_dialog_of_material_3_has_more_space_beside_it(
    width: int, height: int, card: int, of_android: int
) -> None:
    res = res_of(width, height, material=3)
    assert dialog_width(res) == card
    assert dialog_width(resources.of_platform(res)) == of_android
    app, own = resources.palette(0xFFF57C00), resources.palette(0xFFF57C00, dialogs="components")
    assert dialog_width(resources.in_palette(res, app)) == of_android
    assert dialog_width(resources.in_palette(res, own)) == card


@pytest.mark.parametrize("image", ["android10", "android13"])
def test_a_dialog_of_settings_is_that_of_android(make_hand: Callable[..., Hand], image: str) -> None:
    hand = make_hand(image, width=411, height=823, density=160)
    hand.shell("am start -a android.settings.DISPLAY_SETTINGS")
    hand.tap(text="Screen timeout")
    left, _, right, _ = hand.node("parentPanel").bounds
    assert (left, 411 - right) == (26, 27)


def test_a_picker_is_as_wide_as_on_a_phone() -> None:
    res = res_of(1280, 800)
    shown = dialog_card(res, Text("May"), dismiss=TAP, width=320)
    assert place(shown, res, "android:id/parentPanel") == (480, 320)


@pytest.mark.parametrize(("width", "wide"), [(411, 411), (800, SHEET), (1280, SHEET)])
def test_a_sheet_stands_in_the_middle(width: int, wide: int) -> None:
    res = res_of(width, 900)
    shown = sheet(res, Text("Share"), dismiss=TAP, id="sheet")
    assert place(shown, res, "sheet") == ((width - wide) // 2, wide)


@pytest.mark.parametrize(
    ("width", "height", "wide"), [(411, 823, 411), (610, 900, 562), (1280, 800, SNACKBAR)]
)
def test_a_message_is_short_on_a_tablet(width: int, height: int, wide: int) -> None:
    res = res_of(width, height)
    row = [box.width for _, box in boxes(snackbar(res, "Deleted", "UNDO", TAP, "app:id/"), res)]
    assert wide in row
    assert place(snackbar(res, "Deleted", "UNDO", TAP, "app:id/"), res, "app:id/snackbar_action")[0] < width


@pytest.mark.parametrize(("width", "wide"), [(411, 137), (513, 171), (1280, TAB)])
def test_tabs_at_the_bottom_stand_together(width: int, wide: int) -> None:
    res = res_of(width, 900)
    tabs = tuple([(name, "home", name, TAP) for name in ("one", "two", "three")])
    places = [place(bottom_tabs(res, tabs, 0), res, name) for name in ("one", "two", "three")]
    assert [box[1] for box in places] == [wide] * 3
    assert places[0][0] == (width - 3 * wide) // 2
    assert places[2][0] == places[0][0] + 2 * wide


@pytest.mark.parametrize(
    ("width", "height", "video"), [(411, 823, FILL), (1280, 800, 450), (800, 1280, 720), (823, 411, 231)]
)
def test_an_upright_video_keeps_its_shape(width: int, height: int, video: int) -> None:
    assert upright_width(res_of(width, height), height) == video


@pytest.mark.parametrize(
    ("image", "width", "height", "left"),
    [
        ("android13", 1280, 800, 320),
        ("androidlab", 1280, 800, 320),
        ("android13", 800, 1280, 80),
        ("android13", 411, 823, 0),
        ("android13", 823, 411, 0),
        ("android10", 1280, 800, 0),
    ],
)
@pytest.mark.parametrize(
    ("app", "button", "rows"),
    [
        ("contacts", "floating_action_button", ("kind_icon",)),
        ("calendar", "floating_action_button", ("reminders_tile", "all_day_switch")),
        ("gmail", "compose_button", ("from_account_name", "subject")),
    ],
)
def test_a_form_is_no_wider_than_it_can_be_read(
    make_hand: Callable[..., Hand], image: str, width: int, height: int, left: int, app: str, button: str,
    rows: tuple[str, ...],
) -> None:  # fmt: skip
    hand = make_hand(image, width=width, height=height, density=160)
    hand.open(app)
    hand.tap(button)
    hand.press("BACK")
    found = [node.bounds for id in rows for node in hand.all(id)]
    assert found
    for bounds in found:
        assert left <= bounds[0] < bounds[2] <= width - left
        assert left or bounds[0] < 80 or bounds[2] > width - 80
