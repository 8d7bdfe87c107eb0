"""The contract of agents: an agent gets an observation and returns an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info


@runtime_checkable
class Agent(Protocol):
    """Contract of an agent: `reset` begins an episode, then `act` returns the action of each step.

    ``name`` is what messages call the agent. Your own class may leave it out: `create` then derives it from the class's
    name. An agent has no memory across episodes, unless that is its purpose. All its randomness comes from the seed of
    `reset`, so equal seeds give equal actions.

    An agent that uses an endpoint may also have a method ``test_call()``. An evaluation calls it before it plays or
    writes anything; an error there ends the evaluation. It may return a remark for the user, as text.
    """

    name: str

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode. Called after ``env.reset``.

        Args:
            env: the unwrapped environment. An agent may read its ``action_space``, ``task`` and ``action_mode``. For a
                fair comparison an agent must not use ``device``.
            info: the info of ``env.reset``: ``instruction``, ``task``, ``environment``, ``step_limit``, …
            seed: an integer from 0 to 2**31 - 1, different for each (task, environment, run).
        """
        ...

    def act(self, observation: Any, info: Info) -> Any:
        """Return the next action, an element of ``env.action_space``.

        ``observation``, ``info``: those of the last reset or step.
        """
        ...


@dataclass
class Notes:
    """Notes of a language agent about an episode, in its attribute ``notes``. Evaluations record them.

    Attributes:
        usage: usage of the model: a dataclass of numbers. ``seconds`` is the time of its answers.
        turns: one entry for each request: the parts of the prompt, the answer, the action in it. An agent with several
            requests in a step adds ``step`` (from 0 on), ``stage``, and ``decides`` (whether the answer is the action).
        pictures: the PNG of each turn, or None.
        further: the other PNGs of each turn.
        retries: number of requests that were sent again, by reason, such as ``status 429``.
    """

    usage: Any = None
    turns: list[dict[str, Any]] = field(default_factory=list)
    pictures: list[bytes | None] = field(default_factory=list)
    further: list[tuple[bytes, ...]] = field(default_factory=list)
    retries: Counter[str] = field(default_factory=Counter)

    def add(
        self, prompt: dict[str, str], picture: bytes | None, further: tuple[bytes, ...] = (), **others: Any
    ) -> None:
        """Add a turn."""
        self.turns.append({"prompt": dict(prompt), **others})
        self.pictures.append(picture)
        self.further.append(further)

    def retried(self, reasons: Iterable[str]) -> None:
        """Count the reasons of repeated requests. The part before the colon is counted."""
        self.retries.update(reason.partition(":")[0] for reason in reasons)

    def used(self) -> dict[str, float] | None:
        """Return the model's usage by name; None if it is not counted."""
        return None if self.usage is None else asdict(self.usage)
