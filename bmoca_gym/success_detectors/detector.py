"""The SuccessDetector contract, what a check answers, and how a rule becomes a detector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bmoca_gym.devices.device import Device, ShellResult
from bmoca_gym.errors import NotResetError
from bmoca_gym.handset.ui.tree import UiTree

_SHOWN_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class Detection:
    """The result of one check.

    ``satisfied``: the goal is reached. ``score``: the share of it that is, 0 to 1, and 1 where satisfied.
    ``evidence``: what was seen that decided it, one line for each rule. ``known``: False where the phone did
    not show what was asked for (no such file, a locked or corrupt one, a setting without a value). What is
    unknown is never satisfied, nor is its negation.
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

    ``answer``: what the agent has answered so far, or None. ``finished``: whether this check is the episode's last. Who
    plays the episode sets them, and `reset` forgets them.

    A detector never writes to the device. What a device may show is never an error: a missing file, a locked
    or corrupt database, a file that is not what its name says are "not satisfied", with the reason in the
    evidence. Only `DeviceError` comes through: the device itself is gone, which is not a failure at the task.
    """

    answer: str | None
    finished: bool

    def reset(self, device: Device) -> None:
        """Start an episode: note where the log ends, and the values that later ones are compared with."""
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
    """

    __slots__ = ("_files", "_results", "_tree", "answer", "device", "finished")

    def __init__(self, device: Device, answer: str | None = None, finished: bool = False) -> None:
        self.device = device
        self.answer = answer
        self.finished = finished
        self._tree: UiTree | None = None
        self._files: dict[str, bytes] | None = None
        self._results: dict[str, ShellResult] | None = None

    def ui_tree(self) -> UiTree:
        """The UI tree of the active window."""
        tree = self._tree
        if tree is None:
            tree = self._tree = self.device.ui_tree()
        return tree

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
            data = files[path] = self.device.read_file(path)
        return data

    def shell(self, command: str) -> ShellResult:
        """The answer to a shell command that only reads."""
        results = self._results
        if results is None:
            results = self._results = {}
        result = results.get(command)
        if result is None:
            result = results[command] = self.device.shell(command)
        return result


class Watch(Protocol):
    """A rule during one episode: it holds what the rule has to remember, if anything."""

    def check(self, reading: Reading) -> Detection:
        """Judge what is read now."""
        ...


class Rule(Protocol):
    """A condition on a phone: an immutable, comparable, picklable value, not changed by watching."""

    def start(self, reading: Reading) -> Watch:
        """Begin to watch at the start of an episode. A rule without a memory is its own watch."""
        ...


class Detector:
    """The `SuccessDetector` of a rule. It holds one episode's memory: each environment has one of its own."""

    __slots__ = ("_watch", "answer", "finished", "rule")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.answer: str | None = None
        self.finished = False
        self._watch: Watch | None = None

    def __repr__(self) -> str:
        return f"Detector({self.rule!r})"

    def reset(self, device: Device) -> None:
        """Start an episode. What an earlier one left is forgotten."""
        self.answer = None
        self.finished = False
        self._watch = self.rule.start(Reading(device))

    def check(self, device: Device) -> Detection:
        """Judge the device as it is now.

        Raises:
            NotResetError: `reset` was never called.
        """
        if self._watch is None:
            raise NotResetError("This detector has not seen an episode start: call reset(device) first.")
        return self._watch.check(Reading(device, self.answer, self.finished))
