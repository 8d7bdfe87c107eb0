"""Google's word mark, and the account: its disc, and the menu of that from Android 13 on."""

from __future__ import annotations

from typing import TypeVar

from bmoca_gym.handset.effects import show
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay, without_overlay
from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import divider, scrolling, sheet, sheet_row
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

S = TypeVar("S")

NAME = "Google"
#: Colours of the letters of the name.
_COLORS = (0xFF4285F4, 0xFFEA4335, 0xFFFBBC05, 0xFF4285F4, 0xFF34A853, 0xFFEA4335)
#: Width of a screen in dp below which the word mark is smaller.
_NARROW = 300
#: Background of the account's letter: that of Gmail for the name.
_TINT = 0xFF3949AB
#: The page of Settings about the account.
ACCOUNT_ACTION = "com.google.android.gms.accountsettings.action.VIEW_SETTINGS"


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


def account_face(res: Resources, size: float, id: str = "") -> Element:
    """The letter of who is signed in, or a silhouette, on a disc ``size`` dp across."""
    tone, box = tones(res), {"width": size, "height": size, "radius": size / 2}
    if res.account is None:
        return Icon("person", size * 0.625, tone.on_container, background=tone.container, id=id, **box)
    mark = Text(res.account.name[:1], size * 0.48, 0xFFFFFFFF, 500, class_name="")
    return Stack(
        mark, background=_TINT, align="center", justify="center", id=id, class_name="android.widget.ImageView", **box
    )  # fmt: skip


def account_disc(res: Resources, prefix: str, id: str = "selected_account_disc") -> Element:
    """The disc that opens the account's menu. ``prefix``: prefix of the app's resource ids."""
    words = "common.account" if res.account is None else "common.signed_in"
    return Stack(
        account_face(res, 32, prefix + "og_apd_internal_image_view"), width=48, height=48, align="center",
        justify="center", tap=do(open_overlay, "account"), id=prefix + id, class_name="android.widget.FrameLayout",
        description=res.string(words, address=res.account.address if res.account else ""),
    )  # fmt: skip


def account_lines(res: Resources, prefix: str) -> tuple[Element, ...]:
    """Name and address of who is signed in; nothing if nobody is."""
    if res.account is None:
        return ()
    c = res.colors
    return (
        Text(res.account.name, 16, c.text, 500, id=prefix + "account_display_name"),
        Text(res.account.address, 14, c.secondary, id=prefix + "account_name"),
    )  # fmt: skip


def _owner(res: Resources, prefix: str) -> tuple[Element, ...]:
    """Who is signed in, above the menu's rows, with the button that opens the account."""
    if res.account is None:
        return ()
    manage = Text(
        res.string("common.manage_account"), 14, res.colors.text, 500, 2, pad=(16, 9), radius=18,
        border=tones(res).outline, tap=do(open_account), id=prefix + "og_manage_account",
        class_name="android.widget.Button",
    )  # fmt: skip
    return (
        Row(
            account_face(res, 40, prefix + "og_apd_internal_image_view"),
            Column(*account_lines(res, prefix), Spacer(width=1, height=8), manage, grow=1, class_name=""),
            width=FILL, pad=(20, 8, 20, 16), gap=16, align="start", id=prefix + "selected_account_view",
        ),
        divider(res),
    )  # fmt: skip


def account_menu(res: Resources, prefix: str, title: str, *rows: tuple[str, str, Callback, str]) -> Element:
    """The menu of the disc.

    Args:
        res: resources of the screen.
        prefix: prefix of the app's resource ids.
        title: the app's name.
        rows: what the app has in it: glyph, label, callback, and the end of the resource id.
    """
    accounts = [
        (glyph, res.string(f"common.{key}"), do(handler), f"og_{key}")
        for glyph, key, handler in (
            ("person_add", "add_account", add_account),
            ("manage_accounts", "manage_accounts", open_accounts),
        )
    ]
    entries = [sheet_row(res, glyph, label, tap, prefix + id) for glyph, label, tap, id in (*accounts, *rows)]
    return sheet(
        res,
        Text(title, 20, res.colors.text, 500, pad=(20, 8), width=FILL),
        scrolling(*_owner(res, prefix), *entries, key="account_menu", pad=(0, 0, 0, 16), grow=0), dismiss=CLOSE,
        id=prefix + "account_menu",
    )  # fmt: skip


def open_accounts(state: S, context: Context) -> Next[S]:
    """Open the page of Settings with the phone's accounts."""
    return without_overlay(state), show(Intent("android.settings.SYNC_SETTINGS"))


def add_account(state: S, context: Context) -> Next[S]:
    """Open the page of Settings that signs in to an account."""
    return without_overlay(state), show(Intent("android.settings.ADD_ACCOUNT_SETTINGS"))


def open_account(state: S, context: Context) -> Next[S]:
    """Open the page of Settings about the account that is signed in."""
    return without_overlay(state), show(Intent(ACCOUNT_ACTION))
