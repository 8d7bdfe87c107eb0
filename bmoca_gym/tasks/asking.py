"""Tasks whose goal leaves something out, and a scripted user whom the agent can ask for it."""

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
from bmoca_gym.tasks.plain import frozen
from bmoca_gym.tasks.task import Task
from bmoca_gym.tasks.template import SEEDS, DrawnTemplate, TaskTemplate
from bmoca_gym.tasks.user import USERS, Change, User

#: What an unsure user says.
UNKNOWN = "I don't know."

#: Most steps after the first question at which a fickle user changes their mind.
LATEST_CHANGE = 3

#: Function that checks that the expert can do a task with a fickle user, as ``module:name``.
PROOF = "bmoca_gym.demonstrations.chained:proof_against"

#: How many values are drawn for a fickle user before a different part of the goal is left out.
_TRIES = 5

_NAME = re.compile(rf"(.+)_({'|'.join(USERS)})")

#: Words for what is left out, by parameter name; any other parameter is called by its own name.
_WORDS = {
    "clipboard_content": "text", "date": "day", "end": "digits at the end", "first": "first name",
    "folder_name": "name", "from": "first day", "header": "line", "hours": "number of hours", "items": "list",
    "last": "last name", "minutes": "number of minutes", "name1": "name of the first person",
    "name2": "name of the second person", "names": "list", "new_file_name": "name of the new note",
    "file1_name": "name of the first note", "file2_name": "name of the second note",
    "file3_name": "name of the third note", "second_name": "second name", "second_wanted": "list of the second one",
    "seconds": "number of seconds", "to": "last day", "updated_content": "text", "wanted": "list", "when": "day",
}  # fmt: skip

#: Parameter of tasks whose goal has no placeholders: the words for what is left out.
LEFT_OUT = "left_out"

#: Parts of a date: a goal that lacked just one of them would look odd.
_OF_DATES = ("year", "month", "day")


class Gap(NamedTuple):
    """What a goal leaves out.

    Attributes:
        path: the placeholder's parameter and part, such as ``event.title``.
        words: what it is, such as "title".
        value: what the complete goal says there.
        goal: the goal with this part left out.
    """

    path: str
    words: str
    value: str
    goal: str


class Held(NamedTuple):
    """What a user may hold back from a goal without placeholders, according to ``asks.yaml``.

    Attributes:
        template: the task.
        parts: what each is called, such as "time", and its text in the goal.
    """

    template: TaskTemplate
    parts: tuple[tuple[str, str], ...]


def held_gaps(goal: str, parts: Sequence[tuple[str, str]]) -> Iterator[Gap]:
    """Yield the parts that a goal without placeholders can leave out."""
    for words, value in parts:
        bare = value[1:-1] if value[0] + value[-1] in ("()", "''", '""') else value
        yield Gap(words, words, bare, goal.replace(value, f"(ask me for the {words})"))


def named(name: str) -> tuple[str, str] | None:
    """Split the name of a task with a user, such as ``contacts_add_contact_helpful``; None if it isn't such a name."""
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], found[2])


