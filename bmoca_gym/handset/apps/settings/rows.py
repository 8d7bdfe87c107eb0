"""Current rows of a page from its data."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.apps.settings import access, notices, summaries
from bmoca_gym.handset.apps.settings.handlers.accounts import ACCOUNT_TYPES, account_type, sign_in
from bmoca_gym.handset.apps.settings.handlers.dialogs import open_dialog
from bmoca_gym.handset.apps.settings.handlers.pages import (
    ask_for_pin,
    check_update,
    choose_lock,
    expand,
    give_role,
    open_app,
    open_page,
    reset_speech,
    set_density,
    set_font,
    set_level,
    set_navigation,
    set_volume,
    set_zone,
    slide_density,
    slide_font,
    tap_build_number,
    toggle,
)
from bmoca_gym.handset.apps.settings.pages import DEVELOPER, WIFI
from bmoca_gym.handset.apps.settings.preferences import Page, Preference, Shown
from bmoca_gym.handset.apps.settings.state import PACKAGE, SettingsState
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import (
    accessibility,
    audio,
    battery,
    disk,
    display,
    navigation,
    radios,
    roles,
    settings,
)
from bmoca_gym.handset.value import Callback, do

ZONES = (
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
    "America/New_York", "America/Sao_Paulo", "GMT", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris",
    "Africa/Cairo", "Europe/Chisinau", "Europe/Moscow", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Shanghai",
    "Asia/Seoul", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
_RECENT_APPS = 3


_ACTIONS: dict[str, Callable[..., Any]] = {
    "build_number": tap_build_number, "check_update": check_update, "reset_speech": reset_speech,
}  # fmt: skip


def rows_of(phone: Phone, res: Resources, state: SettingsState, page: Page) -> tuple[Shown, ...]:
    """The current rows of a page."""
    first = page.first if page.name not in state.expanded else 0
    shown: list[Shown] = []
    for preference in page.rows[: first or None]:
        if preference.kind == "made":
            shown.extend(_MADE[preference.key](phone, res))
        else:
            shown.append(_shown(phone, res, preference))
    if first:
        hidden = res.string("common.list_separator").join(
            res.string(summaries.string_of(p.key)) for p in page.rows[first:]
        )
        title = res.string("settings.advanced")
        shown.append(Shown("link", "advanced", title, hidden, "expand_more", do(expand, page.name)))
    return tuple(shown)


def home_rows(phone: Phone, res: Resources, preferences: tuple[Preference, ...]) -> tuple[Shown, ...]:
    """The rows of the first screen."""
    return tuple(_shown(phone, res, p) for p in preferences)


def _shown(phone: Phone, res: Resources, p: Preference) -> Shown:
    row = Shown(
        p.kind, p.key, res.string(summaries.string_of(p.key)), summaries.summary_of(phone, res, p.summary), p.icon,
        background=p.background,
    )  # fmt: skip
    enabled = p.needs is None or settings.get(phone, *p.needs) in (p.on, None if p.on == "0" else p.on)
    if p.setting == settings.TIME_FORMAT and p.on:  # a locale's own is not switched
        enabled = settings.get(phone, *p.setting) is not None
    row = row._replace(enabled=enabled)
    fill = _FILLS.get(p.kind)
    return row if fill is None else fill(phone, res, p, row)


def _link(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    return row._replace(tap=do(open_page, p.page))


def _switch(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    checked = _checked(phone, p)
    return row._replace(checked=checked, tap=do(toggle, p.setting, p.off if checked else p.on))


def _both(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    row = _switch(phone, res, p, row)
    return row._replace(tap=do(open_page, p.page), switch=row.tap)


def _choice(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    return row._replace(tap=do(open_dialog, "choice", p.key))


def _action(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    return row._replace(tap=do(_ACTIONS[p.handler]) if p.handler else do(open_dialog, p.page))


def _slider(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    if p.high:
        level = settings.number(phone, *p.setting, int(p.default), p.low, p.high) - p.low
        return row._replace(level=level, high=p.high - p.low, slide=do(set_level, p.setting, p.low, p.high))
    level, high = audio.volume(phone, p.stream), audio.limits(p.stream)[1]
    return row._replace(level=level, high=high, slide=do(set_volume, p.stream))


def _checked(phone: Phone, p: Preference) -> bool:
    if p.setting == WIFI:
        return radios.wifi(phone)
    if p.setting == settings.TIME_FORMAT and p.on:
        return resources.of(phone.configuration).hour_24
    if p.setting in accessibility.LISTS:
        return p.on in accessibility.listed(phone, p.setting)
    found = settings.get(phone, *p.setting)
    return (p.default if found is None else found) == p.on


def _steps(phone: Phone, res: Resources, p: Preference, row: Shown) -> Shown:
    if row.key == "font_size":
        name = summaries.summary_of(phone, res, "font_size_name")
        high = len(summaries.FONT_SCALES) - 1
        return row._replace(
            summary=name,
            level=summaries.font_index(phone),
            high=high,
            slide=do(slide_font),
            switch=do(set_font),
        )
    sizes, density = summaries.densities(phone), phone.configuration.density
    nearest = min(range(len(sizes)), key=lambda i: abs(sizes[i] - density))
    return row._replace(
        summary=summaries.density_name(phone, res), level=nearest, high=len(sizes) - 1, slide=do(slide_density),
        switch=do(set_density),
    )  # fmt: skip


#: What the kinds of preferences add to their rows.
_FILLS: dict[str, Callable[[Phone, Resources, Preference, Shown], Shown]] = {
    "link": _link, "switch": _switch, "bar": _switch, "both": _both, "choice": _choice, "action": _action,
    "button": _action,
    "slider": _slider, "steps": _steps,
}  # fmt: skip


def _apps(phone: Phone, res: Resources, shown: list[str], summary: bool) -> list[Shown]:

    found = []
    for package in shown:
        app = packages.apps_of(phone.image)[package]
        size = summaries.megabytes(res, disk.app_bytes(package) // disk.MEGABYTE) if summary else ""
        title = app.title(res)
        found.append(Shown("app", package, title, size, tap=do(open_app, package), app=app))
    return found


def _all_apps(phone: Phone, res: Resources) -> list[Shown]:

    found = _apps(
        phone,
        res,
        [
            p
            for p, app in packages.apps_of(phone.image).items()
            if app is not packages.launcher_of(phone.image)
        ],
        True,
    )
    return sorted(found, key=lambda row: res.sort_key(row.title))


def _recent_apps(phone: Phone, res: Resources) -> list[Shown]:

    recent = [task.package for task in reversed(phone.tasks) if task.package != PACKAGE][:_RECENT_APPS]
    count = len(packages.apps_of(phone.image)) - 1
    title = res.string("settings.see_all_apps", count=count, shown=res.digits(str(count)))
    head = [Shown("heading", "recent_apps", res.string("settings.recent_apps"))] if recent else []
    see_all = Shown("link", "see_all_apps", title, icon="keyboard_arrow_right", tap=do(open_page, "all_apps"))
    return [*head, *_apps(phone, res, recent, False), see_all]


def _networks(phone: Phone, res: Resources) -> list[Shown]:
    if not radios.wifi(phone):
        return [Shown("note", "wifi_off", res.string("settings.wifi_off_note"))]
    connected = res.string("settings.wifi_connected")
    details = do(open_page, "wifi_network")
    return [Shown("link", "wifi_network", radios.NETWORK, connected, "signal_wifi_4_bar", details)]


def _accounts(phone: Phone, res: Resources) -> list[Shown]:
    """The account that is signed in."""
    if res.account is None:
        return []
    return [
        Shown("link", "account", res.account.address, "Google", "account_circle", do(open_page, "account"))
    ]


def _account_types(phone: Phone, res: Resources) -> list[Shown]:
    """The types of accounts that can be added, by their names."""
    return [
        Shown("link", kind, account_type(res, kind), icon=glyph, tap=do(sign_in, kind))
        for kind, glyph in ACCOUNT_TYPES.items()
    ]


def _battery(phone: Phone, res: Resources) -> list[Shown]:
    level, state = res.percent(phone.battery.level), summaries.battery_state(phone, res)
    return [Shown("info", "battery", level, state, battery.glyph(phone.battery))]


def _storage(phone: Phone, res: Resources) -> list[Shown]:
    return [
        Shown("info", name, res.string(summaries.string_of(name)), summaries.megabytes(res, size))
        for name, size in summaries.storage_used(phone)
    ]


def _developer(phone: Phone, res: Resources) -> list[Shown]:
    if settings.get(phone, *DEVELOPER) != "1":
        return []
    title = res.string("settings.developer_options")
    return [Shown("link", "developer_options", title, icon="code", tap=do(open_page, "developer_options"))]


#: Locks that ask for something before they are set.
_ASKED: dict[str, Callback] = {"pin": do(ask_for_pin)}


def _screen_locks(phone: Phone, res: Resources) -> list[Shown]:
    chosen = display.lock_of(phone)
    return [
        Shown(
            "radio",
            kind,
            res.string(f"settings.screen_lock_{kind}"),
            tap=_ASKED.get(kind, do(choose_lock, kind)),
            checked=kind == chosen,
        )
        for kind in display.LOCKS
    ]


def _navigation(phone: Phone, res: Resources) -> list[Shown]:
    """The modes of system navigation."""
    names = {navigation.GESTURES: "gesture", navigation.BUTTONS: "three_button"}
    return [
        Shown(
            "radio",
            name,
            res.string(f"android13.settings_{name}_navigation"),
            res.string(f"android13.settings_{name}_navigation_summary"),
            tap=do(set_navigation, mode),
            checked=mode == navigation.mode(phone),
        )
        for mode, name in names.items()
    ]


def _zones(phone: Phone, res: Resources) -> list[Shown]:
    current, wall = phone.zone, phone.clock.wall // 3_600_000 * 3_600_000
    zones = ZONES if current in ZONES else (current, *ZONES)
    return [
        Shown(
            "radio",
            zone,
            summaries.zone_name(phone, res, zone, wall),
            tap=do(set_zone, zone),
            checked=zone == current,
        )
        for zone in zones
    ]


def _candidates(phone: Phone, res: Resources, role: str) -> list[Shown]:
    """The candidates for a role, each with a radio button."""
    holder, apps = roles.holder(phone, role), packages.apps_of(phone.image)
    found = [
        Shown(
            "radio",
            package,
            apps[package].title(res),
            tap=do(give_role, role, package),
            checked=package == holder,
        )
        for package in roles.candidates(phone, role)
    ]
    return sorted(found, key=lambda row: res.sort_key(row.title))


_MADE: dict[str, Callable[[Phone, Resources], list[Shown]]] = {
    "accounts": _accounts, "account_types": _account_types,
    "recent_apps": _recent_apps, "all_apps": _all_apps, "networks": _networks, "battery": _battery,
    "storage": _storage, "time_zone": _zones, "developer": _developer, "screen_locks": _screen_locks,
    "navigation_modes": _navigation,
    "notifying": notices.notifying, "reading": notices.reading, "notification_history": notices.history,
    "conversations": notices.conversations, "permission_manager": access.groups,
    **{f"permission_{group}": partial(access.apps, group=group) for group in access.GROUPS},
    **{role: partial(_candidates, role=role) for role in roles.ROLES},
}  # fmt: skip
