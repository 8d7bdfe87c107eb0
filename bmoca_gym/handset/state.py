"""The phone as a value, its records, and what a handler may know of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple, cast

from immutables import Map
from mypy_extensions import mypyc_attr

from bmoca_gym.handset import resources, time_zones
from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.value import Callback, Value, replace, value

#: The owner of what belongs to the system itself: its handlers get the phone as their state.
SYSTEM = "android"

HOME_COMPONENT = (
    "com.google.android.apps.nexuslauncher/com.google.android.apps.nexuslauncher.NexusLauncherActivity"
)

_DAY = 24 * 60 * 60 * 1000
#: The wall clock's limits in ms, with room before the ends of what a date can be.
FIRST_WALL, LAST_WALL = _DAY, round((datetime(9999, 12, 1) - time_zones.EPOCH).total_seconds()) * 1000
ZONE_PROPERTY = "persist.sys.timezone"
_DEFAULT_ZONE = "GMT"


@value
class SystemClock(Value):
    """``wall``: ms since the epoch; ``uptime``: ms since boot; ``frozen``: the wall clock stands still."""

    wall: int = 1714557600000  # 2024-05-01 10:00 UTC
    uptime: int = 60000
    frozen: bool = False


class Due(NamedTuple):
    """A call to ``owner``'s state when ``clock`` ("wall" or "uptime") reaches ``at`` ms; ``tag`` names it."""

    at: int
    clock: str
    owner: str
    tag: str
    callback: Callback


_CHUNK = 64
_CHUNKS = 128  # the buffer keeps at least the last 8,128 lines


class LogLine(NamedTuple):
    """One line. ``time``: wall clock in ms since the epoch; ``level``: one of `LEVELS`."""

    time: int
    level: str
    tag: str
    message: str


