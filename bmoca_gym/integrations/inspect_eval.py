"""The interface to Inspect: an evaluation of tasks on the phone, ``inspect eval bmoca_gym/phone``.

A sample is a task, the number of its instance and a configuration of the phone. Each sample has a phone in Inspect's
process, which the model plays through the tools of `PhoneTools`; the scorer reads the verdict of the task's own judge.
"""

from __future__ import annotations

import base64
import functools
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, Content, ContentImage, ContentText
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver
from inspect_ai.tool import Tool, ToolDef

from bmoca_gym import randomization, tasks
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ArgumentError, cut
from bmoca_gym.integrations.rows import named
from bmoca_gym.integrations.tools import PROMPT, TOOLS, PhoneTools
from bmoca_gym.randomization.environments import Environments
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED

#: What a model may be shown: the screen's elements as text, or a picture beside them.
OBSERVATIONS = ("text", "both")

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
        instances: how many instances of a task with parameters, from number 0 on.
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
    whole = isinstance(instances, int) and not isinstance(instances, bool)
    if not whole or not 1 <= instances <= FIRST_TRAINING_SEED:
        raise ArgumentError(
            f"instances is {cut(instances)}; it must be a whole number from 1 to {FIRST_TRAINING_SEED}: later "
            "instances are for training."
        )
    configurations = tuple(dict.fromkeys(randomization.select(_named(environments))))
    made = []
    for template in tasks.templates(choice):
        suite = template.first.suite
        for seed in range(instances if template.parameters else 1):
            said = template.task(seed).instruction
            for configuration in configurations:
                row = {
                    "task": f"{suite}/{template.id}",
                    "seed": seed,
                    "configuration": named(configuration, suite),
                }
                made.append(
                    Sample(
                        input=[ChatMessageSystem(content=PROMPT), ChatMessageUser(content=f"Task: {said}")],
                        id=f"{row['task']}#{seed} in {row['configuration']}",
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
    """Start the sample's task on its own phone, and give the model the first screen and the tools."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        played = _phones[state.uuid] = PhoneTools()
        shown = played.reset(**state.metadata)
        state.user_prompt.content = _told(played, shown, observation)
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
    """Score the phone as the task's own judge does: ``success`` is 0 or 1, ``score`` the share of sub-goals."""

    async def score(state: TaskState, target: Target) -> Score:
        told = _phones[state.uuid].session.score()
        return Score(
            value={"success": float(told["success"]), "score": float(told["score"])},
            answer=state.output.completion,
            explanation="\n".join(told["evidence"]),
            metadata={name: told[name] for name in ("steps", "step_limit", "sub_goals", "over")},
        )

    return score


async def _end(state: TaskState) -> None:
    played = _phones.pop(state.uuid, None)
    if played is not None:
        played.session.close()
