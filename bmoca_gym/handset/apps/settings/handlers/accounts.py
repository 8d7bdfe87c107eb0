"""Handlers of accounts: removing the one that is signed in, and signing in to another one.

No server of the network knows an account but the phone's own, and nobody but its owner knows the password.
"""

from __future__ import annotations

import re

from bmoca_gym.handset.apps.settings.state import SIGN_IN, SettingsState, SignIn
from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.kits.google_bars import NAME
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import accounts, radios
from bmoca_gym.handset.value import do, replace

#: The types of accounts in the order of their names, with their glyphs.
ACCOUNT_TYPES = {"exchange": "business", "google": "account_circle", "imap": "mail", "pop3": "mail"}
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_NAME = re.compile(r"[^\s@]+")
_PHONE = re.compile(r"\+?[\d\s().-]{7,}")
_LIMIT = 200


def account_type(res: Resources, kind: str) -> str:
    """The name of a type of `ACCOUNT_TYPES`."""
    names = {"exchange": "Exchange", "google": NAME}
    return names.get(kind) or res.string("settings.account_personal", kind=kind.upper())


def remove_account(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Sign out, and leave the account's page."""
    return replace(state, dialog=None), do(accounts.remove), finish()


def sign_in(state: SettingsState, context: Context, kind: str) -> Next[SettingsState]:
    """Ask for the address of an account of a type."""
    return replace(state, sign_in=SignIn(kind)), start(SIGN_IN, kind), focus("address")


def type_into(state: SettingsState, context: Context, field: str, text: str) -> SettingsState:
    """Update the address or the password."""
    kept = "".join(letter for letter in text if letter.isprintable())[:_LIMIT]
    return replace(state, sign_in=replace(state.sign_in, problem="", **{field: kept}))


def first_step(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Handle Back: go from the password to the address."""
    if state.sign_in.step == "address":
        return state
    begun = replace(state.sign_in, step="address", password="", problem="")
    return replace(state, sign_in=begun), focus("address"), scroll_to("sign_in")


def next_step(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Go on, or say what is wrong."""
    typed = replace(state.sign_in, address=state.sign_in.address.strip())
    problem = _problem(typed, context)
    if problem or typed.step == "password":
        return replace(state, sign_in=replace(typed, problem=problem)), focus(typed.step)
    return replace(state, sign_in=replace(typed, step="password")), focus("password"), scroll_to("sign_in")


def _problem(typed: SignIn, context: Context) -> str:
    """The key of what keeps the phone from going on, or "". It never gets past the password."""
    google, phone = typed.kind == "google", context.phone
    if typed.step == "address":
        if google and not typed.address:
            return "missing_address"
        forms = (_MAIL, _NAME, _PHONE) if google else (_MAIL,)
        if not any(form.fullmatch(typed.address) for form in forms):
            return "wrong_address" if google else "wrong_email"
    elif not typed.password:
        return "missing_password"
    if not radios.connection(phone):
        return "no_connection"
    if typed.step == "password":
        return "wrong_password" if google else "no_server"
    if not google:
        return ""
    given = typed.address.casefold()
    own = accounts.of(phone)
    if own is not None and given == own.address:
        return "account_exists"
    return "" if any(given == one.address for one in accounts.known(phone)) else "unknown_account"
