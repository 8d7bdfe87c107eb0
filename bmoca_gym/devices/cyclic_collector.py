"""Control of Python's cyclic garbage collector: full collections run between episodes, not during a step.

By default, a full collection starts when the number of objects has grown by a quarter. It visits all objects
of the process, imported modules included, and takes 0.1 to 0.3 s. Even a collection of young objects takes up to 60 ms
as Python: the caches of an embedded phone lose as many objects as they gain, so the collector, which counts the
difference, starts late and then finds many. Therefore, once there were `_MANY` gestures, young objects are collected
and all are frozen (`gc.freeze`) when the next snapshot is loaded, so the collector skips them. In a long episode this
happens after `_TOO_MANY` gestures. When the number of frozen objects has grown by half, one full collection runs when
a snapshot is loaded. Nothing is done if the collector is disabled or `leave_alone` was called. Closing a phone
unfreezes everything.
"""

from __future__ import annotations

import gc

#: Gestures of all phones together after which the next freeze is due: when a snapshot is loaded, and in an episode.
_MANY, _TOO_MANY = 32, 128
#: Collections of the young and the middle generation after which a freeze is due without gestures: another thread or
#: the program around makes objects. The collector itself considers a full collection after its third threshold,
#: by default 10.
_YOUNG, _OLD = 8, 5
#: Freezes between two counts of the frozen objects, each of which takes about 20 ms: 30 ns an object.
_COUNTED = 256

#: Number of objects after the last full collection, and whether the collector is left alone.
_settled = 0
_left_alone = False
#: Gestures since the last freeze, and freezes since the last count.
_gestures = 0
_freezes = 0


def after_gesture() -> None:
    """Count a gesture; in a long episode, freeze what has become old. Most calls do nothing else."""
    global _gestures
    _gestures += 1
    if _gestures >= _TOO_MANY and _settled:
        _freeze()


def between_episodes() -> None:
    """Freeze what has become old; run a full collection if there are 1.5 times as many objects as after the last one.

    Most calls do nothing, in less than a microsecond.
    """
    global _settled, _freezes
    if _left_alone or not gc.isenabled():
        return
    if not _settled:
        gc.freeze()
        _settled = gc.get_freeze_count()
        return
    _, young, old = gc.get_count()
    if _gestures < _MANY and young < _YOUNG and old < _OLD:
        return
    _freeze()
    _freezes += 1
    if _freezes >= _COUNTED or old >= _OLD:
        _freezes = 0
        if 2 * gc.get_freeze_count() > 3 * _settled:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            _settled = gc.get_freeze_count()


def _freeze() -> None:
    """Collect young objects, so that no garbage among them is kept, and freeze all others."""
    global _gestures
    _gestures = 0
    if not _left_alone and gc.isenabled():
        gc.collect(1)
        gc.freeze()


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
