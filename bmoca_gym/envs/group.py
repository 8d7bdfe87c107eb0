"""Several phones that continue from one state, for methods that compare what different actions lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym.errors import ArgumentError, cut

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.episode_state import EpisodeState
    from bmoca_gym.envs.infos import Info


class GroupStep(NamedTuple):
    """What a step of one member gave: the five values of `PhoneEnv.step`."""

    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: Info


class PhoneGroup:
    """Copies of an environment that all begin at its state, at the start of an episode or in its middle.

    GRPO by trajectories forks at the start, GRPO by steps and a search at any step. A fork takes no longer than
    resetting the embedded phone: a state is a value, and nothing is copied.

    >>> import gymnasium
    >>> env = gymnasium.make("BMoCA-v0", action="text", observation="text").unwrapped
    >>> _ = env.reset(seed=0)
    >>> group = PhoneGroup(env, 2)
    >>> home, tap = group.step(['press("HOME")', "tap(1)"])
    >>> group.adopt(1)["steps"], env.save_state().steps
    (1, 1)

    Args:
        env: the environment, with the embedded phone and a running episode; or what `gymnasium.make` returns.
        size: number of copies.

    Raises:
        ArgumentError: ``size`` is not from 1 to 4096.
        DeviceError: the phone is not the embedded one.
        ResetNeeded: no episode has started.
    """

    def __init__(self, env: PhoneEnv, size: int) -> None:
        if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= 4096:
            raise ArgumentError(f"size is {cut(size)}; it must be from 1 to 4096 phones.")
        self._env: PhoneEnv = env.unwrapped  # type: ignore[assignment]
        self._env.save_state()  # raises if there is none
        self.members: tuple[PhoneEnv, ...] = tuple(self._env.fork() for _ in range(size))
        self.fork()

    def fork(self, state: EpisodeState | None = None) -> list[tuple[Any, Info]]:
        """Put all members into a state, by default the environment's own. Return their observations and infos."""
        begin = self._env.save_state() if state is None else state
        self._running = [begin.running] * len(self.members)
        return [member.restore_state(begin) for member in self.members]

    @property
    def running(self) -> list[bool]:
        """Which members' episodes are still running."""
        return self._running.copy()

    def step(self, actions: Sequence[Any]) -> list[GroupStep | None]:
        """Take one step with each member whose episode is still running, with the action at its index. None for the
        others.

        Raises:
            ArgumentError: there is not one action for each member.
            ActionError: an action is invalid, and not text. The members before it have taken their step.
        """
        if len(actions) != len(self.members):
            raise ArgumentError(
                f"{len(actions)} actions were given for {len(self.members)} phones; give one for each."
            )
        found: list[GroupStep | None] = []
        for place, (member, action) in enumerate(zip(self.members, actions, strict=True)):
            if not self._running[place]:
                found.append(None)
                continue
            step = GroupStep(*member.step(action))
            self._running[place] = not (step.terminated or step.truncated)
            found.append(step)
        return found

    def adopt(self, member: int) -> Info:
        """Continue the environment from the state of a member. Return its info.

        Raises:
            ArgumentError: there is no member with that number.
        """
        if member not in range(len(self.members)):
            raise ArgumentError(f"member is {cut(member)}; it must be from 0 to {len(self.members) - 1}.")
        return self._env.restore_state(self.members[member].save_state())[1]

    def close(self) -> None:
        """Close the members, not the environment."""
        for member in self.members:
            member.close()
