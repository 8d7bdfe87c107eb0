"""A JavaScript interpreter for one page: QuickJS, with limits that every call into it passes.

`quickjs-ng` limits memory and recursion. Its time limit goes by processor time, which differs from run to run, and it
forbids calls into Python. So steps are counted instead, through functions that its library exports: after every 10,000
steps (calls and loop iterations, including those in regular expressions) QuickJS asks whether to continue. Equal
scripts stop at the same place on every machine. Through the same library, scripts are compiled once per process, and
later contexts read their byte code, which takes a tenth of the time.
"""

from __future__ import annotations

import ctypes
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any

from bmoca_gym.handset.errors import HandsetError, MissingLibraryError
from bmoca_gym.handset.value import on_clear

ctypes.pythonapi.PyThreadState_Get.restype = ctypes.c_void_p

#: Steps between two such checks, a constant of QuickJS.
STEPS = 10_000
#: Bytes of stack.
STACK = 1 << 20
#: The heap size in bytes at which cycle collection starts: more than libraries need, which would otherwise take twice
#: as long to load. (Whatever is not in a cycle is freed at once.)
COLLECTED = 12 << 20
#: Promise jobs that one call may leave behind.
JOBS = 100_000
#: The error for a page whose promises create others endlessly.
ENDLESS = "The page's promises never end."
#: Bytes that compiling a script may take.
COMPILED = 48 << 20
#: Bytes of byte code that a process caches.
KEPT_CODE = 32 << 20

_COMPILE_ONLY = 1 << 5
_BYTECODE = 1
#: Byte code without the text of its functions. A script that reads a function's text gets ``[native code]``.
_WITHOUT_TEXT = 1 << 4
#: ``sizeof(RuntimeData)`` of quickjs-ng 0.17, whose first fields are the runtime and the context.
_SIZE_OF_CONTEXT = 80
#: Offset in it of the waiting thread's state.
_STATE = 48
#: Characters of an error's message.
MAX_MESSAGE = 2000


class PageLimitError(HandsetError, RuntimeError):
    """Raised when a page's scripts need more steps, memory or nodes than a page may have."""


class ScriptError(HandsetError, RuntimeError):
    """Raised when a script throws an error that nothing catches."""


class ScriptValue(ctypes.Structure):
    """``JSValue`` on a machine of 64 bits."""

    _fields_ = (("content", ctypes.c_int64), ("tag", ctypes.c_int64))


_EXCEPTION = 6
Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class _Library:
    """The functions of quickjs-ng, in Python and in C."""

    def __init__(self) -> None:
        try:
            import _quickjs
        except ImportError as error:
            raise MissingLibraryError(
                "Web pages need quickjs-ng, not installed here. Run: pip install quickjs-ng"
            ) from error
        self.context: Any = _quickjs.Context
        self.error: Any = _quickjs.JSException
        pointer, size, value = ctypes.c_void_p, ctypes.c_size_t, ScriptValue
        if self.context.__basicsize__ != _SIZE_OF_CONTEXT or ctypes.sizeof(pointer) != 8:
            raise MissingLibraryError("Web pages need quickjs-ng 0.17 on a machine of 64 bits.")
        try:
            library = ctypes.CDLL(_quickjs.__file__)
            for name, result, *arguments in (
                ("JS_SetInterruptHandler", None, pointer, Handler, pointer),
                ("JS_SetGCThreshold", None, pointer, size),
                ("JS_GetRuntimeOpaque", pointer, pointer),
                ("JS_Eval", value, pointer, ctypes.c_char_p, size, ctypes.c_char_p, ctypes.c_int),
                ("JS_EvalFunction", value, pointer, value),
                ("JS_WriteObject", pointer, pointer, ctypes.POINTER(size), value, ctypes.c_int),
                ("JS_ReadObject", value, pointer, ctypes.c_char_p, size, ctypes.c_int),
                ("JS_FreeValue", None, pointer, value),
                ("JS_GetException", value, pointer),
                ("JS_ToCStringLen2", pointer, pointer, ctypes.POINTER(size), value, ctypes.c_bool),
                ("JS_FreeCString", None, pointer, pointer),
                ("JS_UpdateStackTop", None, pointer),
                ("js_free", None, pointer, pointer),
                ("JS_ComputeMemoryUsage", None, pointer, pointer),
                ("JS_NewRuntime", pointer),
                ("JS_FreeRuntime", None, pointer),
                ("JS_FreeContext", None, pointer),
                ("JS_NewRuntime2", pointer, pointer, pointer),
                ("JS_NewContext", pointer, pointer),
                ("JS_SetMemoryLimit", None, pointer, size),
                ("JS_SetMaxStackSize", None, pointer, size),
                ("JS_ParseJSON", value, pointer, ctypes.c_char_p, size, ctypes.c_char_p),
                (
                    "JS_NewCFunctionData",
                    value,
                    pointer,
                    pointer,
                    ctypes.c_int,
                    ctypes.c_int,
                    ctypes.c_int,
                    pointer,
                ),
                ("JS_Call", value, pointer, value, value, ctypes.c_int, ctypes.POINTER(value)),
                ("JS_ExecutePendingJob", ctypes.c_int, pointer, ctypes.POINTER(pointer)),
            ):
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            raise MissingLibraryError(
                f"The library of quickjs-ng on this platform does not export what limits pages: {error}"
            ) from error
        self.c = library


