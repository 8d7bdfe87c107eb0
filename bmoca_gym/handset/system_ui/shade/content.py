"""What a notification shows, in every release."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from bmoca_gym.handset import packages
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.state import Notification, Phone, Shade
from bmoca_gym.handset.system import notifications, status_bar
from bmoca_gym.handset.value import memo

#: Names of packages without screens that post notifications.
_NAMES = {notifications.SHELL: "Shell", status_bar.PACKAGE: "System UI"}


class Shown(NamedTuple):
    """A notification's current content. ``age``: minutes, or -1 if its title shows the time.

    ``channel``: its name. ``replies``: it can be answered; ``typed``: of the answer that is written in it, None for
    none. ``settings``: it shows what can be set for it. ``quiet``: it makes no sound. ``snoozes``: it can be snoozed;
    ``snoozing``: it shows for how long.
    """

    package: str
    key: str
    app: str
    glyph: str
    age: int
    title: str
    text: str
    actions: tuple[str, ...]
    touchable: bool
    ongoing: bool
    channel: str = ""
    replies: bool = False
    typed: str | None = None
    settings: bool = False
    quiet: bool = False
    snoozes: bool = False
    snoozing: bool = False


def shown(phone: Phone, res: Resources, n: Notification) -> Shown:
    """A notification's current content."""
    app = packages.apps_of(phone.image).get(n.package)
    name = (_NAMES.get(n.package) or n.package) if app is None else app.title(res)
    title, age = n.title, (phone.clock.wall - n.at) // 60000
    if n.zero >= 0:
        passed = phone.clock.uptime - n.zero
        title, age = chronometer(res, -(passed // 1000) if n.down else passed // 1000), -1
    labels = tuple(label for label, _ in n.actions)
    channel = next((one.label for one in (() if app is None else app.channels) if one.id == n.channel), "")
    open_shade, at = phone.shade or Shade(), (n.package, n.key)
    return Shown(
        n.package, n.key, name, n.glyph, max(-1, age), title, n.text, labels, n.tap is not None, n.ongoing,
        res.string(channel) if channel else name, n.reply is not None,
        open_shade.typed if open_shade.replying == at else None, open_shade.settings == at,
        notifications.importance_of(phone, n) < notifications.DEFAULT,
        notifications.can_snooze(phone) and not n.ongoing, open_shade.settings == at and open_shade.snoozing,
    )  # fmt: skip


def chronometer(res: Resources, seconds: int) -> str:
    """A time as android.widget.Chronometer writes it."""
    hours, rest = divmod(abs(seconds), 3600)
    text = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60:02d}:{rest % 60:02d}"
    return res.digits(f"\u2212{text}" if seconds < 0 else text)


@memo(256, asset=True)
def age_of(locale: str, minutes: int) -> str:
    """How long ago a notification came, as its header puts it."""
    from babel.dates import format_timedelta

    text = format_timedelta(
        timedelta(minutes=minutes), format="narrow", threshold=1, locale=locale_named(locale).babel
    )
    return str(text).replace("\u202f", " ").replace("\xa0", " ")


@memo(64, asset=True)
def length_of(locale: str, minutes: int) -> str:
    """A number of minutes, or of whole hours, in words."""
    from babel.dates import format_timedelta

    text = format_timedelta(timedelta(minutes=minutes), threshold=1, locale=locale_named(locale).babel)
    return str(text).replace("\u202f", " ").replace("\xa0", " ")
