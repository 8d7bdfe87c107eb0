"""A process for each case, so that no case is affected by another's caches, memory or modules."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, TypeVar

from benchmarks.timing import Case, Round

T = TypeVar("T")

#: How processes are started: each is a new Python.
_context: SpawnContext | ForkServerContext = get_context("spawn")


def fork_from_one(*modules: str) -> None:
    """Fork processes from one that has imported ``modules``: they start at once, and share its memory."""
    global _context
    _context = get_context("forkserver")
    _context.set_forkserver_preload(list(modules))


class Absent(Exception):
    """Something can't be measured here; the message says what is missing."""


class Worker:
    """A case in its own process, which only works while `run` waits for it.

    Raises:
        Absent: a package or a program that the case needs is not installed.
    """

    def __init__(self, name: str, make: Callable[[], Case]) -> None:
        self.name = name
        self._pipe, theirs = _context.Pipe()
        # Not a daemon: a case may start processes itself.
        self._process = _context.Process(target=_work, args=(theirs, make))
        self._process.start()
        theirs.close()
        missing = self._pipe.recv()
        if missing is not None:
            self._process.join()
            raise Absent(missing)

    def run(self, seconds: float) -> Round:
        """Step for ``seconds``."""
        self._pipe.send(seconds)
        done: Round = self._pipe.recv()
        return done

    def close(self) -> None:
        """End the process."""
        self._pipe.send(None)
        self._process.join()


def _work(pipe: Connection, make: Callable[[], Case]) -> None:
    try:
        case = make()
    except (ImportError, Absent) as missing:
        pipe.send(str(missing))
        return
    pipe.send(None)
    try:
        while (seconds := pipe.recv()) is not None:
            pipe.send(case.run(seconds))
    finally:
        case.close()


def fresh(function: Callable[..., T], *arguments: Any) -> T:
    """Return the result of ``function(*arguments)`` in a new process.

    Raises:
        BrokenProcessPool: the process ended early.
    """
    with ProcessPoolExecutor(1, _context) as pool:
        return pool.submit(function, *arguments).result()
