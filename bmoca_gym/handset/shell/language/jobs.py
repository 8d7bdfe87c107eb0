"""Background jobs: commands that run beside the others of their line, in virtual time, one at a time.

Each has its own thread, which runs only while the line's thread, or another job's, waits for it. So the same line
always does the same things in the same order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from bmoca_gym.handset.shell.call import HARMLESS_SIGNALS, Interrupted, LimitError

#: A time that never comes: the job waits for a signal, or for other jobs.
NEVER = 1 << 62


class _AbandonedError(BaseException):
    """The line has ended, and the job with it."""


class KilledError(LimitError):
    """SIGKILL ends a job, which can't catch it."""


class Job:
    """A background job. ``words``: its current command; ``code``: its exit code, once it is ``over``.

    ``wake``: when it continues, in milliseconds of its line; ``awaits``: the jobs whose end it waits for. ``glances``:
    it only looks for news at that time and waits for a signal, so nothing waits for it.
    """

    def __init__(self, number: int, pid: int, run: Callable[[Job], int]) -> None:
        self.number = number
        self.pid = pid
        self.words = "sh"
        self.code = 0
        self.over = False
        self.wake = NEVER
        self.glances = False
        self.awaits: tuple[Job, ...] = ()
        self._run = run
        self._signal = ""
        self._abandoned = False
        self._failure: BaseException | None = None
        self._running = False
        self._go, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._thread = threading.Thread(target=self._work, name="bmoca-job", daemon=True)
        self._thread.start()

    # For the line

    def resume(self) -> None:
        """Run the job until it waits again or ends. Exceptions that end the whole line are raised here."""
        self.wake = NEVER
        self._running = True
        self._go.release()
        self._back.acquire()
        self._running = False
        if self.over:
            self._thread.join()
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def take(self, name: str) -> bool:
        """Record a signal. Returns whether the job must resume because of it."""
        if name not in HARMLESS_SIGNALS and not self.over:
            self._signal = name
        return bool(self._signal) and not self._running and not self.over

    def abandon(self) -> None:
        """End the job at once."""
        self._abandoned = True
        self._go.release()
        self._thread.join()

    # For the job

    def wait(self, until: int, awaits: tuple[Job, ...] = ()) -> None:
        """Let others run until a time, or until other jobs have ended.

        Raises:
            Interrupted: a signal came.
            KilledError: it was SIGKILL.
        """
        if not self._signal:
            self.wake, self.awaits = until, awaits
            self._back.release()
            self._go.acquire()
        if self._abandoned:
            raise _AbandonedError
        name, self._signal = self._signal, ""
        if name == "KILL":
            raise KilledError("", 137)
        if name:
            self.awaits = ()
            raise Interrupted(name)

    def _work(self) -> None:
        self._go.acquire()
        try:
            if not self._abandoned:
                self.code = self._run(self)
        except KilledError as killed:
            self.code = killed.code
        except _AbandonedError:
            pass
        except BaseException as failure:  # the line ends with it, in the thread that runs the line
            self._failure = failure
        finally:
            self.over = True
            self._back.release()
