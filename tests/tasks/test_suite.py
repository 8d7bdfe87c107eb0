"""Reading catalogues: the result for a valid one, and errors that name file, task, field, value and remedy."""

from __future__ import annotations

import copy
import re
from datetime import datetime

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import CatalogueError
from bmoca_gym.tasks.steps import Shell, WriteFile
from bmoca_gym.tasks.suite import load, loads

TASK = {
    "id": "one_task",
    "gym_name": "One",
    "instruction": "do it",
    "app": "Clock",
    "category": "Event",
    "step_limit": 5,
    "clock": {"time": datetime(2024, 5, 1, 10), "frozen": False},
    "detector": {"ui": {"text": "done"}},
    "paper": {"log": {"tag": "T", "regex": "done"}},
    "near_misses": [{"name": "almost", "how": {"nodes": [{"text": "nearly done"}]}}],
}
WHOLE = {"version": "1.2.3", "apps": {"Clock": "com.clock"}, "categories": ["Event"], "tasks": [TASK]}


def read(data):
    return loads(yaml.safe_dump(data, sort_keys=False), "test", "file.yaml")


def changed(**fields):
    """``WHOLE`` with other fields in its task; None takes one away."""
    whole = copy.deepcopy(WHOLE)
    whole["tasks"][0].update(fields)
    whole["tasks"][0] = {k: v for k, v in whole["tasks"][0].items() if v is not None}
    return whole


def test_what_a_catalogue_gives():
    catalogue = read(WHOLE)
    assert (catalogue.name, catalogue.version, catalogue.apps) == ("test", "1.2.3", (("Clock", "com.clock"),))
    (task,) = catalogue
    assert (task.id, task.step_limit, task.paper_step_limit, task.representative) == ("one_task", 5, 5, False)
    assert task.clock.time == datetime(2024, 5, 1, 10)
    assert task.near_misses[0].how.nodes[0].attributes == (("text", "nearly done"),)


