"""Signs of life of a long command: lines where there is no progress bar, in a log, a notebook or a pipe."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

#: Most seconds of silence.
PAUSE = 10.0


class Heartbeat:
    """Calls a function whenever nothing was printed for ten seconds. A context manager.

    Args:
        beat: prints a line. Another thread calls it.
        pause: seconds of silence before it is called.
    """

    def __init__(self, beat: Callable[[], None], pause: float | None = None) -> None:
        self._beat, self._pause = beat, PAUSE if pause is None else pause
        self._said = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def __enter__(self) -> Heartbeat:
        """Start timing the silence."""
        self._said = time.monotonic()
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop, after a line that is being printed."""
        self.stop()

    def stop(self) -> None:
        """Stop. Does nothing before the start and after another call."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def said(self) -> None:
        """Restart the timing, since something else was printed."""
        self._said = time.monotonic()

    def _run(self) -> None:
        while not self._ended.wait(max(0.0, self._said + self._pause - time.monotonic())):
            if time.monotonic() - self._said >= self._pause:
                self._beat()
                self.said()


@contextmanager
def bar_or_lines(progress: Progress, say: Callable[[], None]) -> Iterator[None]:
    """Show a progress bar. Without a terminal call ``say`` instead: at the start, every ten seconds and at the end.

    Args:
        progress: the bar. If it is disabled, nothing is shown or printed.
        say: prints a line. Another thread calls it, too.
    """
    if progress.disable or progress.console.is_terminal:
        with progress:
            yield
        return
    say()
    try:
        with Heartbeat(say):
            yield
    finally:
        say()


@contextmanager
def saying(doing: str, quiet: bool = False) -> Iterator[None]:
    """Print ``doing`` at once, and again every ten seconds until it is done. ``quiet``: print nothing."""
    if quiet:
        yield
        return
    began = time.monotonic()
    print(f"{doing} ...", flush=True)
    with Heartbeat(lambda: print(f"{doing}: {duration(time.monotonic() - began)} so far", flush=True)):
        yield


def duration(seconds: float) -> str:
    """Write a duration with one unit.

    >>> duration(42.4), duration(150), duration(5400)
    ('42 s', '2 min', '1.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
