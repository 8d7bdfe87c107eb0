"""Readers of Clock's pages, as the benchmark's judge reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bmoca_gym.suites.androidlab.compressed_tree import CompressedNode, has, matching, parents_of

_DAYS = (
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Not scheduled", "Today", "Tomorrow", "Every day",
)  # fmt: skip
_LONE_TAB = "click ; ;;Alarm"


class _Alarm(NamedTuple):
    """Keys of an alarm's elements; "" for missing ones."""

    time: str
    label: str
    days: tuple[str, ...]
    ringtone: str
    vibrate: bool | None
    on: bool


def _alarms_beside(tree: CompressedNode) -> list[_Alarm]:
    """The alarms whose parts are siblings of the first "Alarm", as in an expanded card."""
    return [alarm for parent in parents_of(tree, "Alarm") for alarm in _alarms_of(parent.children)]


def _alarms_inside(tree: CompressedNode) -> list[_Alarm] | None:
    """The alarms whose parts are in an element with "Alarm", as in a closed card. None if only a tab has that name."""
    named = matching(tree, "Alarm")
    if not named or (len(named) == 1 and _LONE_TAB in named[0].key):
        return None
    return [alarm for node in named for alarm in _alarms_of(node.children)]


def _alarms_of(elements: Iterable[CompressedNode]) -> list[_Alarm]:
    """The alarms whose parts are these elements, one after the other."""
    found: list[_Alarm] = []
    days: list[str] = []
    alarm, is_open = _NONE, False
    for element in elements:
        key = element.key
        is_open = is_open or "Collapse" in key
        # A closed card ends with its switch. An open one ends with its last button, which says nothing of the switch.
        ends = ("Delete" in key or "Add alarm" in key) if is_open else ("Switch" in key and "checked" in key)
        if ends:
            found.append(alarm._replace(days=tuple(days), on="unchecked" not in key))
            alarm, days, is_open = _NONE, [], False
        if "AM" in key or "PM" in key:
            alarm = alarm._replace(time=key)
        if "Label" in key:
            alarm = alarm._replace(label=key)
        if "TextView" in key:
            days += [day for day in _DAYS if day in key]
        if "Ringtone" in key:
            alarm = alarm._replace(ringtone=key)
        if "Vibrate" in key:
            alarm = alarm._replace(vibrate="unchecked" not in key)
    return found


_NONE = _Alarm("", "", (), "", None, False)


def _before(key: str, word: str) -> str:
    """The text before a word, in the part of a key that contains it."""
    return next((part.split(word)[0].rstrip() for part in key.split(";") if word in part), "")


def alarm(
    tree: CompressedNode,
    time: str,
    label: str | None = None,
    days: Sequence[str] | None = None,
    ringtone: str | None = None,
    vibrate: bool | None = None,
) -> Mapping[str, bool]:
    """Which wanted properties an alarm at that time has: ``time``, the given ones, and ``on``.

    Properties found on any alarm at that time count, but all of them hold only if a single alarm has them.
    """
    found: list[dict[str, bool]] = []
    for each in _alarms_beside(tree):
        if time not in each.time:
            continue
        got = {"time": True, "on": each.on}
        if label is not None:
            got["label"] = _before(each.label, "Label") == label
        if days is not None:
            got["days"] = each.days == tuple(days)
        if ringtone is not None:
            got["ringtone"] = _before(each.ringtone, "Ringtone") == ringtone
        if vibrate is not None:
            got["vibrate"] = each.vibrate is vibrate
        found.append(got)
    if not found:
        return {"time": False}
    shared = {name: any(got[name] for got in found) for name in found[0]}
    return max(found, key=lambda got: sum(got.values())) if all(shared.values()) else shared


def alarm_off(tree: CompressedNode, time: str) -> Mapping[str, bool]:
    """``off``: a closed card shows an alarm at that time that is off."""
    return {"off": any(not each.on for each in _alarms_inside(tree) or () if time in each.time)}


def alarm_beside(tree: CompressedNode, time: str, half: str, on: bool) -> Mapping[str, bool]:
    """``set``: an alarm next to an "Alarm", at that time and half of the day, is on or off as ``on`` says."""
    return {
        "set": any(each.on is on for each in _alarms_beside(tree) if time in each.time and half in each.time)
    }


def all_off(tree: CompressedNode) -> Mapping[str, bool]:
    """``all off``: no alarm in a collapsed card is on. It also holds without alarms, but not on other tabs."""
    found = _alarms_inside(tree)
    return {"all off": found is not None and not any(each.on for each in found)}


def none_after_two(tree: CompressedNode) -> Mapping[str, bool]:
    """``none after 2 PM``: no alarm in a collapsed card is later. 12:30 PM counts as later."""
    found = _alarms_inside(tree)
    late = found is not None and any(_is_late(each.time) for each in found if "PM" in each.time)
    return {"none after 2 PM": found is not None and not late}


def _is_late(key: str) -> bool:
    hour, minute = next(part for part in key.split(";") if "PM" in part).split("\u200a")[0].split(":")
    return int(hour) > 2 or (int(hour) == 2 and int(minute) > 0)


def without_city(tree: CompressedNode, name: str) -> Mapping[str, bool] | None:
    """``gone``: the tab Clock is selected and the city is not in the tree. Without tabs the page is unknown."""
    chosen = matching(tree, "focusable ; selected ; selected")
    return {"gone": "Clock" in chosen[0].key and not has(tree, name)} if chosen else None


def timer(tree: CompressedNode, hours: int, minutes: int, seconds: int) -> Mapping[str, bool]:
    """``hours``, ``minutes``, ``seconds``: whether a text with a duration in words has that many."""
    wanted = {"hours": ("hour", hours), "minutes": ("minute", minutes), "seconds": ("second", seconds)}
    told = [
        node.key
        for node in matching(tree, "TextView")
        if all(word in node.key for word, _ in wanted.values())
    ]
    return {
        name: any(key.split(word)[0].rstrip().split(" ")[-1] == str(number) for key in told)
        for name, (word, number) in wanted.items()
    }


def bedtime(tree: CompressedNode, bedtime: str, wake_up: str) -> Mapping[str, bool]:
    """``bedtime``, ``wake-up``: the times beside the bedtime heading, such as ``10:00 PM``."""
    found = {"bedtime": False, "wake-up": False}
    for parent in parents_of(tree, "BEDTIME"):
        for node in parent.children:
            for name, word, wanted in (("bedtime", "Bedtime", bedtime), ("wake-up", "Wake-up", wake_up)):
                if word in node.key:
                    found[name] = _told(node.key, word) == wanted
    return found


def _told(key: str, word: str) -> str:
    time, half = key.split(word)[-1].split()[:2]
    hour, minute = time.split(":")
    return f"{hour}:{minute} {half}"