def test_optional_fields():
    steps = [{"shell": "settings put system a 1"}, {"write_file": {"path": "/sdcard/a", "text": "x"}}]
    whole = changed(
        set_up=steps,
        tear_down=steps[:1],
        paper_step_limit=4,
        step_limit_reason="one is not enough",
        gym_name=None,
    )
    (task,) = read(whole)
    assert task.set_up_steps == (Shell("settings put system a 1"), WriteFile("/sdcard/a", "x"))
    assert task.tear_down_steps == (Shell("settings put system a 1"),)
    assert (task.paper_step_limit, task.step_limit_reason, task.gym_name) == (
        4,
        "one is not enough",
        "OneTask",
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": None}, "file.yaml: task number 1: the field 'id' is missing"),
        ({"id": "One Task"}, "task 'One Task': id: is 'One Task'; it must be lower-case words"),
        ({"instruction": ""}, "instruction: is ''; it must be text"),
        ({"instruction": 5}, "instruction: is 5; it must be text"),
        ({"app": "Clok"}, "app: is 'Clok'; it must be one of Clock. Did you mean 'Clock'?"),
        ({"app": ["Clock"]}, "app: is ['Clock']; it must be one of Clock"),
        ({"category": "Events"}, "category: is 'Events'; it must be one of Event. Did you mean 'Event'?"),
        ({"step_limit": 0}, "step_limit: is 0; it must be a whole number, 1 or more"),
        ({"step_limit": -3}, "step_limit: is -3"),
        ({"step_limit": 5.0}, "step_limit: is 5.0"),
        ({"step_limit": True}, "step_limit: is True"),
        ({"step_limit": "5"}, "step_limit: is '5'"),
        ({"paper_step_limit": 4}, "step_limit_reason: is None; it must be one line why"),
        ({"step_limit_reason": "because"}, "step_limit_reason: is 'because'; it must be one line why"),
        ({"gym_name": "one"}, "gym_name: is 'one'; it must be letters and digits, a capital first"),
        ({"representative": "yes"}, "representative: is 'yes'; it must be true or false"),
        ({"clock": None}, "the field 'clock' is missing"),
        ({"clock": {"time": "10:00", "frozen": False}}, "clock: time: is '10:00'; it must be a time such as"),
        ({"clock": {"time": datetime(1970, 1, 1), "frozen": False}}, "in the years 1980 to 2037"),
        ({"clock": {"time": datetime(2024, 5, 1), "forzen": False}}, "Did you mean 'frozen'?"),
        ({"clock": {"time": datetime(2024, 5, 1), "frozen": 0}}, "clock: frozen: is 0; it must be true or false"),
        ({"clock": "2024"}, "clock: is '2024'; it must be fields with their values"),
        ({"instructoin": "x"}, "there is no field 'instructoin'. Did you mean 'instruction'"),
        ({"detector": None}, "the field 'corrected' is missing"),
        ({"detector": {"iu": {}}}, "task 'one_task': detector: there is no kind 'iu'"),
        ({"paper": {"log": {"tag": "T", "regex": "("}}}, "paper.log: regex is '(', which is not a regular expression"),
        ({"detector": {"file": {"path": "/etc/a"}}}, "detector.file: path is '/etc/a'; it must be the full path"),
        ({"detector": {"file": {"path": "/sdcard/../a"}}}, "without '.', '..'"),
        ({"set_up": "reboot"}, "set_up: is 'reboot'; it must be a list"),
        ({"set_up": [{"shel": "x"}]}, "set_up[0]: there is no field 'shel'. Did you mean 'shell'?"),
        ({"set_up": [{}]}, "set_up[0]: is {}; it must be either shell, write_file"),
        ({"set_up": [{"shell": 1}]}, "set_up[0]: shell: is 1; it must be a line for the device's shell"),
        ({"set_up": [{"write_file": {"path": "/tmp/a", "text": "x"}}]}, "set_up[0]: write_file: path is '/tmp/a'"),
        ({"tear_down": [{"shell": "x", "write_file": {}}]}, "tear_down[0]: is "),
        ({"near_misses": [{"name": "a", "how": {}}]}, "near_misses[0]: how: is {}; it must be a state"),
        ({"near_misses": [{"name": "a", "how": {"node": []}}]}, "Did you mean 'nodes'?"),
        ({"near_misses": [{"name": "a", "how": {"nodes": [{"txt": "x"}]}}]}, "how.nodes[0]: an attribute is 'txt'"),
        ({"near_misses": TASK["near_misses"] * 2}, "near_misses[1]: name: is 'almost', which an earlier"),
        ({"near_misses": [{"name": "a", "how": {"log": [{"tag": "T"}]}}]}, "how.log[0]: the field 'level' is missing"),
    ],
)  # fmt: skip
def test_malformed_tasks(fields, message):
    with pytest.raises(CatalogueError, match=re.escape(message)) as error:
        read(changed(**fields))
    assert str(error.value).startswith("file.yaml: task ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 1.0}, "version: is 1.0; it must be three numbers such as 1.0.0"),
        ({"version": "1.0"}, "version: is '1.0'"),
        ({"apps": ["Clock"]}, "apps: is ['Clock']; it must be names of apps with their packages"),
        ({"categories": "Event"}, "categories: is 'Event'; it must be a list"),
        ({"tasks": {}}, "tasks: is {}; it must be a list"),
        ({"tasks": [None]}, "task number 1: is None; it must be fields"),
        ({"task": []}, "there is no field 'task'. Did you mean 'tasks'"),
        ({"tasks": [TASK, {**TASK, "gym_name": "Two"}]}, "task 'one_task': id: is 'one_task', which an earlier task"),
        ({"tasks": [TASK, {**TASK, "id": "two"}]}, "task 'two': gym_name: is 'One', which an earlier task"),
    ],
)  # fmt: skip
def test_malformed_catalogues(change, message):
    with pytest.raises(CatalogueError, match=re.escape(message)):
        read({**WHOLE, **change})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [1", "not valid YAML: did not find expected"),
        ("a: 1\nb: 2\na: 3\n", "file.yaml, line 3: not valid YAML: the key 'a' appears twice"),
        ("tasks:\n  - id: x\n    id: y\n", "line 3: not valid YAML: the key 'id' appears twice"),
        ("!!python/object/apply:os.system ['true']", "not valid YAML"),
        ("a: 2024-13-45", "not valid YAML"),
        ("? [a]\n: b", "not valid YAML"),
        ("&a [*a]", "nested more than"),
        ("a: &a [*a]", "nested more than"),
        ("[" * 50 + "]" * 50, "nested more than"),
        ("\0", "not valid YAML"),
        ("a: b\n---\nc: d", "not valid YAML"),
        ("", "file.yaml: is None; it must be fields with their values"),
        ("- a", "file.yaml: is ['a']; it must be fields"),
    ],
)
def test_texts_that_are_no_catalogue(text, message):
    with pytest.raises(CatalogueError, match=re.escape(message)):
        loads(text, "test", "file.yaml")


def test_an_alias_bomb_is_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    with pytest.raises(CatalogueError, match="more than 500000 values"):
        loads("\n".join(lines), "test", "file.yaml")


def test_files(tmp_path):
    path = tmp_path / "mine" / "catalogue.yaml"
    path.parent.mkdir()
    path.write_text(yaml.safe_dump(WHOLE), encoding="utf-8")
    assert load(path).name == path.as_posix()
    assert load(path).prefix == "Mine"
    assert load(str(path), "other").name == "other"
    with pytest.raises(CatalogueError, match="can't be read"):
        load(tmp_path / "none.yaml")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CatalogueError, match="can't be read"):
        load(path)


