"""Parts of a page: preferences as data, and their current values."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.value import Callback


class Preference(NamedTuple):
    """A row of a page.

    ``key`` names it, and its title in the strings.

    Attributes:
        kind: link (opens ``page``), switch (of ``setting``), both (opens ``page``, with a switch of ``setting``), bar
            (a switch over the whole page), slider (a volume, ``stream``, or ``setting`` from ``low`` to ``high``),
            steps (a slider over a sample), choice (opens the dialog of its choices), action (opens the dialog ``page``,
            or calls the handler of that name), button (an action in the middle of the page), info (only shown),
            heading, note, made (rows that a function makes).
        summary: a string's key, or the name of a function in `summaries`.
        on, off: values of the setting.
        needs: a setting; the row is greyed out unless it is ``on``.
    """

    kind: str
    key: str
    icon: str = ""
    summary: str = ""
    page: str = ""
    setting: tuple[str, str] = ("", "")
    on: str = "1"
    off: str = "0"
    default: str = "0"
    stream: int = 0
    handler: str = ""
    needs: tuple[str, str] | None = None
    background: int = 0
    low: int = 0
    high: int = 0


class Page(NamedTuple):
    """A page: its fragment in the real app, and its rows. Rows from ``first`` on are hidden under "Advanced".

    ``logs``: controllers that the app logs when it opens. ``title``: the key of its title, if that is not ``name``.
    ``pairs``: whether it looks for devices, for which Bluetooth is switched on.
    """

    name: str
    fragment: str
    rows: tuple[Preference, ...] = ()
    first: int = 0
    logs: tuple[str, ...] = ()
    title: str = ""
    pairs: bool = False


class Shown(NamedTuple):
    """A row's current content: texts, callbacks, the state of its switch, its level."""

    kind: str
    key: str
    title: str
    summary: str = ""
    icon: str = ""
    tap: Callback | None = None
    checked: bool = False
    switch: Callback | None = None
    level: int = 0
    high: int = 0
    slide: Callback | None = None
    enabled: bool = True
    background: int = 0
    app: App | None = None


def link(key: str, page: str = "", icon: str = "", summary: str = "", **options: Any) -> Preference:
    """A row that opens ``page``, or the page with its own name."""
    return Preference("link", key, icon, summary, page or key, **options)


def switch(
    key: str, namespace: str, name: str, icon: str = "", summary: str = "", **options: Any
) -> Preference:
    """A row with a switch of a system setting."""
    return Preference("switch", key, icon, summary, setting=(namespace, name), **options)


def choice(key: str, icon: str = "", summary: str = "", **options: Any) -> Preference:
    """A row that opens a dialog to choose a setting's value."""
    return Preference("choice", key, icon, summary or key, **options)


def volume(key: str, icon: str, stream: int) -> Preference:
    """A row with a slider of an audio stream."""
    return Preference("slider", key, icon, stream=stream)


def level(key: str, setting: tuple[str, str], low: int, high: int, default: int) -> Preference:
    """A row with a slider of a system setting."""
    return Preference("slider", key, setting=setting, low=low, high=high, default=str(default))


def info(key: str, summary: str = "", icon: str = "") -> Preference:
    """A row that only shows information."""
    return Preference("info", key, icon, summary)


def heading(key: str) -> Preference:
    """The title of the rows below."""
    return Preference("heading", key)


def note(key: str) -> Preference:
    """An explanation at the foot of a page."""
    return Preference("note", key)
