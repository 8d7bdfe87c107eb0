"""The parts of newcomer.py that need no installation and no training: a task, an agent, a comparison."""

from __future__ import annotations

import configparser
import contextlib
import io
import os
import shlex
import sys
from pathlib import Path

import pytest

from bmoca_gym import cli
from tests.examples import newcomer


class InThisProcess:
    """A newcomer whose commands run here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def types(self, command: str, refused: bool = False) -> str:
        """See `Newcomer.types`."""
        program, *words = shlex.split(command)
        assert program == "bmoca"
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = cli.main(words)
        return newcomer.judged(command, code, printed.getvalue(), refused)


def test_a_task_and_an_agent_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "my_agents", raising=False)
    here = InThisProcess(tmp_path)
    newcomer.own_task(here)
    newcomer.own_agent(here)


def test_demonstrations_on_the_page_are_recorded_and_lead_to_training(tmp_path: Path) -> None:
    pytest.importorskip("websockets")
    pytest.importorskip("minari")
    (tmp_path / "mine.yaml").write_text(newcomer.TASK)
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    shell = newcomer.Newcomer(tmp_path, {**os.environ, "PATH": scripts})
    train = newcomer.own_demonstrations(shell)
    assert train.startswith("bmoca train bc dataset=")
    assert Path(tmp_path, train.split("dataset=")[1].split()[0], "metadata.json").exists()


def test_each_entry_point_of_the_renamed_package_has_a_name_of_its_own(tmp_path: Path) -> None:
    newcomer.copy_package(newcomer.ROOT / "examples" / "suite_package", tmp_path)
    metadata = configparser.ConfigParser()
    metadata.read(tmp_path / "setup.cfg")
    for group, lines in metadata["options.entry_points"].items():
        names = [line.split("=")[0].strip() for line in lines.split("\n") if line]
        assert len(names) == len(set(names)), group


def test_what_a_newcomer_stumbles_over_is_noticed(tmp_path: Path) -> None:
    shell = newcomer.Newcomer(tmp_path, {"PATH": "/usr/bin:/bin"})
    assert shell.types("echo 'Next: bmoca version'") == "Next: bmoca version\n"
    with pytest.raises(newcomer.DeadEnd, match="ends with 3"):
        shell.types("exit 3")
    with pytest.raises(newcomer.DeadEnd, match="ends with 0"):
        shell.types("true", refused=True)
    with pytest.raises(newcomer.DeadEnd, match="traceback"):
        shell.types("echo 'Traceback (most recent call last):'; exit 1", refused=True)
    with pytest.raises(newcomer.DeadEnd, match="what is next"):
        newcomer.told_next("Report: a.html\n")
