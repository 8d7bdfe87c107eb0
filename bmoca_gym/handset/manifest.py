"""Manifest of an app: its declaration, the layers it shows, the files that are its state.

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
    ``bars``: colour of the status bar's icons, "auto" (by the theme), "light" or "dark"; ``foot``: of the navigation
    bar's where the window reaches under it, "" for the same. ``wide``: it reaches under a bar at the side as well.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    kind: str = "app"
    bars: str = "auto"
    owner: str = ""
    foot: str = ""
    wide: bool = False


def layer(
    function: Callable[..., Any],
    *arguments: Any,
    kind: str = "app",
    bars: str = "auto",
    foot: str = "",
    wide: bool = False,
) -> Layer:
    """A `Layer`; memoised as `Layer` is: equal function and arguments are laid out once."""
    return Layer(function, arguments, kind, bars, foot=foot, wide=wide)


def dialog(function: Callable[..., Any], *arguments: Any) -> Layer:
    """A window over the activity's own, which alone is touched and read while it is open."""
    return Layer(function, arguments, "dialog")


class AppFile(NamedTuple):
    """A file that *is* a part of an app's state.

    ``read``: state to bytes. ``write``: (state, bytes) to state; raises ValueError or sqlite3.DatabaseError where
    the bytes are not what the app can open, and the app then keeps its default data, as Android apps do.
    ``written``: effect on the phone after somebody wrote the file. ``there(state)``: whether the app has made it yet;
    without one, it always has.
    """

    path: str
    read: Callable[[Any], bytes]
    write: Callable[[Any, bytes], Any]
    written: Callback | None = None
    there: Callable[[Any], bool] | None = None


class Intent(NamedTuple):
    """A request to an app. ``extras``: pairs of a key and a text, a number, a boolean, None or a tuple of those.

    ``type``: the MIME type of what it is about; ``flags``: as the shell was given them.
    """

    action: str = ""
    data: str = ""
    component: str = ""
    package: str = ""
    categories: tuple[str, ...] = ()
    extras: tuple[tuple[str, Any], ...] = ()
    type: str = ""
    flags: str = ""

    def extra(self, key: str, default: Any) -> Any:
        """An extra of the kind that ``default`` is, or ``default``. An integer stands for its text, too."""
        found = dict(self.extras).get(key, default)
        if isinstance(default, str) and type(found) is int:
            return str(found)
        return found if type(found) is type(default) else default

    @property
    def text(self) -> str:
        """As the activity manager prints it."""
        parts = [
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={self.data}" if self.data else "",
            f"typ={self.type}" if self.type else "",
            f"flg={self.flags}" if self.flags else "",
            f"pkg={self.package}" if self.package else "",
            f"cmp={self.component}" if self.component else "",
            "(has extras)" if self.extras else "",
        ]
        return "Intent { " + " ".join(filter(None, parts)) + " }"


class IntentFilter(NamedTuple):
    """Intents that an app answers: of one of ``actions``, with data of one of ``schemes`` ("" for none).

    ``start(phone, intent)``: the phone with what is asked for in front; None where the app can't show it.
    ``types``: MIME types, of which the intent's must be one; "*" stands for any part. Without schemes, data of a type
    may be none, a file or a provider's. ``categories``: beside the default one, those that an intent may have.
    ``activity``: the class that answers, where it is not the launcher's.
    """

    actions: tuple[str, ...]
    start: Callable[[Phone, Intent], Phone | None]
    schemes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    activity: str = ""


class ExportedActivity(NamedTuple):
    """An activity beside the launcher's that others may start by the name of its class, or another name of that one.

    ``start(phone, intent)``: the phone with it in front, None where it can't be shown; without one, the app is started
    as its icon starts it.
    """

    name: str
    start: Callable[[Phone, Intent], Phone | None] | None = None


class ContentTable(NamedTuple):
    """Rows of an app that a content provider gives out, by what their addresses have behind ``content://``.

    ``rows(phone)``: of ``columns``, the first of which is the id; ``delete(phone, id)``: the phone without one of them.
    """

    path: str
    columns: tuple[str, ...]
    rows: Callable[[Phone], list[tuple[object, ...]]]
    delete: Callable[[Phone, int], Phone] | None = None


