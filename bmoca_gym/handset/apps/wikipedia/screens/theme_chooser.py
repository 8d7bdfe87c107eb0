"""The sheet for text size and colour theme, above a screen with a sample text."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia import themes
from bmoca_gym.handset.apps.wikipedia.handlers import choosing
from bmoca_gym.handset.apps.wikipedia.screens.common import sheet
from bmoca_gym.handset.apps.wikipedia.state import ID, LARGEST_TEXT, SMALLEST_TEXT
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Scroll, Spacer
from bmoca_gym.handset.ui.widgets import Slider, Switch, Text
from bmoca_gym.handset.value import do

_THEMES = (
    ("light", themes.LIGHT, 0xFFFFFFFF, 0xFF202122), ("sepia", themes.SEPIA, 0xFFF8F1E3, 0xFF202122),
    ("dark", themes.DARK, 0xFF27292D, 0xFFEAECF0), ("black", themes.BLACK, 0xFF000000, 0xFFEAECF0),
)  # fmt: skip
_STEPS = LARGEST_TEXT - SMALLEST_TEXT


def percentage(res: Resources, size: int) -> str:
    """The text size in words, e.g. ``100% (Default)``."""
    text = res.digits(f"{100 + 10 * size}%")
    return text if size else res.string("wikipedia.default_size", percent=text)


def chooser(res: Resources, theme: int, size: int, match: bool, leave: bool) -> Element:
    """The sheet. ``leave``: closing it leaves the activity, too."""
    system_dark = res.dark
    c = res.colors

    def letter(size_sp: float, by: int, key: str, id: str) -> Element:
        return Text(
            "T", size_sp, c.text, 700, width=48, height=48, align="center", tap=do(choosing.step_size, by), id=ID + id,
            description=res.string(f"wikipedia.{key}"),
        )  # fmt: skip

    def disc(name: str, number: int, background: int, ink: int) -> Element:
        possible = not match or themes.is_dark(number) == system_dark
        return Column(
            Text(
                "Aa", 16, ink if possible else c.disabled, 500, width=48, height=48, radius=24, background=background,
                border=c.accent if number == theme else c.disabled, align="center", class_name="",
            ),
            Text(res.string(f"wikipedia.theme_{name}"), 12, c.text if possible else c.disabled, align="center",
                 class_name=""),
            grow=1, gap=4, pad=(0, 8), align="center", tap=do(choosing.choose_theme, number), enabled=possible,
            selected=number == theme, id=ID + f"button_theme_{name}", description=res.string(f"wikipedia.theme_{name}"),
            class_name="android.widget.Button",
        )  # fmt: skip

    parts: tuple[Element, ...] = (
        Text(percentage(res, size), 16, c.secondary, align="center", width=FILL, id=ID + "text_size_percent"),
        Row(
            letter(16, -1, "text_size_decrease", "buttonDecreaseTextSize"),
            Slider(
                (size - SMALLEST_TEXT) / _STEPS, c.accent, c.divider, width=None, grow=1, height=48,
                drag=do(choosing.slide_size), id=ID + "text_size_seek_bar",
            ),
            letter(24, 1, "text_size_increase", "buttonIncreaseTextSize"),
            width=FILL, align="center",
        ),
        divider(res),
        Text(res.string("wikipedia.theme"), 14, c.text, 700, pad=(0, 12, 0, 0)),
        Row(*[disc(*item) for item in _THEMES], width=FILL, align="start"),
        Row(
            Text(res.string("wikipedia.match_system_theme"), 14, c.text, lines=2, grow=1, class_name=""),
            Switch(match, res.string("wikipedia.match_system_theme"), color=c.accent,
                   tap=do(choosing.match_system, not match),
                   id=ID + "theme_chooser_match_system_theme_switch"),
            width=FILL, pad=(0, 8), align="center",
        ),
    )  # fmt: skip
    body = Column(*parts, width=FILL, pad=(16, 0, 16, 12), class_name="")
    return sheet(
        res, Scroll(body, key="themes", width=FILL), dismiss=do(leave_page) if leave else CLOSE, dim=False
    )


def sample_screen(res: Resources, size: int) -> Element:
    """A text in the chosen size, to try it."""
    c = res.colors
    scale = 1 + size / 10
    return page(
        res,
        toolbar(res, res.string("wikipedia.app_theme"), up=do(leave_page)),
        scrolling(
            Text(res.string("wikipedia.sample_title"), 28 * scale, c.text, 500, lines=None, id=ID + "theme_test_title"),
            Spacer(width=FILL, height=12),
            Text(res.string("wikipedia.sample_text"), 16 * scale, c.text, lines=None, id=ID + "theme_test_text"),
            key="sample", pad=(16, 8, 16, 320),
        ),
    )  # fmt: skip
