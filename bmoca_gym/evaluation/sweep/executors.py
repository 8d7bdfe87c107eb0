"""Executors of trials: processes on this machine, or a Ray cluster. A lost worker is reported as an error."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import secrets
import signal
import tempfile
import threading
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, Protocol

from bmoca_gym import extras
from bmoca_gym.errors import MissingLibraryError, SettingsError


class Outcome(NamedTuple):
    """Outcome of a job: its result, or its error."""

    number: int
    result: dict[str, Any] | None
    error: str | None


class Executor(Protocol):
    """Executor of jobs. `start` a job for each free worker, then take outcomes from `next`."""

    def start(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job. Its outcome has the same ``number``."""
        ...

    def next(self) -> Outcome:
        """Wait for the outcome of any running job."""
        ...

    def close(self) -> None:
        """End all workers, also busy ones."""
        ...


def open_executor(name: str, address: str = "") -> Executor:
    """Open the executor ``local`` or ``ray``.

    Raises:
        MissingLibraryError: Ray is not installed.
        SettingsError: there is no cluster at the address.
    """
    return RayCluster(address) if name == "ray" else LocalProcesses()


# --- processes on this machine ---


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    number: int | None = None


class LocalProcesses:
    """Executor with one process for each simultaneous job. Processes are reused; a dead process is replaced."""

    def __init__(self) -> None:
        self._workers: list[_Worker] = []

    def start(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job."""
        worker = next((each for each in self._workers if each.number is None), None) or self._new()
        worker.number = number
        with contextlib.suppress(OSError):  # the process has just died; `next` notices
            worker.connection.send(job)

    def next(self) -> Outcome:
        """Wait for any outcome."""
        busy = {worker.connection: worker for worker in self._workers if worker.number is not None}
        connection: Any = multiprocessing.connection.wait(list(busy))[0]
        worker = busy[connection]
        number, worker.number = worker.number, None
        assert number is not None
        try:
            result, error = connection.recv()
        except (EOFError, OSError):
            worker.process.join()
            self._workers.remove(worker)
            connection.close()
            return Outcome(number, None, f"the worker ended with exit code {worker.process.exitcode}")
        return Outcome(number, result, error)

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
            worker.process.join()
        self._workers.clear()

    def _new(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        # Not a daemon: a trial may start processes of its own.
        process = context.Process(target=_serve, args=(theirs,))
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker


def _serve(connection: Connection) -> None:
    """Run a worker: do the jobs that arrive, end when the connection closes."""
    # Ctrl-C reaches every process of the terminal. The process that keeps the results ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            connection.send(attempt(connection.recv()))


def _end_with_parent() -> None:
    """End this process when the sweep is killed, also during a trial. The next run resumes the trial."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def attempt(job: dict[str, Any]) -> tuple[dict[str, Any] | None, str | None]:
    """Run a job. Returns its result and its error; one of them is None."""
    try:
        from bmoca_gym.evaluation.sweep.trial import run_trial  # needs PyTorch, only on the worker

        return run_trial(job), None
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return None, f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"


# --- Ray ---

#: The token that a driver needs to use a cluster that this process has started.
_TOKEN = secrets.token_hex(32)

#: Environment variables of such a cluster. Ray replaces a loopback address by the machine's own, unless clusters of
#: several machines are disabled, as on macOS and Windows.
_ALONE = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": _TOKEN,
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
}


class RayCluster:
    """Executor on a Ray cluster. Each job is a task with one processor; it writes to the sweep's folder.

    If the nodes do not share a file system, checkpoints stay on the nodes, and a repeated trial starts from the
    beginning. Without an address, a cluster starts on this machine: it listens on the loopback interface only, and
    accepts only drivers with its token. A cluster at an address has its own rules for connections.
    """

    def __init__(self, address: str = "") -> None:
        try:
            import ray
        except ImportError as error:
            raise MissingLibraryError(
                f"executor=ray needs Ray: {extras.installing('cluster')}. executor=local works without it."
            ) from error
        self._ray: Any = ray
        self._started = not ray.is_initialized()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._running: dict[Any, int] = {}
        self._before: dict[str, str | None] = {}
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self._started and not address:
            # The cluster is closed to the network, sends no statistics, and leaves no files.
            self._before = {name: os.environ.get(name) for name in _ALONE}
            os.environ.update(_ALONE)
            # Ray reads the variables when it is imported, which may have happened already.
            self._ray._private.ray_constants.ENABLE_RAY_CLUSTER = False
            self._ray._raylet.Config.initialize("")
            self._folder = tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True)
            options |= {
                "include_dashboard": False,
                "_node_ip_address": "127.0.0.1",
                "_temp_dir": self._folder.name,
            }
        if self._started:
            try:
                ray.init(address=address or None, **options)
            except (ConnectionError, RuntimeError, ValueError) as error:
                self._restore()
                raise SettingsError(f"There is no Ray cluster at {address!r}: {error}") from error
        if self._folder is not None and (host := ray.util.get_node_ip_address()) != "127.0.0.1":
            self.close()
            raise SettingsError(
                f"Ray {ray.__version__} listens on {host}, not only on the loopback interface. Use executor=local, or "
                "start a cluster and give its address."
            )
        # The sweep retries, counts and reports.
        self._attempt = ray.remote(num_cpus=1, max_retries=0)(attempt)

    def start(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job."""
        self._running[self._attempt.remote(job)] = number

    def next(self) -> Outcome:
        """Wait for any outcome."""
        done, _ = self._ray.wait(list(self._running), num_returns=1)
        number = self._running.pop(done[0])
        try:
            result, error = self._ray.get(done[0])
        except self._ray.exceptions.RayError as failure:
            return Outcome(number, None, f"the worker was lost: {type(failure).__name__}")
        return Outcome(number, result, error)

    def close(self) -> None:
        """Cancel running jobs, and end the cluster if this executor has started it."""
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._running.clear()
        if self._started:
            self._ray.shutdown()
        if self._folder is not None:
            self._folder.cleanup()
        self._restore()

    def _restore(self) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
