"""The settings: theme, notifications, signature."""

from __future__ import annotations

from bmoca_gym.handset.apps.gmail.content import ADDRESS
from bmoca_gym.handset.apps.gmail.handlers.settings import (
    choose_theme,
    edit_signature,
    save_signature,
    switch_notifications,
    type_signature,
)
from bmoca_gym.handset.apps.gmail.state import ID, THEMES
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.questions import buttons, cancel
from bmoca_gym.handset.kits.search_starts import forget
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Element, Spacer
from bmoca_gym.handset.ui.widgets import Switch, TextField
from bmoca_gym.handset.value import do


def screen(
    res: Resources, dark: bool, theme: str, notifications: bool, signature: str, searched: bool
) -> Element:
    """The list of settings: the app's, then the account's. ``searched``: whether there are recent searches."""
    res = look(res, dark)
    c = res.colors
    label = res.string("common.on" if notifications else "common.off")
    tones = {"color": c.accent, "off_color": c.secondary}
    switch = Switch(notifications, label, id="android:id/switch_widget", **tones)
    rows = (
        heading(res, res.string("gmail.general_settings")),
        list_row(res, res.string("chrome.theme"), res.string(f"chrome.{theme}"), tap=do(open_overlay, "theme")),
        list_row(
            res, res.string("google.clear_history"), tap=do(forget) if searched else None, enabled=searched
        ),
        heading(res, ADDRESS),
        list_row(res, res.string("messages.notifications"), end=switch, tap=do(switch_notifications)),
        list_row(res, res.string("gmail.signature"), signature or res.string("gmail.not_set"), tap=do(edit_signature)),
    )  # fmt: skip
    bar = toolbar(res, res.string("settings.app_name"), up=LEAVE, id=ID + "action_bar")
    return page(res, bar, scrolling(*rows, key="settings", id="android:id/list"))


def theme_dialog(res: Resources, dark: bool, theme: str) -> Element:
    """The choice of a theme."""
    res = look(res, dark)
    rows = [
        choice(res, res.string(f"chrome.{name}"), name == theme, do(choose_theme, name)) for name in THEMES
    ]
    return dialog_card(
        res, *rows, dismiss=CLOSE, title=res.string("chrome.theme"),
        buttons=(cancel(res),),
    )  # fmt: skip


def signature_dialog(res: Resources, dark: bool, text: str, focused: bool) -> Element:
    """The field with the signature."""
    res = look(res, dark)
    c = res.colors
    field = TextField(
        text, "signature", do(type_signature), focused=focused, hint=res.string("gmail.not_set"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, lines=4, pad=(0, 8), width=FILL,
        capitals="sentences",
        id="android:id/edit",
    )  # fmt: skip
    line = Spacer(width=FILL, height=2 if focused else 1, background=c.accent if focused else c.divider)
    return dialog_card(
        res, field, line, dismiss=CLOSE, title=res.string("gmail.signature"),
        buttons=buttons(res, "common.ok", do(save_signature)),
    )  # fmt: skip
