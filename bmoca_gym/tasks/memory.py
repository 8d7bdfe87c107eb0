"""Memory across apps: the answer to a suite's question is read in one app and written down in another."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.errors import CatalogueError, UnknownTaskError
from bmoca_gym.handset.value import replace
from bmoca_gym.registry import loaded
from bmoca_gym.success_detectors.answer import AnswerRule
from bmoca_gym.tasks.asking import gaps
from bmoca_gym.tasks.chain import Proof
from bmoca_gym.tasks.plain import frozen
from bmoca_gym.tasks.task import Task
from bmoca_gym.tasks.template import INSTANCES, DrawnTemplate, TaskTemplate

#: How many questions are drawn before a seed is given up.
TRIES = 20

#: Function that checks that the expert can do such a task but not by a shortcut, as ``module:name``.
PROOF = "bmoca_gym.demonstrations.chained:proof_against"

_NAME = re.compile(r"memory_([a-z]+)")


class Family(NamedTuple):
    """Tasks that write down an answer.

    Attributes:
        task: id of the task that writes.
        param: the parameter that is set to the answer.
    """

    task: str
    param: str


def named(name: str) -> str | None:
    """Return the family with a name such as ``memory_note``; None if there is none."""
    found = _NAME.fullmatch(name)
    return None if found is None else found[1]


def expected(task: Task) -> str | None:
    """Return the answer to a question, if it is one text or one whole number that a judge could look for."""
    rule = task.corrected
    if not isinstance(rule, AnswerRule):
        return None
    given = rule.text if rule.text is not None else rule.number
    if isinstance(given, tuple):
        given = given[0] if len(given) == 1 else None
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    return str(given) if isinstance(given, (str, int)) and not isinstance(given, bool) else None


class MemoryTemplate(DrawnTemplate):
    """Draws tasks that carry an answer from one app to another. The same seed always gives the same task.

    The expert can do every drawn task, while one that only reads, or that writes the answer to another instance of the
    question, fails.

    Args:
        suite: name of the suite.
        name: such as ``memory_note``.
        family: the family of tasks that write the answer.
        templates: the suite's tasks.

    Raises:
        UnknownTaskError: the suite has no questions with such an answer.
    """

    def __init__(self, suite: str, name: str, family: Family, templates: Sequence[TaskTemplate]) -> None:
        super().__init__(suite, name, ("question", "question_seed"))
        self._family, self._templates = family, tuple(templates)
        self._by_id = {one.id: one for one in self._templates}
        self._writer = self._by_id[family.task]
        self._questions = [
            one
            for one in self._templates
            if one.first.asks
            and one.first.expert
            and one.parameters
            and one.first.app != self._writer.first.app
            and one.first.clock == self._writer.first.clock
            and expected(one.first) is not None
        ]
        if not self._questions:
            raise UnknownTaskError(f"{self._place}: the suite has no question whose answer could be written.")

    def __reduce__(self) -> Any:
        return MemoryTemplate, (self.suite, self.id, self._family, self._templates)

    @property
    def made_of(self) -> frozenset[str]:
        """The ids of the task that writes, and of all questions."""
        return frozenset(one.id for one in (self._writer, *self._questions))

    def _made(self, task_seed: int, given: Mapping[str, Any], place: str) -> Task:
        if given:
            return self._whole(given, task_seed, place)
        proof: Callable[[Task, Sequence[Task]], Proof] = loaded(PROOF)
        draw = random.Random(f"{self._place}/{task_seed}")
        (instances,) = [numbers for numbers in INSTANCES.values() if task_seed in numbers]
        for _ in range(TRIES):
            question, number = draw.choice(self._questions), draw.choice(instances)
            other = question.task(draw.choice(instances))
            try:
                task = self._whole({"question": question.id, "question_seed": number}, task_seed, place)
                wrong = self._writes(other, task_seed, place)
            except CatalogueError:  # the answer can't be written down
                continue
            if expected(other) == expected(question.task(number)):
                continue
            found = proof(task, [question.task(number), wrong])
            if found.done and not found.wrong:
                return task
        raise CatalogueError(f"{place}: the expert did none of {TRIES} draws; take another number")

    def _writes(self, question: Task, task_seed: int, place: str) -> Task:
        """The task that writes the answer to a question."""
        answer = expected(question)
        if answer is None:
            raise CatalogueError(
                f"{place}: the answer to {question.instruction!r} is not a single text or number"
            )
        return self._writer.task(task_seed, {self._family.param: answer})

    def _whole(self, params: Mapping[str, Any], task_seed: int, place: str) -> Task:
        """The task of a question, given by its id and the number of its instance."""
        if params.get("question") not in {one.id for one in self._questions}:
            raise CatalogueError(
                f"{place}: question: is {params.get('question')!r}; it must be a question's id"
            )
        question = self._by_id[params["question"]].task(int(params.get("question_seed", 0)))
        writes = self._writes(question, task_seed, place)
        gap = next(
            (gap for gap in gaps(self._writer, writes, "the answer") if gap.path == self._family.param), None
        )
        if gap is None:
            raise CatalogueError(f"{place}: the goal of {writes.id!r} does not name the answer once")
        limit = question.step_limit + writes.step_limit
        return replace(
            writes,
            id=self.id,
            gym_name="",
            instruction=f"Find the answer to this: {question.instruction.strip()}\nThen do this with it: {gap.goal}",
            category="Memory",
            step_limit=limit,
            paper_step_limit=limit,
            set_up_steps=(*question.set_up_steps, *writes.set_up_steps),
            tear_down_steps=(*writes.tear_down_steps, *question.tear_down_steps),
            representative=False,
            near_misses=(),
            extra=True,
            params=frozen({"question": question.id, "question_seed": question.task_seed}),
            task_seed=task_seed,
            complexity=question.complexity + writes.complexity,
            human_steps=None,
            expert=(*question.expert, *writes.expert),
            needs=tuple(dict.fromkeys((*writes.all_needs, *question.all_needs))),
            ends="finish",
            unfinished="fails",
            begins="home",
            stop_after_repeats=0,
        )
