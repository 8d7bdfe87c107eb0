"""Lines of episodes.jsonl: a round trip, truncated, malformed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.episodes.records import Episode, Key, Writer, read, rewrite
from bmoca_gym.errors import RecordError

texts = st.lists(st.text(max_size=20), max_size=3).map(tuple)
counts = st.integers(0, 10**6)
episodes = st.builds(
    Episode,
    agent=st.text(),
    task=st.text(),
    environment=st.text(),
    seed=counts,
    success=st.booleans(),
    steps=counts,
    total_reward=st.floats(allow_nan=False, allow_infinity=False),
    expert_steps=st.none() | counts,
    wrong_formats=counts,
    seconds=st.floats(0, 1e6),
    evidence=texts,
    actions=texts,
    error=st.none() | st.text(),
    film=st.none() | st.text(),
)


@given(episodes)
def test_there_and_back(episode: Episode) -> None:
    line = episode.to_json()
    assert "\n" not in line
    assert Episode.from_json(line) == episode


def test_the_fields_of_a_line(make_episode: Any) -> None:
    entry = json.loads(make_episode(error=None, film=None).to_json())
    assert list(entry) == [
        "agent",
        "task",
        "environment",
        "seed",
        "success",
        "steps",
        "return",
        "expert_steps",
        "wrong_formats",
        "seconds",
        "evidence",
        "actions",
        "repeats",
        "outcome",
    ]
    entry = json.loads(make_episode(error="broke", film="films/x").to_json())
    assert (entry["error"], entry["film"]) == ("broke", "films/x")


@given(st.text())
def test_any_text_is_an_episode_or_a_record_error(line: str) -> None:
    with pytest.raises(RecordError, match="here"):
        Episode.from_json(line, "here")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", -1),
        ("seed", True),
        ("seed", 1.0),
        ("success", 1),
        ("steps", None),
        ("return", "1"),
        ("seconds", -0.1),
        ("return", float("nan")),
        ("expert_steps", "4"),
        ("evidence", "seen"),
        ("evidence", [1]),
        ("film", 3),
        ("task", None),
    ],
)
def test_an_error_names_file_line_and_field(
    tmp_path: Path, make_episode: Any, field: str, value: object
) -> None:
    entry = json.loads(make_episode().to_json())
    path = tmp_path / "episodes.jsonl"
    path.write_text(make_episode(seed=7).to_json() + "\n" + json.dumps({**entry, field: value}) + "\n")
    with pytest.raises(RecordError, match=rf"episodes\.jsonl, line 2: {field} is "):
        read(path)
    entry.pop(field, None)
    path.write_text(json.dumps(entry) + "\n")
    if field != "film":
        with pytest.raises(RecordError, match=rf"line 1: has no field '{field}'"):
            read(path)


def test_fields_of_later_versions_are_passed_over(make_episode: Any) -> None:
    entry = json.loads(make_episode().to_json()) | {"weather": "fine"}
    assert Episode.from_json(json.dumps(entry)) == make_episode()


@given(st.integers(0, 10_000))
def test_a_file_cut_anywhere_reads_and_goes_on(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "episodes.jsonl"
    kept = [
        Episode(
            agent="é",
            task="t",
            environment="日本",
            seed=seed,
            success=True,
            steps=1,
            total_reward=1.0,
            expert_steps=None,
            wrong_formats=0,
            seconds=0.0,
            evidence=("ф",),
        )
        for seed in range(3)
    ]
    content = "".join(episode.to_json() + "\n" for episode in kept).encode()
    path.write_bytes(content[: cut % (len(content) + 1)])
    before = read(path)
    assert before == kept[: len(before)]
    with Writer(path) as writer:
        for episode in kept[len(before) :]:
            writer.write(episode)
    assert path.read_bytes() == content


def test_a_whole_file_is_not_touched_by_opening_it(tmp_path: Path, make_episode: Any) -> None:
    path = tmp_path / "episodes.jsonl"
    assert read(path) == []
    rewrite(path, [make_episode(seed=0), make_episode(seed=1)])
    before = path.stat().st_mtime_ns, path.read_bytes()
    Writer(path).__exit__()
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
    assert [path.name] == [file.name for file in tmp_path.iterdir()]


def test_two_records_of_one_episode_are_refused(tmp_path: Path, make_episode: Any) -> None:
    path = tmp_path / "episodes.jsonl"
    rewrite(path, [make_episode(), make_episode(success=False)])
    with pytest.raises(RecordError, match="line 2: a second record"):
        read(path)
    assert make_episode().key == Key("e", "t", 0)
