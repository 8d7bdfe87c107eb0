"""Control of Python's cyclic garbage collector: full collections run between episodes, not during a step.

By default, a full collection starts when the number of objects has grown by a quarter. It visits all objects
of the process, imported modules included, and takes 0.1 to 0.3 s. Without compiled modules, even a collection of young
objects takes up to 60 ms: the caches of an embedded phone lose as many objects as they gain, so the collector, which
counts the difference, starts late and then finds many. Therefore, once there were `_MANY` gestures, young objects are
collected and all are frozen (`gc.freeze`) when the next snapshot is loaded, so the collector skips them. In a long
episode this happens after `_TOO_MANY` gestures. Phones leave no garbage in cycles, and a visit to an object takes 0.2
microseconds: as long as nobody else leaves such garbage either, young objects are collected before one freeze in
`_SELDOM` only.

Garbage that was frozen before it could be found is left to a full collection, when a snapshot is loaded. Garbage among
young objects suggests that there is more, and how much, and `_HINTS` says after what growth one then runs. Where it is
rare, the process has probably grown by phones and what they keep, and no reset has to wait for a collection that finds
nothing. Some servers leave a cycle a request: the one that starts a task is frozen while it is still in use, and young
objects that are found as garbage outnumber the blocks by far. Garbage that no young object hints at is bounded all the
same: a full collection also runs when the process has grown by `_MOST` blocks.

Nothing is frozen or collected if the collector is disabled or `leave_alone` was called. Closing a phone unfreezes
everything until the next snapshot is loaded; counting of the growth continues, since a server closes and opens phones
all the time. The bound on the memory of caches (`bmoca_gym.handset.memory`) is enforced at the same intervals.
"""

from __future__ import annotations

import gc
import sys

from bmoca_gym.handset import memory

#: Gestures of all phones together after which the next freeze is due: when a snapshot is loaded, and in an episode.
_MANY, _TOO_MANY = 32, 128
#: Collections of the young and the middle generation after which a freeze is due without gestures: another thread or
#: the program around makes objects. The collector itself considers a full collection after its third threshold,
#: by default 10.
_YOUNG, _OLD = 8, 5
#: Freezes without garbage after which young objects are collected at one freeze in `_SELDOM`.
_CLEAN, _SELDOM = 16, 8
#: Freezes between two looks at the size of the process, each of which takes about 1 ms.
_COUNTED = 256
#: A full collection runs when the process has grown by this part of its size (2: by a half), if garbage of one object
#: for each so many blocks of that growth was found; and when it has grown by so many blocks without (about 500 MB).
_HINTS, _MOST = ((2, 100), (8, 1)), 5_000_000

#: Size of the process and the number of objects that were found as garbage, both after the last full collection; and
#: whether objects are frozen, and whether the collector is left alone.
_settled = 0
_found = 0
_frozen = False
_left_alone = False
#: Gestures since the last freeze, freezes since the last look at the size, and freezes since garbage was found.
_gestures = 0
_freezes = 0
_clean = 0


def after_gesture() -> None:
    """Count a gesture; in a long episode, freeze old objects. Most calls do nothing else."""
    global _gestures
    _gestures += 1
    if _gestures >= _TOO_MANY:
        if _frozen:
            _freeze()
        else:
            _gestures = 0
            memory.look()
    elif memory.to_clear:
        memory.go_on()


def between_episodes() -> None:
    """Freeze old objects; run a full collection if the process has grown and garbage is likely.

    Most calls do nothing, in less than a microsecond.
    """
    global _freezes
    if _left_alone or not gc.isenabled():
        return
    if not _settled:
        _settle()
        return
    _, young, old = gc.get_count()
    if _frozen and _gestures < _MANY and young < _YOUNG and old < _OLD:
        return
    _freeze()
    _freezes += 1
    if _freezes >= _COUNTED or old >= _OLD:
        _freezes = 0
        grown = _size() - _settled
        if grown > _MOST or _likely(grown):
            gc.unfreeze()
            gc.collect()
            _settle()


def _likely(grown: int) -> bool:
    """Whether there is garbage among frozen objects in a process that has grown by so many blocks."""
    found = _garbage() - _found
    return any(part * grown > _settled and blocks * found >= grown for part, blocks in _HINTS)


def _settle() -> None:
    """Freeze all live objects and record the process's size."""
    global _settled, _found, _frozen
    gc.freeze()
    _frozen = True
    _settled, _found = _size(), _garbage()


def _freeze() -> None:
    """Freeze all live objects. First collect young ones if there is likely to be garbage among them.

    That is likely if some was found recently, or if so many objects were made that the collector has run by itself.
    """
    global _gestures, _clean, _frozen
    _gestures = 0
    memory.look()
    if _left_alone or not gc.isenabled():
        return
    if _clean < _CLEAN or _clean % _SELDOM == 0 or gc.get_count()[1]:
        _clean = 0 if gc.collect(1) else _clean + 1
    else:
        _clean += 1
    gc.freeze()
    _frozen = True


def _size() -> int:
    """Number of blocks of memory that Python's objects take. Counting frozen objects would take 30 times as long."""
    return sys.getallocatedblocks() or gc.get_freeze_count()


def _garbage() -> int:
    """Number of objects that all collections of this process have found as garbage."""
    return sum([generation["collected"] for generation in gc.get_stats()])


def give_back() -> None:
    """Unfreeze all objects until the next snapshot is loaded."""
    global _frozen
    if _frozen:
        gc.unfreeze()
        _frozen = False


def leave_alone() -> None:
    """Unfreeze all objects, and never freeze again in this process."""
    global _left_alone
    _left_alone = True
    give_back()
