"""The Agent contract: an agent gets an observation and answers with an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv


@runtime_checkable
class Agent(Protocol):
    """Acts in episodes: one `reset`, then one `act` for each step.

    ``name`` names the agent in results. An agent keeps no memory from one episode to the next, unless this is its
    purpose. It takes all its randomness from the seed that `reset` gets, so equal seeds give equal actions.

    An agent that asks an endpoint may have a method ``test_call()`` too: an evaluation calls it before anything is
    played or written, and whatever it raises ends the evaluation.
    """

    name: str

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Begin an episode. Called after ``env.reset``.

        Args:
            env: the unwrapped environment; its ``action_space``, ``task`` and ``action_mode`` are free to be
                read. An agent that means to measure itself against others does not look at ``device``.
            info: what ``env.reset`` returned: ``instruction``, ``task``, ``environment``, ``step_limit``, …
            seed: from 0 to 2**31 - 1, different for each (task, environment, run).
        """
        ...

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """The next action, an element of ``env.action_space``, from what the last reset or step returned."""
        ...


@dataclass
class Notes:
    """Notes of an agent that asks a model, its attribute ``notes``; evaluations write them down.

    Attributes:
        usage: what was used: a dataclass of numbers, with ``seconds`` for how long the model took.
        turns: one for each time that the model was asked: the parts of its prompt, its answer, the action in it. An
            agent that asks several times in a step adds ``step``, from 0 on, ``stage``, and ``decides``: whether the
            answer is the action.
        pictures: the PNG that went with each turn, or None.
        further: the other PNGs of each turn that had several.
        retries: how often a model was asked again, by the kind of problem, such as ``status 429``.
    """

    usage: Any = None
    turns: list[dict[str, Any]] = field(default_factory=list)
    pictures: list[bytes | None] = field(default_factory=list)
    further: list[tuple[bytes, ...]] = field(default_factory=list)
    retries: Counter[str] = field(default_factory=Counter)

    def add(
        self, prompt: dict[str, str], picture: bytes | None, further: tuple[bytes, ...] = (), **others: Any
    ) -> None:
        """Note a turn."""
        self.turns.append({"prompt": dict(prompt), **others})
        self.pictures.append(picture)
        self.further.append(further)

    def retried(self, reasons: Iterable[str]) -> None:
        """Count why a model was asked again; a reason's kind is what stands before the colon."""
        self.retries.update(reason.partition(":")[0] for reason in reasons)

    def used(self) -> dict[str, float] | None:
        """The model's usage by name; None where nothing counts it."""
        return None if self.usage is None else asdict(self.usage)
