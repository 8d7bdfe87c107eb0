"""All apps of all images: what an app remembers is in its files, is lost with them, and comes back with a copy."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, get_type_hints

import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images, packages
from bmoca_gym.handset.apps.booking.state import Trip
from bmoca_gym.handset.apps.calendario.state import Event
from bmoca_gym.handset.apps.chrome.state import Entry, Tab
from bmoca_gym.handset.apps.clock.state import Timer
from bmoca_gym.handset.apps.contacts.state import Trashed
from bmoca_gym.handset.apps.dialer.state import PastCall
from bmoca_gym.handset.apps.firefox.state import Bookmark as BrowserBookmark
from bmoca_gym.handset.apps.firefox.state import Tab as BrowserTab
from bmoca_gym.handset.apps.firefox.state import Visit as BrowserVisit
from bmoca_gym.handset.apps.gmail.content import Mail
from bmoca_gym.handset.apps.instagram.content import Comment, Message
from bmoca_gym.handset.apps.messages.state import Star
from bmoca_gym.handset.apps.opentracks.state import Recording
from bmoca_gym.handset.apps.osmand.land import Place
from bmoca_gym.handset.apps.simple_sms.state import Scheduled
from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.wikipedia.state import ReadingList
from bmoca_gym.handset.apps.youtube.videos import Comment as VideoComment
from bmoca_gym.handset.errors import SharedPreferencesError
from bmoca_gym.handset.kits.browser import Entry as BrowserEntry
from bmoca_gym.handset.kits.conversations import Draft
from bmoca_gym.handset.manifest import App, AppFile
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files, shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preference
from bmoca_gym.handset.value import replace

#: What outlives a force-stop but is in no file, and why.
EXCEPTIONS = {
    ("launcher", "page"): "the page of the home screen is what is shown, and the launcher always runs",
    ("launcher", "anchor"): "where a menu hangs that is closed",
    ("launcher", "columns"): "the grid follows from the screen",
    ("launcher", "rows"): "the grid follows from the screen",
    ("clock", "announced"): "the log names the next alarm again when alarms are scheduled",
    ("dialer", "call"): "a call is the telephone's, which goes on without the app's screen",
    ("dialer", "second"): "a call is the telephone's",
    ("dialer", "merged"): "a call is the telephone's",
    ("instagram", "own"): "posts with their pictures are on the server",
    ("instagram", "next_post"): "the server counts posts",
    ("plain_app", "opened"): "nothing changes it",
    (
        "settings",
        "recent",
    ): "recent searches are in a file of Settings Intelligence, a package without a state here",
    ("retro_music", "sleep_set"): "the sleep timer is the system's, which goes on without the app",
}
_DRAFTS = (Draft("5551234", "Hello <&>\n", 1_714_557_600_000),)
#: Values for fields that only a function checks.
EXAMPLES: dict[tuple[str, str], Any] = {
    ("booking", "recent"): ("rome", "paris"),
    ("booking", "saved"): ("forum",),
    ("booking", "trips"): (Trip("forum", 738_000, 2, "Ana"),),
    ("firefox", "tabs"): (
        BrowserTab(1, (BrowserEntry("https://news.example/"),)),
        BrowserTab(3, private=True),
    ),
    ("firefox", "current"): 3,
    ("firefox", "visits"): (BrowserVisit("https://news.example/", "Täst", 1_714_557_600_000),),
    ("firefox", "bookmarks"): (BrowserBookmark("https://news.example/", "Täst"),),
    ("firefox", "next_id"): 4,
    ("calculator", "history"): ((("digit_1", "op_add", "=2"), "3"),),
    ("chrome", "tabs"): (
        Tab(1, (Entry("chrome://newtab/"), Entry("https://quiet.example/")), 1),
        Tab(4, incognito=True),
    ),
    ("chrome", "next_id"): 5,
    ("chrome", "current_incognito"): 4,
    ("clock", "timers"): (Timer(1, 60_000, 30_000, label="Tea"),),
    ("clock", "digits"): "130",
    ("clock", "cities"): ("Asia/Tokyo",),
    ("contacts", "trash"): (
        Trashed(Contact(3, "Ada", details=(Detail("phone", "555", 2),)), 1_714_557_600_000),
    ),
    ("dialer", "history"): (PastCall("5551234", 1_714_557_600_000, 12),),
    ("gmail", "mails"): (Mail(3, "sent", "Täst", "a\nb", 1_714_557_600_000, attachments=("/sdcard/a.txt",)),),
    ("gmail", "next_id"): 4,
    ("gmail", "labels"): ("Travel", "Garden"),
    ("instagram", "following"): ("lena.bakes",),
    ("instagram", "comments"): (Comment(100, "alex.hikes", "Nice", True),),
    ("instagram", "messages"): (Message("milo.trails", True, "Hi", True),),
    ("maps", "recents"): (("query", "bread"), ("place", "library"), ("place", "@10,20")),
    ("maps", "trips"): ("library",),
    ("maps", "saved"): (("starred", "station"),),
    ("messages", "drafts"): _DRAFTS,
    ("messages", "starred"): (Star(7, 1_714_557_600_000),),
    ("simple_sms", "drafts"): _DRAFTS,
    ("simple_sms", "pinned"): (2,),
    ("simple_sms", "scheduled"): (Scheduled(1 << 32, "5551234", "Täst", 1_914_557_600_000),),
    ("wikipedia", "lists"): (ReadingList(0), ReadingList(2, "Animals", "", ("en/main_page",))),
    ("wikipedia", "history"): ("en/main_page",),
    ("wikipedia", "tabs"): (("en/main_page",), ("en/main_page",)),
    ("wikipedia", "current"): 1,
    ("youtube", "history"): (106,),
    ("youtube", "later"): (112,),
    ("youtube", "liked"): (112, 106),
    ("youtube", "disliked"): (111,),
    ("youtube", "hidden"): (106,),
    ("youtube", "subscribed"): ("orbit",),
    ("youtube", "comments"): (VideoComment("Me", "Good", 106),),
    ("youtube", "places"): ((106, 4000),),
    ("opentracks", "recording"): Recording(1, 70_000, 20),
    ("osmand", "recents"): (Place("Vaduz", "town", 47.14, 9.52),),
    ("retro_music", "keep_queue"): True,
    ("retro_music", "tabs"): ("songs", "folders"),
    ("retro_music", "orders"): (("songs", "-title"),),
    ("retro_music", "counts"): ((7, 2),),
    ("pi_music", "orders"): (("tracks", "-artist"),),
    ("pi_music", "levels"): (1, -2, 3, -4, 15),
    ("vlc", "orders"): (("video", "length", True),),
    ("simple_gallery", "folder_order"): ("name", False),
    ("simple_gallery", "media_order"): ("size", True),
    ("simple_gallery", "kinds"): ("video",),
    ("simple_calendar", "reminders"): (30, 60, -1),
    ("simple_draw", "folder"): "/sdcard/Download",
    ("markor", "folder"): "/sdcard/Download",
    ("calendario", "events"): (
        Event(3, "Tea", False, datetime(2024, 5, 10, 9), datetime(2024, 5, 10, 10), (5,), "weekly"),
    ),
    ("walmart", "store"): min(assortment.stores()),
    ("walmart", "spot"): max(assortment.zones()),
    ("walmart", "viewed"): (min(assortment.products()),),
    ("walmart", "cart"): ((min(assortment.products()), 2),),
}


def _apps() -> list[tuple[str, str]]:
    return [
        (name, package) for name in images.names() for package in packages.owners_of(images.image_named(name))
    ]


@cache
def _owners() -> dict[str, tuple[str, Any]]:
    """The apps and providers by package, each with an image that has it."""
    return {
        package: (name, packages.owners_of(images.image_named(name))[package]) for name, package in _apps()
    }


def _module(state: Any) -> str:
    return str(type(state).__module__).removesuffix(".state").rpartition(".")[2]


def _tables(owner: Any) -> list[tuple[AppFile, Any]]:
    """The files of preferences with their tables."""
    found = []
    for file in owner.files:
        arguments = getattr(file.read, "args", ())
        if arguments and isinstance(arguments[0], dict):
            found.append((file, arguments[0]))
    return found


def _get(state: Any, field: str) -> Any:
    for name in field.split("."):
        state = getattr(state, name)
    return state


def _put(state: Any, field: str, value: Any) -> Any:
    name, _, below = field.partition(".")
    return replace(state, **{name: _put(getattr(state, name), below, value) if below else value})


def _other(state: Any, field: str, row: Any) -> Any:
    """Another value that the field may have."""
    now, example = _get(state, field), EXAMPLES.get((_module(state), field))
    if example is not None:
        return example
    if row.allowed is not None and not callable(row.allowed):
        other = next((one for one in row.allowed if one not in (now, ())), now)
        return (other,) if isinstance(now, tuple) else other
    if isinstance(now, bool):
        return not now
    if isinstance(now, int):
        return now + 1
    if isinstance(now, str) or now is None:
        return f"{now or ''} <&> 'ü'"
    assert isinstance(now, tuple), (field, now)
    hint = str(get_type_hints(type(state))[field])
    return (3,) if hint.startswith("tuple[int") else ("/sdcard/ü.txt", "b")


def _changed(owner: Any, state: Any) -> Any:
    for _, table in _tables(owner):
        for field, row in table.items():
            state = _put(state, field, _other(state, field, row))
    return state


def _closed(owner: Any, state: Any) -> Any:
    closed = owner.closed if isinstance(owner, App) else None
    return state if closed is None else closed(state)


def _kept(owner: Any, state: Any) -> list[bytes]:
    """The content of an app's files: if it is equal, states are equal for a user, whatever the order of preferences."""
    return [file.read(state) for file in owner.files]


