"""Site settings: the list of what sites may do, and the page of each permission."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers.settings import choose_cookies, switch_permission
from bmoca_gym.handset.apps.chrome.state import COOKIES, ID, PACKAGE, SETTINGS, SITE_PERMISSIONS
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import leave_page, open_overlay, open_page
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import do

_COMPONENT = f"{PACKAGE}/{SETTINGS}"


def _word(res: Resources, name: str, on: bool) -> str:
    return res.string(f"chrome.{SITE_PERMISSIONS[name][1] if on else 'blocked'}")


def _page(res: Resources, title: str, *rows: Element, key: str) -> Element:
    bar = toolbar(res, res.string(f"chrome.{title}"), up=do(leave_page), id=ID + "action_bar")
    return page(res, bar, scrolling(*rows, key=key, id=ID + "recycler_view"))


def screen(res: Resources, dark: bool, allowed: tuple[str, ...], cookies: str) -> Element:
    """The list of the permissions, and the choice of cookies. ``allowed``: the permissions that sites have."""
    res = look(res, dark)
    rows = [
        list_row(
            res, res.string(f"chrome.{name}"), _word(res, name, name in allowed), icon=row[0],
            tap=do(open_page, _COMPONENT, "permission", name),
        )
        for name, row in SITE_PERMISSIONS.items()
    ]  # fmt: skip
    rows.insert(
        len(rows) // 2,
        list_row(
            res, res.string("chrome.third_party_cookies"), res.string(f"chrome.{cookies}"), icon="cookie", lines=3,
            tap=do(open_overlay, "cookies"),
        ),
    )  # fmt: skip
    return _page(res, "site_settings", *rows, key="sites")


def permission(res: Resources, dark: bool, name: str, on: bool) -> Element:
    """The page of a permission."""
    res = look(res, dark)
    c = res.colors
    label = res.string("common.on" if on else "common.off")
    switch = Switch(on, label, color=c.accent, off_color=c.secondary, id=ID + "switchWidget")
    row = list_row(
        res, res.string(f"chrome.{name}"), _word(res, name, on), end=switch, tap=do(switch_permission, name)
    )
    return _page(res, name, row, key="permission")


def cookies_dialog(res: Resources, dark: bool, cookies: str) -> Element:
    """The choice of the cookies that sites may have."""
    res = look(res, dark)
    options = [(name, res.string(f"chrome.{name}")) for name in COOKIES]
    title = res.string("chrome.third_party_cookies")
    return choice_dialog(res, options, cookies, choose_cookies, title=title, cancel_id="android:id/button2")
