"""Callback between two updates of PPO: new episodes, evaluation, checkpoints, saved states, end of the run."""

from __future__ import annotations

import contextlib
import copy
import ctypes
import json
import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback

from bmoca_gym import splits, tasks
from bmoca_gym.errors import TrainingError
from bmoca_gym.policies import archives, checkpoint, learner
from bmoca_gym.policies.cloning import CHECKPOINT
from bmoca_gym.policies.curriculum import HardConfigurations
from bmoca_gym.policies.measure import success
from bmoca_gym.policies.metrics import Metrics
from bmoca_gym.policies.ppo_settings import PpoSettings

#: File of a saved state, and that of older releases, whose format could run code.
STATE, OLD_STATE = "state.pt", "state.zip"


class TimeIsUp(Exception):
    """Raised inside an update at the end of ``minutes``."""


@dataclass(slots=True)
class Progress:
    """Progress of a run, as saved in its state.

    ``episodes``, ``solved``: weighted numbers since the last evaluation, as in a uniform draw of configurations.
    ``unmasked``: whether masks are lifted, and only failing configurations are explored. ``configurations``: recent
    success rate in each. ``seconds``: time of the environment, the policy, the updates, the evaluations and the
    preparations.
    """

    updates: int = 0
    lines: int = 0
    best: float = -1.0
    episodes: float = 0.0
    solved: float = 0.0
    unmasked: bool = False
    configurations: list[float] = field(default_factory=list)
    seconds: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(
            ("environment", "policy", "update", "evaluation", "preparation"), 0.0
        )
    )


