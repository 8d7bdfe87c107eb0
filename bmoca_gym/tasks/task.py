"""The task contract: an instruction, a start state, and the rules that decide whether it is done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from immutables import Map

from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import SetUpError, UnknownJudgeError, UnmetNeedsError, cut, nearest
from bmoca_gym.handset import contract
from bmoca_gym.handset.value import Value, replace, value
from bmoca_gym.success_detectors import Detector, Rule
from bmoca_gym.success_detectors.answer import AnswerRule
from bmoca_gym.tasks.near_miss import ExpertCall, NearMiss
from bmoca_gym.tasks.needs import CAPABILITIES, lacking
from bmoca_gym.tasks.steps import Shell, Step
from bmoca_gym.tasks.told import Told
from bmoca_gym.tasks.user import User

#: Judges: the two sets of success rules of a task, ours and the benchmark's own.
Judge = Literal["corrected", "upstream"]
JUDGES: tuple[Judge, ...] = get_args(Judge)

#: Names that choose a judge.
JudgeName = Literal["corrected", "upstream", "paper"]

#: Aliases of judges: B-MoCA's own rules are printed in its paper.
JUDGE_ALIASES: dict[str, Judge] = {"paper": "upstream"}

#: End of an episode: when the agent finishes, or as soon as the task is done.
Ends = Literal["finish", "success"]
ENDS: tuple[Ends, ...] = get_args(Ends)

#: Start of an episode: on the home screen, in the task's app, or where the set-up has led.
BEGINS = ("home", "app", "set_up")

#: What happens to an episode that the agent should finish but doesn't: it fails, or its last state is judged.
UNFINISHED = ("fails", "judged")


def judge_named(name: str) -> Judge:
    """Return the judge with that name or alias.

    Raises:
        UnknownJudgeError: there is no such judge.
    """
    known: Judge | None = None
    if isinstance(name, str):
        known = next((judge for judge in JUDGES if judge == name), JUDGE_ALIASES.get(name))
    if known is None:
        names = (*JUDGES, *JUDGE_ALIASES)
        raise UnknownJudgeError(
            f"There is no judge {cut(name)}; it must be one of {', '.join(names)}.{nearest(str(name)[:200], names)}"
        )
    return known


@dataclass(frozen=True, slots=True)
class DeviceClock:
    """Clock of a device at the start of an episode.

    Attributes:
        time: the time that it shows, in the device's time zone, to the second.
        frozen: whether it stands still during the episode.
    """

    time: datetime
    frozen: bool

    @property
    def command(self) -> str:
        """The shell command that sets a device's clock to ``time``."""
        return f"su 0 toybox date {self.time:%m%d%H%M%Y.%S}"


