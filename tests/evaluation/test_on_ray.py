"""One Ray cluster for everything that can run on one: results and files equal those of one machine, even if a worker is
killed."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")
pytest.importorskip("torch")
pytest.importorskip("minari")
pytest.importorskip("matplotlib")

from rollout_fakes import Coin

from bmoca_gym import cli
from bmoca_gym.demonstrations import dataset
from bmoca_gym.errors import SettingsError
from bmoca_gym.evaluation import evaluate, settings_for, sweep
from bmoca_gym.evaluation.sweep import SweepSettings
from bmoca_gym.evaluation.sweep.trial import run_trial
from bmoca_gym.executors import RayCluster
from bmoca_gym.integrations.rollouts import Rollouts
from bmoca_gym.policies import base_settings


def processes() -> Iterator[int]:
    """This process and those that it has started."""
    left = [os.getpid()]
    while left:
        pid = left.pop()
        with contextlib.suppress(OSError):
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                left += map(int, children.read_text().split())
        yield pid


@contextlib.contextmanager
def a_worker_killed() -> Iterator[None]:
    """Kill the first worker of a cluster that is seen to do a job. Ray names processes after what they do."""
    killed, over = threading.Event(), threading.Event()

    def watch() -> None:
        while not killed.is_set() and not over.wait(0.002):
            for pid in processes():
                with contextlib.suppress(OSError):
                    if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_Served.do"):
                        os.kill(pid, signal.SIGKILL)
                        killed.set()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(10)
    assert killed.is_set()


def listening() -> dict[int, set[str]]:
    """The addresses on which this process and those that it has started listen, by port."""
    inodes = set()
    for pid in processes():
        for path in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                inodes.add(os.readlink(path).removeprefix("socket:[").removesuffix("]"))
    found: dict[int, set[str]] = {}
    for protocol in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{protocol}").read_text().splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if state == "0A" and rest[5] in inodes:
                address, _, port = local.partition(":")
                words = [bytes.fromhex(address[at : at + 8])[::-1] for at in range(0, len(address), 8)]
                found.setdefault(int(port, 16), set()).add(str(ipaddress.ip_address(b"".join(words))))
    return found


def nobody_else_reaches_it() -> None:
    """Every port of a cluster is on the loopback interface and answers only clients with the token."""
    import ray

    grpc = pytest.importorskip("grpc")

    there = listening()
    assert len(there) >= 4
    loopback = {"127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"}
    assert set().union(*there.values()) <= loopback, there
    address = ray.get_runtime_context().gcs_address
    assert int(address.rpartition(":")[2]) in there
    with grpc.insecure_channel(address) as channel:
        call = channel.unary_unary("/ray.rpc.NodeInfoGcsService/GetAllNodeInfo")
        for token in ((), (("authorization", "Bearer " + 64 * "0"),)):
            with pytest.raises(grpc.RpcError) as refused:
                call(b"", metadata=token, timeout=30)
            assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED  # type: ignore[attr-defined]
        known = (("authorization", f"Bearer {os.environ['RAY_AUTH_TOKEN']}"),)
        assert call(b"", metadata=known, timeout=30)


def files(folder: Path) -> dict[str, Any]:
    """The files of a results folder, without what differs from run to run."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name == "episodes.jsonl":
            found[name] = [
                {key: value for key, value in json.loads(line).items() if key != "seconds"}
                for line in path.read_text().splitlines()
            ]
        elif path.is_file() and name.partition(".")[0] not in ("", "report", "summary"):
            found[name] = path.read_bytes()
    return found


