"""Sessions without a browser: what is played, gone back to, configured, inspected and recorded."""

from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from bmoca_gym.demonstrations import dataset
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.errors import DeviceLostError
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.play import commands
from bmoca_gym.play.picture import Changes, read
from bmoca_gym.play.session import Session
from bmoca_gym.randomization import DeviceConfiguration, configuration_files


class Wired:
    """A phone that is no value: the handset behind a class of its own."""

    pulled = False

    def __init__(self) -> None:
        self._device = EmbeddedDevice()

    def perform(self, gesture: Gesture) -> None:
        if self.pulled:
            raise DeviceLostError("the cable was pulled")
        self._device.perform(gesture)

    def __getattr__(self, name: str) -> Any:
        if name in ("phone", "content") or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._device, name)


def told(session: Session, do: str, **given: Any) -> dict[str, Any]:
    """The answers by kind."""
    return {one["kind"]: one for one in commands.answer(session, {"do": do, **given})}


def error(session: Session, do: str, **given: Any) -> str:
    (answer,) = commands.answer(session, {"do": do, **given})
    assert answer["kind"] == "error"
    return str(answer["text"])


def run_program(file: dict[str, Any], folder: Path) -> str:
    """What a saved session prints as a program of its own."""
    path = folder / file["name"]
    path.write_bytes(base64.b64decode(file["data"]))
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout


def test_the_expert_shows_a_task_and_its_way_is_recorded(tmp_path: Path) -> None:
    pytest.importorskip("minari", reason="needs bmoca-gym[learning]")
    session = Session(demonstrations=tmp_path / "demos")
    assert "no task" in error(session, "answer", text="4").lower()
    assert "Only tasks" in error(session, "record")
    began = told(session, "begin", suite="bmoca", task="create_alarm_at_10_30_am", environment="105")
    assert began["status"]["task"]["instruction"] == "create alarm at 10:30 am"
    assert [one["words"] for one in began["timeline"]["new"]] == ["start"]
    while not session.status()["standing"]["over"]:
        shown = told(session, "watch", name="expert")
    assert shown["status"]["standing"]["success"]
    assert shown["status"]["standing"]["score"] == 1.0
    end = session.at
    screens = [read(moment.picture) for moment in session.timeline.path(end)]
    assert "over" in error(session, "tap", x=0.5, y=0.5)
    assert (
        {"text", "discrete", "dual_gesture", "json"} >= set(shown["moments"]["new"][0]["actions"]) >= {"json"}
    )

    # The expert goes on from the middle, after a detour, and the old way stays.
    told(session, "go", number=1)
    detour = told(session, "key", key="HOME")["moments"]["new"][0]
    assert (detour["parent"], detour["row"]) == (1, 1)
    while not session.status()["standing"]["over"]:
        told(session, "watch", name="expert")
    assert session.status()["standing"]["success"]

    told(session, "go", number=end)
    assert np.array_equal(read(session.timeline[end].picture), screens[-1])
    notice = told(session, "record")["notice"]["text"]
    assert f"{end} steps, the task done" in notice
    made = dataset.open_dataset(tmp_path / "demos").recording(0)
    assert made.success
    assert len(made) == end
    assert np.array_equal(made.pixels[-1], session.device.screenshot((128, 256)))
    assert (made.discrete == made.labels[:-1]).all()
    assert base64.b64decode(told(session, "film", suffix=".gif")["file"]["data"]).startswith(b"GIF8")
    assert base64.b64decode(told(session, "film", suffix=".mp4")["file"]["data"])[4:8] == b"ftyp"
    assert "Unknown kind of film '.avi'" in error(session, "film", suffix=".avi")
    played = run_program(told(session, "script")["file"], tmp_path)
    assert played.endswith("create alarm at 10:30 am - done\n")
    session.close()


def test_the_configuration_changes_the_running_phone(tmp_path: Path) -> None:
    session = Session()
    changes = Changes()
    whole = changes.message(session.screen())
    assert whole is not None
    assert whole[:8] == bytes([1080 >> 8, 1080 & 255, 2160 >> 8, 2160 & 255, 0, 0, 0, 0])
    assert changes.message(session.screen()) is None
    told(session, "begin", suite="bmoca", task="open_the_clock_app")
    told(session, "free", environment="100")
    told(session, "configure", fields={"dark_theme": True, "locale": "ar-EG", "density": 330})
    part = changes.message(session.screen())
    assert part is not None
    assert session.device.info.locale == "ar-EG"
    session.device.perform(PressKey("HOME"))
    file = tmp_path / "mine.yaml"
    file.write_text(told(session, "yaml")["yaml"]["text"], encoding="utf-8")
    assert configuration_files.load(file) == (session.environment,)
    assert "density" in error(session, "configure", fields={"density": 5000})
    drawn = told(session, "random", seed=3)["status"]["environment"]
    drawn.pop("words")
    assert DeviceConfiguration.from_dict(drawn) == session.environment
    told(session, "go", number=0)
    assert session.device.info.locale == "en-US"
    assert session.status()["environment"]["locale"] == "en-US"
    session.close()


def test_elements_have_the_numbers_of_the_text_observation() -> None:
    session = Session()
    seen = told(session, "inspect")["inspection"]
    observation = yaml.safe_load(seen["text"])
    numbered = {one["tag"]: one for one in seen["elements"] if one["tag"] is not None}
    assert sorted(numbered) == [one["numeric_tag"] for one in observation]
    assert all(numbered[one["numeric_tag"]]["text"] == one["text"] for one in observation)
    session.pass_time(60)
    session.act(PressKey("POWER"))
    assert told(session, "inspect")["inspection"]["log"]
    for message in (
        None,
        {"do": "nothing"},
        {"do": "tap"},
        {"do": "go", "number": 99},
        {"do": "suite", "name": []},
    ):
        assert commands.answer(session, message)[0]["kind"] == "error"
    session.close()


def test_a_real_phone_has_a_past_and_does_not_go_back() -> None:
    phone = Wired()
    session = Session(phone)
    before = session.status()
    assert not before["embedded"]
    assert "can't go back" in before["why_no_branches"]
    assert told(session, "key", key="BACK")["moments"]["new"][0]["words"] == "press BACK"
    for do, given in (("go", {"number": 0}), ("configure", {"fields": {}}), ("random", {"seed": 1})):
        assert "real phone" in error(session, do, **given)
    phone.pulled = True
    assert "cable was pulled" in error(session, "key", key="HOME")
    assert len(session.timeline) == 2
    session.close()


def test_other_agents_are_watched_and_begin_anew_elsewhere(tmp_path: Path) -> None:
    session = Session(watch="quitter")
    assert "choose one" in error(session, "watch", name="random")
    told(session, "tap", x=0.5, y=0.9)
    told(session, "configure", fields={"dark_theme": True})
    assert run_program(told(session, "script")["file"], tmp_path).strip()
    began = told(session, "begin", suite="bmoca", task="open_the_clock_app", environment="105")
    assert began["status"]["task"]["agents"] == ["expert", "random", "quitter"]
    assert "There is no agent" in error(session, "watch", name="llm")
    drawn = [told(session, "watch", name="random")["moments"]["new"][0]["words"] for _ in range(2)]
    assert session.status()["standing"]["steps"] == 2
    told(session, "go", number=0)
    assert told(session, "watch", name="random")["moments"]["new"][0]["words"] == drawn[0]
    ended = told(session, "watch", name="quitter")
    assert ended["status"]["standing"]["steps"] == 2
    session.close()