@value
class Task(Value):
    """A task for an agent. It is an immutable value, so episodes and environments can share it.

    A task is one instance of a template, see `bmoca_gym.tasks.template.TaskTemplate`.

    Attributes:
        id: the template's id, unique in its suite.
        gym_name: its part of a Gymnasium id, such as ``Alarm`` in ``BMoCA-Alarm-v0``; "" if it has no id of its own.
        instruction: the instruction that the agent gets, word for word.
        app: the task's app, by the suite's name for it.
        category: one of the suite's categories.
        step_limit: steps after which an episode is truncated.
        paper_step_limit: the publication's step limit.
        step_limit_reason: why ``step_limit`` differs from it; "" if it does not.
        clock: the device's clock at the start.
        common_steps: set-up steps that all tasks of the suite share.
        set_up_steps: the task's own set-up steps.
        tear_down_steps: steps that undo the set-up.
        representative: whether it belongs to the few tasks of a short evaluation.
        corrected: success rule of the corrected judge.
        upstream: success rule of the benchmark's own judge.
        near_misses: states that look like success but are not; tests check that the detector refuses them.
        extra: whether the task is not in the publication.
        suite: name of its suite.
        image: name of the image that it needs.
        params: parameters of the instance by name; empty if the template has none.
        task_seed: number of the instance; 0 if the template has no parameters.
        complexity: amount of work in the suite's own measure; 0 if it has none.
        human_steps: steps that a person needs; None if nobody counted.
        sub_goals: rules for parts of the task, by name.
        ends: what terminates an episode: ``"finish"`` (the agent finishes) or ``"success"`` (the task is
            done).
        unfinished: with ``ends="finish"``, whether an unfinished episode ``"fails"`` or its last state is
            ``"judged"``.
        expert: expert calls that perform the task; empty if there is no expert.
        needs: what the device needs besides the task's app: capabilities such as ``root``, and packages of
            other apps.
        package: Android package of the task's app; "" if the suite gives none.
        begins: where an episode begins: ``"home"`` (home screen), ``"app"`` (the task's app) or ``"set_up"`` (where the
            set-up has led).
        stop_after_repeats: number of equal actions in a row that stop an episode, at the earliest after one
            more action. It is then judged as if the agent had finished. 0: never.
        records: commands whose output a trace records with each action, under the names that the benchmark's own judge
            looks for.
        reply: what the user says if the agent asks; "" for no answer.
        ends_when: a rule that ends the episode as soon as it holds, whatever else ends it. The state is then judged.
        told: what the phone says after the set-up. The instruction continues with a colon and that text.
        user: the scripted user whom the agent must ask, or None.
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
    records: tuple[tuple[str, str], ...] = ()
    reply: str = ""
    ends_when: Rule | None = None
    told: Told | None = None
    user: User | None = None

    def detector(self, judge: str = "corrected") -> Detector:
        """Make a new detector, with its own memory.

        Args:
            judge: ``"corrected"``: satisfied if and only if the task is done, in every locale. ``"upstream"`` (or
                ``"paper"``): the benchmark's own rules, as far as they can be satisfied at all.

        Raises:
            UnknownJudgeError: there is no such judge.
        """
        return Detector(self.corrected if judge_named(judge) == "corrected" else self.upstream)

    def asks_model(self, judge: str) -> bool:
        """Whether a judge needs a language model to compare the agent's answer. Without one, the answer is not
        judged."""
        rule = self.corrected if judge_named(judge) == "corrected" else self.upstream
        return isinstance(rule, AnswerRule) and rule.model is not None

    @property
    def asks(self) -> bool:
        """Whether the task is a question, which the agent has to answer."""
        left = [self.corrected]
        while left:
            rule = left.pop()
            if getattr(rule, "asks", False):
                return True
            left.extend(getattr(rule, "rules", ()))
        return False

    @property
    def all_needs(self) -> tuple[str, ...]:
        """Everything that the device needs: the task's own package, if known, and ``needs``."""
        return tuple(dict.fromkeys(filter(None, (self.package, *self.needs))))

    @property
    def packages(self) -> tuple[str, ...]:
        """Packages of the apps that the task needs."""
        return tuple([need for need in self.all_needs if need not in CAPABILITIES])

    def check_needs(self, device: Device) -> None:
        """Check that a device has everything the task needs. Nothing is changed on it.

        Raises:
            UnmetNeedsError: an app or a capability is missing; the message has task, device and what is
                missing.
        """
        lacks = lacking(device, self.all_needs)
        if lacks:
            raise UnmetNeedsError(
                f"Task {self.id!r} needs {', '.join(lacks)}, which {device.info.serial} lacks: install the app, take "
                "another phone, or leave the task out."
            )

    def set_up(self, device: Device) -> None:
        """Bring a device into the task's start state: the clock, the common steps, the task's own steps.

        Raises:
            UnmetNeedsError: the device lacks something that the task needs. It was not changed.
            SetUpError: a step failed. The episode can't start.
        """
        self.check_needs(device)
        self.set_up_common(device)
        self.set_up_own(device)

    def set_up_common(self, device: Device) -> None:
        """Do the first part of `set_up`: the clock and the suite's common steps.

        Raises:
            SetUpError: a step failed.
        """
        on_handset = is_handset(device)
        if not on_handset:
            # Otherwise network time would reset the clock during the episode.
            self._set_clock(device, "settings put global auto_time 0")
        self._set_clock(device, self.clock.command)
        if on_handset:
            state = contract.CLOCK_FROZEN if self.clock.frozen else contract.CLOCK_RUNNING
            self._set_clock(device, f"setprop {contract.CLOCK_PROPERTY} {state}")
        self._perform(device, "common set_up", self.common_steps)

    def set_up_own(self, device: Device) -> None:
        """Do the second part of `set_up`: the task's own steps.

        Raises:
            SetUpError: a step failed.
        """
        self._perform(device, "set_up", self.set_up_steps)

    def as_told(self, device: Device) -> Task:
        """Return the task with its complete instruction, including what the device says if ``told`` asks for that.

        Its expert gets that text as the argument ``told``.

        Raises:
            SetUpError: the device does not say it.
        """
        if self.told is None:
            return self
        try:
            text = self.told.text(device)
        except SetUpError as error:
            raise SetUpError(f"Task {self.id!r}, told: {error}") from error
        expert = tuple(
            [ExpertCall(call.verb, call.arguments.set("told", text), call.packages) for call in self.expert]
        )
        return replace(self, instruction=f"{self.instruction}: {text}", expert=expert, told=None)

    def needs_hold(self, device: Device) -> bool:
        """Whether `hold` must be called on this device. The result stays the same for a whole episode."""
        return self.clock.frozen and not is_handset(device)

    def hold(self, device: Device) -> None:
        """Reset a frozen clock, on devices that can't freeze theirs. Call this before each step.

        Raises:
            SetUpError: the clock can't be set.
        """
        if self.needs_hold(device):
            self._set_clock(device, self.clock.command)

    def tear_down(self, device: Device) -> None:
        """Undo the set-up, on devices that are also used for other things. The clock runs and shows the real time
        again.

        Raises:
            SetUpError: a step failed.
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
