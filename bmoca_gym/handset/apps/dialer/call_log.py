"""The call log, as the provider exposes it."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer.state import PACKAGE
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace

CALL_COLUMNS = ("_id", "number", "date", "duration", "type", "new", "name", "countryiso", "features")


def call_rows(phone: Phone) -> list[tuple[object, ...]]:
    """The past calls, oldest first."""
    made = phone.apps[PACKAGE].history
    people = contacts.all_of(phone)
    rows: list[tuple[object, ...]] = []
    for id, past in enumerate(reversed(made), 1):
        known = contacts.with_number(people, past.number)
        name = None if known is None else known[0].name
        rows.append((id, past.number, past.at, past.seconds, past.kind, 1, name, "US", 0))
    return rows


def delete_call_row(phone: Phone, id: int) -> Phone:
    """The phone without a call in its log."""
    state = phone.apps[PACKAGE]
    at = len(state.history) - id
    history = (*state.history[:at], *state.history[at + 1 :])
    return replace(phone, apps=phone.apps.set(PACKAGE, replace(state, history=history)))
