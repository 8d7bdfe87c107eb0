"""Traces in AndroidLab's layout, field by field compared with its documentation."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.adb.ui_dump import tree_of
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Gestures, OpenApp
from bmoca_gym.episodes.screens import Look
from bmoca_gym.errors import SettingsError
from bmoca_gym.evaluation import evaluate, settings_for
from bmoca_gym.evaluation.upstream_check import androidlab
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.suites.androidlab.compressed_tree import compressed, text_of
from bmoca_gym.suites.androidlab.elements import labelled
from bmoca_gym.suites.androidlab.traces import Trace, parsed_action

FIELDS = ("trace_id", "index", "prompt", "image", "xml", "ac_xml", "current_activity", "window", "target")


class Script:
    """Answers wrongly, waits, opens the contact ABC and answers with its number."""

    name = "script"
    calls = ("what?", "Action: wait(1)", "Action: tap(5)", 'Action: finish("22331144")')

    def reset(self, env: Any, info: dict[str, Any], seed: int) -> None:
        self.rest = list(self.calls)

    def act(self, observation: Any, info: dict[str, Any]) -> str:
        return self.rest.pop(0)


def played(out: Path, agent: str, action: str) -> list[dict[str, Any]]:
    settings = settings_for(
        agent, "androidlab/contacts_12", "androidlab/pixel_7_pro", action=action, films="none", traces="androidlab",
        observation="text",
    )  # fmt: skip
    (episode,) = evaluate(settings, out)
    assert (episode.error, episode.success) == (None, True)
    (run,) = (out / "traces").iterdir()
    (folder,) = run.iterdir()
    assert re.fullmatch(r"contacts_12_2024-05-10_12-00-\d\d", folder.name)
    assert sorted(path.name for path in folder.iterdir()) == ["Screen", "traces", "xml"]
    lines = [json.loads(line) for line in (folder / "traces" / "trace.jsonl").read_text().splitlines()]
    target = lines[0]["target"]
    for number, line in enumerate(lines):
        assert set(line) - {"labeled_image"} == {*FIELDS, "parsed_action", "current_response"}
        assert (line["trace_id"], line["index"], line["ac_xml"]) == (folder.name, number, None)
        assert line["prompt"] == ("** XML **" if number else target)
        assert target == "In the app Contacts: Tell me ABC's phone number."
        assert line["current_activity"] == "com.google.android.contacts"
        place = f"{run.name}/{folder.name}"
        assert re.fullmatch(rf"{place}/Screen/screenshot-{number}-17153\d{{5}}-before\.png", line["image"])
        assert line["xml"] == f"{place}/xml/{number}.xml"
        picture = cv2.imread(str(run.parent / line["image"]))
        assert picture is not None
        assert [picture.shape[1], picture.shape[0]] == line["window"] == [1440, 3120]
        layout = (run.parent / line["xml"]).read_bytes()
        written = (folder / "xml" / f"{number}_compressed_xml.txt").read_text()
        assert written == text_of(compressed(tree_of(layout, 1440, 3120)))
        assert written.startswith("The current screenshot's description is shown: \n    [n0001] ")
    ends = [path.name for path in (folder / "Screen").iterdir() if path.name.startswith("screenshot-end-")]
    assert len(ends) == 1
    assert re.fullmatch(r"screenshot-end-17153\d{5}\.png", ends[0])
    labelled = len([line for line in lines if "labeled_image" in line])
    assert len([*(folder / "Screen").iterdir()]) == len(lines) + labelled + 1
    assert len([*(folder / "xml").iterdir()]) == 2 * len(lines)
    return lines


def test_a_trace_of_som_mode(tmp_path: Path) -> None:
    lines = played(tmp_path, f"{__name__}:Script", "numbered_calls")
    before = tree_of((tmp_path / "traces" / lines[1]["xml"]).read_bytes(), 1440, 3120)
    left, top, right, bottom = labelled(before)[4].bounds
    assert [line["parsed_action"] for line in lines] == [
        {"operation": "do", "action": "Wait", "kwargs": {}},
        {
            "operation": "do",
            "action": "Tap",
            "kwargs": {"element": [(left + right) // 2, (top + bottom) // 2]},
        },
        {"operation": "finish", "action": "finish", "kwargs": {"message": "22331144"}},
    ]
    assert [line["current_response"] for line in lines] == [*Script.calls[1:]]
    for line in lines:
        assert line["labeled_image"] == line["image"].removesuffix(".png") + "_labeled.png"
        plain, marked = (
            cv2.imread(str(tmp_path / "traces" / line[name])) for name in ("image", "labeled_image")
        )
        assert plain is not None
        assert marked is not None
        assert plain.shape == marked.shape
        assert (plain != marked).any()


def test_a_trace_of_the_expert_is_the_same_each_time(tmp_path: Path) -> None:
    lines = played(tmp_path / "one", "expert", "calls")
    assert "labeled_image" not in lines[0]
    assert lines[-1]["parsed_action"]["operation"] == "finish"
    assert lines[-1]["current_response"].startswith("finish(message=")
    assert played(tmp_path / "two", "expert", "calls") == lines
    files = [
        sorted(path.relative_to(tmp_path / name) for path in (tmp_path / name / "traces").rglob("*"))
        for name in ("one", "two")
    ]
    assert files[0] == files[1]
    settings = settings_for("expert", "androidlab/contacts_12", "androidlab/pixel_7_pro", action="calls")
    with pytest.raises(SettingsError, match="traces is 'androidworld'; it must be one of 'androidlab'"):
        replace(settings, traces="androidworld")


@pytest.mark.parametrize(
    ("move", "action", "kwargs"),
    [
        (Tap(0.5, 0.25), "Tap", {"element": [500, 500]}),
        (LongPress(0.5, 0.25), "Long Press", {"element": [500, 500]}),
        (Swipe(0.5, 0.8, 0.5, 0.2), "Swipe", {"element": [500, 1600], "direction": "up", "dist": 600}),
        (Swipe(0.8, 0.5, 0.2, 0.5), "Swipe", {"element": [800, 1000], "direction": "left", "dist": 600}),
        (Gestures((PressKey("DEL"), TypeText("07:00"), PressKey("ENTER"))), "Type", {"text": "07:00"}),
        (Gestures((Tap(0.5, 0.25), Tap(0.5, 0.25))), "Tap", {"element": [500, 500]}),
        (PressKey("ENTER"), "Press Enter", None),
        (PressKey("BACK"), "Press Back", None),
        (PressKey("HOME"), "Press Home", None),
        (OpenApp("Clock"), "Launch", {"package": "Clock"}),
        (None, "Wait", None),
    ],
)  # fmt: skip
def test_what_is_recorded_of_an_action(move: Any, action: str, kwargs: dict[str, Any] | None) -> None:
    info = {"gesture": move, "finished": None, "answer": None}
    wanted: dict[str, Any] = {"operation": "do", "action": action}
    assert parsed_action(info, (1000, 2000)) == wanted | ({} if kwargs is None else {"kwargs": kwargs})
    som = parsed_action(info, (1000, 2000), numbered=True)
    assert (som["operation"], som["action"]) == ("do", action.removeprefix("Press "))
    assert "kwargs" in som


def test_the_answer_before_the_end_is_its_message() -> None:
    for finished, answer, message in (("", "42", "42"), ("41", None, "41"), ("", None, "")):
        info = {"gesture": None, "finished": finished, "answer": answer}
        assert parsed_action(info, (1, 1))["kwargs"] == {"message": message}


@pytest.mark.parametrize(
    ("task", "name", "outputs"),
    [
        ("setting_14", "adb shell 'getprop persist.sys.timezone'", {"Asia/Shanghai"}),
        ("setting_17", "adb shell getprop ro.build.version.release", {"13"}),
        ("setting_22", "adb shell settings get global airplane_mode_on", {"0"}),
        ("setting_3", "adb shell settings get global bluetooth_on", {"1", "0"}),
        # grep ends with 1 when the app is gone. The benchmark writes ERROR, and the episode goes on.
        ("setting_20", "adb shell pm list packages | grep 'com.booking'", {"package:com.booking", "ERROR"}),
    ],
)
def test_outputs_of_commands_have_the_names_that_the_benchmark_looks_for(
    tmp_path: Path, task: str, name: str, outputs: set[str]
) -> None:
    environment = randomization.get("androidlab/pixel_7_pro")
    (recording,) = androidlab.record([tasks.get(f"androidlab/{task}")], tmp_path)
    assert recording.folder is not None
    lines = [json.loads(line) for line in (recording.folder / "traces" / "trace.jsonl").open()]
    assert {line["command"][name] for line in lines} == outputs
    env = PhoneEnv(f"androidlab/{task}", environment, action="text")
    env.reset()
    trace = Trace(tmp_path / "own", task, env)
    moment = trace.moment(Look(env.device.ui_tree(), np.zeros((1, 1, 3), np.uint8)))
    assert set(moment.outputs) == {name}
