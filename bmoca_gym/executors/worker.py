"""The contract of executors. An executor starts workers; a worker does jobs in a process of its own."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

#: Does one job. Jobs and results are pickled.
Work = Callable[[Any], Any]

#: Prepares a worker, once in its process. The context gives the worker's function, and cleans up when the worker ends.
#: It is pickled, so that it must be a function of a module, or a partial of one.
Make = Callable[[], AbstractContextManager[Work]]


class Worker(Protocol):
    """One worker. One thread uses it; any thread may `kill` it."""

    def wait(self) -> None:
        """Wait until it is prepared.

        Raises:
            WorkerLostError: its process has ended.
            Exception: it could not be prepared.
        """
        ...

    def do(self, job: Any) -> Any:
        """Do a job, and return its result.

        Raises:
            WorkerLostError: the process ended meanwhile.
            Exception: the job raised it.
        """
        ...

    def kill(self) -> None:
        """End the process at once. `wait` and `do` then raise `WorkerLostError`."""
        ...

    def close(self) -> None:
        """Let it clean up, and end the process."""
        ...


class Shared(Protocol):
    """A large value for many workers, such as a policy's weights. Jobs contain this handle."""

    def get(self) -> Any:
        """Return the value. Workers call this."""
        ...


class Executor(Protocol):
    """Starts workers. Any thread may use it.

    ``distant``: whether workers may be on machines that do not share this one's files.
    """

    distant: bool

    def start(self, make: Make) -> Worker:
        """Start a worker. Call its `wait` next."""
        ...

    def share(self, value: Any) -> Shared:
        """Make a value available to all workers, for as long as the handle exists."""
        ...

    def close(self) -> None:
        """End all workers."""
        ...


#: A result and None, or None and an error. It is what a worker sends back.
Answer = tuple[Any, "Exception | None"]


def answer(work: Work, job: Any) -> Answer:
    """Do a job in the worker's process."""
    try:
        return work(job), None
    except Exception as error:
        return None, picklable(error)


def picklable(error: Exception) -> Exception:
    """Return an error that can be sent: the error itself, or its text."""
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    except Exception:
        pass
    return RuntimeError(f"{type(error).__name__}: {error}")
