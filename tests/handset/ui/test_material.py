"""What windows have since Android 12, where Material 3 begins: dialogs, questions about permissions, calls."""

from __future__ import annotations

import pytest

from bmoca_gym.handset import images, resources
from bmoca_gym.handset.errors import ConfigurationError
from bmoca_gym.handset.kits import material_time_picker, time_picker
from bmoca_gym.handset.resources import DARK, LIGHT, in_palette, palette
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.components import corner, dialog_card
from bmoca_gym.handset.ui.finding import find_element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do


@pytest.mark.parametrize(("image", "material"), [("android10", 2), ("android13", 3), ("androidlab", 3)])
def test_the_image_decides(image: str, material: int) -> None:
    given = Configuration(width=1440, height=2960, density=560, dark=True)
    phone = images.boot(given, images.image_named(image))
    assert phone.configuration.material == material
    assert phone.configuration.dark


def test_there_are_two_generations() -> None:
    with pytest.raises(ConfigurationError, match="2 or 3"):
        Configuration(material=4)


def test_dialogs_before_android_12_are_as_they_were() -> None:
    for dark, colors in ((False, LIGHT), (True, DARK)):
        res = resources.of(Configuration(dark=dark))
        assert res.colors == colors
        assert (corner(res), res.colors.card, res.colors.field) == (8, colors.surface, colors.raised)


def test_dialogs_of_material_3_are_rounder_and_have_a_tint() -> None:
    res = resources.of(Configuration(material=3))
    card = dialog_card(res, Text("Delete?"), dismiss=do(print), title="Photos").children[0]  # type: ignore[attr-defined]
    assert card.radius == corner(res) == 28
    assert card.background == res.colors.card != LIGHT.surface
    assert card.children[0].size == 24


def test_an_app_with_older_dialogs_keeps_them() -> None:
    res = resources.of(Configuration(material=3))
    assert in_palette(res, palette(0xFFE23B74)).material == 2
    assert in_palette(res, palette(0xFFE23B74, material=3)).material == 3
    assert in_palette(resources.of(Configuration()), palette(0xFFE23B74, material=3)).material == 2


@pytest.mark.parametrize("dark", [False, True])
def test_an_app_can_have_material_components_time_picker_in_material_2(dark: bool) -> None:
    res = in_palette(resources.of(Configuration(material=3, dark=dark)), palette(0xFF2196F3))
    shown = time_picker.opened(res, 9, 30)
    given = (res, shown, "", print, do(print), do(print), "a:id/")
    assert find_element(material_time_picker.picker_dialog(*given), lambda e: e.id.endswith("radial_picker"))
    dialog = material_time_picker.picker_dialog(*given, always=True)
    hour, minute, pm = (
        find_element(dialog, lambda e, id=id: e.id == f"a:id/material_{id}")  # type: ignore[misc]
        for id in ("hour_tv", "minute_tv", "clock_period_pm_button")
    )
    assert hour is not None
    assert minute is not None
    assert pm is not None
    assert (hour.checked, minute.checked) == (True, False)
    assert hour.background not in (minute.background, res.colors.card, res.colors.accent)
    assert (hour.radius, pm.background, pm.border) == (4, None, res.colors.divider)
