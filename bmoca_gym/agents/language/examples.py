"""Few-shot examples: which solutions an episode's prompts show, and how they are cut to a budget of tokens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bmoca_gym import randomization, tasks
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.prompts import Demonstration
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.agents.language.tokens import estimate
from bmoca_gym.envs import action_table
from bmoca_gym.envs.text_actions import parse
from bmoca_gym.errors import BmocaError, DatasetError

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv
    from bmoca_gym.tasks import Task

#: How examples are chosen.
CHOICES = ("random", "similar", "similar-others")

#: Stands for an observation that was left out.
LEFT_OUT = "(left out)"


class Examples:
    """Chooses the solutions that prompts show; called with the environment, the episode's seed, and perhaps the step.

    Never of an environment with the configuration that is played, nor of one of the test set.

    Args:
        options: those of the language agent: ``few_shot`` (how many), ``few_shot_from`` (a folder of demonstrations, or
            empty: the training configurations), ``few_shot_choice``, ``few_shot_tokens``.

    Raises:
        DatasetError: the folder has no demonstrations.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self._offered = frozenset(action_table.OFFERS[options["actions"]])
        self._sources = solutions.recorded(options["few_shot_from"]) if options["few_shot_from"] else None

    def __call__(self, env: BMoCAEnv, *place: int) -> list[Demonstration]:
        """The examples for an episode, or for a step of it where ``place`` has its number too.

        Raises:
            DatasetError: the pool has fewer examples than are asked for that may be shown in this episode.
        """
        task, configuration = env.task, env.environment
        count = self._options["few_shot"]
        forbidden = {configuration.digest, *_test_digests()}
        pool = [
            source
            for source in self._pool(task)
            if source.configuration.digest not in forbidden and source.configuration.split != "test"
        ]
        found: list[Demonstration] = []
        for source in self._order(pool, task, np.random.default_rng([*place, count])):
            example = self._example(source, task)
            if example is not None:
                found.append(example)
            if len(found) == count:
                return trimmed(found, self._options["few_shot_tokens"])
        raise DatasetError(
            f"{count} examples are asked for and {len(found)} can be shown for {task.id} in environment "
            f"{configuration.id}, "
            f"from {self._options['few_shot_from'] or 'the training configurations'}: those of the test set and of the "
            "configuration that is played are left out. Collect more, or ask for fewer."
        )

    def _pool(self, task: Task) -> Sequence[Source]:
        """The solutions to choose from, before the configuration is considered."""
        choice = self._options["few_shot_choice"]
        if self._sources is None:
            configurations = randomization.select("train")
            chosen = (task,) if choice == "random" else _with_experts()
            pool: Sequence[Source] = [
                Source(each, configuration) for each in chosen for configuration in configurations
            ]
        else:
            pool = self._sources
        if choice == "similar-others":
            return [source for source in pool if source.task.id != task.id]
        own = [source for source in pool if source.task.id == task.id]
        return own if choice == "random" and own else pool

    def _order(self, pool: Sequence[Source], task: Task, rng: np.random.Generator) -> list[Source]:
        """The pool, best first: at random, or by similarity and, where that is equal, at random."""
        mixed = [pool[number] for number in rng.permutation(len(pool))]
        if self._options["few_shot_choice"] == "random":
            return mixed
        return sorted(mixed, key=lambda source: -similarity(source.task.instruction, task.instruction))

    def _example(self, source: Source, task: Task) -> Demonstration | None:
        """The solution; None where there is none, or one with actions that the agent is not offered."""
        options = self._options
        try:
            steps = solutions.solution(*source, options["bounding_boxes"], options["leaves_only"])
        except BmocaError:
            return None
        if not all(parse(action).name in self._offered for _, action in steps):
            return None
        return Demonstration(steps, "" if source.task.id == task.id else source.task.instruction)


@lru_cache(maxsize=1)
def _test_digests() -> frozenset[str]:
    return frozenset(configuration.digest for configuration in randomization.select("test"))


@lru_cache(maxsize=1)
def _with_experts() -> tuple[Task, ...]:
    return tuple(task for task in tasks.select("all") if task.expert)


@lru_cache(maxsize=4096)
def similarity(one: str, other: str) -> float:
    """The similarity of two instructions, from 0 to 1: the cosine of the counts of their groups of three characters.

    >>> similarity("create alarm at 10:30 am", "create alarm at 06:30 am") > similarity("open maps", "open gmail")
    True
    """
    first, second = _trigrams(one), _trigrams(other)
    product = sum(count * second[group] for group, count in first.items())
    lengths = math.prod(math.sqrt(sum(count * count for count in each.values())) for each in (first, second))
    return min(1.0, round(product / lengths, 9)) if lengths else 0.0


def _trigrams(text: str) -> Counter[str]:
    spaced = f"  {' '.join(text.casefold().split())}  "
    return Counter(spaced[start : start + 3] for start in range(len(spaced) - 2))


def trimmed(examples: Sequence[Demonstration], budget: int) -> list[Demonstration]:
    """Examples cut to about ``budget`` tokens (as `tokens.estimate` has them); 0: all.

    Observations are left out, the oldest steps' first: the first step's of every example, then the second's, and so
    on, but never that of an example's last step; actions stay. Where that is not enough, the last example is left out
    as a whole, and the others are begun with again. An example is never cut in half; there may be none left.
    """
    kept = list(examples)
    while kept and budget:
        longest = max(len(example.steps) for example in kept)
        for oldest in range(longest):
            cut = [_without(example, oldest) for example in kept]
            if sum(map(length, cut)) <= budget:
                return cut
        kept.pop()
    return kept


def length(example: Demonstration) -> int:
    """About how many tokens an example has."""
    words = sum(estimate(observation) + estimate(action) + 6 for observation, action in example.steps)
    return 4 + estimate(example.goal) + words


def _without(example: Demonstration, oldest: int) -> Demonstration:
    """The example without the observations of its first ``oldest`` steps, but with that of the last."""
    count = min(oldest, len(example.steps) - 1)
    steps = [
        (LEFT_OUT if number < count else observation, action)
        for number, (observation, action) in enumerate(example.steps)
    ]
    return example._replace(steps=tuple(steps))
