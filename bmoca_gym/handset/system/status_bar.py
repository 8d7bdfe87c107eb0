"""The status bar service: opens and closes the notification shade, and acts on what is in it."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.state import Phone, Shade
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.ui.widgets import TextField
from bmoca_gym.handset.value import do, replace

PACKAGE = "com.android.systemui"
UID = 10094
ID: str = PACKAGE + ":id/"
#: The first API level that splits the shade of tablets (config_use_split_notification_shade).
_SPLIT_SINCE = 33


def expand(phone: Phone, full: bool = False) -> Phone:
    """Open the shade, or expand quick settings unless they are beside the notifications anyway."""
    full = full and not is_split(phone)
    if phone.shade is not None and phone.shade.full == full:
        return phone
    return replace(notifications.lower(activities.focus(phone, "")), shade=Shade(full), system_offsets=())


def is_split(phone: Phone) -> bool:
    """Whether quick settings are beside the notifications: on a tablet in landscape with Android 13."""
    config = phone.configuration
    return phone.image.api_level >= _SPLIT_SINCE and config.is_tablet and config.width > config.height


def collapse(phone: Phone) -> Phone:
    """Close the shade."""
    return phone if phone.shade is None else replace(phone, shade=None, system_offsets=())


def begin_reply(phone: Phone, package: str, key: str) -> Phone:
    """Begin a reply to a notification in the open shade."""
    full = phone.shade is not None and phone.shade.full
    shade = Shade(full, replying=(package, key))
    return replace(notifications.lower(activities.focus(phone, "")), shade=shade, keyboard_page="letters")


def reply_field(phone: Phone) -> TextField | None:
    """Return the text field of the reply, or None if none is being written."""
    if phone.shade is None or phone.shade.replying is None:
        return None
    hint = resources.of(phone.configuration).string("system_ui.reply")
    return TextField(
        phone.shade.typed,
        "reply",
        do(_typed),
        focused=True,
        hint=hint,
        on_submit=do(send_reply),
        cursor=False,
        capitals="sentences",
    )


def _typed(phone: Phone, context: object, text: str) -> Phone:
    return phone if phone.shade is None else replace(phone, shade=replace(phone.shade, typed=text))


def send_reply(phone: Phone, context: object) -> Phone:
    """Send the reply, if there is one."""
    shade = phone.shade
    if shade is None or shade.replying is None:
        return phone
    found = notifications.find(phone, *shade.replying)
    text = shade.typed.strip()
    phone = replace(phone, shade=replace(shade, replying=None, typed=""))
    if found is None or found.reply is None or not text:
        return phone
    function, arguments = found.reply
    after: Phone = function(phone, *arguments, text)
    return after


def show_settings(phone: Phone, name: tuple[str, str] | None) -> Phone:
    """Show a notification's settings in its place in the shade."""
    shade = phone.shade
    return phone if shade is None else replace(phone, shade=replace(shade, settings=name, snoozing=False))


def back(phone: Phone) -> Phone:
    """Go back: discard the reply or close the panel, else collapse quick settings, else close the shade."""
    shade = phone.shade
    opened = shade is not None and (shade.replying or shade.settings or shade.panel or shade.asked)
    if shade is not None and opened:
        return replace(phone, shade=Shade(shade.full, shade.page))
    full = shade is not None and shade.full and not is_split(phone)
    return expand(phone) if full else collapse(phone)


def open_notification(phone: Phone, package: str, key: str) -> Phone:
    """Tap a notification: open what it stands for, and remove it unless it is ongoing."""
    found = notifications.find(phone, package, key)
    if found is None or found.tap is None:
        return phone
    phone = notifications.lower(collapse(phone))
    if not found.ongoing:
        phone = notifications.cancel(phone, package, key)
    function, arguments = found.tap
    after: Phone = function(phone, *arguments)
    return after


def press_action(phone: Phone, package: str, key: str, index: int) -> Phone:
    """Tap a button of a notification."""
    found = notifications.find(phone, package, key)
    if found is None or not 0 <= index < len(found.actions):
        return phone
    function, arguments = found.actions[index][1]
    after: Phone = function(phone, *arguments)
    return after
