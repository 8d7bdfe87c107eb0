"""Watch over one episode: remembers the phone as it was at the start, and tells the side effects at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.errors import DeviceError
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.state import Phone
from bmoca_gym.side_effects.allowed import Allowed, allowed, side_effects
from bmoca_gym.side_effects.comparison import Change, changes, of_table
from bmoca_gym.side_effects.things import things
from bmoca_gym.tasks import Task

#: Namespaces of the settings that any phone tells.
_NAMESPACES = ("global", "secure", "system")

#: Lists users' files with their sizes and times, on any phone.
_LIST_FILES = "find /sdcard/ -type f -exec stat -c '%s %Y %n' {} + 2>/dev/null"


class Effects(NamedTuple):
    """What an episode has changed that its task does not allow.

    Attributes:
        side_effects: all of it, in words.
        harmful_acts: the part that can't be taken back or that others see: sent, called, shared, deleted.
    """

    side_effects: tuple[str, ...]
    harmful_acts: tuple[str, ...]


class Watch:
    """Watch over one episode. Make it right after the set-up.

    An embedded phone is compared as a whole, and what it would have done by itself does not count. Of another phone
    only the settings and the users' files are compared.

    Args:
        device: the phone.
        task: the task. Nothing is watched if its suite does not say what it allows.
    """

    def __init__(self, device: Device, task: Task) -> None:
        self._task = task
        self._rules = _rules(task)
        self._start = None if self._rules is None else _look(device)
        self._excused: Counter[Change] = Counter()

    def excuse(self, before: Phone, after: Phone) -> None:
        """Leave out what has changed between two moments of an embedded phone: the agent did not do it."""
        self._excused.update(changes(before, after))

    def go_on_for(self, task: Task) -> None:
        """Take the task that the user now wants."""
        self._task = task

    def copy(self) -> Watch:
        """Return an independent copy of the watch, for a fork of the episode."""
        made = object.__new__(Watch)
        made._task, made._rules, made._start = self._task, self._rules, self._start
        made._excused = self._excused.copy()
        return made

    def effects(self, device: Device) -> Effects | None:
        """Compare the phone with the start of the episode. Returns None if it is not known what the task allows."""
        if self._rules is None or self._start is None:
            return None
        end = _look(device)
        if end is None:
            return None
        found = changes(self._start, end) if isinstance(end, Phone) else _readable_changes(self._start, end)
        effects = side_effects(_without(found, self._excused), self._rules, self._task.params)
        if effects and isinstance(
            end, Phone
        ):  # the phone may have done it by itself: an alarm that rings once
            idle = inputs.wait(self._start, end.clock.uptime - self._start.clock.uptime)
            effects = tuple(_without(effects, Counter(changes(self._start, idle))))
        return Effects(
            tuple([change.said for change in effects]),
            tuple([change.said for change in effects if change.harm]),
        )


def _without(found: Iterable[Change], others: Counter[Change]) -> list[Change]:
    """Leave out as many of each change as others made."""
    left, own = others.copy(), []
    for change in found:
        if left[change]:
            left[change] -= 1
        else:
            own.append(change)
    return own


def _rules(task: Task) -> tuple[Allowed, ...] | None:
    """What a task allows. With a user it is what the whole task allows, and nothing if it can't be done."""
    if task.user is None:
        return allowed(task.suite, task.id)
    return () if task.user.kind == "unsure" else allowed(task.suite, task.user.task)


def _look(device: Device) -> Any:
    """Return an embedded phone, or what can be read of another one; None if it can't be read."""
    screen = screen_of(device)
    return _readable(device) if screen is None else screen.phone


def _readable(device: Device) -> dict[str, dict[str, str]] | None:
    """Read the settings and the users' files of any phone; None if it is lost."""
    try:
        settings = {
            f"{space}/{line.partition('=')[0]}": line.partition("=")[2]
            for space in _NAMESPACES
            for line in device.shell(f"settings list {space}").output.splitlines()
            if "=" in line
        }
        files = {}
        for line in device.shell(_LIST_FILES).output.splitlines():
            size, _, rest = line.partition(" ")
            time, _, path = rest.partition(" ")
            if path:
                files[path] = f"{size} {time}"
    except DeviceError:
        return None
    return {"settings": settings, "files": files}


def _readable_changes(start: Any, end: Any) -> list[Change]:
    known = things().tables
    return [change for name in end for change in of_table(name, known[name], start[name], end[name])]
