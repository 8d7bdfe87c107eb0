"""Fine-tuning data: the prompts are those of an evaluation, to the byte; files, pictures, what is refused."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bmoca_gym import cli, randomization, tasks
from bmoca_gym.agents.language import chat_export, models
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.errors import SettingsError
from bmoca_gym.evaluation import Key, episode_seed, evaluate, settings_for


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"bounding_boxes": True, "leaves_only": True, "history": 1, "few_shot": 1, "few_shot_redraw": True},
        {"multimodal": True, "set_of_mark": True, "few_shot": 2, "few_shot_tokens": 6000, "actions": "all"},
    ],
)
def test_an_evaluation_asks_the_same(
    given: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that gives the exported answers is asked the exported prompts, and does the task."""
    key = Key("021", "create_alarm_at_10_30_am", 0)
    source = Source(tasks.get(key.task), randomization.get(key.environment))
    options = chat_export.chosen_options(given)
    lines = chat_export.messages(source, options, episode_seed(key))
    asked: list[Any] = []

    def ask(self: Any, request: dict[str, Any], *place: int) -> Answer:
        asked.append(request["messages"])
        return Answer(lines[len(asked) - 1][-1]["content"], (), None, None, "stop", 0.0)

    monkeypatch.setattr(models.ChatModel, "ask", ask)
    settings = settings_for("llm", key.task, key.environment, agent_options=options, films="none")
    (episode,) = evaluate(settings, tmp_path / "results")
    assert episode.error is None
    assert episode.success
    assert asked == [line[:-1] for line in lines]
    assert len(asked) >= 5
    assert ("few_shot" in given) == ("Demonstration Example:" in json.dumps(asked[0]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("minari")
    path = tmp_path_factory.mktemp("export") / "demos"
    chosen = ["--tasks", "OpenClockApp", "--environments", "000,100"]
    assert cli.main(["demos", "collect", *chosen, "--quiet", "-o", str(path)]) == 0
    return path


def read(path: Path) -> list[list[dict[str, Any]]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(set(line) == {"messages"} for line in lines)
    return [line["messages"] for line in lines]


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "data" / "train.jsonl"
    assert cli.main(["demos", "export", str(folder), "--format", "chat", "-o", str(file), "--quiet"]) == 0
    said = capsys.readouterr()
    lines = read(file)
    assert f"{len(lines)} lines, of 2 episodes, 1 tasks, 2 environments" in said.out
    assert "1 of the episodes are in environments of the test set" in said.err
    for messages in lines:
        assert [message["role"] for message in messages] == ["system", "user", "assistant"]
        assert messages[-1]["content"].startswith("Action: ")
        assert "Thought:" not in messages[1]["content"]
    about = json.loads((tmp_path / "data" / "train.jsonl.about.json").read_text(encoding="utf-8"))
    assert (about["episodes"], about["of_the_test_set"], about["left_out"]) == (2, 1, [])
    assert about["agent"]["chain_of_thought"] is False


def test_pictures_in_the_lines_and_beside_them(folder: Path, tmp_path: Path) -> None:
    inline, files = tmp_path / "inline.jsonl", tmp_path / "files.jsonl"
    given = {"multimodal": True}
    chat_export.export(folder, inline, given)
    chat_export.export(folder, files, given, images="files")
    for one, other in zip(read(inline), read(files), strict=True):
        url, path = (messages[1]["content"][1]["image_url"]["url"] for messages in (one, other))
        content = (tmp_path / path).read_bytes()
        assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == content
        assert cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR).shape == (512, 256, 3)
        assert one[1]["content"][0] == other[1]["content"][0]


def test_what_can_not_be_exported(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("chain_of_thought", "tools", "model"):
        with pytest.raises(SettingsError, match=f"{name} can't be chosen"):
            chat_export.chosen_options({name: True})
    with pytest.raises(SettingsError, match="images is 'none'"):
        chat_export.export(folder, tmp_path / "a.jsonl", {}, images="none")
    assert cli.main(["demos", "export", str(tmp_path / "nothing"), "-o", str(tmp_path / "a.jsonl")]) == 2
    assert "nothing" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
