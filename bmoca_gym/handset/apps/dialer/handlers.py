"""Phone's handlers: dial pad, tabs, and calls from start to end."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urlsplit

from bmoca_gym.handset.apps.dialer.state import (
    EMERGENCY_NUMBERS,
    HISTORY_LIMIT,
    IN_CALL,
    INCOMING,
    MAIN,
    MISSED,
    MISSED_KEY,
    NUMBER_LIMIT,
    OUTGOING,
    PACKAGE,
    REJECTED,
    RING_MILLISECONDS,
    Call,
    Dialer,
    PastCall,
)
from bmoca_gym.handset.effects import cancel, focus, log, schedule, show, start
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then, split
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import digits_of
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents, notifications
from bmoca_gym.handset.value import Callback, do, replace


def press(state: Dialer, context: Context, key: str) -> Dialer:
    """A key of the dial pad."""
    return replace(state, number=(state.number + key)[:NUMBER_LIMIT])


def erase(state: Dialer, context: Context) -> Dialer:
    """Delete the last digit."""
    return replace(state, number=state.number[:-1])


def erase_all(state: Dialer, context: Context) -> Dialer:
    """Delete the whole number."""
    return replace(state, number="")


def show_pad(state: Dialer, context: Context, shown: bool) -> Dialer:
    """Open or close the dial pad."""
    return replace(state, dial_pad=shown)


def choose_tab(state: Dialer, context: Context, tab: int) -> Next[Dialer]:
    """Show a tab. Opening the recent calls clears the notification of missed ones."""
    state = replace(state, tab=tab)
    return (replace(state, missed=0), do(notifications.cancel, PACKAGE, MISSED_KEY)) if tab == 1 else state


def search(state: Dialer, context: Context, text: str) -> Dialer:
    """Update the search query."""
    return replace(state, query=text)


def place_call(state: Dialer, context: Context, number: str) -> Next[Dialer]:
    """Place a call. With an empty pad the last number comes back, as on the real phone."""
    if not number:
        return replace(state, number=state.history[0].number) if state.history else state
    emergency = number in EMERGENCY_NUMBERS
    airplane = context.phone.settings.get(("global", "airplane_mode_on")) == "1"
    if airplane and not emergency:
        return replace(state, overlay="refusal")
    call = Call(number, context.uptime, context.phone.clock.wall)
    if state.call is not None and state.call.answered >= 0:
        if state.second is not None:
            return state, start(IN_CALL)  # there are no more than two
        state = replace(state, second=_on_hold(state.call))
    state = replace(state, call=call, dial_pad=False, number="", query="")
    effects = [log("Telecom", f"CallIntentProcessor: processOutgoingCallIntent: tel:{'*' * len(number)}")]
    if emergency:
        effects.append(
            log(
                "Telecom",
                "NewOutgoingCallIntentBroadcaster: Emergency number detected. Placing emergency call",
            )
        )
    return and_then(
        state,
        *effects,
        schedule(PACKAGE, "answer", context.uptime + RING_MILLISECONDS, do(answered), "uptime"),
        start(IN_CALL),
    )


def _called(phone: Phone, number: str) -> Phone:
    """Call a number, in whatever form it is written."""
    phone = phone.handled(PACKAGE, place_call, (digits_of(number),))
    return activities.start(phone, MAIN) if phone.apps[PACKAGE].overlay else phone


def _dialled(state: Dialer, context: Context, number: str) -> Dialer:
    return replace(state, number=number[:NUMBER_LIMIT], dial_pad=True)


def _dial(phone: Phone, number: str) -> Phone:
    """Show the dial pad with a number, in whatever form it is written."""
    phone = phone.handled(PACKAGE, _dialled, (digits_of(number),))
    return activities.start(phone, MAIN)


def answer_intent(phone: Phone, intent: Intent) -> Phone:
    """Call the number of a ``tel:`` address, or show it on the dial pad."""
    number = unquote(urlsplit(intent.data).path)
    return _called(phone, number) if intent.action == intents.CALL else _dial(phone, number)


def _on_hold(call: Call) -> Call:
    return replace(call, held=True, keypad=False)


def show_contact(state: Dialer, context: Context, id: int) -> Next[Dialer]:
    """Show a contact's details in Contacts."""
    return state, focus(""), start(contacts.DETAILS, id, contacts.SHOW_ACTION)


