"""check-upstream: its output for a benchmark's code that agrees, that disagrees, and that does not run."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from bmoca_gym import cli
from bmoca_gym.evaluation.upstream_check.androidlab import Figures, as_text, differences
from bmoca_gym.evaluation.upstream_check.model_judge import AcceptingModel

#: Code with the names that AndroidLab's has. It accepts the traces of one task.
CONFIGS = """
class AppConfig:
    def __init__(self, path, output_dir):
        self.names = open(path).read().split()
    def get_metrics(self):
        return self.names
"""
TASK = """
import os
print("words that are no answer")
def get_compressed_xml(path):
    return ""
def calculate_partial_acc(result):
    return result["score"]
class Evaluation_Task:
    def __init__(self, config, traces, args, detail):
        self.traces, self.all_result = traces, []
    def _evaluate_single_task(self, task):
        name = task["task_id"]
        trace = self.traces[name]
        assert os.path.exists(trace["trace_file"]) and os.listdir(trace["xml_path"])
        done = name == "ACCEPTED"
        self.all_result.append(
            {"result": {"complete": done, "score": 0}, "RRR": 1.0 if done else None, "reasonable_operation_ratio": 1}
        )
"""


def checkout(folder: Path, accepted: str, first_line: str = "") -> str:
    (folder / "evaluation" / "config").mkdir(parents=True)
    (folder / "evaluation" / "task.py").write_text(first_line + TASK.replace("ACCEPTED", accepted))
    (folder / "evaluation" / "configs.py").write_text(CONFIGS)
    (folder / "evaluation" / "config" / "zoom.yaml").write_text(
        "zoom_1 zoom_2 zoom_3 zoom_4 zoom_5 setting_21 setting_0"
    )
    return str(folder)


def run(folder: str, *arguments: str) -> int:
    return cli.main(["check-upstream", "androidlab", folder, "--quiet", "--tasks", "zoom_1", *arguments])


def test_differences_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openai")
    saved = tmp_path / "verdicts.json"
    assert run(checkout(tmp_path / "lab", "zoom_2"), "--save", str(saved)) == 1
    said = capsys.readouterr().out
    assert "zoom_1, its own trace: complete: theirs False, ours True" in said
    assert "zoom_2, trace of zoom_1: complete: theirs True, ours False" in said
    assert "0 of 1 tasks are equal" in said
    assert json.loads(saved.read_text()) == {"zoom_1": {"zoom_2": [True, 1]}}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: str(folder), "there is no evaluation/task.py; give a checkout of Android-Lab"),
        (
            lambda folder: checkout(folder, "zoom_1", "import a_missing_module\n"),
            "No module named 'a_missing_module' .*--python: pip install .*xmltodict",
        ),
        (
            lambda folder: checkout(folder, "zoom_1", "import os; os._exit(3)\n"),
            "has ended without an answer",
        ),
    ],
)
def test_code_that_does_not_run_is_named(
    make: Callable[[Path], str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(make(tmp_path)) == 2
    assert re.search(message, capsys.readouterr().err)


def test_a_python_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(checkout(tmp_path, "zoom_1"), "--python", "/no/python") == 2
    assert "/no/python: can't be started" in capsys.readouterr().err


def test_figures_that_are_equal_make_no_difference() -> None:
    theirs = Figures(True, 2 / 3, None, 1.0)
    assert differences("a", "b", theirs, theirs._replace(score=0.666667)) == []
    found = differences("a", "b", theirs, Figures(True, 0.5, 1.5, 1.0))
    assert [(one.what, one.theirs, one.ours) for one in found] == [
        ("score", "0.6667", "0.5000"),
        ("rrr", "None", "1.5000"),
    ]
    assert json.loads(as_text({"a": {"b": (True, 1.0)}, "c": {}})) == {"a": {"b": [True, 1.0]}, "c": {}}


def test_the_model_accepts_everything_and_remembers_it() -> None:
    with AcceptingModel() as model:
        request = urllib.request.Request(
            f"{model.address}/chat/completions",
            json.dumps({"messages": [{"role": "user", "content": "Is it?"}]}).encode(),
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            said = json.load(answer)["choices"][0]["message"]["content"]
    assert ("True" in said, "yes" in said.lower(), model.asked) == (True, True, ["Is it?"])


def test_a_folder_that_is_no_checkout_of_androidworld_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check-upstream", "androidworld", str(tmp_path), "--quiet"]) == 2
    assert (
        "there is no android_world/registry.py; give a checkout of android_world" in capsys.readouterr().err
    )
