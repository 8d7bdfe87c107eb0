"""Chains: long tasks made of several tasks of a suite, all to be done on one phone."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.errors import CatalogueError, UnknownTaskError, cut
from bmoca_gym.handset.value import replace
from bmoca_gym.registry import loaded
from bmoca_gym.success_detectors.combine import MeanOf, Not
from bmoca_gym.success_detectors.detector import Rule
from bmoca_gym.tasks.plain import frozen
from bmoca_gym.tasks.steps import Shell, parted
from bmoca_gym.tasks.task import Task
from bmoca_gym.tasks.template import INSTANCES, DrawnTemplate, TaskTemplate

#: Fewest and most parts of a chain.
FEWEST, MOST = 2, 16

#: How many times parts that don't fit are redrawn before a seed is given up: in all, or per part of the chain if that
#: is more.
TRIES, TRIES_A_PART = 60, 15

#: Function that checks that the expert can do a chain and its parts, as ``module:name``.
PROOF = "bmoca_gym.demonstrations.chained:proof"

_NAME = re.compile(r"chain_([1-9][0-9]?)(_any|_if)?")


class Condition(NamedTuple):
    """Something that may be true of a phone when a chain begins. The shell lines ``yes`` and ``no`` make it true or
    false."""

    text: str
    yes: str
    no: str


#: Conditions of chains with "if". Each can be seen in Settings.
CONDITIONS = (
    Condition("Bluetooth is on", "svc bluetooth enable", "svc bluetooth disable"),
    Condition(
        "auto-rotate is on",
        "settings put system accelerometer_rotation 1",
        "settings put system accelerometer_rotation 0",
    ),
    Condition("the dark theme is on", "cmd uimode night yes", "cmd uimode night no"),
    Condition("location is on", "settings put secure location_mode 3", "settings put secure location_mode 0"),
)


class Part(NamedTuple):
    """A task in a chain. If it has a condition, it must be done only if that holds; ``holds`` says whether it does."""

    task: Task
    condition: Condition | None = None
    holds: bool = True


class Proof(NamedTuple):
    """How an expert did on a chain.

    Attributes:
        done: whether the chain was judged as done at the end.
        wrong: indices of the parts that don't fit: those where it got lost, those that were undone by the end, and
            those that other parts did on their way.
        steps: how many steps it took.
    """

    done: bool
    wrong: tuple[int, ...]
    steps: int


class ChainName(NamedTuple):
    """A parsed chain name such as ``chain_4``: the number of parts, and "", "any" or "if"."""

    length: int
    order: str


def named(name: str) -> ChainName | None:
    """Parse the name of a chain; None if it doesn't begin like one.

    Raises:
        UnknownTaskError: no chain has that length or order.
    """
    if not name.startswith("chain_"):
        return None
    found = _NAME.fullmatch(name)
    if found is None or not FEWEST <= int(found[1]) <= MOST:
        raise UnknownTaskError(
            f"There is no chain {cut(name)}. Its name is chain_N, chain_N_any or chain_N_if, where N is its number of "
            f"parts, from {FEWEST} to {MOST}."
        )
    return ChainName(int(found[1]), (found[2] or "").lstrip("_"))


def can_be_part(task: Task) -> bool:
    """Whether a task can be a part: it has an expert, is not a question, and doesn't depend on how the episode ends."""
    return (
        bool(task.expert)
        and not task.extra
        and not task.asks
        and task.told is None
        and task.ends_when is None
    )


def composed(parts: Sequence[Part], name: str, task_seed: int = 0) -> Task:
    """Combine several tasks into one. It is done when every part that must be done is done, and no other part is.

    Its sub-goals are its parts, named ``1`` and so on. The order in which they are done is not judged.
    """
    each = [part.task for part in parts]
    first = each[0]
    asked = [part.task for part in parts if part.holds]
    set_ups = [parted(task.set_up_steps) for task in each]  # no later part empties what one needs
    limit = sum(task.step_limit for task in each) + 1  # one to finish
    conditions = [
        Shell(part.condition.yes if part.holds else part.condition.no) for part in parts if part.condition
    ]
    return replace(
        first,
        id=name,
        gym_name="",
        instruction=_instruction(parts, named(name)),
        category="Chain",
        step_limit=limit,
        paper_step_limit=limit,
        step_limit_reason="",
        set_up_steps=(
            *(step for empties, _ in set_ups for step in empties),
            *(step for _, others in set_ups for step in others),
            *conditions,
        ),
        tear_down_steps=tuple(step for task in reversed(each) for step in task.tear_down_steps),
        representative=False,
        corrected=MeanOf(tuple(_rule(part, part.task.corrected) for part in parts)),
        upstream=MeanOf(tuple(_rule(part, part.task.upstream) for part in parts)),
        near_misses=(),
        extra=True,
        params=frozen({"parts": [_as_data(part) for part in parts]}),
        task_seed=task_seed,
        complexity=sum(task.complexity for task in each),
        human_steps=None,
        sub_goals=tuple(
            (str(number), _rule(part, part.task.corrected)) for number, part in enumerate(parts, 1)
        ),
        expert=tuple(call for task in asked for call in task.expert),
        needs=tuple(dict.fromkeys(need for task in each for need in task.all_needs)),
        records=(),
        ends="finish",
        unfinished="fails",
        begins="home",
        stop_after_repeats=0,
    )


def _rule(part: Part, rule: Rule) -> Rule:
    return rule if part.holds else Not(rule)