def open_call(state: Dialer, context: Context, at: int) -> Next[Dialer]:
    """Show or hide the actions for a past call."""
    return replace(state, opened=0 if state.opened == at else at), focus("")


def remove_call(state: Dialer, context: Context, at: int) -> Dialer:
    """Remove a call from the recents."""
    return replace(state, opened=0, history=tuple([call for call in state.history if call.at != at]))


def write_message(state: Dialer, context: Context, number: str) -> Next[Dialer]:
    """Write a message to a number."""
    return state, focus(""), show(Intent(intents.SENDTO, f"smsto:{quote(number)}"))


def keep_number(state: Dialer, context: Context, number: str) -> Next[Dialer]:
    """Open the editor of Contacts for a new contact with a number."""
    return state, focus(""), start(contacts.EDITOR, number, contacts.INSERT_ACTION)


def create_contact(state: Dialer, context: Context) -> Next[Dialer]:
    """Open the editor of Contacts for a new contact."""
    return state, focus(""), start(contacts.EDITOR, 0, contacts.INSERT_ACTION)


def refusal_seen(state: Dialer, context: Context) -> Dialer:
    """Close the airplane mode dialog."""
    return without_overlay(state)


def ring(state: Dialer, context: Context, number: str) -> Next[Dialer]:
    """Let a call come in. It rings, even during another answered call; it is missed if the phone is busy."""
    number = number[:NUMBER_LIMIT]
    told = log("Telecom", f"CallsManager: Call rings: tel:{'*' * len(number)}")
    call = Call(number, context.uptime, context.phone.clock.wall, incoming=True)
    if state.call is None:
        return replace(state, call=call), told, do(notifications.refresh, PACKAGE)
    if state.second is None and state.call.answered >= 0:
        return replace(state, second=call), told, do(notifications.refresh, PACKAGE)
    return _over(state, PastCall(number, context.phone.clock.wall, kind=MISSED), told)


def answered(state: Dialer, context: Context) -> Next[Dialer]:
    """Answer a call from either side, putting any other active call on hold."""
    call = state.shown
    if call is None or state.call is None or call.answered >= 0:
        return state
    if call is not state.call:
        state = replace(state, second=_on_hold(state.call))
    state = replace(state, call=replace(call, answered=context.uptime))
    return (
        state,
        cancel(PACKAGE, "answer"),
        log("Telecom", "CallsManager: Call active"),
        do(notifications.refresh, PACKAGE),
    )


def hang_up(state: Dialer, context: Context, there: bool = False, number: str = "") -> Next[Dialer]:
    """End the call that is shown, or the call with ``number``, and add it to the recents.

    ``there``: whether the other party hung up. Any other call stays as it is.
    """
    named = [call for call in (state.call, state.second) if call is not None and call.number == number]
    call = named[0] if named else state.shown
    if call is None:
        return state, do(activities.close, IN_CALL, None)
    seconds = (context.uptime - call.answered) // 1000 if call.answered >= 0 else 0
    kind = INCOMING if call.incoming else OUTGOING
    if call.ringing:
        kind = MISSED if there else REJECTED
    cause = "REMOTE" if there else "REJECTED" if call.ringing else "LOCAL"
    if state.merged and not number and state.second is not None:  # a conference ends for all
        state, effects = split(hang_up(replace(state, merged=False), context, there, state.second.number))
        return and_then(hang_up(state, context, there), *effects)
    left = state.second if call is state.call else state.call
    return _over(
        replace(state, call=left, second=None, merged=False),
        PastCall(call.number, call.wall, seconds, kind),
        log("Telecom", f"CallsManager: Call disconnected: {cause}"),
        *((cancel(PACKAGE, "answer"),) if call is state.call else ()),
        *(() if left is not None else (do(activities.close, IN_CALL, None),)),
    )


