"""Tools as function calls, and the folder for NeMo-Gym that offers them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from bmoca_gym import cli
from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.nemo_gym_folder import write
from bmoca_gym.integrations.tool_calls import CalledPhone, schemas
from bmoca_gym.integrations.tools import TOOLS, PhoneTools
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED


def test_the_schemas_say_what_each_tool_takes() -> None:
    assert [*schemas()] == [*TOOLS]
    for name, schema in schemas().items():
        assert schema["name"] == name
        assert schema["description"].endswith(".")
        jsonschema.Draft202012Validator.check_schema(schema["parameters"])
        assert all(argument["description"] for argument in schema["parameters"]["properties"].values())
    assert schemas()["tap"]["parameters"] == {
        "type": "object",
        "properties": {"element": {"type": "integer", "description": "its numeric_tag."}},
        "required": ["element"],
        "additionalProperties": False,
    }
    assert schemas()["wait"]["parameters"]["properties"] == {}


@pytest.fixture(scope="module")
def phone() -> CalledPhone:
    started = CalledPhone()
    started.reset("Alarm")
    return started


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("fly", {}, "Unknown tool 'fly'."),
        ("wiat", {}, "Did you mean 'wait'"),
        ("reset", {"task": "Alarm"}, "Unknown tool 'reset'."),
        ("_say", {"action": "wait()"}, "Unknown tool '_say'."),
        ("tap", {}, "tap takes element, as a JSON object, not []."),
        ("tap", {"element": 1, "times": 2}, "tap takes element"),
        ("wait", {"seconds": 3}, "wait takes no arguments"),
        ("tap", [1], "tap takes element"),
        ("tap", None, "tap takes element"),
        ("tap", {"element": "5"}, "must be a whole number from 0 on, not '5'"),
        ("tap", {"element": True}, "must be a whole number"),
        ("tap", {"element": -1}, "must be a whole number"),
        ("tap", {"element": 10**5000}, "must be a whole number"),
        ("tap", {"element": 1.0}, "must be a whole number"),
        ("tap", '{"element": NaN}', "must be a whole number"),
        ("tap", '{"element": ' + "9" * 5000 + "}", "are not JSON"),
        ("tap", "{", "are not JSON"),
        ("tap", "[" * 100_000, "are not JSON"),
        ("type_text", '{"text": "' + "a" * MAX_ANSWER + '"}', "characters; at most"),
        ("type_text", {"text": "a" * (MAX_ANSWER + 1)}, "characters; at most"),
        ("press", {"key": 5}, "key of press must be a text, not 5."),
        ("press", {"key": "POWER"}, "'POWER' is not a key; it must be one of BACK, HOME, OVERVIEW, ENTER."),
        ("tap", {"element": 9999}, "is not a numeric tag of this screen"),
    ],
)
def test_a_call_that_can_not_be_made_says_why_and_costs_no_step(
    phone: CalledPhone, name: str, arguments: Any, said: str
) -> None:
    answer = phone.call(name, arguments)
    assert answer.startswith("Nothing was done: ")
    assert said in answer
    assert len(answer) < 600
    assert phone.session.score()["steps"] == 0


def test_the_folder_has_what_the_runner_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    chosen = ["--tasks", "Alarm,androidworld/contacts_add_contact", "--environments", "androidworld/pixel_6"]
    assert (
        cli.main(["nemo-gym", "resources_servers/phone", *chosen, "--instances", "2", "--reward", "score"])
        == 0
    )
    folder = tmp_path / "resources_servers" / "phone"
    assert capsys.readouterr().out == "resources_servers/phone: 3 rows\n"
    found = yaml.safe_load((folder / "configs" / "phone.yaml").read_text(encoding="utf-8"))
    server = found["phone"]["resources_servers"]["phone"]
    agent = found["phone_gymnasium_agent"]["responses_api_agents"]["gymnasium_agent"]
    assert server["reward"] == "score"
    assert agent["resources_server"] == {"type": "resources_servers", "name": "phone"}
    assert agent["max_steps"] >= 2 * 10
    for data in agent["datasets"]:
        lines = [
            json.loads(line) for line in (tmp_path / data["jsonl_fpath"]).read_text("utf-8").splitlines()
        ]
        assert len(lines) == {"train": 3, "example": 5}[data["type"]]
        assert {line["seed"] for line in lines} == {0, FIRST_TRAINING_SEED, FIRST_TRAINING_SEED + 1}
        assert {line["agent_ref"]["name"] for line in lines} == {"phone_gymnasium_agent"}
        assert [tool["name"] for tool in lines[0]["responses_create_params"]["tools"]] == [*TOOLS]
    compile((folder / server["entrypoint"]).read_text(encoding="utf-8"), "app.py", "exec")
    needed = (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert needed[0] == "nemo-gym"
    assert re.fullmatch(r"-e file://.+|bmoca-gym(==| @ ).+", needed[1])


def test_configurations_are_separated_by_commas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    chosen = ["--tasks", "Alarm,turn_on_airplane_mode", "--environments", "000,034"]
    assert cli.main(["nemo-gym", "resources_servers/phone", *chosen]) == 0
    assert capsys.readouterr().out == "resources_servers/phone: 4 rows\n"


def test_a_folder_that_is_written_anew_has_no_figures_of_other_rows(tmp_path: Path) -> None:
    folder = tmp_path / "resources_servers" / "phone"
    write(folder, "Alarm", "000")
    for name in ("train_metrics.json", "train_metrics_conflict.json"):
        (folder / "data" / name).write_text("{}")
    assert write(folder, "Alarm", ["000", "001"]) == 2
    assert sorted(path.name for path in (folder / "data").iterdir()) == ["example.jsonl", "train.jsonl"]


@pytest.mark.parametrize("folder", ["phone", "resources_servers/my-phone", "resources_servers"])
def test_a_folder_that_the_runner_would_not_find_is_refused(tmp_path: Path, folder: str) -> None:
    with pytest.raises(ArgumentError, match="NeMo-Gym looks for resources_servers/NAME"):
        write(tmp_path / folder)
    with pytest.raises(ArgumentError, match="reward"):
        write(tmp_path / "resources_servers" / "phone", reward="money")
    assert [*tmp_path.iterdir()] == []


def test_numbers_and_null_for_texts_break_no_rollout() -> None:
    phone = PhoneTools()
    phone.reset("Alarm", configuration="000")
    assert "Nothing was done" in phone.press(None)  # type: ignore[arg-type]
    phone.answer(42)  # type: ignore[arg-type]
    assert phone.session.info is not None
    assert phone.session.info["answer"] == "42"
    assert phone.finish(None) == "The episode is over."  # type: ignore[arg-type]