@pytest.mark.parametrize("name", images.names())
def test_what_an_app_remembers_goes_and_comes_back_with_its_files(name: str) -> None:
    device = EmbeddedDevice(image=name)
    image = device.phone.image
    first = device.phone.apps
    owners = {package: owner for package, owner in packages.owners_of(image).items() if _tables(owner)}
    assert len(owners) > 15
    changed = {package: _closed(owner, _changed(owner, first[package])) for package, owner in owners.items()}
    phone = device.phone
    for package, owner in owners.items():
        default = _closed(owner, first[package])
        same = [field for _, table in _tables(owner) for field in table
                if _get(changed[package], field) == _get(default, field)]  # fmt: skip
        # A field that depends on another of the same app may stay as it is.
        assert set(same) <= {"folder", "page", "current", "shown", "keep_queue"}, (
            package,
            same,
        )
        phone = replace(phone, apps=phone.apps.set(package, changed[package]))
    device.phone = phone
    for package, owner in owners.items():
        own = shlex.quote(image.outward(package))
        places = [f"{place}/{own}" for place in ("/data/data", "/data/user_de/0")
                  if any(file.path.startswith(f"{place}/{package}/") for file in owner.files)]  # fmt: skip
        for place in places:
            copy = f"/data/android_world{place}"
            for line in (
                f"am force-stop {own}",
                f"mkdir -p {copy}",
                f"cp -a {place}/. {copy}/",
                f"rm -r {place}/*",
            ):
                result = device.shell(line)
                assert not result.exit_code, (line, result.output)
        assert _kept(owner, device.phone.apps[package]) == _kept(owner, _closed(owner, first[package])), (
            package
        )
        for place in places:
            for line in (f"cp -a /data/android_world{place}/. {place}/", f"restorecon -RD {place}",
                         f"chmod 777 -R {place}"):  # fmt: skip
                result = device.shell(line)
                assert not result.exit_code, (line, result.output)
        for file, table in _tables(owner):
            assert _only(device.phone.apps[package], table) == _only(changed[package], table), (
                package,
                file.path,
            )
        assert _kept(owner, device.phone.apps[package]) == _kept(owner, changed[package]), package
        assert device.shell(f"pm clear {own}").output == "Success\n"
        assert device.phone.apps[package] == first[package]


