"""A pool of workers that do jobs at once. A lost worker is replaced and its job done again; no result comes twice."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from bmoca_gym.errors import DeviceError, WorkerLostError
from bmoca_gym.executors.worker import Executor, Make, Worker

#: Number of workers in a row that may be lost before they are prepared, once one was.
_MOST_UNREADY = 3

#: Seconds for the threads to end when the pool is closed.
_PATIENCE = 10.0


class Outcome(NamedTuple):
    """Outcome of an attempt at a job: its result or its error, and whether the job is done ``again``."""

    job: Any
    result: Any = None
    error: Exception | None = None
    again: bool = False


@dataclass(slots=True)
class _Task:
    number: int
    job: Any
    failures: int = 0
    admitted: bool = False


class Pool(Iterator[Outcome]):
    """Does jobs in several workers. Iterate over it for the outcomes, then close it.

    Workers start at once, and continue while the outcomes are used. A thread for each of them waits for its answers.

    Args:
        executor: starts the workers. It is not closed.
        make: prepares each worker.
        chunks: the jobs. A worker does the jobs of a chunk in their order, for example all episodes of one
            configuration. It may be endless: a chunk is taken when a worker is free for it.
        workers: number of workers; with 0 nothing is done.
        room: maximum number of jobs that were started and whose outcome was not yet taken; 0 for no limit.
        ordered: whether the outcomes come in the order of the chunks, each of which must have one job.
        attempts: number of attempts at a job that ends with one of the errors ``repeated``.
        repeated: the errors after which a job is done again.

    Raises:
        DeviceError: the first workers were lost before they did anything. From ``next``.
        Exception: a worker could not be prepared, or ``chunks`` raised an error. From ``next``.
    """

    def __init__(
        self,
        executor: Executor,
        make: Make,
        chunks: Iterable[Iterable[Any]],
        *,
        workers: int,
        room: int = 0,
        ordered: bool = False,
        attempts: int = 2,
        repeated: tuple[type[Exception], ...] = (WorkerLostError,),
    ) -> None:
        self._executor, self._make = executor, make
        self._chunks, self._exhausted, self._number = iter(chunks), workers < 1, 0
        self._room, self._ordered, self._attempts, self._repeated = room, ordered, attempts, repeated
        #: Guards all that follows.
        self._changed = threading.Condition()
        #: Jobs of lost workers.
        self._returned: deque[deque[_Task]] = deque()
        self._outcomes: deque[Outcome] = deque()
        self._early: dict[int, Outcome] = {}
        self._next_number = 0
        #: Jobs that were taken from the chunks and are not done, and those that take room.
        self._open = self._held = 0
        self._busy: set[Worker] = set()
        self._prepared, self._unready = False, 0
        self._fault: BaseException | None = None
        self._closed = False
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def __next__(self) -> Outcome:
        """Wait for the next outcome."""
        with self._changed:
            while True:
                if self._outcomes:
                    outcome = self._outcomes.popleft()
                    if not outcome.again:
                        self._held -= 1
                        self._changed.notify_all()
                    return outcome
                if self._fault is not None:
                    raise self._fault
                if self._closed or (self._exhausted and not self._open):
                    raise StopIteration
                self._changed.wait()

    def close(self) -> None:
        """End all workers. Those that do a job are killed."""
        with self._changed:
            self._closed = True
            busy = list(self._busy)
            self._changed.notify_all()
        for worker in busy:
            worker.kill()
        for thread in self._threads:
            thread.join(_PATIENCE)

    # --- what the thread of a worker does ---

    def _work(self) -> None:
        worker: Worker | None = None
        chunk: deque[_Task] = deque()
        try:
            while True:
                worker = worker or self._prepare()
                task = None if worker is None else self._take(worker, chunk)
                if worker is None or task is None:
                    return
                error: Exception | None = None
                result = None
                try:
                    result = worker.do(task.job)
                except Exception as raised:
                    error = raised
                lost = isinstance(error, WorkerLostError)
                self._report(worker, task, result, error, chunk, lost)
                if lost:
                    worker.close()
                    worker = None
        except BaseException as fault:
            with self._changed:
                self._fault = self._fault or fault
                self._changed.notify_all()
        finally:
            if worker is not None:
                worker.close()

    def _prepare(self) -> Worker | None:
        """Start a worker and wait until it is ready. Returns None if the pool no longer needs it."""
        while True:
            with self._changed:
                if self._over():
                    return None
                worker = self._executor.start(self._make)
                self._busy.add(worker)
            lost: WorkerLostError | None = None
            prepared = False
            try:
                worker.wait()
                prepared = True
            except WorkerLostError as error:
                lost = error
            finally:
                with self._changed:
                    self._busy.discard(worker)
                if not prepared:
                    worker.close()
            with self._changed:
                if lost is None:
                    self._prepared, self._unready = True, 0
                    return worker
                self._unready += 1
                if not self._over() and (not self._prepared or self._unready >= _MOST_UNREADY):
                    raise DeviceError(f"A worker was lost before its first job: {lost}.")

    def _take(self, worker: Worker, chunk: deque[_Task]) -> _Task | None:
        """Wait for a job and for room. Returns None if there are no more jobs."""
        with self._changed:
            while not self._over():
                room = not self._room or self._held < self._room
                if not chunk and self._returned:
                    chunk.extend(self._returned.popleft())
                while room and not chunk and not self._exhausted:
                    self._draw(chunk)
                if chunk and (room or chunk[0].admitted):
                    task = chunk.popleft()
                    self._held += not task.admitted
                    task.admitted = True
                    self._busy.add(worker)
                    return task
                if not self._over():
                    self._changed.wait()
            return None

    def _draw(self, chunk: deque[_Task]) -> None:
        """Take the next chunk."""
        drawn = next(self._chunks, None)
        self._exhausted = drawn is None
        for job in drawn or ():
            chunk.append(_Task(self._number, job))
            self._number += 1
        self._open += len(chunk)
        self._changed.notify_all()

    def _over(self) -> bool:
        """True if no job is left, or no further job will be done."""
        return self._closed or self._fault is not None or (self._exhausted and not self._open)

    def _report(
        self,
        worker: Worker,
        task: _Task,
        result: Any,
        error: Exception | None,
        chunk: deque[_Task],
        lost: bool,
    ) -> None:
        """Store an outcome. Jobs of a lost worker can be taken by any other."""
        with self._changed:
            self._busy.discard(worker)
            if self._closed:
                return
            task.failures += error is not None
            again = isinstance(error, self._repeated) and task.failures < self._attempts
            if again:
                chunk.appendleft(task)
            outcome = Outcome(task.job, result, error, again)
            if again or not self._ordered:
                self._outcomes.append(outcome)
            else:
                self._early[task.number] = outcome
                while self._next_number in self._early:
                    self._outcomes.append(self._early.pop(self._next_number))
                    self._next_number += 1
            if lost and chunk:
                self._returned.appendleft(chunk.copy())
                chunk.clear()
            self._open -= not again
            self._changed.notify_all()
