"""Whatever prevents a cluster from being used is reported at once. `tests/evaluation/test_on_ray.py` uses one."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bmoca_gym import cli
from bmoca_gym.errors import MissingLibraryError, SettingsError
from bmoca_gym.executors import RayCluster, open_executor, ray_cluster


def test_without_ray(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(
        MissingLibraryError, match=r"executor ray needs Ray: .*cluster.* executor local works"
    ):
        open_executor("ray")
    command = [
        "evaluate",
        "--agent",
        "noop",
        "--tasks",
        "Alarm",
        "--executor",
        "ray",
        "--out",
        str(tmp_path / "a"),
    ]
    assert cli.main(command) != 0
    assert "The executor ray needs Ray" in capsys.readouterr().err


@pytest.fixture
def stranger() -> Iterator[int]:
    """The port of a program that greets as a mail server does."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def greet() -> None:
            while True:
                try:
                    wire, _ = listening.accept()
                except OSError:
                    return
                with wire:
                    wire.sendall(b"220 mail.example ESMTP\r\n")

        thread = threading.Thread(target=greet, daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def refused(address: str) -> str:
    """What is said of an address, within seconds."""
    before, began = dict(os.environ), time.monotonic()
    with pytest.raises(SettingsError) as error:
        RayCluster(address)
    assert time.monotonic() - began < 20
    assert dict(os.environ) == before
    return str(error.value)


def test_addresses_without_a_cluster(stranger: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
        assert f"There is no Ray cluster at '{address}': nothing answers (" in refused(address)
    assert "what answers there is not Ray" in refused(f"127.0.0.1:{stranger}")
    assert "ray start --head" in refused(f"127.0.0.1:{stranger}")
    assert "nothing answers" in refused("nowhere.invalid:6379")
    assert "nothing answers" in refused("127.0.0.1:99999")
    assert "Invalid address format" in refused("nonsense")
    monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{port}")
    assert "There is no Ray cluster at 'auto': nothing answers" in refused("auto")


@pytest.mark.parametrize("words", ["Could not find any running Ray instance.", "no such thing"])
def test_rays_own_words_end_with_one_full_stop(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")

    def absent(**options: object) -> None:
        raise ConnectionError(words)

    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(ray, "init", absent)
    assert f"at 'auto': {words.rstrip('.')}. Start one with `ray start --head`" in refused("auto")


def test_a_program_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.setattr(ray_cluster, "_ANSWERS_WITHIN", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        assert "nothing answers (timed out)" in refused(f"127.0.0.1:{silent.getsockname()[1]}")


def test_a_cluster_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine with too much to do. Nothing is left of it."""
    ray = pytest.importorskip("ray")
    folders = []

    def slow(**options: object) -> None:
        folders.append(Path(str(options["_temp_dir"])))
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", slow)
    said = refused("")
    assert "can't be started on this machine: The current node timed out" in said
    assert "executor local" in said
    assert not folders[0].exists()


@pytest.mark.exhaustive
def test_the_address_of_a_cluster_is_reached_and_one_in_the_environment_is_not_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with closing(RayCluster(processors=1)):
        ray_cluster._reach(ray.get_runtime_context().gcs_address)
