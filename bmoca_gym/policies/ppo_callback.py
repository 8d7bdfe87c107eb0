"""Callback between two updates of PPO: new episodes, evaluation, checkpoints, saved states, end of the run."""

from __future__ import annotations

import contextlib
import json
import math
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback

from bmoca_gym import splits
from bmoca_gym.errors import TrainingError
from bmoca_gym.policies import archives, checkpoint, learner
from bmoca_gym.policies.cloning import CHECKPOINT
from bmoca_gym.policies.curriculum import HardConfigurations
from bmoca_gym.policies.measure import success
from bmoca_gym.policies.metrics import Metrics
from bmoca_gym.policies.ppo_settings import PpoSettings

#: File of a saved state, and that of older releases, whose format could run code.
STATE, OLD_STATE = "state.pt", "state.zip"


@dataclass(slots=True)
class Progress:
    """Progress of a run, as saved in its state.

    ``episodes``, ``solved``: weighted numbers since the last evaluation, as in a uniform draw of configurations.
    ``unmasked``: whether masks and exploration have ended. ``configurations``: recent success rate in each.
    ``seconds``: time of the environment, the policy, the updates and the evaluations.
    """

    updates: int = 0
    lines: int = 0
    best: float = -1.0
    episodes: float = 0.0
    solved: float = 0.0
    unmasked: bool = False
    configurations: list[float] = field(default_factory=list)
    seconds: dict[str, float] = field(
        default_factory=lambda: {"environment": 0.0, "policy": 0.0, "update": 0.0, "evaluation": 0.0}
    )


