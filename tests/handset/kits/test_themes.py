"""Themes of apps that differ from the phone's."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits import themes
from bmoca_gym.handset.manifest import layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import Column, Element


def screen(res: Resources, name: str) -> Element:
    return Column(background=res.colors.background, id=name)


@pytest.mark.parametrize("dark", [False, True])
def test_windows_have_the_colours_of_the_theme_that_the_app_asks_for(dark: bool) -> None:
    res = resources.of(Hand(dark=not dark).phone.configuration)
    (shown,) = themes.themed((layer(screen, "page", bars="light"),), themes.look, dark)
    page = shown.function(res, *shown.arguments)
    assert (page.background, page.id, shown.bars) == (
        themes.look(res, dark).colors.background,
        "page",
        "light",
    )
    assert page.background != res.colors.background
