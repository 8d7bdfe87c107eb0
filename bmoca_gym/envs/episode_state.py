"""State of an episode, which `PhoneEnv.save_state` returns and `PhoneEnv.restore_state` takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bmoca_gym.envs.actions import Move
from bmoca_gym.handset.state import Phone
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.success_detectors import SILENCE, Detection, Detector, Talk
from bmoca_gym.tasks import Task

if TYPE_CHECKING:
    from bmoca_gym.side_effects import Watch


class LastStep(NamedTuple):
    """What is known after the last step of an episode, or after its reset.

    Attributes:
        detection: the verdict after it.
        move: what was done; None for nothing.
        wrong_format: why the action was not understood, or None.
        off_screen: whether its point lay outside the screen.
        lost: why the phone was lost, or None.
        reply: what the user has said, or None.
        toasts: texts of the toasts that came, or None if the phone does not report them.
    """

    detection: Detection
    move: Move | None = None
    wrong_format: str | None = None
    off_screen: bool = False
    lost: str | None = None
    reply: str | None = None
    toasts: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EpisodeState:
    """State of an episode at one moment: phone, task, memory of the detectors, counts, random numbers.

    It is immutable and can be pickled. Copying returns the same object.
    """

    phone: Phone
    environment: DeviceConfiguration
    task: Task
    detector: Detector
    parts: tuple[tuple[str, Detector], ...]
    reached: tuple[tuple[str, bool], ...]
    steps: int
    repeated: tuple[Move | None, int]
    step_limit: int
    ends: str
    best: float
    running: bool
    last: LastStep
    date: str
    interruptions: Any
    random: dict[str, Any]
    watch: Watch | None = None
    over: Detector | None = None
    talk: Talk = SILENCE
    asked_at: int | None = None

    def __copy__(self) -> EpisodeState:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> EpisodeState:
        return self
