"""What Google's apps have at the top from Android 13 on: the word mark, and the account's disc with its menu."""

from __future__ import annotations

from typing import TypeVar

from bmoca_gym.handset.effects import show
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay, without_overlay
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import scrolling, sheet, sheet_row
from bmoca_gym.handset.ui.elements import FILL, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

S = TypeVar("S")

NAME = "Google"
#: Colours of the letters of the name.
_COLORS = (0xFF4285F4, 0xFFEA4335, 0xFFFBBC05, 0xFF4285F4, 0xFF34A853, 0xFFEA4335)
#: Width of a screen in dp below which the word mark is smaller.
_NARROW = 300


def letters(res: Resources, size: float) -> Element:
    """The name in its colours, or in a single colour in the dark theme."""
    colors = [res.colors.text] * 6 if res.dark else _COLORS
    return Row(
        *[Text(letter, size, color, 500, class_name="") for letter, color in zip(NAME, colors, strict=True)],
        class_name="",
    )


def title_bar(
    res: Resources, prefix: str, title: str, *actions: Element, disc: Element, centered: bool = False
) -> Element:
    """A bar with an app's word mark, further buttons, and the account's disc.

    Args:
        res: resources of the screen.
        prefix: prefix of the app's resource ids.
        title: the app's name with Google's.
        actions: buttons before the disc.
        disc: see `account_disc`.
        centered: whether the word mark is in the middle.
    """
    # The real mark is a picture: it does not grow with the letters.
    size = (22 if res.width >= _NARROW else 18) * res.metrics.scale / res.metrics.font
    before, _, after = title.partition(NAME)
    parts: list[Element] = [LeftToRight(letters(res, size))]
    for place, word in ((0, before.strip()), (2, after.strip())):
        if word:
            parts.insert(place, FittedText(word, size, res.colors.secondary, class_name=""))
    mark = Row(
        *parts, grow=1, gap=6, align="center", justify="center" if centered else "start", description=title,
        id=prefix + "og_wordmark", class_name="android.widget.ImageView",
    )  # fmt: skip
    lead = Spacer(width=48, height=1) if centered else Spacer(width=12, height=1)
    return Row(
        lead, mark, *actions, disc, width=FILL, height=64, pad=(4, 0), align="center", id=prefix + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def account_disc(res: Resources, prefix: str, face: Element | None = None, **options: str) -> Element:
    """The disc that opens the account's menu.

    Args:
        res: resources of the screen.
        prefix: prefix of the app's resource ids.
        face: the letter of who is signed in; None: nobody is.
        options: resource id and description, if they differ from the usual ones.
    """
    tone = tones(res)
    face = face or Icon("person", 20, tone.on_container, width=32, height=32, radius=16, background=tone.container,
                        id=prefix + "og_apd_internal_image_view")  # fmt: skip
    usual = {"id": prefix + "selected_account_disc", "description": res.string("common.account")}
    return Stack(
        face, width=48, height=48, align="center", justify="center", tap=do(open_overlay, "account"),
        class_name="android.widget.FrameLayout", **(usual | options),
    )  # fmt: skip


def account_menu(res: Resources, prefix: str, title: str, *rows: tuple[str, str, Callback, str]) -> Element:
    """The menu of the disc where nobody is signed in.

    Args:
        res: resources of the screen.
        prefix: prefix of the app's resource ids.
        title: the app's name.
        rows: what the app has in it: glyph, label, callback, and the end of the resource id.
    """
    accounts = [
        (glyph, res.string(f"common.{key}"), do(open_accounts), f"og_{key}")
        for glyph, key in (("person_add", "add_account"), ("manage_accounts", "manage_accounts"))
    ]
    entries = [sheet_row(res, glyph, label, tap, prefix + id) for glyph, label, tap, id in (*accounts, *rows)]
    return sheet(
        res,
        Text(title, 20, res.colors.text, 500, pad=(20, 8), width=FILL),
        scrolling(*entries, key="account_menu", pad=(0, 0, 0, 16), grow=0), dismiss=CLOSE, id=prefix + "account_menu",
    )  # fmt: skip


def open_accounts(state: S, context: Context) -> Next[S]:
    """Open the page of Settings with the phone's accounts."""
    return without_overlay(state), show(Intent("android.settings.SYNC_SETTINGS"))
