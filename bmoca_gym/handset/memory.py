"""The bound on the memory of all caches together.

Each cache has a bound on its entries, or on its bytes, but with unlimited configurations all of them fill with large
entries. So the process's memory is measured from time to time. Once it has grown by `CACHE_BYTES` since it began, and
has `PROCESS_BYTES` in use, the large caches lose the eighth of their entries that was used longest ago, all of them at
once, since they hold the same objects: a screen, for example, is held by its key, by its windows and by its snapshot.
This is repeated until `FREED` bytes are free, and the C library then returns what it can to the system. All this
happens after gestures, for only two milliseconds each time, so that no single step has to wait for all of it. Results
never change; only the next calls take longer.

If the large caches have lost two thirds and that was not enough, all caches of screens are cleared, and then the others
too. That happens where a program itself has grown, or what `functools.lru_cache` keeps, which can only be cleared as a
whole. What is left then becomes part of what is in use without caches.
"""

from __future__ import annotations

import ctypes
import os
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
CACHE_BYTES, PROCESS_BYTES = 180 << 20, 380 << 20
#: Share of the large caches that is cleared at a time, how often that is done before other caches are cleared, and how
#: many bytes below the bound are to be free after it.
OLDEST, ROUNDS, FREED = 0.125, 8, 30 << 20
#: How many bytes the resident size must have grown by since the C library last gave memory back, before it does so
#: again: that takes 5 to 10 ms.
TRIMMED = 24 << 20
#: Seconds of processor time after which no further cache, or part of a large one, is cleared at once.
PAUSE = 0.002
#: Looks between two measurements, each of which takes about 1 ms.
LOOKS = 16
#: Mean size in bytes of a block of Python's own allocator (measured).
_BLOCK = 84
#: Size in bytes of a page of memory.
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

_looks = 0
#: Bytes in use without caches, or None before the first measurement.
_floor: int | None = None
#: What clears the caches that are still to be cleared, and which these are.
to_clear: list[Callable[[], object]] = []
_which: Literal["oldest", "screens", "all"] = "oldest"
#: How often the oldest entries were cleared since the bound was reached.
_rounds = 0
#: Resident size after the C library last gave memory back, in bytes.
_trimmed = 0
_clearing = threading.Lock()


def look() -> None:
    """Clear some caches if that is due, and check now and then whether it is. Most calls do nothing."""
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
    """Clear some more caches, if `look` has begun to do so. Call this after each gesture while `to_clear` is not
    empty."""
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
    """Check whether clearing these caches was enough, and clear more if it was not."""
    global _floor, _which, _rounds
    used = in_use()
    if _floor is None:
        return
    if _which == "all":
        # Caches that were cleared first hold something again: not all that is in use is somebody else's.
        _floor = max(min(_floor, used), used - CACHE_BYTES // 2)
    elif used > _most(_floor) - FREED:
        if _which == "screens":
            _which = "all"
            to_clear.extend(forgetters(assets=True))
        else:
            _rounds += 1
            if _rounds < ROUNDS:
                to_clear.extend(oldest_forgetters(OLDEST))
            else:
                _which = "screens"
                to_clear.extend(forgetters(assets=False))
        return
    _which, _rounds = "oldest", 0
    _give_back()


def _give_back() -> None:
    """Have the C library return unused memory to the system if that is worth the time."""
    global _trimmed
    trim = _trim()
    if trim is not None and _resident() > _trimmed + TRIMMED:
        trim(0)
        _trimmed = _resident()


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
    """The function that reports the bytes allocated by ``malloc``."""
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError):  # another C library, or glibc before 2.33
        return _resident_without_blocks
    mallinfo.restype = _Mallinfo

    def told() -> int:
        info = mallinfo()
        return int(info.uordblks) + int(info.hblkhd)

    return told


def _resident_without_blocks() -> int:
    """Resident size of the process without Python's own blocks; 0 if the system does not report it."""
    return max(0, _resident() - _BLOCK * sys.getallocatedblocks())


def _resident() -> int:
    """Resident size of the process; 0 if the system does not report it."""
    try:
        return _PAGE * int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0


@cache
def _trim() -> Callable[[int], int] | None:
    """The function by which glibc gives unused memory back; None with another C library."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError):
        return None
    return trim
