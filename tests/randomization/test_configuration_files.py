"""Files of configurations: a round trip, and errors that name entry and field of a malformed file."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmoca_gym.errors import CatalogueError, ConfigurationError
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import DeviceConfiguration, dump, get, load
from bmoca_gym.randomization.configuration_files import parse

ENTRY = get("104").to_dict()


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["a.yaml", "a.yml", "a.json"])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(configurations=st.lists(st.from_type(DeviceConfiguration), max_size=4, unique_by=lambda each: each.id))
def test_what_is_dumped_is_loaded(tmp_path, name, configurations):
    path = tmp_path / name
    dump(configurations, path)
    assert list(load(path)) == configurations
    text = path.read_bytes()
    dump(load(str(path)), path)
    assert path.read_bytes() == text


def test_a_layout_is_written_once(tmp_path):
    path = tmp_path / "a.json"
    dump([get("102"), get("104"), get("103")], path)
    data = json.loads(path.read_text())
    assert sorted(data["layouts"]) == ["layout_00", "layout_01"]
    assert [each["icon_layout"] for each in data["environments"]] == ["layout_00", "layout_00", "layout_01"]


def test_what_can_not_be_dumped_is_refused(tmp_path):
    with pytest.raises(ConfigurationError, match=r"must end in one of .yaml, .yml, .json"):
        dump([], tmp_path / "a.txt")
    with pytest.raises(ConfigurationError, match="'104' is there twice"):
        dump([get("104"), replace(get("104"), density=440, locale="ko-KR")], tmp_path / "a.yaml")


def test_a_layout_may_be_written_in_place():
    assert parse(json.dumps({"environments": [ENTRY]}), "a.json").configurations == (get("104"),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a.json must be a mapping with 'environments'"),
        ({}, "a.json must be a mapping with 'environments'"),
        ({"environments": {}}, "a.json: environments is {}; it must be a list"),
        ({"environments": [], "layout": {}}, "unknown section 'layout'. Did you mean 'layouts'"),
        ({"environments": [], "version": 1}, "a.json: version is 1"),
        ({"environments": [], "layouts": []}, None),
        ({"environments": [], "layouts": [1]}, "a.json: layouts is"),
        (
            {"environments": [], "layouts": {"x": {"desktop": 3}}},
            "a.json: layout x: icon_layout.desktop is 3",
        ),
        ({"environments": [3]}, "a.json: environment number 0: a configuration is 3"),
        ({"environments": [ENTRY | {"density": 0}]}, "a.json: environment 104: density is 0"),
        ({"environments": [ENTRY | {"id": 104}]}, "a.json: environment 104: id is 104.*quotes"),
        ({"environments": [ENTRY, ENTRY]}, "a.json: environment 104: id is there twice"),
        (
            {"environments": [ENTRY | {"icon_layout": "layot_01"}], "layouts": {"layout_01": {}}},
            "environment 104: icon_layout is 'layot_01'.*Did you mean 'layout_01'",
        ),
    ],
)
def test_a_malformed_file_is_named_with_entry_and_field(data, message):
    if message is None:
        assert parse(json.dumps(data), "a.json").configurations == ()
        return
    with pytest.raises(CatalogueError, match=message):
        parse(json.dumps(data), "a.json")


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("{", "a.json", "a.json: not valid JSON"),
        ("[" * 100_000, "a.json", "a.json: is nested more than"),
        ("a: [", "a.yaml", "a.yaml.*: not valid YAML"),
        ("[" * 100_000, "a.yaml", "a.yaml: is nested more than"),
        ("!!python/object/apply:os.getcwd []", "a.yaml", "a.yaml.*: not valid YAML"),
        ("a: 2001-99-99", "a.yaml", "a.yaml.*: not valid YAML"),
        ("? [1, 2]\n: 3", "a.yaml", "a.yaml"),
    ],
)
def test_what_is_no_yaml_or_json_is_named(text, name, message):
    with pytest.raises(CatalogueError, match=message):
        parse(text, name)


def test_a_file_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CatalogueError, match=r"a.yaml can't be read"):
        load(path)


@given(st.text(max_size=60))
def test_any_text_is_a_file_or_a_catalogue_error(text):
    for name in ("a.json", "a.yaml"):
        try:
            parse(text, name)
        except CatalogueError as error:
            message = str(error)
        else:
            continue
        assert name in message
