"""Private DNS: off, automatic, or the name of a host."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from bmoca_gym.handset.apps.settings.state import DISMISS, ID, Dialog, SettingsState, written
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.ui.components import dialog_card, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import RadioButton, Text, TextField
from bmoca_gym.handset.value import do, replace

MODE, HOST = ("global", "private_dns_mode"), ("global", "private_dns_specifier")
OFF, AUTOMATIC, PROVIDER = "off", "opportunistic", "hostname"
#: Modes, the string that names each, and the resource id of its button.
_MODES = (
    (OFF, "android13.settings_dns_off", "private_dns_mode_off"),
    (AUTOMATIC, "android13.settings_dns_automatic", "private_dns_mode_opportunistic"),
    (PROVIDER, "android13.settings_dns_provider", "private_dns_mode_provider"),
)
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#: A host's name as Android takes it: at least one point, and no number at its end, as an address has it.
_HOST_NAME = re.compile(rf"(?:{_LABEL}\.)+(?!\d+$){_LABEL}")
_LONGEST = 253


def opened(phone: Phone) -> tuple[str, str]:
    """First values of the dialog: the mode, and the host's name."""
    mode = settings.get(phone, *MODE)
    known = mode if mode in (OFF, PROVIDER) else AUTOMATIC
    return known, settings.get(phone, *HOST) or ""


def summary(phone: Phone, res: Resources) -> str:
    """Current choice: the host's name, or the name of the mode."""
    mode, host = opened(phone)
    return host if mode == PROVIDER and host else res.string({m: key for m, key, _ in _MODES}[mode])


def is_host(name: str) -> bool:
    """Whether Android takes a name for a host's."""
    return len(name) <= _LONGEST and _HOST_NAME.fullmatch(name) is not None


def choose_mode(state: SettingsState, context: Context, mode: str) -> Next[SettingsState]:
    """Choose a mode. Only one of them takes a host name."""
    assert state.dialog is not None
    changed = replace(state, dialog=Dialog("private_dns", (mode, state.dialog.argument[1])))
    return changed if mode == PROVIDER else (changed, focus(""))


def type_host(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Update the typed host name."""
    assert state.dialog is not None
    return replace(
        state, dialog=Dialog("private_dns", (state.dialog.argument[0], text.strip()[: _LONGEST + 1]))
    )


def save(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Apply the choice, if it is valid."""
    assert state.dialog is not None
    mode, host = state.dialog.argument
    if mode == PROVIDER and not is_host(host):
        return state
    hosts = written(*HOST, host) if mode == PROVIDER else ()
    return replace(state, dialog=None), *hosts, *written(*MODE, mode), focus("")


def learn_more(state: SettingsState, context: Context) -> Next[SettingsState]:
    """The page that explains it is online."""
    return state, toast(context.res.string("settings.no_connection"))


class LabelledRadio(Row):
    """A radio button that is one element with its text."""

    __slots__ = ("label",)
    CLASS: ClassVar[str] = "android.widget.RadioButton"
    checkable = True

    def __init__(self, label: str, *children: Element, **options: Any) -> None:
        Row.__init__(self, *children, **options)
        self.label = label

    @property
    def text(self) -> str:
        """The button's label."""
        return self.label


def choice_dialog(res: Resources, mode: str, host: str, focused: bool) -> Element:
    """The modes, a field for the host's name, and where to read more."""
    c = res.colors
    rows: list[Element] = []
    for name, key, id in _MODES:
        label, chosen = res.string(key), name == mode
        rows.append(
            LabelledRadio(
                label,
                RadioButton(chosen, color=c.accent, off_color=c.secondary, class_name=""),
                Text(label, 16, c.text, lines=3, grow=1, class_name=""),
                width=FILL, gap=16, pad=(20, 6), align="center", tap=do(choose_mode, name), id=ID + id, checked=chosen,
            )
        )  # fmt: skip
    typing = mode == PROVIDER
    ink = c.text if typing else c.disabled
    hint = res.string("android13.settings_dns_hint")
    if typing:
        field: Element = TextField(
            host, "hostname", do(type_host), focused=focused, on_submit=do(save), hint=hint, hint_color=c.secondary,
            accent=c.accent, color=ink, size=16, width=FILL, pad=(0, 10), kind="uri", lines=2,
            id=ID + "private_dns_mode_provider_hostname",
        )  # fmt: skip
    else:
        field = Text(
            host or hint, 16, ink, lines=2, width=FILL, pad=(0, 10), enabled=False,
            class_name="android.widget.EditText", id=ID + "private_dns_mode_provider_hostname",
        )  # fmt: skip
    rows += [
        Column(field, width=FILL, pad=(68, 0, 24, 0), class_name=""),
        Text(
            res.string("android13.settings_dns_help"), 14, c.accent, lines=4, width=FILL, pad=(24, 12),
            tap=do(learn_more), id=ID + "private_dns_help_info",
        ),
    ]  # fmt: skip
    title = Text(
        res.string("android13.settings_dns_title"), 20, c.text, 500, lines=2, pad=(24, 0, 24, 8),
        id="android:id/alertTitle",
    )  # fmt: skip
    fits = not typing or is_host(host)
    room = max(120, res.height - 480 if focused else res.height - 260)
    tall = 232 * (res.metrics.font / res.metrics.scale) ** 1.5  # larger letters need more lines as well
    return dialog_card(
        res, title, scrolling(*rows, key="private_dns", height=min(tall, room), grow=0),
        dismiss=DISMISS, pad=(0, 20, 8, 8),
        buttons=(
            text_button(res, res.string("common.cancel"), DISMISS, id="android:id/button2"),
            text_button(res, res.string("android13.settings_save"), do(save), id="android:id/button1", enabled=fits),
        ),
    )  # fmt: skip
