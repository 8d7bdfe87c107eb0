"""The code of docs/integrations.md runs, with scripted models, where its library is installed; its commands are read."""

from __future__ import annotations

import configparser
import importlib.util
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bmoca_gym import cli

ROOT = Path(__file__).parents[2]
OPENENV = Path(sys.prefix) / "openenv"
#: Programs of others, whose own tests or documentation say what they take.
OTHERS = {"claude", "gym", "inspect", "python", "ray", "vf-eval", "~/verifiers/bin/pip"}


class Block(NamedTuple):
    """A block of code under a heading."""

    heading: str
    language: str
    code: str


def blocks() -> list[Block]:
    found, heading, language, lines = [], "", "", []
    for line in (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8").splitlines():
        if language and line == "```":
            found.append(Block(heading, language, "\n".join(lines)))
            language = ""
        elif language:
            lines.append(line)
        elif fence := re.fullmatch(r"```(?:\{code-block\} )?(\w+)", line):
            language, lines = fence[1], []
        elif line.startswith("## "):
            heading = line.removeprefix("## ")
    return found


def code_of(heading: str) -> str:
    (code,) = [block.code for block in blocks() if (block.heading, block.language) == (heading, "python")]
    return code


class Over(Exception):
    """Enough was seen."""


def run(code: str, folder: Path, **names: Any) -> dict[str, Any]:
    """Run code as a program, with names that a reader would have."""
    program = folder / "program.py"
    program.write_text(code, encoding="utf-8")
    try:
        return runpy.run_path(str(program), init_globals=names)
    except Over:
        return {}


def test_every_block_is_run_or_read() -> None:
    """The others are those of libraries with an environment of their own, whose tests play episodes there."""
    python = [block.heading for block in blocks() if block.language == "python"]
    assert python == [
        "Connect an MCP client", "Train with TRL", "Train with OpenEnv", "Train with SkyRL-gym", "CUBE",
        "Rollouts for your own trainer", "Evaluate with Inspect", "Train with verifiers",
    ]  # fmt: skip
    for heading in python:
        assert len(code_of(heading).splitlines()) <= 20, heading


def test_commands_are_understood() -> None:
    metadata = configparser.ConfigParser()
    metadata.read(ROOT / "setup.cfg", encoding="utf-8")
    read = set()
    for block in blocks():
        lines = block.code.replace("\\\n", " ").splitlines() if block.language == "bash" else []
        for words in (shlex.split(line, comments=True) for line in lines):
            if words[0] == "bmoca":
                cli.build_parser().parse_args(words[1:])
                read.add(words[1])
            elif words[0] in ("pip", "~/verifiers/bin/pip"):
                extras = re.fullmatch(r"\.\[(.*)\]", words[-1])
                assert extras is not None, words
                assert set(extras[1].split(",")) <= {*metadata["options.extras_require"]}, words
            else:
                assert words[0] in OTHERS, words
            if words[:2] == ["claude", "mcp"]:
                cli.build_parser().parse_args(words[words.index("--") + 2 :])
    assert read == {"mcp", "openenv", "nemo-gym", "evaluate", "demos", "sweep"}


def test_mcp(tmp_path: Path) -> None:
    """In a process of its own, whose standard error the server inherits."""
    pytest.importorskip("mcp")
    command, program = tmp_path / "bmoca", tmp_path / "program.py"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m bmoca_gym.cli "$@"\n')
    command.chmod(0o755)
    program.write_text(code_of("Connect an MCP client"), encoding="utf-8")
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, program],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    instruction, *screen, score = done.stdout.splitlines()
    assert instruction == "create alarm at 10:30 am"
    assert screen[0].startswith("@e")
    assert '"steps": 1' in score


@pytest.mark.apart("transformers")
@pytest.mark.exhaustive
def test_trl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model of the page is large, so the trainer only plays a rollout's first step by a tool."""
    trl = pytest.importorskip("trl")
    pytest.importorskip("datasets")
    seen = []

    class Trainer:
        def __init__(
            self, model: str, args: Any, environment_factory: Callable[[], Any], train_dataset: Any
        ) -> None:
            assert args["max_tool_calling_iterations"] == 15
            self.phone, self.row = environment_factory(), train_dataset[0]

        def train(self) -> None:
            seen.append(self.phone.reset(**self.row))
            self.phone.press("HOME")
            seen.append(self.phone.get_reward())

    assert "max_tool_calling_iterations" in trl.GRPOConfig.__dataclass_fields__
    monkeypatch.setattr(trl, "GRPOTrainer", Trainer)
    monkeypatch.setattr(trl, "GRPOConfig", dict)
    run(code_of("Train with TRL"), tmp_path)
    assert seen[0].startswith("Task: ")
    assert isinstance(seen[1], float)


@pytest.mark.apart
@pytest.mark.exhaustive
def test_openenv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    if OPENENV.is_dir():
        monkeypatch.syspath_prepend(str(OPENENV))
    pytest.importorskip("openenv", reason="OpenEnv is not installed: make .venv/openenv.stamp")
    from bmoca_gym.integrations.openenv.server import app

    with serve(app(sessions=2, reward="expert_distance")) as port:
        code = code_of("Train with OpenEnv").replace(":8000", f":{port}")
        run(code, tmp_path, model=lambda instruction, screen: 'finish("done")')
    assert capsys.readouterr().out == "False\n"


def test_skyrl(tmp_path: Path) -> None:
    pytest.importorskip("skyrl_gym")
    step = run(code_of("Train with SkyRL-gym"), tmp_path, model=lambda chat: "I can't.")["step"]
    assert step["done"]


@pytest.mark.exhaustive
def test_rollouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy stands in a module, as the page says."""
    policy, _, program = code_of("Rollouts for your own trainer").partition("\nwith ")
    (tmp_path / "policy_of_the_page.py").write_text(policy, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    begun = []

    def train(rollout: Any) -> float:
        begun.append((rollout.number, [step.extra["logprob"] for step in rollout.steps]))
        if len(begun) == 2:
            raise Over
        return 0.0

    code = "from policy_of_the_page import *\nwith " + program.replace("workers=8", "workers=1, step_limit=2")
    run(code, tmp_path, train=train)
    assert begun == [(0, [-0.7, -0.7]), (1, [-0.7, -0.7])]


def test_inspect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = pytest.importorskip("inspect_ai.model", reason="Inspect needs a folder of its own")
    monkeypatch.chdir(tmp_path)
    said = models.ModelOutput.from_content("mockllm", "That is all.")
    said.usage = models.ModelUsage()  # to count it, the mock would fetch a vocabulary
    model = models.get_model("mockllm/model", custom_outputs=[said])
    code = code_of("Evaluate with Inspect").replace('"openai/gpt-5"', "model")
    assert run(code, tmp_path, model=model)["log"].status == "success"


@pytest.mark.parametrize(
    ("heading", "library", "needs"),
    [("CUBE", "cube", "an environment"), ("Train with verifiers", "verifiers", "a folder")],
)
def test_others(heading: str, library: str, needs: str, tmp_path: Path) -> None:
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} needs {needs} of its own")
    assert run(code_of(heading), tmp_path)