def _sample(hint: Any, value: Any) -> Any:
    """Another value of a simple type; None if the field needs its own example."""
    simple = {bool: not value, int: (value or 0) + 1 if isinstance(value, int) else 1, str: f"{value}x"}
    return simple.get(hint)


@pytest.mark.parametrize("package", sorted(_owners()))
def test_no_field_that_outlives_a_force_stop_is_missing_from_the_files(package: str) -> None:
    image, owner = _owners()[package]
    state = _closed(owner, packages.first_state(images.image_named(image), package))
    if state is None:
        return
    stored = {field.partition(".")[0] for _, table in _tables(owner) for field in table}
    hints = get_type_hints(type(state))
    missing = []
    for field in fields(state):
        name = field.name
        if (
            name in stored
            or (_module(state), name) in EXCEPTIONS
            or name in _IN_OTHER_FILES.get(_module(state), ())
        ):
            continue
        value = _sample(hints[name], getattr(state, name))
        if value is None:
            value = _changed_record(getattr(state, name))
        if _closed(owner, replace(state, **{name: value})) == state:
            continue
        missing.append(name)
    assert not missing


def _changed_record(value: Any) -> Any:
    """A different value, for `closed` to keep or to drop."""
    return (
        (("x", 0),)
        if value == ()
        else ()
        if isinstance(value, tuple)
        else None
        if value is not None
        else ("x",)
    )