@cache
def library() -> _Library:
    """Return QuickJS, loading it on first use.

    Raises:
        MissingLibraryError: it is not installed, or the version is wrong.
    """
    return _Library()


#: Byte code by source and whether that source is the host's, oldest first.
_codes: OrderedDict[tuple[str, bool], bytes] = OrderedDict()
_codes_lock = threading.Lock()


class _Budget:
    """How many more checks the library may pass. It holds no interpreter, since a callback of the library is never
    collected."""

    def __init__(self) -> None:
        self.left = 0
        self.stopped = False

    def ask(self, runtime: int, nothing: int) -> int:
        """Return 0 to continue, 1 to stop."""
        self.left -= 1
        if self.left >= 0:
            return 0
        self.stopped = True
        return 1


class Interpreter:
    """A context of its own: a global object, a heap, limits.

    It belongs to the thread that made it. `bmoca_gym.handset.web.heaps` has another one, whose heap can be copied.

    Args:
        memory: bytes of its heap.
    """

    def __init__(self, memory: int) -> None:
        self._library = library()
        self._context = self._library.context()
        self._context.set_memory_limit(memory)
        self._context.set_max_stack_size(STACK)
        pair = (ctypes.c_void_p * 2).from_address(id(self._context) + object.__basicsize__)
        self._runtime, self._pointer = pair[0] or 0, pair[1] or 0
        if self._library.c.JS_GetRuntimeOpaque(self._runtime) != id(self._context):
            raise MissingLibraryError("Web pages need quickjs-ng 0.17.")
        #: Where the library keeps the thread that waits while JavaScript runs.
        self._state = ctypes.c_void_p.from_address(id(self._context) + _STATE)
        self._budget = _Budget()
        self._library.c.JS_SetGCThreshold(self._runtime, COLLECTED)
        self._handler = Handler(self._budget.ask)  # kept alive, since the library calls it
        self._entrance: Any = None
        self._spent = 0
        #: Whether the last call left promise jobs to run.
        self.worked = False
        self._library.c.JS_SetInterruptHandler(self._runtime, self._handler, None)

    def allow(self, steps: int) -> None:
        """Set how many steps scripts may take from now on, counted in units of `STEPS`."""
        self._budget.left = steps // STEPS
        self._spent = 0

    def spend(self, steps: int) -> None:
        """Charge steps for work the host does on a script's behalf, which the interpreter can't see."""
        spent, self._spent = divmod(self._spent + steps, STEPS)
        self._budget.left -= spent

    def open(self, source: str, setup: str, ask: Callable[..., Any]) -> None:
        """Start the host's scripts: a function of the page's value and of the callback through which they ask Python.

        Args:
            source: a script that evaluates to that function, which returns what `enter` calls.
            setup: its first argument, as JSON.
            ask: its second argument.
        """
        self._run("globalThis._made = " + source, True)
        make = self._context.get("_made")
        self._context.add_callable("_ask", ask)
        asked = self._context.get("_ask")
        self._context.eval("delete globalThis._made; delete globalThis._ask")
        self._entrance = self._call(make, self._context.parse_json(setup), asked)

    def enter(self, name: str, given: str) -> Any:
        """Call an entry point of the host's scripts with arguments as JSON, then run pending promise jobs."""
        return self._call(self._entrance, name, given)

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            result = function(*arguments)
        except Exception as error:
            raise self._error(error) from None
        self._settle()
        return result

    def _settle(self) -> None:
        """Run pending promise jobs. (There are hardly ever any.)"""
        self.worked = False
        for _ in range(JOBS):
            try:
                if not self._context.execute_pending_job():
                    return
                self.worked = True
            except Exception as error:
                raise self._error(error) from None
        raise PageLimitError(ENDLESS)

    def evaluate(self, source: str) -> Any:
        """Run a script that no context has run before, or a short one, and return its value."""
        try:
            return self._context.eval(source.replace("\0", "\ufffd"))
        except Exception as error:
            raise self._error(error) from None

    def run(self, source: str) -> None:
        """Run a script, using its byte code if any context of the process has run it, then its promise jobs."""
        self._run(source, False)

    def _run(self, source: str, own: bool) -> None:
        # The library records the thread's state while JavaScript runs, for calls back into Python. So must this call.
        self._state.value = _thread_state()
        self._library.c.JS_UpdateStackTop(self._runtime)
        try:
            free(self._pointer, run_compiled(self._pointer, source, own))
        except ThrownError as error:
            raise self._error(error) from None
        except SystemError as error:  # what Python raised when the script called it
            raise ScriptError(str(error.__cause__ or error)) from None
        finally:
            self._state.value = None
        self._settle()

    def _error(self, error: object) -> HandsetError:
        return named_error(error, self._budget.stopped)

    @property
    def memory(self) -> int:
        """Bytes of the heap in use."""
        return int(self._context.memory()["malloc_size"])