class Between(BaseCallback):
    """Callback between two updates. Every rollout begins with new episodes.

    A rollout therefore depends only on the weights, the seed and its number. A resumed run reaches the same weights as
    an uninterrupted one.
    """

    def __init__(
        self,
        settings: PpoSettings,
        folder: Path,
        progress: Progress,
        configurations: Any,
        drawn: HardConfigurations,
    ) -> None:
        super().__init__()
        self.settings, self.folder, self.progress = settings, folder, progress
        self.configurations, self.drawn = configurations, drawn
        self.stopped = ""
        self.interrupted = False
        self.last: dict[str, Any] = {}
        # Stable-Baselines3 writes the events of TensorBoard.
        self.metrics = Metrics(
            folder / "metrics.jsonl",
            progress.lines,
            settings,
            folder / CHECKPOINT,
            events=False,
            learnt=settings.tasks,
        )
        self._marks = {"rollout": 0.0, "environment": 0.0, "update": 0.0}
        self._begun = False

    def _on_training_start(self) -> None:
        self._marks["update"] = time.perf_counter()

    def _on_rollout_start(self) -> None:
        self._boundary()
        self.metrics.at(self.model.num_timesteps / self.settings.steps)
        settings, number = self.settings, self.progress.updates
        share = min(1.0, self.model.num_timesteps / settings.steps)
        self.model.ent_coef = settings.entropy + share * (settings.final_entropy - settings.entropy)  # type: ignore[attr-defined]
        screens: Any = self.model.policy.features_extractor
        screens.learns = number >= settings.warm_up
        seeds = np.random.SeedSequence([settings.seed, number]).generate_state(3)
        torch.manual_seed(int(seeds[0]))
        np.random.seed(int(seeds[1]))  # Stable-Baselines3 shuffles with it
        phones: Any = self.training_env
        policy: Any = self.model.policy
        policy.explore = 0.0 if self.progress.unmasked else settings.explore
        policy.explored.clear()
        if self.progress.unmasked:
            phones.masked = 0
        phones.seed(int(seeds[2] >> 1))
        self.model._last_obs = phones.reset()
        self.model._last_episode_starts = np.ones(phones.num_envs, bool)
        self._marks["rollout"], self._marks["environment"] = time.perf_counter(), phones.seconds

    def _on_step(self) -> bool:
        if self.stopped:
            return False
        for info in self.locals["infos"]:
            if "is_success" in info:
                counts = self.drawn.note(info["environment"], info["is_success"])
                self.progress.episodes += counts
                self.progress.solved += counts * info["is_success"]
        return True

    def _on_rollout_end(self) -> None:
        now, phones = time.perf_counter(), self.training_env
        inside = phones.seconds - self._marks["environment"]  # type: ignore[attr-defined]
        self._marks["update"] = now
        policy: Any = self.model.policy
        if policy.explored:
            explored = torch.stack(policy.explored).cpu().numpy()
            # Explored actions teach only if they were better than expected. The others are not the policy's choices,
            # and would only make it overconfident.
            advantages = self.model.rollout_buffer.advantages  # type: ignore[attr-defined]
            advantages[explored & (advantages < 0)] = 0
        self.progress.seconds["environment"] += inside
        self.progress.seconds["policy"] += now - self._marks["rollout"] - inside
        self.progress.updates += 1
        self._begun = True

    def _on_training_end(self) -> None:
        if not self.stopped:
            self.stopped = "steps"
            self._boundary()

    def _boundary(self) -> None:
        """Do the work after an update. Before the first update there is none."""
        if not self._begun:
            return
        start = time.perf_counter()
        progress, settings = self.progress, self.settings
        progress.seconds["update"] += start - self._marks["update"]
        self._check_numbers()
        if not self.stopped:
            if self.interrupted:
                self.stopped = "interrupted"
            elif settings.minutes and sum(progress.seconds.values()) >= 60 * settings.minutes:
                self.stopped = "minutes"
        over = bool(self.stopped) and not self.interrupted
        if over or progress.updates % settings.evaluate_every == 0:
            self._evaluate()
        progress.seconds["evaluation"] += time.perf_counter() - start
        if self.stopped or progress.updates % settings.save_every == 0:
            save_state(self.model, progress, self.folder / STATE)

    def _check_numbers(self) -> None:
        loss = self.model.logger.name_to_value.get("train/loss", 0.0)
        if not math.isfinite(loss):
            raise no_number(self.settings, loss)

    def _evaluate(self) -> None:
        settings, progress = self.settings, self.progress
        screens: Any = self.model.policy.features_extractor
        network = screens.network
        found: dict[str, Any] = {}
        for name, configurations in self.configurations.items():
            played = splits.training_tasks(settings.tasks) if name == "train" else settings.tasks
            measured = success(network, played, configurations, avoid_repeats=False)
            found[name] = measured["mean"]
            self.logger.record(f"success/{name}", measured["mean"])
        acting = progress.solved / progress.episodes if progress.episodes else 0.0
        progress.episodes = progress.solved = 0.0
        progress.unmasked = progress.unmasked or acting >= settings.unmask_at
        seconds = sum(progress.seconds.values())
        self.last = {
            "steps": self.model.num_timesteps,
            "minutes": round(seconds / 60, 2),
            "acting": round(acting, 4),
            **{name: round(share, 4) for name, share in found.items()},
            "entropy": round(-float(self.model.logger.name_to_value.get("train/entropy_loss", 0.0)), 4),
        }
        self.logger.record("success/acting", acting)
        self.metrics.write(self.last)
        progress.lines += 1
        if found["train"] >= progress.best:
            progress.best = found["train"]
            about = {
                "algorithm": "ppo",
                "tasks": list(settings.tasks),
                "seed": settings.seed,
                "last": self.last,
            }
            checkpoint.save(network, self.folder / CHECKPOINT, about)
        if settings.stop_at and found["train"] >= settings.stop_at and not self.stopped:
            self.stopped = "success"

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let Ctrl-C end the run after the current update. A second Ctrl-C ends it at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupt(*_: Any) -> None:
            if self.interrupted:
                raise KeyboardInterrupt
            self.interrupted = True

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def no_number(settings: PpoSettings, given: object) -> TrainingError:
    """Make the error for a loss that is not a finite number."""
    return TrainingError(
        f"The loss is {given}. The run is stopped; its last saved state is unchanged. Try a smaller learning_rate "
        f"(now {settings.learning_rate}) or max_gradient (now {settings.max_gradient})."
    )


def save_state(model: Any, progress: Progress, path: Path) -> None:
    """Write the state of a run. Writing is atomic.

    The format is not Stable-Baselines3's, which can run code when it is read.

    Raises:
        TrainingError: the file can't be written. The previous state stays.
    """
    state = {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
        "progress": json.dumps(asdict(progress)),
    }
    learner.save_state(state, path)


def restore(model: Any, state: dict[str, Any]) -> Progress:
    """Restore a model from a state of `save_state`. Returns the progress.

    Raises:
        Exception: the state is damaged, or belongs to another model.
    """
    progress = Progress(**archives.plain(state["progress"]))
    model.policy.load_state_dict(state["policy"])
    model.policy.optimizer.load_state_dict(state["optimizer"])
    model.num_timesteps, model._n_updates = int(state["steps"]), int(state["updates"])
    return progress
