"""Simple SMS Messenger's page for the recipients of a new conversation, and its settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms import handlers
from bmoca_gym.handset.apps.simple_sms.state import ID, SWITCHES
from bmoca_gym.handset.kits.avatars import avatar
from bmoca_gym.handset.kits.conversations import who
from bmoca_gym.handset.kits.switches import check_boxes_page, switch
from bmoca_gym.handset.providers.contacts.store import Contact, Detail, matching
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do

#: Letters of a recipient from which the button that confirms it is shown.
_ENOUGH = 3


def new_conversation(res: Resources, people: tuple[Contact, ...], to: str, focused: bool) -> Element:
    """Start a conversation: type a number, or choose a contact."""
    c = res.colors
    field = TextField(
        to, "to", do(handlers.type_recipient), focused=focused, hint=res.string("simple_sms.add_contact_or_number"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=18, grow=1, height=52,
        on_submit=do(handlers.confirm),
        id=ID + "new_conversation_address",
    )  # fmt: skip
    done = icon_button("check", res.string("common.ok"), do(handlers.confirm), c.text,
                       id=ID + "new_conversation_confirm", class_name="android.widget.ImageView")  # fmt: skip
    line = Row(field, *((done,) if len(to.strip()) >= _ENOUGH else ()), width=FILL, pad=(16, 0, 4, 0), align="center",
               class_name="")  # fmt: skip
    rows: list[Element] = [
        _person(res, contact, detail)
        for contact in (matching(people, to) if to.strip() else people)
        for detail in contact.all("phone")
    ]
    if not rows:
        rows = [Text(res.string("simple_sms.no_contacts"), 16, c.secondary, lines=3, width=FILL, align="center", pad=24,
                     id=ID + "no_contacts_placeholder")]  # fmt: skip
    bar = toolbar(
        res,
        res.string("simple_sms.new_conversation"),
        up=do(handlers.leave),
        id=ID + "new_conversation_toolbar",
    )
    rule = Spacer(width=FILL, height=1, background=c.divider)
    return page(res, bar, line, rule, scrolling(*rows, key="people", id=ID + "contacts_list"))


def _person(res: Resources, contact: Contact, detail: Detail) -> Element:
    c = res.colors
    name = contact.name or res.string("contacts.no_name")
    number = who(res, detail.text, 14, color=c.secondary, id=ID + "item_contact_number")
    return Row(
        avatar(contact, 40), Column(Text(name, 16, c.text, id=ID + "item_contact_name"), number, grow=1, gap=2,
                                    class_name=""),
        width=FILL, height=64, pad=(16, 0), gap=14, align="center", tap=do(handlers.choose, detail.text),
        id=ID + "item_contact_holder", class_name="android.view.ViewGroup",
    )  # fmt: skip


#: What the ids of the settings call switches.
_IDS = {"counter": "show_character_counter", "delivery_reports": "enable_delivery_reports"}


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The switches, in the order of `SWITCHES`."""
    return check_boxes_page(res, "simple_sms", SWITCHES, values, switch, do(handlers.leave), ID, _IDS)
