"""Manifest of an app: its activities and windows, its handlers, its files, and what it offers to others.

A handler is a module-level function ``handler(state, context, *arguments)`` of the app's own state. It
returns `Next`: the next state, or a tuple of the next state and effects (`bmoca_gym.handset.effects`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, Union

from typing_extensions import Unpack

from bmoca_gym.handset.resources import Palette, Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.value import Callback, Value, value

S = TypeVar("S")

#: Changes of the phone beside the next state of an app, see `bmoca_gym.handset.effects`.
Effects = tuple[Callback, ...]
#: The next state of an app with its effects, in their order.
Step = tuple[S, Unpack[Effects]]
#: What a handler returns: the next state, or a tuple of the next state and its effects.
Next = Union[S, Step[S]]  # noqa: UP007 - Python 3.10 can't evaluate `S | Step[S]`
#: A handler without arguments of its own.
Handler = Callable[[Any, Context], Next[Any]]


def and_then(after: Next[S], *effects: Callback) -> Step[S]:
    """Add effects to a state, or append them to those that another handler returned."""
    return (*after, *effects) if isinstance(after, tuple) else (after, *effects)


def split(after: Next[S]) -> tuple[S, list[Callback]]:
    """Split what a handler returned into the state and a list of effects."""
    return (after[0], list(after[1:])) if isinstance(after, tuple) else (after, [])


class Layer(NamedTuple):
    """A window of a screen: a pure function and its arguments, which build the element tree.

    Attributes:
        function: function that builds the elements.
        arguments: its arguments.
        kind: "app" (an activity's window), "screen" (reaches under the bars) or "dialog".
        bars: colour of the status bar's icons: "auto" (by the theme), "light" or "dark".
        owner: the package whose state the handlers get; "" for the app itself.
        foot: colour of the navigation bar's icons if the window reaches under it; "" for that of ``bars``.
        wide: whether it also reaches under a bar at the side.
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
    """Make a `Layer`. Windows with equal function and arguments are laid out once."""
    return Layer(function, arguments, kind, bars, foot=foot, wide=wide)


def dialog(function: Callable[..., Any], *arguments: Any) -> Layer:
    """Make a dialog over the activity's window. While it is open, touches and the UI tree go to it alone."""
    return Layer(function, arguments, "dialog")


class AppFile(NamedTuple):
    """A file that is a part of an app's state.

    Attributes:
        path: its absolute path.
        read: function from state to bytes.
        write: function from (state, bytes) to state. It raises ValueError or sqlite3.DatabaseError if the app
            can't open the bytes; the app then gets its default data, as on Android.
        written: effect on the phone after the file was written.
        there: function from state to whether the file exists; None if it always does.
    """

    path: str
    read: Callable[[Any], bytes]
    write: Callable[[Any, bytes], Any]
    written: Callback | None = None
    there: Callable[[Any], bool] | None = None


class Intent(NamedTuple):
    """A request to an app.

    Attributes:
        action: what to do, such as ``android.intent.action.VIEW``.
        data: a URI, or "".
        component: ``package/class`` that should answer, or "".
        package: package that should answer, or "".
        categories: categories, without the default one.
        extras: pairs of a key and a text, a number, a boolean, None, or a tuple of these.
        type: MIME type of the data.
        flags: flags as the shell was given them.
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
        """Return an extra of the type of ``default``, or ``default``. An integer is accepted as text, too."""
        found = dict(self.extras).get(key, default)
        if isinstance(default, str) and type(found) is int:
            return str(found)
        return found if type(found) is type(default) else default

    @property
    def text(self) -> str:
        """The intent as the activity manager prints it."""
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
    """Intents that an app answers.

    Attributes:
        actions: accepted actions.
        start: function from (phone, intent) to the phone with the requested activity in front; None if the
            app can't show it.
        schemes: accepted schemes of the data, "" for none.
        types: accepted MIME types; "*" matches any part. Without ``schemes``, the data of such an intent may
            be missing, a file or a provider's.
        categories: accepted categories besides the default one.
        activity: class that answers, if it is not the launcher activity.
    """

    actions: tuple[str, ...]
    start: Callable[[Phone, Intent], Phone | None]
    schemes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    activity: str = ""


class ExportedActivity(NamedTuple):
    """Further activity that others can start by its class name, or by an alias of it.

    ``start``: function from (phone, intent) to the phone with the activity in front, or None if it can't be
    shown. Without it, the app is started as from its icon.
    """

    name: str
    start: Callable[[Phone, Intent], Phone | None] | None = None


class ContentTable(NamedTuple):
    """Rows that an app offers through a content provider, under the URI's part after ``content://``.

    ``rows(phone)`` returns tuples of ``columns``, of which the first is the id. ``delete(phone, id)`` returns
    the phone without a row.
    """

    path: str
    columns: tuple[str, ...]
    rows: Callable[[Phone], list[tuple[object, ...]]]
    delete: Callable[[Phone, int], Phone] | None = None


class AppIcon(NamedTuple):
    """Launcher icon: a glyph of the icon font (or up to two letters) on a round background. Colours are
    0xAARRGGBB.
    """

    glyph: str
    background: int
    color: int = 0xFFFFFFFF
    letters: str = ""


class PhoneCall(NamedTuple):
    """A current telephone call. ``state``: "ringing", "dialing", "active" or "held"; ``incoming``: whether it
    came in.
    """

    number: str
    state: str
    incoming: bool


class Telephone(NamedTuple):
    """Interface of the telephone app for the system.

    Attributes:
        calls: function from state to the current calls, a ringing one first.
        ring: handler ``(state, context, number)`` of an incoming call.
        answer: handler ``(state, context)`` of a call that is answered at either end.
        hold: handler ``(state, context, held)``.
        end: handler ``(state, context, there, number)`` of the end of a call, at the other end (``there``) or
            here: of the call with that number, or of the first.
    """

    calls: Callable[[Any], tuple[PhoneCall, ...]]
    ring: Callable[[Any, Context, str], Next[Any]]
    answer: Callable[[Any, Context], Next[Any]]
    hold: Callable[[Any, Context, bool], Next[Any]]
    end: Callable[[Any, Context, bool, str], Next[Any]]


class MediaSession(NamedTuple):
    """Media session of an app: an item of a ``queue`` of that length, at ``position`` ms, playing or paused.

    ``length``: duration of the item in ms, or 0 if it is not known.
    """

    tag: str
    playing: bool
    position: int
    title: str
    artist: str = ""
    album: str = ""
    queue: int = 0
    length: int = 0


class Rings(NamedTuple):
    """What an app rings with. ``kind``: "ringtone" or "alarm"; ``address``: of the sound, "" for none, None for the
    one that is chosen for that kind; ``name``: of a sound that only the app has.
    """

    kind: str
    address: str | None = None
    name: str = ""


class AppShortcut(NamedTuple):
    """Entry in the menu of an app's icon. ``label``: key of a string; ``intent``: an intent that the app handles."""

    label: str
    glyph: str
    intent: Intent


class DirectTarget(NamedTuple):
    """A share target, such as a person, that the share sheet shows above the apps.

    ``id`` comes with the intent as its extra `SHORTCUT`; ``letter`` ("" for a silhouette) and ``color`` make the icon.
    """

    id: str
    name: str
    letter: str
    color: int


#: Key of the extra that names the chosen `DirectTarget` (Intent.EXTRA_SHORTCUT_ID).
SHORTCUT = "android.intent.extra.shortcut.ID"


class AppWidget(NamedTuple):
    """A widget that an app offers for the home screen.

    Attributes:
        name: class of its provider.
        label: key of a string.
        columns: width in cells.
        rows: height in cells.
        view: function from resources, and what ``shows`` returns, to the element that fills the widget. What can be
            touched in it has the handlers of `bmoca_gym.handset.kits.app_widgets`.
        shows: function from the phone to the further arguments of ``view``, asked anew whenever the phone changes.
    """

    name: str
    label: str
    columns: int
    rows: int
    view: Callable[..., Any]
    shows: Callable[[Phone], tuple[Any, ...]]


class SmallPicture(NamedTuple):
    """A video that an app can show in a small window over other apps.

    Attributes:
        screen: function from `Resources` and ``arguments`` to the element that fills the window.
        arguments: its arguments.
        playing: whether it plays.
        toggle: handler of the app that plays or pauses it.
        ratio: its width for each px of height.
        enters: whether it moves into such a window if the user goes home while it plays.
    """

    screen: Callable[..., Any]
    arguments: tuple[Any, ...]
    playing: bool
    toggle: Handler
    ratio: float = 16 / 9
    enters: bool = True


class Channel(NamedTuple):
    """Channel of notifications, which can be switched off separately. ``label``: key of a string."""

    id: str
    label: str


class TourStep(NamedTuple):
    """A step of the tour that an app shows when it is first opened.

    Attributes:
        kind: "slide" (a page of an introduction), "welcome" (a page with buttons at its foot), "picture" (a page with
            a large picture and a round button), "question" (a dialog), "role" (whether it shall be the default app),
            "files" (the page that gives it all files), "permission" (the system's question; the last step).
        title: key of a string, which may name the ``app``.
        text: the same.
        glyph: icon of a slide or a page.
        color: background of a slide, 0xAARRGGBB.
        buttons: pairs of a string's key, and how many steps it goes on.
        choices: names to choose among, the same in each language.
        permissions: what a step of that kind asks for.
    """

    kind: str
    title: str = ""
    text: str = ""
    glyph: str = ""
    color: int = 0
    buttons: tuple[tuple[str, int], ...] = ()
    choices: tuple[str, ...] = ()
    permissions: tuple[str, ...] = ()


#: The pages that lead an app to all files of the phone.
ALL_FILES = TourStep("files")


@value
class App(Value):
    """An installed app. Its fields are data and functions; a handler is ``handler(state, context,
    *arguments)``.

    Attributes:
        name: name of its module and of its string catalogue.
        activity: full class name of the launcher activity.
        state: function that returns the first state.
        layers: function from (phone, state, activity) to the windows, bottom to top. The phone's clock records
            what it is asked for: a screen that asks `Phone.minute` alone lasts until the minute is over.
        back: handler of Back. If it changes nothing, the system leaves the activity.
        closed: function from state to the state after its process or last activity has ended (dialogs closed,
            data kept).
        loads: function from (state, locale, time on the clock) to the state with what its account holds, for an app
            that loads it when it is first opened; it leaves a state that has it as it is.
        signed_out: function from state to the state where nobody is signed in to Google: what the account has is gone.
        created: handler, called when an activity is created, but not when it is brought back.
        paused: handler, called when another activity covers it or the app is left.
        resumed: handler, called when it comes to the foreground.
        kept_lists: function from phone to the keys of lists that stay where they were scrolled to as its activities
            come and go: they stand beside these.
        favorites: function from a launcher's state to the components at the foot of its home screen, from the start.
        time_changed: function from phone to phone, called after the clock or the time zone was set.
        intents: filters of the intents that it answers, see `bmoca_gym.handset.system.intents`.
        activities: activities that others can start by name, besides the launcher activity and those of
            ``intents``.
        permissions: names of permissions that it may ask for.
        asks: those of ``permissions`` that it asks for when it is opened.
        notices: function from phone to phone that posts the notifications for the app's state, see
            `notifications.refresh`.
        broadcast: function from (phone, intent) to the phone after a broadcast and the result for the sender,
            such as ``result=-1``; None if the app does not listen to it.
        received: function from (phone, intent) to phone, called after the launcher activity was started with extras.
        telephone: interface of the telephone app, see `bmoca_gym.handset.system.telephony`.
        media_session: function from phone to what it plays or has paused, or None.
        media_key: handler ``(state, context, key)`` of "play_pause", "play", "pause", "stop", "next" or
            "previous", called while there is a media session.
        resumes: whether its controls stay in the shade of Android 13 after it has ended (a media browser service).
        rings: function from phone to what it rings with, or None.
        over_lock: components of the activities that are shown over the lock screen.
        channels: channels of its notifications.
        shortcuts: entries in the menu of its icon.
        widgets: what it offers for the home screen.
        picture: function from the phone and one of the app's activities to the video that it shows, for a picture in
            picture; None if it shows none.
        targets: function from the phone to the targets that the share sheet offers, the most likely first.
        content: tables that others can read.
        message_received: function from (phone, message) to the phone, called when a text message arrives.
        page_text: handler ``(state, context, text)`` that puts a text at the foot of the web page in front. It
            changes nothing if there is none, or if the page has that text.
        requires: checks that what the app is made of is installed here, and raises a `MissingLibraryError` otherwise.
        prepare: computes what its first screen is drawn from, if that takes long; called before a phone's first step.
        tour: the tour that it shows when it is first opened, on phones with tours.
        palette: the app's own colours; None: those of the phone.
        platform: whether its dialogs are Android's own also where those of apps are Material 3's.
        layouts: layouts of the real app that only contain others, as ``class#id``, outermost first. The key
            says where they are: the activity's class without packages (around a screen; "" for all other
            activities); a kind of window and a colon, such as ``dialog:`` (in windows of that kind; the app's
            own views then contain what others show in AppCompat's); ``#`` and a resource id (between that
            element and its children); or ``around#`` and a resource id (around that element).
    """

    name: str
    package: str
    activity: str
    icon: AppIcon
    state: Callable[[], Any]
    layers: Callable[[Phone, Any, Activity], tuple[Layer, ...]]
    uid: int = 10100
    back: Handler | None = None
    closed: Callable[[Any], Any] | None = None
    loads: Callable[[Any, str, int], Any] | None = None
    signed_out: Callable[[Any], Any] | None = None
    created: Handler | None = None
    paused: Handler | None = None
    resumed: Handler | None = None
    kept_lists: Callable[[Phone], tuple[str, ...]] | None = None
    favorites: Callable[[Any], tuple[str, ...]] | None = None
    time_changed: Callable[[Phone], Phone] | None = None
    message_received: Callable[[Phone, Any], Phone] | None = None
    intents: tuple[IntentFilter, ...] = ()
    activities: tuple[ExportedActivity, ...] = ()
    permissions: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    broadcast: Callable[[Phone, Intent], tuple[Phone, str] | None] | None = None
    received: Callable[[Phone, Intent], Phone] | None = None
    notices: Callable[[Phone], Phone] | None = None
    page_text: Callable[[Any, Context, str], Next[Any]] | None = None
    requires: Callable[[], object] | None = None
    prepare: Callable[[], object] | None = None
    telephone: Telephone | None = None
    media_session: Callable[[Phone], MediaSession | None] | None = None
    media_key: Callable[[Any, Context, str], Next[Any]] | None = None
    resumes: bool = False
    rings: Callable[[Phone], Rings | None] | None = None
    over_lock: tuple[str, ...] = ()
    files: tuple[AppFile, ...] = ()
    content: tuple[ContentTable, ...] = ()
    label: str = "app_name"
    shortcuts: tuple[AppShortcut, ...] = ()
    widgets: tuple[AppWidget, ...] = ()
    targets: Callable[[Phone], tuple[DirectTarget, ...]] | None = None
    picture: Callable[[Phone, Activity], SmallPicture | None] | None = None
    channels: tuple[Channel, ...] = ()
    layouts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    palette: Palette | None = None
    platform: bool = False
    tour: tuple[TourStep, ...] = ()

    def title(self, res: Resources) -> str:
        """Return the app's name in the locale."""
        return res.string(f"{self.name}.{self.label}")

    @property
    def component(self) -> str:
        """``package/class`` of the launcher activity."""
        return f"{self.package}/{self.activity}"


@value
class Provider(Value):
    """Package without screens that keeps data for several apps. Its state is part of the phone, as an app's
    is.

    ``types``: pairs of a prefix of ``content:`` URIs and the MIME type of a list of such data.
    """

    package: str
    state: Callable[[], Any]
    files: tuple[AppFile, ...] = ()
    types: tuple[tuple[str, str], ...] = ()
