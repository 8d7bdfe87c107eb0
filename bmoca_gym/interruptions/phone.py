"""Phone interruptions: dialogs, calls, messages, a lost network, a screen that rotates or goes dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bmoca_gym.devices.device import Device, Screen, run, screen_of
from bmoca_gym.errors import ArgumentError, DeviceError
from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.state import Notification, Phone, Prompt
from bmoca_gym.handset.system import (
    activities,
    audio,
    display,
    notifications,
    permissions,
    telephony,
    text_input,
)
from bmoca_gym.handset.system_ui import dialogs
from bmoca_gym.handset.system_ui.dialogs import Button, Dialog
from bmoca_gym.handset.value import do, replace
from bmoca_gym.interruptions.interruption import Interruption, Moment, Reach, has_room


def _phone_of(device: Device) -> Screen:
    screen = screen_of(device)
    if screen is None:
        raise DeviceError(f"the phone {device.info.serial} is not the embedded one")
    return screen


class Alert(Interruption):
    """A dialog over the front app, see `Dialog` for the options.

    ``speaks_of``: whether its texts name the front app. If so, it waits until an app is in front.
    """

    needs_room: ClassVar[bool] = True

    def __init__(self, *, speaks_of: bool = False, buttons: Sequence[Any] = (), **options: Any) -> None:
        made = [Button(**button) for button in buttons]
        for button in made:
            if button.does not in dialogs.DEEDS:
                raise ArgumentError(
                    f"a button does {button.does!r}; it must be one of {', '.join(dialogs.DEEDS)}"
                )
        self.dialog = Dialog(buttons=tuple(made), **options)
        if self.dialog.shape not in dialogs.SHAPES:
            raise ArgumentError(
                f"shape is {self.dialog.shape!r}; it must be one of {', '.join(dialogs.SHAPES)}"
            )
        self.speaks_of = speaks_of

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        phone = screen.phone
        if not has_room(phone) or (self.speaks_of and phone.home):
            return False
        screen.phone = dialogs.show(phone, self._over(phone))
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """Close a dialog that has no buttons. Others stay until they are answered."""
        screen = _phone_of(device)
        if not self.dialog.buttons and dialogs.shown(screen.phone) == self._over(screen.phone):
            screen.phone = activities.dismiss(screen.phone)

    def _over(self, phone: Phone) -> Dialog:
        """The dialog, naming the front app if its texts do."""
        if not self.speaks_of:
            return self.dialog
        app = packages.apps_of(phone.image)[phone.top.package]
        return replace(self.dialog, app=dialogs.label_of(app))


class Crash(Alert):
    """The front app is closed, and a dialog over what was below it says so."""

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        phone = screen.phone
        if not has_room(phone) or phone.home:
            return False
        told = self._over(phone)
        screen.phone = dialogs.show(activities.remove_task(phone, phone.top.package), told)
        return True


class Permission(Interruption):
    """The front app asks for a permission that it does not need. ``name``: the permission."""

    needs_room: ClassVar[bool] = True

    def __init__(self, name: str) -> None:
        self.name = name

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        phone = screen.phone
        if not has_room(phone) or phone.home:
            return False
        if not permissions.granted(phone, phone.top.package, self.name) or not phone.image.asks_permissions:
            screen.phone = dialogs.over(phone, Prompt("permission", (self.name,)))
        return True


class Commands(Interruption):
    """Shell commands on the phone. ``start``: run when it begins; ``stop``: run when it ends."""

    reach: ClassVar[Reach] = "all"

    def __init__(self, start: Sequence[str], stop: Sequence[str] = ()) -> None:
        self._start = tuple(start)
        self._stop = tuple(stop)

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        for command in self._start:
            run(device, command)
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """See `Interruption.stop`."""
        for command in self._stop:
            run(device, command)


class Call(Interruption):
    """A call comes in, and the caller hangs up at the end. ``number``: the caller's."""

    reach: ClassVar[Reach] = "emulator"
    needs_room: ClassVar[bool] = True

    def __init__(self, number: str) -> None:
        self.number = number

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = screen_of(device)
        if screen is None:
            _console(device, f"gsm call {self.number}")
            return True
        if not has_room(screen.phone):
            return False
        screen.phone = telephony.ring(screen.phone, self.number)
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """See `Interruption.stop`."""
        screen = screen_of(device)
        if screen is None:
            _console(device, f"gsm cancel {self.number}")
        else:
            screen.phone = telephony.hung_up(screen.phone, self.number)


