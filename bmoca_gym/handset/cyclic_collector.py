"""What Python's cyclic collector has to look at: not the elements and boxes that the handset keeps.

A screen is some five hundred objects without a reference cycle, and hundreds of screens are remembered. Left to
itself, the collector walks over all of them again and again, which once stopped a step for 268 ms. `watch` takes them
out of its sight when they are young, class by class: nobody else's objects are touched, no threshold is changed and
nothing is frozen. They are freed as before, when the last reference to them goes.
"""

from __future__ import annotations

import ctypes
import gc
from types import FunctionType
from typing import Any

#: The modules whose objects refer to older ones alone, once they are made: elements, boxes, nodes, texts, values.
ACYCLIC = tuple(
    f"bmoca_gym.handset.{name}"
    for name in (
        "apps.", "configuration", "graphics.", "kits.", "manifest", "providers.", "render.display_list", "resources",
        "screen", "state", "system_ui.", "ui.",
    )
)  # fmt: skip

#: The types whose objects are taken out of sight, as far as they were met. A tuple of such things alone is, too.
_ours: set[type] = {int, str, float, bool, bytes, type(None)}

#: By id, types of other things; so many are kept, and none of them alive.
_others: set[int] = set()
_MOST_OTHERS = 4096

_untrack: Any = ctypes.pythonapi.PyObject_GC_UnTrack if hasattr(ctypes, "pythonapi") else None
if _untrack is not None:
    _untrack.argtypes, _untrack.restype = [ctypes.py_object], None


def watch() -> None:
    """Keep the handset's objects out of the collector's sight from now on, in the whole process."""
    if _untrack is not None and _before not in gc.callbacks:
        gc.callbacks.append(_before)


def unwatch() -> None:
    """Leave objects that are made from now on to the collector: to look for cycles among them."""
    if _before in gc.callbacks:
        gc.callbacks.remove(_before)


def _before(phase: str, info: dict[str, int]) -> None:
    """Called before and after every collection: take the youngest objects out of it, each before it gets older."""
    if phase != "start":
        return
    ours, others, tracked, parts_of = _ours, _others, gc.is_tracked, gc.get_referents
    for one in gc.get_objects(generation=0):
        kind = type(one)
        if kind is tuple:
            # Of a tuple that is being made some parts may still be missing; reading those would be a crash.
            parts = parts_of(one)
            if len(parts) < len(one):
                continue
            for part in parts:
                inner = type(part)
                if inner is tuple:
                    if tracked(part):
                        break
                elif inner is FunctionType:
                    if part.__closure__ is not None or not _of_handset(part):
                        break
                elif inner not in ours and (id(inner) in others or not _acyclic(inner)):
                    break
            else:
                _untrack(one)
        elif kind in ours or (id(kind) not in others and _acyclic(kind)):
            _untrack(one)


def _acyclic(kind: type) -> bool:
    """Whether objects of a type that was not met before are the handset's own, without cycles."""
    # A dictionary of attributes may grow a cycle; a class is in one from the start.
    if _of_handset(kind) and not kind.__dictoffset__ and not issubclass(kind, type):
        _ours.add(kind)
        return True
    if len(_others) >= _MOST_OTHERS:
        _others.clear()
    _others.add(id(kind))
    return False


def _of_handset(what: Any) -> bool:
    module = getattr(what, "__module__", None)
    return isinstance(module, str) and module.startswith(ACYCLIC)
