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

#: The ids of what is on the page, by step where it is another field: Google's is one of the web, whose ids have no
#: package, and the others are the mail app's set-up.
_WEB = {
    "title": "headingText", "below": "headingSubtext", "problem": "error", "address": "identifierId",
    "password": "password", "address_next": "identifierNext", "password_next": "passwordNext",
}  # fmt: skip
_MAIL = {
    name: f"com.google.android.gm:id/{id}"
    for name, id in {
        "title": "headline", "below": "email", "problem": "error", "address": "account_email",
        "password": "regular_password", "address_next": "next", "password_next": "next", "type": "account_type",
    }.items()
}  # fmt: skip


def _ids(typed: SignIn) -> dict[str, str]:
    return _WEB if typed.kind == "google" else _MAIL


def _head(res: Resources, typed: SignIn) -> list[Element]:
    """Whose page it is, and what it asks for."""
    c, ids, google, first = res.colors, _ids(typed), typed.kind == "google", typed.step == "address"
    title = ("dialogs.sign_in" if first else "settings.welcome") if google else "settings.add_email"
    mark: Element = LeftToRight(letters(res, 24))
    if not google:
        mark = Text(account_type(res, typed.kind), 14, c.secondary, 500, id=ids["type"])
    parts = [mark, Spacer(width=1, height=8), Text(res.string(title), 24, c.text, lines=3, id=ids["title"])]
    below = typed.address if not first else res.string("settings.with_google") if google else ""
    return [*parts, Text(below, 16, c.text, lines=3, id=ids["below"])] if below else parts


def _field(res: Resources, typed: SignIn, focused: bool) -> list[Element]:
    """The field, and under it what is wrong with its text."""
    c, ids = res.colors, _ids(typed)
    line = c.error if typed.problem else c.accent if focused else c.divider
    options: dict[str, Any] = {
        "focused": focused, "on_submit": do(next_step), "hint_color": c.secondary, "accent": c.accent, "color": c.text,
        "size": 16, "width": FILL, "pad": (0, 10), "id": ids[typed.step],
    }  # fmt: skip
    update = do(type_into, typed.step)
    field: Element
    if typed.step == "password":
        hint = res.string("settings.enter_password")
        field = PasswordField(typed.password, "password", update, hint=hint, **options)
    else:
        hint = res.string("settings.email_or_phone" if typed.kind == "google" else "contacts.email")
        field = TextField(typed.address, "address", update, hint=hint, kind="email", **options)
    parts: list[Element] = [field, Spacer(width=FILL, height=2 if focused else 1, background=line)]
    if typed.problem:
        said = res.string(f"settings.{typed.problem}")
        parts.append(Text(said, 12, c.error, lines=4, pad=(0, 6), id=ids["problem"]))
    return parts


def screen(res: Resources, typed: SignIn, focus: str) -> Element:
    """The page of one step. ``focus``: the field that is typed into, or ""."""
    bar = toolbar(res, "", up=UP, id=ID + "action_bar")
    body = scrolling(
        *_head(res, typed), Spacer(width=1, height=20), *_field(res, typed, focus == typed.step),
        key="sign_in", pad=(24, 8), grow=1,
    )  # fmt: skip
    on = _ids(typed)[f"{typed.step}_next"]
    button = filled_button(res, res.string("dialogs.next"), do(next_step), id=on)
    foot = Row(Spacer(grow=1, height=1), button, width=FILL, pad=(24, 12), class_name="")
    return page(res, bar, Column(body, width=FILL, grow=1, class_name=""), foot)
