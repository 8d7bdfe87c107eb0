"""Rules on rows of stores: right rows, one row or cell wrong, and files that are not databases."""

from __future__ import annotations

import time

import pytest

from bmoca_gym import stores
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DetectorError
from bmoca_gym.handset.system.sqlite_bytes import database_bytes
from bmoca_gym.success_detectors import Detector, rule_from_data

ADA = {"name": "Ada Brook", "phone": "+1 (555) 123-4567"}
BEN = {"name": "Ben  Café", "phone": "5550001"}
SEVEN = {"hour": 7, "minutes": 30}
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
ALARMS = stores.get("alarms").path


def phone(*rows, of="contacts"):
    device = EmbeddedDevice()
    stores.clear(device, of)
    stores.add(device, of, rows)
    return device


def judged(device, rule, change=lambda device: None):
    detector = Detector(rule_from_data(rule))
    detector.reset(device)
    assert not detector.check(device).satisfied
    change(device)
    return detector.check(device)


def add(*rows, of="contacts"):
    return lambda device: stores.add(device, of, rows)


def replace_alarms(**changes):
    """Write new alarms with the same keys."""

    def change(device):
        rows = stores.read(device, "alarms")
        stores.clear(device, "alarms")
        stores.add(device, "alarms", [row | changes if row["hour"] == 7 else row for row in rows])

    return change


@pytest.mark.parametrize(
    ("rows", "compare", "satisfied"),
    [
        ([ADA], {}, True),
        ([ADA | {"phone": "+15551234567"}], {}, False),
        ([ADA | {"phone": {"digits": "+15551234567"}}], {}, True),
        ([ADA | {"phone": {"digits": "15551234567"}}], {}, False),  # a number abroad is another
        ([ADA | {"phone": "+15551234567"}], {"phone": "digits"}, True),
        ([{"name": " Ada  Brook "}], {"name": "same"}, True),
        ([{"name": "ada brooke"}], {"name": "fuzzy"}, True),
        ([{"name": "ada crook"}], {"name": "same"}, False),
        ([{"name": {"any": ["Adam", "Ada Brook"]}}], {}, True),
        (
            [{"name": "Ada", "phone": {"digits": "+15551234567"}}],
            {"name": {"any": ["{name}", "{name} Brook"]}},
            True,
        ),
        ([ADA, BEN], {}, False),
        ([], {}, False),
    ],
)
def test_rows_added(rows, compare, satisfied):
    rule = {"rows_added": {"of": "contacts", "rows": rows, "compare": compare or {"name": "exact"}}}
    detector = Detector(rule_from_data(rule))
    device = phone(BEN)
    detector.reset(device)
    stores.add(device, "contacts", [ADA])
    assert detector.check(device).satisfied is satisfied


def test_each_row_is_matched_once():
    rule = {"rows_added": {"of": "contacts", "rows": [{"phone": "1"}, {"name": "A", "phone": "1"}]}}
    a, b = {"name": "A", "phone": "1"}, {"name": "B", "phone": "1"}
    assert judged(phone(), rule, add(a, b)).satisfied
    assert judged(phone(), rule, add(b, a)).satisfied
    assert not judged(phone(), rule, add(b, b)).satisfied
    assert not judged(phone(), rule, add(a, b, b)).satisfied


@pytest.mark.parametrize("nothing_else", [True, False])
def test_what_else_happened(nothing_else):
    rule = {"rows_added": {"of": "alarms", "rows": [{"hour": 8}], "nothing_else": nothing_else}}

    def change(device):
        replace_alarms(enabled=False)(device)
        stores.add(device, "alarms", [{"hour": 8, "minutes": 0}])

    assert judged(phone(SEVEN, of="alarms"), rule, change).satisfied is not nothing_else


@pytest.mark.parametrize(
    ("lat", "others", "satisfied"), [(47.1009, True, True), (47.1009, False, False), (47.1011, True, False)]
)
def test_numbers_that_are_near_and_rows_beside_them(lat, others, satisfied):
    def change(device):
        spots = {"a": lat, "b": 46.0}
        stores.add(
            device, "map_markers", [{"marker_id": id, "lat": at, "lon": 9.5} for id, at in spots.items()]
        )

    rows = [{"lat": 47.1, "lon": 9.5}]
    rule = {"rows_added": {"of": "map_markers", "rows": rows, "compare": {"lat": "near"}, "others": others}}
    assert judged(EmbeddedDevice(image="android13"), rule, change).satisfied is satisfied


