"""Learners for continual evaluation: behaviour cloning, stage by stage or joint, and few-shot pools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bmoca_gym import splits
from bmoca_gym.evaluation.continual.runner import Learned
from bmoca_gym.evaluation.continual.sequences import Stage
from bmoca_gym.policies import base_settings
from bmoca_gym.policies.settings import CloningSettings

#: A stage's demonstrations and its policy, in the folder of the stage.
_DEMONSTRATIONS, _CHECKPOINT = "demonstrations", "policy.zip"


@dataclass(frozen=True)
class Cloning:
    """Behaviour cloning of the experts' demonstrations. ``options``: fields of ``train.py bc``, such as ``epochs``.

    ``joint``: if False, naive fine-tuning: a stage starts with the weights of the stage before and trains on its own
    demonstrations only. If True, each stage trains a new network on the demonstrations of all stages so far; this is
    the upper bound for continual learning.
    """

    joint: bool

    def __call__(self, stages: Sequence[Stage], before: Path | None, folder: Path, **options: Any) -> Learned:
        """Train a policy on the last stage, or on all stages if ``joint``."""
        learnt = stages if self.joint else stages[-1:]
        demonstrations = folder / _DEMONSTRATIONS
        given: dict[str, Any] = {
            **options,
            "out": str(folder),
            "dataset": str(demonstrations),
            "environments": ["any"],
            "tasks": _task_ids(learnt),
        }
        if before is not None and not self.joint:
            given["start_from"] = str(before / _CHECKPOINT)
        settings = _settings(given)
        _collect(learnt, demonstrations)
        from bmoca_gym.policies import cloning as bc

        return Learned(str(bc.run(settings)))

    def start(self, folder: Path, **options: Any) -> Learned:
        """Save a network with the initial weights of training."""
        settings = _settings(options)
        file = folder / _CHECKPOINT
        if not file.exists():
            from bmoca_gym.policies import checkpoint, learner
            from bmoca_gym.policies import cloning as bc

            learner.prepare(settings)
            checkpoint.save(bc.new_network(settings), file)
        return Learned(str(file))


def _settings(given: dict[str, Any]) -> CloningSettings:
    return base_settings.from_mapping(CloningSettings, {"quiet": True, **given}, "the learner's options")


cloning = Cloning(joint=False)
joint_cloning = Cloning(joint=True)


@dataclass(frozen=True)
class FewShot:
    """Language agent with few-shot examples from all stages so far. ``options``: the agent's options.

    Nothing is trained; only the pool of examples grows. Forgetting can therefore come only from examples that replace
    others in the prompt.
    """

    agent: str = "llm"
    shots: int = 3

    def __call__(self, stages: Sequence[Stage], before: Path | None, folder: Path, **options: Any) -> Learned:
        """Record the demonstrations of all stages so far."""
        pool = folder / _DEMONSTRATIONS
        _collect(stages, pool)
        return Learned(self.agent, {"few_shot": self.shots, **options, "few_shot_from": str(pool)})

    def start(self, folder: Path, **options: Any) -> Learned:
        """Return the agent as it is without examples."""
        few_shot = ("few_shot", "few_shot_choice", "few_shot_redraw", "few_shot_tokens")
        return Learned(self.agent, {name: value for name, value in options.items() if name not in few_shot})


few_shot = FewShot()


def _task_ids(stages: Sequence[Stage]) -> list[str]:
    return list(dict.fromkeys(task.id for stage in stages for task in stage.tasks))


def _collect(stages: Sequence[Stage], folder: Path) -> None:
    """Record experts on the tasks of stages, each in the stage's configurations."""
    from bmoca_gym.demonstrations import dataset
    from bmoca_gym.demonstrations.recorder import Job, Plan

    jobs = {
        (task.id, configuration.id): Job(splits.training_instance(task), splits.check_training(configuration))
        for stage in stages
        for configuration in stage.environments
        for task in stage.tasks
    }
    dataset.collect(list(jobs.values()), Plan(), folder, quiet=True)
