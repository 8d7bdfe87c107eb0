"""The people an SMS app offers in the share sheet: those of the conversations with the newest messages."""

from __future__ import annotations

from bmoca_gym.handset.kits.avatars import initial_of, tint_of
from bmoca_gym.handset.kits.conversations import face_of, name_of
from bmoca_gym.handset.manifest import DirectTarget
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings

#: As many as the share sheet has room for.
_MOST = 4


def of_conversations(phone: Phone, package: str) -> tuple[DirectTarget, ...]:
    """The newest conversations, if the app with this package is the SMS app."""
    if settings.get(phone, *settings.SMS_APP) != package:
        return ()
    store, people = messages.store_of(phone), contacts.all_of(phone)
    threads = [
        thread for thread in store.threads if not thread.archived and messages.messages_of(store, thread.id)
    ]
    threads.sort(key=lambda thread: -messages.messages_of(store, thread.id)[-1].date)
    found = []
    for thread in threads[:_MOST]:
        face = face_of(people, thread.address, thread)
        found.append(
            DirectTarget(thread.address, name_of(people, thread.address), initial_of(face), tint_of(face))
        )
    return tuple(found)