def test_numbers_in_place_of_text_are_told_to_be_quoted():
    with pytest.raises(CatalogueError, match="put it in quotes"):
        read(changed(detector={"ui": {"text": 180}}))


@given(st.text(max_size=80))
def test_any_text_is_a_catalogue_error(text):
    with pytest.raises(CatalogueError):
        loads(text, "test", "file.yaml")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates() | st.datetimes(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.integers(), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def places(data, path=()):
    """The path of every value in nested data."""
    yield path
    if isinstance(data, (dict, list)):
        for key, item in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(item, (*path, key))


@given(data=st.data(), value=VALUES)
def test_any_value_anywhere_is_read_or_refused(data, value):
    whole = copy.deepcopy(WHOLE)
    path = data.draw(st.sampled_from([p for p in places(whole) if p]))
    target = whole
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    error = None
    try:
        read(whole)
    except CatalogueError as raised:
        error = raised
    assert error is None or "file.yaml" in str(error)


@given(data=st.data())
def test_a_misspelt_field_is_told_its_name(data):
    whole = copy.deepcopy(WHOLE)
    task = whole["tasks"][0]
    name = data.draw(st.sampled_from([key for key in task if len(key) > 4]))
    at = data.draw(st.integers(0, len(name) - 1))
    task[name[:at] + "q" + name[at:]] = task.pop(name)
    with pytest.raises(CatalogueError, match=f"'{name}'"):
        read(whole)


KIND = {
    **{field: TASK[field] for field in ("app", "category", "clock", "paper", "near_misses")},
    "step_limit": "$limit",
    "detector": {"ui": {"text": "$word and $word"}},
}


def templated(task):
    own = {"id": "one_task", "instruction": "do it", "template": "kind", **task}
    return {**WHOLE, "templates": {"kind": KIND}, "tasks": [own]}


def test_a_template_is_filled():
    (task,) = read(templated({"with": {"limit": 7, "word": "x"}}))
    assert (task.step_limit, task.gym_name) == (7, "OneTask")
    assert task.corrected == read(changed(detector={"ui": {"text": "x and x"}})).tasks[0].corrected
    (task,) = read(templated({"with": {"word": "x"}, "step_limit": 9}))
    assert task.step_limit == 9


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ({"with": {"limit": 7}}, "with: the template's place $word has no value"),
        ({"with": {"limit": 7, "word": "x", "more": 1}}, "with: template 'kind' has no place $more"),
        ({"with": [1]}, "with: is [1]; it must be values by the names of places"),
        ({"template": "kin"}, "template: is 'kin'; it must be one of kind. Did you mean 'kind'?"),
        ({"template": None}, "template: is None; it must be one of kind"),
        (
            {"with": {"limit": "many", "word": "x"}},
            "step_limit: is 'many'; it must be a whole number, 1 or more",
        ),
    ],
)
def test_templates_that_do_not_fit(task, message):
    with pytest.raises(CatalogueError, match=re.escape(message)):
        read(templated(task))


def test_a_template_where_there_are_none():
    with pytest.raises(CatalogueError, match="the file has no templates"):
        read(changed(template="kind"))


def test_a_catalogue_of_several_files(tmp_path):
    head = {key: WHOLE[key] for key in ("version", "apps", "categories")}
    (tmp_path / "catalogue.yaml").write_text(yaml.safe_dump({**head, "files": ["one.yaml", "two.yaml"]}))
    (tmp_path / "one.yaml").write_text(yaml.safe_dump({"tasks": [TASK]}))
    (tmp_path / "two.yaml").write_text(
        yaml.safe_dump({"tasks": [{**TASK, "id": "other", "gym_name": "Other"}]})
    )
    assert [task.id for task in load(tmp_path / "catalogue.yaml")] == ["one_task", "other"]
    (tmp_path / "two.yaml").write_text(yaml.safe_dump({"tasks": [TASK]}))
    with pytest.raises(
        CatalogueError, match=r"two.yaml: task 'one_task': id: is 'one_task', which an earlier"
    ):
        load(tmp_path / "catalogue.yaml")
    (tmp_path / "two.yaml").write_text(yaml.safe_dump({"version": "1.0.0", "tasks": []}))
    with pytest.raises(CatalogueError, match=r"two.yaml: there is no field 'version'"):
        load(tmp_path / "catalogue.yaml")


@pytest.mark.parametrize("file", ["../one.yaml", "/one.yaml", 5])
def test_files_lie_beside_the_catalogue(tmp_path, file):
    head = {key: WHOLE[key] for key in ("version", "apps", "categories")}
    (tmp_path / "catalogue.yaml").write_text(yaml.safe_dump({**head, "files": [file]}))
    with pytest.raises(CatalogueError, match=r"files: is .*names of files in the catalogue's own folder"):
        load(tmp_path / "catalogue.yaml")
