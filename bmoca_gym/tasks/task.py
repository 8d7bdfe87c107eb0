"""The task contract: an instruction, the state it starts from, and the rules that say when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from immutables import Map

from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import SetUpError, UnknownJudgeError, UnmetNeedsError, nearest
from bmoca_gym.handset import contract
from bmoca_gym.handset.value import Value, value
from bmoca_gym.success_detectors import Detector, Rule
from bmoca_gym.success_detectors.answer import AnswerRule
from bmoca_gym.tasks.near_miss import ExpertCall, NearMiss
from bmoca_gym.tasks.needs import CAPABILITIES, lacking
from bmoca_gym.tasks.steps import Shell, Step

#: The sets of success rules a task has: ours, and those of the benchmark that it is from.
Judge = Literal["corrected", "upstream"]
JUDGES: tuple[Judge, ...] = get_args(Judge)

#: What a judge may be called where it is chosen.
JudgeName = Literal["corrected", "upstream", "paper"]

#: Other names of judges: B-MoCA's rules are printed in its paper.
JUDGE_ALIASES: dict[str, Judge] = {"paper": "upstream"}

#: How an episode ends: when the agent says so, or as soon as the task is done.
Ends = Literal["finish", "success"]
ENDS: tuple[Ends, ...] = get_args(Ends)

#: Where an episode begins: on the home screen, or in the app that the task is in.
BEGINS = ("home", "app")

#: What becomes of an episode that the agent does not end before the step limit, where it has to.
UNFINISHED = ("fails", "judged")


def judge_named(name: str) -> Judge:
    """The judge of that name: one of `JUDGES`, whichever of its names is given.

    Raises:
        UnknownJudgeError: there is none of that name.
    """
    known = next((judge for judge in JUDGES if judge == name), None)
    if known is None and isinstance(name, str):
        known = JUDGE_ALIASES.get(name)
    if known is None:
        names = (*JUDGES, *JUDGE_ALIASES)
        raise UnknownJudgeError(
            f"There is no judge {name!r}; it must be one of {', '.join(names)}.{nearest(str(name), names)}"
        )
    return known


@dataclass(frozen=True, slots=True)
class DeviceClock:
    """``time``: what the device's clock shows when an episode begins, in its own time zone, to the second.

    ``frozen``: whether it stands still while the agent acts.
    """

    time: datetime
    frozen: bool

    @property
    def command(self) -> str:
        """The shell command that sets a device to ``time``."""
        return f"su 0 toybox date {self.time:%m%d%H%M%Y.%S}"


@value
class Task(Value):
    """A task that an agent is asked to do. An immutable value: episodes and environments share it.

    A task is one instance of a template: see `bmoca_gym.tasks.template.TaskTemplate`.

    Attributes:
        id: the template's, unique in its suite.
        gym_name: the part of a Gymnasium id, as in ``BMoCA-Alarm-v0``; "" where the task has no id of its own.
        instruction: word for word as the agent gets it.
        app: the app that it is in, as the suite calls it.
        category: one of the suite's.
        step_limit: steps until an episode is truncated.
        paper_step_limit: the publication's; ``step_limit_reason``: why ours is another ("" where it is not).
        clock: what the device's clock shows at the start.
        common_steps: what brings a device to the first state that all tasks of the suite share.
        set_up_steps, tear_down_steps: what brings a device to the start, and back.
        representative: whether it is among the few of a short evaluation.
        corrected, upstream: the rules of the two judges.
        near_misses: states that look like success and are none; tests hold the detector to them.
        extra: the task is not the publication's.
        suite: the name of its suite.
        image: what phone it is for: the name of an image.
        params: what the instance was drawn with or given, by name; empty where the template has no parameters.
        task_seed: the number of the instance, 0 where there are no parameters.
        complexity: how much there is to do, in the suite's own measure; 0 where it has none.
        human_steps: how many steps a person takes, None where nobody counted.
        sub_goals: rules by name, each a part of what is to be done.
        ends: "finish" or "success": what ends an episode, the agent's ``finish`` or the task being done.
        begins: "home" or "app": where the episode begins, the home screen or the app that the task is in.
        stop_after_repeats: so many equal actions in a row end an episode, which is judged as if the agent had finished;
            no sooner than after one action more. 0: none do.
        unfinished: with ``ends`` "finish", whether an episode without one "fails" or is "judged" as it stands.
        expert: what does the task, part by part; empty where nobody knows.
        package: the Android package of the app that it is in; "" where the suite names none.
        needs: what else the device must be able to do, such as ``root``, and the packages of further apps.
    """

    id: str
    gym_name: str
    instruction: str
    app: str
    category: str
    step_limit: int
    paper_step_limit: int
    step_limit_reason: str
    clock: DeviceClock
    set_up_steps: tuple[Step, ...]
    tear_down_steps: tuple[Step, ...]
    representative: bool
    corrected: Rule
    upstream: Rule
    near_misses: tuple[NearMiss, ...]
    extra: bool = False
    suite: str = ""
    image: str = "android10"
    params: Map[str, Any] = Map()
    task_seed: int = 0
    complexity: float = 0.0
    human_steps: int | None = None
    sub_goals: tuple[tuple[str, Rule], ...] = ()
    ends: Ends = "success"
    unfinished: str = "fails"
    expert: tuple[ExpertCall, ...] = ()
    needs: tuple[str, ...] = ()
    package: str = ""
    common_steps: tuple[Step, ...] = ()
    begins: str = "home"
    stop_after_repeats: int = 0

    def detector(self, judge: str = "corrected") -> Detector:
        """A new detector with a memory of its own.

        ``judge``: "corrected" (true exactly where the task is done, in every locale) or "upstream" (as the benchmark
        that the task is from has it, as far as that can be satisfied at all; "paper" is another name for it).

        Raises:
            UnknownJudgeError: another name.
        """
        return Detector(self.corrected if judge_named(judge) == "corrected" else self.upstream)

    def asks_model(self, judge: str) -> bool:
        """Whether a judge has a language model compare the agent's answer: without one, an answer is not judged."""
        rule = self.corrected if judge_named(judge) == "corrected" else self.upstream
        return isinstance(rule, AnswerRule) and rule.model is not None

    @property
    def all_needs(self) -> tuple[str, ...]:
        """The app that the task is in, where the suite names its package, and what else it needs."""
        return tuple(dict.fromkeys(filter(None, (self.package, *self.needs))))

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages of the apps that it needs."""
        return tuple([need for need in self.all_needs if need not in CAPABILITIES])

    def check_needs(self, device: Device) -> None:
        """Ask a device whether it has what the task needs. Nothing is changed on it.

        Raises:
            UnmetNeedsError: it lacks an app or a capability; the message names task, device and what it lacks.
        """
        lacks = lacking(device, self.all_needs)
        if lacks:
            raise UnmetNeedsError(
                f"Task {self.id!r} needs {', '.join(lacks)}, which {device.info.serial} lacks: install the app, take "
                "another phone, or leave the task out."
            )

    def set_up(self, device: Device) -> None:
        """Bring a device to the state that the task starts from: the clock, the common steps, the task's own.

        Raises:
            UnmetNeedsError: the device lacks what the task needs; it is as it was.
            SetUpError: the device refused a step. The episode must not begin.
        """
        self.check_needs(device)
        self.set_up_common(device)
        self.set_up_own(device)

    def set_up_common(self, device: Device) -> None:
        """The first part of `set_up`: the clock, and what all tasks of the suite share.

        Raises:
            SetUpError: the device refused a step.
        """
        on_handset = is_handset(device)
        if not on_handset:
            # Else the network's time comes back within the episode.
            self._set_clock(device, "settings put global auto_time 0")
        self._set_clock(device, self.clock.command)
        if on_handset:
            state = contract.CLOCK_FROZEN if self.clock.frozen else contract.CLOCK_RUNNING
            self._set_clock(device, f"setprop {contract.CLOCK_PROPERTY} {state}")
        self._perform(device, "common set_up", self.common_steps)

    def set_up_own(self, device: Device) -> None:
        """The second part of `set_up`: the task's own steps.

        Raises:
            SetUpError: the device refused a step.
        """
        self._perform(device, "set_up", self.set_up_steps)

    def needs_hold(self, device: Device) -> bool:
        """Whether `hold` has anything to do on this device: the same answer for a whole episode."""
        return self.clock.frozen and not is_handset(device)

    def hold(self, device: Device) -> None:
        """Keep a frozen clock where it was, on devices that can't freeze theirs. Call it before each step.

        Raises:
            SetUpError: the device refused to set its clock.
        """
        if self.needs_hold(device):
            self._set_clock(device, self.clock.command)

    def tear_down(self, device: Device) -> None:
        """Leave a device that is used for other things too with a clock that runs and shows the true time.

        Raises:
            SetUpError: the device refused a step.
        """
        self._perform(device, "tear_down", self.tear_down_steps)
        if is_handset(device):
            self._set_clock(device, f"setprop {contract.CLOCK_PROPERTY} {contract.CLOCK_RUNNING}")
        else:
            self._set_clock(device, "settings put global auto_time 1")

    def _perform(self, device: Device, field: str, steps: tuple[Step, ...]) -> None:
        for i, step in enumerate(steps):
            try:
                step.perform(device)
            except SetUpError as error:
                raise SetUpError(f"Task {self.id!r}, {field}[{i}]: {error}") from error

    def _set_clock(self, device: Device, command: str) -> None:
        try:
            Shell(command).perform(device)
        except SetUpError as error:
            raise SetUpError(
                f"Task {self.id!r}, clock: {error} Setting it needs root: take an image without Google Play."
            ) from error
