"""Keys of the phone: navigation, power, volume, telephone, menu, search, and text editing."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import (
    activities,
    audio,
    display,
    intents,
    split,
    status_bar,
    telephony,
    text_input,
    tours,
    windows,
)
from bmoca_gym.handset.system.text_input import erase, keyboard_open, submit
from bmoca_gym.handset.ui.finding import find_element
from bmoca_gym.handset.value import replace


def press_key(phone: Phone, key: str) -> Phone:
    """Press a hardware or navigation key. Keys without a meaning here change nothing."""
    if display.is_covered(phone):
        return _covered(phone, key)
    if key in _OPEN_ONLY and display.of(phone).locked:
        return phone
    act = _KEYS.get(key) or text_input.COMMANDS.get(key.lower())
    return phone if act is None else act(phone)


def _covered(phone: Phone, key: str) -> Phone:
    """Press a key while the screen is off or locked."""
    if display.of(phone).asleep:
        return display.wake(phone) if key in _WAKING else phone
    act = _LOCKED.get(key)
    return phone if act is None else act(phone)


def _back(phone: Phone) -> Phone:
    if phone.shade is not None:
        return status_bar.back(phone)
    if phone.overview:
        if phone.task_menu:
            return replace(phone, task_menu="")
        if split.choosing(phone):
            return split.closed(phone)
        return replace(phone, picked=None) if phone.picked is not None else replace(phone, overview=False)
    activity = phone.top
    if activity.prompt is not None:
        return tours.back(phone) if activity.prompt.kind == tours.KIND else intents.cancel(phone)
    if activity.toolbar:
        return text_input.collapse(phone)
    if activity.focus and keyboard_open(phone):
        return activities.focus(phone, "")
    app = packages.apps_of(phone.image)[activity.package]
    if app.back is not None:
        after = phone.handled(activity.package, app.back, ())
        if after is not phone:
            return after
    return activities.finish(phone)


def _erase_forward(phone: Phone) -> Phone:
    return erase(phone, forward=True)


def _louder(phone: Phone) -> Phone:
    return audio.press_volume(phone, 1)


def _quieter(phone: Phone) -> Phone:
    return audio.press_volume(phone, -1)


def _mute(phone: Phone) -> Phone:
    return audio.press_volume(phone, 0)


def _menu(phone: Phone) -> Phone:
    """Open the menu of the front window, if it has one."""
    if phone.shade is not None or phone.overview or phone.top.prompt is not None:
        return phone
    layer = windows.layers(phone)[-1]
    label = resources.of(phone.configuration).string("common.more_options")
    found = find_element(
        windows.element(layer, phone), lambda e: e.description == label and e.tap is not None
    )
    if found is None or found.tap is None:
        return phone
    handler, arguments = found.tap
    return phone.handled(layer.owner or phone.top.package, handler, arguments, Context(phone, phone.top))


def _search(phone: Phone) -> Phone:
    return intents.show(phone, Intent(intents.WEB_SEARCH))


def _call(phone: Phone) -> Phone:
    call = telephony.call_of(phone)
    if call is not None and call.state == "ringing":
        return telephony.answer(phone)
    return intents.show(phone, Intent(intents.DIAL))


_KEYS: dict[str, Callable[[Phone], Phone]] = {
    "HOME": activities.go_home, "OVERVIEW": activities.toggle_overview, "BACK": _back, "ESCAPE": _back,
    "ENTER": submit, "DEL": erase, "FORWARD_DEL": _erase_forward, "MENU": _menu, "SEARCH": _search, "CALL": _call,
    "ENDCALL": telephony.end, "POWER": display.sleep, "SLEEP": display.sleep, "VOLUME_UP": _louder,
    "VOLUME_DOWN": _quieter, "VOLUME_MUTE": _mute, "NOTIFICATION": status_bar.expand,
}  # fmt: skip
#: Keys that do nothing over the lock screen, even while an alarm or a call covers it.
_OPEN_ONLY = frozenset({"OVERVIEW", "NOTIFICATION", "SEARCH"})
#: What keys do on the lock screen.
_LOCKED: dict[str, Callable[[Phone], Phone]] = {
    "BACK": display.relock, "ESCAPE": display.relock, "MENU": display.unlock, "ENTER": display.submit_entry,
    "DEL": display.erase_entry, "POWER": display.sleep, "SLEEP": display.sleep, "VOLUME_UP": _louder,
    "VOLUME_DOWN": _quieter, "VOLUME_MUTE": _mute, "ENDCALL": telephony.end, "CALL": telephony.answer,
}  # fmt: skip
#: Keys that switch the screen on (android.view.KeyEvent.isWakeKey).
_WAKING = frozenset({"POWER", "WAKEUP", "BACK", "MENU"})
