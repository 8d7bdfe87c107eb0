"""The bound on the memory of all caches together.

Each cache has a bound on its entries, or on its bytes, but with unlimited configurations all of them fill with large
entries. So the process is measured from time to time. Once it has grown by `CACHE_BYTES` since the caches were last
empty, and has `PROCESS_BYTES` in use, the largest caches lose a quarter of their entries: those that were used longest
ago. If that frees little, the caches of screens are cleared, and the others too if even that frees less than half. All
this is done after each gesture, only for two milliseconds, so that no step has to wait for all. Results never change;
only the next ones take longer. If a program itself has grown, so that clearing frees little, its memory becomes part of
what is in use without caches.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

from bmoca_gym.handset.value import forgetters, oldest_forgetters

#: What all caches may hold in any case, and what may be in use with all of them, in bytes. They are chosen for a
#: process of at most 600 MB, whatever configurations it shows: docs/figures.md has what was measured.
CACHE_BYTES, PROCESS_BYTES = 180 << 20, 350 << 20
#: Share of the largest caches that is cleared first, and share of all caches that must be free after it.
OLDEST, FREED = 0.25, 0.04
#: Seconds of processor time after which no further cache, or part of a large one, is cleared at once.
PAUSE = 0.002
#: Looks between two measurements, each of which takes about 1 ms.
LOOKS = 16
#: Mean size in bytes of a block of Python's own allocator (measured).
_BLOCK = 84

_looks = 0
#: Bytes in use without caches, or None before the first measurement.
_floor: int | None = None
#: What clears the caches that are still to be cleared, and which these are.
to_clear: list[Callable[[], object]] = []
_which: Literal["oldest", "screens", "all"] = "oldest"
_clearing = threading.Lock()


def look() -> None:
    """Clear some caches if that is due; now and then, find out whether it is. Most calls do nothing."""
    global _looks, _floor
    if to_clear:
        go_on()
        return
    _looks += 1
    if _floor is None:
        _floor = in_use()
    elif _looks >= LOOKS:
        _looks = 0
        if in_use() > _most(_floor):
            to_clear.extend(oldest_forgetters(OLDEST))


def go_on() -> None:
    """Clear some more caches if `look` has begun to. Call this after each gesture, while `to_clear` has some."""
    if not to_clear or not _clearing.acquire(blocking=False):  # another thread clears them
        return
    try:
        end = time.thread_time() + PAUSE
        while to_clear and time.thread_time() < end:
            if to_clear[-1]() is not True:
                to_clear.pop()
        if not to_clear:
            _finish()
    finally:
        _clearing.release()


def _most(floor: int) -> int:
    """Return what may be in use, in bytes, if ``floor`` of them are in use without caches."""
    return max(floor + CACHE_BYTES, PROCESS_BYTES)


def _finish() -> None:
    """Find out whether all that was to be cleared is enough."""
    global _floor, _which
    used, done = in_use(), _which
    _which = "oldest"
    if _floor is None:
        return
    room = _most(_floor) - _floor
    if done == "all":
        # Caches that were cleared first hold something again: not all that is in use is somebody else's.
        _floor = max(min(_floor, used), used - CACHE_BYTES // 2)
    elif done == "screens" and used - _floor > room // 2:
        _which = "all"
        to_clear.extend(forgetters(assets=True))
    elif done == "oldest" and used - _floor > room * (1 - FREED):
        _which = "screens"
        to_clear.extend(forgetters(assets=False))


def in_use() -> int:
    """Return the bytes that Python and libraries have allocated, without memory that was freed but not given back."""
    return _BLOCK * sys.getallocatedblocks() + _allocated()()


class _Mallinfo(ctypes.Structure):
    """``struct mallinfo2`` of glibc (malloc.h)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


@cache
def _allocated() -> Callable[[], int]:
    """The function that tells the bytes allocated by ``malloc``."""
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):  # another C library, or glibc before 2.33
        return _resident
    mallinfo.restype = _Mallinfo

    def told() -> int:
        info = mallinfo()
        return int(info.uordblks) + int(info.hblkhd)

    return told


def _resident() -> int:
    """Resident size of the process without Python's own blocks; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return max(0, 4096 * pages - _BLOCK * sys.getallocatedblocks())
