"""The interface to Inspect: an evaluation of tasks on the phone, ``inspect eval bmoca_gym/phone``.

A sample is a task, the number of its instance and a configuration of the phone. Each sample has a phone in Inspect's
process, which the model plays through the tools of `PhoneTools`; the scorer reads the verdict of the task's own judge.
"""

from __future__ import annotations

import base64
import functools
import math
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, Content, ContentImage, ContentText
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.tool import Tool, ToolDef

from bmoca_gym import randomization, splits, tasks
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ArgumentError, cut
from bmoca_gym.integrations.rows import named
from bmoca_gym.integrations.tools import PROMPT, TOOLS, PhoneTools
from bmoca_gym.randomization.environments import Environments

#: What a model may be shown: the screen's elements as text, or a picture beside them.
OBSERVATIONS = ("text", "both")

#: What a sample's score has, and the means of a log.
VALUES = ("success", "score", "steps", "expert_distance", "side_effects", "harmful_acts")

#: The phones of the samples that are being played, by the sample's uuid.
_phones: dict[str, PhoneTools] = {}


@task
def phone(
    choice: str | list[str] = "representative",
    environments: str | list[str] = "test",
    instances: int = 1,
    observation: str = "text",
) -> Task:
    """Make an evaluation of tasks on the phone.

    Args:
        choice: tasks, as of `gymnasium.make`, such as ``"representative"`` or ``"androidworld/all"``.
        environments: configurations, as of `gymnasium.make`. Whole numbers from 100 on are ids too.
        instances: how many instances of a task with parameters, from number 0 on, or in a part for validation from its
            first.
        observation: ``"text"``, or ``"both"`` to add a picture of the screen to every text.

    Raises:
        ArgumentError: a number or name is invalid.
        UnknownTaskError, UnknownEnvironmentError: there is no such task or configuration.
    """
    if observation not in OBSERVATIONS:
        raise ArgumentError(
            f"observation is {cut(observation)}; it must be one of {', '.join(OBSERVATIONS)}."
        )
    found = samples(choice, environments, instances)
    return Task(
        dataset=MemoryDataset(
            found, name=f"bmoca_gym {choice if isinstance(choice, str) else ','.join(choice)}"
        ),
        setup=start(observation),
        solver=generate(tool_calls="loop"),
        scorer=judge(),
        cleanup=_end,
        # A call that can't be done costs no step, so that a model could go on for ever.
        turn_limit=2 * max(template.first.step_limit for template in tasks.templates(choice)),
    )


def samples(
    choice: tasks.TaskChoice = "representative", environments: Environments = "test", instances: int = 1
) -> list[Sample]:
    """Make the samples: each instance of each task in each configuration; arguments as of `phone`."""
    configurations = tuple(dict.fromkeys(randomization.select(_named(environments))))
    made = []
    for one in splits.evaluation_tasks(choice, instances):
        for configuration in configurations:
            row = {
                "task": f"{one.suite}/{one.id}",
                "seed": one.task_seed,
                "configuration": named(configuration, one.suite),
            }
            made.append(
                Sample(
                    input=f"Task: {one.instruction}",  # what tells samples apart in the viewer's table
                    id=f"{row['task']}#{row['seed']} in {row['configuration']}",
                    metadata=row,
                )
            )
    return made


def _named(environments: Any) -> Environments:
    """Return configurations in which the ids that Inspect has read as numbers, such as 100, are texts again.

    Raises:
        ArgumentError: a number may have been another id, as YAML reads 034 as 28.
    """
    given = environments if isinstance(environments, (list, tuple)) else [environments]
    for one in given:
        if isinstance(one, int) and one < 100:
            raise ArgumentError(
                f"environments has the number {one}: the command line reads ids such as 034 as numbers. Put the suite "
                "before it: -T environments=bmoca/034."
            )
    return [str(one) if isinstance(one, int) else one for one in given]


@solver
def start(observation: str = "text") -> Solver:
    """Start the sample's task on its own phone, and give the model the prompt, the first screen and the tools."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        played = _phones[state.uuid] = PhoneTools(held_out=True, side_effects=True)
        shown = played.reset(**state.metadata)
        state.user_prompt.content = _told(played, shown, observation)
        state.messages.insert(0, ChatMessageSystem(content=PROMPT))
        state.tools.extend(_tool(played, name, state, observation) for name in TOOLS)
        return state

    return solve


def _tool(played: PhoneTools, name: str, state: TaskState, observation: str) -> Tool:
    method = getattr(played, name)

    @functools.wraps(method)  # Inspect reads the parameters and what they mean
    async def execute(**arguments: Any) -> list[Content]:
        said = method(**arguments)
        state.completed = played.session.over
        return _told(played, said, observation)

    return ToolDef(execute, name=name).as_tool()


def _told(played: PhoneTools, text: str, observation: str) -> list[Content]:
    told: list[Content] = [ContentText(text=text)]
    if observation == "both":
        picture = base64.b64encode(png(played.session.picture())).decode()
        told.append(ContentImage(image=f"data:image/png;base64,{picture}"))
    return told


@scorer(metrics={"*": [mean(), stderr(cluster="task")]})
def judge() -> Scorer:
    """Score the phone as the task's own judge does, and count what `PhoneSession.report` has beside that.

    ``success`` is 0 or 1, ``score`` the completed share. ``side_effects``, ``harmful_acts`` and ``expert_distance`` are
    NaN, which Inspect leaves out of its means, where they are not known. The texts are in the score's metadata.
    """

    async def score(state: TaskState, target: Target) -> Score:
        told = _phones[state.uuid].session.report()
        return Score(
            value={name: _number(told[name]) for name in VALUES},
            answer=state.output.completion,
            explanation="\n".join(told["evidence"]),
            metadata={
                name: told[name]
                for name in ("step_limit", "sub_goals", "over", "side_effects", "harmful_acts")
            },
        )

    return score


def _number(told: float | list[str] | None) -> float:
    if told is None:
        return math.nan
    return float(len(told) if isinstance(told, list) else told)


async def _end(state: TaskState) -> None:
    played = _phones.pop(state.uuid, None)
    if played is not None:
        played.session.close()