def swap(state: Dialer, context: Context) -> Dialer:
    """Put the current call on hold, and continue the other one."""
    if state.call is None or state.second is None or state.second.ringing or state.merged:
        return state
    return replace(state, call=replace(state.second, held=False), second=_on_hold(state.call))


def add_call(state: Dialer, context: Context) -> Next[Dialer]:
    """Open the dial pad for a second call. The first goes on until that is placed."""
    return replace(state, dial_pad=True, number=""), start(MAIN, 0, intents.DIAL)  # over the call


def merge(state: Dialer, context: Context) -> Dialer:
    """Make one conference of the two calls."""
    if state.call is None or state.second is None or min(state.call.answered, state.second.answered) < 0:
        return state
    call, second = replace(state.call, held=False, more=False), replace(state.second, held=False)
    return replace(state, call=call, second=second, merged=True)


def _over(state: Dialer, past: PastCall, *effects: Callback) -> Any:
    """Add a call to the recents. Returns the state, and the effects that report it."""
    untold = state.untold + (past.kind == MISSED)
    state = replace(state, history=(past, *state.history)[:HISTORY_LIMIT], untold=untold)
    return state, *effects, do(notifications.refresh, PACKAGE)


def answer_here(state: Dialer, context: Context) -> Next[Dialer]:
    """Answer the incoming call and show it."""
    if context.phone.top.component == IN_CALL:
        return answered(state, context)
    return state, do(_answered_on_screen)


def _answered_on_screen(phone: Phone) -> Phone:
    return activities.start(phone.handled(PACKAGE, answered, ()), IN_CALL)


def swiped(state: Dialer, context: Context) -> Next[Dialer]:
    """Answer the incoming call on a swipe up, decline it on a swipe down."""
    if context.direction == "up":
        return answered(state, context)
    return hang_up(state, context) if context.direction == "down" else state


def hold(state: Dialer, context: Context, held: bool) -> Dialer:
    """Put the current call on hold, or resume the call on hold."""
    call = state.call
    if call is not None and not held and not call.held:
        return swap(state, context)
    return state if call is None or call.answered < 0 else _held(state, held)


def _held(state: Dialer, held: bool) -> Dialer:
    """The state with the current call, or the conference, on hold or not."""
    second = state.second
    if second is not None and state.merged:
        second = replace(second, held=held)
    return replace(state, call=state.call and replace(state.call, held=held), second=second)


def switch(state: Dialer, context: Context, name: str) -> Dialer:
    """Switch mute, speaker, hold or the keypad of the call."""
    if state.call is None:
        return state
    if name == "held":
        return _held(state, not state.call.held)
    change: dict[str, Any] = {name: not getattr(state.call, name)}
    return replace(state, call=replace(state.call, **change))


def send_tone(state: Dialer, context: Context, key: str) -> Dialer:
    """A key pressed during the call."""
    if state.call is None:
        return state
    return replace(state, call=replace(state.call, tones=(state.call.tones + key)[-NUMBER_LIMIT:]))


def created(state: Dialer, context: Context) -> Next[Dialer]:
    """Log the creation of the main activity."""
    if context.activity is not None and context.activity.component == IN_CALL:
        return state
    made = log("Dialer", "MainActivity.onCreate")
    # The dial pad of a call that is being added stays in front.
    return (state, made, start(IN_CALL)) if state.call is not None and not state.dial_pad else (state, made)


# Back


def leave_call(state: Dialer, context: Context) -> Next[Dialer]:
    """Handler of Back on the screen of a call: close the keypad, or go home.

    A call continues behind the home screen, and reopening the app shows it again.
    """
    if state.call is not None and state.call.keypad:
        return switch(state, context, "keypad")
    return state, do(activities.go_home)


def close_pad(state: Dialer, context: Context) -> Dialer:
    """Handler of Back on the dial pad."""
    return show_pad(state, context, False)


def end_search(state: Dialer, context: Context) -> Dialer:
    """Handler of Back on the main screen."""
    return replace(state, query="")
