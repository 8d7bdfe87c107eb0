"""Panels over the shade of Android 13: the internet, and the power menu."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import radios, status_bar
from bmoca_gym.handset.system_ui.shade import handlers
from bmoca_gym.handset.system_ui.shade.android13 import colors
from bmoca_gym.handset.ui.elements import (
    FILL,
    WIDGET,
    Column,
    Element,
    Row,
    Spacer,
    Stack,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Text, WideSwitch
from bmoca_gym.handset.value import do

_ID = status_bar.ID
_DIM = 0x99000000


class Network(NamedTuple):
    """What the internet panel shows."""

    wifi: bool
    data: bool
    airplane: bool
    carrier: str


def _switch(res: Resources, on: bool, name: str, id: str, description: str) -> Element:
    tone = colors.ACCENT if res.dark else colors.DEEP_ACCENT
    return WideSwitch(
        on, res.string("common.on" if on else "common.off"), color=tone, off_color=res.colors.secondary,
        tap=do(handlers.flip, name), id=id, description=description,
    )  # fmt: skip


def _row(*parts: Element, **options: Any) -> Element:
    return Row(
        *parts,
        width=FILL,
        gap=16,
        pad=(20, 12),
        align="center",
        class_name=WIDGET + "LinearLayout",
        **options,
    )


def _texts(res: Resources, title: str, summary: str, ids: str, ink: int) -> Element:
    lines: list[Element] = [Text(title, 16, ink, lines=2, width=FILL, id=f"{_ID}{ids}_title")]
    if summary:
        lines.append(Text(summary, 14, res.colors.secondary, lines=2, width=FILL, id=f"{_ID}{ids}_summary"))
    return Column(*lines, grow=1, gap=2, class_name=WIDGET + "LinearLayout")


def internet(res: Resources, net: Network) -> Element:
    """The internet panel: mobile data, Wi-Fi and its networks."""
    c = res.colors
    say = res.string
    if net.airplane and not net.wifi:
        below = say("system_ui.airplane_mode_on")
    else:
        below = say("system_ui.tap_a_network" if net.wifi else "system_ui.turn_on_wifi")
    parts: list[Element] = [
        Text(say("system_ui.internet"), 24, c.text, align="center", width=FILL, id=_ID + "internet_dialog_title"),
        Text(
            below, 14, c.secondary, lines=2, align="center", width=FILL, pad=(0, 4, 0, 12),
            id=_ID + "internet_dialog_subtitle",
        ),
    ]  # fmt: skip
    if not net.airplane:
        over = net.data and not net.wifi
        state = "mobile_data_connected" if over else "" if net.data else "mobile_data_off"
        parts.append(_row(
            Icon("signal_cellular_4_bar", 24, c.text, id=_ID + "signal_icon"),
            _texts(res, net.carrier, say(f"system_ui.{state}") if state else "", "mobile", c.text),
            _switch(res, net.data, "cell", _ID + "mobile_toggle", say("settings.mobile_data")),
            id=_ID + "mobile_network_layout",
        ))  # fmt: skip
    parts.append(_row(
        Text(say("settings.wifi"), 16, c.text, grow=1, lines=2, id=_ID + "wifi_toggle_title"),
        _switch(res, net.wifi, "wifi", _ID + "wifi_toggle", say("settings.wifi")), id=_ID + "turn_on_wifi_layout",
    ))  # fmt: skip
    if net.wifi:
        ground, ink = (colors.ACCENT, colors.BLACK)
        parts.append(_row(
            Icon("signal_wifi_4_bar", 24, ink, id=_ID + "wifi_connected_icon"),
            Column(
                Text(radios.NETWORK, 14, ink, 500, id=_ID + "wifi_connected_title"),
                Text(say("system_ui.connected"), 14, colors.DULL, id=_ID + "wifi_connected_summary"),
                grow=1, gap=2, class_name=WIDGET + "LinearLayout",
            ),
            Icon("settings", 24, ink, id=_ID + "wifi_settings_icon"),
            id=_ID + "wifi_connected_layout", background=ground, radius=28, tap=do(handlers.open_page, "internet"),
        ))  # fmt: skip
        parts.append(_row(
            Icon("arrow_forward", 24, c.text, id=_ID + "arrow_forward"),
            Text(say("system_ui.see_all"), 16, c.text, grow=1, lines=2, id=_ID + "see_all_text"),
            id=_ID + "see_all_layout", tap=do(handlers.open_page, "internet"),
        ))  # fmt: skip
    buttons: list[Element] = []
    if net.airplane:
        buttons.append(_button(
            res, say("system_ui.turn_off_airplane_mode"), do(handlers.leave_airplane_mode), "apm_button", False
        ))  # fmt: skip
    buttons.append(_button(res, say("system_ui.done"), do(handlers.show_panel, ""), "done_button", True))
    parts.append(Row(
        *buttons[:-1], Spacer(grow=1, height=1), buttons[-1], width=FILL, gap=8, pad=(0, 16, 0, 0), align="center",
        id=_ID + "button_layout",
    ))  # fmt: skip
    return Column(
        *parts, width=min(348, res.width - 32), pad=(16, 24, 16, 20), background=c.surface, radius=28,
        tap=do(take_touch), id=_ID + "internet_connectivity_dialog", class_name=WIDGET + "LinearLayout",
    )  # fmt: skip


def _button(res: Resources, label: str, tap: Any, id: str, filled: bool) -> Element:
    tone = colors.ACCENT if res.dark else colors.DEEP_ACCENT
    ink = (colors.BLACK if res.dark else 0xFFFFFFFF) if filled else tone
    return Text(
        label, 14, ink, 500, pad=(18, 10), tap=tap, radius=20, background=tone if filled else None,
        border=None if filled else tone, id=_ID + id, class_name=WIDGET + "Button",
    )  # fmt: skip


#: The power menu: text, glyph and what it does.
_POWER = (
    ("emergency", "emergency", do(handlers.emergency)),
    ("lockdown", "lock", do(handlers.lock_down)),
    ("power_off", "power_settings_new", do(handlers.power_off)),
    ("restart", "restart_alt", do(handlers.restart)),
)


def power(res: Resources, locks: bool) -> Element:
    """The power menu. ``locks``: the phone has a screen lock, so that it can be locked down."""
    items = [
        Column(
            Stack(
                Icon(glyph, 24, colors.BLACK if name == "emergency" else colors.PALE, class_name=""), width=72,
                height=72, radius=36, background=0xFFF28B82 if name == "emergency" else colors.DULL, align="center",
                justify="center", class_name="",
            ),
            Text(res.string(f"system_ui.{name}"), 14, colors.PALE, lines=2, align="center", width=FILL,
                 id="android:id/message"),
            grow=1, gap=8, pad=(4, 12), align="center", tap=tap, class_name=WIDGET + "LinearLayout",
            description=res.string(f"system_ui.{name}"),
        )
        for name, glyph, tap in _POWER if locks or name != "lockdown"
    ]  # fmt: skip
    pairs = [Row(*items[i : i + 2], width=FILL, gap=8, class_name="") for i in range(0, len(items), 2)]
    if len(items) % 2:
        pairs[-1] = Row(items[-1], width=FILL, class_name="")
    return Column(
        *pairs, width=min(280, res.width - 32), pad=(12, 16), background=colors.DARK, radius=28, tap=do(take_touch),
        id=_ID + "global_actions_view", class_name=WIDGET + "LinearLayout",
    )  # fmt: skip


def over(behind: Element, card: Element) -> Element:
    """A panel over a dimmed picture of the shade. A touch outside closes it."""
    dim = Stack(
        card, width=FILL, height=FILL, align="center", justify="center", background=_DIM,
        tap=do(handlers.show_panel, ""), class_name="",
    )  # fmt: skip
    return Stack(
        behind, dim, width=FILL, height=FILL, background=colors.SHADE, class_name=WIDGET + "FrameLayout"
    )
