"""A tour of an app: breadth-first through its screens, touching everything that can be touched on each."""

from __future__ import annotations

from collections import Counter, deque
from functools import lru_cache
from typing import NamedTuple

from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.apps.clock.handlers import stopwatch, timers
from bmoca_gym.handset.apps.dialer import handlers
from bmoca_gym.handset.gestures import Gesture, LongPress, Swipe, Tap
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Image, Notification, Phone
from bmoca_gym.handset.system import activities, keys, notifications, radios, status_bar
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.handset.value import do, replace

#: How many screens of an app are visited at most.
SCREENS = 150

DIALER, CLOCK = "com.android.dialer", "com.google.android.deskclock"
MESSAGES = "com.google.android.apps.messaging"

#: Not an app, but what has screens of its own: the notification shade.
SHADE = status_bar.PACKAGE


class Touch(NamedTuple):
    """A gesture on the ``number``-th element with these attributes: "Tap", "LongPress" or "Swipe"."""

    kind: str
    class_name: str
    resource_id: str
    number: int


class Visit(NamedTuple):
    """A screen of a tour: the index of the visit from which it was reached, and how; for a start, its own number.

    ``unanswered``: touches that changed nothing.
    """

    phone: Phone
    parent: int
    touch: Touch | None
    unanswered: tuple[tuple[Touch, UiNode], ...]


def touches(tree: UiTree) -> list[tuple[Touch, UiNode]]:
    """Every touch that should have an effect according to the tree, and a scroll of every list."""
    found = []
    met: Counter[tuple[str, str]] = Counter()
    for node in tree:
        key = (node.class_name, node.resource_id)
        for kind, possible in (
            ("Tap", node.clickable),
            ("LongPress", node.long_clickable),
            ("Swipe", node.scrollable),
        ):
            if possible:
                found.append((Touch(kind, *key, met[key]), node))
        met[key] += 1
    return found


def gesture(touch: Touch, node: UiNode, tree: UiTree) -> Gesture:
    """The touch as a gesture on that element."""
    x, y = node.center[0] / tree.width, node.center[1] / tree.height
    if touch.kind == "Swipe":
        return Swipe(x, min(0.99, y + 0.15), x, max(0.01, y - 0.15), 1.0)
    return LongPress(x, y) if touch.kind == "LongPress" else Tap(x, y)


def starts(package: str, locale: str, image: Image = ANDROID10) -> tuple[Phone, ...]:
    """Phones that show the app; for the launcher the home screen, the list of all apps and the overview."""
    return started(package, replace(image.configuration, locale=locale), image)


def started(package: str, configuration: Configuration, image: Image = ANDROID10) -> tuple[Phone, ...]:
    """The same on a screen of that configuration."""
    phone = images.boot(configuration, image)
    if package == packages.launcher_of(image).package:
        drawer = inputs.perform(phone, Swipe(0.5, 0.8, 0.5, 0.2))
        overview = keys.press_key(
            keys.press_key(started(DIALER, configuration, image)[0], "HOME"), "OVERVIEW"
        )
        return phone, drawer, overview
    if package == SHADE:
        phone = _with_notifications(phone)
        full = status_bar.expand(phone, full=True)
        return status_bar.expand(phone), full, replace(full, shade=replace(full.shade, page=1))
    opened = activities.start(phone, packages.apps_of(image)[package].component)
    if package == MESSAGES:
        return opened, _with_messages(opened)
    return (opened,)


def _with_messages(phone: Phone) -> Phone:
    """A received message, a sent one, and one that could not be sent."""
    phone = inputs.wait(messages.send(messages.receive(phone, "5551234", "1"), "5551234", "2"), 2000)
    phone = messages.send(radios.set_airplane_mode(phone, True), "5551234", "3")
    phone = messages.receive(inputs.wait(phone, 2000), "5556789", "4")
    return inputs.wait(phone, 6000)  # nothing lies over the screen any more


def _with_notifications(phone: Phone) -> Phone:
    """A call, a running timer, a paused one, a stopwatch, and a notification that can be dismissed."""
    call = phone.handled(DIALER, handlers.place_call, ("5551234",))
    phone = activities.start(inputs.wait(call, 7000), packages.apps_of(ANDROID10)[CLOCK].component)
    for _ in range(2):
        phone = phone.handled(CLOCK, timers.press_digit, ("5",))
        phone = phone.handled(CLOCK, timers.press_digit, ("00",))
        phone = phone.handled(CLOCK, timers.start_new_timer, ())
    phone = inputs.wait(phone, 2000).handled(CLOCK, timers.start_stop_timer, (1,))
    phone = activities.go_home(phone.handled(CLOCK, stopwatch.start_stop_watch, ()))
    settings = packages.apps_of(ANDROID10)["com.android.settings"]
    tap = do(activities.start, settings.component)
    return notifications.post(phone, Notification(settings.package, "one", "", tap=tap))


def _stays(phone: Phone, package: str) -> bool:
    """Whether a phone still shows the app of the tour."""
    if package == SHADE:
        return phone.shade is not None
    return phone.top.package == package


def _shape(phone: Phone, tree: UiTree) -> tuple[object, ...]:
    """What distinguishes screens: not their texts, but their place in the app and their elements."""
    front = phone.top
    if phone.shade is not None:  # its tiles are on and off in too many ways
        return phone.shade, len(phone.notifications), tuple((n.class_name, n.resource_id) for n in tree)
    nodes = tuple((n.class_name, n.resource_id, n.clickable, n.checked, n.selected) for n in tree)
    return front.component, front.argument, front.focus, nodes


@lru_cache(2)  # tests go from app to app
def tour(package: str, locale: str, image: Image = ANDROID10, most: int = SCREENS) -> tuple[Visit, ...]:
    """The screens of an app that taps lead to, nearest first, up to a number."""
    return explored(package, starts(package, locale, image), most)


def explored(package: str, first: tuple[Phone, ...], screens: int) -> tuple[Visit, ...]:
    """As many screens of an app, from the first ones on."""
    waiting: deque[tuple[Phone, int, Touch | None]] = deque((phone, i, None) for i, phone in enumerate(first))
    met = {_shape(phone, screen.ui_tree(phone)) for phone in first}
    visits: list[Visit] = []
    while waiting and len(visits) < screens:
        now, parent, came_by = waiting.popleft()
        tree = screen.ui_tree(now)
        unanswered = []
        for touch, node in touches(tree):
            after = inputs.perform(now, gesture(touch, node, tree))
            if after == now:
                unanswered.append((touch, node))
                continue
            shape = _shape(after, screen.ui_tree(after))
            if shape not in met and _stays(after, package):
                met.add(shape)
                waiting.append((after, len(visits), touch))
        visits.append(Visit(now, parent, came_by, tuple(unanswered)))
    return tuple(visits)


def retraced(
    package: str, locale: str, visits: tuple[Visit, ...], image: Image = ANDROID10
) -> list[Phone | None]:
    """The screens of a tour seen in another language; None if the way differs there."""
    seen: list[Phone | None] = []
    for visit in visits:
        if visit.touch is None:
            seen.append(starts(package, locale, image)[visit.parent])
            continue
        before = seen[visit.parent]
        tree = screen.ui_tree(before) if before is not None else None
        node = next((n for t, n in touches(tree) if t == visit.touch), None) if tree is not None else None
        if before is None or tree is None or node is None:
            seen.append(None)
        else:
            seen.append(inputs.perform(before, gesture(visit.touch, node, tree)))
    return seen
