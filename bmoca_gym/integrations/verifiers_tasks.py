"""The interface to verifiers and prime-rl: tasks on the phone as a ``Taskset`` of ``verifiers.v1``.

All rollouts of an environment's worker share one tool server, a process with a phone for each rollout: the tools of
`PhoneTools`, and ``look``. The state of the episode comes back as the rollout's state, which the rewards read.
"""

from __future__ import annotations

import functools
import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

import verifiers.v1 as vf

from bmoca_gym import tasks
from bmoca_gym.envs.rewards import Reward, options_of
from bmoca_gym.errors import ArgumentError
from bmoca_gym.integrations.rows import dataset, eval_dataset
from bmoca_gym.integrations.tools import PROMPT, TOOLS, PhoneTools

__all__ = ["PhoneTaskset"]

#: Most phones of a tool server. The one that was used longest ago gives way: its rollout has been given up.
MOST_PHONES = 4096


class PhoneData(vf.TaskData):
    """A task: its id, the number of the instance, the id of the configuration, what a step earns, and most turns."""

    task: str
    seed: int = 0
    configuration: str = ""
    held_out: bool = False
    reward: str | dict[str, Any] = "success"
    most_turns: int


class PhoneState(vf.State):
    """How a rollout's episode stands. ``rollout`` and ``data`` say which episode it is."""

    rollout: str = ""
    data: PhoneData | None = None
    began: bool = False
    over: bool = False
    steps: int = 0
    reward: float = 0.0
    success: bool = False
    score: float = 0.0


class PhoneTask(vf.Task[PhoneData, PhoneState]):
    """A task on the phone, and its rewards."""

    async def setup(self, trace: vf.Trace) -> None:
        """Tell the tool server which episode this rollout plays."""
        trace.state.rollout, trace.state.data = trace.id, self.data

    @vf.stop
    async def over(self, trace: vf.Trace) -> bool:
        """The episode is over."""
        return bool(trace.state.over)

    @vf.stop
    async def most_turns(self, trace: vf.Trace) -> bool:
        """The model has had twice as many turns as the task has steps: a call that can't be done costs no step."""
        return trace.num_turns >= self.data.most_turns

    @vf.reward
    async def reward(self, trace: vf.Trace) -> float:
        """What the steps have earned."""
        return float(trace.state.reward)

    @vf.metric
    async def standing(self, trace: vf.Trace) -> dict[str, float]:
        """How the task stands, as its judge says: ``success`` 0 or 1, ``score`` 0 to 1; and the number of ``steps``."""
        state = trace.state
        return {"success": float(state.success), "score": float(state.score), "steps": float(state.steps)}


class PhoneToolset(vf.Toolset[vf.SharedToolsetConfig, PhoneState]):
    """The tool server: the tools of `PhoneTools` on the phone of the calling rollout."""

    TOOL_PREFIX = None

    def __init__(self, config: vf.SharedToolsetConfig) -> None:
        super().__init__(config)
        self._phones: OrderedDict[str, PhoneTools] = OrderedDict()

    def register(self, mcp: Any) -> None:
        """Register the tools."""
        for name in (*TOOLS, "look"):
            tool = self._tool(name)
            mcp.add_tool(self._with_state(tool), name=name, description=inspect.getdoc(tool))

    def _tool(self, name: str) -> Callable[..., str]:
        method = getattr(_Phone, name)
        signature = inspect.signature(method, eval_str=True)

        @functools.wraps(method)
        def call(**arguments: Any) -> str:
            phone = self._phone()
            said: str = method(phone, **arguments)
            told = phone.session.score()
            for field in ("over", "steps", "reward", "success", "score"):
                setattr(self.state, field, told[field])
            if phone.session.over:
                self._phones.pop(self.state.rollout, None)
            return said

        call.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
        return call

    def _phone(self) -> PhoneTools:
        state = self.state
        phone = self._phones.get(state.rollout)
        if phone is None:
            if state.data is None or state.began:
                raise ArgumentError("The episode is over, or its phone is gone.")
            phone = _Phone(reward=state.data.reward)
            phone.reset(state.data.task, state.data.seed, state.data.configuration, state.data.held_out)
            self._phones[state.rollout] = phone
            state.began = True
            if len(self._phones) > MOST_PHONES:
                self._phones.popitem(last=False)[1].session.close()
        self._phones.move_to_end(state.rollout)
        return phone


class _Phone(PhoneTools):
    def look(self) -> str:
        """Say what is on the screen. This is not a step of the task."""
        return self.session.text()


class PhoneTasksetConfig(vf.TasksetConfig):
    """What is trained on, and where the tool server runs."""

    choice: str | list[str] = "representative"
    """Tasks, as of `gymnasium.make`; several in a list, or separated by commas."""
    environments: str | list[str] = "train"
    """Configurations, in the same way."""
    instances: int = 1
    """How many instances of a task with parameters."""
    held_out: bool = False
    """Whether to evaluate: instances are then those for tests, and configurations may be."""
    reward: str | dict[str, Any] = "success"
    """What a step earns, as of `PhoneEnv`: ``success``, ``score``, ``sub_goals``, ``expert_distance``, …."""
    tools: vf.SharedToolsetConfig = vf.SharedToolsetConfig()


class PhoneTaskset(vf.Taskset[PhoneTask, PhoneTasksetConfig]):
    """Tasks of any suite in configurations of the phone. Without ``held_out`` none is for validation or tests."""

    def load(self) -> Iterator[PhoneTask]:
        """Yield each task in each configuration.

        Raises:
            ArgumentError: there is no such reward, or tasks or configurations are for validation or tests.
            UnknownTaskError, UnknownEnvironmentError: there is no such task or configuration.
        """
        config = self.config
        Reward(options_of(config.reward))
        rows = eval_dataset if config.held_out else dataset
        for row in rows(_names(config.choice), _names(config.environments), config.instances):
            suite, _, name = row["task"].partition("/")
            played = tasks.suite(suite).get(name, row["seed"])
            yield PhoneTask(
                PhoneData(
                    name=f"{row['task']}#{row['seed']} in {row['configuration']}",
                    prompt=f"{PROMPT} Call look to see the screen.\n\nTask: {played.instruction}",
                    task=row["task"],
                    seed=row["seed"],
                    configuration=row["configuration"],
                    held_out=config.held_out,
                    reward=config.reward,
                    most_turns=2 * played.step_limit,
                ),
                config.task,
            )

    @classmethod
    def toolsets(cls, config: PhoneTasksetConfig) -> list[vf.Toolset]:
        """Return the tool server that all rollouts share."""
        return [PhoneToolset(config.tools)]


def _names(given: str | list[str]) -> list[str]:
    """Split names at commas: verifiers' command line has no other way to give several."""
    return [name.strip() for name in given.split(",")] if isinstance(given, str) else given


if __name__ == "__main__":
    PhoneToolset.run()
