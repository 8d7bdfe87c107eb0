"""The SuccessDetector contract, what a check answers, and how a rule becomes a detector."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from bmoca_gym.devices.device import Device, LogEntry, ShellResult
from bmoca_gym.errors import NotResetError
from bmoca_gym.handset.ui.tree import UiTree

_SHOWN_CHARACTERS = 80

#: How commands begin whose answer does not follow from the time.
_TIMELESS_COMMANDS = (
    "settings get ",
    "settings list ",
    "getprop ",
    "wm size",
    "wm density",
    "cmd uimode night",
)


#: Judges a free answer: whether the second text, an answer, means what the first, the one expected, does.
AnswerMeans = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class Detection:
    """The result of one check.

    ``satisfied``: the goal is reached. ``score``: the share of it that is reached, 0 to 1; 1 if satisfied.
    ``evidence``: the observations that decided it, one line for each rule. ``known``: False if the phone did not show
    what the rule needs (a missing, locked or corrupt file, a setting without a value). An unknown rule is never
    satisfied, nor is its negation.
    """

    satisfied: bool
    score: float
    evidence: tuple[str, ...]
    known: bool = True


def satisfied(evidence: str) -> Detection:
    """The rule holds."""
    return Detection(True, 1.0, (evidence,))


def unsatisfied(evidence: str) -> Detection:
    """The rule does not hold."""
    return Detection(False, 0.0, (evidence,))


def unknown(evidence: str) -> Detection:
    """Whether the rule holds can't be seen."""
    return Detection(False, 0.0, (evidence,), known=False)


def shown(value: object) -> str:
    """A value as evidence quotes it: ``repr``, cut where a phone holds a novel."""
    text = repr(value[:_SHOWN_CHARACTERS] if isinstance(value, str) else value)
    return text if len(text) <= 2 * _SHOWN_CHARACTERS else text[: 2 * _SHOWN_CHARACTERS] + "…"


@runtime_checkable
class SuccessDetector(Protocol):
    """Says whether a task is done, from the phone's own state.

    ``answer``: the agent's answer so far, or None. ``finished``: whether this check is the last of the episode. The
    caller sets them, and `reset` clears them. ``means``: the judge of free answers, or None.

    A detector never writes to the device. Nothing that a device shows raises an error: a missing file, a locked or
    corrupt database, or a file of another kind is "not satisfied", with the reason in the evidence. Only `DeviceError`
    is raised: the device itself is gone, which is not a failure at the task.
    """

    answer: str | None
    finished: bool
    means: AnswerMeans | None

    def reset(self, device: Device) -> None:
        """Start an episode: note where the log ends, and the values that later ones are compared with."""
        ...

    def copy(self) -> SuccessDetector:
        """A detector that remembers what this one does, without ``means``."""
        ...

    def check(self, device: Device) -> Detection:
        """Judge the device as it is now. Call it after every step: the log is read from check to check.

        Raises:
            NotResetError: `reset` was never called.
        """
        ...


