"""Datasets of demonstrations: a round trip, also through Minari; interrupted, damaged and foreign datasets."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from bmoca_gym import cli, randomization, tasks
from bmoca_gym.demonstrations import recorder
from bmoca_gym.demonstrations.recorder import Job, Plan, Recording
from bmoca_gym.errors import DatasetError

minari = pytest.importorskip("minari")
h5py = pytest.importorskip("h5py")

from bmoca_gym.demonstrations import dataset  # noqa: E402

JOBS = [
    Job(task, configuration)
    for configuration in randomization.select(["000", "109"])
    for task in tasks.select(["Alarm", "Language"])
]


def same(one: Recording, two: Recording) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(two, name), equal_nan=name in ("bounds", "label_duals"))
        if isinstance(getattr(one, name), np.ndarray)
        else getattr(one, name) == getattr(two, name)
        for name in Recording.__slots__
    )


@pytest.fixture(scope="module")
def recorded() -> list[Recording]:
    return list(recorder.record_all(JOBS, Plan(ui_trees=True)))


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("collected") / "demos"
    dataset.collect(JOBS, Plan(ui_trees=True), folder, quiet=True)
    return folder


@pytest.fixture
def folder(collected: Path, tmp_path: Path) -> Path:
    """A copy of the dataset, which a test may damage."""
    return Path(shutil.copytree(collected, tmp_path / "demos"))


def test_a_dataset_gives_back_what_was_recorded(folder: Path, recorded: list[Recording]) -> None:
    opened = dataset.open_dataset(folder)
    assert opened.episodes == len(JOBS)
    assert opened.steps == sum(map(len, recorded))
    for wanted, found in zip(recorded, opened.recordings(), strict=True):
        assert same(wanted, found)
    found = dataset.statistics(opened)
    assert found["tasks"]["create_alarm_at_10_30_am"]["solved"] == 2
    assert found["unlabelled"] == sum(int((one.labels[:-1] < 0).sum()) for one in recorded) > 0
    configuration = randomization.configuration_from(json.loads(opened.recording(2).configuration))
    assert configuration == randomization.get("109")


def test_a_dataset_says_what_came(tmp_path: Path) -> None:
    plan = Plan(interruptions="rate_app,toast")
    opened = dataset.collect(JOBS[:1], plan, tmp_path, quiet=True)
    assert set(opened.recording(0).interruptions) == {"rate_app", "toast"}
    assert dataset.statistics(opened)["interruptions"] == {"rate_app": 1, "toast": 1}
    assert json.loads(opened.metadata["bmoca_plan"])["interruptions"] == "rate_app,toast"
    with pytest.raises(DatasetError, match="rate_app"):
        dataset.collect(JOBS[:1], Plan(), tmp_path, quiet=True)


def test_minari_reads_it(folder: Path, recorded: list[Recording]) -> None:
    loaded = minari.MinariDataset(folder)
    assert loaded.total_episodes == len(JOBS)
    assert loaded.total_steps == sum(map(len, recorded))
    episode = loaded[0]
    assert episode.observations.shape == (len(recorded[0]) + 1, 256, 128, 3)
    assert episode.actions["discrete"].tolist() == recorded[0].discrete.tolist()
    assert episode.rewards.sum() == 1
    assert all(action in loaded.action_space["discrete"] for action in episode.actions["discrete"])
    with loaded.recover_environment(tasks="Alarm") as env:
        assert env.observation_space == loaded.observation_space
        assert env.action_space == gym.spaces.Discrete(385)


@pytest.mark.exhaustive
def test_an_interrupted_collection_goes_on_and_ends_the_same(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    written: list[Any] = []
    write = dataset._write

    def interrupted(storage: Any, recording: Recording, into: Path) -> None:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(recording)
        write(storage, recording, into)

    monkeypatch.setattr(dataset, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dataset.collect(JOBS, Plan(ui_trees=True), other, quiet=True)
    monkeypatch.undo()
    # An episode that was being written when the process was ended.
    with h5py.File(other / "main_data.hdf5", "a") as file:
        file.create_group("episode_2").create_dataset("rewards", data=[0.0])
    again = dataset.collect(JOBS, Plan(ui_trees=True), other, quiet=True, workers=2)
    whole = dataset.open_dataset(folder)
    assert again.entries == whole.entries
    assert all(same(one, two) for one, two in zip(again.recordings(), whole.recordings(), strict=True))


def test_bad_datasets_are_refused_by_name(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="There is no folder"):
        dataset.open_dataset(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(DatasetError, match="no demonstrations"):
        dataset.open_dataset(tmp_path / "empty")
    with pytest.raises(DatasetError, match="has no episode 9"):
        dataset.open_dataset(folder).recording(9)
    with pytest.raises(DatasetError, match="name another folder"):
        dataset.collect(JOBS, Plan(noise=0.5), folder, quiet=True)
    full = tmp_path / "full"
    full.mkdir()
    (full / "thesis.txt").write_text("mine")
    with pytest.raises(DatasetError, match="is not a dataset"):
        dataset.collect(JOBS, Plan(), full, quiet=True)

    metadata = folder / "metadata.json"
    content = json.loads(metadata.read_text())
    for change, message in (
        ({"bmoca_format": 99}, "format 99"),
        ({"action_space": content["observation_space"]}, "has the spaces"),
        ({"total_episodes": "many"}, "damaged"),
    ):
        metadata.write_text(json.dumps(content | change))
        with pytest.raises(DatasetError, match=message):
            dataset.open_dataset(folder)
    foreign = {name: value for name, value in content.items() if not name.startswith("bmoca")}
    metadata.write_text(json.dumps(foreign))
    with pytest.raises(DatasetError, match="not of demonstrations"):
        dataset.open_dataset(folder)
    metadata.write_text(json.dumps(content))
    (folder / "main_data.hdf5").write_bytes(b"no HDF5")
    with pytest.raises(DatasetError, match="damaged"):
        dataset.open_dataset(folder)


@pytest.mark.exhaustive
def test_a_full_disk_stops_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from minari.dataset._storages.hdf5_storage import HDF5Storage

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(HDF5Storage, "update_episodes", full)
    with pytest.raises(DatasetError, match=r"No space left on device.*continues where it stopped"):
        dataset.collect(JOBS, Plan(), tmp_path / "demos", quiet=True)
    monkeypatch.undo()
    assert dataset.collect(JOBS[:1], Plan(), tmp_path / "demos", quiet=True).episodes == 1


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, film = tmp_path / "demos", tmp_path / "episode.gif"
    command = [
        "demos",
        "collect",
        "--tasks",
        "Alarm",
        "--environments",
        "sample:2",
        "--quiet",
        "-o",
        str(folder),
    ]
    assert cli.main(command) == 0
    assert "2 episodes" in capsys.readouterr().out
    assert cli.main(["demos", "show", str(folder), "--episode", "1", "--render", str(film)]) == 0
    assert film.read_bytes().startswith(b"GIF89a")
    kept = dataset.open_dataset(folder).entries[1]
    assert cli.main(["demos", "remove", str(folder), "0"]) == 0
    assert "now has 1 episode," in capsys.readouterr().out
    assert dataset.open_dataset(folder).entries == [kept]
    assert dataset.open_dataset(folder).recording(0).success
    assert cli.main(["demos", "remove", str(folder), "1"]) == 2
    assert cli.main(["demos", "show", str(tmp_path)]) == 2
    assert "no demonstrations" in capsys.readouterr().err
