"""The `bmoca` command: its output, and its error messages."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest

from bmoca_gym import __version__, cli, randomization, tasks
from bmoca_gym.demonstrations import experts
from bmoca_gym.envs.registries import ACTION_MODES, INTERFACES, OBSERVATIONS
from bmoca_gym.episodes.records import read
from bmoca_gym.evaluation.settings import FILMS, Settings
from bmoca_gym.tasks.task import JUDGE_ALIASES, JUDGES

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> int:
    return cli.main([str(argument) for argument in arguments])


def test_every_command_teaches_with_examples(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit, match="0"):
        run("--help")
    overview = capsys.readouterr().out
    commands = re.findall(r"^    ([\w-]+)", overview, re.MULTILINE)
    assert sorted(commands) == sorted([
        "evaluate", "report", "compare", "check-summary", "verify", "submit", "leaderboard", "prove", "check-suite", "chains", "side-effects", "check-format", "index", "schemas", "check-upstream", "tasks", "environments", "splits", "version", "agents", "play", "mcp", "openenv", "nemo-gym", "screenshot", "solve", "prompt",
        "avd", "conformance", "doctor", "demos", "policy", "train", "continual", "sweep",
    ])  # fmt: skip
    assert "\nmore:" not in overview, "a command is in no group of cli.GROUPS"
    assert "look and play:\n    play " in overview
    assert run("train", "--help") == 0
    assert "usage: bmoca train ALGORITHM" in capsys.readouterr().out
    for command in set(commands) - {"train"}:
        with pytest.raises(SystemExit, match="0"):
            run(command, "--help")
        text = capsys.readouterr().out
        assert f"examples:\n  bmoca {command}" in text
        assert max(map(len, text.splitlines())) <= 80, command


def test_a_newcomer_gets_the_first_commands_and_short_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run() == 0
    first = re.findall(r"^  bmoca (\S+)", capsys.readouterr().out, re.MULTILINE)
    assert first == ["play", "tasks", "solve", "evaluate", "doctor"]
    texts = []
    for flag in ("--help", "--help-models"):
        with pytest.raises(SystemExit, match="0"):
            run("play", flag)
        texts.append(capsys.readouterr().out)
    assert "--no-browser" in texts[0]
    assert "\n  --base-url" not in texts[0]
    assert "\n  --base-url" in texts[1]
    assert len(texts[0].splitlines()) <= 60
    assert max(map(len, texts[1].splitlines())) <= 80


def test_a_mistyped_option_is_named_before_the_one_that_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run("evaluate", "--agnt", "expert")
    assert "unrecognized arguments: --agnt. Did you mean '--agent'" in capsys.readouterr().err


def test_an_id_is_whole_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    assert run("tasks", "GoToStopwatchPageInClock") == 0
    out = re.sub("\x1b\\[[0-9;]*m", "", capsys.readouterr().out)
    assert "BMoCA-GoToStopwatchPageInClock-v0" in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_package_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "bmoca_gym"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, cli.FIRST_STEPS + "\n")


def test_the_examples_of_the_help_can_be_parsed() -> None:
    parser = cli.build_parser()
    subparsers = next(action for action in parser._actions if hasattr(action, "choices") and action.choices)
    lines = [
        shlex.split(line)[1:]
        for command in subparsers.choices.values()  # type: ignore[union-attr]
        for line in (command.epilog or "").replace(" \\\n", " ").splitlines()
        if line.startswith("  bmoca ")
    ]
    assert len(lines) >= 10
    for line in lines:
        parser.parse_args(line)


def test_choices_are_those_of_the_package() -> None:
    parsed = {}
    for name, known in [
        ("--action", ACTION_MODES.names()),
        ("--observation", OBSERVATIONS.names()),
        ("--interface", INTERFACES.names()),
        ("--judge", (*JUDGES, *JUDGE_ALIASES)),
        ("--films", FILMS),
    ]:
        for choice in known:
            parsed[choice] = cli.build_parser().parse_args(["evaluate", "--agent", "noop", name, choice])
        with pytest.raises(SystemExit):
            cli.build_parser().parse_args(["evaluate", "--agent", "noop", name, "other"])


def test_tasks_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("tasks", "representative", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [task["id"] for task in listed] == [task.id for task in tasks.select("representative")]
    names = [field.name for field in dataclasses.fields(tasks.Task)]
    assert list(listed[0]) == [*names, "gym_id", "parameters"]
    assert {
        "id": "create_alarm_at_10_30_am",
        "gym_id": "BMoCA-Alarm-v0",
        "instruction": "create alarm at 10:30 am",
        "app": "Clock",
        "category": "Event",
        "step_limit": listed[0]["step_limit"],
        "paper_step_limit": 11,
        "step_limit_reason": listed[0]["step_limit_reason"],
        "representative": True,
        "expert": [{"clock.alarm": {"hour": 10, "minute": 30}}],
    }.items() <= listed[0].items()
    assert listed[0]["corrected"]["sqlite"]["rows_exist"] == [{"hour": 10, "minutes": 30, "enabled": 1}]
    assert run("tasks", "androidworld/all", "--json") == 0
    other = {task["id"]: task for task in json.loads(capsys.readouterr().out)}
    assert other["contacts_add_contact"]["parameters"] == ["name", "number", "another", "given"]
    assert other["contacts_add_contact"]["set_up_steps"] == [{"clear": {"store": "contacts"}}]
    assert run("tasks", "Call,Alarm") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "-v0" in line] == ["BMoCA-Call-v0", "BMoCA-Alarm-v0"]
    assert run("tasks", "FilesDeleteFile", "--suite", "androidworld") == 0
    assert "AndroidWorld-FilesDeleteFile-v0" in capsys.readouterr().out


def test_what_a_task_can_name_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("tasks", "--verbs", "--json") == 0
    verbs = {row["verb"]: row for row in json.loads(capsys.readouterr().out)}
    assert verbs["clock.alarm"]["arguments"] == "hour, minute, [days]"
    assert verbs["clock.alarm"]["what it does"].startswith("Sets an alarm")
    assert verbs["messages.start_chat"]["arguments"] == ""
    assert run("tasks", "--verbs", "--suite", "androidworld") == 0
    assert "contacts.add" in capsys.readouterr().out
    assert run("tasks", "--stores", "--json") == 0
    assert {"store": "contacts", "columns": "name, phone"} in json.loads(capsys.readouterr().out)
    assert run("tasks", "--verbs", "--suite", "androidwrld") == 2
    assert "Did you mean 'androidworld'?" in capsys.readouterr().err


def test_every_verb_that_a_task_names_is_listed() -> None:
    suites = ("bmoca", "androidworld", "androidlab")
    listed = {verb.name for suite in suites for verb in experts.verbs(suite)}
    named = {
        call.verb
        for template in tasks.templates([f"{suite}/all" for suite in suites])
        for call in template.first.expert
    }
    assert len(named) > 50
    assert named <= listed


def test_environments_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("environments", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in listed] == [f"{n:03}" for n in [*range(35), *range(100, 110)]]
    assert run("environments", "109") == 0
    assert (
        capsys.readouterr().out.split()[-8:]
        == [
            "109",
            "test",
            "WXGA",
            "Tablet",
            "160",
            "1",
            "ar-EG",
            "11_pyramid",
            "light",
        ][-8:]
    )


def test_a_listed_file_of_environments_can_be_given_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("environments", "003,105", "--json")
    listed = json.loads(capsys.readouterr().out)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"environments": listed}))
    assert run("environments", str(path), "--json") == 0
    assert json.loads(capsys.readouterr().out) == listed


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("version") == 0
    assert capsys.readouterr().out.startswith(f"bmoca_gym {__version__}, suites bmoca ")
    with pytest.raises(SystemExit, match="0"):
        run("--version")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tasks", "Alrm"], "no task 'Alrm'. Did you mean 'Alarm'"),
        (["tasks", ","], "names no task"),
        (["environments", "99"], "environment '99'"),
        (["environments", "no_such.yaml"], "no_such.yaml can't be read"),
        (["evaluate", "--agent", "exprt"], "Did you mean 'expert'"),
        (["evaluate", "--agent", "noop", "--tasks", "x"], "no task 'x'"),
        (["evaluate", "--agent", "noop", "--environments", "1000"], "environment '1000'"),
        (
            ["evaluate", "--agent", "noop", "--device", "embeded", "--out", "OUT"],
            "no device 'embeded'. Did you mean",
        ),
        (["evaluate", "--agent", "noop", "--step-seconds", "nan", "--out", "OUT"], "step_seconds is nan"),
        (["evaluate", "--agent", "no_such_module:A", "--out", "OUT"], "No module named"),
        (["report", "OUT"], "no run.json"),
        (["leaderboard", "OUT/nowhere", "--out", "OUT/site"], "nowhere: No such file or directory"),
        (["screenshot", "-o", "OUT/x.txt"], "Unknown kind of picture '.txt'"),
        (["screenshot", "-o", "OUT"], "Unknown kind of picture ''"),
        (["screenshot", "--environment", "test", "-o", "OUT/x.png"], "names 10 environments"),
        (["solve", "--task", "Alarm", "--render", "OUT/x.mpeg"], "Unknown kind of film '.mpeg'"),
        (["solve", "--task", "Alrm"], "Did you mean 'Alarm'"),
        (
            ["demos", "collect", "--interface", "androidworld", "-o", "OUT/demos"],
            "record with --interface bmoca",
        ),
        (["environments", "sample", "--locales", "xx-XX"], "Sampler(locales=...): locale is 'xx-XX'"),
        (["environments", "sample", "--densities", "0"], "density is 0"),
        (["environments", "sample", "-o", "OUT/x.txt"], "must end in"),
        (["prove", "--tasks", "nope"], "no task 'nope'"),
        (["screenshot", "--task", "Alrm", "-o", "OUT/x.png"], "no task 'Alrm'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    out = str(tmp_path / "out")
    assert run(*(argument.replace("OUT", out) for argument in arguments)) == 2
    errors = capfd.readouterr().err.splitlines()
    assert errors[-1].startswith("bmoca: ")
    assert message in errors[-1]
    assert not any("Traceback" in line for line in errors)


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate"],
        ["fly"],
        ["evaluate", "--agent", "noop", "--seeds", "0"],
        ["evaluate", "--agent", "noop", "--workers", "two"],
        ["screenshot", "-o", "x.png", "--size", "12"],
        ["screenshot"],
    ],
)
def test_a_malformed_command_line_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(*arguments)
    assert "usage: bmoca" in capsys.readouterr().err


def test_output_into_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m bmoca_gym.cli environments --json | head -c 10"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("settings", "tail"),
    [
        ({"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}, ""),
        ({}, " >&-"),
    ],
)
def test_output_that_the_terminal_has_no_letters_for_is_printed_all_the_same(
    settings: dict[str, str], tail: str
) -> None:
    """An evaluation ended with a traceback after its last episode, at the dash in its table."""
    command = f"{sys.executable} -m bmoca_gym.cli tasks --suite androidlab{tail}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, env={**os.environ, **settings}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"?" in done.stdout) == bool(settings)


@pytest.mark.parametrize(("size", "shape"), [([], (800, 1280)), (["--size", "300x200"], (200, 300))])
def test_screenshot(tmp_path: Path, size: list[str], shape: tuple[int, int], capsys: Any) -> None:
    path = tmp_path / "x.png"
    assert run("screenshot", "--environment", "109", "-o", str(path), *size) == 0
    assert cv2.imread(str(path)).shape[:2] == shape
    assert f"{shape[1]} × {shape[0]} px" in capsys.readouterr().out


def test_sampled_environments_are_a_list_for_every_command(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "configurations.yaml"
    options = [
        "--seed",
        "7",
        "-n",
        "12",
        "--locales",
        "ko-KR,ar-EG",
        "--densities",
        "continuous",
        "--folders",
        "3",
    ]
    assert run("environments", "sample", *options, "-o", str(path)) == 0
    assert "12 environments" in capsys.readouterr().out
    configurations = randomization.load(path)
    layout = randomization.RandomLayout(folders=3)
    sampler = randomization.Sampler(
        7, locales=["ko-KR", "ar-EG"], densities="continuous", icon_layouts=layout
    )
    assert list(configurations) == sampler.configurations(12)
    assert {configuration.locale for configuration in configurations} == {"ko-KR", "ar-EG"}
    run("environments", str(path), "--json")
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == [
        configuration.id for configuration in configurations
    ]


def test_a_solution_is_told_and_filmed(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "alarm.gif"
    assert run("solve", "--task", "Alarm", "--environment", "105", "--render", str(path)) == 0
    told = capsys.readouterr().out
    assert "create_alarm_at_10_30_am in 105: create alarm at 10:30 am" in told
    steps = int(re.search(r"Done in (\d+) of 11 steps", told)[1])  # type: ignore[index]
    ok, animation = cv2.imreadanimation(str(path))
    assert ok
    assert len(animation.frames) == steps + 1


def test_an_expert_plays_in_an_interface(capsys: Any) -> None:
    assert run("solve", "--task", "Alarm", "--environment", "100", "--interface", "androidworld") == 0
    assert "Done in" in capsys.readouterr().out
    assert run("solve", "--task", "Alarm", "--action", "json") == 0
    assert "Done in" in capsys.readouterr().out


def test_what_the_papers_rule_does_not_accept_is_said(capsys: Any) -> None:
    arguments = ["solve", "--task", "Calculator", "--environment", "109", "--judge", "paper"]
    assert run(*arguments) == 1
    assert "success detector is not satisfied" in capsys.readouterr().out


def test_a_proof_is_a_table_and_goes_on_where_it_stopped(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "proof"
    assert run("prove", "--tasks", "Alarm", "--environments", "100", "--out", str(out), "--quiet") == 0
    assert (
        run("prove", "--tasks", "Alarm,Call", "--environments", "100,105", "--out", str(out), "--quiet") == 0
    )
    told = capsys.readouterr().out
    assert "The expert solves 4 of 4 episodes. Doing nothing solves 0 of 4." in told
    assert len(read(out / "expert" / "episodes.jsonl")) == 4


def test_tasks_that_an_agent_ends_are_solved_and_proved(tmp_path: Path, capsys: Any) -> None:
    task = "androidworld/camera_take_photo"
    assert run("solve", "--task", task, "--environment", "androidworld/pixel_6") == 0
    assert "Take one photo." in capsys.readouterr().out
    assert run("prove", "--tasks", task, "--environments", "000", "--out", str(tmp_path), "--quiet") == 0
    assert "The expert solves 1 of 1 episodes. Doing nothing solves 0 of 1." in capsys.readouterr().out


@pytest.mark.exhaustive
def test_evaluate_py_is_the_same_code(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = subprocess.run(
        [
            sys.executable,
            ROOT / "evaluate.py",
            "--agent",
            "noop",
            "--tasks",
            "Alarm,Call",
            "--environments",
            "100,109",
            "--out",
            out,
        ],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"Report: {out / 'report.html'}" in done.stdout
    assert "0/4" in done.stdout
    assert sorted(path.name for path in out.iterdir()) == [
        ".lock",
        "episodes.jsonl",
        "films",
        "report.html",
        "run.json",
        "summary.csv",
        "summary.json",
    ]
    assert [one.error for one in read(out / "episodes.jsonl")] == [None] * 4
    assert run("report", str(out)) == 0


@pytest.mark.exhaustive
def test_an_agent_of_ones_own_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "my_agents.py").write_text(
        "from bmoca_gym.agents.simple import NoopAgent\n\nclass Mine(NoopAgent):\n    name = 'mine'\n"
    )
    program = "import sys; from bmoca_gym.cli import main; sys.path.remove(''); sys.exit(main())"
    for workers in ("1", "2"):
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                program,
                "evaluate",
                "--agent",
                "my_agents:Mine",
                "--tasks",
                "Alarm",
                "--environments",
                "100,101",
                "--out",
                f"out{workers}",
                "--workers",
                workers,
            ],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "0/2" in done.stdout
        assert [one.agent for one in read(tmp_path / f"out{workers}" / "episodes.jsonl")] == [
            "my_agents:Mine"
        ] * 2


def test_an_interruption_is_exit_code_130_and_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bmoca_gym.evaluation.runner.evaluate", interrupted)
    assert run("evaluate", "--agent", "noop", "--out", str(tmp_path), "--quiet") == 130
    assert "Give the same command again to resume" in capsys.readouterr().err


def test_what_is_wrong_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unknown words and missing files: no traceback, and a similar name of the same kind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text("tasks: [\n")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00\x01")
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    for line, words in (
        ("evalute --agent noop", "Did you mean 'evaluate'?"),
        ("avd biuld", "Did you mean 'build'?"),
        ("evaluate --agent noop --enviroments=100", "Did you mean '--environments'?"),
        ("evaluate --agent noop --films al", "Did you mean 'all'?"),
        ("evaluate --agent exprt", "Did you mean 'expert'?"),
        ("evaluate --agent noop --tasks ''", "names no task"),
        ("evaluate --agent noop --suite androidworld --tasks app:Marker", "Did you mean 'androidworld/app:Markor'?"),
        ("evaluate --agent noop --environments androidwrld/pixel_6", "Did you mean 'androidworld/pixel_6'?"),
        ("evaluate --agent noop --tasks Alarm --environments 100 --quiet --out file", "file can't be written"),
        ("continual run configurations --learner clonig", "Did you mean 'cloning'?"),
        ("sweep algorithms=bd", "Did you mean 'bc'?"),
        ("tasks bad.yaml", "bad.yaml, line 2"),
        ("tasks binary.yaml", "binary.yaml can't be read"),
        ("tasks folder", "There is no task 'folder'"),
        ("environments field.yaml", "field.yaml can't be read: No such file"),
        ("report file", "file has no run.json"),
        ("check-suite androidlab --goals folder", "must be a checkout of the benchmark"),
    ):  # fmt: skip
        try:
            code: object = run(*shlex.split(line))
        except SystemExit as error:  # argparse's
            code = error.code
        assert (code, words in capsys.readouterr().err) == (2, True), line
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.yaml", "binary.yaml", "file", "folder"]


def test_options_of_evaluate_have_the_defaults_of_the_settings() -> None:
    """The parser is made before anything slow is imported, so it repeats them."""
    made = next(
        action.choices["evaluate"]
        for action in cli.build_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    defaults = {field.name: field.default for field in dataclasses.fields(Settings)}
    given = {
        action.dest: action.default
        for action in made._actions
        if action.default is not None
        and defaults.get(action.dest, dataclasses.MISSING) is not dataclasses.MISSING
    }
    assert len(given) > 6
    assert given == {name: defaults[name] for name in given} | {"robustness": 0}


def test_a_warning_is_a_line_without_code(tmp_path: Path) -> None:
    tutorial = (ROOT / "docs/tutorials/write-a-task.md").read_text(encoding="utf-8")
    file = tmp_path / "mine.yaml"
    text = tutorial.split("```yaml\n")[1].split("```")[0]
    file.write_text(text.replace("wake_me_at_quarter", "wake_me_at_a_quarter"), encoding="utf-8")
    command = [sys.executable, "-m", "bmoca_gym", "tasks", "mine.yaml"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    [line] = done.stderr.splitlines()
    assert line.startswith("bmoca: mine.yaml: the Gymnasium id of wake_me_at_a_quarter_past_seven is Mine-")


@pytest.mark.parametrize(
    ("group", "part"), [("demos", "collect"), ("policy", "export"), ("continual", "run"), ("avd", "build")]
)
def test_a_group_of_commands_alone_shows_its_help(
    group: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([group]) == 0
    told = capsys.readouterr().out
    assert f"bmoca {group}" in told
    assert f"    {part} " in told
