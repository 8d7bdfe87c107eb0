"""What an app is to the system: its declaration, the layers it shows, the files that are its state.

A handler is a module-level function ``handler(state, context, *arguments)`` of the app's own slice of state. It
returns the next state, or a tuple of the next state and effects, which `bmoca_gym.handset.effects` makes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.value import Callback, Value, value


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


class Intent(NamedTuple):
    """What is asked for. ``extras``: (key, text) pairs."""

    action: str = ""
    data: str = ""
    component: str = ""
    package: str = ""
    categories: tuple[str, ...] = ()
    extras: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """As the activity manager prints it."""
        parts = [
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={self.data}" if self.data else "",
            f"pkg={self.package}" if self.package else "",
            f"cmp={self.component}" if self.component else "",
            "(has extras)" if self.extras else "",
        ]
        return "Intent { " + " ".join(filter(None, parts)) + " }"


class IntentFilter(NamedTuple):
    """Intents that an app answers: of one of ``actions``, with data of one of ``schemes`` ("" for none).

    ``start(phone, intent)``: the phone with what is asked for in front; None where the app can't show it.
    """

    actions: tuple[str, ...]
    start: Callable[[Phone, Intent], Phone | None]
    schemes: tuple[str, ...] = ()


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
    ``intents``: what it answers, see `bmoca_gym.handset.system.intents`.
    ``exported(phone, intent)``: the phone with the activity in front that ``intent.component`` names, a class other
    than the launcher's; None where the app exports no such activity.
    ``notices(phone)``: the phone with the notifications that the app's state calls for, see `notifications.refresh`.
    ``broadcast(phone, intent)``: the phone after a broadcast, and the result that the sender is told, such as
    ``result=-1``; None where the app does not listen to it.
    ``call(state)``: the number at the other end of a telephone call that is going on, "" where there is none.
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
    message_received: Callable[[Phone, Any], Phone] | None = None
    intents: tuple[IntentFilter, ...] = ()
    exported: Callable[[Phone, Intent], Phone | None] | None = None
    broadcast: Callable[[Phone, Intent], tuple[Phone, str] | None] | None = None
    notices: Callable[[Phone], Phone] | None = None
    call: Callable[[Any], str] | None = None
    files: tuple[AppFile, ...] = ()
    label: str = "app_name"

    def title(self, res: Resources) -> str:
        """The app's name in the locale."""
        return res.string(f"{self.name}.{self.label}")

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