def gaps(template: TaskTemplate, task: Task, ask: str = "ask me for the {}") -> Iterator[Gap]:
    """Yield the parts that the goal of an instance can leave out.

    ``ask``: the words in parentheses that take its place.
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


def can_be_asked(template: TaskTemplate, parts: Sequence[tuple[str, str]] = ()) -> bool:
    """Whether a task can have a user: it needs an expert, and a goal from which something can be left out.

    ``parts``: see `Held`.
    """
    task = template.first
    return (
        bool(task.expert)
        and task.user is None
        and task.told is None
        and task.ends_when is None
        and (bool(parts) or (bool(template.parameters) and any(gaps(template, task))))
    )


class AskTemplate(DrawnTemplate):
    """Template of a task with a user. The same seed always leaves out the same part of the goal.

    With a fickle user, only instances that the expert can do despite the change of mind are made. Checking that takes a
    second or less per instance.

    Args:
        template: the complete task.
        user: one of `USERS`.
        parts: what its goal can leave out if it has no parameters; see `Held`. The parameter ``left_out`` names one.
        others: tasks that a fickle user may want instead.
        nothing: why nothing can be left out of its goal, if so.

    Raises:
        UnknownTaskError: nothing can be left out of the task's goal.
    """

    def __init__(
        self,
        template: TaskTemplate,
        user: str,
        parts: tuple[tuple[str, str], ...] = (),
        others: tuple[Held, ...] = (),
        nothing: str = "",
    ) -> None:
        super().__init__(template.suite, f"{template.id}_{user}", template.parameters or (LEFT_OUT,))
        self.whole, self.others, self._user, self._parts_held = template, others, user, parts
        if not can_be_asked(template, parts) or (user == "unsure" and template.first.asks):
            why = nothing or "its goal has nothing that can be left out"
            raise UnknownTaskError(f"The task {template.id!r} can't have the user {user!r}: {why}.")
        try:
            self.first = self.task()
        except CatalogueError as error:
            raise UnknownTaskError(str(error)) from error

    def __reduce__(self) -> Any:
        return AskTemplate, (self.whole, self._user, self._parts_held, self.others)

    @property
    def made_of(self) -> frozenset[str]:
        """The ids of the complete task, and of those that a fickle user may want instead."""
        return self.whole.made_of.union(*(other.template.made_of for other in self.others))

    def _made(self, task_seed: int, given: Mapping[str, Any], place: str) -> Task:
        if self.whole.parameters:
            task = self.whole.task(task_seed, given)
        else:
            task = replace(self.whole.first, task_seed=task_seed, params=frozen(given))
        draw = random.Random(f"{self._place}/{task_seed}")
        found = self._gaps(task)
        draw.shuffle(found)
        for gap in found:
            if given.get(LEFT_OUT, gap.words) != gap.words:
                continue
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
        """Return the part that the goal of one of its instances leaves out."""
        whole = self.whole.task(task.task_seed, task.params) if self.whole.parameters else self.whole.first
        return next(gap for gap in self._gaps(whole) if gap.goal == task.instruction)

    def _gaps(self, task: Task) -> list[Gap]:
        """The parts that the goal of an instance of the complete task can leave out."""
        if not self.whole.parameters:
            return list(held_gaps(task.instruction, self._parts_held))
        return list(gaps(self.whole, task))

    def _asked(self, task: Task, gap: Gap, **fields: Any) -> Task:
        """Build the task with a user."""
        ask = ExpertCall("user.ask", Map(question=f"What is the {gap.words}?"), task.expert[0].packages)
        if not self.whole.parameters:
            fields = {"params": frozen({LEFT_OUT: gap.words})} | fields
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
        """The same task with another value in the gap and the same start state; None if there is none."""
        if not self.whole.parameters:
            return self._other_task(task, gap, draw)
        name = gap.path.partition(".")[0]
        if name not in task.params:
            return None
        for _ in range(_TRIES):
            try:
                value = self.whole.task(draw.randrange(SEEDS)).params[name]
                other = self.whole.task(task.task_seed, {**given, name: value})
            except CatalogueError:  # the value does not go with the others
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

    def _other_task(self, task: Task, gap: Gap, draw: random.Random) -> tuple[Task, Gap] | None:
        """Another task of the suite whose goal differs only in the gap's value; None if there is none."""
        found = []
        for template, parts in self.others:
            other = template.first
            for then in held_gaps(other.instruction, parts):
                if (then.words, then.goal) == (gap.words, gap.goal) and _begin_alike(task, other):
                    found.append((replace(other, task_seed=task.task_seed), then))
        return draw.choice(found) if found else None


def _begin_alike(one: Task, other: Task) -> bool:
    """Whether two tasks have the same start and end conditions but different success rules."""
    same = ("set_up_steps", "image", "ends", "begins", "asks", "told", "ends_when", "unfinished")
    return one.corrected != other.corrected and all(
        getattr(one, name) == getattr(other, name) for name in same
    )


def _said(gap: Gap) -> str:
    """What the user says when asked."""
    return f"The {gap.words} is: {gap.value}"
