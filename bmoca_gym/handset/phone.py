"""The phone as a value: its state, and what a gesture, a key, a text or the passing of time makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from immutables import Map

from bmoca_gym.handset import apps, screen
from bmoca_gym.handset.app import SYSTEM, Context
from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap
from bmoca_gym.handset.system import activities, clock, pictures, status_bar
from bmoca_gym.handset.system.activities import HOME_COMPONENT, Activity, Task
from bmoca_gym.handset.system.automation_packages import InstalledPackage
from bmoca_gym.handset.system.clock import Due, SystemClock
from bmoca_gym.handset.system.files import FIRST_MODIFIED
from bmoca_gym.handset.system.logcat import LogBuffer
from bmoca_gym.handset.system.notifications import Notification
from bmoca_gym.handset.system.settings import FIRST_PROPERTIES, FIRST_SETTINGS
from bmoca_gym.handset.system.status_bar import Shade
from bmoca_gym.handset.value import Callback, Value, replace, value
from bmoca_gym.handset.view import scrolling
from bmoca_gym.handset.view.hit import Hit, chain, find

TEXT_LIMIT = 10_000


class _Derived(Value):
    """Room for what is computed from a phone and kept with it; never compared, hashed or pickled."""

    __slots__ = ("_surfaces",)


@value
class Phone(_Derived):
    """Everything there is of a phone. ``home``: the launcher is in front; otherwise the last of ``tasks`` is.

    ``files``: the content of users' files by path. ``modified``: when (wall ms) each of them, and each directory of
    theirs, was written last: what is in it and not in ``files`` is a directory. ``notifications``: newest first.
    ``shade``: the open notification shade. ``system_offsets``: of the scrolls of the overview or the shade.
    ``automation``: what test programs have installed.
    """

    configuration: Configuration = Configuration()
    clock: SystemClock = SystemClock()
    settings: Map[tuple[str, str], str] = FIRST_SETTINGS
    properties: Map[str, str] = FIRST_PROPERTIES
    apps: Map[str, Any] = Map()
    launcher: Activity = Activity(HOME_COMPONENT)
    tasks: tuple[Task, ...] = ()
    home: bool = True
    overview: bool = False
    system_offsets: tuple[tuple[str, int], ...] = ()
    keyboard_page: str = "letters"
    toast: str = ""
    shade: Shade | None = None
    notifications: tuple[Notification, ...] = ()
    files: Map[str, bytes] = Map()
    modified: Map[str, int] = FIRST_MODIFIED
    log: LogBuffer = LogBuffer()
    due: tuple[Due, ...] = ()
    processes: Map[str, int] = Map()
    next_pid: int = 2011
    clipboard: str = ""
    automation: Map[str, InstalledPackage] = Map()

    def handled(
        self,
        owner: str,
        handler: Callable[..., Any],
        arguments: tuple[Any, ...],
        context: Context | None = None,
    ) -> Phone:
        """The phone after a handler of ``owner``, its effects applied in their order."""
        if context is None:
            context = Context(self, activities.top(self))
        state = self if owner == SYSTEM else self.apps[owner]
        result = handler(state, context, *arguments)
        effects: tuple[Callback, ...] = ()
        if type(result) is tuple:
            result, effects = result[0], result[1:]
        if result is state or result == state:
            phone = self  # an equal state is no change: Back, for one, goes on to leave the app then
        elif owner == SYSTEM:
            phone = result
        else:
            phone = replace(self, apps=self.apps.set(owner, result))
        for function, values in effects:
            phone = function(phone, *values)
        return phone


def boot(configuration: Configuration | None = None) -> Phone:
    """A phone out of the box on its home screen."""
    states = Map({package: found.state() for package, found in apps.packages().items()})
    return Phone(
        configuration=configuration or Configuration(),
        apps=states,
        files=pictures.first_files(),
        modified=pictures.FIRST_MODIFIED,
    )


def perform(phone: Phone, gesture: Gesture) -> Phone:
    """The phone after a gesture."""
    if isinstance(gesture, Tap):
        return _settled(_touch(phone, gesture.x, gesture.y, False))
    if isinstance(gesture, LongPress):
        return _settled(_touch(phone, gesture.x, gesture.y, gesture.seconds >= 0.4))
    if isinstance(gesture, Swipe):
        return _settled(_swipe(phone, gesture))
    if isinstance(gesture, PressKey):
        return _settled(press_key(phone, gesture.key))
    return _settled(type_text(phone, gesture.text))


def wait(phone: Phone, milliseconds: int) -> Phone:
    """The phone that many milliseconds later, everything that fell due done in its order."""
    until = phone.clock.uptime + milliseconds
    while phone.due:
        found = clock.next_due(phone, until)
        if found is None:
            break
        due, at = found
        phone = replace(
            phone,
            clock=clock.advanced(phone.clock, at - phone.clock.uptime),
            due=tuple(d for d in phone.due if d is not due),
        )
        function, arguments = due.callback
        phone = phone.handled(due.owner, function, arguments)
    return replace(phone, clock=clock.advanced(phone.clock, until - phone.clock.uptime))


def _settled(phone: Phone) -> Phone:
    """The phone without a focus on a text field that is no longer there."""
    if activities.top(phone).focus and not phone.overview and focused_field(phone) is None:
        return activities.focus(phone, "")
    return phone


def _at(phone: Phone, x: float, y: float) -> tuple[screen.Surface, list[Hit]]:
    """The window under a point (fractions of the screen) and the elements there, outermost first."""
    config = phone.configuration
    px = min(config.width - 1, int(x * config.width))
    py = min(config.height - 1, int(y * config.height))
    for surface in reversed(screen.surfaces(phone)):
        left, top, box = surface.x, surface.y, surface.box
        if surface.kind in ("toast", "status") or not (
            left <= px < left + box.width and top <= py < top + box.height
        ):
            continue
        return surface, chain(box, px - left, py - top, surface.offsets)
    raise AssertionError("the windows of a screen cover it")  # pragma: no cover


def _shown(phone: Phone, key: str) -> Phone:
    """The phone with the text field ``key`` scrolled into what the keyboard leaves of the window."""
    surface = screen.active(phone)
    found = scrolling.offset_to_show(surface.box, surface.offsets, key)
    return phone if found is None else activities.scroll_to(phone, *found)


def _fractions(hit: Hit) -> tuple[float, float]:
    return (hit.x + 0.5) / max(1, hit.box.width), (hit.y + 0.5) / max(1, hit.box.height)


def _touch(phone: Phone, x: float, y: float, long: bool) -> Phone:
    surface, hits = _at(phone, x, y)
    for hit in reversed(hits):
        element: Any = hit.element
        callback = element.tap or element.drag
        if long and element.long_press is not None:
            callback = element.long_press
        if hasattr(element, "on_text"):
            return _shown(activities.focus(phone, element.key), element.key)
        if callback is not None:
            if not element.enabled:
                return phone
            fx, fy = _fractions(hit)
            context = Context(phone, activities.top(phone), fx, fy, fx, fy)
            return phone.handled(surface.owner, callback[0], callback[1], context)
    return phone


def _swipe(phone: Phone, gesture: Swipe) -> Phone:
    config = phone.configuration
    dx = (gesture.x1 - gesture.x0) * config.width
    dy = (gesture.y1 - gesture.y0) * config.height
    if max(abs(dx), abs(dy)) < 8 * config.density / 160:
        return _touch(phone, gesture.x0, gesture.y0, gesture.seconds >= 0.4)
    if (
        dy > abs(dx)
        and phone.shade is None
        and gesture.y0 * config.height * 160 < status_bar.HEIGHT * config.density
    ):
        return status_bar.expand(phone)
    surface, hits = _at(phone, gesture.x0, gesture.y0)
    across = abs(dx) > abs(dy)
    direction = ("right" if dx > 0 else "left") if across else ("down" if dy > 0 else "up")
    activity = activities.top(phone)
    for hit in reversed(hits):
        element: Any = hit.element
        if element.drag is not None and element.enabled:
            fx, fy = _fractions(hit)
            end = fx + dx / max(1, hit.box.width), fy + dy / max(1, hit.box.height)
            context = Context(phone, activity, fx, fy, *end, direction)
            return phone.handled(surface.owner, element.drag[0], element.drag[1], context)
        if element.scrollable and (element.axis == "x") == across:
            moved = scrolling.offset_after(
                hit.box, surface.offsets, config, -(dx if across else dy), gesture.seconds
            )
            if moved is not None:
                return _scrolled(phone, surface.owner, element.key, moved)
        if element.swipe is not None:
            fx, fy = _fractions(hit)
            context = Context(phone, activity, fx, fy, fx, fy, direction)
            after = phone.handled(surface.owner, element.swipe[0], element.swipe[1], context)
            if after is not phone:
                return after
    return phone


def _scrolled(phone: Phone, owner: str, key: str, offset: int) -> Phone:
    if owner == SYSTEM:
        return replace(phone, system_offsets=((key, offset),))
    return activities.scroll_to(phone, key, offset)


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
    if key in ("TAB", "SEARCH"):
        return phone
    return phone


def _back(phone: Phone) -> Phone:
    if phone.shade is not None:
        return status_bar.back(phone)
    if phone.overview:
        return replace(phone, overview=False)
    activity = activities.top(phone)
    if activity.focus and focused_field(phone) is not None:
        return activities.focus(phone, "")
    app = apps.INSTALLED[activity.package]
    if app.back is not None:
        after = phone.handled(activity.package, app.back, ())
        if after is not phone:
            return after
    return activities.finish(phone)


def focused_field(phone: Phone) -> tuple[Any, str] | None:
    """The text field that has the focus, and the owner of its window."""
    key = activities.top(phone).focus
    if not key:
        return None
    surface = screen.active(phone)
    box = find(surface.box, lambda e: hasattr(e, "on_text") and getattr(e, "key", "") == key)
    return None if box is None else (box.element, surface.owner)


def type_text(phone: Phone, text: str) -> Phone:
    """The phone after ``text`` was committed to the focused field. Line ends press Enter."""
    text = unicode_of(text)
    for part in text.replace("\r\n", "\n").splitlines(keepends=True):
        line = part.rstrip("\n")
        if line:
            phone = _changed(phone, lambda content, line=line: (content + line)[:TEXT_LIMIT])  # type: ignore[misc]
        if part.endswith("\n"):
            phone = submit(phone)
    return phone


def unicode_of(text: str) -> str:
    """``text`` with halves of surrogate pairs joined, and those without their other half replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def erase(phone: Phone) -> Phone:
    """The phone with the last character of the focused field gone."""
    return _changed(phone, lambda content: content[:-1])


def _changed(phone: Phone, change: Callable[[str], str]) -> Phone:
    found = focused_field(phone)
    if found is None:
        return phone
    field, owner = found
    text = change(field.content)
    if text == field.content:
        return phone
    function, arguments = field.on_text
    return phone.handled(owner, function, (*arguments, text))


def submit(phone: Phone) -> Phone:
    """The phone after Enter in the focused field: its action, a new line in a field of several, or no keyboard."""
    found = focused_field(phone)
    if found is None:
        return phone
    field, owner = found
    if field.on_submit is None:
        if field.lines == 1:
            return activities.focus(phone, "")
        return _changed(phone, lambda content: (content + "\n")[:TEXT_LIMIT])
    function, arguments = field.on_submit
    return activities.focus(phone.handled(owner, function, arguments), "")