def _instruction(parts: Sequence[Part], name: ChainName | None) -> str:
    said = []
    for part in parts:
        text = part.task.instruction.strip()
        said.append(f"If {part.condition.text} at the beginning: {text}" if part.condition else text)
    if name is not None and name.order == "any":
        return "\n".join(["Do these tasks, in any order:", *(f"- {text}" for text in said)])
    numbered = [f"{number}. {text}" for number, text in enumerate(said, 1)]
    return "\n".join(["Do these tasks one after the other:", *numbered])


def _as_data(part: Part) -> dict[str, Any]:
    data: dict[str, Any] = {"task": part.task.id, "task_seed": part.task.task_seed}
    if part.condition is not None:
        data |= {"if": part.condition.text, "holds": part.holds}
    return data


class ChainTemplate(DrawnTemplate):
    """Draws chains from the tasks of a suite. The same seed always gives the same chain.

    The expert can do every drawn chain, and fails it if it leaves out a part: parts that undo or do each other are
    redrawn. The longer the chain, the longer the proof takes.

    Args:
        suite: name of the suite.
        name: such as ``chain_4``, ``chain_4_any`` or ``chain_4_if``.
        templates: the suite's tasks.

    Raises:
        UnknownTaskError: the suite has too few tasks that can be parts.
    """

    def __init__(self, suite: str, name: str, templates: Sequence[TaskTemplate]) -> None:
        found = named(name)
        assert found is not None
        super().__init__(suite, name, ("parts",))
        self._chain, self._templates = found, tuple(templates)
        fitting = [one for one in self._templates if can_be_part(one.first)]
        # All parts start at the time most tasks start at.
        clocks = Counter([one.first.clock for one in fitting]).most_common(1)
        self._candidates = tuple([one for one in fitting if one.first.clock == clocks[0][0]])
        if len(self._candidates) < found.length:
            raise UnknownTaskError(
                f"{self._place}: the suite has {len(self._candidates)} tasks that can be parts of a chain."
            )

    def __reduce__(self) -> Any:
        return ChainTemplate, (self.suite, self.id, self._templates)

    @property
    def made_of(self) -> frozenset[str]:
        """The ids of all tasks that may be parts."""
        return frozenset(one.id for one in self._candidates)

    def _made(self, task_seed: int, given: Mapping[str, Any], place: str) -> Task:
        if "parts" in given:
            return composed(self._parts_of(given["parts"]), self.id, task_seed)
        proof: Callable[[Task, Sequence[Part]], Proof] = loaded(PROOF)
        draw = random.Random(f"{self.suite}/{self.id}/{task_seed}")
        # A test chain has test parts.
        (instances,) = [numbers for numbers in INSTANCES.values() if task_seed in numbers]
        parts: list[Part] = []
        refused: set[str] = set()
        tries = max(TRIES, TRIES_A_PART * self._chain.length)
        for _ in range(tries):
            while len(parts) < self._chain.length:
                parts.append(Part(self._another(parts, refused, instances, draw)))
            if self._chain.order == "if":
                parts = self._conditions(parts, draw)
            task = composed(parts, self.id, task_seed)
            found = proof(task, parts)
            if found.done and not found.wrong:
                return task
            for index in reversed(found.wrong or (len(parts) - 1,)):
                refused.add(parts.pop(index).task.id)
        raise CatalogueError(f"{place}: the expert did none of {tries} draws; take another number")

    def _another(
        self, parts: Sequence[Part], refused: set[str], instances: range, draw: random.Random
    ) -> Task:
        """Draw a part, preferably of an app that no other part uses, and never one that did not fit before."""
        there, apps = {part.task.id for part in parts}, {part.task.app for part in parts}
        left = [one for one in self._candidates if one.id not in there and one.id not in refused]
        if not left:
            refused.clear()
            left = [one for one in self._candidates if one.id not in there]
        template = draw.choice([one for one in left if one.first.app not in apps] or left)
        return template.task(draw.choice(instances) if template.parameters else 0)

    def _conditions(self, parts: Sequence[Part], draw: random.Random) -> list[Part]:
        """Give conditions to as many parts as there are conditions. The first of these always has to be done."""
        conditions = draw.sample(CONDITIONS, min(len(parts), len(CONDITIONS)))
        given = [Part(part.task) for part in parts]
        where = draw.sample(range(len(parts)), len(conditions))
        hold = [True, *(draw.random() < 0.5 for _ in conditions[1:])]
        for index, condition, holds in zip(where, conditions, hold, strict=True):
            given[index] = Part(parts[index].task, condition, holds)
        return given

    def parts(self, task: Task) -> list[Part]:
        """Return the parts of a chain of this template."""
        return self._parts_of(task.params["parts"])

    def _parts_of(self, data: Any) -> list[Part]:
        if not isinstance(data, (list, tuple)) or not FEWEST <= len(data) <= MOST:
            raise CatalogueError(f"{self._place}: parts: there must be {FEWEST} to {MOST}")
        return [self._read(one) for one in data]

    def _read(self, data: Mapping[str, Any]) -> Part:
        by_id = {one.id: one for one in self._templates}
        texts = {one.text: one for one in CONDITIONS}
        try:
            task = by_id[data["task"]].task(int(data.get("task_seed", 0)))
            condition = texts[data["if"]] if "if" in data else None
        except (KeyError, TypeError, ValueError) as error:
            raise CatalogueError(f"{self._place}: parts: no part is {data!r}: {error}") from error
        return Part(task, condition, bool(data.get("holds", True)))