class Reading:
    """One look at a phone: what several rules ask for is read once, so that they judge the same moment.

    ``answer``: what the agent has answered in this episode, or None. ``finished``: whether the episode is over.
    ``means``: judges free answers, or None.
    ``lasts``: only the screen, files, the log and settings were read, which are the same at a later moment of a phone
    of which nothing but the time has changed.
    """

    __slots__ = ("_device", "_files", "_results", "_tree", "answer", "finished", "lasts", "means")

    def __init__(
        self,
        device: Device,
        answer: str | None = None,
        finished: bool = False,
        means: AnswerMeans | None = None,
    ) -> None:
        self._device = device
        self.answer = answer
        self.finished = finished
        self.means = means
        self.lasts = True
        self._tree: UiTree | None = None
        self._files: dict[str, bytes] | None = None
        self._results: dict[str, ShellResult] | None = None

    @property
    def device(self) -> Device:
        """The device itself: what is read of it is read again at every check."""
        self.lasts = False
        return self._device

    @property
    def content(self) -> object | None:
        """A token of all of the phone but its clock, the same as long as only time passes; None where nothing tells.

        Only the embedded handset itself tells, not what shows another state over it.
        """
        return getattr(self._device, "content", None) if hasattr(type(self._device), "content") else None

    @property
    def seen_tree(self) -> UiTree | None:
        """The UI tree that was read; None where none was."""
        return self._tree

    def ui_tree(self) -> UiTree:
        """The UI tree of the active window."""
        tree = self._tree
        if tree is None:
            tree = self._tree = self._device.ui_tree()
        return tree

    def log_cursor(self) -> int:
        """A mark behind the newest log line."""
        return self._device.log_cursor()

    def log_since(self, cursor: int) -> list[LogEntry]:
        """All log lines after ``cursor``, oldest first."""
        return self._device.log_since(cursor)

    def read_file(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileAccessError: there is no such file, or it can't be read.
        """
        files = self._files
        if files is None:
            files = self._files = {}
        data = files.get(path)
        if data is None:
            data = files[path] = self._device.read_file(path)
        return data

    def shell(self, command: str) -> ShellResult:
        """The answer to a shell command that only reads."""
        if not command.startswith(_TIMELESS_COMMANDS):
            self.lasts = False
        results = self._results
        if results is None:
            results = self._results = {}
        result = results.get(command)
        if result is None:
            result = results[command] = self._device.shell(command)
        return result


class _Moment:
    """The verdict of a check, and what it was read from: at a later moment of an unchanged phone it is the same."""

    __slots__ = ("answer", "content", "detection", "device", "finished", "tree")

    def __init__(self, reading: Reading, device: Device, content: object, detection: Detection) -> None:
        self.device = device
        self.content = content
        self.tree = reading.seen_tree
        self.answer = reading.answer
        self.finished = reading.finished
        self.detection = detection

    def lasts(self, device: Device, content: object, answer: str | None, finished: bool) -> bool:
        """Whether a check would read now what this one has read."""
        return (
            content is self.content
            and device is self.device
            and answer == self.answer
            and finished is self.finished
            and (self.tree is None or device.ui_tree() is self.tree)
        )


class Watch(Protocol):
    """A rule during one episode: it holds what the rule has to remember, if anything."""

    def check(self, reading: Reading) -> Detection:
        """Judge what is read now. What was read before, and is the same, is judged the same."""
        ...


class Rule(Protocol):
    """A condition on a phone: an immutable, comparable, picklable value, not changed by watching."""

    def start(self, reading: Reading) -> Watch:
        """Begin to watch at the start of an episode. A rule without a memory is its own watch."""
        ...


def _remembering(rule: Rule, answer: str | None, finished: bool, watch: Watch | None) -> Detector:
    made = Detector(rule)
    made.answer, made.finished, made._watch = answer, finished, watch
    return made


class Detector:
    """The `SuccessDetector` of a rule. It holds one episode's memory: each environment has one of its own."""

    __slots__ = ("_last", "_watch", "answer", "finished", "means", "rule")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.answer: str | None = None
        self.finished = False
        self.means: AnswerMeans | None = None
        self._watch: Watch | None = None
        self._last: _Moment | None = None

    def __repr__(self) -> str:
        return f"Detector({self.rule!r})"

    def copy(self) -> Detector:
        """A detector that remembers what this one does; ``means`` is not copied, which may hold a connection."""
        return _remembering(self.rule, self.answer, self.finished, copy.deepcopy(self._watch))

    def __reduce__(self) -> tuple[Any, ...]:
        return _remembering, (self.rule, self.answer, self.finished, self._watch)

    def reset(self, device: Device, reading: Reading | None = None) -> None:
        """Start an episode. What an earlier one left is forgotten.

        ``reading``: a look at the device at this moment that other detectors take, too: nothing is read twice.
        """
        self.answer = None
        self.finished = False
        self._last = None
        self._watch = self.rule.start(reading or Reading(device))

    def check(self, device: Device, reading: Reading | None = None) -> Detection:
        """Judge the device as it is now.

        ``reading``: as for `reset`; its answer, and whether it is the last, must be this detector's.

        Raises:
            NotResetError: `reset` was never called.
        """
        if self._watch is None:
            raise NotResetError("This detector has not seen an episode start: call reset(device) first.")
        # Only the embedded handset can tell, without a look, that nothing but time has passed.
        content = getattr(device, "content", None)
        last = self._last
        if last is not None and last.lasts(device, content, self.answer, self.finished):
            return last.detection
        reading = reading or Reading(device, self.answer, self.finished, self.means)
        detection = self._watch.check(reading)
        self._last = (
            _Moment(reading, device, content, detection) if content is not None and reading.lasts else None
        )
        return detection
