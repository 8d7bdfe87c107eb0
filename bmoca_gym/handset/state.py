"""The state of a phone as an immutable value, its records, and the context of a handler."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from immutables import Map

from bmoca_gym.handset import resources
from bmoca_gym.handset.late_files import Files
from bmoca_gym.handset.resources import aliases, time_zones
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.value import Callback, Value, replace, same_but, value

#: Owner of the system's own handlers, whose state is the whole phone.
SYSTEM = "android"

HOME_COMPONENT = (
    "com.google.android.apps.nexuslauncher/com.google.android.apps.nexuslauncher.NexusLauncherActivity"
)

_DAY = 24 * 60 * 60 * 1000
#: Limits of the wall clock in ms, with some room to the first and last possible date.
FIRST_WALL, LAST_WALL = _DAY, round((datetime(9999, 12, 1) - time_zones.EPOCH).total_seconds()) * 1000
ZONE_PROPERTY = "persist.sys.timezone"
_DEFAULT_ZONE = "GMT"


@value
class SystemClock(Value):
    """Clock of a phone.

    Attributes:
        wall: ms since the epoch.
        uptime: ms since boot.
        frozen: whether the wall clock stands still.
    """

    wall: int = 1714557600000  # 2024-05-01 10:00 UTC
    uptime: int = 60000
    frozen: bool = False

    def minute(self, zone: str) -> int:
        """Return the whole minutes from the epoch to the local time in a time zone."""
        return (self.wall + time_zones.offset_of(zone, self.wall)) // 60000

    def advanced(self, milliseconds: int) -> SystemClock:
        """Return the clock ``milliseconds`` later."""
        wall = self.wall if self.frozen else min(self.wall + milliseconds, LAST_WALL)
        return replace(self, wall=wall, uptime=self.uptime + milliseconds)


class Due(NamedTuple):
    """A scheduled call of a handler of ``owner``, when ``clock`` ("wall" or "uptime") reaches ``at`` ms.
    ``tag`` identifies it.
    """

    at: int
    clock: str
    owner: str
    tag: str
    callback: Callback


LEVELS = "VDIWEF"
_CHUNK = 64
_CHUNKS = 128  # the buffer keeps at least the last 8,128 lines
#: The longest tag and message together (LOGGER_ENTRY_MAX_PAYLOAD, without separators).
_LONGEST = 4065


class LogLine(NamedTuple):
    """A line of the log. ``time``: ms since the epoch, of the wall clock; ``level``: one of `LEVELS`."""

    time: int
    level: str
    tag: str
    message: str


@value
class LogBuffer(Value):
    """Log lines in chunks, oldest first. ``first``: number of the oldest line."""

    first: int = 0
    chunks: tuple[tuple[LogLine, ...], ...] = ((),)

    @property
    def end(self) -> int:
        """Number of the next line, which is the cursor after the newest line."""
        return self.first + _CHUNK * (len(self.chunks) - 1) + len(self.chunks[-1])

    def since(self, cursor: int) -> list[LogLine]:
        """Return the lines from number ``cursor`` on, oldest first. The buffer drops its oldest lines."""
        if cursor >= self.end:
            return []
        skip = max(0, cursor - self.first)
        start = min(skip // _CHUNK, len(self.chunks) - 1)
        lines = [line for chunk in self.chunks[start:] for line in chunk]
        return lines[skip - start * _CHUNK :]

    def added(self, line: LogLine) -> LogBuffer:
        """Return the buffer with one more line."""
        last = self.chunks[-1]
        if len(last) < _CHUNK:
            return LogBuffer(self.first, (*self.chunks[:-1], (*last, line)))
        if len(self.chunks) < _CHUNKS:
            return LogBuffer(self.first, (*self.chunks, (line,)))
        return LogBuffer(self.first + _CHUNK, (*self.chunks[1:], (line,)))

    def cleared(self) -> LogBuffer:
        """Return an empty buffer, whose numbers continue."""
        return LogBuffer(self.end, ((),))


#: Receiver of a result: a package, and a handler of its app whose last argument is the result.
Reply = tuple[str, Callback]


@value
class Prompt(Value):
    """Dialog of the system over an activity.

    Attributes:
        kind: "open" (choose an app for an intent), "share", "permission", or "dialog" (a message, an offer).
        subject: the intent; or the names of permissions, of which the first is asked for; or the dialog, see
            `bmoca_gym.handset.system_ui.dialogs`.
        chosen: the selected package.
        reply: receiver of the result, or of whether the permissions were granted.
        focus: key of the text field that has the focus again when it is closed.
    """

    kind: str
    subject: Any
    chosen: str = ""
    reply: Reply | None = None
    focus: str = ""


@value
class Activity(Value):
    """A running activity.

    Attributes:
        component: ``package/class``.
        offsets: scroll offsets in px, by key.
        focus: key of the focused text field, or "".
        cursor: start and end of the selection in that field, in characters; None: the cursor is at the end.
        toolbar: open page of the floating text toolbar (main or more), "" if it is closed.
        prompt: dialog of the system over it, or None.
        reply: receiver of its result, or None.
    """

    component: str
    argument: Any = None
    offsets: tuple[tuple[str, int], ...] = ()
    focus: str = ""
    cursor: tuple[int, int] | None = None
    toolbar: str = ""
    prompt: Prompt | None = None
    reply: Reply | None = None

    @property
    def package(self) -> str:
        """Package of its app."""
        return self.component.partition("/")[0]

    @property
    def name(self) -> str:
        """Class, without the package of the app."""
        return self.component.partition("/")[2]

    @property
    def short_component(self) -> str:
        """Component as in the log: the class without the app's package if it begins with it."""
        package, _, name = self.component.partition("/")
        return f"{package}/{name[len(package) :]}" if name.startswith(package + ".") else self.component


