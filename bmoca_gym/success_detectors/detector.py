"""The SuccessDetector contract, the result of a check, and the detector of a rule."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from bmoca_gym.devices.device import Device, LogEntry, Screen, ShellResult, screen_of
from bmoca_gym.errors import NotResetError
from bmoca_gym.handset.ui.tree import UiTree

_SHOWN_CHARACTERS = 80

#: Beginnings of commands whose output does not depend on the time.
_TIMELESS_COMMANDS = (
    "settings get ",
    "settings list ",
    "getprop ",
    "wm size",
    "wm density",
    "cmd uimode night",
)


#: Judge of free answers, a function that gets the expected and the given answer and returns whether they mean the same.
AnswerMeans = Callable[[str, str], bool]


class Talk(NamedTuple):
    """What the agent and the user have said to each other in this episode, as far as rules need it.

    Attributes:
        asked: whether the agent has asked the user.
        changed: whether the user has changed their mind.
        status: what the agent called the task when it ended the episode, see `Finish`; None before.
        changes: what the episode has changed on the phone, in words; None if that was not checked.
    """

    asked: bool = False
    changed: bool = False
    status: str | None = None
    changes: tuple[str, ...] | None = None


#: Nothing was said.
SILENCE = Talk()


@dataclass(frozen=True, slots=True)
class Detection:
    """Result of one check.

    Attributes:
        satisfied: whether the goal is reached.
        score: share of the goal that is reached, 0 to 1; 1 if satisfied.
        evidence: the observations behind the result, one line for each rule.
        known: False if the phone did not show what the rule needs (a missing, locked or corrupt file, a
            setting without a value). An unknown rule is never satisfied, and neither is its negation.
    """

    satisfied: bool
    score: float
    evidence: tuple[str, ...]
    known: bool = True


def satisfied(evidence: str) -> Detection:
    """Make the detection of a rule that holds."""
    return Detection(True, 1.0, (evidence,))


def unsatisfied(evidence: str) -> Detection:
    """Make the detection of a rule that does not hold."""
    return Detection(False, 0.0, (evidence,))


def unknown(evidence: str) -> Detection:
    """Make the detection of a rule that can't be decided."""
    return Detection(False, 0.0, (evidence,), known=False)


def shown(value: object) -> str:
    """Return ``repr(value)`` for evidence, shortened if it is long."""
    text = repr(value[:_SHOWN_CHARACTERS] if isinstance(value, str) else value)
    return text if len(text) <= 2 * _SHOWN_CHARACTERS else text[: 2 * _SHOWN_CHARACTERS] + "…"


@runtime_checkable
class SuccessDetector(Protocol):
    """Judges whether a task is done, from the phone's own state.

    A detector never writes to the device. It raises no error for anything that a device shows: a missing
    file, a locked or corrupt database, or an unexpected file is "not satisfied", with the reason in the
    evidence. Only `DeviceError` is raised, if the device itself is gone, because that is not the agent's
    failure.

    Attributes:
        answer: the agent's answer so far, or None.
        finished: whether this check is the last of the episode. The caller sets ``answer`` and ``finished``;
            `reset` clears them.
        means: the judge of free answers, or None.
    """

    answer: str | None
    finished: bool
    means: AnswerMeans | None

    def reset(self, device: Device) -> None:
        """Start an episode: remember the end of the log, and values for later comparison."""
        ...

    def copy(self) -> SuccessDetector:
        """Return a detector with the same memory, without ``means``."""
        ...

    def check(self, device: Device) -> Detection:
        """Judge the device as it is now. Call this after every step, since the log is read from check to
        check.

        Raises:
            NotResetError: `reset` was never called.
        """
        ...


