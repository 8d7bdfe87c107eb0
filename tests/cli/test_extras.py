"""Training commands on an installation without PyTorch."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from bmoca_gym import cli, extras
from bmoca_gym.policies import training

ROOT = Path(extras.__file__).parents[1]
_ABSENT = {"torch", "minari", "h5py", "stable_baselines3", "sb3_contrib", "tensorboard"}


@pytest.mark.parametrize(
    ("command", "missing", "extra"),
    [
        ("train bc", "torch, minari, h5py", "learning"),
        ("train ppo --steps 100", "torch, stable_baselines3, sb3_contrib, tensorboard", "rl"),
        ("policy export policy.zip -o policy.onnx", "torch", "torch"),
        ("continual run apps --learner cloning", "torch, minari, h5py", "learning"),
        ("sweep algorithms=ppo", "torch, stable_baselines3, sb3_contrib, tensorboard", "rl"),
    ],
)
def test_what_to_install_is_said_before_anything_is_written(
    command, missing, extra, monkeypatch, capsys, tmp_path
):
    monkeypatch.chdir(tmp_path)
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *args: None if name in _ABSENT else found(name, *args)
    )
    assert cli.main(command.split()) == 2
    told = capsys.readouterr().err
    assert f"needs {missing}, not installed here." in told
    assert f"-e '{ROOT}[{extra}]'" in told
    assert "Traceback" not in told
    assert not [*tmp_path.iterdir()]


def test_help_of_algorithms_needs_no_extra(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *args: None)
    for name in training.ALGORITHMS:
        assert training.main([name, "--help"]) == 0
        assert "--config FILE" in capsys.readouterr().out


def test_the_command_that_installs_an_extra_is_for_this_python_and_this_folder(monkeypatch, tmp_path):
    programs = Path(sys.executable).parent
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(extras.shutil, "which", lambda name: str(programs / name))
    assert extras.installing("rl") == "pip install -c constraints.txt -e '.[rl]'"
    monkeypatch.setattr(extras.shutil, "which", lambda name: "/usr/bin/pip")
    assert extras.installing("rl") == f"{sys.executable} -m pip install -c constraints.txt -e '.[rl]'"
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "bmoca_gym" / "extras.py"))
    assert extras.installing("rl") == f"{sys.executable} -m pip install 'bmoca-gym[rl]'"


def test_without_pip_uv_installs(monkeypatch, tmp_path):
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "bmoca_gym" / "extras.py"))
    monkeypatch.setattr(extras, "installed", lambda module: False)
    monkeypatch.setattr(extras.shutil, "which", lambda name: {"uv": "/usr/bin/uv"}.get(name))
    assert extras.installing("rl") == f"uv pip install --python {sys.executable} 'bmoca-gym[rl]'"


@pytest.mark.parametrize("extra", ["openenv", "nemo-gym", "verifiers", "inspect"])
def test_an_extra_with_other_versions_is_for_another_environment_and_unpinned(extra, monkeypatch, tmp_path):
    apart = "in a virtual environment of its own"
    assert extras.installing(extra) == f"pip install '{ROOT}[{extra}]' {apart}"
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "bmoca_gym" / "extras.py"))
    recorded = {"direct_url.json": json.dumps({"url": "file:///dist/bmoca_gym-1.whl", "archive_info": {}})}
    monkeypatch.setattr(
        importlib.metadata, "distribution", lambda name: SimpleNamespace(read_text=recorded.get)
    )
    assert (
        extras.installing(extra) == f"pip install 'bmoca-gym[{extra}] @ file:///dist/bmoca_gym-1.whl' {apart}"
    )
    recorded.clear()  # installed by its name
    assert extras.installing(extra) == f"pip install 'bmoca-gym[{extra}]' {apart}"


@pytest.mark.parametrize(
    ("built", "extra", "command"),
    [
        (".", "llm", "docker build -t bmoca-gym --build-arg PACKAGE='.[llm]' ."),
        (".[llm,play]", "nemo-gym", "docker build -t bmoca-nemo-gym --build-arg PACKAGE='.[nemo-gym]' "
                                    "--build-arg CONSTRAINTS=/dev/null ."),
        (".[llm,play]", "mcp", "docker build -t bmoca-gym --build-arg PACKAGE='.[llm,play,mcp]' ."),
    ],
)  # fmt: skip
def test_in_the_image_an_extra_is_built_in(built, extra, command, monkeypatch):
    monkeypatch.setenv(extras.IMAGE, built)
    assert extras.installing(extra) == command