def evaluations_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker of the Ray cluster is killed in one episode."""
    command = [
        "evaluate",
        "--agent",
        "rollout_fakes:Mortal",
        "--tasks",
        "Alarm,Call",
        "--environments",
        "003",
        "--quiet",
    ]
    assert cli.main([*command, "--executor", "ray", "--out", str(tmp_path / "ray")]) == 0
    assert (tmp_path / "killed").exists()
    monkeypatch.delenv("MORTAL_FOLDER")
    assert cli.main([*command, "--out", str(tmp_path / "here")]) == 0
    ray = files(tmp_path / "ray")
    assert ray == files(tmp_path / "here")
    assert len(ray["episodes.jsonl"]) == 2
    assert sum(name.startswith("films/") for name in ray) > 20


def demonstrations_are_equal(tmp_path: Path) -> None:
    """A worker of the cluster is killed while it records an episode."""
    command = ["demos", "collect", "--tasks", "Alarm,Language", "--environments", "000", "--quiet"]
    with a_worker_killed():
        assert cli.main([*command, "--executor", "ray", "-o", str(tmp_path / "demos-ray")]) == 0
    assert cli.main([*command, "-o", str(tmp_path / "demos")]) == 0
    one, two = (dataset.open_dataset(tmp_path / name) for name in ("demos-ray", "demos"))
    assert [repr(each) for each in one.recordings()] == [repr(each) for each in two.recordings()]
    assert [each.pixels.tobytes() for each in one.recordings()] == [
        each.pixels.tobytes() for each in two.recordings()
    ]


def rollouts_are_equal(cluster: RayCluster, tmp_path: Path) -> None:
    """The policy gets weights after the first rollout. The second one may have begun by then.

    The cluster's worker is killed in its first rollout, and every number comes once all the same.
    """
    (tmp_path / "killed").unlink()
    options: dict[str, Any] = {
        "tasks": "Alarm",
        "environments": "train",
        "observation": "text",
        "action": "text",
        "step_limit": 3,
    }
    played = []
    for executor in (cluster, "local"):
        with Rollouts(
            Coin, workers=1, queue=1, group=2, count=4, seed=1, executor=executor, **options
        ) as rollouts:
            first = next(rollouts)
            assert rollouts.update(1.0) == 1
            played.append([first, *list(rollouts)[1:]])
        assert (tmp_path / "killed").exists()
    assert played[0] == played[1]
    assert [(each.number, each.version) for each in played[0]] == [(0, 0), (2, 1), (3, 1)]
    assert [step.extra["weights"] for step in played[0][-1].steps] == [1.0] * 3


def trials_are_equal(cluster: RayCluster, tmp_path: Path) -> None:
    options = (
        "bc.epochs=1",
        "bc.network.channels=4",
        "bc.network.width=16",
        "bc.network.layers=1",
        "bc.batch=4",
    )
    settings = SweepSettings(
        out=str(tmp_path / "sweep"), algorithms=("bc",), configurations=(1,), seeds=(0,), tasks=("OpenClockApp",),
        test_environments=("100",), options=options, quiet=True,
    )  # fmt: skip
    assert sweep.run(settings, executor=cluster) == []
    ((result,), failures) = sweep.results(tmp_path / "sweep")
    job = {
        "settings": base_settings.to_mapping(settings),
        "trial": ["bc", 1, 0],
        "folder": str(tmp_path / "trial"),
    }
    here = run_trial(job)
    assert failures == []
    assert {**result, "seconds": 0} == {**here, "seconds": 0, "errors": []}


@pytest.mark.exhaustive
def test_one_cluster_plays_records_and_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MORTAL_FOLDER", str(tmp_path))
    with closing(RayCluster(processors=1)) as cluster:
        nobody_else_reaches_it()
        evaluations_are_equal(tmp_path, monkeypatch)
        demonstrations_are_equal(tmp_path)
        rollouts_are_equal(cluster, tmp_path)
        trials_are_equal(cluster, tmp_path)
        for changes, message in (
            ({"device": "adb:1"}, "can't reach the phone"),
            ({"answer_model": "x", "answer_replay": True}, "stored responses"),
        ):
            with pytest.raises(SettingsError, match=message):
                evaluate(settings_for("noop", "Alarm", "003", **changes), tmp_path / "no", executor=cluster)


def test_an_address_needs_a_cluster(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["evaluate", "--agent", "noop", "--address", "auto", "--out", str(tmp_path)]) == 2
    assert "executor ray" in capsys.readouterr().err