class Reading:
    """Cache of one check: everything is read from the phone once, so that all rules judge the same moment.

    Attributes:
        answer: the agent's answer in this episode, or None.
        finished: whether the episode is over.
        means: the judge of free answers, or None.
        talk: what agent and user have said.
        lasts: whether the result stays valid as long as only time passes on the phone. True if only the
            screen, files, the log and settings were read.
        looked: whether the screen was read.
    """

    __slots__ = (
        "_device",
        "_files",
        "_results",
        "_tree",
        "answer",
        "finished",
        "lasts",
        "looked",
        "means",
        "talk",
    )

    def __init__(
        self,
        device: Device,
        answer: str | None = None,
        finished: bool = False,
        means: AnswerMeans | None = None,
        talk: Talk = SILENCE,
    ) -> None:
        self._device = device
        self.answer = answer
        self.finished = finished
        self.means = means
        self.talk = talk
        self.lasts = True
        self.looked = False
        self._tree: UiTree | None = None
        self._files: dict[str, bytes] | None = None
        self._results: dict[str, ShellResult] | None = None

    @property
    def device(self) -> Device:
        """The device itself, for uncached reading."""
        self.lasts = False
        return self._device

    @property
    def content(self) -> object | None:
        """Token of the phone's state except its clock: the same object as long as only time passes. None if
        unknown.

        Only a `Screen` has such a token.
        """
        screen = screen_of(self._device)
        return None if screen is None else screen.content

    @property
    def locale(self) -> str:
        """The phone's locale, such as ``ko-KR``."""
        return self._device.info.locale

    def ui_tree(self) -> UiTree:
        """Return the UI tree of the active window."""
        tree = self._tree
        if tree is None:
            self.looked = True
            tree = self._tree = self._device.ui_tree()
        return tree

    def lacks(self, resource_ids: frozenset[str]) -> bool:
        """Return True if the device knows without its UI tree that no element there has one of these ids.

        Only a `Screen` knows; the tree takes longer.
        """
        screen = None if self._tree is not None else screen_of(self._device)
        if screen is None:
            return False
        self.looked = True
        return screen.lacks(resource_ids)

    def log_cursor(self) -> int:
        """Return the position after the newest log line."""
        return self._device.log_cursor()

    def log_since(self, cursor: int) -> list[LogEntry]:
        """Return all log lines after ``cursor``, oldest first."""
        return self._device.log_since(cursor)

    def read_file(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            FileAccessError: the file does not exist or can't be read.
        """
        files = self._files
        if files is None:
            files = self._files = {}
        data = files.get(path)
        if data is None:
            data = files[path] = self._device.read_file(path)
        return data

    def shell(self, command: str, lasts: bool = False) -> ShellResult:
        """Return the result of a shell command that only reads.

        ``lasts``: whether it stays the same as long as only time passes on the phone.
        """
        if not lasts and not command.startswith(_TIMELESS_COMMANDS):
            self.lasts = False
        results = self._results
        if results is None:
            results = self._results = {}
        result = results.get(command)
        if result is None:
            result = results[command] = self._device.shell(command)
        return result


class _Moment:
    """Result of a check and its inputs. The result stays valid as long as the inputs are the same."""

    __slots__ = ("answer", "content", "detection", "device", "finished", "screen", "talk")

    def __init__(self, reading: Reading, device: Screen, content: object, detection: Detection) -> None:
        self.device = device
        self.content = content
        self.screen = device.screen if reading.looked else None
        self.answer = reading.answer
        self.finished = reading.finished
        self.talk = reading.talk
        self.detection = detection

    def lasts(self, device: Screen, content: object, answer: str | None, finished: bool, talk: Talk) -> bool:
        """Whether a check would read the same inputs now."""
        return (
            content is self.content
            and device is self.device
            and answer == self.answer
            and finished is self.finished
            and talk == self.talk
            and (self.screen is None or device.screen is self.screen)
        )


class Watch(Protocol):
    """A rule during one episode, with its memory."""

    def check(self, reading: Reading) -> Detection:
        """Judge what is read now. Equal readings give equal results."""
        ...


class Rule(Protocol):
    """A condition on a phone: an immutable value that can be compared and pickled."""

    def start(self, reading: Reading) -> Watch:
        """Start to watch at the beginning of an episode. A rule without memory returns itself."""
        ...


def memories(watch: Any) -> list[Watch]:
    """Return the watches inside a watch whose verdict also depends on earlier checks: those that aren't frozen."""
    if not is_dataclass(watch) or not watch.__dataclass_params__.frozen:  # type: ignore[union-attr]
        return [watch]
    found = []
    for field in fields(watch):
        given = getattr(watch, field.name)
        for one in given if isinstance(given, tuple) else (given,):
            if hasattr(one, "check"):
                found += memories(one)
    return found


def _remembering(
    rule: Rule, answer: str | None, finished: bool, watch: Watch | None, talk: Talk = SILENCE
) -> Detector:
    made = Detector(rule)
    made.answer, made.finished, made.talk, made._watch = answer, finished, talk, watch
    return made


class Detector:
    """`SuccessDetector` of a rule, with the memory of one episode. Each environment needs its own."""

    __slots__ = ("_device", "_last", "_screen", "_watch", "answer", "finished", "means", "rule", "talk")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.answer: str | None = None
        self.finished = False
        self.means: AnswerMeans | None = None
        self.talk = SILENCE
        self._watch: Watch | None = None
        self._last: _Moment | None = None
        # The device that was judged last, and that as a `Screen`.
        self._device: Device | None = None
        self._screen: Screen | None = None

    def __repr__(self) -> str:
        return f"Detector({self.rule!r})"

    def copy(self) -> Detector:
        """Return a detector with the same memory. ``means`` is not copied, since it may hold a connection."""
        watch = copy.deepcopy(self._watch) if memories(self._watch) else self._watch
        return _remembering(self.rule, self.answer, self.finished, watch, self.talk)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remembering, (self.rule, self.answer, self.finished, self._watch, self.talk)

    def reset(self, device: Device, reading: Reading | None = None) -> None:
        """Start an episode and forget the last one.

        ``reading``: a `Reading` that other detectors use too, so that nothing is read twice.
        """
        self.answer = None
        self.finished = False
        self.talk = SILENCE
        self._last = None
        self.turn_to(device)
        self._watch = self.rule.start(reading or Reading(device))

    def turn_to(self, device: Device) -> None:
        """Judge this device from now on. What it can tell is found out here, so that no step has to."""
        self._device, self._screen = device, screen_of(device)

    def note(self, reading: Reading) -> None:
        """Show the current state to the rules that remember what they saw, without a verdict."""
        for watch in memories(self._watch):
            watch.check(reading)

    def check(self, device: Device, reading: Reading | None = None) -> Detection:
        """Judge the device as it is now.

        ``reading``: as for `reset`. Its ``answer``, ``finished`` and ``talk`` must equal those of this detector.

        Raises:
            NotResetError: `reset` was never called.
        """
        if self._watch is None:
            raise NotResetError("No episode has started for this detector: call reset(device) first.")
        # A screen knows without being read that nothing but the time has changed.
        if device is not self._device:
            self.turn_to(device)
        screen = self._screen
        if screen is None:
            return self._watch.check(
                reading or Reading(device, self.answer, self.finished, self.means, self.talk)
            )
        content, last = screen.content, self._last
        if last is not None and last.lasts(screen, content, self.answer, self.finished, self.talk):
            return last.detection
        reading = reading or Reading(device, self.answer, self.finished, self.means, self.talk)
        detection = self._watch.check(reading)
        self._last = _Moment(reading, screen, content, detection) if reading.lasts else None
        return detection
