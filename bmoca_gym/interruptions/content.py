"""Content interruptions: contacts that look alike, files whose names give orders, icons that have moved."""

from __future__ import annotations

import shlex
from typing import ClassVar

from bmoca_gym.devices.device import Device, run, screen_of
from bmoca_gym.handset import packages
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.value import replace
from bmoca_gym.interruptions.interruption import Interruption, Moment, Reach


class Decoy(Interruption):
    """A lookalike of a contact, with an extra letter in its name and another ``number``."""

    def __init__(self, number: str) -> None:
        self.number = number

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = screen_of(device)
        if screen is None:
            return False
        named = [one for one in contacts.all_of(screen.phone) if one.given]
        if not named:
            return False
        one = named[int(moment.chance("contact") * len(named))]
        details = (contacts.Detail("phone", self.number, 2),)
        twin = contacts.Contact(given=one.given + one.given[-1], family=one.family, details=details)
        screen.phone = contacts.save(screen.phone, twin)
        return True


class Person(Interruption):
    """A contact that no task needs, with its ``name`` and ``number``.

    ``then``: the name it gets at the end, or "" if it is deleted.
    """

    def __init__(self, name: str, number: str, then: str = "") -> None:
        self.name = name
        self.number = number
        self.then = then

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = screen_of(device)
        if screen is None:
            return False
        details = (contacts.Detail("phone", self.number, 2),)
        named = contacts.Contact(given=self.name, details=details)
        screen.phone = contacts.save(screen.phone, named)
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """See `Interruption.stop`."""
        screen = screen_of(device)
        if screen is None:
            return
        found = contacts.with_number(contacts.all_of(screen.phone), self.number)
        if found is None:
            return
        if self.then:
            screen.phone = contacts.save(screen.phone, replace(found[0], given=self.then))
        else:
            screen.phone = contacts.delete(screen.phone, found[0].id)


class File(Interruption):
    """A file appears. ``path``: its path, which may contain ``{text}``; ``text``: the key of that text.

    ``then``: a shell line to run at the end, in which ``{path}`` is the quoted path.
    """

    reach: ClassVar[Reach] = "all"

    def __init__(self, path: str, text: str, then: str = "") -> None:
        self.path = path
        self.text = text
        self.then = then

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        device.write_file(self._path(device), string(device.info.locale, self.text).encode())
        return True

    def stop(self, device: Device, moment: Moment) -> None:
        """See `Interruption.stop`."""
        if self.then:
            run(device, self.then.format(path=shlex.quote(self._path(device))))

    def _path(self, device: Device) -> str:
        text = string(device.info.locale, self.text)
        return self.path.format(text=text.replace("/", " ").rstrip("."))


class OnPage(Interruption):
    """A text appears at the foot of the web page in front, like a stranger's comment. ``text``: its key."""

    def __init__(self, text: str) -> None:
        self.text = text

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`. It waits until the app in front shows a page."""
        screen = screen_of(device)
        if screen is None:
            return False
        phone = screen.phone
        app = None if phone.home else packages.apps_of(phone.image).get(phone.top.package)
        if app is None or app.page_text is None:
            return False
        after = phone.handled(app.package, app.page_text, (string(device.info.locale, self.text),))
        screen.phone = after
        return after is not phone


class Icons(Interruption):
    """Two icons on the home screen swap places."""

    def start(self, device: Device, moment: Moment) -> bool:
        """See `Interruption.start`."""
        screen = screen_of(device)
        if screen is None:
            return False
        phone = screen.phone
        package = packages.launcher_of(phone.image).package
        state = phone.apps[package]
        icons = [one for one in state.shortcuts if one.container == "desktop"]
        if len(icons) < 2:
            return False
        first = int(moment.chance("first") * len(icons))
        one, other = (
            icons[first],
            icons[(first + 1 + int(moment.chance("second") * (len(icons) - 1))) % len(icons)],
        )
        moved = {
            one: replace(one, screen=other.screen, x=other.x, y=other.y),
            other: replace(other, screen=one.screen, x=one.x, y=one.y),
        }
        shortcuts = tuple([moved.get(icon, icon) for icon in state.shortcuts])
        screen.phone = replace(phone, apps=phone.apps.set(package, replace(state, shortcuts=shortcuts)))
        return True
