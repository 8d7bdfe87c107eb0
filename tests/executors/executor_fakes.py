"""Jobs for the tests of executors, in a module that workers can import by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bmoca_gym.executors.worker import Make, Work


@contextmanager
def squares(folder: str) -> Iterator[Work]:
    """A job is a number, whose square is the result. ``die``: ends the worker, the first time. ``fail``: an error."""

    def work(job: tuple[int, str]) -> int:
        number, what = job
        dies = Path(folder, f"died-{number}")
        if what == "die" and not dies.exists():
            dies.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "always die":
            os._exit(3)
        if what == "fail":
            raise ValueError(f"{number} failed")
        if what == "wait":
            time.sleep(600)
        if what == "slow":
            time.sleep(0.2)
        return number**2

    yield work
    Path(folder, f"cleaned-{os.getpid()}").touch()


@contextmanager
def unprepared() -> Iterator[Work]:
    raise OSError("no disk")
    yield lambda job: job


@contextmanager
def dead_at_once() -> Iterator[Work]:
    os._exit(4)
    yield lambda job: job


class Here:
    """An executor that needs no process: its worker does the jobs in the pool's thread."""

    distant = False

    def __init__(self) -> None:
        self._stack, self._work = ExitStack(), None

    def start(self, make: Make) -> Here:
        worker = Here()
        worker._make = make
        return worker

    def wait(self) -> None:
        self._work = self._stack.enter_context(self._make())

    def do(self, job: Any) -> Any:
        return self._work(job)

    def kill(self) -> None:
        pass

    def close(self) -> None:
        self._stack.close()

    def share(self, value: Any) -> Here:
        self._value = value
        return self

    def get(self) -> Any:
        return self._value
