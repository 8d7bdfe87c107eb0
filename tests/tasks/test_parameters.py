"""Templates with parameters: what each kind draws, that instances repeat, and error messages."""

from __future__ import annotations

import pickle
import re
from datetime import date, datetime, time
from pathlib import Path

import pytest
import yaml

from bmoca_gym import tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import ArgumentError, CatalogueError
from bmoca_gym.handset.providers.media import Facts, facts_of, media
from bmoca_gym.handset.value import replace
from bmoca_gym.tasks.parameters import Source, drawn
from bmoca_gym.tasks.plain import frozen, plain
from bmoca_gym.tasks.suite import Suite, load, loads

POOLS = {
    "names": ["Ann", "Ben", "Cem", "Dua"],
    "foods": {
        "name": {"choice": "names"},
        "price": {"integer": [1, 9]},
        "label": {"join": ["$row.name", "$row.price"]},
    },
}
HEAD = {
    "version": "1.0.0",
    "defaults": {
        "step_limit": 5,
        "clock": {"time": datetime(2024, 5, 1, 10), "frozen": True},
        "corrected": {"ui": {"text": "done"}},
    },
}


def values(params, seed=0, **given):
    return drawn(params, f"key {seed}", Source(POOLS), given, "file")


def suite_of(task, **head) -> Suite:
    text = yaml.safe_dump(
        {**HEAD, **head, "tasks": [{"id": "one", "goal": "do {a}", **task}]}, sort_keys=False
    )
    return loads(text, "test", "file.yaml")


@pytest.mark.parametrize(
    ("spec", "fits"),
    [
        ({"choice": [1, 2]}, lambda v: v in (1, 2)),
        ({"choice": "names", "unless": ["Ann", "Ben", "Cem"]}, lambda v: v == "Dua"),
        ({"choice": "names", "count": 4}, lambda v: sorted(v) == POOLS["names"]),
        ({"integer": [3, 9], "step": 3}, lambda v: v in (3, 6, 9)),
        ({"integer": [0, 5], "count": [2, 3]}, lambda v: len(set(v)) == len(v) in (2, 3)),
        ({"text": "names", "words": [2, 4]}, lambda v: 2 <= len(v.split()) <= 4),
        ({"pattern": "+1 ###-@^*"}, lambda v: re.fullmatch(r"\+1 \d{3}-[a-z][A-Z][a-z0-9]", v)),
        (
            {"date": [date(2023, 10, 15), date(2023, 10, 16)]},
            lambda v: v in (date(2023, 10, 15), date(2023, 10, 16)),
        ),
        (
            {"date": [date(2023, 10, 15), date(2023, 10, 15)], "at": ["09:00", "10:30"], "step": 30},
            lambda v: (
                v.date() == date(2023, 10, 15) and v.time() in (time(9), time(9, 30), time(10), time(10, 30))
            ),
        ),
        ({"sum": [20, 7], "modulo": 24}, lambda v: v == 3),
        ({"join": [{"choice": "names"}, "B"], "between": "-"}, lambda v: v.endswith("-B")),
        ({"rows": "foods"}, lambda v: v["label"] == f"{v['name']} {v['price']}"),
        ({"rows": "foods", "count": 4, "distinct": ["name"]}, lambda v: len({row["name"] for row in v}) == 4),
        ({"rows": "foods", "with": {"price": 5}}, lambda v: v["price"] == 5),
        (
            {"files": {"name": {"pattern": "@@.md"}}, "count": 3},
            lambda v: len({row["name"] for row in v}) == 3,
        ),
        (
            {"after": datetime(2024, 5, 1, 23, 50), "minutes": [15, 30], "step": 15},
            lambda v: v in (datetime(2024, 5, 2, 0, 5), datetime(2024, 5, 2, 0, 20)),
        ),
        ({"rows": "alarms"}, lambda v: set(v) == {"hour", "minutes"} and v["hour"] < 24),
        (
            {"rows": "alarms", "with": {"label": "Up"}, "count": 3, "distinct": ["hour"]},
            lambda v: len({row["hour"] for row in v}) == 3 and v[0]["label"] == "Up",
        ),
        (
            {"rows": "google_events", "with": {"start": datetime(2024, 5, 1, 9)}},
            lambda v: v["start"] < v["end"] <= datetime(2024, 5, 1, 12),
        ),
        ("as it is", lambda v: v == "as it is"),
        ([1, {"two": 3}], lambda v: v == [1, {"two": 3}]),
    ],
)
def test_kinds(spec, fits):
    for seed in range(20):
        value = values({"a": spec}, seed)["a"]
        assert fits(value), value
        assert plain(frozen(value)) == value
        # Another parameter before it moves nothing.
        assert values({"other": {"integer": [0, 9]}, "a": spec}, seed)["a"] == value