@value
class Task(Value):
    """Activities of an app, the visible one last. If the app was left with Back there are none, but it is still in the
    overview.

    ``caller``: app that started it, which is shown again when it is left; "" for the launcher.
    """

    package: str
    activities: tuple[Activity, ...] = ()
    caller: str = ""


@value
class Notification(Value):
    """A notification. A new one with the same ``package`` and ``key`` replaces it.

    Attributes:
        glyph: its small icon.
        at: wall clock in ms when it was posted.
        ongoing: whether it can't be dismissed.
        tap: effect of a tap. The notification is removed with it unless it is ongoing.
        actions: pairs of label and effect for its buttons.
        reply: effect of an inline reply, whose last argument is the text.
        channel: a channel of its app.
        importance: 4 shows it over the current app when it is posted, 3 does not.
        category: "call" or "alarm".
        full_screen: effect that is run in its place if the screen is off or locked; otherwise it stays over
            the app.
        zero: uptime in ms at which the time in its title is 0:00; -1: it shows no time.
        down: whether that time is counted down.
    """

    package: str
    key: str
    title: str
    text: str = ""
    glyph: str = "notifications"
    at: int = 0
    ongoing: bool = False
    tap: Callback | None = None
    actions: tuple[tuple[str, Callback], ...] = ()
    zero: int = -1
    down: bool = False
    reply: Callback | None = None
    channel: str = ""
    importance: int = 3
    category: str = ""
    full_screen: Callback | None = None


@value
class Shade(Value):
    """The open notification shade.

    Attributes:
        full: whether quick settings are expanded.
        page: page of their tiles, from 0.
        replying: package and key of the notification with an open inline reply.
        typed: text of that reply so far.
        settings: package and key of the notification whose settings are shown.
        snoozing: whether these are the times for which it can be snoozed.
        panel: what lies over the shade of Android 13: "internet", "power", "edit", or "".
        unfolded: packages whose groups of notifications are open.
        player: which of several media players of Android 13 is shown, from 0.
        asked: the package whose media controls ask whether to be hidden.
    """

    full: bool = False
    page: int = 0
    replying: tuple[str, str] | None = None
    typed: str = ""
    settings: tuple[str, str] | None = None
    snoozing: bool = False
    panel: str = ""
    unfolded: tuple[str, ...] = ()
    player: int = 0
    asked: str = ""


class Battery(NamedTuple):
    """State of the battery, as its service reports it.

    Attributes:
        ac: whether a charger powers the phone.
        usb: whether USB powers the phone.
        wireless: whether a wireless charger powers the phone.
        status: number of android.os.BatteryManager (2: charging).
        health: number of android.os.BatteryManager (2: good).
        level: percent.
        temperature: tenths of a degree Celsius.
        voltage: mV.
    """

    ac: bool = True
    usb: bool = False
    wireless: bool = False
    status: int = 2
    health: int = 2
    present: bool = True
    level: int = 100
    temperature: int = 250
    voltage: int = 5000


