"""Control of Python's cyclic garbage collector: full collections run between episodes, not during a step.

By default, a full collection starts when the number of objects has grown by a quarter. It visits all objects
of the process, imported modules included, and takes 0.1 to 0.3 s. With an embedded phone, old objects are
frozen (`gc.freeze`) whenever a snapshot is loaded, so the collector skips them. When the number of frozen
objects has grown by half, one full collection runs. Nothing is done if the collector is disabled or
`leave_alone` was called. Closing a phone unfreezes everything.
"""

from __future__ import annotations

import gc

#: Collections of the middle generation after which the next freeze is due. The collector itself considers a full
#: collection after its third threshold, by default 10.
_OLD = 5

#: Number of objects after the last full collection, and whether the collector is left alone.
_settled = 0
_left_alone = False


def between_episodes() -> None:
    """Freeze old objects; run a full collection if there are 1.5 times as many as after the last one.

    Most calls do nothing, in less than a microsecond.
    """
    global _settled
    if _left_alone or not gc.isenabled():
        return
    if not _settled:
        gc.freeze()
        _settled = gc.get_freeze_count()
    elif gc.get_count()[2] >= _OLD:
        gc.freeze()
        if 2 * gc.get_freeze_count() > 3 * _settled:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            _settled = gc.get_freeze_count()


def give_back() -> None:
    """Unfreeze everything until the next snapshot is loaded."""
    global _settled
    if _settled:
        gc.unfreeze()
        _settled = 0


def leave_alone() -> None:
    """Unfreeze everything and never freeze again in this process."""
    global _left_alone
    _left_alone = True
    give_back()
