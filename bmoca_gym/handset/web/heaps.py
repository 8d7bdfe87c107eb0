"""Interpreters whose heap can be copied: a page loads once, and others that start the same continue from there.

`native/heaps.c` gives QuickJS its memory from a range of addresses, so that all of an interpreter is in that range.
Its contents after a page has loaded are kept as an image, and each copy is that memory itself rather than something
rebuilt, so a copied page can't differ from a loaded one. The system copies the pages that are written to and shares the
rest. Copies of one image can't see each other.

This needs Linux and the compiled part. Elsewhere every page loads from scratch, with the same results.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from bmoca_gym.handset import native
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.web.interpreter import (
    COLLECTED,
    ENDLESS,
    JOBS,
    STACK,
    STEPS,
    Handler,
    Interpreter,
    PageLimitError,
    ScriptValue,
    ThrownError,
    checked,
    free,
    library,
    named_error,
    run_compiled,
)

__all__ = ["CopiedInterpreter", "Image", "interpreter"]

#: Addresses reserved for each byte a heap may use: freed pieces are reused only for others of the same size.
#: Addresses cost nothing.
_ROOM = 4

_heaps: Any = native.part("heaps")
#: ``null``, and the value a call returns while its exception is pending.
_NULL, _THROWN = ScriptValue(0, 2), ScriptValue(0, 6)


@cache
def _can_copy() -> bool:
    """Whether this system can copy heaps; tried once."""
    if _heaps is None or not hasattr(_heaps, "Heap"):
        return False
    c = library().c
    _heaps.bind({name: ctypes.cast(getattr(c, name), ctypes.c_void_p).value for name in _heaps.NAMES})
    try:
        first = _heaps.Heap(1 << 16)
        second = first.keep().copy()
        first.enter(bool)
        second.enter(bool)
    except OSError:
        return False
    return True


def interpreter(memory: int) -> Interpreter | CopiedInterpreter:
    """Return a new interpreter, with a heap that can be copied if this system supports it.

    Args:
        memory: bytes of its heap.
    """
    if _can_copy():
        try:
            return CopiedInterpreter(_heaps.Heap(_ROOM * memory)).begun(memory)
        except OSError:  # no addresses are left
            pass
    return Interpreter(memory)


class Image(NamedTuple):
    """A saved heap. ``size``: bytes."""

    heap: Any
    size: int
    runtime: int
    context: int

    def copy(self, ask: Callable[..., Any]) -> CopiedInterpreter:
        """Return an interpreter that continues from here and whose scripts call ``ask``."""
        heap = self.heap.copy()
        heap.ask = ask
        return CopiedInterpreter(heap, self.runtime, self.context)


class CopiedInterpreter:
    """An interpreter like `Interpreter`, in a heap that can be copied.

    Args:
        heap: made by `native/heaps.c`.
    """

    def __init__(self, heap: Any, runtime: int = 0, context: int = 0) -> None:
        self._heap = heap
        self._spent = 0
        self._runtime = runtime
        self._context = context

    def begun(self, memory: int) -> CopiedInterpreter:
        """Create a context in the heap."""
        c = library().c
        self._heap.enter(self._begin, c, memory)
        return self

    def _begin(self, c: Any, memory: int) -> None:
        self._runtime = c.JS_NewRuntime2(_heaps.FUNCTIONS, self._heap.base)
        c.JS_SetMemoryLimit(self._runtime, memory)
        c.JS_SetMaxStackSize(self._runtime, STACK)
        c.JS_SetGCThreshold(self._runtime, COLLECTED)
        self._context = c.JS_NewContext(self._runtime)
        c.JS_SetInterruptHandler(self._runtime, ctypes.cast(_heaps.INTERRUPTED, Handler), None)

    def keep(self) -> Image:
        """Save the heap as it is now. This interpreter continues as the first copy."""
        return Image(self._heap.keep(), int(self._heap.extent), self._runtime, self._context)

    def allow(self, steps: int) -> None:
        """See `Interpreter.allow`."""
        self._heap.left = steps // STEPS
        self._spent = 0

    def spend(self, steps: int) -> None:
        """See `Interpreter.spend`."""
        spent, self._spent = divmod(self._spent + steps, STEPS)
        self._heap.left -= spent

    def open(self, source: str, setup: str, ask: Callable[..., Any]) -> None:
        """See `Interpreter.open`."""
        self._heap.ask = ask
        try:
            entrance = self._heap.enter(self._open, source, setup.encode())
        except ThrownError as error:
            raise self._error(error) from None
        self._heap.know(self._runtime, self._context, entrance.content, entrance.tag)

    def _open(self, source: str, setup: bytes) -> ScriptValue:
        c, context = library().c, self._context
        c.JS_UpdateStackTop(self._runtime)
        make = run_compiled(context, source, own=True)
        given = (ScriptValue * 3)(
            checked(context, c.JS_ParseJSON(context, setup, len(setup), b"setup")),
            checked(context, c.JS_NewCFunctionData(context, _heaps.ASKED, 0, 0, 0, None)),
            checked(context, c.JS_NewCFunctionData(context, _heaps.DRAW, 2, 0, 0, None)),
        )
        entrance = checked(context, c.JS_Call(context, make, _NULL, 3, given))
        for value in (make, *given):
            free(context, value)
        self._settle()
        return entrance

    @property
    def worked(self) -> bool:
        """See `Interpreter.worked`."""
        return bool(self._heap.worked)

    def enter(self, name: str, given: str) -> Any:
        """See `Interpreter.enter`."""
        try:
            answer = self._heap.call(name, given, JOBS)
        except RuntimeError as error:
            raise self._error(error) from None
        if answer is NotImplemented:
            raise PageLimitError(ENDLESS)
        return answer

    def run(self, source: str) -> None:
        """See `Interpreter.run`."""
        try:
            self._heap.enter(self._run, source)
        except ThrownError as error:
            raise self._error(error) from None

    def _run(self, source: str) -> None:
        library().c.JS_UpdateStackTop(self._runtime)
        free(self._context, run_compiled(self._context, source))
        self._settle()

    def _settle(self) -> None:
        c, where = library().c, ctypes.c_void_p()
        for _ in range(JOBS):
            left = c.JS_ExecutePendingJob(self._runtime, ctypes.byref(where))
            if left == 0:
                return
            if left < 0:
                checked(where.value or self._context, _THROWN)
        raise PageLimitError(ENDLESS)

    def _error(self, error: object) -> HandsetError:
        return named_error(error, self._heap.stopped)

    @property
    def memory(self) -> int:
        """See `Interpreter.memory`."""
        usage = (ctypes.c_int64 * 64)()  # more than ``JSMemoryUsage`` has; the first is ``malloc_size``
        self._heap.enter(library().c.JS_ComputeMemoryUsage, self._runtime, usage)
        return usage[0]
