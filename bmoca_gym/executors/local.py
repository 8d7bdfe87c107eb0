"""Workers as processes on this machine."""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import tempfile
import threading
import weakref
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bmoca_gym.errors import SettingsError, WorkerLostError
from bmoca_gym.executors.worker import Answer, Make, answer, picklable

_SPAWN = multiprocessing.get_context("spawn")

#: Seconds that a process gets to clean up; then it is killed.
_PATIENCE = 1.0


class LocalProcesses:
    """Executor with a process for each worker.

    Processes are spawned, so a script needs ``if __name__ == "__main__":``.
    """

    distant = False

    def __init__(self, address: str = "") -> None:
        if address:
            raise SettingsError(
                f"The address {address!r} is that of a Ray cluster; use it with executor ray."
            )
        self._workers: weakref.WeakSet[_Process] = weakref.WeakSet()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._shared = 0
        self._closed = False
        # Python waits for its processes before it exits.
        atexit.register(self.close)

    def start(self, make: Make) -> _Process:
        """Start a process.

        Raises:
            WorkerLostError: the executor is closed.
        """
        if self._closed:
            raise WorkerLostError("the executor is closed")
        worker = _Process(make)
        self._workers.add(worker)
        return worker

    def share(self, value: Any) -> _SharedFile:
        """Write a value to a temporary file, from which each worker reads it."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="bmoca-", ignore_cleanup_errors=True)
        self._shared += 1
        path = Path(self._folder.name) / f"{self._shared}.pickle"
        with path.open("wb") as file:
            pickle.dump(value, file, protocol=pickle.HIGHEST_PROTOCOL)
        shared = _SharedFile(str(path))
        weakref.finalize(shared, path.unlink, missing_ok=True).atexit = False
        return shared

    def close(self) -> None:
        """End all processes."""
        atexit.unregister(self.close)
        self._closed = True
        for worker in list(self._workers):
            worker.kill()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


class _SharedFile:
    """Handle of a value in a file of this process, or of the one that started it."""

    def __init__(self, path: str) -> None:
        self._path = path

    def get(self) -> Any:
        """Read the value."""
        with open(self._path, "rb") as file:
            return pickle.load(file)


class _Process:
    """Worker in a process."""

    def __init__(self, make: Make) -> None:
        self._connection, theirs = _SPAWN.Pipe()
        # Not a daemon: a job may start processes of its own.
        self._process = _SPAWN.Process(target=_serve, args=(theirs, make))
        self._process.start()
        theirs.close()

    def wait(self) -> None:
        """Wait until it is prepared."""
        self._receive()

    def do(self, job: Any) -> Any:
        """Do a job."""
        with contextlib.suppress(OSError):  # the process has just ended; `_receive` notices
            self._connection.send(job)
        return self._receive()

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Have it clean up, and end it."""
        self._connection.close()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _receive(self) -> Any:
        try:
            received: Answer = self._connection.recv()
        except (EOFError, OSError):
            self._process.join()
            raise WorkerLostError(
                f"the worker process ended with exit code {self._process.exitcode}"
            ) from None
        result, error = received
        if error is not None:
            raise error
        return result


def _serve(connection: Connection, make: Make) -> None:
    """Main function of a process: prepare, report it, do the jobs that arrive, end when the connection closes."""
    # Ctrl-C reaches every process of the terminal. The process that keeps the results ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gone = contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError)
    try:
        with make() as work, gone:
            connection.send((None, None))
            while True:
                connection.send(answer(work, connection.recv()))
    except Exception as error:
        with gone:
            connection.send((None, picklable(error)))


def _end_with_parent() -> None:
    """End this process when the one that started it is killed, even during a job."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
