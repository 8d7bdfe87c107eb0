"""Few-shot examples: choice of the solutions in prompts, and cuts to a budget of tokens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from bmoca_gym import randomization, tasks
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.options import environment
from bmoca_gym.agents.language.prompts import Demonstration
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.agents.language.tokens import estimate
from bmoca_gym.envs import action_table
from bmoca_gym.envs.text_actions import parse
from bmoca_gym.errors import BmocaError, DatasetError

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.tasks import Task

#: Ways to choose examples.
CHOICES = ("random", "similar", "similar-others")

#: Placeholder of an observation that was left out.
LEFT_OUT = "(left out)"


E = TypeVar("E")


class Choice(Generic[E]):
    """Choice of solutions. Those in the current configuration, and in configurations of the test set, are never shown.

    Args:
        options: options of the language agent: ``few_shot`` (the number of solutions), ``few_shot_from`` (a dataset, or
            empty for the training configurations), ``few_shot_choice``.

    Raises:
        DatasetError: the dataset has no demonstrations.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self._sources = solutions.recorded(options["few_shot_from"]) if options["few_shot_from"] else None

    def draw(
        self, env: PhoneEnv, place: Sequence[int], example: Callable[[Source, Task], E | None]
    ) -> list[E]:
        """Choose the examples of an episode, or of a step.

        Args:
            env: the environment.
            place: the episode's seed, and perhaps the step's number.
            example: makes an example for a task from a solution; None if it can't be shown.

        Raises:
            DatasetError: the pool has too few examples for this episode.
        """
        task, configuration = env.task, env.environment
        count = self._options["few_shot"]
        forbidden = {configuration.digest, *_test_digests()}
        pool = [
            source
            for source in self._pool(task)
            if source.configuration.digest not in forbidden and source.configuration.split != "test"
        ]
        found: list[E] = []
        for source in self._order(pool, task, np.random.default_rng([*place, count])):
            made = example(source, task)
            if made is not None:
                found.append(made)
            if len(found) == count:
                return found
        raise DatasetError(
            f"few_shot is {count}, but only {len(found)} examples can be shown for {task.id} in environment "
            f"{configuration.id}, "
            f"from {self._options['few_shot_from'] or 'the training configurations'}. Examples in the test set and in "
            "the current configuration are left out. Collect more, or give a smaller few_shot."
        )

    def _pool(self, task: Task) -> Sequence[Source]:
        """Return the solutions to choose from, before configurations are excluded."""
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
        """Order the pool: at random, or by similarity with ties at random."""
        mixed = [pool[number] for number in rng.permutation(len(pool))]
        if self._options["few_shot_choice"] == "random":
            return mixed
        return sorted(mixed, key=lambda source: -similarity(source.task.instruction, task.instruction))


class Examples:
    """Choice of the solutions in prompts. Call it with the environment, the episode's seed, and optionally the step.

    Args:
        options: options of the language agent: those of `Choice`, and ``few_shot_tokens``.

    Raises:
        DatasetError: the dataset has no demonstrations.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self._shown = environment(options)
        self._offered = frozenset(action_table.OFFERS[options["actions"]])
        self._choice: Choice[Demonstration] = Choice(options)

    def __call__(self, env: PhoneEnv, *place: int) -> list[Demonstration]:
        """Choose the examples of an episode, or of a step. ``place``: the seed, and the step's number.

        Raises:
            DatasetError: the pool has too few examples for this episode.
        """
        return trimmed(self._choice.draw(env, place, self._example), self._options["few_shot_tokens"])

    def _example(self, source: Source, task: Task) -> Demonstration | None:
        """Return the solution; None if there is none, or if it has actions that the prompt does not offer."""
        shown = {name: self._shown[name] for name in ("bounding_boxes", "leaves_only", "elements")}
        try:
            steps = solutions.solution(*source, **shown)
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
    """Compute the similarity of two instructions, from 0 to 1: the cosine of the counts of their character trigrams.

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
    """Cut examples to about ``budget`` tokens (by `tokens.estimate`); 0: no limit.

    Observations are left out, beginning with the first step of every example, then the second, and so on. Actions, and
    the observation of the last step, stay. If that is not enough, the last example is dropped, and the cut begins again
    with the others. The result may be empty.
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
    """Estimate the number of tokens of an example."""
    words = sum(estimate(observation) + estimate(action) + 6 for observation, action in example.steps)
    return 4 + estimate(example.goal) + words


def _without(example: Demonstration, oldest: int) -> Demonstration:
    """Return the example without the observations of its first ``oldest`` steps. Its last step keeps its own."""
    count = min(oldest, len(example.steps) - 1)
    steps = [
        (LEFT_OUT if number < count else observation, action)
        for number, (observation, action) in enumerate(example.steps)
    ]
    return example._replace(steps=tuple(steps))
