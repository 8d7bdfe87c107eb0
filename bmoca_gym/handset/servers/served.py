"""A phone shared by several connections: its state behind a lock, its time, its snapshots, its listeners."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import memory
from bmoca_gym.handset.errors import nearest
from bmoca_gym.handset.servers.errors import SnapshotFileError, SnapshotNameError
from bmoca_gym.handset.state import LogLine, Phone

P = ParamSpec("P")
T = TypeVar("T")

MOST_SNAPSHOTS = 1000
#: Bytes of users' files that all snapshots and the phone may hold, those that they share counted once.
SNAPSHOT_STORAGE = 1 << 30
_LONGEST_NAME = 255
#: How often `ServedPhone.run_apart` tries before it lets nobody else at the phone.
_ATTEMPTS = 2


#: Seconds that a call of `ServedPhone.catch_up` may take, but for the last thing that it does.
_LONGEST_CATCH_UP = 0.1
#: Seconds after which a phone that has fallen behind goes on if nobody has called that, at least. On a machine that is
#: so busy that the last call took long, four times as long as that: else each answer would wait for another call.
_PATIENCE, _PATIENCE_TIMES = 1.0, 4.0


class LogCursor(NamedTuple):
    """A position after a line of the log. ``loads``: how many snapshots had been loaded by then."""

    loads: int
    number: int


#: Lets others use the phone given while the call given runs; returns the phone as it is afterwards.
Pause = Callable[["Phone", Callable[[], object]], "Phone"]


class ServedPhone:
    """A phone that several threads and connections use. Transitions are atomic.

    ``now``: a clock in seconds (``time.monotonic``). With it, the phone's time follows that clock: whenever somebody
    looks at the phone, it is first brought up to date, at most ``rate`` times a second, and `catch_up` does so while
    nobody looks. Without it, time moves only by `wait`, and the same calls always give the same phone. ``kept``: where
    snapshots are kept; by default only in this process.
    """

    def __init__(
        self,
        phone: Phone,
        now: Callable[[], float] | None = None,
        rate: float = 20.0,
        kept: MutableMapping[str, Phone] | None = None,
    ) -> None:
        self._lock = threading.RLock()
        self._phone = phone
        self._now = now
        self._least_milliseconds = max(1, round(1000 / rate))
        self._then = now() if now is not None else 0.0
        self._paused = False
        self._behind, self._stopped, self._took = False, 0.0, 0.0
        self._apart = 0
        self._snapshots: MutableMapping[str, Phone] = {} if kept is None else kept
        self._loads = 0
        self._log_when_loaded = 0
        self._listeners: list[Callable[[], object]] = []
        self._watchers: list[Callable[[Sequence[Any]], object]] = []

    # The phone

    @property
    def phone(self) -> Phone:
        """The phone as it is now."""
        with self._lock:
            self._look()
            return self._phone

    @property
    def latest(self) -> Phone:
        """The phone after the last change, without the time that has passed since."""
        with self._lock:
            return self._phone

    def run(
        self,
        function: Callable[Concatenate[Phone, P], tuple[Phone, T]],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        """Apply ``function(phone, ...)``, which returns the next phone and a result. If it raises, nothing changes."""
        with self._lock:
            self._look()
            phone, result = function(self._phone, *arguments, **named)
            self._become(phone)
        return result

    def run_apart(self, function: Callable[[Phone, Pause], tuple[Phone, T]]) -> T:
        """Like `run`, for long work. Others can use the phone meanwhile; its time stands still.

        If one of them changed it, ``function`` is called again; on the last try everyone else waits. It also gets a
        pause: ``pause(phone, wait)`` lets others use the phone in its state so far while ``wait()`` runs, and returns
        the phone as it is afterwards. From then on the phone belongs to the function until it ends or pauses again.
        """
        for attempt in range(_ATTEMPTS + 1):
            with contextlib.suppress(_OvertakenError):
                return _Turn(self, attempt == _ATTEMPTS).run(function)
        raise AssertionError("nobody overtakes whom all others wait for")

    def apply(
        self, function: Callable[Concatenate[Phone, P], Phone], *arguments: P.args, **named: P.kwargs
    ) -> None:
        """Apply ``function(phone, ...)``, which returns the next phone. If it raises, nothing changes."""
        with self._lock:
            self._look()
            self._become(function(self._phone, *arguments, **named))

    def _become(self, phone: Phone) -> None:
        if phone is self._phone:
            return
        self._phone = phone
        memory.look()
        for tell in tuple(self._listeners):
            tell()

    # Time

    @property
    def clock_runs(self) -> bool:
        """Whether the phone's time follows a clock. Then somebody must call `catch_up` now and then."""
        return self._now is not None

    @property
    def seconds_between_catch_ups(self) -> float:
        """The shortest useful interval between calls of `catch_up`, in seconds.

        If the last call took longer than that, it is that long, so that there is time for answers between two calls.
        """
        return max(self._least_milliseconds / 1000, self._took)

    def wait(self, seconds: float) -> None:
        """Let time pass on the phone, in addition to the time of its clock."""
        self.apply(inputs.wait, max(0, round(seconds * 1000)))

    def catch_up(self) -> None:
        """Let the time pass that has passed on the clock since the last call.

        If that takes long itself, as with an animated page on a busy machine, the phone falls behind: every query is
        answered at once, and only calls of this function, or the first look in a second or more, advance it.
        """
        if self._now is None or self._paused or self._apart:
            return
        with self._lock:
            begun = self._now()
            left = int((begun - self._then) * 1000)
            if left < self._least_milliseconds:
                return
            phone, part = self._phone, self._least_milliseconds
            while left > 0 and self._now() - begun < _LONGEST_CATCH_UP:
                part = min(left, part)
                phone = inputs.wait(phone, part)
                self._then += part / 1000
                left, part = left - part, min(2 * part, 1000)
            self._behind, self._stopped = left > 0, self._now()
            self._took = self._stopped - begun
            self._become(phone)

    def _look(self) -> None:
        """Bring the phone up to date, unless it is behind its clock anyway."""
        patience = max(_PATIENCE, _PATIENCE_TIMES * self._took)
        if not self._behind or self._now is None or self._now() - self._stopped >= patience:
            self.catch_up()

    @property
    def paused(self) -> bool:
        """Whether the phone's time is paused."""
        return self._paused

    def pause(self) -> None:
        """Pause the phone's time. `wait` still moves it."""
        with self._lock:
            self.catch_up()
            self._paused = True

    def resume(self) -> None:
        """Let the phone's time follow the clock again, if there is one. The pause does not count."""
        with self._lock:
            if self._paused and self._now is not None:
                self._then = self._now()
            self._paused = False

    # Snapshots

    def save_snapshot(self, name: str) -> None:
        """Save the phone under ``name``, and replace an older snapshot of that name.

        Raises:
            SnapshotNameError: the name is empty, too long or not printable, there are too many snapshots, or the
                snapshot folder refuses it.
        """
        if not name or len(name) > _LONGEST_NAME or not name.isprintable():
            raise SnapshotNameError(
                f"snapshot name {name[:40]!r}: it must be 1 to {_LONGEST_NAME} printable characters"
            )
        with self._lock:
            self.catch_up()
            if name not in self._snapshots and len(self._snapshots) >= MOST_SNAPSHOTS:
                raise SnapshotNameError(f"there are {MOST_SNAPSHOTS} snapshots already; delete some")
            kept = {
                id(data): len(data)
                for p in (self._phone, *self._in_memory(name))
                for data in p.files.values()
            }
            if sum(kept.values()) > SNAPSHOT_STORAGE:
                raise SnapshotNameError("No space left on device: delete some snapshots")
            self._snapshots[name] = self._phone

    def _in_memory(self, but: str) -> list[Phone]:
        """The phones of the other snapshots, if they are kept in this process."""
        kept = self._snapshots.items() if isinstance(self._snapshots, dict) else ()
        return [phone for name, phone in kept if name != but]

    def load_snapshot(self, name: str) -> None:
        """Restore the phone saved under ``name``. No time has passed for it.

        Raises:
            SnapshotNameError: there is no such snapshot, or its file can't be read.
        """
        with self._lock:
            kept = self._kept(name)
            if self._now is not None:
                self._then = self._now()
            self._loads += 1
            self._log_when_loaded = kept.log.end
            self._become(kept)

    def delete_snapshot(self, name: str) -> None:
        """Delete a snapshot.

        Raises:
            SnapshotNameError: there is no such snapshot, or its file can't be deleted.
        """
        with self._lock:
            try:
                del self._snapshots[name]
            except KeyError:
                raise self._unknown(name) from None

    def _kept(self, name: str) -> Phone:
        try:
            return self._snapshots[name]
        except KeyError:
            raise self._unknown(name) from None

    def _unknown(self, name: str) -> SnapshotNameError:
        return SnapshotNameError(f"there is no snapshot {name[:80]!r}.{nearest(name, self._snapshots)}")

    def snapshots(self) -> dict[str, Phone]:
        """The names of readable snapshots, in alphabetical order, with their phones."""
        found = {}
        with self._lock:
            for name in sorted(self._snapshots):
                with contextlib.suppress(
                    SnapshotFileError, KeyError
                ):  # another process may just have deleted it
                    found[name] = self._snapshots[name]
        return found

    # Listening

    def look(self) -> tuple[Phone, LogCursor]:
        """The phone as it is now, and a cursor after its newest log line."""
        with self._lock:
            phone = self.phone
            return phone, LogCursor(self._loads, phone.log.end)

    def log_since(self, cursor: LogCursor) -> tuple[list[LogLine], LogCursor]:
        """The log lines after a cursor, and the next cursor. Lines of a loaded snapshot don't count as new."""
        with self._lock:
            phone, end = self.look()
            first = cursor.number if cursor.loads == self._loads else self._log_when_loaded
            return phone.log.since(first), end

    def subscribe(self, tell: Callable[[], object]) -> Callable[[], None]:
        """Call ``tell`` after each change, in the thread that made it. Returns a function that ends this.

        It must be quick and must not change the phone.
        """
        return self._added(self._listeners, tell)

    def watch(self, tell: Callable[[Sequence[Any]], object]) -> Callable[[], None]:
        """Call ``tell`` with events of input devices, as `subscribe` does with changes."""
        return self._added(self._watchers, tell)

    def report(self, events: Sequence[Any]) -> None:
        """Report events of input devices to those who watch them."""
        if events:
            for tell in tuple(self._watchers):
                tell(events)

    def _added(self, listeners: list[T], tell: T) -> Callable[[], None]:
        with self._lock:
            listeners.append(tell)

        def unsubscribe() -> None:
            with self._lock:
                if tell in listeners:
                    listeners.remove(tell)

        return unsubscribe


