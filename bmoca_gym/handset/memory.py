"""The bound on the memory of all caches together.

Each cache has a bound on its entries, or on its bytes, but with unlimited configurations all of them fill with large
entries. So the process is measured from time to time. Once it has grown by `CACHE_BYTES` since the caches were last
empty, those of screens are cleared, and the others too if that frees less than half: after each gesture, only for two
milliseconds, so that no step has to wait for all. Results never change; only the next ones take longer. If a program
itself has grown, so that clearing frees little, its memory becomes part of what is in use without caches.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from bmoca_gym.handset.value import forgetters

#: What all caches may hold, in bytes. With it, a process stays below 600 MB, whatever configurations it shows.
CACHE_BYTES = 200 << 20
#: Seconds of processor time after which no further cache, or part of a large one, is cleared at once.
PAUSE = 0.002
#: Looks between two measurements, each of which takes about 1 ms.
LOOKS = 16
#: Mean size in bytes of a block of Python's own allocator (measured).
_BLOCK = 84

_looks = 0
#: Bytes in use without caches, or None before the first measurement.
_floor: int | None = None
#: What clears the caches that are still to be cleared, and whether those of assets are among them.
to_clear: list[Callable[[], object]] = []
_all = False
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
        if in_use() - _floor > CACHE_BYTES:
            to_clear.extend(forgetters(assets=False))


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


def _finish() -> None:
    """Find out whether all that was to be cleared is enough."""
    global _floor, _all
    used = in_use()
    if _all:
        # Caches that were cleared first hold something again: not all that is in use is somebody else's.
        _floor, _all = max(min(_floor or 0, used), used - CACHE_BYTES // 2), False
    elif _floor is not None and used - _floor > CACHE_BYTES // 2:
        to_clear.extend(forgetters(assets=True))
        _all = True


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