#: Fields that the databases, and files of other formats, have; each app's tests write and read them.
_IN_OTHER_FILES: dict[str, tuple[str, ...]] = {
    "launcher": ("shortcuts", "widgets"),
    "calendar": ("preferences",),
    "store": ("calendars", "events", "next_id", "contacts", "labels", "next_label", "messages", "threads",
              "next_thread", "multimedia"),
    "chrome": ("visits", "bookmarks"),
    "clock": ("alarms", "next_alarm_id", "preferences"),
    "snapseed": ("preferences",),
    "wikipedia": ("preferences",),
    "maps_me": ("bookmarks", "preferences"),
    "osmand": ("favourites", "markers"),
    "broccoli": ("rows", "categories", "assigned"),
    "joplin": ("notes", "folders", "tags", "note_tags", "resources"),
    "opentracks": ("tracks", "points", "markers"),
    "pro_expense": ("rows",),
    "retro_music": ("playlists", "songs", "queue", "original"),
    "simple_calendar": ("rows", "types"),
    "tasks": ("rows", "alarms", "accounts", "lists", "links", "tags", "tagged", "filters"),
    "vlc": ("media", "playlists", "entries"),
    "bluecoins": ("transactions", "items", "categories", "parents", "accounts"),
    "cantook": ("publications", "collections", "links", "bookmarks"),
    "pi_music": ("playlists", "entries"),
}  # fmt: skip

_WRONG = (
    Preference("string", "", "?"), Preference("string", "", "[[1]]"), Preference("string", "", '[{"id": 1}]'),
    Preference("string", "", "[" * 500), Preference("string", "", "NaN"), Preference("long", "", -(1 << 62)),
    Preference("long", "", 1 << 40), Preference("float", "", 2.5), Preference("set", "", ("a",)),
)  # fmt: skip


@pytest.mark.parametrize(
    "package", sorted(package for package, (_, owner) in _owners().items() if _tables(owner))
)
def test_wrong_values_are_the_defaults_and_what_is_left_can_be_shown(package: str) -> None:
    image, owner = _owners()[package]
    device = EmbeddedDevice(image=image)
    state = device.phone.apps[package]
    default = type(state)()
    for file, table in _tables(owner):
        assert _only(file.write(state, b"<map />"), table) == _only(default, table)
        with pytest.raises(SharedPreferencesError):
            file.write(state, b"<map><int name='a'")
        found = shared_preferences.parse(file.read(state))
        for wrong in _WRONG:
            data = shared_preferences.to_bytes(tuple(wrong._replace(name=one.name) for one in found))
            written = file.write(state, data)
            assert type(written) is type(state)
            _show(device, package, _closed(owner, written))


def _only(state: Any, table: Any) -> list[Any]:
    return [_get(state, field) for field in table]


def _show(device: EmbeddedDevice, package: str, state: Any) -> None:
    """Open the app with that state."""
    phone: Phone = device.phone
    if state == phone.apps[package]:
        return
    device.phone = replace(phone, apps=phone.apps.set(package, state))
    device.shell(f"monkey -p {phone.image.outward(package)} -c android.intent.category.LAUNCHER 1")
    assert device.ui_tree().nodes
    device.phone = phone


def test_a_broken_file_is_the_default_and_logged() -> None:
    device = EmbeddedDevice(image="android13")
    path = "/data/data/org.tasks/shared_prefs/org.tasks_preferences.xml"
    tasks = device.phone.apps["org.tasks"]
    device.phone = replace(
        device.phone,
        apps=device.phone.apps.set("org.tasks", replace(tasks, view=replace(tasks.view, sort="title"))),
    )
    assert re.search(r'<string name="sort_mode">title</string>', device.shell(f"cat {path}").output)
    assert device.shell(f"sed -i s/title/created/ {path}").exit_code == 0
    assert device.phone.apps["org.tasks"].view.sort == "created"
    device.shell(f"echo broken > {path}")
    assert device.phone.apps["org.tasks"] == tasks


def test_an_app_of_another_name_has_files_of_that_name() -> None:
    phone = images.boot(image=images.ANDROID13)
    dialer = [path for path in files.paths(phone) if "dialer" in path]
    assert dialer == [
        "/data/data/com.google.android.dialer/shared_prefs/com.google.android.dialer_preferences.xml"
    ]