def named_error(error: object, stopped: bool) -> HandsetError:
    """Return what went wrong as an error of this module. ``stopped``: whether it ran out of steps."""
    text = str(error).strip()
    if stopped:
        return PageLimitError("The page's scripts take too many steps.")
    # When memory has run out, there may be none left to describe the error.
    if text in ("", "null") or "out of memory" in text:
        return PageLimitError("The page's scripts need too much memory.")
    return ScriptError(text[:MAX_MESSAGE])


class ThrownError(HandsetError):
    """What a script threw, as its message."""


def run_compiled(context: int, source: str, own: bool = False) -> ScriptValue:
    """Run a script, using its byte code if any context of the process has run it. Returns its value, which must be
    freed.

    ``own``: whether it is the host's. Its functions then have no text, which would take 0.4 MB in each page.

    Raises:
        ThrownError: the script threw something.
    """
    result: ScriptValue = library().c.JS_EvalFunction(
        context, _compiled(context, source, own)
    )  # frees the function
    return checked(context, result)


def _compiled(context: int, source: str, own: bool) -> ScriptValue:
    c = library().c
    code = _codes.get((source, own))
    data = source.replace("\0", "\ufffd").encode("utf-8", "replace")
    if code is None:
        code = _code(data, _BYTECODE | _WITHOUT_TEXT if own else _BYTECODE)
    if code is None:  # it can't be parsed, or needs too much memory: let the context say what is wrong
        return checked(context, c.JS_Eval(context, data, len(data), b"<script>", _COMPILE_ONLY))
    _keep((source, own), code)
    return checked(context, c.JS_ReadObject(context, code, len(code), _BYTECODE))


def _code(data: bytes, kind: int) -> bytes | None:
    """Return a script's byte code, or None. It is compiled in a throwaway context, whose leftovers go with it."""
    c = library().c
    runtime = c.JS_NewRuntime()
    c.JS_SetMemoryLimit(runtime, COMPILED)
    c.JS_SetMaxStackSize(runtime, STACK)
    context = c.JS_NewContext(runtime)
    try:
        function = checked(context, c.JS_Eval(context, data, len(data), b"<script>", _COMPILE_ONLY))
    except ThrownError:
        return None
    else:
        size = ctypes.c_size_t()
        written = c.JS_WriteObject(context, ctypes.byref(size), function, kind)
        code = ctypes.string_at(written, size.value) if written else None
        c.js_free(context, written)
        c.JS_FreeValue(context, function)
        return code
    finally:
        c.JS_FreeContext(context)
        c.JS_FreeRuntime(runtime)


def checked(context: int, value: ScriptValue) -> ScriptValue:
    """Return what a call returned, or raise its pending exception."""
    if value.tag != _EXCEPTION:
        return value
    c = library().c
    thrown = c.JS_GetException(context)
    size = ctypes.c_size_t()
    text = c.JS_ToCStringLen2(context, ctypes.byref(size), thrown, False)
    message = ctypes.string_at(text, size.value).decode("utf-8", "replace") if text else "out of memory"
    if text:
        c.JS_FreeCString(context, text)
    c.JS_FreeValue(context, thrown)
    raise ThrownError(message)


def free(context: int, value: ScriptValue) -> None:
    """Free a value."""
    library().c.JS_FreeValue(context, value)


def _thread_state() -> int:
    state: int = ctypes.pythonapi.PyThreadState_Get()
    return state


def _keep(script: tuple[str, bool], code: bytes) -> None:
    """Keep byte code for other contexts."""
    with _codes_lock:
        if script in _codes:
            return
        _codes[script] = code
        while sum(map(len, _codes.values())) > KEPT_CODE:
            _codes.popitem(last=False)


def _forget() -> None:
    with _codes_lock:
        _codes.clear()


on_clear(_forget, asset=True)
