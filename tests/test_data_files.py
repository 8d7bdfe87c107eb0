"""Reading YAML and JSON from others: what is refused, and the error messages."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.data_files import parsed, read
from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.record import AvdRecord
from bmoca_gym.errors import CatalogueError, OutputError
from bmoca_gym.randomization import dump, get

DEEP = 100_000


@pytest.mark.parametrize("name", ["a.yaml", "a.json"])
def test_plain_data_is_read(name: str) -> None:
    assert parsed('{"a": [1, 2.5, true, null, "ä"]}', name) == {"a": [1, 2.5, True, None, "ä"]}


def test_a_part_may_be_named_and_used_again() -> None:
    assert parsed("a: &x [1]\nb: *x\n", "a.yaml") == {"a": [1], "b": [1]}


def test_a_file_is_written_whole_and_a_full_disk_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, configurations = AvdRecord("image"), tmp_path / "mine.yaml"
    avd_record.write(tmp_path, record)
    dump([get("100")], configurations)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(path: Path, text: str, encoding: str) -> None:
        path.write_bytes(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    for use, name in (
        (lambda: avd_record.write(tmp_path, AvdRecord("other")), avd_record.FILE_NAME),
        (lambda: dump([get("101")], configurations), "mine.yaml"),
    ):
        with pytest.raises(OutputError, match=f"{name} can't be written: No space left on device. Make room"):
            use()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    monkeypatch.undo()
    with pytest.raises(OutputError, match="Give a place that can be written"):
        dump([get("100")], tmp_path / "none" / "mine.yaml")


def test_merge_keys_are_bounded() -> None:
    """Thirty mappings that each merge the previous one twice: 2**30 pairs, of which one is left."""
    doubling = "\n".join(f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}], k: {i}}}" for i in range(1, 31))
    found = parsed(f"a0: &a0 {{k: 0, own: 1}}\n{doubling}\n", "a.yaml")
    assert found["a30"] == {"k": 30, "own": 1}
    assert parsed("a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b], z: 3}\n", "a.yaml")["c"] == {
        "x": 1, "y": 2, "z": 3,
    }  # fmt: skip
    wide = "a: &a {" + ", ".join(f"k{i}: 0" for i in range(1000)) + "}\n"
    for text in (
        wide + "b: {<<: [" + "*a, " * 1000 + "]}",
        "a: &a {<<: *a}",
    ):
        with pytest.raises(CatalogueError, match="is nested more than"):
            parsed(text, "a.yaml")


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("{", "a.json", "a.json: not valid JSON"),
        ('{"a": 1, "a": 2}', "a.json", "a.json: not valid JSON: the key 'a' appears twice"),
        ("b: 1\na: 1\na: 2\n", "a.yaml", "a.yaml, line 3: not valid YAML: the key 'a' appears twice"),
        ("a: [", "a.yml", "a.yml, line 2: not valid YAML"),
        ("[" * DEEP, "a.json", "a.json: is nested more than"),
        ("[" * DEEP, "a.yaml", "a.yaml: is nested more than"),
        ("- " * DEEP, "a.yaml", "a.yaml: is nested more than"),
        ("&a [*a]", "a.yaml", "a.yaml: is nested more than"),
        ("\n".join(f"a{i + 1}: &a{i + 1} [{f'*a{i}, ' * 9}]" for i in range(9)).replace("*a0", "0"), "a.yaml",
         "or has more than"),
        ("a: 1" + ":59" * 100_000, "a.yaml", "a.yaml, line 1: not valid YAML: a number of over 100 characters"),
        ("b: 1\na: " + "1_" * 100_000 + "1", "a.yaml", "a.yaml, line 2: not valid YAML: a number of over"),
        ("- 1." + "0" * 200, "a.yaml", "a.yaml, line 1: not valid YAML: a number of over"),
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


@pytest.mark.parametrize("text", ["a: !!timestamp noon", "a: !!int ''", "a: !!float ''", "a: !!bool maybe"])
def test_a_value_that_does_not_fit_its_tag(text: str) -> None:
    with pytest.raises(CatalogueError, match=r"tags\.yaml"):
        parsed(text, "tags.yaml")
