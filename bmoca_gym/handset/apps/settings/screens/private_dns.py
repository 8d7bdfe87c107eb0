"""The dialog of private DNS."""

from __future__ import annotations

from typing import Any, ClassVar

from bmoca_gym.handset.apps.settings.handlers.private_dns import choose_mode, learn_more, save, type_host
from bmoca_gym.handset.apps.settings.private_dns import MODES, PROVIDER, is_host
from bmoca_gym.handset.apps.settings.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import RadioButton, Text, TextField
from bmoca_gym.handset.value import do


class LabelledRadio(Row):
    """A radio button that is a single element with its text."""

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
    for name, key, id in MODES:
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
    return dialog_card(
        res, title, scrolling(*rows, key="private_dns", grow=0),
        dismiss=CLOSE, pad=(0, 20, 8, 8),
        buttons=(
            cancel(res),
            text_button(res, res.string("android13.settings_save"), do(save), id="android:id/button1", enabled=fits),
        ),
    )  # fmt: skip