class Aids(NamedTuple):
    """What accessibility services do on the screen, see `bmoca_gym.handset.system.accessibility`.

    Attributes:
        reader: whether TalkBack is on.
        stop: the element that it reads, in values: kind of its window, class, resource id, what is said, bounds.
        tapped: uptime in ms of the tap that a second one makes a double tap; -1: none.
        triple: whether three taps magnify the screen.
        button: whether the navigation bar has the accessibility button, which magnifies the screen.
        taps: taps that may be the first of three: x and y in fractions of the screen, uptime in ms.
        zoom: magnification, and the point of the screen that is in the middle, in fractions; None for none.
    """

    reader: bool = False
    stop: tuple[str, str, str, str, tuple[int, int, int, int]] | None = None
    tapped: int = -1
    triple: bool = False
    button: bool = False
    taps: tuple[tuple[float, float, int], ...] = ()
    zoom: tuple[float, float, float] | None = None


#: No accessibility service is on.
NO_AIDS = Aids()


@value
class Display(Value):
    """State of the display and of the system's windows. By default it is on, unlocked and upright, without
    such windows.

    Attributes:
        asleep: whether it is off.
        locked: whether the lock screen is shown.
        entry: typed digits of the PIN, None before the PIN is asked for.
        wrong: whether the last PIN was wrong.
        volume: sound stream of the open volume panel, -1 for none.
        heads_up: package and key of the notification over the current app.
        timeout: ms without a touch after which the display goes off; 0: never.
        sensed: orientation in which the phone is held, in quarters counter-clockwise.
        turned: orientation of the picture, in quarters counter-clockwise.
        parted: whether the keyboard on it is in two halves, as on a large screen.
        aids: what accessibility services do; None while none is on.
        hidden: media controls that were hidden: package, title and position. They no longer match once the app plays
            on.
    """

    asleep: bool = False
    locked: bool = False
    entry: str | None = None
    wrong: bool = False
    volume: int = -1
    heads_up: tuple[str, str] | None = None
    timeout: int = 0
    sensed: int = 0
    turned: int = 0
    parted: bool = False
    aids: Aids | None = None
    hidden: tuple[tuple[str, str, int], ...] = ()


class InstalledPackage(NamedTuple):
    """A package that was installed: its version, and the flags that broadcasts have set in its process since."""

    version_code: int
    version_name: str
    flags: tuple[tuple[str, str], ...] = ()


class InstalledApp(NamedTuple):
    """An app that was installed from a package.

    Attributes:
        activity: full class name of the launcher activity.
        label: its name.
        activities: classes that it exports.
        schemes: schemes of the links that it opens.
    """

    package: str
    activity: str
    label: str
    uid: int
    version_code: int = 0
    version_name: str = ""
    activities: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()


@value
class Image(Value):
    """Image from which a phone is built.

    Attributes:
        name: name of its module in `bmoca_gym.handset.images`.
        release: Android's version.
        api_level: Android's API level.
        apps: names of the apps, see `bmoca_gym.handset.packages`.
        providers: names of the providers' modules.
        launcher: the app of the home screen.
        settings: first settings of a `Phone`.
        properties: first properties of a `Phone`.
        files: first files of a `Phone`.
        modified: their modification times.
        configuration: configuration of its device.
        clock: time of a new phone.
        states: first states, by package, of apps that start with another state than their own.
        aliases: packages and components of apps by their own names, and their names on this phone, see
            `bmoca_gym.handset.resources.aliases`.
        asks_permissions: whether apps ask for permissions when they first need them; otherwise all are
            granted.
        tours: whether apps that were never opened show their tours.
        installed: apps that were installed from packages, by package.
        versions: version code and version, by package, of apps that are not part of Android.
        automation: first packages of test programs of a `Phone`.
        disabled: packages of apps that are there but switched off, in order.
    """

    name: str
    release: str
    api_level: int
    launcher: str
    apps: tuple[str, ...]
    providers: tuple[str, ...] = ()
    settings: Map[tuple[str, str], str] = Map()
    properties: Map[str, str] = Map()
    files: Map[str, bytes] = Map()
    modified: Map[str, int] = Map()
    states: Map[str, Any] = Map()
    aliases: tuple[tuple[str, str], ...] = ()
    configuration: Configuration = Configuration()
    clock: SystemClock = SystemClock()
    asks_permissions: bool = False
    tours: bool = False
    installed: tuple[InstalledApp, ...] = ()
    versions: Map[str, tuple[int, str]] = Map()
    automation: Map[str, InstalledPackage] = Map()
    disabled: tuple[str, ...] = ()

    def outward(self, text: str) -> str:
        """Translate the apps' own names in a text that leaves a phone."""
        return aliases.renamed(self.aliases, text)

    def inward(self, text: str) -> str:
        """Translate names of this image in a text that enters a phone."""
        return aliases.renamed(aliases.turned(self.aliases), text)