def test_media_are_files_that_a_phone_reads():
    drawn_with = {
        "song": {"audio": [60, 90], "title": "Blue Lantern", "artist": "Zoë"},
        "card": {"picture": [64, 48], "lines": ["Tea 2.50", "Sum 2.50"]},
        "film": {"video": 3, "size": [64, 48], "texts": ["one", "two", "three"]},
        "cards": {"picture": [8, 8], "count": 2},
        "photo": {"picture": [64, 48], "kind": "jpg"},
    }
    found, again, other = values(drawn_with), values(drawn_with), values(drawn_with, 1)
    assert found == again
    assert found["card"] != other["card"]
    assert len(set(found["cards"])) == 2
    assert (found["card"][1:4], found["photo"][:2]) == (b"PNG", b"\xff\xd8")
    song = facts_of(found["song"], "audio", "mp3")
    assert (song.title, song.artist, song.album) == ("Blue Lantern", "Zoë", "")
    assert 60_000 - 36 <= song.duration <= 90_000 + 36
    card = facts_of(found["card"], "images", "png")
    assert (card.width, card.height) == (64, 48)
    assert facts_of(found["film"], "video", "mp4") == Facts(duration=3000, width=64, height=48)

    suite = suite_of(
        {
            "params": {"song": drawn_with["song"]},
            "goal": "play",
            "start": [
                {"files": {"in": "/sdcard/Music", "of": [{"name": "a.mp3", "data": "$song"}]}},
                {"media": "/sdcard/Music/a.mp3"},
            ],
        }
    )
    device = EmbeddedDevice()
    suite.get("one", 5).set_up(device)
    (row,) = media(device.phone, "audio")
    assert row.facts == facts_of(suite.get("one", 5).params["song"], "audio", "mp3")


def test_parameters_follow_from_earlier_ones():
    params = {
        "wanted": {"rows": "foods", "count": 2, "distinct": ["name"]},
        "others": {"rows": "foods", "count": 2, "differ_from": {"wanted": ["name"]}},
        "price": "$wanted.0.price",
    }
    for seed in range(20):
        found = values(params, seed)
        assert {row["name"] for row in found["wanted"]} & {row["name"] for row in found["others"]} == set()
        assert found["price"] == found["wanted"][0]["price"]
    assert values({"a": {"choice": "names"}}, a="Zoe") == {"a": "Zoe"}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"chioce": [1]}, "params: a: is {'chioce': [1]}; it must be a value, or one of choice, "),
        ({"choice": [1], "integer": [1, 2]}, "it must be a value, or one of"),
        ({"choice": "nmes"}, "there is no pool 'nmes' in pools.yaml. Did you mean 'names'?"),
        (
            {"rows": "sms_inbox"},
            "the store sms_inbox does not say what 'time' is drawn from: give it in `with`",
        ),
        (
            {"rows": "alarms", "with": {"hours": 1}},
            "store alarms has no column 'hours'. Did you mean 'hour'?",
        ),
        ({"picture": [640]}, "is [640]; it must be width and height in px in a list, each from 8 to 4096"),
        ({"picture": [64, 64], "kind": "gif"}, "kind: is 'gif'; it must be png or jpg"),
        ({"picture": [64, 64], "lines": "naïve"}, "lines: is ['naïve']; it must be text in ASCII letters"),
        ({"audio": 0}, "is 0; it must be seconds up to 7200"),
        ({"audio": 5, "title": 3}, "title: is 3; it must be text"),
        ({"after": "noon", "minutes": [1, 2]}, "is 'noon'; it must be a date and time, such as $row.start"),
        ({"choice": []}, "is []; it must be a list of values"),
        ({"choice": [1], "word": 1}, "choice has no option 'word'. Options: count, unless."),
        ({"choice": [1, 2], "count": 3}, "100 draws gave nothing but [2, 1]"),
        ({"integer": [2, 1]}, "is [2, 1]; it must be the least and the greatest whole number"),
        ({"date": ["x", "y"]}, "it must be the first and the last day in a list"),
        (
            {"date": [date(2023, 1, 1)] * 2, "at": ["9", "10"]},
            "at: is '9'; it must be a time of day in quotes",
        ),
        ({"rows": "foods", "count": 5, "distinct": ["name"]}, "100 draws gave no row that differs in name"),
        (
            {"rows": "foods", "distinct": ["nam"], "count": 1},
            "there is no column 'nam'. Did you mean 'name'?",
        ),
        ("$b", "$b: there is no 'b'"),
        ({"call": "generators"}, "call: is 'generators'; it must be module:function"),
        ({"call": "os:system"}, "only a suite that is a package has functions"),
    ],
)
def test_malformed_parameters(spec, message):
    with pytest.raises(CatalogueError, match=re.escape(message)) as error:
        values({"a": spec})
    assert str(error.value).startswith("file: params: a")


