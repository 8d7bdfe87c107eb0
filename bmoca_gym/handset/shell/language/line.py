"""What all shells of one line share: the phone, its time, the line's limits, and its background jobs."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.shell import commands as shell_commands
from bmoca_gym.handset.shell.call import WORK_LIMIT, BackgroundJob, CommandError, LimitError
from bmoca_gym.handset.shell.language.jobs import Job
from bmoca_gym.handset.shell.language.redirections import Written
from bmoca_gym.handset.shell.paths import Tree, write_file
from bmoca_gym.handset.shell.streams import Input, InputNeeded
from bmoca_gym.handset.state import Phone

#: Commands that one line runs, those in loops and substitutions among them.
STEP_LIMIT = 4096
#: Virtual time in ms that one line may wait.
SLEEP_LIMIT = 24 * 60 * 60 * 1000
#: Background jobs of a line that run at once.
JOBS_LIMIT = 32
#: Milliseconds on a clock that allow one more command of a line.
_MILLISECONDS_A_STEP = 50
#: The process of the first background job.
_FIRST_PROCESS = 4720
#: The shortest time in ms between two looks at jobs while the line waits for input.
_LOOK_MILLISECONDS = 50
_NEVER = 1 << 62

#: Waits on a clock: the phone when so many milliseconds have passed.
Pause = Callable[[Phone, int], Phone]
#: Waits until an input holds enough, or for so many milliseconds; the phone as it is then.
Refill = Callable[[Phone, Input, Callable[[Input], bool], int | None], Phone]


class Line:
    """A running line. ``phone``: the phone as it is now.

    ``check`` is called again and again; the `LimitError` that it raises ends the line. ``pause``: how time passes on a
    clock; without it time is virtual. ``refill``: how an input that has not ended gets more.
    """

    def __init__(
        self, phone: Phone, check: Callable[[], object] | None, pause: Pause | None, refill: Refill | None
    ) -> None:
        self.phone = phone
        #: The command that the line's own shell runs now.
        self.words = ""
        #: Events of input devices that its commands made and nobody has taken yet.
        self.events: list[object] = []
        #: Files that redirections write when their commands have ended.
        self.written: list[Written] = []
        self.jobs: list[Job] = []
        #: The words of a command in the background that goes on when all others have ended; see `Progress.endless`.
        self.stopped: tuple[str, ...] = ()
        #: Milliseconds that have passed since it began.
        self.elapsed = 0
        self.clocked = pause is not None
        self._check = check
        self._pause = pause
        self._refill = refill
        self._tree: tuple[tuple[object, ...], Tree] | None = None
        self._steps = 0
        self._work = 0
        self._started = 0

    # Limits

    def check(self) -> None:
        """As `Shell.check`."""
        if self._check is not None:
            self._check()

    def step(self) -> None:
        """Count a command, a construct or a round of a loop. Everything that runs passes this gate.

        Raises:
            LimitError: it is one too many, or the line's time is over.
        """
        self._steps += 1
        if self._check is not None:
            self._check()
        if self._steps > STEP_LIMIT:
            raise LimitError(f"a line runs no more than {STEP_LIMIT} commands")

    def spend(self, size: int) -> None:
        """See `Shell.spend`."""
        if self._check is not None:
            self._check()
        self._work += size
        if self._work > WORK_LIMIT:
            raise LimitError(f"a line reads and writes no more than {WORK_LIMIT >> 20} MiB")

    def tree(self, phone: Phone) -> Tree:
        """The phone's file system, read again only if it has changed."""
        kept = self._tree
        read = (phone.files, phone.modified, phone.processes, phone.automation)
        if kept is None or any(now is not before for now, before in zip(read, kept[0], strict=True)):
            kept = self._tree = (read, Tree(phone, shell_commands.PROGRAMS))
        return kept[1]

    # Time

    def advance(self, until: int) -> None:
        """Let time pass. Jobs that wait for an earlier time run in between, in order.

        Raises:
            LimitError: the line has waited long enough.
        """
        while (job := self._next(until)) is not None:
            self._let_pass(job.wake - self.elapsed)
            self._go_on(job)
        self._let_pass(until - self.elapsed)

    def _next(self, until: int, glances: bool = True) -> Job | None:
        """The next job to run by a time. ``glances``: include jobs that only look for news."""
        waiting = [
            job for job in self.jobs if not job.over and job.wake <= until and (glances or not job.glances)
        ]
        return min(waiting, key=lambda job: (job.wake, job.number), default=None)

    def _let_pass(self, milliseconds: int) -> None:
        if milliseconds <= 0:
            return
        self.elapsed += milliseconds
        if self.elapsed > SLEEP_LIMIT:
            raise LimitError(f"one line waits no longer than {SLEEP_LIMIT // 1000} s")
        if self._pause is None:
            self.phone = inputs.wait(self.phone, milliseconds)
            return
        # A line that goes on for hours runs more commands than one that is over at once.
        self._steps = max(0, self._steps - milliseconds // _MILLISECONDS_A_STEP)
        self.phone = self._pause(self.phone, milliseconds)

    # Input

    def await_input(self, given: Input, needed: InputNeeded) -> bool:
        """Wait until an input has what a command asked for. Returns False if that takes longer than it waits."""
        self._make_files()
        left = None if needed.seconds is None else round(needed.seconds * 1000)
        while not needed.enough(given):
            if self._refill is None or left == 0:
                return False
            job = self._next(_NEVER - 1) if self.clocked else None
            wait = left
            if job is not None:
                until = max(_LOOK_MILLISECONDS, job.wake - self.elapsed)
                wait = until if left is None else min(left, until)
            before = self.phone.clock.uptime
            self.phone = self._refill(self.phone, given, needed.enough, wait)
            if self.clocked:
                self.elapsed += max(0, self.phone.clock.uptime - before)
            left = None if left is None or wait is None else left - wait
            while self.clocked and (job := self._next(self.elapsed)) is not None:
                self._go_on(job)
        return True

    def _make_files(self) -> None:
        """Create the files of redirections, so that others find them while the line waits for input."""
        for path, text, before, sink in self.written:
            if not self.tree(self.phone).is_file(path):
                try:
                    self.phone = write_file(self.phone, path, before + sink.joined(), text)
                except (CommandError, ValueError):
                    continue  # it is said when the command has ended

    # Jobs

    def start(self, run: Callable[[Job], int]) -> Job:
        """Start a background job, and run it until it first waits.

        Raises:
            LimitError: too many jobs run already.
        """
        if sum(not job.over for job in self.jobs) >= JOBS_LIMIT:
            raise LimitError(f"a line runs no more than {JOBS_LIMIT} commands in the background")
        taken = set(self.phone.processes.values())
        self._started += 1
        pid = next(p for p in range(_FIRST_PROCESS + self._started - 1, 1 << 20) if p not in taken)
        self._started = pid - _FIRST_PROCESS + 1
        number = next(n for n in range(1, JOBS_LIMIT + 2) if n not in {j.number for j in self.running()})
        job = Job(number, pid, run)
        self.jobs = [*(j for j in self.jobs if not (j.over and j.number == number)), job]
        self._go_on(job)
        return job

    def running(self) -> list[Job]:
        """The jobs that have not ended."""
        return [job for job in self.jobs if not job.over]

    def listed(self) -> list[BackgroundJob]:
        """As `Shell.jobs`."""
        return [BackgroundJob(job.number, job.pid, job.words) for job in self.running()]

    def signal(self, pid: int, name: str) -> bool:
        """As `Shell.signal`."""
        job = next((job for job in self.running() if job.pid == pid), None)
        if job is None:
            return False
        if job.take(name):
            self._go_on(job)
        return True

    def _go_on(self, job: Job) -> None:
        job.resume()
        for other in self.jobs:
            if not other.over and other.awaits and all(one.over for one in other.awaits):
                other.awaits = ()
                self._go_on(other)

    def wait_for(self, jobs: list[Job], until: int | None = None) -> None:
        """Let time pass until jobs have ended, or until a time. Jobs that wait only for a signal get one."""
        while any(not job.over for job in jobs):
            job = self._next(_NEVER - 1 if until is None else until, glances=False)
            if job is not None:
                self.advance(job.wake)
            elif until is not None:
                self.advance(until)
                return
            else:
                for one in jobs:
                    if one.take("HUP"):
                        self._go_on(one)

    def finish(self) -> None:
        """Wait until every job has ended: a line ends with the last command that holds its outputs."""
        self.wait_for(self.jobs)

    def interrupt(self, name: str) -> None:
        """Send a signal to all jobs, as a terminal does."""
        for job in self.running():
            if job.take(name):
                self._go_on(job)

    def abandon(self) -> None:
        """End all jobs if the line ends before them."""
        for job in self.running():
            job.abandon()
