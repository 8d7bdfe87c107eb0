"""A CUBE benchmark of phone tasks, with the entry point ``bmoca-gym``: a task, its tools, and its score.

Needs Python 3.12 and the extra ``cube``. ``PhoneBenchmarkConfig().get_task_configs()`` has every task of every suite.
"""

from __future__ import annotations

from typing import Any, ClassVar

from cube.benchmark import Benchmark, BenchmarkConfig, BenchmarkMetadata, ResetIsolation
from cube.container import Container
from cube.core import Action, ActionSchema, AgentStop, Observation, TextContent
from cube.task import Task, TaskConfig, TaskMetadata
from cube.tool import Tool, ToolConfig, tool_action

from bmoca_gym import randomization, tasks
from bmoca_gym.errors import UnknownEnvironmentError
from bmoca_gym.integrations.rows import named
from bmoca_gym.integrations.tool_calls import CalledPhone, schemas
from bmoca_gym.version import __version__


class PhoneTool(Tool):
    """The tools of one phone, and CUBE's own ``final_step``, which ends the episode.

    Args:
        configuration: as of `PhoneSession.start`.
    """

    def __init__(self, configuration: str = "") -> None:
        self.phone = CalledPhone(held_out=True, side_effects=True)
        self.configuration = configuration

    @property
    def action_set(self) -> list[ActionSchema]:
        """The tools' schemas."""
        return [*(ActionSchema(**schema) for schema in schemas().values()), *super().action_set]

    def execute_action(self, action: Action) -> Observation:
        """Call a tool. Return the screen that follows, or why nothing was done.

        Raises:
            AgentStop: the action is ``final_step``.
        """
        if action.name == "final_step":
            return super().execute_action(action)
        shown = self.phone.call(action.name, action.arguments)
        return Observation(contents=[TextContent(data=shown, tool_call_id=action.id)])

    async def async_execute_action(self, action: Action) -> Observation:
        """Same as `execute_action`, in the same thread, since phones share caches."""
        return self.execute_action(action)

    @tool_action
    def final_step(self) -> str:
        """Stop the task execution."""
        self.phone.finish("")
        raise AgentStop


class PhoneToolConfig(ToolConfig):
    """How a phone is made."""

    #: Id of a configuration; "" for the first of the task's suite for tests.
    configuration: str = ""

    def make(self, container: Container | None = None) -> PhoneTool:
        """Make the tools of a phone. No container is needed."""
        return PhoneTool(self.configuration)


class PhoneTask(Task[TaskMetadata, PhoneTool]):
    """An episode. Its reward is 1.0 if the suite's own judge says that the task is done."""

    #: Number of the instance, for a task with parameters.
    seed: int = 0

    def reset(self) -> tuple[Observation, dict[str, Any]]:
        """Start the task on a new phone. Return its instruction with the first screen, and an empty info."""
        configuration = self.tool.configuration or _for_tests(self.metadata.id.partition("/")[0])
        shown = self.tool.phone.reset(self.metadata.id, self.seed, configuration)
        return Observation.from_text(shown), {}

    def evaluate(self, obs: Observation | None = None) -> tuple[float, dict[str, Any]]:
        """Return 1.0 for success or 0.0, and `PhoneSession.report`."""
        told = self.tool.phone.session.report()
        return float(told["success"]), told

    def finished(self, obs: Observation | None = None) -> bool:
        """Whether the episode is over: the task is done or has failed, or its step limit is reached."""
        return self.tool.phone.session.over


def _for_tests(suite: str) -> str:
    """Return a suite's first test configuration, or "" if it has none of its own."""
    try:
        return named(randomization.select(f"{suite}/test")[0], suite)
    except UnknownEnvironmentError:
        return ""


class PhoneTaskConfig(TaskConfig[TaskMetadata]):
    """A task, by its id and the number of its instance: ``seed``."""

    def make(self, runtime_context: dict[str, Any] | None = None) -> PhoneTask:
        """Make the task with a phone of its own."""
        return PhoneTask(
            metadata=self.metadata,
            tool_config=self.tool_config or PhoneToolConfig(),
            runtime_context=runtime_context,
            seed=self.seed or 0,
        )


class PhoneBenchmark(Benchmark):
    """The benchmark while it runs: every task has a phone of its own, and nothing is shared."""

    def _setup(self) -> None:
        pass

    def close(self) -> None:
        """Do nothing: phones are values."""


def _described() -> dict[str, TaskMetadata]:
    """Return the metadata of every task of every suite. A task with parameters is described by its first instance."""
    found = [task for suite in tasks.suites() for task in tasks.templates(f"{suite}/all")]
    described = [
        TaskMetadata(
            id=f"{template.first.suite}/{template.id}",
            abstract_description=template.first.instruction,
            recommended_max_steps=template.first.step_limit,
        )
        for template in found
    ]
    return {one.id: one for one in described}


class PhoneBenchmarkConfig(BenchmarkConfig[TaskMetadata]):
    """All tasks of all suites; ``named_subset("androidworld")`` chooses a suite."""

    task_metadata: ClassVar[dict[str, TaskMetadata]] = _described()
    benchmark_metadata: ClassVar[BenchmarkMetadata] = BenchmarkMetadata(
        name="bmoca-gym",
        version=__version__,
        description="Tasks on a deterministic Android phone, judged from the phone's own state",
        authors=["The bmoca_gym authors"],
        license="Apache-2.0",
        num_tasks=len(task_metadata),
        tags=["android", "mobile", "gui"],
        reset_isolation=ResetIsolation.NEW_INSTANCE,
        named_subsets={suite: ("id", f"{suite}/*") for suite in tasks.suites()},
    )
    task_config_class: ClassVar[type[TaskConfig]] = PhoneTaskConfig
    benchmark_class: ClassVar[type[Benchmark]] = PhoneBenchmark
