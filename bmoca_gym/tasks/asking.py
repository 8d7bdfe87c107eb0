"""Tasks whose goal leaves something out, and a scripted user who is asked for it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from immutables import Map

from bmoca_gym.errors import CatalogueError, UnknownTaskError
from bmoca_gym.handset.value import replace
from bmoca_gym.registry import loaded
from bmoca_gym.success_detectors.talk import LastWish, LeftUndone
from bmoca_gym.tasks.chain import Proof
from bmoca_gym.tasks.filling import PLACEHOLDER, instruction
from bmoca_gym.tasks.near_miss import ExpertCall
from bmoca_gym.tasks.task import Task
from bmoca_gym.tasks.template import SEEDS, DrawnTemplate, TaskTemplate
from bmoca_gym.tasks.user import USERS, Change, User

#: What an unsure user says.
UNKNOWN = "I don't know."

#: Most steps after the first question at which a fickle user changes their mind.
LATEST_CHANGE = 3

#: What is asked whether the expert does a task with a fickle user: ``module:name`` of a function.
PROOF = "bmoca_gym.demonstrations.chained:proof_against"

#: How often another value is drawn for a fickle user, before another part of the goal is left out.
_TRIES = 5

_NAME = re.compile(rf"(.+)_({'|'.join(USERS)})")

#: Words for what is left out, by the name of the parameter; of others, the name itself.
_WORDS = {
    "clipboard_content": "text", "date": "day", "end": "digits at the end", "first": "first name",
    "folder_name": "name", "from": "first day", "header": "line", "hours": "number of hours", "items": "list",
    "last": "last name", "minutes": "number of minutes", "name1": "name of the first person",
    "name2": "name of the second person", "names": "list", "new_file_name": "name of the new note",
    "file1_name": "name of the first note", "file2_name": "name of the second note",
    "file3_name": "name of the third note", "second_name": "second name", "second_wanted": "list of the second one",
    "seconds": "number of seconds", "to": "last day", "updated_content": "text", "wanted": "list", "when": "day",
}  # fmt: skip

#: Parts of a date; a goal without one of them would look odd.
_OF_DATES = ("year", "month", "day")


class Gap(NamedTuple):
    """What a goal leaves out.

    Attributes:
        path: the placeholder's parameter and part, such as ``event.title``.
        words: what it is, such as "title".
        value: what the whole goal says there.
        goal: the goal without it.
    """

    path: str
    words: str
    value: str
    goal: str


def named(name: str) -> tuple[str, str] | None:
    """Take the name of tasks with a user apart, such as ``contacts_add_contact_helpful``; None if it is none."""
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], found[2])


def gaps(template: TaskTemplate, task: Task, ask: str = "ask me for the {}") -> Iterator[Gap]:
    """Yield what the goal of an instance can leave out.

    ``ask``: what stands in its place, in parentheses.
    """
    text = template.data.get("instruction") or template.data.get("goal") or ""
    found = list(PLACEHOLDER.finditer(text)) if isinstance(text, str) else []
    for path in dict.fromkeys(match[1] for match in found):
        there = [match for match in found if match[1] == path]
        values = {instruction(match[0], task.params, task.id) for match in there}
        if path.rpartition(".")[2] in _OF_DATES or len(values) != 1:
            continue
        (value,) = values
        last = path.rpartition(".")[2]
        part = path.split(".")[-2] if last == "name" and "." in path else last
        words = _WORDS.get(part, part.replace("_", " "))
        cut, at = "", 0
        for match in there:
            cut += text[at : match.start()] + f"\0{'' if cut else ask.format(words)}\0"
            at = match.end()
        goal = instruction(cut + text[at:], task.params, task.id)
        if len(value) < 2 or value in goal or goal.count("\0") != 2 * len(there):
            continue
        goal = goal.replace("\0\0", "(that one)")
        yield Gap(path, words, value, re.sub("\0(.*?)\0", r"(\1)", goal))


def can_be_asked(template: TaskTemplate) -> bool:
    """Whether a task can have a user: it has an expert, and its goal something that can be left out."""
    task = template.first
    return (
        bool(template.parameters)
        and bool(task.expert)
        and task.user is None
        and task.told is None
        and task.ends_when is None
        and any(gaps(template, task))
    )


class AskTemplate(DrawnTemplate):
    """Template of a task with a user: the same number always leaves out the same.

    A task with a fickle user is one that its expert does although the user changes their mind. To find that out takes
    a second or less for each instance.

    Args:
        template: the whole task.
        user: one of `USERS`.

    Raises:
        UnknownTaskError: the goal of the task has nothing that can be left out.
    """

    def __init__(self, template: TaskTemplate, user: str) -> None:
        super().__init__(template.suite, f"{template.id}_{user}", template.parameters)
        self.whole, self._user = template, user
        if not can_be_asked(template) or (user == "unsure" and template.first.asks):
            raise UnknownTaskError(
                f"The task {template.id!r} can't have the user {user!r}: its goal has nothing that can be left out."
            )
        try:
            self.first = self.task()
        except CatalogueError as error:
            raise UnknownTaskError(str(error)) from error

    def __reduce__(self) -> Any:
        return AskTemplate, (self.whole, self._user)

    def _made(self, task_seed: int, given: Mapping[str, Any], place: str) -> Task:
        task = self.whole.task(task_seed, given)
        draw = random.Random(f"{self._place}/{task_seed}")
        found = list(gaps(self.whole, task))
        draw.shuffle(found)
        for gap in found:
            if self._user == "helpful":
                return self._helpful(task, gap)
            if self._user == "unsure":
                return self._unsure(task, gap)
            latest = draw.randint(1, LATEST_CHANGE)
            other = self._other(task, gap, draw, given)
            if other is None:
                continue
            proof: Callable[[Task, Sequence[Task]], Proof] = loaded(PROOF)
            for after in range(latest, 0, -1):
                made = self._fickle(task, gap, *other, after)
                if proof(made, ()).done:
                    return made
        raise CatalogueError(f"{place}: nothing in its goal can be left out; take another number")

    def gap(self, task: Task) -> Gap:
        """Return what the goal of one of its instances leaves out."""
        whole = self.whole.task(task.task_seed, task.params)
        return next(gap for gap in gaps(self.whole, whole) if gap.goal == task.instruction)

    def _asked(self, task: Task, gap: Gap, **fields: Any) -> Task:
        """The task with a user."""
        ask = ExpertCall("user.ask", Map(question=f"What is the {gap.words}?"), task.expert[0].packages)
        return replace(
            task,
            id=self.id,
            gym_name="",
            **{
                "instruction": gap.goal,
                "extra": True,
                "near_misses": (),
                "human_steps": None,
                "representative": False,
                "step_limit": task.step_limit + 1,
                "user": User(self._user, task.id),
                "expert": (ask, *task.expert),
            }
            | fields,
        )

    def _helpful(self, task: Task, gap: Gap) -> Task:
        return self._asked(task, gap, reply=_said(gap))

    def _unsure(self, task: Task, gap: Gap) -> Task:
        ask = self._asked(task, gap).expert[0]
        give_up = ExpertCall("user.give_up", Map(message=f"Nobody knows the {gap.words}."), ask.packages)
        return self._asked(
            task, gap, reply=UNKNOWN, expert=(ask, give_up), corrected=LeftUndone(), upstream=LeftUndone(),
            sub_goals=(), ends="finish", unfinished="fails",
        )  # fmt: skip

    def _fickle(self, task: Task, gap: Gap, other: Task, then: Gap, after: int) -> Task:
        says = f"I have changed my mind. {_said(then)}"
        later = self._asked(
            other, then, instruction=f"{then.goal}\n{says}", reply=_said(then), expert=other.expert,
            step_limit=task.step_limit + other.step_limit + 1,
        )  # fmt: skip
        return self._asked(
            task, gap, reply=_said(gap), user=User(self._user, task.id, Change(after, says, later)),
            step_limit=later.step_limit, sub_goals=(),
            corrected=LastWish(task.corrected, other.corrected), upstream=LastWish(task.upstream, other.upstream),
        )  # fmt: skip

    def _other(
        self, task: Task, gap: Gap, draw: random.Random, given: Mapping[str, Any]
    ) -> tuple[Task, Gap] | None:
        """The task with another value in the gap, on a phone that begins in the same state; None if there is none."""
        name = gap.path.partition(".")[0]
        if name not in task.params:
            return None
        for _ in range(_TRIES):
            try:
                value = self.whole.task(draw.randrange(SEEDS)).params[name]
                other = self.whole.task(task.task_seed, {**given, name: value})
            except CatalogueError:  # the value does not fit the others
                continue
            then = next((one for one in gaps(self.whole, other) if one.path == gap.path), None)
            if (
                then is not None
                and then.value != gap.value
                and then.goal == gap.goal
                and other.corrected != task.corrected
                and other.set_up_steps == task.set_up_steps
            ):
                return other, then
        return None


def _said(gap: Gap) -> str:
    """What the user says when asked."""
    return f"The {gap.words} is: {gap.value}"