class AppIcon(NamedTuple):
    """A launcher icon: a glyph of the icon font (or up to two letters) on a round background. Colours 0xAARRGGBB."""

    glyph: str
    background: int
    color: int = 0xFFFFFFFF
    letters: str = ""


class PhoneCall(NamedTuple):
    """A telephone call in hand. ``state``: "ringing", "dialing", "active" or "held"; ``incoming``: it came in."""

    number: str
    state: str
    incoming: bool


class Telephone(NamedTuple):
    """Requests of the system to the telephone app.

    ``calls(state)``: the calls in hand, one that rings first. Handlers: ``ring(state, context, number)``, a call comes
    in; ``answer(state, context)``, one end takes it; ``hold(state, context, held)``; ``end(state, context, there,
    number)``, it is over, ended at the other end (``there``) or here: that with a number, or the first.
    """

    calls: Callable[[Any], tuple[PhoneCall, ...]]
    ring: Callable[..., Any]
    answer: Callable[..., Any]
    hold: Callable[..., Any]
    end: Callable[..., Any]


class MediaSession(NamedTuple):
    """Media session of an app: a piece of a ``queue`` of that many, at ``position`` ms, playing or paused."""

    tag: str
    playing: bool
    position: int
    title: str
    artist: str = ""
    album: str = ""
    queue: int = 0


class AppShortcut(NamedTuple):
    """Something that the menu of an app's icon opens. ``label``: a string's key; ``intent``: answered by the app."""

    label: str
    glyph: str
    intent: Intent


class Channel(NamedTuple):
    """A kind of notifications that can be switched off by itself. ``label``: a string's key."""

    id: str
    label: str


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
    ``activities``: what others may start by name, beside the launcher's activity and those of ``intents``.
    ``permissions``: the names of those that the app may ask for; ``asks``: those of them that it asks for when it is
    opened.
    ``notices(phone)``: the phone with the notifications that the app's state calls for, see `notifications.refresh`.
    ``broadcast(phone, intent)``: the phone after a broadcast, and the result that the sender is told, such as
    ``result=-1``; None where the app does not listen to it.
    ``telephone``: of the app that has the telephone calls, see `bmoca_gym.handset.system.telephony`.
    ``media_session(phone)``: what it plays or has paused, None where that is nothing. ``media_key(state, context,
    key)``: a handler of "play_pause", "play", "pause", "stop", "next" or "previous", while there is something.
    ``over_lock``: its activities that are shown over the lock screen, by component.
    ``channels``: the kinds of its notifications. ``shortcuts``: what the menu of its icon opens.
    ``content``: rows that others read of it.
    ``message_received(phone, message)``: the phone once the app knows that a text message came.
    ``layouts``: the layouts that the real app has and that only hold others, as ``class#id``, outermost first. They are
    those around a screen, by its activity's class without packages ("" for all others); in all windows of a kind, by
    the kind and a colon, such as ``dialog:``, where the app's own views hold what others show in windows of AppCompat;
    between an element and what is in it, by ``#`` and its resource id; or around an element, by ``around#`` and the id.
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
    activities: tuple[ExportedActivity, ...] = ()
    permissions: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    broadcast: Callable[[Phone, Intent], tuple[Phone, str] | None] | None = None
    notices: Callable[[Phone], Phone] | None = None
    telephone: Telephone | None = None
    media_session: Callable[[Phone], MediaSession | None] | None = None
    media_key: Callable[..., Any] | None = None
    over_lock: tuple[str, ...] = ()
    files: tuple[AppFile, ...] = ()
    content: tuple[ContentTable, ...] = ()
    label: str = "app_name"
    shortcuts: tuple[AppShortcut, ...] = ()
    channels: tuple[Channel, ...] = ()
    layouts: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def title(self, res: Resources) -> str:
        """The app's name in the locale."""
        return res.string(f"{self.name}.{self.label}")

    @property
    def component(self) -> str:
        """``package/class`` of the launcher activity."""
        return f"{self.package}/{self.activity}"


@value
class Provider(Value):
    """A package without screens that keeps data for several apps: its state is a phone's as an app's is.

    ``types``: pairs of what ``content:`` addresses of its data begin with, and the MIME type of a list of such data.
    """

    package: str
    state: Callable[[], Any]
    files: tuple[AppFile, ...] = ()
    types: tuple[tuple[str, str], ...] = ()
