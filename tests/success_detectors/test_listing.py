"""Lists that are opened at the end of an episode and read completely, and what apps play."""

from __future__ import annotations

import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DetectorError
from bmoca_gym.handset.apps.calendario.state import PACKAGE, Calendario
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import replace
from bmoca_gym.success_detectors import Detector, rule_from_data

ID = f"{PACKAGE}:id/"
LIST = {
    "open": [f"am force-stop {PACKAGE}", f"am start -n {PACKAGE}/.activity.EventListActivity"],
    "row": f"{ID}event_item",
    "columns": {"title": f"{ID}text_title", "when": f"{ID}text_time", "note": f"{ID}text_note"},
}
TITLES = ["this day", "exam", "work", "meeting", "Today", "homework"]
ALL = [{"title": title} for title in TITLES]


def found(device, **fields):
    detector = Detector(rule_from_data({"listing": {**LIST, **fields}}))
    detector.reset(device)
    assert not detector.check(device).known, "it waits for the end"
    before = device.phone
    detector.finished = True
    detection = detector.check(device)
    assert device.phone is before
    return detection.satisfied


@pytest.fixture
def device():
    return EmbeddedDevice(Configuration(width=1440, height=3120, density=560), image="androidlab")


def test_rows_are_compared_by_the_columns_that_are_given(device):
    assert found(device, rows=ALL)
    assert found(device, rows=ALL[::-1])
    assert found(device, rows=[{"title": "meeting", "note": "conference room B202"}], nothing_else=False)
    assert found(device, rows=[{"when": {"matches": "^Tue, May 21 · "}, "note": ""}], nothing_else=False)
    assert not found(device, rows=[{"when": {"matches": "^Tue, May 22 · "}}], nothing_else=False)
    assert not found(device, rows=ALL[1:])
    assert not found(device, rows=[*ALL, {"title": "work"}])
    assert not found(device, rows=[{"title": "work"}, {"title": "work"}], nothing_else=False)


def test_rows_stand_in_an_order(device):
    assert found(device, rows=ALL, ordered=True)
    assert not found(device, rows=ALL[::-1], ordered=True)
    assert not found(device, rows=ALL[:3], ordered=True)
    assert not found(device, rows=[*ALL, {"title": "work"}], ordered=True)


def test_a_list_that_does_not_fit_the_screen_is_read_to_its_end(device):
    state = device.phone.apps[PACKAGE]
    many = tuple(replace(state.events[n % 3], id=n + 1, note=f"{n // 5}") for n in range(23))
    device.phone = replace(device.phone, apps=device.phone.apps.set(PACKAGE, Calendario(many)))
    rows = [{"title": event.title, "note": event.note} for event in many]
    assert found(device, rows=rows)
    assert not found(device, rows=rows[:-1])
    assert not found(device, rows=[*rows[:-1], {"title": "work", "note": "9"}])


def test_a_page_behind_others_is_tapped_to(device):
    main = {"open": f"am start -n {PACKAGE}/.activity.MainActivity", "rows": ALL}
    assert not found(device, **main)
    assert found(device, **main, tap=["More options", "All events"])
    assert not found(device, **main, tap=["More options", "No such thing"])


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("hours", ["12", "24"])
def test_parts_are_what_the_phone_shows_in_its_language(locale, hours):
    configuration = Configuration(width=1440, height=3120, density=560, locale=locale, hours=hours)
    device = EmbeddedDevice(configuration, image="androidlab")
    columns = {**LIST["columns"], "how": f"{ID}text_repeat"}
    meeting = {
        "title": "meeting",
        "when": "<2024-05-13 E>, <2024-05-13 MMM> 13 · <10:00> – <11:00>",
        "how": "<calendario.minutes_before 30>",
    }
    assert found(device, columns=columns, rows=[meeting], nothing_else=False)
    assert found(device, rows=[{"when": {"matches": "^<calendario.today> · <17:00> – "}}], nothing_else=False)
    for wrong in (
        {"how": "<calendario.minutes_before 10>"},
        {"when": "<2024-05-13 E>, <2024-05-13 MMM> 13 · <10:00> – <11:01>"},
        {"when": "<2024-05-13 E>, <2024-05-13 MMM> 13"},
        {"when": {"matches": "<2024-12-13 MMM> 13"}},
    ):
        assert not found(device, columns=columns, rows=[meeting | wrong], nothing_else=False)
    main = {"open": f"am start -n {PACKAGE}/.activity.MainActivity", "rows": ALL}
    assert found(device, **main, tap=["<common.more_options>", "<calendario.all_events>"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rows": [{"title": "<calendario.yesterday>"}]}, "calendario"),
        ({"rows": [{"title": "<calendario.minutes_before>"}]}, "a number may follow"),
        ({"rows": [{"title": {"matches": "^<25:00>"}}]}, "title is"),
        ({"rows": [{"title": {"matches": "(<09:00>"}}]}, "regular expression"),
        ({"rows": [{"title": "<2024-13-01 MMM>"}]}, "title is"),
        ({"rows": ALL, "tap": ["<nowhere.title>"]}, "tap is"),
        ({"rows": [{"place": "x"}]}, "a column is 'place'"),
        ({"rows": [{"title": 3}]}, "matches"),
        ({"rows": [{"title": {"matches": "("}}]}, "regular expression"),
        ({"rows": ALL, "ordered": "yes"}, "ordered"),
        ({"rows": ALL, "seconds": 100}, "seconds"),
    ],
)
def test_what_is_malformed_is_refused(fields, message):
    with pytest.raises(DetectorError, match=message):
        rule_from_data({"listing": {**LIST, **fields}})


SESSION = """\
      package=com.example.music
      active=true
      state=PlaybackState {state=2, position=87900, buffered position=0, speed=0.0, updated=1, error=null}
      metadata: size=4, description=Wish, You, Band
      queueTitle=null, size=4
    Other com.example.other/Other (userId=0)
      package=com.example.other
      state=PlaybackState {state=PLAYING(3), position=5, buffered position=0, speed=1.0, updated=1, error=null}
      metadata:size=1, description=Else, null, null
"""


@pytest.mark.parametrize(
    ("fields", "satisfied"),
    [
        ({"state": "paused", "title": "Wish, You", "position": [87, 87], "queue": 4}, True),
        ({"state": "playing"}, False),
        ({"title": "Wish You"}, False),
        ({"title": "Band"}, False),
        ({"position": [88, 90]}, False),
        ({"queue": 3}, False),
        ({"package": "com.example.other", "state": "playing", "title": "Else"}, True),
        ({"package": "com.example.other", "queue": 4}, False),
        ({"package": "com.example"}, False),
    ],
)
def test_what_is_played(fake_device, fields, satisfied):
    device = fake_device()
    device.answers["dumpsys media_session"] = SESSION, 0
    detector = Detector(rule_from_data({"media_session": {"package": "com.example.music", **fields}}))
    detector.reset(device)
    assert detector.check(device).satisfied is satisfied


@pytest.mark.parametrize(
    "fields", [{"state": "stopped"}, {"position": [3]}, {"position": [3, 2]}, {"queue": -1}]
)
def test_what_can_not_be_played_is_refused(fields):
    with pytest.raises(DetectorError):
        rule_from_data({"media_session": {"package": "com.example.music", **fields}})
