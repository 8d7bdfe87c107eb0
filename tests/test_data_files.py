"""Reading YAML and JSON of others: what is refused, and how the error says so."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.data_files import parsed, read
from bmoca_gym.errors import CatalogueError

DEEP = 100_000


@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
def test_plain_data_is_read(name: str) -> None:
    assert parsed('{"a": [1, 2.5, true, null, "ä"]}', name) == {"a": [1, 2.5, True, None, "ä"]}


def test_a_part_may_be_named_and_used_again() -> None:
    assert parsed("a: &x [1]\nb: *x\n", "a.yaml") == {"a": [1], "b": [1]}


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("{", "a.json", "a.json: no JSON"),
        ('{"a": 1, "a": 2}', "a.json", "a.json: no JSON: the key 'a' stands twice"),
        ("b: 1\na: 1\na: 2\n", "a.yaml", "a.yaml, line 3: no YAML: the key 'a' stands twice"),
        ("a: [", "a.yml", "a.yml, line 2: no YAML"),
        ("[" * DEEP, "a.json", "a.json: is nested more than"),
        ("[" * DEEP, "a.yaml", "a.yaml: is nested more than"),
        ("- " * DEEP, "a.yaml", "a.yaml: is nested more than"),
        ("&a [*a]", "a.yaml", "a.yaml: is nested more than"),
        ("\n".join(f"a{i + 1}: &a{i + 1} [{f'*a{i}, ' * 9}]" for i in range(9)).replace("*a0", "0"), "a.yaml",
         "or has more than"),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, name: str, message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        parsed(text, name)


@given(st.text(max_size=60), st.sampled_from(["a.yaml", "a.json"]))
def test_no_text_crashes(text: str, name: str) -> None:
    with suppress(CatalogueError):
        parsed(text, name)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.text(), x),
    )
)
def test_what_is_written_is_read(data: object) -> None:
    assert parsed(json.dumps(data), "a.json") == data
    assert parsed(yaml.safe_dump(data), "a.yaml") == data


def test_a_file_that_can_not_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"nowhere.yaml can't be read: No such file or directory$"):
        read(tmp_path / "nowhere.yaml")
    (tmp_path / "a.yaml").write_bytes(b"\xff")
    with pytest.raises(CatalogueError, match=r"a.yaml can't be read: .*utf-8"):
        read(tmp_path / "a.yaml")
