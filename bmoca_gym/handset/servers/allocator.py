"""Settings of the C library's memory allocator for a process that mostly sends large pictures."""

from __future__ import annotations

import ctypes
import sys

#: Parameters of glibc's ``mallopt``, and what they are set to: freed memory above ``_KEPT`` bytes goes back to the
#: system; blocks up to ``_LARGEST`` bytes (the most that glibc takes) come from memory that is kept; one arena, so that
#: what one thread has freed serves the next one.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_KEPT, _LARGEST = 256 << 20, 32 << 20


def keep_large_blocks() -> bool:
    """Make this process reuse the memory of large blocks, instead of returning it to the system each time.

    A screenshot of a large phone is made and sent in blocks of 10 MB, and the system takes longer to allocate and free
    such blocks than everything done with them. Returns whether the C library supports this.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # musl, for one, has no such choice
        return False
    chosen = ((_TRIM_THRESHOLD, _KEPT), (_MMAP_THRESHOLD, _LARGEST), (_ARENA_MAX, 1))
    return sum(mallopt(parameter, value) for parameter, value in chosen) == len(chosen)
