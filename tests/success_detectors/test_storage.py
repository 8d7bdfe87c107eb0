"""Rules on folders, texts of files and the front app, on the handset and on phones with arbitrary answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import Detector, rule_from_data
from bmoca_gym.success_detectors.comparison import alike, plain
from bmoca_gym.success_detectors.storage import ContentRule

FOLDER = "/sdcard/Documents/My Notes"
COMMAND = f"find '{FOLDER}/' -mindepth 1 -maxdepth 1 -exec stat -c '%F|%s|%Y|%n' {{}} +"


def judged(device, rule, change=lambda device: None):
    detector = Detector(rule_from_data(rule))
    detector.reset(device)
    change(device)
    return detector.check(device)


def phone(**files):
    device = EmbeddedDevice()
    for name, text in files.items():
        device.write_file(f"{FOLDER}/{name}.txt", text.encode())
    return device


def write(name, text):
    return lambda device: device.write_file(f"{FOLDER}/{name}", text.encode())


def shell(command):
    def change(device):
        assert device.shell(command).exit_code == 0

    return change


REMOVE = shell(f"rm '{FOLDER}/a.txt'")
ADDED = {"added": [{"name": "c.txt", "same": "new  text"}], "nothing_else": True}


@pytest.mark.parametrize(
    ("rule", "change", "satisfied"),
    [
        (ADDED, write("c.txt", " new text\n"), True),
        (ADDED, write("c.txt", "old text"), False),
        (ADDED, write("d.txt", "new text"), False),
        (ADDED, lambda d: (write("c.txt", "new text")(d), write("d.txt", "")(d)), False),
        (ADDED, lambda d: (write("c.txt", "new text")(d), REMOVE(d)), False),
        (ADDED, lambda d: (write("c.txt", "new text")(d), write("b.txt", "longer")(d)), False),
        (ADDED, lambda d: None, False),
        ({"added": [{"matches": r".*\.txt", "min_bytes": 3}]}, write("x.txt", "abc"), True),
        ({"added": [{"matches": r"\.txt"}]}, write("x.txt", "abc"), False),
        ({"added": [{"name": "in", "folder": True}]}, shell(f"mkdir '{FOLDER}/in'"), True),
        ({"added": [{"name": "in"}]}, shell(f"mkdir '{FOLDER}/in'"), False),
        ({"added": [{"name": "a\nb"}]}, write("a\nb", ""), True),
        ({"removed": ["a.txt"], "kept": ["b.txt"]}, REMOVE, True),
        ({"removed": ["a.txt"], "kept": ["b.txt"]}, lambda d: (REMOVE(d), write("b.txt", "Two")(d)), False),
        ({"removed": ["a.txt"]}, shell(f"rm -r '{FOLDER}'"), False),
        ({"removed": ["a.txt", "b.txt"]}, shell(f"rm -r '{FOLDER}'"), True),
        ({"kept": ["absent.txt"]}, write("absent.txt", ""), False),
        ({"newest": {"name": "c.txt"}}, lambda d: (d.wait(60), write("c.txt", "")(d)), True),
        ({"newest": {"name": "a.txt"}}, lambda d: (d.wait(60), write("c.txt", "")(d)), False),
        ({"nothing_else": True}, lambda d: None, True),
        ({"nothing_else": True}, REMOVE, False),
    ],
)
def test_a_folder(rule, change, satisfied):
    device = phone(a="one", b="two")
    assert judged(device, {"directory": {"path": FOLDER, **rule}}, change).satisfied is satisfied


def test_a_folder_that_is_made_and_one_in_a_link():
    rule = {"directory": {"path": FOLDER, "added": [{"name": "c.txt"}]}}
    assert judged(EmbeddedDevice(), rule, write("c.txt", "")).satisfied
    rule = {"directory": {"path": "/sdcard/Download", "nothing_else": True}}
    assert judged(EmbeddedDevice(), rule).satisfied


@pytest.mark.parametrize("answer", [("sh: not found", 127), ("junk", 0), ("find: a: Permission denied\n", 1)])
def test_what_is_no_listing_is_unknown(device, answer):
    device.answers[COMMAND] = answer
    assert not judged(device, {"directory": {"path": FOLDER, "nothing_else": True}}).known


def test_a_name_can_not_pass_for_a_line_of_the_listing(device):
    device.answers[COMMAND] = (f"regular file|1|2|{FOLDER}/a\nregular file|9|9|b\n", 0)
    rule = {"path": FOLDER, "newest": {"name": "a\nregular file|9|9|b"}}
    assert judged(device, {"directory": rule}).satisfied


@pytest.mark.parametrize(
    ("test", "right", "wrong"),
    [
        ({"equals": "a\n"}, ["a\n"], ["a", "A\n"]),
        (
            {"same": "Grüße, Welt"},
            [" Gru\u0308ße,\n Welt\t", "\ufeffGrüße, Welt"],
            ["Grüße,Welt", "grüße, Welt"],
        ),
        (
            {"fuzzy": "The quick brown fox"},
            ["the quick brown foxes", "The quik brown fox"],
            ["The slow brown fox", ""],
        ),
        ({"contains": "brown  fox"}, ["A brown\nfox."], ["A fox"]),
        ({"contains": ["fox", "brown  dog"]}, ["A fox, a\nbrown dog."], ["A brown dog, a fox", "fox"]),
        ({"lines": ["a", "b c"]}, ["a\n\n b  c \n", "a\r\nb c"], ["b c\na", "a", "a\nb c\nd", ""]),
    ],
)
def test_the_text_of_a_file(device, test, right, wrong):
    for text in (*right, *wrong):
        device.files["/sdcard/a.txt"] = text.encode()
        assert judged(device, {"content": {"path": "/sdcard/a.txt", **test}}).satisfied is (text in right), (
            text
        )
    device.files["/sdcard/a.txt"] = b"\xff\xfe"
    assert not judged(device, {"content": {"path": "/sdcard/a.txt", **test}}).satisfied
    del device.files["/sdcard/a.txt"]
    assert not judged(device, {"content": {"path": "/sdcard/a.txt", **test}}).known


@given(st.text(), st.text())
def test_any_two_texts_are_compared(first, second):
    for test in ("equals", "same", "fuzzy", "contains"):
        assert ContentRule(path="/sdcard/a", **{test: first}).fault(first) == ""
        assert isinstance(ContentRule(path="/sdcard/a", **{test: first}).fault(second), str)
    assert plain(plain(first)) == plain(first)
    assert alike(first, second) or plain(first).lower() != plain(second).lower()


def test_the_app_in_front():
    device = EmbeddedDevice()
    contacts = {"package": "com.android.contacts"}
    opened = shell("am start -n com.android.contacts/.activities.PeopleActivity")
    assert not judged(device, {"front": contacts}).satisfied
    assert judged(device, {"front": contacts}, opened).satisfied
    assert judged(device, {"front": {"package": ["a.b", "com.android.contacts"]}}).satisfied
    for activity, holds in [
        (".activities.PeopleActivity", True),
        ("com.android.contacts.activities.PeopleActivity", True),
        (".Main", False),
    ]:
        assert judged(device, {"front": contacts | {"activity": activity}}).satisfied is holds


def test_androids_other_way_to_name_it(device):
    device.answers["dumpsys activity activities"] = (
        "  topResumedActivity=ActivityRecord{1a u0 a.b/.C t7}\n",
        0,
    )
    assert judged(device, {"front": {"package": "a.b", "activity": "a.b.C"}}).satisfied
    device.answers["dumpsys activity activities"] = ("mResumedActivity: null", 0)
    assert not judged(device, {"front": {"package": "a.b"}}).known


def test_a_mean_counts_whole_parts(device):
    device.show({"text": "a"})
    parts = [{"ui": {"text": "a"}}, {"all": [{"ui": {"text": "a"}}, {"ui": {"text": "b"}}]}]
    detection = judged(device, {"mean": parts})
    assert (detection.satisfied, detection.score) == (False, 0.5)
    assert judged(device, {"all": parts}).score == 0.75
    assert judged(device, {"mean": parts[:1]}).score == 1.0


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("directory", {"path": FOLDER}, "nothing is asked"),
        ("directory", {"path": "/", "added": []}, "must be the full path"),
        ("directory", {"path": FOLDER, "added": "a"}, "must be a list of entries"),
        ("directory", {"path": FOLDER, "added": [{"nam": "a"}]}, "Did you mean 'name'"),
        ("directory", {"path": FOLDER, "added": [{"name": "a/b"}]}, "without '/'"),
        ("directory", {"path": FOLDER, "added": [{"matches": "("}]}, "not a regular expression"),
        ("directory", {"path": FOLDER, "added": [{"same": "a", "equals": "a"}]}, "exactly one of"),
        ("directory", {"path": FOLDER, "removed": ["../a"]}, "without '/'"),
        ("directory", {"path": FOLDER, "kept": "a"}, "must be text"),
        ("content", {"path": "/sdcard/a"}, "nothing is given"),
        ("content", {"path": "/sdcard/a", "same": 5}, "put it in quotes"),
        ("content", {"path": "/sdcard/a", "lines": "a"}, "must be a list"),
        ("front", {"package": "contacts"}, "must be an Android package"),
        ("front", {"package": "a.b", "activity": "a b"}, "must be a class"),
        ("mean", [], "must be a list of rules"),
    ],
)
def test_malformed_rules(kind, fields, message):
    with pytest.raises(DetectorError, match=message):
        rule_from_data({kind: fields})
