"""Executors of trials: processes of this machine, or a Ray cluster. What is lost with a worker is told."""

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
    """The outcome of a job: its result, or the error that it ended with."""

    number: int
    result: dict[str, Any] | None
    error: str | None


class Executor(Protocol):
    """Runs jobs; `start` one for each free worker, then take outcomes from `next`."""

    def start(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job; ``number`` comes back with its outcome."""
        ...

    def next(self) -> Outcome:
        """Wait for the outcome of any job that was started."""
        ...

    def close(self) -> None:
        """End all workers, whatever they do."""
        ...


def open_executor(name: str, address: str = "") -> Executor:
    """The executor of that name.

    Raises:
        MissingLibraryError: Ray is not installed.
        SettingsError: there is no cluster at the address.
    """
    return RayCluster(address) if name == "ray" else LocalProcesses()


# --- processes of this machine ---


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    connection: Connection
    number: int | None = None


class LocalProcesses:
    """A process for each job at once; one that is done takes the next job, one that has died is replaced."""

    def __init__(self) -> None:
        self._workers: list[_Worker] = []

    def start(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job."""
        worker = next((each for each in self._workers if each.number is None), None) or self._new()
        worker.number = number
        with contextlib.suppress(OSError):  # it has just died: receiving from it will say so
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
        # Not a daemon: a trial may want processes of its own.
        process = context.Process(target=_serve, args=(theirs,))
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker


def _serve(connection: Connection) -> None:
    """A worker's life: do what comes, end when the other side is gone."""
    # Ctrl-C reaches every process of the terminal; the one that keeps the results ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            connection.send(attempt(connection.recv()))


def _end_with_parent() -> None:
    """End this process, in the middle of a trial too, when the sweep is killed: its next run takes the trial up."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def attempt(job: dict[str, Any]) -> tuple[dict[str, Any] | None, str | None]:
    """Result and error of a job, one of them None."""
    try:
        from bmoca_gym.evaluation.sweep.trial import run_trial  # it needs PyTorch, where the trial runs

        return run_trial(job), None
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return None, f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"


# --- Ray ---

#: What a driver must know to run anything on a cluster that this process has started.
_TOKEN = secrets.token_hex(32)

#: How such a cluster is started. Ray replaces a loopback address by the machine's own, unless clusters of several
#: machines are switched off, as they are on macOS and Windows.
_ALONE = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": _TOKEN,
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
}


class RayCluster:
    """Tasks on a Ray cluster, one processor each; they write to the sweep's folder, and return their results.

    Where the nodes share no file system, checkpoints stay on the nodes, and a trial that is tried again begins anew.
    Without an address a cluster of this machine's own is started: it listens on the loopback interface alone, and takes
    drivers only that know its token. Who may connect to a cluster at an address is decided where that is started.
    """

    def __init__(self, address: str = "") -> None:
        try:
            import ray
        except ImportError as error:
            raise MissingLibraryError(
                f"executor=ray needs Ray: {extras.installing('cluster')}. executor=local needs nothing more."
            ) from error
        self._ray: Any = ray
        self._started = not ray.is_initialized()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._running: dict[Any, int] = {}
        self._before: dict[str, str | None] = {}
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self._started and not address:
            # Nothing reaches it or is told from outside, nothing of it stays.
            self._before = {name: os.environ.get(name) for name in _ALONE}
            os.environ.update(_ALONE)
            # Read when Ray is imported, which may have been before.
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
                f"Ray {ray.__version__} listens on {host}, not on the loopback interface alone: use executor=local, or "
                "start a cluster and give its address."
            )
        # Retries are the sweep's: it counts and reports them.
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
            return Outcome(number, None, f"the worker is gone: {type(failure).__name__}")
        return Outcome(number, result, error)

    def close(self) -> None:
        """Cancel what runs, and end the cluster if this executor has started it."""
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
