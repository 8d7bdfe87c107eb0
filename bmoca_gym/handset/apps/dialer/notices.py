"""Notifications of Phone: ringing calls, calls in the background, missed calls."""

from __future__ import annotations

from urllib.parse import quote

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.dialer.handlers import answer_intent, choose_tab
from bmoca_gym.handset.apps.dialer.state import IN_CALL, MAIN, MISSED_KEY, PACKAGE, Call, Dialer
from bmoca_gym.handset.kits.phone_numbers import formatted
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, intents, notifications, status_bar, telephony
from bmoca_gym.handset.value import Callback, do, replace

_KEY = "call"


def away(state: Dialer, context: Context) -> Next[Dialer]:
    """Handler: the user leaves Phone."""
    return state, do(_show, "")


def here(state: Dialer, context: Context) -> Next[Dialer]:
    """Handler: Phone is in front, and shows its call itself."""
    return state, do(refresh)


def refresh(phone: Phone) -> Phone:
    """Update the notifications to match the calls."""
    return _show(phone, phone.top.component)


def _show(phone: Phone, front: str) -> Phone:
    """The phone with the notifications that its calls need while the activity ``front`` is shown.

    An incoming call has a notification everywhere but on its own screen, an ongoing call only outside Phone, and over
    the dial pad of a call that is being added.
    """
    state: Dialer = phone.apps[PACKAGE]
    res = resources.of(phone.configuration)
    if state.untold:
        phone = _missed(phone, res, state)
    call = state.shown
    within = front.startswith(PACKAGE + "/") and not state.dial_pad
    if call is None or front == IN_CALL or (not call.ringing and within):
        return notifications.cancel(phone, PACKAGE, _KEY)
    name = _name(phone, call.number)
    return notifications.post(phone, _ringing(res, name) if call.ringing else _ongoing(res, call, name))


def _ringing(res: Resources, name: str) -> Notification:
    show = do(activities.start, IN_CALL)
    actions = (
        (res.string("dialer.decline"), do(telephony.end)),
        (res.string("dialer.answer"), do(telephony.answer)),
    )
    return Notification(
        PACKAGE, _KEY, name, res.string("dialer.incoming_call"), "call", ongoing=True, tap=show, actions=actions,
        importance=notifications.HIGH, category="call", full_screen=show,
    )  # fmt: skip


def _ongoing(res: Resources, call: Call, name: str) -> Notification:
    up = call.answered >= 0
    text = res.string("dialer.ongoing_call" if up else "dialer.calling")
    # The time that a call is up counts in the place of the title, so the name goes with the text.
    return Notification(
        PACKAGE, _KEY, name, f"{text} · {name}" if up else text, "call", ongoing=True,
        tap=do(activities.start, IN_CALL), actions=((res.string("dialer.end_call"), do(telephony.end)),),
        zero=call.answered if up else -1,
    )  # fmt: skip


def _name(phone: Phone, number: str) -> str:
    """Name for a number, or the number itself, which stays left-to-right in every locale."""
    name = contacts.name_of(contacts.all_of(phone), number)
    if name:
        return name
    text = formatted(number)
    return f"\u2066{text}\u2069" if phone.configuration.metrics.rtl else text


# Missed calls


def _missed(phone: Phone, res: Resources, state: Dialer) -> Phone:
    """Update the notification about calls that were missed and not yet seen."""
    told = notifications.find(phone, PACKAGE, MISSED_KEY)
    count = state.untold + (0 if told is None else state.missed)
    state = replace(state, untold=0, missed=count)
    phone = replace(phone, apps=phone.apps.set(PACKAGE, state))
    number = state.history[0].number
    actions: tuple[tuple[str, Callback], ...] = ()
    if count == 1:
        actions = (
            (res.string("dialer.call_back"), do(_act, Intent(intents.CALL, f"tel:{quote(number)}"))),
            (res.string("dialer.message"), do(_act, Intent(intents.SENDTO, f"smsto:{quote(number)}"))),
        )
    title = res.string("dialer.missed_calls", count=count, shown=res.digits(str(count)))
    return notifications.post(
        notifications.cancel(phone, PACKAGE, MISSED_KEY),
        Notification(
            PACKAGE, MISSED_KEY, title, _name(phone, number), "call_missed", tap=do(_open), actions=actions
        ),
    )


def _act(phone: Phone, intent: Intent) -> Phone:
    phone = notifications.cancel(status_bar.collapse(phone), PACKAGE, MISSED_KEY)
    if intent.action == intents.CALL:
        return answer_intent(phone, intent)
    return intents.show(phone, intent)


def _open(phone: Phone) -> Phone:
    return activities.start(phone.handled(PACKAGE, choose_tab, (1,)), MAIN)
