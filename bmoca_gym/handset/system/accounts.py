"""The account of the phone: signing out, which takes along what apps have synchronised with it."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.resources.accounts import Account
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import notifications
from bmoca_gym.handset.value import replace

#: The type of Google's accounts, as Android names it.
GOOGLE = "com.google"


def of(phone: Phone) -> Account | None:
    """Return the account that is signed in, or None."""
    return phone.configuration.account


def known(phone: Phone) -> tuple[Account, ...]:
    """Return the accounts that Google's servers know: the one that the phone came with, also after it was removed."""
    account = phone.image.configuration.account
    return () if account is None else (account,)


def remove(phone: Phone) -> Phone:
    """Sign out. Apps lose what they have from the account, with its notifications."""
    if of(phone) is None:
        return phone
    phone = replace(phone, configuration=replace(phone.configuration, account=None))
    for package, app in packages.apps_of(phone.image).items():
        if app.signed_out is None:
            continue
        before = phone.apps[package]
        after = app.signed_out(before)
        if after != before:
            phone = replace(phone, apps=phone.apps.set(package, after))
        phone = notifications.cancel_all(phone, package)
    return phone
