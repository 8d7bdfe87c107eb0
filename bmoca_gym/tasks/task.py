"""The task contract: an instruction, the state it starts from, and the rules that say when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bmoca_gym.devices.device import Device, is_handset
from bmoca_gym.errors import FileAccessError, SetUpError, UnknownJudgeError, nearest
from bmoca_gym.handset.value import Value, value
from bmoca_gym.success_detectors import Detector, Rule, SuccessDetector
from bmoca_gym.tasks.near_miss import NearMiss

#: The sets of success rules a task has: ours, and the paper's.
JUDGES = ("corrected", "paper")

#: Set to "frozen" or "running", it stops the embedded handset's clock and lets it go on.
_CLOCK_PROPERTY = "debug.bmoca.clock"


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


@dataclass(frozen=True, slots=True)
class Shell:
    """A step of set-up or tear-down: a line for the device's shell, which has to answer exit code 0."""

    command: str


@dataclass(frozen=True, slots=True)
class WriteFile:
    """A step of set-up or tear-down: a file that is replaced or created, with ``text`` as UTF-8."""

    path: str
    text: str


Step = Shell | WriteFile


@value
class Task(Value):
    """What an agent is asked to do. An immutable value: episodes and environments share it.

    ``instruction``: word for word as the agent gets it. ``step_limit``: steps until an episode is truncated;
    ``paper_step_limit``: the paper's; ``step_limit_reason``: why ours is another ("" where it is not).
    ``corrected`` and ``paper`` are the rules of the two judges. ``near_misses``: states that look like
    success and are none; tests hold the detector to them. ``gym_name``: the part of a Gymnasium id, as in
    ``BMoCA-Alarm-v0``; "" where the task has no id of its own. ``extra``: the task is not the paper's.
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
    paper: Rule
    near_misses: tuple[NearMiss, ...]
    extra: bool = False

    def detector(self, judge: str = "corrected") -> SuccessDetector:
        """A new detector with a memory of its own.

        ``judge``: "corrected" (true exactly where the task is done, in every locale) or "paper" (as printed
        in the paper, where that can be satisfied at all).

        Raises:
            UnknownJudgeError: another name.
        """
        if judge not in JUDGES:
            raise UnknownJudgeError(
                f"There is no judge {judge!r}; it must be one of {', '.join(JUDGES)}."
                f"{nearest(str(judge), JUDGES)}"
            )
        return Detector(self.corrected if judge == "corrected" else self.paper)

    def set_up(self, device: Device) -> None:
        """Bring a device to the state that the task starts from: the clock, then the set-up steps.

        Raises:
            SetUpError: the device refused a step. The episode must not begin.
        """
        on_handset = is_handset(device)
        if not on_handset:
            # Else the network's time comes back within the episode.
            self._shell(device, "clock", "settings put global auto_time 0")
        self._shell(device, "clock", self.clock.command)
        if on_handset:
            state = "frozen" if self.clock.frozen else "running"
            self._shell(device, "clock", f"setprop {_CLOCK_PROPERTY} {state}")
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
            self._shell(device, "clock", self.clock.command)

    def tear_down(self, device: Device) -> None:
        """Leave a device that is used for other things too with a clock that runs and shows the true time.

        Raises:
            SetUpError: the device refused a step.
        """
        self._perform(device, "tear_down", self.tear_down_steps)
        if is_handset(device):
            self._shell(device, "clock", f"setprop {_CLOCK_PROPERTY} running")
        else:
            self._shell(device, "clock", "settings put global auto_time 1")

    def _perform(self, device: Device, field: str, steps: tuple[Step, ...]) -> None:
        for i, step in enumerate(steps):
            if isinstance(step, Shell):
                self._shell(device, f"{field}[{i}]", step.command)
                continue
            try:
                device.write_file(step.path, step.text.encode())
            except FileAccessError as error:
                raise SetUpError(
                    f"Task {self.id!r}, {field}[{i}]: the device refused to write {step.path}: {error}"
                ) from error

    def _shell(self, device: Device, field: str, command: str) -> None:
        result = device.shell(command)
        if result.exit_code != 0:
            hint = " Setting it needs root: take an image without Google Play." if field == "clock" else ""
            raise SetUpError(
                f"Task {self.id!r}, {field}: the device answered exit code {result.exit_code} to "
                f"{command!r}: {result.output.strip()[:200]!r}.{hint}"
            )
