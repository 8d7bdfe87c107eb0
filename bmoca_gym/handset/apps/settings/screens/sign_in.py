"""The page that signs in to an account: it asks for the address, and then for the password."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.settings.handlers.accounts import account_type, next_step, type_into
from bmoca_gym.handset.apps.settings.state import ID, UP, SignIn
from bmoca_gym.handset.kits.google_bars import letters
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import filled_button, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer
from bmoca_gym.handset.ui.password_field import PasswordField
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do

#: The ids of the fields and the buttons by step: those of Google's web page, and those of the mail app's set-up.
_WEB = {"address": ("identifierId", "identifierNext"), "password": ("password", "passwordNext")}
_MAIL = {"address": (ID + "account_email", ID + "next"), "password": (ID + "regular_password", ID + "next")}


def _head(res: Resources, typed: SignIn) -> list[Element]:
    """Whose page it is, and what it asks for."""
    c, google, first = res.colors, typed.kind == "google", typed.step == "address"
    title = ("dialogs.sign_in" if first else "settings.welcome") if google else "settings.add_email"
    mark: Element = LeftToRight(letters(res, 24))
    if not google:
        mark = Text(account_type(res, typed.kind), 14, c.secondary, 500, id=ID + "account_type")
    below = res.string("settings.with_google") if first and google else "" if first else typed.address
    lines = (
        (Text(below, 16, c.text, lines=3, id="headingSubtext" if google else ID + "email"),) if below else ()
    )
    heading = Text(res.string(title), 24, c.text, lines=3, id="headingText" if google else ID + "headline")
    return [mark, Spacer(width=1, height=8), heading, *lines]


def _field(res: Resources, typed: SignIn, focused: bool) -> list[Element]:
    """The field, and under it what is wrong with its text."""
    c, google = res.colors, typed.kind == "google"
    line = c.error if typed.problem else c.accent if focused else c.divider
    options: dict[str, Any] = {
        "focused": focused, "on_submit": do(next_step), "hint_color": c.secondary, "accent": c.accent, "color": c.text,
        "size": 16, "width": FILL, "pad": (0, 10), "id": (_WEB if google else _MAIL)[typed.step][0],
    }  # fmt: skip
    update = do(type_into, typed.step)
    field: Element
    if typed.step == "password":
        hint = res.string("settings.enter_password")
        field = PasswordField(typed.password, "password", update, hint=hint, **options)
    else:
        hint = res.string("settings.email_or_phone" if google else "contacts.email")
        field = TextField(typed.address, "address", update, hint=hint, kind="email", **options)
    parts: list[Element] = [field, Spacer(width=FILL, height=2 if focused else 1, background=line)]
    if typed.problem:
        said = res.string(f"settings.{typed.problem}")
        parts.append(Text(said, 12, c.error, lines=4, pad=(0, 6), id=ID + "error"))
    return parts


def screen(res: Resources, typed: SignIn, focus: str) -> Element:
    """The page of one step. ``focus``: the field that is typed into, or ""."""
    bar = toolbar(res, "", up=UP, id=ID + "action_bar")
    body = scrolling(
        *_head(res, typed), Spacer(width=1, height=20), *_field(res, typed, focus == typed.step),
        key="sign_in", pad=(24, 8), grow=1, id=ID + "suc_layout_content",
    )  # fmt: skip
    on = (_WEB if typed.kind == "google" else _MAIL)[typed.step][1]
    button = filled_button(res, res.string("dialogs.next"), do(next_step), id=on)
    foot = Row(Spacer(grow=1, height=1), button, width=FILL, pad=(24, 12), class_name="")
    return page(res, bar, Column(body, width=FILL, grow=1, class_name=""), foot)