class Between(BaseCallback):
    """Callback between two updates. Every rollout begins with new episodes.

    A rollout therefore depends only on the weights, the seed and its number. A resumed run reaches the same weights as
    an uninterrupted one. At the end of ``minutes``, `TimeIsUp` ends the run inside an update; `drop` then restores the
    state at the beginning of that update. ``began``: when the run began, by `time.perf_counter`.
    """

    def __init__(
        self,
        settings: PpoSettings,
        folder: Path,
        progress: Progress,
        configurations: Any,
        drawn: HardConfigurations,
        began: float,
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
        self._environment = 0.0  # the phones' seconds at the beginning of the rollout
        self._since = began
        self._begun = False
        self._whole: dict[str, Any] = {}  # state at the beginning of the update, if `minutes` may end it
        self._batches = 0
        self._pace = 0.0  # seconds a step in this rollout
        self._evaluation = 0.0  # seconds of the last evaluation
        limits = sum(task.step_limit for task in tasks.select(list(settings.tasks)))
        self._evaluated = limits * sum(
            len(one) for one in configurations.values()
        )  # most steps of an evaluation
        limit = f" or {settings.minutes:g} min" if settings.minutes else ""
        self.metrics.say(
            f"{settings.phones} phones play until {settings.steps:,} steps{limit}, with an update every "
            f"{settings.phones * settings.rollout:,} steps."
        )

    def _elapsed(self) -> float:
        """Return the seconds of the run so far, including those before it was resumed."""
        return sum(self.progress.seconds.values()) + time.perf_counter() - self._since

    def _spend(self, name: str, elsewhere: float = 0.0) -> None:
        """Count the time since the last call, without the seconds that were spent ``elsewhere``."""
        now = time.perf_counter()
        self.progress.seconds[name] += now - self._since - elsewhere
        self._since = now

    def _tell(self, doing: str) -> None:
        """Show the progress, and what the run is doing in this update."""
        self.metrics.at(self._share(), f"update {self._number()}: {doing}")

    def _share(self) -> float:
        """Return how much of the run is done, by steps or by ``minutes``."""
        share = self.model.num_timesteps / self.settings.steps
        return max(share, self._elapsed() / (60 * self.settings.minutes)) if self.settings.minutes else share

    def _number(self) -> int:
        """Return the number of the present update, from 1. It is counted when its rollout ends."""
        return self.progress.updates + (not self._batches)

    def _is_over(self, evaluations: int = 1) -> bool:
        """Return whether ``minutes`` will be over after that many more evaluations. The time of the first one is
        estimated."""
        if not self.settings.minutes:
            return False
        limit = 60 * self.settings.minutes
        each = self._evaluation or self._pace * self._evaluated
        return self._elapsed() + min(limit / 2, evaluations * each) >= limit

    def _on_training_start(self) -> None:
        policy: Any = self.model.policy
        policy.on_batch = self._on_batch

    def _on_rollout_start(self) -> None:
        self._boundary()
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
        policy.explored.clear()
        if self.progress.unmasked:
            phones.masked = 0
        phones.seed(int(seeds[2] >> 1))
        self.model._last_obs = phones.reset()
        self._explore()
        self.model._last_episode_starts = np.ones(phones.num_envs, bool)
        self._environment = phones.seconds
        self._spend("preparation")
        if settings.minutes:
            self._whole = copy.deepcopy(state_of(self.model, self.progress))
        self._batches = 0

    def _on_step(self) -> bool:
        if self.stopped:
            return False
        phones, whole = self.model.n_envs, self.settings.rollout
        done = self.n_calls % whole or whole
        self._pace = (time.perf_counter() - self._since) / (done * phones)
        self._tell(f"playing, step {done * phones:,} of {whole * phones:,}")
        if self._is_over():
            raise TimeIsUp
        for info in self.locals["infos"]:
            if "is_success" in info and not info["led"]:
                counts = self.drawn.note(info["environment"], info["is_success"])
                self.progress.episodes += counts
                self.progress.solved += counts * info["is_success"]
        self._explore()
        return True

    def _explore(self) -> None:
        """Have every phone explore until masks are lifted, and later only those whose configuration still fails."""
        if self.settings.explore:
            policy: Any = self.model.policy
            phones: Any = self.training_env
            everywhere = not self.progress.unmasked
            policy.explore = torch.tensor(
                [self.settings.explore * (everywhere or self.drawn.fails(place)) for place in phones.places]
            )

    def _on_batch(self) -> None:
        """Called before each batch of an update."""
        settings = self.settings
        self._batches += 1
        of = settings.epochs * -(-settings.rollout * settings.phones // settings.batch)
        of += settings.self_imitation.batches
        self._tell(f"learning, batch {self._batches} of {of}")
        if self._is_over():
            raise TimeIsUp

    def _on_rollout_end(self) -> None:
        phones: Any = self.training_env
        inside = phones.seconds - self._environment
        _give_back_memory()
        policy: Any = self.model.policy
        if policy.explored:
            explored = torch.stack(policy.explored).cpu().numpy()
            # Explored actions teach only if they were better than expected. The others are not the policy's choices,
            # and would only make it overconfident.
            advantages = self.model.rollout_buffer.advantages  # type: ignore[attr-defined]
            advantages[explored & (advantages < 0)] = 0
        self.progress.seconds["environment"] += inside
        self._spend("policy", inside)
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
        progress, settings = self.progress, self.settings
        _give_back_memory()
        self._spend("update")
        self._check_numbers()
        due = progress.updates % settings.evaluate_every == 0
        if not self.stopped:
            if self.interrupted:
                self.stopped = "interrupted"
            elif self._is_over(evaluations=1 + due):
                self.stopped = "minutes"
        if due or (self.stopped and not self.interrupted):
            self._evaluate()
        if self.stopped or progress.updates % settings.save_every == 0:
            save_state(self.model, progress, self.folder / STATE)

    def drop(self) -> None:
        """End the run inside an update, which is dropped: a resumed run does it again from its beginning."""
        spent, number, seconds = self._elapsed(), self._number(), self.progress.seconds
        kept = restore(self.model, self._whole)
        seconds["preparation"] += spent - sum(seconds.values())
        kept.seconds = seconds
        self._since = time.perf_counter()
        self.progress, self.drawn.success = kept, kept.configurations
        self.stopped = "minutes"
        advice = "" if kept.updates else " Nothing is learnt yet. Raise minutes, or lower phones or rollout."
        self.metrics.say(
            f"The limit of {self.settings.minutes:g} min ends in update {number}, which is dropped.{advice}"
        )
        self._evaluate()
        save_state(self.model, self.progress, self.folder / STATE)

    def _check_numbers(self) -> None:
        loss = self.model.logger.name_to_value.get("train/loss", 0.0)
        if not math.isfinite(loss):
            raise no_number(self.settings, loss)

    def _evaluate(self) -> None:
        settings, progress = self.settings, self.progress
        screens: Any = self.model.policy.features_extractor
        network = screens.network
        found: dict[str, Any] = {}
        self._spend("preparation")
        before = progress.seconds["evaluation"]
        self.metrics.at(self._share(), "evaluating")
        for name, configurations in self.configurations.items():
            played = splits.training_tasks(settings.tasks) if name == "train" else settings.tasks
            measured = success(network, played, configurations, avoid_repeats=False)
            found[name] = measured["mean"]
            self.logger.record(f"success/{name}", measured["mean"])
        acting = progress.solved / progress.episodes if progress.episodes else 0.0
        progress.episodes = progress.solved = 0.0
        progress.unmasked = progress.unmasked or acting >= settings.unmask_at
        self._spend("evaluation")
        self._evaluation = progress.seconds["evaluation"] - before
        seconds = sum(progress.seconds.values())
        self.last = {
            "steps": self.model.num_timesteps,
            "minutes": round(seconds / 60, 2),
            "acting": round(acting, 4),
            **{name: round(share, 4) for name, share in found.items()},
            "entropy": round(-float(self.model.logger.name_to_value.get("train/entropy_loss", 0.0)), 4),
        }
        self.logger.record("success/acting", acting)
        if self.stopped:
            self.metrics.at(1.0)
        self.metrics.write(self.last)
        progress.lines += 1
        chosen_by = {name: len(self.configurations[name]) for name in found if name != "test"}
        rate = sum(found[name] * count for name, count in chosen_by.items()) / sum(chosen_by.values())
        if rate >= progress.best:
            progress.best = rate
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


def _give_back_memory() -> None:
    """Return freed memory to the system: batches of ever-changing sizes leave holes that grow from update to update."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of the GNU C library
        if trim is not None:
            trim(0)


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
    learner.save_state(state_of(model, progress), path)


def state_of(model: Any, progress: Progress) -> dict[str, Any]:
    """Return the state of a run, for `restore`. Its tensors are the model's own."""
    kept = {} if model.kept is None else {"kept": model.kept.state()}
    return kept | {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
        "progress": json.dumps(asdict(progress)),
    }


def restore(model: Any, state: dict[str, Any]) -> Progress:
    """Restore a model from a state of `state_of`. Returns the progress.

    Raises:
        Exception: the state is damaged, or belongs to another model.
    """
    progress = Progress(**archives.plain(state["progress"]))
    progress.seconds = Progress().seconds | progress.seconds  # older releases did not count the preparations
    model.policy.load_state_dict(state["policy"])
    model.policy.optimizer.load_state_dict(state["optimizer"])
    if model.kept is not None:
        model.kept.restore(state["kept"])
    model.num_timesteps, model._n_updates = int(state["steps"]), int(state["updates"])
    return progress