class Message(Interruption):
    """A text message arrives. ``number``: the sender's; ``text``: key of its text."""

    reach: ClassVar[Reach] = "emulator"

    def __init__(self, number: str, text: str) -> None:
        self.number = number
        self.text = text

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        text = string(device.info.locale, self.text)
        screen = screen_of(device)
        if screen is None:
            _console(device, f"sms send {self.number} {text}")
        else:
            screen.phone = messages.receive(screen.phone, self.number, text)
        return True


def _console(device: Device, command: str) -> None:
    """Send a command to an emulator's console."""
    console: Any = getattr(device, "console", None)
    if console is None:
        raise DeviceError(
            f"{device.info.serial} has no console for `{command}`; only emulators behind adb have"
        )
    console(command)


class Notice(Interruption):
    """A notification over the front app. ``title``, ``text``: keys of its texts; ``glyph``: its icon.

    ``app``: the package that posts it. A phone that lacks it, or on which it may not, has it from the shell.
    """

    def __init__(self, title: str, text: str, glyph: str = "mail", app: str = "") -> None:
        self.title = title
        self.text = text
        self.glyph = glyph
        self.app = app

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        locale = screen.info.locale
        app = self._app(screen.phone)
        posted = Notification(
            app.package if app else notifications.SHELL,
            self.title,
            string(locale, self.title),
            string(locale, self.text),
            self.glyph,
            tap=do(activities.start, app.component) if app else None,
            importance=notifications.HIGH,
        )
        screen.phone = notifications.post(screen.phone, posted)
        return True

    def _app(self, phone: Phone) -> App | None:
        """The app that posts it; None: the shell."""
        return (
            packages.apps_of(phone.image).get(self.app) if notifications.may_post(phone, self.app) else None
        )

    def stop(self, device: Device, moment: Moment) -> None:
        """See `Interruption.stop`."""
        screen = _phone_of(device)
        for package in (notifications.SHELL, self.app):
            screen.phone = notifications.cancel(screen.phone, package, self.title)


class Toast(Interruption):
    """A toast over the foot of the screen. ``text``: key of its text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        res = resources.of(screen.phone.configuration)
        screen.phone = activities.toast(screen.phone, res.string(self.text))
        return True


class Volume(Interruption):
    """The volume panel opens, but the volume stays as it is."""

    needs_room: ClassVar[bool] = True

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        if not has_room(screen.phone):
            return False
        stream = 3  # music
        screen.phone = audio.move_volume(screen.phone, stream, audio.volume(screen.phone, stream))
        return True


class Keyboard(Interruption):
    """The keyboard appears late: as long as this lasts, it is hidden after each step."""

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        if not text_input.keyboard_open(screen.phone):
            return False
        screen.phone = replace(screen.phone, keyboard_page=text_input.HIDDEN)
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """See `Interruption.stop`."""
        screen = _phone_of(device)
        screen.phone = text_input.open_keyboard(screen.phone)


class Parted(Interruption):
    """The keyboard splits in two halves while it is open, and stays split."""

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        if not text_input.keyboard_open(screen.phone):
            return False
        screen.phone = display.changed(screen.phone, parted=True)
        return True


class Locked(Interruption):
    """The screen times out and locks. This does not happen on a phone with a PIN."""

    needs_room: ClassVar[bool] = True

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = _phone_of(device)
        if not has_room(screen.phone) or display.lock_of(screen.phone) == "pin":
            return False
        screen.phone = display.changed(display.sleep(screen.phone, "timeout"), locked=True)
        return True
