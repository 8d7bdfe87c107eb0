"""Rewards by name: what a step earns, instead of what the benchmark gives. `register_reward` adds one.

A success earns 1. Each reward adds a *potential*, which is 0 for ``"success"``: a step earns its increase, so that an
agent can't collect reward by going back and forth. If ``discount`` is the trainer's, and since the potential is 0 once
an episode has ended by itself, the best policies stay the best (Ng, Harada, Russell: Policy invariance under reward
transformations, ICML 1999).

A potential may have an attribute ``end``: a function of environment and info that returns what the end of an episode
earns. Without it, a success earns 1 and anything else 0.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bmoca_gym.envs.infos import Info
from bmoca_gym.errors import ArgumentError, cut, nearest
from bmoca_gym.registry import Registry

#: The potential of the state that a `PhoneEnv` is in: a function of the environment and of its last info.
Potential = Callable[[Any, Info], float]
#: Makes the potential of one environment from the options of the reward.
PotentialFactory = Callable[..., Potential]

#: Potentials by the name of their reward.
REWARDS: Registry[PotentialFactory] = Registry("reward")


class RewardOptions(NamedTuple):
    """What a reward is made of.

    Attributes:
        name: name of the potential.
        discount: the trainer's discount of later rewards, 0 to 1.
        weight: what one unit of the potential is worth. Success is worth 1.
        step: what each step earns in addition; a cost is negative.
        wrong_format: what an action in a wrong format earns in addition.
        side_effect: what each side effect of an episode earns in addition, at its end; see `bmoca_gym.side_effects`.
        options: options of the potential.
    """

    name: str
    discount: float = 1.0
    weight: float = 1.0
    step: float = 0.0
    wrong_format: float = 0.0
    side_effect: float = 0.0
    options: Mapping[str, Any] = {}


def register_reward(name: str, factory: PotentialFactory | str) -> None:
    """Register a potential for ``gym.make(..., reward=name)``.

    Args:
        name: its name.
        factory: makes the potential of one environment; its keyword arguments are options of the reward. Or its place,
            ``module:name``.
    """
    REWARDS.register(name, factory)


def options_of(reward: str | Mapping[str, Any]) -> RewardOptions:
    """Read the argument ``reward``: a name, or a dict with ``name`` and options.

    Raises:
        ArgumentError: the name is unknown, or an option is not a number or out of its bounds.
    """
    given = {"name": reward} if isinstance(reward, str) else reward
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str):
        raise ArgumentError(f"reward is {cut(reward)}; it must be a name, or a dict with 'name' and options.")
    name = given["name"]
    REWARDS.get(name)
    own: dict[str, Any] = {
        key: given[key]
        for key in ("discount", "weight", "step", "wrong_format", "side_effect")
        if key in given
    }
    for key, value in own.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not -1e6 <= value <= 1e6:
            raise ArgumentError(f"reward: {key} is {cut(value)}; it must be a number.")
    if not 0 <= own.get("discount", 1.0) <= 1:
        raise ArgumentError(f"reward: discount is {own['discount']}; it must be from 0 to 1.")
    return RewardOptions(
        name, **own, options={key: given[key] for key in given if key not in own and key != "name"}
    )


class Reward:
    """Computes what each step of one environment earns.

    Args:
        options: what it is made of.

    Raises:
        ArgumentError: the potential does not have an option of that name.
    """

    def __init__(self, options: RewardOptions) -> None:
        self._options = options
        make, given = REWARDS.get(options.name), options.options
        known = inspect.signature(make).parameters
        if not any(each.kind is each.VAR_KEYWORD for each in known.values()):
            for key in given.keys() - known:
                near = nearest(str(key), (*known, *RewardOptions._fields[1:-1]))
                raise ArgumentError(f"reward {options.name!r} has no option {cut(key)}.{near}")
        self._potential: Potential = make(**given)
        self._before = 0.0

    @property
    def needs_effects(self) -> bool:
        """Whether the environment has to watch for side effects."""
        return self._options.side_effect != 0

    def begin(self, env: Any, info: Info) -> None:
        """Begin at the state that the environment is in: the start of an episode, or one that was restored."""
        self._before = self._potential(env, info)

    def of(self, env: Any, info: Info, terminated: bool, truncated: bool) -> float:
        """Return what the last step has earned.

        Args:
            env: the environment.
            info: the step's info.
            terminated: whether the episode has ended by itself.
            truncated: whether it has ended at its limit. The potential then counts, as trainers count the value.
        """
        options = self._options
        now = 0.0 if terminated else self._potential(env, info)
        earned = options.weight * (options.discount * now - self._before)
        self._before = now
        wrong = options.wrong_format if info["wrong_format"] is not None else 0.0
        over = terminated or truncated
        end = getattr(self._potential, "end", None)
        done = float(over and info["success"]) if end is None or not over else float(end(env, info))
        caused = options.side_effect * len(info["side_effects"] or ()) if options.side_effect else 0.0
        return done + earned + options.step + wrong + caused


def no_potential() -> Potential:
    """Make the potential of ``"success"``, which is always 0."""
    return lambda env, info: 0.0


def score_potential() -> Potential:
    """Make the potential that is the score, 0 to 1."""
    return lambda env, info: float(info["score"])


def sub_goals_potential() -> Potential:
    """Make the potential that is the share of finished sub-goals, or the score of a task without sub-goals."""

    def potential(env: Any, info: Info) -> float:
        done = info["sub_goals"]
        return sum(done.values()) / len(done) if done else float(info["score"])

    return potential
