"""Self-imitation: which steps are kept, what is learnt from them, and that a run resumes with them."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")
pytest.importorskip("sb3_contrib")

from bmoca_gym import tasks  # noqa: E402
from bmoca_gym.policies import base_settings, checkpoint, ppo  # noqa: E402
from bmoca_gym.policies.ppo_callback import Between  # noqa: E402
from bmoca_gym.policies.ppo_phones import Phones  # noqa: E402
from bmoca_gym.policies.ppo_policy import ScreenPolicy  # noqa: E402
from bmoca_gym.policies.ppo_settings import (  # noqa: E402
    CompactNetworkSettings,
    PpoSettings,
    SelfImitationSettings,
)
from bmoca_gym.policies.self_imitation import KeptSteps  # noqa: E402

TINY = CompactNetworkSettings(channels=4, width=16)


@pytest.fixture
def policy() -> Any:
    torch.manual_seed(0)
    phones = Phones(1, tasks.select("OpenClockApp"), ["100"], halve=True)
    screens = {
        "network": base_settings.to_mapping(TINY),
        "instructions": ["open the clock"],
        "other_share": 0.5,
    }
    found = ScreenPolicy(
        phones.observation_space,
        phones.action_space,
        lambda left: 1e-3,
        features_extractor_kwargs=screens,
    )
    phones.close()
    found.set_training_mode(True)
    return found


def steps(*, seed: int, returns: list[float]) -> dict[str, Any]:
    """Steps on random screens; each takes the class of its number."""
    count = len(returns)
    screens = np.random.default_rng(seed).integers(0, 256, (count, 128, 64, 3))
    return {
        "pixels": screens.astype(np.float32),
        "tasks": np.zeros((count, 1), np.float32),
        "actions": np.arange(count, dtype=np.float32)[:, None],
        "returns": np.array(returns, np.float32),
    }


def test_good_steps_are_kept_once(policy: Any) -> None:
    kept = KeptSteps(SelfImitationSettings(least=0.5), policy)
    kept.add(**steps(seed=0, returns=[0.5, 0.49, 1.0, -1.0]))
    assert len(kept) == 2
    kept.add(**steps(seed=0, returns=[0.7, 0.0, 1.0, 0.9]))  # the same screens and actions
    assert len(kept) == 3
    held = kept.state()["parts"]
    assert held["action"].flatten().tolist() == [0, 2, 3]
    assert held["return"].tolist() == pytest.approx([0.7, 1.0, 0.9])
    other = steps(seed=0, returns=[1.0, 0.0, 0.0, 0.0])
    kept.add(**other | {"tasks": np.ones((4, 1), np.float32)})
    kept.add(**other | {"actions": np.full((4, 1), 9.0, np.float32)})
    assert len(kept) == 5  # another task, and another action


def test_the_oldest_steps_make_room(policy: Any) -> None:
    kept = KeptSteps(SelfImitationSettings(capacity=3), policy)
    kept.add(**steps(seed=0, returns=[1.0] * 5))
    assert kept.state()["parts"]["action"].flatten().tolist() == [3, 4, 2]
    kept.add(
        **steps(seed=0, returns=[1.0, 0, 0, 0, 1.0])
    )  # the first is new again, and the last is still there
    assert kept.state()["parts"]["action"].flatten().tolist() == [3, 4, 0]


def test_the_policy_learns_kept_steps_and_nothing_else(policy: Any) -> None:
    kept = KeptSteps(SelfImitationSettings(batches=30, batch=8, learning_rate=3e-3), policy)
    before = copy.deepcopy(policy.state_dict())
    assert kept.learn() == 0.0
    assert all(torch.equal(before[name], part) for name, part in policy.state_dict().items())
    shown = steps(seed=1, returns=[1.0] * 8)
    kept.add(**shown)

    def chances() -> float:
        policy.set_training_mode(True)  # forget the outputs of the old weights
        screens = {"pixels": torch.from_numpy(shown["pixels"]).byte(), "task": torch.zeros(8, 1).long()}
        with torch.no_grad():
            return float(policy.get_distribution(screens).log_prob(torch.arange(8)).mean())

    first = chances()
    kept.learn()
    assert chances() > first + 0.5
    values = [name for name in before if name.startswith("value_net")]
    assert values
    assert all(torch.equal(before[name], policy.state_dict()[name]) for name in values)


def test_steps_that_are_as_good_as_expected_teach_nothing(policy: Any) -> None:
    kept = KeptSteps(SelfImitationSettings(batches=3, least=-1.0), policy)
    kept.add(**steps(seed=2, returns=[-0.5] * 8))  # the value of an untrained policy is 0
    before = copy.deepcopy(policy.state_dict())
    assert kept.learn() == 0.0
    assert all(torch.equal(before[name], part) for name, part in policy.state_dict().items())


def test_kept_steps_are_restored(policy: Any) -> None:
    settings = SelfImitationSettings(capacity=6, batches=2, batch=4)
    one, other = KeptSteps(settings, policy), KeptSteps(settings, policy)
    one.add(**steps(seed=3, returns=[1.0] * 8))
    one.learn()
    saved, weights = copy.deepcopy(one.state()), copy.deepcopy(policy.state_dict())
    results = []
    for kept in (one, other):
        policy.load_state_dict(weights)
        kept.restore(copy.deepcopy(saved))
        torch.manual_seed(1)
        kept.add(**steps(seed=4, returns=[1.0] * 2))
        kept.learn()
        results.append((copy.deepcopy(policy.state_dict()), kept.state()))
    (first, held), (second, again) = results
    assert all(torch.equal(first[name], second[name]) for name in first)
    assert held["keys"] == again["keys"]
    assert held["next"] == again["next"] == 4
    assert all(torch.equal(held["parts"][name], again["parts"][name]) for name in held["parts"])


def test_a_run_with_self_imitation_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def settings(name: str) -> PpoSettings:
        return PpoSettings(
            out=str(tmp_path / name), tasks=("OpenClockApp",), environments=("018",), validation_environments=(),
            test_environments=(), phones=4, rollout=8, batch=16, epochs=1, steps=128, evaluate_every=100,
            save_every=1, threads=1, quiet=True, tensorboard=False, network=TINY, mask=1.0, gamma=0.0,
            reward="expert_distance", reward_weight=30.0, reward_discount=1.0, reward_low=-0.1, reward_high=1.0,
            expert_starts=0.8, self_imitation=SelfImitationSettings(batches=3, batch=8),
        )  # fmt: skip

    held: list[int] = []
    boundary = Between._boundary

    def interrupt(self: Between) -> None:
        model: Any = self.model
        held.append(len(model.kept))
        self.interrupted = self.progress.updates == 2
        boundary(self)

    ppo.run(settings("whole"))
    monkeypatch.setattr(Between, "_boundary", interrupt)
    with pytest.raises(KeyboardInterrupt):
        ppo.run(settings("cut"))
    monkeypatch.undo()
    ppo.run(settings("cut"))
    assert held[-1] > 0
    whole, cut = (checkpoint.load(tmp_path / name / "policy.zip").state_dict() for name in ("whole", "cut"))
    assert all(torch.equal(whole[name], cut[name]) for name in whole)
