"""Rules on app data: rows, preferences, files; right, nearly right, and missing files."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import DetectorError
from bmoca_gym.handset.system import sqlite_bytes
from bmoca_gym.handset.system.sqlite_bytes import database_bytes
from bmoca_gym.success_detectors import Detector
from bmoca_gym.success_detectors.app_data import BooleanList, FileRule, PreferenceRule, SqliteRule

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
COLUMNS = "_id INTEGER PRIMARY KEY, hour INTEGER, minutes INTEGER, enabled INTEGER, label TEXT"
INITIAL = (1, 9, 0, 0, "")
WANTED = (("hour", 10), ("minutes", 30), ("enabled", 1))
RULE = SqliteRule(path=ALARMS, table="alarm_templates", rows_exist=(WANTED,))


def judged(device, rule):
    detector = Detector(rule)
    detector.reset(device)
    return detector.check(device)


class TestSqlite:
    @pytest.fixture
    def alarms(self, device, database):
        def judge(rule, *rows):
            device.files[ALARMS] = database("alarm_templates", COLUMNS, [INITIAL, *rows])
            return judged(device, rule)

        return judge

    def test_the_row_exists(self, alarms):
        detection = alarms(RULE, (2, 10, 30, 1, ""))
        assert detection.satisfied
        assert "hour=10, minutes=30, enabled=1" in detection.evidence[0]

    @pytest.mark.parametrize(
        "rows",
        [
            [],
            [(2, 22, 30, 1, "")],
            [(2, 10, 30, 0, "")],
            [(2, 10, 31, 1, "")],
            [(2, 10, 0, 1, ""), (3, 9, 30, 1, "")],
            [(2, None, 30, 1, "")],
            [(2, "ten", 30, 1, "")],
        ],
    )
    def test_near_misses(self, alarms, rows):
        detection = alarms(RULE, *rows)
        assert (detection.satisfied, detection.known) == (False, True)

    def test_a_row_that_must_not_be_there(self, alarms):
        rule = SqliteRule(ALARMS, "alarm_templates", rows_absent=((("hour", 9), ("minutes", 0)),))
        assert not alarms(rule).satisfied
        gone = SqliteRule(ALARMS, "alarm_templates", rows_absent=((("hour", 8),),))
        assert alarms(gone).satisfied

    def test_the_number_of_rows(self, alarms):
        rule = SqliteRule(ALARMS, "alarm_templates", row_count=2)
        more = [(2, 1, 1, 1, ""), (3, 1, 1, 1, "")]
        assert [alarms(rule, *more[:n]).satisfied for n in range(3)] == [False, True, False]

    def test_no_other_rows(self, alarms):
        rule = SqliteRule(ALARMS, "alarm_templates", rows_exist=(WANTED, (("hour", 9),)), no_other_rows=True)
        assert alarms(rule, (2, 10, 30, 1, "")).satisfied
        assert not alarms(rule, (2, 10, 30, 1, ""), (3, 11, 0, 1, "")).satisfied

    def test_null_and_text(self, alarms):
        rule = SqliteRule(ALARMS, "alarm_templates", rows_exist=((("label", None),), (("label", "Ä 起"),)))
        assert alarms(rule, (2, 1, 1, 1, None), (3, 1, 1, 1, "Ä 起")).satisfied
        assert not alarms(rule, (3, 1, 1, 1, "Ä 起")).satisfied

    def test_text_that_looks_like_a_number_is_text(self, alarms):
        rule = SqliteRule(ALARMS, "alarm_templates", rows_exist=((("label", 10),),))
        assert not alarms(rule, (2, 1, 1, 1, "10")).satisfied

    def test_a_column_that_is_missing_is_not_taken_for_a_text(self, alarms):
        rule = SqliteRule(ALARMS, "alarm_templates", rows_exist=((("hours", "hours"),),))
        detection = alarms(rule)
        assert (detection.satisfied, detection.known) == (False, False)
        assert "no such column" in detection.evidence[0]

    def test_text_that_is_no_utf8(self, device):
        device.files[ALARMS] = database_bytes(
            "CREATE TABLE alarm_templates (hour, minutes, enabled);"
            "INSERT INTO alarm_templates VALUES (10, 30, 1), (CAST(X'FF00FE' AS TEXT), X'00', 2.5);"
        )
        assert judged(device, RULE).satisfied

    @pytest.mark.parametrize(
        "rows",
        [
            "SELECT 10 AS hour, 30 AS minutes, 1 AS enabled",
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
            "SELECT 10 AS hour, 30 AS minutes, 1 AS enabled FROM n ORDER BY x",
        ],
    )
    def test_a_view_in_place_of_the_table_is_not_run(self, device, rows):
        device.files[ALARMS] = database_bytes(f"CREATE VIEW alarm_templates AS {rows}")
        detection = judged(device, RULE)
        assert (detection.satisfied, detection.known) == (False, False)

    def test_a_table_with_too_many_rows_is_unknown(self, device, monkeypatch, database):
        monkeypatch.setattr(sqlite_bytes, "MAX_ROWS", 3)
        device.files[ALARMS] = database(
            "alarm_templates", COLUMNS, [(i, 10, 30, 1, "many") for i in range(4)]
        )
        assert not judged(device, RULE).known

    def test_missing_file_and_table(self, device, database):
        assert not judged(device, RULE).known
        device.files[ALARMS] = database("another", COLUMNS, [])
        detection = judged(device, RULE)
        assert (detection.satisfied, detection.known) == (False, False)
        assert "no such table" in detection.evidence[0]

    def test_rows_that_are_still_in_the_write_ahead_log(self, device, tmp_path):
        connection = sqlite3.connect(tmp_path / "a.db")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"CREATE TABLE alarm_templates ({COLUMNS})")
        connection.execute("INSERT INTO alarm_templates VALUES (1, 10, 30, 1, '')")
        connection.commit()
        files = {
            ALARMS: (tmp_path / "a.db").read_bytes(),
            f"{ALARMS}-wal": (tmp_path / "a.db-wal").read_bytes(),
        }
        connection.close()
        device.files = dict(files)
        assert judged(device, RULE).satisfied
        device.files[f"{ALARMS}-wal"] = b"junk" * 100
        assert not judged(device, RULE).satisfied
        device.files = {ALARMS: (tmp_path / "a.db").read_bytes()}  # closed: all is in one file again
        assert judged(device, RULE).satisfied
        assert device.written == []

    def test_without_a_write_ahead_log_no_second_file_is_asked_for(self, device, alarms):
        alarms(RULE)
        assert f"{ALARMS}-wal" not in device.asked

    @given(data=st.binary(max_size=300), log=st.binary(max_size=50))
    def test_arbitrary_bytes(self, fake_device, data, log):
        device = fake_device()
        for start in (b"", b"SQLite format 3\0", b"SQLite format 3\0\x10\x00\x02\x02"):
            device.files = {ALARMS: start + data, f"{ALARMS}-wal": log}
            assert not judged(device, RULE).satisfied

    @given(at=st.integers(0, 12_000), junk=st.binary(min_size=1, max_size=40))
    def test_damaged_databases(self, fake_device, database, at, junk):
        whole = bytearray(database("alarm_templates", COLUMNS, [INITIAL, (2, 10, 30, 1, "x" * 3000)]))
        whole[at : at + len(junk)] = junk
        device = fake_device()
        device.files[ALARMS] = bytes(whole)
        assert isinstance(judged(device, RULE).satisfied, bool)

    @pytest.mark.parametrize("keep", [0, 1, 15, 16, 99, 100, 512, 4096, 5000])
    def test_cut_databases(self, device, database, keep):
        whole = database("alarm_templates", COLUMNS, [(i, 10, 30, 1, "x" * 500) for i in range(40)])
        device.files[ALARMS] = whole[:keep]
        detection = judged(device, RULE)
        assert (detection.satisfied, detection.known) == (False, False)

    def test_the_same_bytes_are_parsed_once(self, device, database, monkeypatch):
        from bmoca_gym.success_detectors import app_data

        calls = []
        original = app_data.table_rows
        monkeypatch.setattr(app_data, "table_rows", lambda *a: calls.append(a) or original(*a))
        device.files[ALARMS] = database("alarm_templates", COLUMNS, [(77, 1, 2, 3, "parsed once")])
        detector = Detector(RULE)
        detector.reset(device)
        first = detector.check(device)
        device.files[ALARMS] = bytes(bytearray(device.files[ALARMS]))  # equal, and another object
        assert detector.check(device) == first
        assert len(calls) == 1

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({}, "nothing is asked"),
            ({"path": "/etc/passwd"}, "/data, /sdcard, /storage"),
            ({"path": "/data/../etc/passwd"}, "without"),
            ({"path": "/data"}, "full path"),
            ({"path": "/data//a"}, "full path"),
            ({"path": "/database/a"}, "full path"),
            ({"path": "/data/a\0b"}, "full path"),
            ({"table": 'x"; DROP TABLE y'}, "letters, digits"),
            ({"rows_exist": ((("a b", 1),),)}, "letters, digits"),
            ({"rows_exist": ((("a", True),),)}, "write 1"),
            ({"rows_exist": ((("a", (1,)),),)}, "text, a number or null"),
            ({"rows_exist": ((),)}, "names with their values"),
            ({"rows_exist": {"a": 1}}, "list of rows"),
            ({"rows_absent": ("a",)}, "names with their values"),
            ({"row_count": -1}, "0 or more"),
            ({"no_other_rows": 1}, "true or false"),
        ],
    )
    def test_malformed_rules(self, fields, message):
        with pytest.raises(DetectorError, match=message):
            SqliteRule(**{"path": ALARMS, "table": "t", **fields})


PREFS = "/data/data/org.wikipedia/shared_prefs/org.wikipedia_preferences.xml"
FEED = PreferenceRule(PREFS, "feedCardsEnabled", "string", boolean_list=BooleanList((0, 1, 6), (8, 9)))


def xml(*entries: str) -> bytes:
    return f"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>{''.join(entries)}</map>".encode()


def string(key: str, value: str) -> str:
    return f'<string name="{key}">{value}</string>'


def in_a_map(text: str) -> bytes:
    return f"<map>{text}</map>".encode("utf-8", "surrogatepass")


XML_TEXT = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="<&\ufffe\uffff")


class TestPreferences:
    @pytest.mark.parametrize(
        ("values", "holds"),
        [
            ("[false,false,true,true,true,true,false,true,true,true]", True),
            ("[false, false, true, true, true, true, false, true, false, false]", True),
            ("[false,false,true,true,true,true,false,true]", True),
            ("[false,false,true,true,true,true,true,true,true,true]", False),
            ("[false,false,true,true,true,false,true,true,true,true]", False),
            ("[false,false,true,true,true,true,false,false,true,true]", False),
            ("[false,true,true,true,true,true,false,true,true,true]", False),
            ("[0,0,1,1,1,1,0,1,1,1]", False),
            ("[false,false,true,true,true,true]", False),
            ("[]", False),
            ("{}", False),
            ("null", False),
            ("", False),
            ("[" * 100_000, False),
            ("[false,", False),
        ],
    )
    def test_the_list_of_booleans(self, device, values, holds):
        device.files[PREFS] = xml(
            string("other", "[false]"), string("feedCardsEnabled", values), string("last", "x")
        )
        assert judged(device, FEED).satisfied is holds

    def test_an_exact_length(self, device):
        rule = PreferenceRule(PREFS, "k", "string", boolean_list=BooleanList((0,), (), 3))
        for values, holds in (
            ("[false,true,true]", True),
            ("[false,true]", False),
            ("[false,true,true,true]", False),
        ):
            device.files[PREFS] = xml(string("k", values))
            assert judged(device, rule).satisfied is holds

    @pytest.mark.parametrize(
        ("kind", "wanted", "right", "wrong"),
        [
            ("boolean", True, '<boolean name="k" value="true" />', '<boolean name="k" value="false" />'),
            ("boolean", False, '<boolean name="k" value="false" />', '<boolean name="k" value="true" />'),
            ("int", -5, '<int name="k" value="-5" />', '<int name="k" value="5" />'),
            ("int", 0, '<int name="k" value="0" />', '<int name="k" value="1" />'),
            ("long", 2**40, f'<long name="k" value="{2**40}" />', '<long name="k" value="1" />'),
            ("float", 0.5, '<float name="k" value="0.5" />', '<float name="k" value="0.25" />'),
            ("string", "100", '<string name="k">100</string>', '<string name="k">1000</string>'),
            ("string", "", '<string name="k"></string>', '<string name="k"> </string>'),
            ("string", "a&<", '<string name="k">a&amp;&lt;</string>', '<string name="k">a</string>'),
            (
                "set",
                ("a", "b"),
                '<set name="k"><string>b</string><string>a</string></set>',
                '<set name="k" />',
            ),
        ],
    )
    def test_types(self, device, kind, wanted, right, wrong):
        rule = PreferenceRule(PREFS, "k", kind, equals=wanted)
        device.files[PREFS] = xml(right)
        assert judged(device, rule).satisfied
        device.files[PREFS] = xml(wrong)
        detection = judged(device, rule)
        assert (detection.satisfied, detection.known) == (False, True)

    def test_another_type_or_key_is_unknown(self, device):
        rule = PreferenceRule(PREFS, "k", "int", equals=1)
        for entry in (string("k", "1"), '<int name="K" value="1" />', '<int name="k" value="one" />', ""):
            device.files[PREFS] = xml(entry)
            assert not judged(device, rule).known

    def test_the_last_of_two_entries_counts(self, device):
        rule = PreferenceRule(PREFS, "k", "int", equals=1)
        device.files[PREFS] = xml('<int name="k" value="1" />', '<int name="k" value="2" />')
        assert not judged(device, rule).satisfied

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\0",
            b"not XML",
            b"<map>",
            b"<maps/>",
            b"<?xml version='1.0' encoding='no-such-encoding'?><map/>",
            b'<!DOCTYPE map SYSTEM "file:///etc/passwd"><map/>',
            b'<!DOCTYPE map [<!ENTITY e SYSTEM "file:///etc/hostname">]><map><int name="k">&e;</int></map>',
            b"<!DOCTYPE map [<!ENTITY a 'aaaaaaaaaa'>"
            + b"".join(
                b"<!ENTITY a%d '%s'>" % (i, (b"&a%d;" % (i - 1) if i else b"&a;") * 10) for i in range(10)
            )
            + b']><map><string name="k">&a9;</string></map>',
            b"<map>" + b"<a>" * 100_000,
        ],
    )
    def test_files_that_are_no_preferences(self, device, data):
        device.files[PREFS] = data
        detection = judged(device, FEED)
        assert (detection.satisfied, detection.known) == (False, False)

    def test_missing_file(self, device):
        assert not judged(device, FEED).known

    @given(data=st.binary(max_size=200) | st.text(max_size=200).map(in_a_map))
    def test_arbitrary_bytes(self, fake_device, data):
        device = fake_device()
        device.files[PREFS] = data
        assert not judged(device, FEED).satisfied

    @given(value=st.text(XML_TEXT))
    def test_any_string_reads_back(self, fake_device, value):
        device = fake_device()
        device.files[PREFS] = xml(string("k", value))
        assert judged(device, PreferenceRule(PREFS, "k", "string", equals=value)).satisfied
        assert isinstance(judged(device, FEED).satisfied, bool)

    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"equals": 1, "type": "integer"}, "Did you mean 'int'"),
            ({"type": "int"}, "exactly one"),
            ({"type": "string", "equals": "a", "boolean_list": BooleanList()}, "exactly one"),
            ({"type": "int", "boolean_list": BooleanList()}, "entries of type string"),
            ({"type": "string", "boolean_list": (0, 1)}, "false_at, ignore, length"),
            ({"type": "int", "equals": True}, "can't be"),
            ({"type": "boolean", "equals": "true"}, "can't be"),
            ({"type": "string", "equals": 100}, "can't be"),
            ({"type": "int", "equals": 1.5}, "can't be"),
            ({"type": "set", "equals": ("a", 1)}, "can't be"),
            ({"type": "int", "equals": 1, "key": ""}, "key is ''"),
        ],
    )
    def test_malformed_rules(self, fields, message):
        with pytest.raises(DetectorError, match=message):
            PreferenceRule(**{"path": PREFS, "key": "k", **fields})

    @pytest.mark.parametrize(
        "fields",
        [
            {"false_at": (0,), "ignore": (0,)},
            {"false_at": (0, 0)},
            {"false_at": (-1,)},
            {"false_at": 1},
            {"false_at": (3,), "length": 3},
            {"length": "3"},
        ],
    )
    def test_malformed_lists(self, fields):
        with pytest.raises(DetectorError):
            BooleanList(**fields)


class TestFile:
    def test_existence(self, device):
        rule = FileRule("/sdcard/DCIM/a.jpg")
        assert not judged(device, rule).satisfied
        device.files["/sdcard/DCIM/a.jpg"] = b""
        assert judged(device, rule).satisfied

    def test_length(self, device):
        device.files["/sdcard/a"] = b"12"
        assert judged(device, FileRule("/sdcard/a", min_bytes=2)).satisfied
        assert not judged(device, FileRule("/sdcard/a", min_bytes=3)).satisfied