def test_instances_repeat_and_differ():
    task = {
        "params": {"a": {"integer": [0, 10**6]}, "day": {"date": [date(2023, 10, 1), date(2023, 10, 31)]}},
        "goal": "do {a} on {day:worded} or {day:%d.%m.}",
        "corrected": {"ui": {"text": "${a:text}", "content_description": "costs $$5, $a of $day"}},
        "expert": {"app.do": {"what": "$a", "when": "$day"}},
        "complexity": 1.2,
        "step_limit": {"per_complexity": 10},
    }
    one, again = suite_of(task).template("one"), suite_of(task).template("one")
    assert one.first == one.task(0)
    assert [one.task(i) for i in range(5)] == [again.task(i) for i in range(5)]
    assert one.task(3) is one.task(3)
    assert len({one.task(i).params for i in range(20)}) == 20
    assert one.task(1).step_limit == 12
    given = one.task(1, {"day": date(2023, 10, 5)})
    assert given.params["a"] == one.task(1).params["a"]
    assert given.instruction == f"do {given.params['a']} on October 5, 2023 or 05.10."
    assert given.corrected.text == str(given.params["a"])
    assert given.corrected.content_description == f"costs $5, {given.params['a']} of 2023-10-05"
    assert plain(given.expert[0].arguments) == {"what": given.params["a"], "when": date(2023, 10, 5)}
    assert pickle.loads(pickle.dumps(given)) == given
    assert pickle.loads(pickle.dumps(one)).task(4) == one.task(4)
    for wrong in (-1, True, "1", 2**31):
        with pytest.raises(ArgumentError, match="task_seed is"):
            one.task(wrong)
    with pytest.raises(ArgumentError, match=r"no parameter 'dya'; parameters are a, day. Did you mean 'day'"):
        one.task(0, {"dya": 1})


def test_degenerate_instances_are_drawn_anew_or_refused():
    params = {"a": {"integer": [0, 3]}, "b": {"integer": [0, 3]}}
    template = suite_of(
        {"params": params, "unless": [{"equal": ["$a", "$b"]}, {"less": ["$b", "$a"]}]}
    ).template("one")
    assert all(task.params["a"] < task.params["b"] for task in map(template.task, range(50)))
    with pytest.raises(CatalogueError, match="task 'one': instance 0: unless: excludes 100 draws in a row"):
        suite_of({"params": params, "unless": [{"within": ["$a", [0, 1, 2, 3]]}]})
    with pytest.raises(CatalogueError, match=r"unless: is {'near'.*it must be call"):
        suite_of({"params": params, "unless": [{"near": ["$a", 1]}]})


@pytest.mark.parametrize(
    ("spec", "good", "wrong", "wanted"),
    [
        ({"integer": [0, 23]}, 23, (24, -1, True, "5", 2.0, None), "it must be a whole number from 0 to 23"),
        ({"integer": [0, 50], "step": 5}, 45, (44,), "a whole number from 0 to 50 in steps of 5"),
        ({"integer": [0, 9], "count": 2}, [1, 2], (1, [1, 10]), "it must be"),
        ({"pattern": "+1 #@"}, "+1 7k", ("+1 77", "+1 7kk", "", 17, None), r"a text like '\+1 #@'"),
        ({"choice": "names"}, "Zoe", (7, None, ["Ann"]), "a value such as 'Ann'"),
        ({"choice": "names", "unless": ["Ann"]}, "Ben", ("Ann",), r"another value: it must not be \['Ann'\]"),
        ({"choice": [{"name": "a"}]}, {"name": "z"}, ({"nmae": "z"}, "a"), "a value such as {'name': 'a'}"),
        ({"join": ["a", {"choice": "names"}]}, "a b", (3,), "it must be text"),
        (
            {"date": [date(2023, 10, 1), date(2023, 10, 9)]},
            date(2023, 10, 9),
            (date(2023, 10, 10), datetime(2023, 10, 9), "2023-10-09"),
            "a date from 2023-10-01 to 2023-10-09",
        ),
    ],
)
def test_a_given_parameter_is_one_that_might_be_drawn(spec, good, wrong, wanted):
    assert values({"a": spec}, a=good) == {"a": good}
    for value in wrong:
        with pytest.raises(CatalogueError, match=r"^file: params: a.*" + wanted):
            values({"a": spec}, a=value)