@value
class LogBuffer(Value):
    """Lines in chunks, oldest first; ``first`` is the number of the oldest line kept."""

    first: int = 0
    chunks: tuple[tuple[LogLine, ...], ...] = ((),)

    @property
    def end(self) -> int:
        """The number that the next line will have: a cursor behind the newest line."""
        return self.first + _CHUNK * (len(self.chunks) - 1) + len(self.chunks[-1])

    def since(self, cursor: int) -> list[LogLine]:
        """Lines from number ``cursor`` on, oldest first. What has fallen out of the buffer is gone."""
        if cursor >= self.end:
            return []
        skip = max(0, cursor - self.first)
        start = min(skip // _CHUNK, len(self.chunks) - 1)
        lines = [line for chunk in self.chunks[start:] for line in chunk]
        return lines[skip - start * _CHUNK :]

    def added(self, line: LogLine) -> LogBuffer:
        """The buffer with one more line."""
        last = self.chunks[-1]
        if len(last) < _CHUNK:
            return LogBuffer(self.first, (*self.chunks[:-1], (*last, line)))
        if len(self.chunks) < _CHUNKS:
            return LogBuffer(self.first, (*self.chunks, (line,)))
        return LogBuffer(self.first + _CHUNK, (*self.chunks[1:], (line,)))

    def cleared(self) -> LogBuffer:
        """An empty buffer whose cursors go on counting."""
        return LogBuffer(self.end, ((),))


#: Who is told a result: a package, and a handler of its app whose last argument the result is.
Reply = tuple[str, Callback]


@value
class Prompt(Value):
    """A window of the system over an activity, which asks something before it goes on.

    ``kind``: "open" (which app an intent is answered with), "share" or "permission". ``subject``: the intent, or the
    names of permissions, of which the first is asked for. ``chosen``: the package that is marked. ``reply``: who is
    told the result, or whether the permissions were granted.
    """

    kind: str
    subject: Any
    chosen: str = ""
    reply: Reply | None = None


@value
class Activity(Value):
    """A screen of an app. ``offsets``: of its scrolls, px by key; ``focus``: the text field that is typed into.

    ``cursor``: start and end of what is selected in that field, in characters; None: the cursor is at the end.
    ``toolbar``: the page of the text's floating toolbar that is open (main or more), "" while it is closed.
    ``prompt``: what the system asks over it. ``reply``: who is told the result that it is finished with.
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
        """The app it belongs to."""
        return self.component.partition("/")[0]

    @property
    def name(self) -> str:
        """Its class, without the package of the app."""
        return self.component.partition("/")[2]

    @property
    def short_component(self) -> str:
        """As the log writes it: the class without the app's package where it begins with that."""
        package, _, name = self.component.partition("/")
        return f"{package}/{name[len(package) :]}" if name.startswith(package + ".") else self.component


@value
class Task(Value):
    """An app's activities, the shown one last. Empty where the app was left with Back: still in the overview.

    ``caller``: the app over which it was opened, and which is shown again when it is left; "" for the launcher.
    """

    package: str
    activities: tuple[Activity, ...] = ()
    caller: str = ""


@value
class Notification(Value):
    """One notification; ``package`` and ``key`` name it, and one of the same name takes its place.

    ``glyph``: its small icon. ``at``: wall ms of its posting. ``ongoing``: it can't be dismissed. ``tap``: effect
    of a touch; the notification goes with it where it is not ongoing. ``actions``: (label, effect) of its buttons.
    ``reply``: effect of an answer that is written in it, which gets the text as its last argument. ``channel``: one of
    its app's; ``importance``: 4 lies over the app in front when it comes, 3 does not. ``category``: "call" or "alarm".
    ``full_screen``: effect that takes its place where the screen is off or locked; elsewhere it stays over the app.
    ``zero``: uptime ms at which the time in its title is 0:00 (-1: it shows no time), counted ``down`` or up.
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
    """An open shade. ``full``: quick settings are expanded; ``page``: of their tiles, from 0.

    ``replying``: package and key of the notification in which an answer is written; ``typed``: as far. ``settings``: of
    the one that shows what can be set for it.
    """

    full: bool = False
    page: int = 0
    replying: tuple[str, str] | None = None
    typed: str = ""
    settings: tuple[str, str] | None = None


class Battery(NamedTuple):
    """The battery as its service tells it. ``ac``, ``usb``, ``wireless``: what powers the phone.

    ``status``, ``health``: numbers of android.os.BatteryManager (2: charging, good); ``level``: percent;
    ``temperature``: tenths of a degree Celsius; ``voltage``: mV.
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


@value
class Display(Value):
    """State of the display and the system's windows; by default on, unlocked, upright, without windows over apps.

    ``asleep``: it is off. ``locked``: the lock screen is over the apps; ``entry``: what was typed of its PIN, None
    before that is asked for; ``wrong``: the last one was. ``volume``: the stream whose panel is open, -1 for none.
    ``heads_up``: package and key of the notification that lies over the app. ``timeout``: ms without a touch after
    which it goes off, 0: never. ``sensed``: the quarters of a turn, counter-clockwise, in which the phone is held;
    ``turned``: by which its picture is.
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


class InstalledPackage(NamedTuple):
    """A package that was installed: its version, and what broadcasts have told its process since."""

    version_code: int
    version_name: str
    flags: tuple[tuple[str, str], ...] = ()


class InstalledApp(NamedTuple):
    """An app that was installed from a package. ``activity``: full class name of the launcher activity.

    ``label``: its name; ``activities``: the classes that it exports; ``schemes``: those of the links that it opens.
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
    """An image that a phone is built from.

    ``name``: of the module in `bmoca_gym.handset.images` that has it. ``release``, ``api_level``: Android's.
    ``apps``, ``providers``: names of modules, see `bmoca_gym.handset.packages`; ``launcher`` is the home screen's.
    ``settings``, ``properties``, ``files``, ``modified``: what a new phone begins with, as in `Phone`.
    ``configuration``: the screen of its device. ``clock``: when it is started first. ``states``: first states, by
    package, of apps that begin otherwise here than by themselves.
    ``aliases``: packages and components of apps by their own name, and the one under which this phone has them, see
    `bmoca_gym.handset.aliases`.
    ``asks_permissions``: apps ask for permissions when they first need them; otherwise all are granted.
    ``installed``: apps that were installed from packages, by package.
    ``versions``: version code and version of apps that Android itself does not bring, by package.
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
    installed: tuple[InstalledApp, ...] = ()
    versions: Map[str, tuple[int, str]] = Map()


@mypyc_attr(native_class=False)
class _Derived(Value):
    """Room for what is computed from a phone and kept with it; never compared, hashed or pickled.

    ``_shown``: what its screen shows, and ``_until``: wall ms before which that is the same while only time passes.
    ``_earlier``: what it showed at an earlier moment, from which nothing but the clock differs. ``_content``: an object
    that stands for all of it but the clock.
    """

    __slots__ = ("_content", "_earlier", "_shown", "_until")


@value
class Phone(_Derived):
    """Everything there is of a phone.

    ``image``: what it was built from. ``home``: the launcher is in front; otherwise the last of ``tasks`` is.

    ``files``: the content of users' files by path. ``modified``: when (wall ms) each of them, and each directory of
    theirs, was written last: what is in it and neither in ``files`` nor in ``links`` is a directory. ``links``: the
    texts of symbolic links by path. ``modes``: permissions that were set, by path. ``notifications``: newest first.
    ``shade``: the open notification shade. ``system_offsets``: of the scrolls of the overview or the shade.
    ``booted``: the uptime at which it was started last.
    ``location``: the last fix, longitude and latitude in degrees and altitude in m, or nothing.
    ``automation``: what test programs have installed. ``preferred``: apps that always answer an intent, by
    `intents.key_of`. ``permissions``: what was decided, see `bmoca_gym.handset.system.permissions`.
    ``display``: what is special about the screen, None for nothing.
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
    files: Map[str, bytes] = Map()
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

    @property
    def top(self) -> Activity:
        """The activity in front; the launcher's when the home screen is."""
        if self.home or not self.tasks:
            return self.launcher
        return self.tasks[-1].activities[-1]

    @property
    def zone(self) -> str:
        """The time zone it is set to; GMT where its property names none, as on Android."""
        name = self.properties.get(ZONE_PROPERTY, _DEFAULT_ZONE)
        return name if time_zones.is_zone(name) else _DEFAULT_ZONE

    @property
    def minute(self) -> int:
        """Whole minutes from the epoch to its local time. `Watched` does not count this as a look at the clock."""
        wall = _clock_of(self).wall
        return (wall + time_zones.offset_of(self.zone, wall)) // 60000

    def handled(
        self,
        owner: str,
        handler: Callable[..., Any],
        arguments: tuple[Any, ...],
        context: Context | None = None,
    ) -> Phone:
        """The phone after a handler of ``owner``, its effects applied in their order."""
        if context is None:
            context = Context(self, self.top)
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


#: The clock of any phone, whoever watches it.
_clock_of: Callable[[Phone], SystemClock] = Phone.__dict__["clock"].__get__


class Watched(Phone):
    """A phone that is looked at once, to see whether what follows from it follows from the clock.

    ``asked``: whether anybody has looked at its clock: at more than the `minute`. Whoever only passes it on has not,
    until the phone is hashed.
    """

    __slots__ = ()

    @staticmethod
    def of(phone: Phone) -> Watched:
        """A phone equal to ``phone``, but watched."""
        made: Any = replace(phone)
        object.__setattr__(made, "__class__", Watched)
        return cast(Watched, made)

    @property
    def clock(self) -> SystemClock:
        """Its clock."""
        object.__setattr__(self, "_until", 0)
        return _clock_of(self)

    @clock.setter
    def clock(self, given: SystemClock) -> None:
        Phone.__dict__["clock"].__set__(self, given)

    @property
    def asked(self) -> bool:
        """Whether the clock was looked at."""
        return hasattr(self, "_until")


class Context:
    """The facts that a handler may know besides its own state.

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
        return time_zones.local(self.phone.zone, self.phone.clock.wall)

    @property
    def uptime(self) -> int:
        """Milliseconds since boot: what stopwatches count."""
        return self.phone.clock.uptime

    @property
    def res(self) -> resources.Resources:
        """Strings, colours and formats of the phone's configuration."""
        return resources.of(self.phone.configuration)
