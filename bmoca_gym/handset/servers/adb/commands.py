"""The running commands of all hosts of a daemon, so that one shell can list and end those of another."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

from bmoca_gym.handset.shell.call import HARMLESS_SIGNALS, BackgroundJob

#: The process of the first command. Those of a line's background jobs begin lower.
_FIRST_PROCESS = 6000


class RunningCommand:
    """A command of another shell. ``words``: the running command; "" while it can't be ended.

    ``signal``: the name of a signal sent to it that it has not taken yet. ``told``: called when there is one.
    """

    def __init__(self, pid: int, words: Callable[[], str], told: Callable[[], object]) -> None:
        self.pid = pid
        self.words = words
        self.signal = ""
        self.told = told

    def take(self) -> str:
        """Take the pending signal, if there is one."""
        signal, self.signal = self.signal, ""
        return signal


class RunningCommands:
    """All running commands. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pids = itertools.count(_FIRST_PROCESS)
        self._commands: dict[int, RunningCommand] = {}

    def begin(self, words: Callable[[], str], told: Callable[[], object] = lambda: None) -> RunningCommand:
        """Add a command."""
        with self._lock:
            made = RunningCommand(next(self._pids), words, told)
            self._commands[made.pid] = made
            return made

    def end(self, command: RunningCommand) -> None:
        """Remove a command."""
        with self._lock:
            self._commands.pop(command.pid, None)

    def listed(self) -> list[BackgroundJob]:
        """The commands that can be sent a signal, by process id. Their job number is 0."""
        with self._lock:
            found = [BackgroundJob(0, command.pid, command.words()) for command in self._commands.values()]
        return [job for job in found if job.words]

    def beside(self, command: RunningCommand) -> Beside:
        """All commands except one, as its own shell sees them."""
        return Beside(self, command)

    def send(self, pid: int, name: str) -> bool:
        """Send a signal. Returns False if there is no such command."""
        with self._lock:
            command = self._commands.get(pid)
            if command is None or not command.words():
                return False
            if name not in HARMLESS_SIGNALS:
                command.signal = name
                command.told()
        return True


class Beside:
    """The commands of all shells but one."""

    def __init__(self, commands: RunningCommands, own: RunningCommand) -> None:
        self._commands = commands
        self._own = own.pid

    def listed(self) -> list[BackgroundJob]:
        """As `RunningCommands.listed`."""
        return [job for job in self._commands.listed() if job.pid != self._own]

    def send(self, pid: int, name: str) -> bool:
        """As `RunningCommands.send`."""
        return pid != self._own and self._commands.send(pid, name)