def test_a_pool_is_drawn_to_its_end():
    numbers = list(range(200))
    for seed in range(3):
        assert sorted(values({"a": {"choice": numbers, "count": 200}}, seed)["a"]) == numbers
    with pytest.raises(CatalogueError, match="params: a: 200: 100 draws gave nothing but"):
        values({"a": {"choice": numbers, "count": 201}})


def test_a_given_instance_is_not_degenerate_either():
    params = {"a": {"integer": [0, 3]}, "b": {"integer": [0, 3]}}
    template = suite_of({"params": params, "unless": [{"equal": ["$a", "$b"]}]}).template("one")
    for given in ({"a": 2, "b": 2}, {"b": 1, "a": 1}):
        with pytest.raises(CatalogueError, match=r"unless: excludes .*; give others than {'[ab]': \d"):
            template.task(0, given)


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ({"params": {"a": {"integer": [1, 2]}}, "goal": "do {b}"}, "goal: $b: there is no 'b'. There are a."),
        ({"params": {"a": {"integer": [1, 2]}}, "goal": "{a:soon}"}, "1 can't be written as 'soon'"),
        (
            {"params": {"a": 1}, "start": [{"shell": "$a"}]},
            "start[0]: shell: is 1; it must be a line for the device's",
        ),
        ({"params": [1]}, "params: is [1]; it must be parameters by name"),
        ({"goal": "a", "instruction": "b"}, "'instruction' and 'goal' are one field; give one of them"),
        ({"expert": {"alarm": {}}}, "expert: is {'alarm': {}}; it must be app.verb"),
        ({"expert": {"wikipedia.topics": {False: [1]}}}, "the argument False is not a name: quote it"),
        ({"step_limit": {"per_complexity": 10}}, "complexity: is None; it must be a number above 0"),
        ({"ends": "never"}, "ends: is 'never'; it must be one of finish, success"),
        ({"needs": ["roots"]}, "needs: is ['roots']; it must be a list of root"),
        ({"sub_goals": {"a": {"iu": {}}}}, "sub_goals.a: there is no kind 'iu'"),
        ({"near_misses": [{"name": "a", "answer": ""}]}, "answer: is ''; it must be text"),
    ],
)
def test_malformed_templates(task, message):
    with pytest.raises(CatalogueError, match=re.escape(message)):
        suite_of({"goal": "x", **task})


def test_what_lies_beside_a_catalogue(tmp_path: Path):
    task = {"id": "one", "goal": "call {a}", "params": {"a": {"choice": "names"}}}
    (tmp_path / "catalogue.yaml").write_text(yaml.safe_dump({**HEAD, "tasks": [task]}))
    (tmp_path / "pools.yaml").write_text(yaml.safe_dump({"names": ["Ann"]}))
    fault = {"task": "one", "judge": "upstream", "kind": "too_loose", "reason": "it is"}
    (tmp_path / "faults.yaml").write_text(yaml.safe_dump({"faults": [fault]}))
    suite = load(tmp_path / "catalogue.yaml")
    assert suite.tasks[0].instruction == "call Ann"
    assert suite.faults[0].kind == "too_loose"
    (tmp_path / "faults.yaml").write_text(yaml.safe_dump({"faults": [{**fault, "kind": "loose"}]}))
    with pytest.raises(CatalogueError, match=r"faults\[0\]: kind: is 'loose'; it must be one of unsolvable"):
        load(tmp_path / "catalogue.yaml")


@pytest.mark.parametrize("suite", ["androidworld", "miniwob"])
def test_an_instance_is_made_of_what_differs_as_it_is_made_whole(suite: str) -> None:
    """Most fields are those of the first instance, and are read once. Each tenth template is tried."""
    some = [one for one in tasks.suite(suite).templates if one.parameters and not one._parts][::10]
    assert some
    for template in some:
        made = template.task(1234)
        whole = template._make(template._filled(template._values(1234, {}, "whole"), "whole"), "whole")
        assert made == replace(whole, params=made.params, task_seed=1234), template.id


def test_an_instruction_may_have_signs_that_are_placeholders_elsewhere():
    suite = suite_of({"goal": "pay $5 for {a}", "params": {"a": {"integer": [1, 9]}}})
    assert re.fullmatch(r"pay \$5 for \d", suite.template("one").task(3).instruction)