@pytest.mark.parametrize(
    ("row", "satisfied"),
    [
        ({"date": {"day": "2024-05-11"}, "notes": {"any_case": "eating  OUT"}}, True),
        ({"date": {"day": "2024-05-12"}}, False),
        ({"date": "2024-05-11"}, False),  # midnight
        ({"notes": {"same": "eating out"}}, False),
    ],
)
def test_days_and_texts_in_capitals_or_not(row, satisfied):
    def change(device):
        paid = {"amount": -7.5, "date": "2024-05-11 18:20:00", "notes": "Eating out"}
        stores.add(device, "transactions", [paid])

    rule = {"rows_added": {"of": "transactions", "rows": [row]}}
    assert judged(EmbeddedDevice(image="androidlab"), rule, change).satisfied is satisfied


def test_rows_removed():
    rule = {"rows_removed": {"of": "alarms", "rows": [{"hour": 7}], "nothing_else": True}}
    device = phone({"hour": 6, "minutes": 0}, SEVEN, of="alarms")

    def only(*rows):
        def change(device):
            stores.clear(device, "alarms")
            stores.add(device, "alarms", rows)

        return change

    six = {"hour": 6, "minutes": 0}
    assert judged(device, rule, only(six)).satisfied
    device = phone(six, SEVEN, of="alarms")
    assert not judged(device, rule, only(six | {"minutes": 1})).satisfied
    assert not judged(phone(six, SEVEN, of="alarms"), rule, only()).satisfied


@pytest.mark.parametrize(
    ("change", "satisfied"),
    [
        (replace_alarms(minutes=45), True),
        (replace_alarms(minutes=45, label="x"), False),
        (replace_alarms(minutes=44), False),
        (lambda device: (replace_alarms(minutes=45)(device), add(SEVEN, of="alarms")(device)), False),
        (lambda device: stores.clear(device, "alarms"), False),
    ],
)
def test_rows_changed(change, satisfied):
    rule = {
        "rows_changed": {"of": "alarms", "from": {"hour": 7}, "to": {"minutes": 45}, "nothing_else": True}
    }
    assert judged(phone({"hour": 6, "minutes": 0}, SEVEN, of="alarms"), rule, change).satisfied is satisfied


def test_rows_of_a_provider():
    stored = add({"number": "5551", "text": "one", "time": "2023-10-15 12:00:00"}, of="sms_sent")
    for rule, satisfied in [
        ({"of": "sms_sent", "any": {"text": " one "}, "compare": {"text": "same"}}, True),
        ({"of": "content://sms/sent", "any": {"body": "one", "address": "5551"}}, True),
        ({"of": "content://sms/sent", "any": {"body": "one", "address": "555"}}, False),
        ({"of": "content://sms/sent", "any": {"body": "one"}, "none": {"address": "5551"}}, False),
        ({"of": "content://sms", "count": 1}, True),
    ]:
        assert judged(EmbeddedDevice(), {"provider": rule}, stored).satisfied is satisfied
    unknown = judged(EmbeddedDevice(), {"provider": {"of": "content://nobody", "count": 1}})
    assert not unknown.known


def test_what_can_not_be_read_is_unknown(device, database):
    rule = {"rows_added": {"of": "alarms", "rows": [{"hour": 7}]}}
    for data in (b"", b"SQLite format 3\x00" + bytes(200), database("another", "a", [])):
        device.files[ALARMS] = data
        detection = judged(device, rule)
        assert (detection.satisfied, detection.known) == (False, False)
    del device.files[ALARMS]
    assert not judged(device, rule).known


