"""PPO of tiny networks: it learns, stops and resumes; masks, shapes, and a checkpoint that acts the same."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")
pytest.importorskip("sb3_contrib")

from bmoca_gym import tasks  # noqa: E402
from bmoca_gym.demonstrations.distance import ExpertDistance, Played  # noqa: E402
from bmoca_gym.demonstrations.experts import expert_for  # noqa: E402
from bmoca_gym.envs import PhoneEnv  # noqa: E402
from bmoca_gym.envs.actions import DiscreteActions  # noqa: E402
from bmoca_gym.envs.masks import answered  # noqa: E402
from bmoca_gym.envs.targets import takes_taps, top_target  # noqa: E402
from bmoca_gym.errors import ArgumentError, CheckpointError, ResumeError, SettingsError, TrainingError  # noqa: E402
from bmoca_gym.handset.gestures import Tap  # noqa: E402
from bmoca_gym.policies import base_settings, checkpoint, checks, ppo, ppo_callback  # noqa: E402
from bmoca_gym.policies.compact_network import halved, make_network  # noqa: E402
from bmoca_gym.policies.curriculum import HardConfigurations  # noqa: E402
from bmoca_gym.policies.ppo_callback import STATE, Between  # noqa: E402
from bmoca_gym.policies.ppo_phones import Phones  # noqa: E402
from bmoca_gym.policies.ppo_policy import ScreenPolicy, Screens  # noqa: E402
from bmoca_gym.policies.ppo_settings import CompactNetworkSettings, PpoSettings, ShapingSettings  # noqa: E402
from bmoca_gym.policies.rollout import Decider  # noqa: E402
from bmoca_gym.policies.settings import NetworkSettings  # noqa: E402

TASK = "OpenClockApp"
TINY = CompactNetworkSettings(channels=4, width=16)
UP = 378


def settings(out: Path, **changes: Any) -> PpoSettings:
    usual: dict[str, Any] = {
        "tasks": (TASK,), "environments": ("002",), "validation_environments": (), "test_environments": ("100",),
        "phones": 4, "rollout": 4, "batch": 8, "epochs": 1, "steps": 64, "evaluate_every": 2, "save_every": 1,
        "threads": 1, "quiet": True, "tensorboard": False, "network": TINY,
    }  # fmt: skip
    return PpoSettings(out=str(out), **usual | changes)


def weights(path: Path) -> dict[str, Any]:
    return checkpoint.load(path).state_dict()


def equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def metrics(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]


@pytest.mark.exhaustive
def test_learns_one_configuration_from_the_sparse_reward(tmp_path: Path) -> None:
    learnt = settings(
        tmp_path, environments=("018",), phones=16, rollout=16, batch=128, epochs=4, steps=12_000, stop_at=1.0,
        evaluate_every=3, save_every=1000, learning_rate=3e-3, network=CompactNetworkSettings(channels=8, width=32),
    )  # fmt: skip
    ppo.run(learnt)
    last = metrics(tmp_path)[-1]
    assert last["train"] == 1
    assert last["steps"] < 12_000


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "changes",
    [
        {}, {"mask": 0.5}, {"mask": 1.0, "unmask_at": 0.0},
        {"hard_configurations": 1.0, "environments": ("000", "002", "018")}, {"explore": 0.5, "mask": 0.5},
    ],
)  # fmt: skip
def test_an_interrupted_run_ends_as_one_that_was_not(
    changes: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = settings(tmp_path / "whole", **changes), settings(tmp_path / "cut", **changes)
    ppo.run(whole)
    boundary = Between._boundary

    def interrupt(self: Between) -> None:
        self.interrupted = self.progress.updates == 3  # between two evaluations
        boundary(self)

    monkeypatch.setattr(Between, "_boundary", interrupt)
    with pytest.raises(KeyboardInterrupt):
        ppo.run(cut)
    assert (tmp_path / "cut" / STATE).exists()
    monkeypatch.undo()
    ppo.run(cut)
    assert equal(weights(tmp_path / "whole/policy.zip"), weights(tmp_path / "cut/policy.zip"))

    def lines(name: str) -> list[dict[str, Any]]:
        return [
            {key: line[key] for key in ("steps", "acting", "train", "test")}
            for line in metrics(tmp_path / name)
        ]

    assert lines("whole") == lines("cut")


def test_training_and_validation_configurations_choose_the_policy_and_those_for_tests_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    means = iter([0.5, 0.5, 0.0, 0.25, 1.0, 1.0, 0.5, 0.5, 1.0, 0.5, 0.0, 1.0])
    monkeypatch.setattr(ppo_callback, "success", lambda *_, **named: {"mean": next(means)})
    ppo.run(settings(tmp_path, validation_environments=("200", "201", "202"), evaluate_every=1))
    rates = [(line["train"], line["validation"], line["test"]) for line in metrics(tmp_path)]
    assert rates == [(0.5, 0.5, 0.0), (0.25, 1.0, 1.0), (0.5, 0.5, 1.0), (0.5, 0.0, 1.0)]
    assert checkpoint.describe(tmp_path / "policy.zip")["about"]["last"] == metrics(tmp_path)[1]


def test_ctrl_c_stops_after_the_update_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    step = Phones.step_wait

    def interrupt(self: Phones) -> Any:
        if self.seconds > 0:
            signal.raise_signal(signal.SIGINT)
            monkeypatch.setattr(Phones, "step_wait", step)
        return step(self)

    monkeypatch.setattr(Phones, "step_wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        ppo.run(settings(tmp_path))
    assert (tmp_path / STATE).exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.exhaustive
def test_minutes_end_a_run_that_may_be_given_more(tmp_path: Path) -> None:
    ppo.run(settings(tmp_path / "short", minutes=1e-6))
    assert [line["steps"] for line in metrics(tmp_path / "short")] == [0]
    ppo.run(settings(tmp_path / "short", minutes=0.0))
    ppo.run(settings(tmp_path / "whole", minutes=0.0))
    short, whole = (checkpoint.load(tmp_path / name / "policy.zip") for name in ("short", "whole"))
    assert equal(short.state_dict(), whole.state_dict())
    assert metrics(tmp_path / "short")[-1]["steps"] == 64


@pytest.mark.parametrize(
    ("owner", "slow", "seconds", "evaluation"),
    # A rollout has four steps, and an update two batches. Of a minute, an evaluation at the end is left out.
    [(Phones, "step_wait", 5, 10), (ScreenPolicy, "evaluate_actions", 10, 0)],
)
def test_minutes_are_kept_within_an_update(
    owner: type, slow: str, seconds: int, evaluation: int,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    clock, usual = [0.0], getattr(owner, slow)

    def slowly(*args: Any, **named: Any) -> Any:
        clock[0] += seconds
        return usual(*args, **named)

    def evaluated(*args: Any, **named: Any) -> dict[str, float]:
        clock[0] += evaluation / 2
        return {"mean": 0.0}

    monkeypatch.setattr(owner, slow, slowly)
    monkeypatch.setattr(ppo_callback, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    monkeypatch.setattr(ppo, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    monkeypatch.setattr(ppo_callback, "success", evaluated)
    ppo.run(settings(tmp_path / "short", minutes=1, evaluate_every=100, quiet=False))
    told = capsys.readouterr().out
    assert "4 phones play until 64 steps or 1 min, with an update every 16 steps." in told
    (line,) = metrics(tmp_path / "short")
    assert line["minutes"] == 1
    assert line["steps"] == 32
    assert "The limit of 1 min ends in update 3, which is dropped." in told
    (last,) = (line for line in told.splitlines() if line.startswith("steps 32 "))
    assert " left" not in last
    monkeypatch.undo()
    more = {"minutes": 0, "evaluate_every": 100}
    short, whole = (ppo.run(settings(tmp_path / name, **more)) for name in ("short", "whole"))
    assert equal(weights(short), weights(whole))


def test_sampled_configurations_and_curves_for_tensorboard(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    sampled = settings(tmp_path, sampled_configurations=3, steps=16, tensorboard=True)
    assert [configuration.split for configuration in ppo.training_configurations(sampled)] == ["custom"] * 3
    ppo.run(sampled)
    assert list((tmp_path / "tensorboard").glob("events.*"))


def test_begins_with_the_weights_of_a_checkpoint(tmp_path: Path) -> None:
    cloned = make_network(NetworkSettings(channels=4, width=16, heads=2, layers=1)).eval()
    checkpoint.save(cloned, tmp_path / "bc.zip")
    # While the value alone is trained, the policy stays what it was, to the bit.
    ppo.run(settings(tmp_path / "ppo", start_from=str(tmp_path / "bc.zip"), warm_up=100, steps=16))
    after = checkpoint.load(tmp_path / "ppo/policy.zip")
    assert after.settings == base_settings.override(
        cloned.settings, {"dropout": 0.0, "pretrained": after.settings.pretrained}
    )
    pixels = PhoneEnv(tasks=TASK, environments="002").reset(seed=0)[0][None]
    assert np.array_equal(Decider(cloned).outputs(pixels, ["x"]), Decider(after).outputs(pixels, ["x"]))
    ppo.run(settings(tmp_path / "more", start_from=str(tmp_path / "bc.zip"), steps=16))
    assert not equal(weights(tmp_path / "more/policy.zip"), cloned.state_dict())


def test_dual_gestures(tmp_path: Path) -> None:
    network = base_settings.override(TINY, {"action": "dual_gesture"})
    path = ppo.run(settings(tmp_path, network=network, steps=32))
    assert checkpoint.load(path).settings.action == "dual_gesture"
    with pytest.raises(SettingsError, match="mask"):
        ppo.run(settings(tmp_path / "masked", network=network, mask=1.0))
    with pytest.raises(SettingsError, match="explore"):
        ppo.run(settings(tmp_path / "explored", network=network, explore=0.1))


def test_only_a_dense_reward_tells_which_steps_to_take_back(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="take_back needs a dense reward"):
        ppo.run(settings(tmp_path, take_back=True))


@pytest.mark.parametrize(
    ("changes", "error"), [({"seed": 5}, ResumeError), ({"start_from": "absent.zip"}, CheckpointError)]
)
def test_what_cannot_go_on_is_told(changes: dict[str, Any], error: type, tmp_path: Path) -> None:
    if "seed" in changes:
        ppo.run(settings(tmp_path, steps=16))
    with pytest.raises(error):
        ppo.run(settings(tmp_path, **changes))


def test_a_damaged_state_and_a_loss_that_is_no_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ppo.run(settings(tmp_path / "damaged", steps=16))
    (tmp_path / "damaged" / STATE).write_bytes(b"PK no zip")
    with pytest.raises(CheckpointError, match="Delete it"):
        ppo.run(settings(tmp_path / "damaged", steps=16))
    broken = make_network(TINY)
    checkpoint.save(broken, tmp_path / "broken.zip")
    torch.nn.init.constant_(broken.whole[-1].weight, float("nan"))
    monkeypatch.setattr(checkpoint, "load", lambda *_: broken)
    with pytest.raises(TrainingError, match="learning_rate"):
        ppo.run(settings(tmp_path / "nan", start_from=str(tmp_path / "broken.zip")))


class TestPhones:
    def test_ends_and_begins_episodes(self) -> None:
        phones = Phones(2, tasks.select(TASK), ["005"])
        phones.seed(0)
        first = phones.reset()
        assert first["pixels"].shape == (2, 256, 128, 3)
        for step in range(4):
            seen, rewards, ended, infos = phones.step(np.array([0, 0]))
            assert rewards.tolist() == [0, 0]
            assert ended.tolist() == [step == 3] * 2
        assert infos[0]["TimeLimit.truncated"]
        assert infos[0]["episode"]["l"] == 4
        assert infos[0]["terminal_observation"]["pixels"].shape == (256, 128, 3)
        assert np.array_equal(seen["pixels"], first["pixels"])
        phones.close()

    def test_shaping_is_added_to_the_reward(self) -> None:
        shaping = ShapingSettings(new_screen=0.5, step=-0.25)
        phones = Phones(1, tasks.select(TASK), ["005"], shaping=shaping)
        phones.seed(0)
        phones.reset()
        rewards = [float(phones.step(np.array([action]))[1][0]) for action in (0, UP, UP + 5)]
        assert rewards == [
            -0.25,
            0.25,
            -0.25,
        ]  # nothing happens; the list of apps is new; home was seen before
        phones.close()

    def test_a_reward_of_the_environment(self) -> None:
        reward = checks.reward(PpoSettings(reward="expert_distance", reward_weight=3.0, gamma=1.0))
        phones = Phones(1, tasks.select(TASK), ["005"], reward=reward)
        phones.seed(0)
        phones.reset()
        device = phones.vector.envs[0].device
        move = expert_for(phones.tasks[0]).next_gesture(tree := device.ui_tree(), device.info.locale)
        action = DiscreteActions().encode(move, tree)
        nothing, nearer = (float(phones.step(np.array([taken]))[1][0]) for taken in (0, action))
        assert (nothing, nearer) == (0, pytest.approx(3 / 30))  # the step saves the expert one of 30
        phones.close()

    def test_a_reward_with_limits_and_a_discount_of_its_own(self) -> None:
        given = PpoSettings(reward="expert_distance", reward_weight=30.0, reward_discount=1.0, gamma=0.0)
        rewards = []
        for limits in ((None, None), (-0.5, 0.75)):
            phones = Phones(1, tasks.select(TASK), ["005"], reward=checks.reward(given), reward_limits=limits)
            phones.seed(0)
            phones.reset()
            device = phones.vector.envs[0].device
            move = expert_for(phones.tasks[0]).next_gesture(tree := device.ui_tree(), device.info.locale)
            nearer = DiscreteActions().encode(move, tree)
            rewards.append([float(phones.step(np.array([taken]))[1][0]) for taken in (nearer, UP + 5)])
            phones.close()
        assert rewards == [[pytest.approx(1), pytest.approx(-1)], [0.75, -0.5]]  # one step nearer, and back

    def test_steps_that_bring_the_end_no_nearer_are_taken_back(self) -> None:
        reward = {"name": "expert_distance", "weight": 30.0}
        phones = Phones(1, tasks.select(TASK), ["005"], reward=reward, take_back=True)
        phones.seed(0)
        first = phones.reset()["pixels"].copy()
        env: Any = phones.vector.envs[0]
        held = env.device.phone
        move = expert_for(phones.tasks[0]).next_gesture(tree := env.device.ui_tree(), env.device.info.locale)
        nearer = DiscreteActions().encode(move, tree)
        earned = [float(phones.step(np.array([taken]))[1][0]) for taken in (0, nearer)]
        on = env.device.phone
        seen, rewards, *_ = phones.step(np.array([UP + 5]))  # home, a step back
        assert [*earned, float(rewards[0])] == pytest.approx([0, 1, -1])
        assert on != held
        assert env.device.phone == on
        assert env.save_state().steps == 3
        assert not np.array_equal(seen["pixels"], first)
        again = env.observation_mode.observe(env.device)
        assert np.array_equal(seen["pixels"][0], again)
        while not (ended := phones.step(np.array([0]))[2][0]):
            pass
        assert ended  # at the step limit
        phones.close()

    def test_episodes_begin_on_the_experts_way(self) -> None:
        phones = Phones(6, tasks.select("Alarm"), ["000"], expert_starts=0.7, halve=True)
        phones.seed(1)
        first = phones.reset()["pixels"]
        steps = [env.save_state().steps for env in phones.vector.envs]
        needed = [ExpertDistance().steps(env) for env in phones.vector.envs]
        assert min(steps) == 0 < max(steps)
        assert [taken + left for taken, left in zip(steps, needed, strict=True)] == [max(needed)] * 6
        again = Phones(1, tasks.select("Alarm"), ["000"], halve=True).reset()["pixels"][0]
        assert [np.array_equal(seen, again) for seen in first] == [taken == 0 for taken in steps]
        while True:
            *_, ended, infos = phones.step(np.zeros(6, int))
            if ended.any():
                break
        assert [info["led"] for info, over in zip(infos, ended, strict=True) if over] == [True] * ended.sum()
        phones.close()

    @pytest.mark.parametrize("left", [Played(1000), Played(30, "unknown screen")], ids=["ended", "lost"])
    def test_an_episode_that_the_expert_can_not_begin_begins_as_it_was(
        self, left: Played, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ExpertDistance, "played", lambda *_: left)
        phones = Phones(4, tasks.select(["OpenClockApp", "Alarm"]), ["000", "005", "020"], expert_starts=1.0)
        phones.seed(3)
        seen = phones.reset()
        for number, env in enumerate(phones.vector.envs):
            assert env.save_state().steps == 0
            assert phones.tasks[seen["task"][number, 0]] == env.task
            assert phones.places[number] == env.environment.id
            fresh = PhoneEnv(tasks=env.task.id, environments=env.environment.id).reset()[0]
            assert np.array_equal(seen["pixels"][number], fresh)
        assert not phones._led.any()
        phones.close()

    def test_what_the_expert_has_done_is_no_progress_of_the_policy(self) -> None:
        both = tasks.select("turn_on_airplane_mode_in_setting_and_create_alarm_at_10_30_am_in_clock")
        phones = Phones(8, both, ["000"], expert_starts=1.0, shaping=ShapingSettings(progress=1.0))
        phones.seed(2)
        phones.reset()
        before = [env.save_state().best for env in phones.vector.envs]
        assert max(before) > 0
        rewards = phones.step(np.zeros(8, int))[1]
        assert rewards.tolist() == [0.0] * 8
        phones.close()

    def test_half_the_size(self) -> None:
        phones = Phones(1, tasks.select(TASK), ["005"], halve=True)
        pixels = phones.reset()["pixels"]
        assert pixels.shape == (1, 128, 64, 3)
        whole = PhoneEnv(tasks=TASK, environments="005").reset()[0]
        assert np.array_equal(pixels[0], halved(whole))
        assert np.array_equal(halved(torch.from_numpy(whole)).numpy(), halved(whole))
        exact = whole.reshape(128, 2, 64, 2, 3).mean(axis=(1, 3))
        assert np.abs(exact - halved(whole)).max() <= 0.5


def test_an_unknown_reward_is_an_error_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="expert_distance"):
        ppo.run(settings(tmp_path / "run", reward="expert_distanc"))
    assert not (tmp_path / "run").exists()


def test_equal_screens_are_computed_once_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    phones = Phones(3, tasks.select([TASK, "OpenCalculator"]), ["002", "005"], halve=True)
    screens = Screens(
        phones.observation_space,
        ppo.base_settings.to_mapping(TINY),
        ["open the clock app", "open Calculator"],
        0.5,
    )
    pixels = torch.from_numpy(phones.reset()["pixels"])[[0, 1, 2, 0, 0, 1]]
    observations = {"pixels": pixels, "task": torch.tensor([[0], [0], [0], [0], [1], [0]])}
    screens.train(True)
    together = screens(observations)
    one_by_one = torch.cat(
        [screens({name: rows[i : i + 1] for name, rows in observations.items()}) for i in range(6)]
    )
    assert torch.allclose(together, one_by_one, atol=1e-6)
    assert not torch.equal(together[0], together[4])  # another task
    computed: list[int] = []
    compute = screens._computed
    monkeypatch.setattr(
        screens, "_computed", lambda *given: computed.append(len(given[2])) or compute(*given)
    )
    screens.train(False)
    with torch.no_grad():
        assert torch.allclose(screens(observations), together, atol=1e-6)
        screens(observations)
    assert computed == [
        len({(row.numpy().tobytes(), int(task)) for row, task in zip(*observations.values(), strict=True)})
    ]
    screens.train(True)
    assert not screens._remembered


class TestMasks:
    @pytest.mark.parametrize("environment", ["000", "030", "109"])
    def test_a_tap_is_allowed_where_something_takes_it(self, environment: str) -> None:
        env = PhoneEnv(tasks=TASK, environments=environment)
        env.reset(seed=0)
        for action in (UP, 0):
            tree = env.device.ui_tree()
            mask = answered(tree)
            assert mask.shape == (385,)
            assert mask[UP:].all()
            assert mask.any()
            assert not mask.all()
            for number in range(0, UP, 7):
                tap = env.action_mode.to_gesture(number)
                assert isinstance(tap, Tap)
                found = top_target(tree, tap.x, tap.y)
                assert mask[number] == (found is not None and takes_taps(found))
            env.step(action)

    def test_only_for_discrete_actions(self) -> None:
        env = PhoneEnv(tasks=TASK, environments="000", action="dual_gesture")
        env.reset(seed=0)
        with pytest.raises(ArgumentError, match="discrete"):
            env.action_masks()

    def test_masks_are_lifted_when_most_episodes_succeed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        step, masked = Phones.step_async, []

        def watch(self: Phones, actions: Any) -> None:
            masked.append(self.masked)
            step(self, actions)

        monkeypatch.setattr(Phones, "step_async", watch)
        ppo.run(settings(tmp_path / "lifted", mask=1.0, unmask_at=0.0))
        assert masked == [4] * 8 + [0] * 8  # rollouts of four steps, evaluations after every second
        masked.clear()
        ppo.run(settings(tmp_path / "kept", mask=1.0, unmask_at=1.0))
        assert masked == [4] * 16

    def test_masked_phones_never_tap_on_nothing_and_the_others_do(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        step, answers = Phones.step_async, []

        def watch(self: Phones, actions: Any) -> None:
            masks = [env.action_masks() for env in self.vector.envs]
            answers.append([bool(mask[action]) for mask, action in zip(masks, actions, strict=True)])
            step(self, actions)

        monkeypatch.setattr(Phones, "step_async", watch)
        ppo.run(settings(tmp_path, mask=0.5, phones=2, rollout=16, steps=32))
        masked, free = zip(*answers, strict=True)
        assert len(masked) == 16
        assert all(masked)
        assert not all(free)


class TestExploration:
    @pytest.fixture(scope="class", params=[0.0, 1.0])
    def actor(self, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
        """The policy of a run with and without masks, and its last observations."""
        kept: list[Any] = []
        start = Between._on_rollout_start

        def keep(self: Between) -> None:
            start(self)
            kept[:] = [self.model.policy, self.model._last_obs]

        chosen = {"mask": request.param, "explore": 1.0, "unmask_at": 1.0, "phones": 64, "steps": 256}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Between, "_on_rollout_start", keep)
            ppo.run(settings(tmp_path_factory.mktemp("actor"), **chosen))
        policy, observations = kept
        policy.set_training_mode(False)
        return policy, policy.obs_to_tensor(observations)[0], bool(request.param)

    @pytest.mark.exhaustive
    def test_does_what_an_untrained_network_would_with_the_policy_s_own_chances(self, actor: Any) -> None:
        policy, observations, masked = actor
        masks = torch.zeros(64, 385, dtype=torch.bool)
        masks[:, [3, 40, 200, UP, UP + 1]] = True
        named = {"action_masks": masks.numpy()} if masked else {}
        with torch.no_grad():
            drawn = [policy(observations, **named) for _ in range(20)]
            chances = policy.get_distribution(observations, **named).log_prob(drawn[0][0])
        actions = torch.cat([found[0] for found in drawn])
        assert torch.equal(drawn[0][2], chances)
        if masked:
            assert set(actions.tolist()) == {3, 40, 200, UP, UP + 1}
        assert abs((actions >= UP).double().mean() - (0.5 if not masked else 108 / 111)) < 0.05

    def test_not_where_the_best_is_asked_for(self, actor: Any) -> None:
        policy, observations, masked = actor
        named = {"action_masks": np.ones((64, 385), bool)} if masked else {}
        with torch.no_grad():
            best = policy(observations, deterministic=True, **named)[0]
            assert torch.equal(best, policy.get_distribution(observations, **named).mode())

    def test_teaches_nothing_where_it_was_worse_than_expected(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        end, seen = Between._on_rollout_end, []

        def watch(self: Between) -> None:
            before = self.model.rollout_buffer.advantages.copy()
            end(self)
            after = self.model.rollout_buffer.advantages
            seen.append((before, torch.stack(self.model.policy.explored).numpy(), after.copy()))

        monkeypatch.setattr(Between, "_on_rollout_end", watch)
        ppo.run(settings(tmp_path, explore=0.5, shaping=ShapingSettings(step=-0.1, new_screen=0.3)))
        before, explored, after = (np.concatenate(parts) for parts in zip(*seen, strict=True))
        worse = before < 0
        assert all(np.any(a & b) for a in (worse, ~worse) for b in (explored, ~explored))
        assert np.array_equal(after, np.where(worse & explored, 0, before))

    def test_goes_on_in_failing_configurations_when_the_masks_are_lifted(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start, shares = Between._on_rollout_start, []

        def watch(self: Between) -> None:
            start(self)
            shares.append(
                dict(zip(self.training_env.places, self.model.policy.explore.tolist(), strict=True))
            )

        monkeypatch.setattr(Between, "_on_rollout_start", watch)
        monkeypatch.setattr(HardConfigurations, "fails", lambda self, place: place == "018")
        ppo.run(
            settings(
                tmp_path,
                explore=0.25,
                unmask_at=0.0,
                phones=16,
                steps=128,
                evaluate_every=1,
                environments=("002", "018"),
            )
        )
        before, after = {"002": 0.25, "018": 0.25}, {"002": 0, "018": 0.25}
        assert shares == [before, after]


def test_tells_where_the_time_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ppo.run(settings(tmp_path, steps=16, quiet=False))
    shown = capsys.readouterr().out
    assert "steps per second without evaluation" in shown
    assert all(part in shown for part in ("environment", "policy", "update", "evaluation"))
    assert ppo_callback.Progress().seconds.keys() == {
        "environment",
        "policy",
        "update",
        "evaluation",
        "preparation",
    }
