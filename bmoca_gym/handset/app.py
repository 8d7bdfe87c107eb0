"""What an app is to the system: its declaration, the layers it shows, and the effects its handlers may ask for.

A handler is a module-level function ``handler(state, context, *arguments)`` of the app's own slice of state. It
returns the next state, or a tuple of the next state and effects. An effect is a `Callback` that maps a phone to
the next phone; the functions below (`log`, `start`, `finish`, ...) make the usual ones.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.system import activities, clock, logcat, settings
from bmoca_gym.handset.value import Callback, Value, do, value

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone
    from bmoca_gym.handset.system.activities import Activity
    from bmoca_gym.handset.system.messages import Message

#: The owner of what belongs to the system itself: its handlers get the phone as their state.
SYSTEM = "android"


class Layer(NamedTuple):
    """A window of a screen: a pure function and its arguments, which build the element tree.

    ``kind``: "app" (the activity's window), "screen" (reaches under the bars), or "dialog".
    ``bars``: colour of the status bar's icons, "auto" (by the theme), "light" or "dark".
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    kind: str = "app"
    bars: str = "auto"
    owner: str = ""


def layer(function: Callable[..., Any], *arguments: Any, kind: str = "app", bars: str = "auto") -> Layer:
    """A `Layer`; memoised as `Layer` is: equal function and arguments are laid out once."""
    return Layer(function, arguments, kind, bars)


def dialog(function: Callable[..., Any], *arguments: Any) -> Layer:
    """A window over the activity's own, which alone is touched and read while it is open."""
    return Layer(function, arguments, "dialog")


class AppFile(NamedTuple):
    """A file that *is* a part of an app's state.

    ``read``: state to bytes. ``write``: (state, bytes) to state; raises ValueError or sqlite3.DatabaseError where
    the bytes are not what the app can open, and the app then keeps its default data, as Android apps do.
    ``written``: effect on the phone after somebody wrote the file.
    """

    path: str
    read: Callable[[Any], bytes]
    write: Callable[[Any, bytes], Any]
    written: Callback | None = None


class AppIcon(NamedTuple):
    """A launcher icon: a glyph of the icon font (or up to two letters) on a round ground. Colours 0xAARRGGBB."""

    glyph: str
    ground: int
    color: int = 0xFFFFFFFF
    letters: str = ""


@value
class App(Value):
    """An installed app.

    ``name``: its module and string catalogue. ``activity``: full class name of the launcher activity.
    ``state()``: the first state. ``layers(phone, state, activity)``: what it shows, bottom to top.
    ``back(state, context)``: a handler of Back; where it changes nothing, the system leaves the activity.
    ``closed(state)``: the state when its process or last activity ends (dialogs gone, data kept).
    ``created(state, context)``: a handler run when an activity is made, not only brought back.
    ``paused(state, context)``: a handler run when another activity covers it or the app is left.
    ``resumed(state, context)``: a handler run when it comes to the front.
    ``time_changed(phone)``: the phone once the app knows that somebody set the clock or the time zone.
    ``view(phone, address)``: the phone once the app shows a web address; None where it can't show that one.
    ``message_received(phone, message)``: the phone once the app knows that a text message came.
    """

    name: str
    package: str
    activity: str
    icon: AppIcon
    state: Callable[[], Any]
    layers: Callable[[Phone, Any, Activity], tuple[Layer, ...]]
    uid: int = 10100
    back: Callable[..., Any] | None = None
    closed: Callable[[Any], Any] | None = None
    created: Callable[..., Any] | None = None
    paused: Callable[..., Any] | None = None
    resumed: Callable[..., Any] | None = None
    time_changed: Callable[[Phone], Phone] | None = None
    message_received: Callable[[Phone, Message], Phone] | None = None
    view: Callable[[Phone, str], Phone | None] | None = None
    files: tuple[AppFile, ...] = ()
    label: str = "app_name"

    @property
    def component(self) -> str:
        """``package/class`` of the launcher activity."""
        return f"{self.package}/{self.activity}"


@value
class Provider(Value):
    """A package without screens that keeps data for several apps: its state is a phone's as an app's is."""

    package: str
    state: Callable[[], Any]
    files: tuple[AppFile, ...] = ()


class Context:
    """What a handler may know besides its own state.

    ``x``, ``y``: where the element was touched, fractions of its box (0 left/top to 1). ``end_x``, ``end_y``: where
    a swipe that began on it ended, same measure (may lie outside 0..1). ``direction``: of a swipe, "" for a tap.
    """

    __slots__ = ("activity", "direction", "end_x", "end_y", "phone", "x", "y")

    def __init__(
        self,
        phone: Phone,
        activity: Activity | None = None,
        x: float = 0.5,
        y: float = 0.5,
        end_x: float = 0.5,
        end_y: float = 0.5,
        direction: str = "",
    ) -> None:
        self.phone = phone
        self.activity = activity
        self.x = x
        self.y = y
        self.end_x = end_x
        self.end_y = end_y
        self.direction = direction

    @property
    def now(self) -> datetime:
        """The phone's local time."""
        return clock.local_time(self.phone)

    @property
    def uptime(self) -> int:
        """Milliseconds since boot: what stopwatches count."""
        return self.phone.clock.uptime

    @property
    def res(self) -> resources.Resources:
        """Strings, colours and formats of the phone's configuration."""
        return resources.of(self.phone.configuration)


def log(tag: str, message: str, level: str = "I") -> Callback:
    """Effect: a line in the system log."""
    return do(logcat.write, tag, message, level)


def start(component: str, argument: Any = None, action: str = "") -> Callback:
    """Effect: start an activity (``package/class``) over the current one; ``argument`` is a value it shows."""
    return do(activities.start, component, argument, action)


def finish(count: int = 1) -> Callback:
    """Effect: leave the current activity, or the top ``count`` of the app."""
    return do(activities.finish, count)


def put_setting(namespace: str, key: str, text: str) -> Callback:
    """Effect: write a system setting."""
    return do(settings.put, namespace, key, text)


def focus(key: str) -> Callback:
    """Effect: give the text field ``key`` of the current activity the focus; "" closes the keyboard."""
    return do(activities.focus, key)


def scroll_to(key: str, offset: int = 0) -> Callback:
    """Effect: move the scroll ``key`` of the current activity to ``offset`` px."""
    return do(activities.scroll_to, key, offset)


def schedule(owner: str, tag: str, at: int, callback: Callback, on: str = "wall") -> Callback:
    """Effect: call ``owner``'s handler at ``at`` ms of the "wall" clock or of "uptime"."""
    return do(clock.schedule, owner, tag, at, callback, on)


def cancel(owner: str, tag: str) -> Callback:
    """Effect: forget that appointment."""
    return do(clock.cancel, owner, tag)


def toast(text: str) -> Callback:
    """Effect: a short message over the screen for two seconds."""
    return do(activities.toast, text)
