"""The frame of the fuzz command: runs a part's attempts in a child process, and reports which raised, hung or grew.

A part is a module in `parts` with a function ``attempt(random: numpy.random.Generator) -> None``, which tries one
hostile input, made only from ``random``. It returns if the package did its work, or refused with a documented error.
Anything else that it raises is a failure. Its imports are loaded before the first attempt.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import shlex
import sys
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import numpy as np

#: The modules of parts, as `part` names them.
PARTS = "tests.fuzz.parts"

#: How long one attempt may take, and how much more memory it may need than there was in use before it.
SECONDS, GROWTH = 2.0, 200 << 20

#: How long a part may take to be imported, and how often a hanging or growing child is looked at.
_START, _LOOK = 120.0, 0.02


class Failure(NamedTuple):
    """A failed attempt: its part and seed, and the failure."""

    part: str
    seed: int
    what: str

    def command(self) -> str:
        """What does it again."""
        return f"python -m tests.fuzz --only {self.part} --seed {self.seed} --attempts 1"

    def write(self, folder: Path) -> Path:
        """Keep it in a file of the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.part}-{self.seed}.txt"
        path.write_text(f"{self.command()}\n\n{self.what}\n", encoding="utf-8", errors="backslashreplace")
        return path


class Count(NamedTuple):
    """Result of a part: the number of attempts, and the failed ones."""

    attempts: int
    failures: tuple[Failure, ...]


def names() -> list[str]:
    """The names of all parts."""
    return sorted(path.stem for path in (Path(__file__).parent / "parts").glob("*.py") if path.stem[0] != "_")


def run(
    part: str,
    *,
    minutes: float,
    seed: int = 0,
    attempts: int | None = None,
    seconds: float = SECONDS,
    growth: int = GROWTH,
    modules: str = PARTS,
) -> Count:
    """Try one part with one seed after the other, until the time is up or ten attempts have failed.

    An attempt that hangs or grows only fails if it does so again in a new process: other work on the machine can stop
    a process for a while.

    Args:
        part: its name.
        minutes: how long.
        seed: of the first attempt.
        attempts: how many at most.
        seconds: how long one may take.
        growth: how many bytes of memory one may need.
        modules: the package of the parts.
    """
    end = time.monotonic() + 60 * minutes
    failures: list[Failure] = []
    tried = 0
    while len(failures) < 10 and time.monotonic() < end and (attempts is None or tried < attempts):
        most = None if attempts is None else attempts - tried
        with _Child(f"{modules}.{part}", seed, most, seconds, growth) as child:
            count, what = child.watch(end)
        tried += count
        seed += count
        if what is None:
            break
        if what.startswith(_AGAIN):
            with _Child(f"{modules}.{part}", seed - 1, 1, seconds, growth) as child:
                _, what = child.watch(time.monotonic() + _START)
        if what is not None:
            failures.append(Failure(part, seed - 1, what))
    return Count(tried, tuple(failures))


#: How that begins which is tried a second time.
_AGAIN = ("hung", "grew")


class _Child:
    """A process that makes attempts, watched from here. Its messages: (seed, None) before one, (seed, what) if it
    failed, None when all are done."""

    def __init__(self, module: str, seed: int, most: int | None, seconds: float, growth: int) -> None:
        self._seed, self._seconds, self._growth = seed, seconds, growth
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_attempts, args=(theirs, module, seed, most))
        self._process.start()
        theirs.close()

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()

    def watch(self, end: float) -> tuple[int, str | None]:
        """Return the number of attempts, and the failure of the last one, if any."""
        begun, since, before = 0, time.monotonic(), 0
        while True:
            if self._connection.poll(_LOOK):
                try:
                    message = self._connection.recv()
                except EOFError:
                    self._process.join()
                    return max(begun, 1), f"the process ended with exit code {self._process.exitcode}"
                if message is None:
                    return begun, None
                seed, what = message
                if what is not None:
                    return max(begun, 1), what
                if time.monotonic() >= end:
                    return begun, None
                begun, since, before = seed - self._seed + 1, time.monotonic(), self._memory()
                continue
            taken = time.monotonic() - since
            if begun and taken > self._seconds:
                return begun, f"hung: more than {self._seconds:g} s"
            if begun and self._memory() - before > self._growth:
                return begun, f"grew by more than {self._growth >> 20} MB"
            if not begun and taken > _START:
                return 1, f"can't be imported in {_START:g} s"

    def _memory(self) -> int:
        """The child's current memory in bytes."""
        with contextlib.suppress(OSError):
            return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * _PAGE
        return 0


_PAGE = os.sysconf("SC_PAGE_SIZE")


def _attempts(connection: Connection, module: str, seed: int, most: int | None) -> None:
    """Run attempts in a child process."""
    try:
        attempt = importlib.import_module(module).attempt
        for number in _numbers(seed, most):
            connection.send((number, None))
            random = np.random.default_rng(number)
            try:
                attempt(random)
            except BaseException:  # whatever it is: SystemExit is a failure too
                connection.send((number, traceback.format_exc()))
                return
        connection.send(None)
    except (BrokenPipeError, ConnectionResetError):  # the other side has seen enough
        pass
    except Exception:
        connection.send((seed, traceback.format_exc()))


def _numbers(seed: int, most: int | None) -> Iterator[int]:
    number = seed
    while most is None or number < seed + most:
        yield number
        number += 1


def tell(count: Count, part: str, folder: Path) -> None:
    """Print the result of a part, and write its failures."""
    print(f"{part}: {count.attempts} attempts, {len(count.failures)} failed", flush=True)
    for failure in count.failures:
        path = failure.write(folder)
        last = failure.what.strip().splitlines()[-1]
        print(f"  {last[:200]}\n  {failure.command()}  ({shlex.quote(str(path))})", file=sys.stderr)