@value
class Pinned(Value):
    """The small window in which a video keeps playing (picture in picture).

    Attributes:
        package: the app whose video it is.
        left: whether it is at the left side of the screen.
        y: how low it is, from 0 to 1.
        controls: whether its buttons are visible.
        large: whether the user has enlarged it.
    """

    package: str
    left: bool = False
    y: float = 1.0
    controls: bool = False
    large: bool = False


@value
class Split(Value):
    """Two apps that share the screen (split screen).

    Attributes:
        upper: package of the app above the divider.
        lower: package of the app below it; "" while the user chooses it in the overview.
        share: how much of the screen the upper one has, from 0 to 1.
        tapped: uptime in ms of the tap on the divider that a second one makes a double tap; -1: none.
    """

    upper: str
    lower: str = ""
    share: float = 0.5
    tapped: int = -1


class Move(NamedTuple):
    """Something that moves on the screen.

    Attributes:
        kind: one of `bmoca_gym.handset.system.motion.LASTS`.
        began: uptime in ms at its beginning.
        lasts: ms.
        area: left, top, right and bottom in px of what moves, or of where it comes from.
        detail: what else it depends on: for a ripple the touched point, for a scroll a `motion.Fling`.
    """

    kind: str
    began: int
    lasts: int
    area: tuple[int, int, int, int]
    detail: tuple[Any, ...] = ()


@value
class Motion(Value):
    """What moves on the screen of a phone with animations. ``before``: the phone before that, at rest, or None."""

    moves: tuple[Move, ...] = ()
    before: Phone | None = None


