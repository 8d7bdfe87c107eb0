"""PPO with Stable-Baselines3: many phones in one process, a network from scratch or from a checkpoint."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.logger import configure

from bmoca_gym import randomization, splits
from bmoca_gym.errors import CheckpointError
from bmoca_gym.heartbeat import saying
from bmoca_gym.policies import base_settings, checkpoint, checks, learner, sampled_configurations
from bmoca_gym.policies.cloning import CHECKPOINT, SETTINGS
from bmoca_gym.policies.curriculum import HardConfigurations
from bmoca_gym.policies.network import ScreenNetwork
from bmoca_gym.policies.ppo_callback import OLD_STATE, STATE, Between, Progress, TimeIsUp, no_number, restore
from bmoca_gym.policies.ppo_phones import Phones
from bmoca_gym.policies.ppo_policy import MaskedScreenPolicy, ScreenPolicy
from bmoca_gym.policies.ppo_settings import PpoSettings
from bmoca_gym.policies.self_imitation import KeptSteps


class _OnPhones:
    """Mixin without Stable-Baselines3's wrappers, which would transpose every picture, and with self-imitation.

    ``kept``: the steps for self-imitation, or None.
    """

    kept: KeptSteps | None = None

    @staticmethod
    def _wrap_env(env: Any, verbose: int = 0, monitor_wrapper: bool = True) -> Any:
        return env

    def train(self: Any) -> None:
        """Learn the steps of the last rollout, then kept ones."""
        if self.kept is None:
            super().train()  # type: ignore[misc]  # a method of the next base class
            return
        steps = self.rollout_buffer
        seen = (steps.observations["pixels"], steps.observations["task"], steps.actions, steps.returns)
        # PPO flattens the arrays in an order of its own.
        pixels, tasks, actions, returns = (part.reshape(-1, *part.shape[2:]) for part in seen)
        self.kept.add(pixels, tasks.astype(np.int64), actions, returns)
        super().train()  # type: ignore[misc]  # likewise
        self.logger.record("train/imitation_loss", self.kept.learn())
        self.logger.record("train/kept_steps", len(self.kept))


class PhonePPO(_OnPhones, PPO):
    """PPO on `Phones`."""


class MaskedPhonePPO(_OnPhones, MaskablePPO):
    """PPO on `Phones`, with masks."""


def run(settings: PpoSettings) -> Path:
    """Train by PPO. An interrupted run resumes at the last saved state, and reaches the same weights.

    Returns:
        The checkpoint with the best evaluation on the training and validation configurations; of equal ones the last.

    Raises:
        KeyboardInterrupt: the run was interrupted, and its state is saved.
        SettingsError, CheckpointError, ResumeError, TrainingError: the run can't begin or resume.
    """
    began = time.perf_counter()
    folder = Path(settings.out or "runs/ppo")
    checks.ppo(settings)  # before anything is written
    with saying("Preparing PyTorch", settings.quiet):
        learner.prepare(settings)
    trained, chosen = training_configurations(settings), splits.training_tasks(settings.tasks)
    base_settings.claim(settings, folder / SETTINGS, settings.free)
    wanted = settings.network
    network = (
        checkpoint.load(settings.start_from, wanted.action, wanted.t5_name) if settings.start_from else None
    )
    encoder = (settings.network if network is None else network.settings).image_encoder
    drawn = HardConfigurations(trained, settings.hard_configurations)
    phones = Phones(
        settings.phones,
        chosen,
        drawn,
        settings.network.action,
        settings.shaping,
        halve=encoder == "compact",
        masked=settings.mask,
        reward=checks.reward(settings),
        reward_limits=(settings.reward_low, settings.reward_high),
        take_back=settings.take_back,
        expert_starts=settings.expert_starts,
    )
    try:
        model, progress = _model(settings, phones, network, folder / STATE)
        drawn.success = progress.configurations = progress.configurations or drawn.success
        kinds = ["tensorboard"] if settings.tensorboard and importlib.util.find_spec("tensorboard") else []
        model.set_logger(configure(str(folder / "tensorboard"), kinds))
        between = Between(
            settings, folder, progress, evaluation_configurations(settings, trained), drawn, began
        )
        left = settings.steps - model.num_timesteps
        with between.metrics, between.interruptible():
            if left > 0:
                try:
                    model.learn(left, callback=between, reset_num_timesteps=False)
                except TimeIsUp:
                    between.drop()
    except ValueError as error:
        if "nan" in str(error).lower():
            raise no_number(settings, "not a number") from error
        raise
    finally:
        phones.close()
    if not settings.quiet:
        print(time_table(between.progress.seconds, model.num_timesteps))
    if between.interrupted:
        raise KeyboardInterrupt
    return folder / CHECKPOINT


def training_configurations(settings: PpoSettings) -> Any:
    """Return the training configurations: the named ones, or sampled ones."""
    if not settings.sampled_configurations:
        return splits.training_environments(list(settings.environments))
    return sampled_configurations.drawn(settings.seed, settings.sampled_configurations)


def evaluation_configurations(settings: PpoSettings, trained: Any) -> dict[str, Any]:
    """Return the configurations of an evaluation: at most a hundred training ones, those for validation and tests."""
    found = {"train": list(trained)[:100]}
    for name, named in (
        ("validation", settings.validation_environments),
        ("test", settings.test_environments),
    ):
        if named:
            found[name] = list(randomization.select(list(named)))
    return found


def time_table(seconds: Mapping[str, float], steps: int) -> str:
    """Write the steps per second, and the time of each part of the training, in lines."""
    learning = seconds["environment"] + seconds["policy"] + seconds["update"]
    rate = steps / max(learning, 1e-9)
    lines = [
        f"{steps} steps in {sum(seconds.values()):.0f} s; {rate:.0f} steps per second without evaluation."
    ]
    lines += [
        f"  {name:12} {seconds[name]:8.1f} s  {100 * seconds[name] / max(learning, 1e-9):5.1f} %"
        for name in ("environment", "policy", "update")
    ]
    lines += [f"  {name:12} {seconds[name]:8.1f} s" for name in ("evaluation", "preparation")]
    return "\n".join(lines)


def _model(
    settings: PpoSettings, phones: Phones, network: ScreenNetwork | None, state: Path
) -> tuple[Any, Progress]:
    kind: Any = MaskedPhonePPO if settings.mask else PhonePPO
    device = learner.computing_device(settings.compute)
    if (old := state.with_name(OLD_STATE)).exists():
        raise CheckpointError(
            f"{old} is a state of an older release. Its format can run code, so it is not read. Delete it to start "
            "from the beginning."
        )
    described = base_settings.to_mapping(settings.network if network is None else network.settings)
    screens = {
        "network": {**described, "dropout": 0.0},
        "instructions": [task.instruction for task in phones.tasks],
        "other_share": settings.other_share,
    }
    high, low = settings.learning_rate, settings.final_learning_rate
    model = kind(
        MaskedScreenPolicy if settings.mask else ScreenPolicy,
        phones,
        learning_rate=lambda left: low + left * (high - low),
        n_steps=settings.rollout,
        batch_size=settings.batch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value_weight,
        max_grad_norm=settings.max_gradient,
        target_kl=settings.target_kl,
        policy_kwargs={"features_extractor_kwargs": screens}
        | ({} if settings.mask else {"log_std_init": settings.log_deviation}),
        device=device,
    )
    if settings.self_imitation.batches:
        model.kept = KeptSteps(settings.self_imitation, model.policy)
    if state.exists():
        saved = learner.load_state(state)
        try:
            return model, restore(model, saved)
        except Exception as error:  # missing parts and other shapes raise errors of a dozen kinds
            raise CheckpointError(
                f"{state} can't be read ({error}). Delete it to start from the beginning."
            ) from error
    if network is not None:
        model.policy.features_extractor.network.load_state_dict(network.state_dict())
    return model, Progress()


__all__ = [
    "MaskedPhonePPO",
    "PhonePPO",
    "evaluation_configurations",
    "run",
    "time_table",
    "training_configurations",
]
