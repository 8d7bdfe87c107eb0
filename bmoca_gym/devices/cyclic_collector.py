"""The full runs of Python's cyclic collector: between episodes, and not in the middle of a step.

Left to itself, the collector walks over all objects of the process each time that a quarter has been added, imported
modules included, and stops whatever runs meanwhile for 0.1 to 0.3 s. A phone in this process has it freeze
(`gc.freeze`) what has grown old, when a snapshot is loaded, and look over everything then, by a like rule: a cycle
that somebody leaves is found before the objects of the process have grown by a half. Nothing happens where the
collector is disabled, or `leave_alone` was called; a phone that is closed gives everything back.
"""

from __future__ import annotations

import gc

#: Runs over the middle generation since the last freeze, from which on the next freeze is due; the collector itself
#: thinks of a full run after its third threshold of them, by default 10.
_OLD = 5

#: How many objects the last full run left, and whether a full run is left to the collector itself.
_settled = 0
_left_alone = False


def between_episodes() -> None:
    """Freeze what has grown old, and have everything collected if there is half as much again of it as the last time.

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
    """Have the collector look at everything again, until the next snapshot is loaded."""
    global _settled
    if _settled:
        gc.unfreeze()
        _settled = 0


def leave_alone() -> None:
    """Leave everything to the collector from now on, for good: what it was kept from, and all that comes."""
    global _left_alone
    _left_alone = True
    give_back()
