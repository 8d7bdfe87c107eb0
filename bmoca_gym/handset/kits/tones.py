"""Material 3's tones in Google's apps: what is filled, chosen or raised, in the light theme and in the dark one."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.resources import DARK_3, LIGHT_3, Resources


class Tones(NamedTuple):
    """The tones of a theme, named after Material 3's colour roles.

    Attributes:
        primary, on_primary: filled buttons, and the ink on them.
        container, on_container: what is chosen; floating buttons.
        second, on_second: tonal buttons (secondary container).
        card: cards, panels and menus (surface container).
        bar: search bars (surface container, high).
        outline: borders of text fields.
    """

    primary: int
    on_primary: int
    container: int
    on_container: int
    second: int
    on_second: int
    card: int
    bar: int
    outline: int


_LIGHT = Tones(
    primary=0xFF0B57D0, on_primary=0xFFFFFFFF, container=0xFFD3E3FD, on_container=0xFF041E49, second=0xFFC2E7FF,
    on_second=0xFF001D35, card=LIGHT_3.menu, bar=0xFFE9EEF6, outline=0xFF747775,
)  # fmt: skip
_DARK = Tones(
    primary=0xFFA8C7FA, on_primary=0xFF062E6F, container=0xFF0842A0, on_container=0xFFD3E3FD, second=0xFF004A77,
    on_second=0xFFC2E7FF, card=DARK_3.menu, bar=0xFF282A2C, outline=0xFF8E918F,
)  # fmt: skip


def fab(res: Resources) -> dict[str, int]:
    """Return the options of a floating button in Material 3, which is square; none before."""
    if res.material < 3:
        return {}
    return {"radius": 16, "background": tones(res).container, "color": tones(res).on_container}


def chosen_ground(res: Resources) -> int:
    """Return the background of a row that is selected, or shown beside the list."""
    return tones(res).container if res.material > 2 else res.colors.raised


def tones(res: Resources) -> Tones:
    """Return the tones of the theme of ``res``."""
    return _DARK if res.dark else _LIGHT