@pytest.mark.parametrize(
    "script",
    [
        f"CREATE VIEW alarm_templates AS {ENDLESS} SELECT x AS _id, x AS hour FROM n",
        f"CREATE VIEW alarm_templates AS {ENDLESS} SELECT count(*) AS _id, 1 AS hour FROM n",
        f"CREATE TABLE a (x); CREATE VIEW alarm_templates AS {ENDLESS} SELECT * FROM n, a ORDER BY 1",
    ],
)
def test_an_endless_view_is_not_opened(device, script):
    rule = {"rows_added": {"of": "alarms", "rows": [{"hour": 7}]}}
    device.files[ALARMS] = database_bytes(script)
    began = time.monotonic()
    detection = judged(device, rule)
    assert (detection.satisfied, detection.known) == (False, False)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    ("rule", "satisfied"),
    [
        ({"rows": [SEVEN, {"hour": 9}, {"hour": 8}]}, True),
        ({"rows": [SEVEN, {"hour": 8}, {"hour": 9}]}, False),
        ({"rows": [SEVEN, {"hour": 8}, {"hour": 9}], "by": "hour"}, True),
        ({"rows": [SEVEN, {"hour": 9}]}, False),
        ({"rows": [{"hour": 9}, {"hour": 8}], "where": {"minutes": 0}}, True),
        ({"rows": [], "where": {"hour": 6}}, True),
        ({"every": {"enabled": True}}, True),
        ({"every": {"minutes": 0}}, False),
        ({"every": {"enabled": True}, "where": {"hour": 6}}, False),
        ({"total": {"hour": [24, 24]}}, True),
        ({"total": {"hour": [0, 23.5]}}, False),
        ({"total": {"hour": [17, 17]}, "where": {"minutes": 0}}, True),
    ],
)
def test_rows_in_an_order_of_their_own(rule, satisfied):
    device = phone(SEVEN, {"hour": 9, "minutes": 0}, {"hour": 8, "minutes": 0}, of="alarms")
    detector = Detector(rule_from_data({"listed": {"of": "alarms", **rule}}))
    detector.reset(device)
    assert detector.check(device).satisfied is satisfied


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("rows_added", {"of": "contact", "rows": []}, "no store 'contact'. Did you mean 'contacts'"),
        ("rows_added", {"of": "contacts", "rows": [{"nam": "A"}]}, "no column 'nam'. Did you mean 'name'"),
        ("rows_added", {"of": "contacts", "rows": [{"name": 7}]}, "must be text"),
        ("rows_added", {"of": "alarms", "rows": [{"hour": "7"}]}, "must be a whole number"),
        (
            "rows_added",
            {"of": "contacts", "rows": [{"name": {"similar": "A"}}]},
            "must be one of exact, same",
        ),
        ("rows_added", {"of": "contacts", "rows": [{"name": {"any": []}}]}, "list of values"),
        (
            "rows_added",
            {"of": "contacts", "rows": [{"name": "A"}], "compare": {"name": "about"}},
            "must be one of",
        ),
        ("rows_added", {"of": "google_events", "rows": [{"zone": "UTC"}]}, "none is for comparing"),
        ("rows_added", {"of": "contacts", "rows": "A"}, "must be a list of rows"),
        ("rows_removed", {"of": "contacts"}, "'rows' is missing"),
        ("rows_changed", {"of": "contacts", "to": {"name": "A"}}, "'from' is missing"),
        ("rows_changed", {"of": "contacts", "from_": {"name": "A"}, "to": {"name": "B"}}, "no field 'from_'"),
        ("provider", {"of": "contacts"}, "nothing is asked"),
        ("listed", {"of": "contacts"}, "nothing is asked"),
        ("listed", {"of": "contacts", "rows": [], "by": "nam"}, "by: store contacts has no column 'nam'"),
        ("listed", {"of": "alarms", "total": {"hour": 7}}, "the least and the greatest"),
        ("provider", {"of": "content://sms", "any": {"body": 5}}, "put it in quotes"),
    ],
)
def test_malformed_rules(kind, fields, message):
    with pytest.raises(DetectorError, match=message):
        rule_from_data({kind: fields})


def test_rows_of_an_unchanged_handset_are_read_once(monkeypatch):
    device, rule = phone(ADA), {"rows_added": {"of": "contacts", "rows": [{"name": "Eve"}]}}
    start, read = device.phone, []
    shell = type(device).shell
    monkeypatch.setattr(type(device), "shell", lambda self, line: read.append(line) or shell(self, line))
    for _ in range(3):
        device.phone = start
        detector = Detector(rule_from_data(rule))
        detector.reset(device)
        device.wait(60)
        assert not detector.check(device).satisfied
    assert len(read) == 1
    stores.add(device, "contacts", [{"name": "Eve", "phone": "1"}])
    assert detector.check(device).satisfied
