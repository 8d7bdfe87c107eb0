"""Keys of the phone: BACK, HOME, OVERVIEW, ENTER, and those that delete, cut, copy and paste."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, intents, status_bar, text_input
from bmoca_gym.handset.system.text_input import erase, focused_field, submit
from bmoca_gym.handset.value import replace


def press_key(phone: Phone, key: str) -> Phone:
    """The phone after a hardware or navigation key; keys that mean nothing here change nothing."""
    if key == "HOME":
        return activities.go_home(phone)
    if key == "OVERVIEW":
        return activities.toggle_overview(phone)
    if key in ("BACK", "ESCAPE"):
        return _back(phone)
    if key == "ENTER":
        return submit(phone)
    if key == "DEL":
        return erase(phone)
    if key == "FORWARD_DEL":
        return erase(phone, forward=True)
    command = text_input.COMMANDS.get(key.lower())
    return phone if command is None else command(phone)


def _back(phone: Phone) -> Phone:
    if phone.shade is not None:
        return status_bar.back(phone)
    if phone.overview:
        return replace(phone, overview=False)
    activity = phone.top
    if activity.prompt is not None:
        return intents.cancel(phone)
    if activity.toolbar:
        return text_input.collapse(phone)
    if activity.focus and focused_field(phone) is not None:
        return activities.focus(phone, "")
    app = packages.apps_of(phone.image)[activity.package]
    if app.back is not None:
        after = phone.handled(activity.package, app.back, ())
        if after is not phone:
            return after
    return activities.finish(phone)
