"""The editor of a mail with its menu, and its errors about recipients."""

from __future__ import annotations

from bmoca_gym.handset.apps.gmail.content import ADDRESS
from bmoca_gym.handset.apps.gmail.handlers.writing import (
    attach,
    choose,
    close,
    detach,
    discard,
    save,
    send,
    type_field,
    write_on,
    wrong_address,
)
from bmoca_gym.handset.apps.gmail.screens.parts import attachment
from bmoca_gym.handset.apps.gmail.state import ID, Draft
from bmoca_gym.handset.kits.attachments import Attached
from bmoca_gym.handset.kits.avatars import avatar
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import message
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    divider,
    icon_button,
    menu,
    page,
    scrolling,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.large_screens import form_inset
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do

_SUGGESTIONS = 5


def _bar(res: Resources) -> Element:
    c = res.colors
    wide = res.width >= 280
    title = (Text(res.string("gmail.compose"), 20, c.text, 500, grow=1, pad=(8, 0)),)
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(close), c.text),
        *(title if wide else (Spacer(grow=1, height=1),)),
        icon_button("attach_file", res.string("common.attach_file"), do(attach), c.secondary,
                    id=ID + "add_attachment", class_name="android.widget.TextView"),
        icon_button("send", res.string("instagram.send"), do(send), c.accent, id=ID + "send",
                    class_name="android.widget.TextView"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "draft_menu"), c.secondary),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "mail_toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _line(res: Resources, label: str, part: Element) -> Element:
    return Row(
        Text(label, 16, res.colors.secondary), part,
        width=FILL, pad=(16, 0), gap=12, align="center", class_name="",
    )  # fmt: skip


def _suggestion(res: Resources, contact: Contact, address: str) -> Element:
    c = res.colors
    return Row(
        avatar(contact, 40),
        Column(Text(contact.name, 16, c.text, id="android:id/title"),
               Text(address, 14, c.secondary, id="android:id/text1"), grow=1, gap=2, class_name=""),
        width=FILL, pad=(16, 8), gap=16, align="center", tap=do(choose, address), id=ID + "chip_autocomplete_top",
    )  # fmt: skip


def screen(
    res: Resources, dark: bool, draft: Draft, signature: str, offered: tuple[tuple[Contact, str], ...],
    files: tuple[Attached, ...], focus: str,
) -> Element:  # fmt: skip
    """The fields of a mail and, below the recipients, the contacts whose names start with what was typed."""
    res = look(res, dark)
    c = res.colors

    def field(key: str, text: str, hint: str, name: str, lines: int | None = 1) -> TextField:
        return TextField(
            text, key, do(type_field, key), focused=focus == key, hint=hint, hint_color=c.secondary, accent=c.accent,
            color=c.text, size=16, grow=1, lines=lines, pad=(0, 14), id=ID + name,
            kind="email" if key == "to" else "text", capitals="" if key == "to" else "sentences",
        )  # fmt: skip

    who = Text(ADDRESS, 16, c.text, grow=1, pad=(0, 14), id=ID + "from_account_name")
    rows: list[Element] = [
        _line(res, res.string("gmail.from"), who), divider(res),
        _line(res, res.string("messages.to"), field("to", draft.to, "", "to", None)), divider(res),
    ]  # fmt: skip
    if focus == "to" and offered:
        rows += [_suggestion(res, contact, address) for contact, address in offered[:_SUGGESTIONS]]
    else:
        subject = field("subject", draft.subject, res.string("gmail.subject"), "subject")
        body = field("body", draft.body, res.string("gmail.compose_email"), "body", None)
        rows += [Row(subject, width=FILL, pad=(16, 0), class_name=""), divider(res)]
        rows.append(Row(body, width=FILL, pad=(16, 0), class_name=""))
        # Each part runs in the direction of its own language.
        head, _, quoted = draft.tail.partition("\n\n")
        below = [
            Text(part, 16, c.secondary, lines=None, width=FILL, pad=(16, 8), id=f"{ID}{name}")
            for part, name in ((signature, "signature"), (head, "quoted_header"), (quoted, "quoted_text"))
            if part
        ]
        rows += below
        rows += [attachment(res, file, do(detach, file.path)) for file in files]
        # A touch under the text is for the text.
        rows.append(Spacer(width=FILL, height=120, tap=do(write_on)))
    return page(
        res, _bar(res),
        scrolling(*rows, key="editor", pad=(form_inset(res), 0), id=ID + "compose_scrollview",
                  class_name="android.widget.ScrollView"),
    )  # fmt: skip


def overflow(res: Resources, dark: bool, changed: bool) -> Element:
    """The overflow menu. ``changed``: whether there is something to save."""
    res = look(res, dark)
    keep = ((res.string("gmail.save_draft"), do(save)),) if changed else ()
    return menu(res, (*keep, (res.string("calendar.discard"), do(discard))), CLOSE)


def recipient_dialog(res: Resources, dark: bool, to: str) -> Element:
    """A dialog about invalid recipients."""
    res = look(res, dark)
    wrong = wrong_address(to)
    text = res.string("gmail.wrong_recipient", address=wrong) if wrong else res.string("gmail.no_recipient")
    return message(res, text, lines=6)