class _OvertakenError(Exception):
    """Another thread changed the phone meanwhile."""


class _Turn:
    """A function that runs on a served phone. ``alone``: all others wait meanwhile."""

    def __init__(self, served: ServedPhone, alone: bool) -> None:
        self._served = served
        self._alone = alone
        self._running = False
        self._before = served._phone
        self._left: Phone | None = None

    def run(self, function: Callable[[Phone, Pause], tuple[Phone, T]]) -> T:
        try:
            phone, result = function(self._begin(), self._pause)
            self._end(None if phone is self._left else phone)
        finally:
            if self._running:
                self._end(None)
        return result

    def _pause(self, phone: Phone, wait: Callable[[], object]) -> Phone:
        self._end(phone)
        try:
            wait()
        except BaseException:
            self._left = phone  # what others did to it meanwhile stays, where the function ends with this
            raise
        finally:
            self._alone = True
            self._begin()
        return self._before

    def _begin(self) -> Phone:
        served = self._served
        served._lock.acquire()
        served._look()
        self._before = served._phone
        self._running = True
        if not self._alone:
            served._apart += 1
            served._lock.release()
        return self._before

    def _end(self, phone: Phone | None) -> None:
        """Release the phone, with the new state ``phone``; None leaves it unchanged.

        Raises:
            _OvertakenError: one of them has changed it already.
        """
        served = self._served
        self._running = False
        if not self._alone:
            served._lock.acquire()
            served._apart -= 1
        try:
            if phone is not None and served._phone is not self._before:
                raise _OvertakenError
            if phone is not None:
                served._become(phone)
        finally:
            served._lock.release()
