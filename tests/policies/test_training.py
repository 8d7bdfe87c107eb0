"""Training of tiny policies: the loss falls, checkpoints act the same, interrupted runs end like others."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from importlib import util
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("minari")
pytest.importorskip("h5py")

from bmoca_gym import agents, cli, randomization, tasks  # noqa: E402
from bmoca_gym.demonstrations import dataset  # noqa: E402
from bmoca_gym.demonstrations.recorder import Job, Plan  # noqa: E402
from bmoca_gym.envs.environment import PhoneEnv  # noqa: E402
from bmoca_gym.errors import (  # noqa: E402
    ArgumentError,
    CheckpointError,
    DatasetError,
    MissingLibraryError,
    ResumeError,
    SettingsError,
    TrainingError,
)
from bmoca_gym.policies import base_settings, checkpoint, cloning, dagger, learner, measure, training  # noqa: E402
from bmoca_gym.policies.agent import PolicyAgent  # noqa: E402
from bmoca_gym.policies.network import PolicyNetwork  # noqa: E402
from bmoca_gym.policies.rollout import Decider  # noqa: E402
from bmoca_gym.policies.settings import CloningSettings, DaggerSettings, NetworkSettings  # noqa: E402
from bmoca_gym.policies.steps import StepStore  # noqa: E402


def needs(*modules: str) -> pytest.MarkDecorator:
    """Skip a test if one of the modules is not installed, without importing them."""
    absent = [name for name in modules if util.find_spec(name) is None]
    return pytest.mark.skipif(bool(absent), reason=f"needs {', '.join(absent)}")


TINY = NetworkSettings(channels=4, width=16, heads=2, layers=1, dropout=0.1)
TASKS = ("Language",)


@pytest.fixture(scope="module")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "demos"
    jobs = [
        Job(task, configuration)
        for configuration in randomization.select(["000", "002", "007"])
        for task in tasks.select(TASKS)
    ]
    dataset.collect(jobs, Plan(), folder, quiet=True)
    return folder


def bc(demos: Path, out: Path, **changes: Any) -> CloningSettings:
    usual: dict[str, Any] = {"batch": 8, "epochs": 3, "learning_rate": 3e-3, "threads": 1, "quiet": True}
    usual["environments"] = ("000", "002", "007")
    return CloningSettings(dataset=str(demos), out=str(out), network=TINY, tasks=TASKS, **usual | changes)


def dagger_settings(out: Path, **changes: Any) -> DaggerSettings:
    usual: dict[str, Any] = {
        "rounds": 2,
        "episodes": 3,
        "batches": 2,
        "batch": 8,
        "capacity": 24,
        "threads": 1,
    }
    usual |= {"sampled_configurations": 2, "expert_episodes": 3, "quiet": True}
    return DaggerSettings(
        out=str(out), network=TINY, tasks=TASKS, environments=("000", "002"), **usual | changes
    )


def weights(path: Path) -> dict[str, Any]:
    return checkpoint.load(path).state_dict()


def equal(one: Path, two: Path) -> bool:
    first, second = weights(one), weights(two)
    return all(torch.equal(first[name], second[name]) for name in first)


def lines(folder: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [{name: value for name, value in line.items() if name != "seconds"} for line in found]


@pytest.mark.parametrize("algorithm", ["bc", "dagger", "ppo"])
@pytest.mark.parametrize(
    ("chosen", "where", "message"),
    [
        ("Alarm", "100", "The configuration 100 is for tests"),
        ("Alarm", "000,200", "The configuration 200 is for validation"),
        ("by_template:test", "train", "by_template:test is not for training"),
        ("by_app:train,call_911", "train", "call_911 is in by_app:test"),
    ],
)
def test_what_is_for_tests_is_not_trained_on(
    algorithm: str, chosen: str, where: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["train", algorithm, f"tasks={chosen}", f"environments={where}", f"out={tmp_path / 'run'}"]
    assert cli.main(command) == cli.BAD_INPUT
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_dataset_with_configurations_for_tests_is_refused(demos: Path, tmp_path: Path) -> None:
    folder = tmp_path / "demos"
    job = Job(tasks.select(TASKS)[0], randomization.get("100"))
    dataset.collect([job], Plan(), folder, quiet=True)
    with pytest.raises(ArgumentError, match="The configuration 100 is for tests"):
        cloning.run(bc(folder, tmp_path / "run", environments=("any",)))


def test_a_dataset_with_instances_for_tests_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "demos"
    job = Job(
        tasks.templates("androidworld/markor_create_folder")[0].task(3),
        randomization.get("androidworld/pixel_6"),
    )
    dataset.collect([job], Plan(), folder, quiet=True)
    with pytest.raises(ArgumentError, match=r"episode 0: .*\(3\) in pixel_6: the instance is for tests"):
        cloning.run(CloningSettings(dataset=str(folder), out=str(tmp_path / "run"), quiet=True))


def test_wrong_arguments_are_errors_before_pytorch_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_bytes(b"no zip")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.yaml").write_text("seed: 7\n")
    wrong = {
        "train bc dataset=nothere": "There is no folder nothere",
        "train bc start_from=no.zip": "no.zip is not a checkpoint",
        "train bc validation=0.01": "gives 0 for validation",
        "train bc out=run": "has seed=7, but now it is 0",
        "train dagger tasks=Alarn": "There is no task 'Alarn'",
        "train dagger start_from=nothere.zip": "There is no checkpoint nothere.zip",
        "train ppo reward=scroe": "Did you mean 'score'",
        "train ppo mask=1 network.action=dual_gesture": "mask and explore need",
        "train ppo test_environments=999": "There is no environment '999'",
        "policy show nothere.zip": "There is no checkpoint nothere.zip",
        "policy export no.zip -o a.pt": "no.zip is not a checkpoint",
        "continual run configurations --learner cloning --set epcohs=2": "Did you mean 'epochs'",
    }
    script = (
        "import sys; from bmoca_gym import cli\n"
        "for line in sys.stdin: assert cli.main(line.split()) == 2 and 'torch' not in sys.modules, line"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="\n".join(wrong),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    told = done.stderr.splitlines()
    assert [message for line, message in zip(told, wrong.values(), strict=True) if message not in line] == []


def test_a_handful_of_demonstrations_gets_more_epochs() -> None:
    assert CloningSettings().epochs == 0
    assert [cloning.usual_epochs(batches) for batches in (1, 2, 3, 39)] == [120, 60, 40, 40]


@pytest.mark.exhaustive
def test_the_loss_falls_and_the_checkpoint_acts_as_the_network(demos: Path, tmp_path: Path) -> None:
    path = cloning.run(bc(demos, tmp_path / "run", epochs=100, zoom=0.0, shift=0, colour=0.0))
    found = lines(tmp_path / "run")
    assert found[-1]["loss"] < 0.7 * found[0]["loss"]
    assert found[-1]["accuracy"] > 0.5 > found[0]["accuracy"]
    state = learner.load_state(tmp_path / "run" / "state.pt")
    network = PolicyNetwork(TINY)
    network.load_state_dict(state["learner"]["network"])
    pixels = dataset.open_dataset(demos).recording(0).pixels
    texts = ["go to 'add a language' page in setting"] * len(pixels)
    outputs = [Decider(each).outputs(pixels, texts) for each in (network, checkpoint.load(path))]
    assert np.array_equal(*outputs)
    assert checkpoint.describe(path)["about"]["last"]["epoch"] == 100


@pytest.mark.exhaustive
@pytest.mark.parametrize("average", [0.0, 0.8])
def test_a_stopped_cloning_ends_as_one_that_was_not(
    average: float, demos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cloning.run(bc(demos, tmp_path / "whole", average=average))
    learn, count = learner.Learner.learn, iter(range(10**6))

    def interrupted(*arguments: Any) -> Any:
        if next(count) == 4:
            raise KeyboardInterrupt
        return learn(*arguments)

    monkeypatch.setattr(learner.Learner, "learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cloning.run(bc(demos, tmp_path / "stopped", average=average))
    monkeypatch.undo()
    torch.rand(100)  # whatever else happens between
    stopped = cloning.run(bc(demos, tmp_path / "stopped", average=average))
    assert equal(whole, stopped)
    assert lines(tmp_path / "whole") == lines(tmp_path / "stopped")
    other = cloning.run(bc(demos, tmp_path / "other", seed=1))
    assert not equal(whole, other)


@pytest.mark.exhaustive
@pytest.mark.parametrize("average", [0.0, 0.8])
def test_a_stopped_dagger_ends_as_one_that_was_not(
    average: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dagger.run(dagger_settings(tmp_path / "whole", average=average))
    learn, count = learner.Learner.learn, iter(range(10**6))

    def interrupted(*arguments: Any) -> Any:
        if next(count) == 3:
            raise KeyboardInterrupt
        return learn(*arguments)

    monkeypatch.setattr(learner.Learner, "learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dagger.run(dagger_settings(tmp_path / "stopped", average=average))
    monkeypatch.undo()
    stopped = dagger.run(dagger_settings(tmp_path / "stopped", average=average))
    assert equal(whole, stopped)
    assert lines(tmp_path / "whole") == lines(tmp_path / "stopped")
    assert lines(tmp_path / "whole")[1]["steps"] == 24  # the oldest gave way
    (tmp_path / "stopped" / "steps.bin").unlink()
    with pytest.raises(DatasetError, match="is missing"):
        dagger.run(dagger_settings(tmp_path / "stopped", average=average))


def test_the_policy_is_a_mean_of_the_learner(
    demos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[torch.Tensor] = []

    def keep(state: dict[str, Any], path: Path) -> None:
        kept.append(state["learner"]["network"]["point.weight"].clone())

    monkeypatch.setattr(learner, "save_state", keep)
    # One batch in each epoch, so that every network that is averaged is in a state.
    path = cloning.run(bc(demos, tmp_path / "run", average=0.75, epochs=4, batch=100, environments=("000",)))
    mean, expected = weights(path)["point.weight"], kept[0]
    for network in kept[1:]:
        expected = 0.75 * expected + 0.25 * network
    assert torch.allclose(mean, expected, atol=1e-6)
    assert not torch.allclose(mean, kept[-1], atol=1e-5)


def test_dual_gestures_by_regression_learn_too(demos: Path, tmp_path: Path) -> None:
    network = base_settings.override(TINY, {"action": "dual_gesture"})
    settings = base_settings.override(
        bc(demos, tmp_path / "run", epochs=12, zoom=0.0, shift=2), {"network": network}
    )
    path = cloning.run(settings)
    found = lines(tmp_path / "run")
    assert found[-1]["loss"] < found[0]["loss"]
    env = PhoneEnv(tasks="Language", environments="000", action="dual_gesture")
    agent = PolicyAgent(path)
    observation, info = env.reset(seed=0)
    agent.reset(env, info, 0)
    assert env.action_space.contains(agent.act(observation, info))
    env.close()


def test_one_screen_takes_one_thread(demos: Path, tmp_path: Path) -> None:
    agent = PolicyAgent(cloning.run(bc(demos, tmp_path / "run", epochs=1)))
    used: list[int] = []
    agent._network.register_forward_hook(lambda *given: used.append(torch.get_num_threads()))
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        for screens in (1, 2):
            agent._decider.outputs(np.zeros((screens, 256, 128, 3), np.uint8), ["Open Clock"] * screens)
        assert (used, torch.get_num_threads()) == ([1, 2], 2)
    finally:
        torch.set_num_threads(before)


def test_validation_is_by_environment_and_stops_early(demos: Path, tmp_path: Path) -> None:
    settings = bc(demos, tmp_path / "run", epochs=30, validation=0.34, patience=1, learning_rate=0.05)
    store = cloning.demonstrations(settings, tmp_path)
    train, held = cloning.split(store, settings)
    assert len(train) + len(held) == len(store)
    environment = store._columns["environment"]
    assert not set(environment[train].tolist()) & set(environment[held].tolist())
    cloning.run(settings)
    found = lines(tmp_path / "run")
    assert len(found) < 30
    best = min(found, key=lambda line: line["validation_loss"])
    assert checkpoint.describe(tmp_path / "run" / "policy.zip")["about"]["last"]["epoch"] == best["epoch"]
    with pytest.raises(SettingsError, match="both sides need at least one"):
        cloning.split(store, base_settings.override(settings, {"validation": 0.01}))


@pytest.mark.exhaustive
def test_what_stops_a_run(demos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right, count = learner.classification, iter(range(10**6))

    def broken(*arguments: Any) -> Any:
        found = right(*arguments)
        return found._replace(loss=found.loss * (float("nan") if next(count) == 4 else 1.0))

    monkeypatch.setattr(learner, "classification", broken)
    with pytest.raises(TrainingError, match="The loss is nan"):
        cloning.run(bc(demos, tmp_path / "nan"))
    monkeypatch.undo()
    with pytest.raises(ResumeError, match=r"config\.yaml has batch=8, but now it is 4"):
        cloning.run(bc(demos, tmp_path / "nan", batch=4))
    assert equal(cloning.run(bc(demos, tmp_path / "nan")), cloning.run(bc(demos, tmp_path / "whole")))
    with pytest.raises(DatasetError, match=r"no demonstration of call_the_white_house.*2 others"):
        cloning.run(base_settings.override(bc(demos, tmp_path / "none"), {"tasks": ("Call",)}))
    with pytest.raises(DatasetError, match="in environment 003"):
        cloning.run(base_settings.override(bc(demos, tmp_path / "other"), {"environments": ("000", "003")}))
    some = base_settings.override(bc(demos, tmp_path / "some"), {"environments": ("002",)})
    assert cloning.demonstrations(some, tmp_path).environments == ["002"]
    whole = base_settings.override(some, {"environments": ("any",)})
    assert cloning.demonstrations(whole, tmp_path).environments == ["000", "002", "007"]
    with pytest.raises(TrainingError, match="no CUDA"):
        cloning.run(bc(demos, tmp_path / "cuda", compute="cuda"))

    def full(state: Any, path: Path) -> None:
        Path(path).write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(TrainingError, match="No space left"):
        learner.save_state({}, tmp_path / "state.pt")
    assert not list(tmp_path.glob("*.partial"))


@pytest.fixture(scope="module")
def policy(demos: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cloning.run(bc(demos, tmp_path_factory.mktemp("runs") / "tiny", epochs=1))


def test_bad_checkpoints_are_refused(policy: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(policy) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(content["policy.json"])

    def written(**parts: Any) -> Path:
        file = tmp_path / "changed.zip"
        with zipfile.ZipFile(file, "w") as archive:
            for name, data in (content | parts).items():
                archive.writestr(name, data)
        return file

    for change, message in (
        ({"format": 99}, "format 99.*Install the newer release"),
        ({"spaces": {"action": {"classes": 3}}}, "is for the spaces"),
        ({"network": about["network"] | {"depth": 3}}, "its network can't be made"),
        ({"network": about["network"] | {"width": 32}}, "weights can't be read"),
    ):
        with pytest.raises(CheckpointError, match=message):
            checkpoint.load(written(**{"policy.json": json.dumps(about | change)}))
    with pytest.raises(CheckpointError, match="weights can't be read"):
        checkpoint.load(written(**{"weights.pt": content["weights.pt"][:500]}))
    with pytest.raises(CheckpointError, match="There is no checkpoint"):
        checkpoint.load(tmp_path / "nothing.zip")
    (tmp_path / "text.zip").write_text("no zip")
    with pytest.raises(CheckpointError, match="is not a checkpoint"):
        checkpoint.load(tmp_path / "text.zip")
    with pytest.raises(CheckpointError, match="has discrete actions"):
        checkpoint.load(policy, "dual_gesture")


def test_a_checkpoint_is_an_agent(policy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent = PolicyAgent(policy)
    assert isinstance(agent, agents.Agent)
    env = PhoneEnv(tasks="Language", environments="000", action="text")
    _, info = env.reset(seed=0)
    with pytest.raises(CheckpointError, match="has discrete actions"):
        agent.reset(env, info, 0)
    env = PhoneEnv(tasks="Language", environments="000", resolution=(64, 128))
    _, info = env.reset(seed=0)
    with pytest.raises(CheckpointError, match="needs pixels"):
        agent.reset(env, info, 0)
    found = measure.success(checkpoint.load(policy), TASKS, ["000", "109"])
    (task,) = tasks.select(TASKS)
    assert set(found["failed"]) <= {(task.id, name) for name in ("000", "109")}
    out = tmp_path / "results"
    command = [
        "evaluate",
        "--agent",
        str(policy),
        "--tasks",
        "Language",
        "--environments",
        "000",
        "--out",
        str(out),
    ]
    assert cli.main([*command, "--quiet", "--films", "none"]) == 0
    (line,) = (out / "episodes.jsonl").read_text().splitlines()
    episode = json.loads(line)
    assert "error" not in episode
    assert episode["success"] == (not [key for key in found["failed"] if key[1] == "000"])


def test_a_policy_does_nothing_twice_on_the_same_screen(policy: Path) -> None:
    env = PhoneEnv(tasks="Language", environments="000", step_limit=12)
    agent = PolicyAgent(policy)
    observation, info = env.reset(seed=0)
    agent.reset(env, info, 0)
    same = np.array(observation)
    actions = [agent.act(same, info) for _ in range(3)]
    agent.act(255 - same, info)
    actions += [agent.act(same, info) for _ in range(3)]
    assert len(set(actions)) == 6
    agent.reset(env, info, 0)
    assert agent.act(same, info) == actions[0]
    plain = PolicyAgent(policy, avoid_repeats=False)
    plain.reset(env, info, 0)
    assert [plain.act(same, info) for _ in range(3)] == actions[:1] * 3
    env.close()


def test_export(policy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    network = checkpoint.load(policy)
    pixels = torch.randint(0, 255, (3, 256, 128, 3), dtype=torch.uint8)
    ids, there = network.tokens(["go to 'add a language' page in setting", "call 911", ""])
    with torch.no_grad():
        wanted = network(pixels, ids, there)
    assert cli.main(["policy", "export", str(policy), "-o", str(tmp_path / "policy.pt")]) == 0
    scripted = torch.jit.load(tmp_path / "policy.pt")
    with torch.no_grad():
        assert torch.allclose(scripted(pixels, ids, there), wanted, atol=1e-5)
    assert cli.main(["policy", "export", str(policy), "-o", str(tmp_path / "policy.h5")]) == 2
    assert ".onnx or .pt" in capsys.readouterr().err
    assert cli.main(["policy", "show", str(policy)]) == 0
    assert json.loads(capsys.readouterr().out)["spaces"]["action"] == {"mode": "discrete", "classes": 385}


@pytest.mark.apart
@pytest.mark.exhaustive
@needs("onnxscript", "onnxruntime")
def test_export_to_onnx(tmp_path: Path) -> None:
    import onnxruntime

    policy = tmp_path / "tiny.zip"
    checkpoint.save(PolicyNetwork(TINY), policy)
    assert cli.main(["policy", "export", str(policy), "-o", str(tmp_path / "policy.onnx")]) == 0
    network = checkpoint.load(policy)
    pixels = torch.randint(0, 255, (3, 256, 128, 3), dtype=torch.uint8)
    ids, there = network.tokens(["a", "call 911", "b c"])
    with torch.no_grad():
        wanted = network(pixels, ids, there).numpy()
    session = onnxruntime.InferenceSession(tmp_path / "policy.onnx")
    inputs = {"pixels": pixels.numpy(), "ids": ids.numpy(), "there": there.numpy()}
    assert np.allclose(session.run(None, inputs)[0], wanted, atol=1e-4)


@pytest.mark.apart("transformers")
@needs("transformers")
def test_the_encoders_of_transformers_without_a_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    settings = base_settings.override(
        TINY, {"image_encoder": "efficientnet", "text_encoder": "t5", "pretrained": False}
    )
    network = PolicyNetwork(settings)
    ids, there = network.tokens(["call 911", "x"])
    assert network(torch.zeros(2, 256, 128, 3, dtype=torch.uint8), ids, there).shape == (2, 385)
    for encoder in ({"image_encoder": "efficientnet"}, {"text_encoder": "t5"}):
        with pytest.raises(TrainingError, match="can't be loaded"):
            PolicyNetwork(
                base_settings.override(
                    TINY, {"efficientnet_name": "./nowhere", "t5_name": "./nowhere", **encoder}
                )
            )


def test_a_store_of_steps_keeps_the_newest_and_reads_itself_back(demos: Path, tmp_path: Path) -> None:
    recordings = list(dataset.open_dataset(demos).recordings())
    whole = StepStore(100)
    assert sum(whole.append(recording) for recording in recordings) == len(whole)
    small = StepStore(8, tmp_path / "steps.bin")
    for recording in recordings:
        small.append(recording)
    newest = whole.batch(np.arange(len(whole) - 8, len(whole)))
    order = np.roll(np.arange(8), -(small.added % 8))
    assert np.array_equal(small.batch(order).pixels, newest.pixels)
    assert np.array_equal(small.batch(order).allowed, newest.allowed)
    assert newest.allowed[np.arange(8), newest.labels].all()
    small.save(tmp_path / "steps.npz")
    again = StepStore(8, tmp_path / "steps.bin")
    again.load(tmp_path / "steps.npz")
    assert np.array_equal(again.batch(order).pixels, newest.pixels)
    assert again.environments == small.environments
    with pytest.raises(TrainingError, match=r"needs 98304.0 GB, which the disk does not have"):
        StepStore(10**9, tmp_path / "huge.bin")
    assert not (tmp_path / "huge.bin").exists()
    StepStore(9, tmp_path / "nine.bin")
    with pytest.raises(DatasetError, match="holds up to 8"):
        StepStore(9, tmp_path / "nine.bin").load(tmp_path / "steps.npz")
    with pytest.raises(DatasetError, match="is missing"):
        StepStore(8, tmp_path / "other.bin").load(tmp_path / "steps.npz")


def test_hard_steps_are_drawn_more_often_and_their_losses_are_kept(demos: Path, tmp_path: Path) -> None:
    store = StepStore(8, tmp_path / "steps.bin")
    for recording in dataset.open_dataset(demos).recordings():
        store.append(recording)
    rng = np.random.default_rng(0)

    def share_of_row_3(hard: float) -> float:
        return float(np.mean(store.draw(rng, 20_000, hard) == 3))

    assert share_of_row_3(1.0) == pytest.approx(1 / 8, abs=0.01)
    store.remember(np.arange(8), np.array([0, 0, 0, 9, 0, 0, 0, 0], np.float32))
    # No step counts as more than 2, and none as less than 0.1.
    assert share_of_row_3(1.0) == pytest.approx(2 / 2.7, abs=0.01)
    assert share_of_row_3(0.5) == pytest.approx((2 / 2.7 + 1 / 8) / 2, abs=0.01)
    assert share_of_row_3(0.0) == pytest.approx(1 / 8, abs=0.01)
    store.save(tmp_path / "steps.npz")
    again = StepStore(8, tmp_path / "steps.bin")
    again.load(tmp_path / "steps.npz")
    drawn = [each.draw(np.random.default_rng(1), 64, 0.5) for each in (store, again)]
    assert np.array_equal(*drawn)


def test_the_command_trains_and_saves_its_configuration(demos: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = [
        "bc",
        f"dataset={demos}",
        f"out={out}",
        "tasks=Language",
        "environments=any",
        "epochs=1",
        "network.channels=4",
        "quiet=true",
    ]
    assert training.main([*arguments, "--network.width", "16", "--threads", "1"]) == 0
    saved = (out / "config.yaml").read_text()
    assert "bmoca_gym_version" in saved
    assert "channels: 4" in saved


@pytest.mark.exhaustive
def test_the_dataset_says_what_is_learnt_and_figures_go_where_they_are_wanted(
    demos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Run:
        lines: ClassVar[list[tuple[int, Any]]] = []

        def log(self, line: Any, step: int) -> None:
            self.lines.append((step, line))

        def finish(self) -> None:
            self.lines.append((-1, {}))

    asked: dict[str, Any] = {}
    with pytest.raises(MissingLibraryError, match="pip install wandb"):
        cloning.run(base_settings.override(bc(demos, tmp_path / "absent"), {"wandb": "phones"}))
    monkeypatch.setitem(
        sys.modules, "wandb", SimpleNamespace(init=lambda **given: asked.update(given) or Run())
    )
    with pytest.raises(SettingsError, match="both sides need at least one"):
        cloning.run(base_settings.override(bc(demos, tmp_path / "invalid"), {"validation": 0.01}))
    assert not (tmp_path / "invalid").exists()
    chosen = {"tasks": ("any",), "environments": ("any",), "wandb": "phones", "quiet": False, "epochs": 2}
    cloning.run(base_settings.override(bc(demos, tmp_path / "run"), chosen))
    told = capsys.readouterr().out
    policy = tmp_path / "run" / "policy.zip"
    learnt = ",".join(task.id for task in tasks.select(TASKS))
    following = f"bmoca evaluate --agent {policy} --tasks {learnt}\n"
    assert told.startswith(
        f"Preparing the network ...\nThe policy will be saved as {policy}. To evaluate it: {following}"
    )
    assert told.endswith(f"Next: {following}")
    assert re.search(r"\n\d+ steps to learn from; 2 epochs of \d batch", told)
    assert re.search(r"\nepoch 1 of 2  loss .* about \d+ s left\nepoch 2 of 2  loss [^\n]*\d\n", told)
    assert (asked["project"], asked["name"], asked["config"]["epochs"]) == ("phones", "run", 2)
    assert [step for step, _ in Run.lines] == [1, 2, -1]
    assert Run.lines[1][1]["loss"] == lines(tmp_path / "run")[1]["loss"]
    assert checkpoint.describe(policy)["about"]["tasks"] == [*dataset.open_dataset(demos).tasks]
    if util.find_spec("tensorboard"):
        assert [*(tmp_path / "run" / "tensorboard").iterdir()]