@value
class Phone(Value):
    """The complete state of a phone.

    Attributes:
        image: the image it was built from.
        home: whether the launcher is in the foreground; otherwise the last of ``tasks`` is.
        files: content of users' files by path.
        modified: modification time (wall clock in ms) of each file and directory. A path in neither ``files``
            nor ``links`` is a directory.
        links: targets of symbolic links by path.
        modes: permissions that were set, by path.
        notifications: newest first.
        dismissed: notifications that are gone, newest first, while their history is on.
        shade: the open notification shade, or None.
        system_offsets: scroll offsets of the overview or the shade.
        booted: uptime at the last boot.
        location: last position: longitude and latitude in degrees, altitude in m; or empty.
        automation: packages that test programs have installed.
        preferred: apps that always answer an intent, by `intents.key_of`.
        permissions: the user's decisions, see `bmoca_gym.handset.system.permissions`.
        display: state of the display; None for the default.
        picked: the text that is chosen in the overview once texts can be selected there, "" for none; None: they can't.
        held: keys that are held down and may be part of a chord, see `bmoca_gym.handset.input.move_key`.
        toasts: the last toasts, newest last, each with the uptime in ms at which it was shown.
        motion: what moves on the screen; None: screens change at once.
        pinned: the window of a picture in picture, or None.
        split: two apps that share the screen when one of them is in front, or None.
        task_menu: package of the task whose menu is open in the overview, or "".
        shifted: uptime in ms at which Shift of the keyboard was last pressed, before a letter; -1000 if it was not.
    """

    image: Image
    configuration: Configuration = Configuration()
    clock: SystemClock = SystemClock()
    settings: Map[tuple[str, str], str] = Map()
    properties: Map[str, str] = Map()
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
    files: Files = Map()
    modified: Map[str, int] = Map()
    modes: Map[str, int] = Map()
    links: Map[str, str] = Map()
    log: LogBuffer = LogBuffer()
    due: tuple[Due, ...] = ()
    processes: Map[str, int] = Map()
    next_pid: int = 2011
    clipboard: str = ""
    automation: Map[str, InstalledPackage] = Map()
    preferred: Map[str, str] = Map()
    permissions: Map[tuple[str, str], int] = Map()
    battery: Battery = Battery()
    booted: int = 0
    location: tuple[float, ...] = ()
    display: Display | None = None
    held: tuple[str, ...] = ()
    dismissed: tuple[Notification, ...] = ()
    picked: str | None = None
    toasts: tuple[tuple[int, str], ...] = ()
    motion: Motion | None = None
    pinned: Pinned | None = None
    split: Split | None = None
    task_menu: str = ""
    shifted: int = -1000

    @property
    def top(self) -> Activity:
        """The activity in the foreground; the launcher's on the home screen."""
        if self.home or not self.tasks:
            return self.launcher
        return self.tasks[-1].activities[-1]

    @property
    def zone(self) -> str:
        """Time zone; GMT if its property names none, as on Android."""
        name = self.properties.get(ZONE_PROPERTY, _DEFAULT_ZONE)
        return name if time_zones.is_zone(name) else _DEFAULT_ZONE

    @property
    def minute(self) -> int:
        """Whole minutes from the epoch to the phone's local time."""
        return self.clock.minute(self.zone)

    @property
    def local_minute(self) -> datetime:
        """The phone's local time (naive) without seconds.

        A screen that reads the clock only in this way stays the same for the rest of the minute, see
        `bmoca_gym.handset.system.windows.AskedClock`.
        """
        return time_zones.EPOCH + timedelta(minutes=self.minute)

    @property
    def aids(self) -> Aids:
        """What accessibility services do."""
        return NO_AIDS if self.display is None or self.display.aids is None else self.display.aids

    def logged(self, tag: str, message: str, level: str = "I") -> Phone:
        """Return the phone with one more line in its log, of this moment. A line that is too long is cut off."""
        if self.image.aliases:
            message = self.image.outward(message)
        if len(tag) + len(message) > _LONGEST:
            tag = tag[:_LONGEST]
            message = message[: _LONGEST - len(tag)]
        return replace(self, log=self.log.added(LogLine(self.clock.wall, level, tag, message)))

    def handled(
        self,
        owner: str,
        handler: Callable[..., Any],
        arguments: tuple[Any, ...],
        context: Context | None = None,
    ) -> Phone:
        """Return the phone after a handler of ``owner`` and its effects in order."""
        if context is None:
            context = Context(self, self.top)
        state = self if owner == SYSTEM else self.apps[owner]
        result = handler(state, context, *arguments)
        effects: tuple[Callback, ...] = ()
        if type(result) is tuple:
            result, effects = result[0], result[1:]
        if result is state or result == state:
            phone = self  # an equal state means no change: Back, for example, then leaves the app
        elif owner == SYSTEM:
            phone = result
        else:
            phone = replace(self, apps=self.apps.set(owner, result))
        for function, values in effects:
            phone = function(phone, *values)
        return phone


def only_time_passed(before: Phone, after: Phone) -> bool:
    """Whether two phones share all but their clocks. Also False if their parts are equal but not the same objects."""
    return same_but(before, after, "clock")


class Context:
    """Facts that a handler may use besides its own state.

    Attributes:
        x: horizontal position of the touch in the element, 0 (left) to 1.
        y: vertical position of the touch in the element, 0 (top) to 1.
        end_x: end of a swipe that began on the element, in the same units; may be outside 0 to 1.
        end_y: the same, vertically.
        direction: direction of a swipe; "" for a tap.
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
        """Local time of the phone."""
        return time_zones.local(self.phone.zone, self.phone.clock.wall)

    @property
    def uptime(self) -> int:
        """Milliseconds since boot, for stopwatches."""
        return self.phone.clock.uptime

    @property
    def res(self) -> resources.Resources:
        """Strings, colours and formats of the phone's configuration."""
        return resources.of(self.phone.configuration)


class PinchContext(Context):
    """Context of a handler of two fingers. ``x``, ``y``: the middle between them; ``end_x``, ``end_y``: at the end.

    Attributes:
        scale: how many times as far apart the fingers are at the end; 1 for a swipe of two fingers.
        direction: "tap" if two fingers tapped.
    """

    __slots__ = ("scale",)

    def __init__(
        self,
        phone: Phone,
        activity: Activity,
        x: float,
        y: float,
        end_x: float,
        end_y: float,
        scale: float,
        direction: str = "",
    ) -> None:
        super().__init__(phone, activity, x, y, end_x, end_y, direction)
        self.scale = scale
