"""A shell's state between commands: variables, folder, options, background jobs, and its line's time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bmoca_gym.handset.shell import paths
from bmoca_gym.handset.shell.call import BackgroundJob, Interrupted, Neighbours
from bmoca_gym.handset.shell.language.jobs import NEVER, Job
from bmoca_gym.handset.shell.language.line import Line
from bmoca_gym.handset.shell.language.syntax import Command
from bmoca_gym.handset.shell.streams import Input, InputNeeded, Printed, Sink
from bmoca_gym.handset.state import Phone

SH = "/system/bin/sh"
_FIRST_VARIABLES = {
    "ANDROID_ASSETS": "/system/app", "ANDROID_DATA": "/data", "ANDROID_ROOT": "/system", "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard", "HOME": "/", "HOSTNAME": "generic_x86_64", "LOGNAME": "root", "SHELL": SH,
    "PATH": "/sbin:/system/sbin:/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:"
    "/vendor/bin",
    "TERM": "dumb", "TMPDIR": "/data/local/tmp", "USER": "root",
}  # fmt: skip

#: Variables, folder, parameters, functions, options, traps, and how many constructs test what runs.
_Kept = tuple[dict[str, str], str, tuple[str, ...], dict[str, Command], frozenset[str], dict[str, str], int]


class _Deadline:
    """A time of the line at which a command is ended. ``over``: it was."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.over = False


class _DeadlineError(Interrupted):
    """A command waited past its deadline."""

    def __init__(self, deadline: _Deadline) -> None:
        super().__init__("TERM")
        self.deadline = deadline


class ShellState:
    """The state of a shell that runs a line.

    Args:
        line: the line that it runs.
        neighbours: the commands of other shells, which can be sent a signal.
    """

    def __init__(self, line: Line, neighbours: Neighbours | None = None) -> None:
        self.line = line
        self._neighbours = neighbours
        #: The background job that this shell is, and the process of the last one that it started.
        self.job: Job | None = None
        self.last_job = ""
        self._deadlines: tuple[_Deadline, ...] = ()
        self.folder = "/"
        self.user = "root"
        self.variables = dict(_FIRST_VARIABLES)
        self.parameters: tuple[str, ...] = ()
        self.functions: dict[str, Command] = {}
        self.options: frozenset[str] = frozenset()
        self.traps: dict[str, str] = {}
        self.status = 0
        self._tested = 0

    def go_on_from(self, before: ShellState) -> None:
        """Take over what one line leaves to the next: folder, variables, functions, the last exit code."""
        self.folder, self.variables = before.folder, dict(before.variables)
        self.parameters, self.functions = before.parameters, dict(before.functions)
        self.options, self.traps = before.options, dict(before.traps)
        self.status, self.last_job = before.status, before.last_job

    @property
    def phone(self) -> Phone:
        """The phone as it is now."""
        return self.line.phone

    @phone.setter
    def phone(self, phone: Phone) -> None:
        self.line.phone = phone

    def check(self) -> None:
        """As `Shell.check`."""
        self.line.check()

    def spend(self, size: int) -> None:
        """As `Shell.spend`."""
        self.line.spend(size)

    def tree(self, phone: Phone) -> paths.Tree:
        """As `Shell.tree`."""
        return self.line.tree(phone)

    def report(self, event: object) -> None:
        """As `Shell.report`."""
        self.line.events.append(event)

    def print(self, sink: Sink, data: bytes) -> None:
        """Print to an output."""
        if data:
            self.spend(len(data))
            sink.chunks.append(Printed(data, sink.error))

    # Time, input and jobs

    def sleep(self, phone: Phone, milliseconds: int) -> Phone:
        """As `Shell.sleep`."""
        self.phone = phone
        until = self.line.elapsed + milliseconds
        deadline = min(self._deadlines, key=lambda one: one.at, default=None)
        end = until if deadline is None else min(until, deadline.at)
        if self.job is not None:
            self.job.wait(end)
        else:
            self.line.advance(end)
        if deadline is not None and end < until:
            deadline.over = True
            raise _DeadlineError(deadline)
        return self.phone

    def last(self, phone: Phone, milliseconds: int) -> Phone:
        """As `Shell.last`."""
        return self.sleep(phone, milliseconds) if self.line.clocked else phone

    def within(self, milliseconds: int, action: Callable[[], int]) -> int | None:
        """As `Shell.within`."""
        kept, deadline = self._deadlines, _Deadline(self.line.elapsed + milliseconds)
        self._deadlines += (deadline,)
        try:
            code = action()
            return None if deadline.over else code
        except _DeadlineError as error:
            if error.deadline is not deadline:
                raise
            return None
        finally:
            self._deadlines = kept

    def await_input(self, given: Input, needed: InputNeeded) -> bool:
        """Wait until an input has what a command asked for. Returns False if that takes longer than it waits."""
        return self.line.await_input(given, needed)

    def jobs(self) -> list[BackgroundJob]:
        """As `Shell.jobs`."""
        return self.line.listed()

    def neighbours(self) -> list[BackgroundJob]:
        """As `Shell.neighbours`."""
        return [] if self._neighbours is None else self._neighbours.listed()

    def signal(self, pid: int, name: str) -> bool:
        """As `Shell.signal`."""
        if self.line.signal(pid, name):
            return True
        return self._neighbours is not None and self._neighbours.send(pid, name)

    def wait_for(self, pids: Sequence[int]) -> int:
        """Let time pass until the given jobs, or all, have ended. Returns the exit code of the last one."""
        jobs = [job for job in self.line.jobs if (job.pid in pids if pids else job is not self.job)]
        if self.job is not None:
            if any(not job.over for job in jobs):
                self.job.wait(NEVER, tuple(jobs))
        else:
            deadline = min(self._deadlines, key=lambda one: one.at, default=None)
            self.line.wait_for(jobs, None if deadline is None else deadline.at)
            if deadline is not None and any(not job.over for job in jobs):
                deadline.over = True
                raise _DeadlineError(deadline)
        return (jobs[-1].code if jobs else 127) if pids else 0

    # What words are expanded with

    def value(self, name: str) -> str | None:
        """As `Scope.value`, with the shell's own: ``$?``, ``$#`` and so on."""
        if name == "?":
            return str(self.status)
        if name in ("$", "!", "-"):
            return {"$": "4711", "!": self.last_job, "-": ""}[name]
        if name in ("#", "@", "*"):
            return str(len(self.parameters)) if name == "#" else " ".join(self.parameters)
        if name == "0":
            return "sh"
        if name.isdecimal():
            return (
                self.parameters[int(name) - 1]
                if len(name) < 6 and int(name) <= len(self.parameters)
                else None
            )
        if name == "PWD":
            return self.folder
        return self.variables.get(name)

    # What a shell within this one changes

    def _kept(self) -> _Kept:
        """Save the state that a subshell may change."""
        return (
            dict(self.variables), self.folder, self.parameters, dict(self.functions), self.options, self.traps,
            self._tested,
        )  # fmt: skip

    def _return_to(self, kept: _Kept) -> None:
        (
            self.variables, self.folder, self.parameters, self.functions, self.options, self.traps, self._tested,
        ) = kept  # fmt: skip
