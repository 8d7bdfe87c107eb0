"""Services with a shell: ``shell``, with and without protocol 2, ``exec``, ``abb`` and ``abb_exec``."""

from __future__ import annotations

import asyncio
import collections
import concurrent.futures
import contextlib
import math
import re
import shlex
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.servers.adb import on_device
from bmoca_gym.handset.servers.adb.connection import AdbStream
from bmoca_gym.handset.servers.adb.host_input import INPUT_LIMIT, HostInput
from bmoca_gym.handset.servers.adb.packets import EXIT, STDERR, STDOUT, shell_packet
from bmoca_gym.handset.servers.adb.terminal import Terminal
from bmoca_gym.handset.servers.errors import StreamClosedError
from bmoca_gym.handset.servers.served import Pause
from bmoca_gym.handset.shell import session as shells
from bmoca_gym.handset.shell.android import automation, logcat, touchscreen
from bmoca_gym.handset.shell.call import Call, Interrupted, LimitError, Signalled
from bmoca_gym.handset.shell.commands import goes_on
from bmoca_gym.handset.shell.session import Input, Printed, Progress, Running
from bmoca_gym.handset.shell.streams import Sink, closed
from bmoca_gym.handset.state import Phone

T = TypeVar("T")

#: Data in one packet of protocol 2, so that it and its header fit into a payload of the transport.
_PART = 256 << 10
#: Letters of a script that is parsed at once: a longer one is parsed where lines run.
_SHORT_SCRIPT = 2048


#: Seconds of processor time that one line may take.
LINE_SECONDS = 10.0


#: The exit code of a line that Ctrl-C ended, and how often a line that waits looks for one.
_INTERRUPTED, _LOOK_SECONDS = 130, 0.05
#: Lines that wait for time to pass at once, of a connection and in all; in those of more, time is virtual.
_MOST_WAITING, _MOST_WAITING_IN_ALL = 16, 48


#: Events of input devices that a reader may be behind; of more, the oldest are lost, as the kernel loses them.
_MOST_EVENTS = 4096


class _Turn:
    """A line's turn among those that run at once, of its connection and of all. It is released while the line waits."""

    def __init__(self, *lines: asyncio.Semaphore) -> None:
        self._lines = lines
        self._held = False
        self._over = False

    async def take(self) -> None:
        taken: list[asyncio.Semaphore] = []
        try:
            for lines in self._lines:
                await lines.acquire()
                taken.append(lines)
        except asyncio.CancelledError:
            for lines in taken:
                lines.release()
            raise
        self._held = True
        if self._over:
            self.give()

    def give(self) -> None:
        if self._held:
            self._held = False
            for lines in self._lines:
                lines.release()

    def end(self) -> None:
        self._over = True
        self.give()


class _Way:
    """The way from a line's thread to its event loop, open until the loop is done with the line."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        #: Set when the way is closed.
        self.closed = threading.Event()
        self._lock = threading.Lock()

    def begin(self, call: Callable[[], Coroutine[Any, Any, T]]) -> concurrent.futures.Future[T] | None:
        """Start a call on the loop, or return None if the way is closed, since the loop may be closed too."""
        with self._lock:
            return None if self.closed.is_set() else asyncio.run_coroutine_threadsafe(call(), self.loop)

    def close(self) -> None:
        with self._lock:
            self.closed.set()


class _Clock:
    """The processor time of a line over all threads in which it ran, one at a time."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._thread = threading.local()
        self._thread.then = time.thread_time()

    def seconds(self) -> float:
        """The seconds so far, up to each thread's last call."""
        now = time.thread_time()
        self._spent += now - getattr(self._thread, "then", 0.0)
        self._thread.then = now
        return self._spent


async def shell(stream: AdbStream, options: Sequence[str], line: str) -> None:
    """``shell[,v2][,raw|pty][,TERM=...]:LINE``. Without a line it is interactive, and at a terminal unless ``raw``."""
    talk = Talk(stream, "v2" in options)
    if line:
        await talk.run(line, terminal="pty" in options)
    else:
        await talk.interact(terminal="raw" not in options)


async def execute(stream: AdbStream, argument: str) -> None:
    """``exec:LINE``: bytes in both directions, no exit code."""
    await Talk(stream, False, lasting=True).run(argument)


async def abb(stream: AdbStream, argument: str) -> None:
    """``abb:SERVICE\\0ARGUMENT...``: what ``cmd`` does, over protocol 2."""
    await Talk(stream, True).run(shlex.join(["cmd", *argument.split("\0")]))


async def abb_exec(stream: AdbStream, argument: str) -> None:
    """``abb_exec:SERVICE\\0ARGUMENT...``: what ``cmd`` does, bytes both ways."""
    await Talk(stream, False, lasting=True).run(shlex.join(["cmd", *argument.split("\0")]))


class Talk:
    """A stream that a shell reads from and prints to. ``packets``: in shell protocol 2, else plain bytes.

    ``lasting``: a line continues after its host closes the stream, until it waits: the host may simply have no more to
    send.
    The folder, the variables and the last exit code stay from one line to the next.
    """

    def __init__(self, stream: AdbStream, packets: bool, lasting: bool = False) -> None:
        self._stream = stream
        self._served = stream.connection.daemon.served
        self._packets = packets
        self._lasting = lasting
        self._input = HostInput(stream, packets)
        self._before: Running | None = None
        self._following: asyncio.Future[int] | None = None
        self._class_path = ""

    async def run(self, line: str, terminal: bool = False) -> None:
        """Run one line and send its exit code. ``terminal``: its input and output are a terminal."""
        size = _package_size(line)
        package = await self._read_package(size) if size is not None else None
        # Without packets a host ends the input by closing the stream, which is no reason to end the line.
        self._stream.outlives_host = not self._packets
        try:
            if terminal and package is None:
                self._input.at_terminal(Terminal(""), self._show)
                progress = (await self._interruptible(line, ends=True))._replace(endless=())
            else:
                progress = await self._step(line, self._input.given if package is None else Input(package))
        finally:
            self._input.drop()
        await self._finish(progress)

    async def _step(
        self, line: str, given: Input, interrupted: threading.Event | None = None, ends: bool = True
    ) -> Progress:
        """Run a line in a thread, so that others are served. It ends when its client leaves or interrupts it."""
        way = _Way()
        connection = self._stream.connection
        daemon = connection.daemon
        turn = _Turn(connection.lines, daemon.lines)
        before, first = self._before, given.at
        #: The command that waits now, which other shells may end.
        words: list[str] = []
        entry = daemon.commands.begin(lambda: "".join(words[-1:]))

        def left() -> bool:
            return not (given.ended or self._input.asked) and self._stream.left

        def step(phone: Phone, pause: Pause) -> tuple[Phone, Progress]:
            clock = _Clock()
            allowed = connection.budget.left(LINE_SECONDS)

            def check() -> None:
                if interrupted is not None and interrupted.is_set():
                    raise Interrupted("INT")
                if way.closed.is_set() or (left() and not self._lasting):
                    raise Interrupted("HUP")
                if clock.seconds() > allowed:
                    raise LimitError("Killed", 137)

            def is_full() -> bool:
                return connection.waiting >= _MOST_WAITING or daemon.waiting >= _MOST_WAITING_IN_ALL

            def sleep(phone: Phone, milliseconds: int) -> Phone:
                if is_full():
                    return inputs.wait(phone, milliseconds)
                return aside(phone, milliseconds / 1000, way.closed.wait)

            def refill(
                phone: Phone, given: Input, enough: Callable[[Input], bool], milliseconds: int | None
            ) -> Phone:
                if is_full():
                    raise LimitError("too many commands wait for input")
                more = way.begin(partial(self._input.more, enough))
                if more is None:
                    raise Interrupted("HUP")
                try:
                    seconds = math.inf if milliseconds is None else milliseconds / 1000
                    phone = aside(phone, seconds, lambda seconds: _is_done(more, seconds))
                finally:
                    more.cancel()
                if more.done() and not more.cancelled():
                    more.result()
                return phone

            def aside(phone: Phone, seconds: float, over: Callable[[float], bool]) -> Phone:
                """Let others use the phone until a time has passed or something has ended."""
                ended: list[LimitError] = []
                words.append(running.line.words)

                def wait() -> None:
                    data = self._written(chunks)
                    chunks.clear()
                    self._report(running)
                    stepped = way.begin(partial(self._aside, turn, data))
                    if stepped is None:
                        ended.append(Interrupted("HUP"))
                        return
                    stepped.result()
                    try:
                        end = time.monotonic() + seconds
                        while (rest := end - time.monotonic()) > 0 and not over(min(rest, _LOOK_SECONDS)):
                            check()
                            if entry.signal:
                                raise Signalled(entry.take())
                            if left():
                                raise Interrupted("HUP")
                    except LimitError as error:
                        ended.append(error)
                    finally:
                        words.clear()
                        way.loop.call_soon_threadsafe(self._awake)
                    taken = way.begin(turn.take)
                    if taken is not None:
                        taken.result()

                running.phone = pause(phone, wait)
                if ended:
                    raise ended[0]
                return running.phone

            def endless(words: list[str]) -> bool:
                self._class_path = running.variables.get("CLASSPATH", "")
                return _is_endless(phone, words, self._class_path, self._served.clock_runs)

            chunks: list[Printed] = []
            given.at = first  # it is run again where somebody else has changed the phone meanwhile
            timed = sleep if self._served.clock_runs else None
            running = Running(phone, endless, check, timed, refill, daemon.commands.beside(entry))
            if before is not None:
                running.go_on_from(before)
            try:
                progress = shells.run_in(running, line, given, chunks, ends)
            finally:
                connection.budget.spend(clock.seconds())
            self._before = running
            return progress.phone, progress

        try:
            await turn.take()
            progress = await way.loop.run_in_executor(connection.daemon.workers, self._served.run_apart, step)
        finally:
            way.close()
            turn.end()
            daemon.commands.end(entry)
        if self._before is not None:
            self._report(self._before)
        return progress

    def _report(self, running: Running) -> None:
        """Report what a line did on input devices to those who watch them."""
        events, running.line.events = running.line.events, []
        self._served.report(events)

    async def _aside(self, turn: _Turn, data: bytes) -> None:
        """Send what a line has printed, and let others run while it waits."""
        turn.give()
        self._stream.connection.waiting += 1
        self._stream.connection.daemon.waiting += 1
        with contextlib.suppress(StreamClosedError):
            await self._stream.write(data)

    def _awake(self) -> None:
        self._stream.connection.waiting -= 1
        self._stream.connection.daemon.waiting -= 1

    async def _finish(self, progress: Progress) -> None:
        data = self._written(progress.printed)
        code = progress.code
        if progress.endless:
            await self._stream.write(data)
            data = b""
            code = await self._go_on(list(progress.endless))
        if self._packets:
            data += shell_packet(EXIT, bytes([code & 0xFF]))
        await self._stream.write(data)

    def _written(self, printed: Sequence[Printed]) -> bytes:
        if self._input.terminal is not None:
            return self._framed(STDOUT, b"".join(part.data for part in printed).replace(b"\n", b"\r\n"))
        return b"".join(self._framed(STDERR if part.error else STDOUT, part.data) for part in printed)

    def _framed(self, kind: int, data: bytes) -> bytes:
        if not self._packets:
            return data
        starts = range(0, len(data), _PART)
        return b"".join(shell_packet(kind, data[start : start + _PART]) for start in starts)

    # Commands that go on

    async def _go_on(self, words: list[str]) -> int:
        """Run a command until the stream, the phone or another shell ends it. Returns its exit code."""
        commands = self._stream.connection.daemon.commands
        loop = asyncio.get_running_loop()
        running = asyncio.ensure_future(self._run_on(words))
        entry = commands.begin(lambda: " ".join(words), lambda: loop.call_soon_threadsafe(running.cancel))
        try:
            return await running
        except asyncio.CancelledError:
            if not entry.signal:
                raise
            return Interrupted(entry.signal).code
        finally:
            commands.end(entry)

    async def _run_on(self, words: list[str]) -> int:
        daemon = self._stream.connection.daemon
        server = automation.server_of(self._served.phone, words, self._class_path)
        if server is None:
            if words[0] == "getevent":
                await self._watch(words)
                return 0
            return await self._follow(words[1:])
        return await on_device.run(
            server, daemon, self._stream, lambda data: self._written([Printed(data, False)])
        )

    async def _follow(self, words: list[str]) -> int:
        """Print the log and then new lines, until ``-m`` is reached or the host closes the stream."""
        loop = asyncio.get_running_loop()
        written = asyncio.Event()
        unsubscribe = self._served.subscribe(lambda: loop.call_soon_threadsafe(written.set))
        try:
            phone, cursor = self._served.look()
            follower = logcat.Follower(logcat.request_of(phone, words))
            # The divider comes with nothing to divide: whoever waits for the log's beginning sees it.
            await self._put(follower, follower.begun(phone) or follower.divider().encode())
            while not follower.over:
                await written.wait()
                written.clear()
                lines, cursor = self._served.log_since(cursor)
                await self._put(follower, follower.more(phone, lines))
            return follower.code
        finally:
            unsubscribe()

    async def _put(self, follower: logcat.Follower, data: bytes) -> None:
        """Print what a follower has, or append it to its file."""
        if not data:
            return
        sink = Sink(None, False)
        self._served.apply(lambda phone: follower.put(phone, data, sink, lambda size: None))
        await self._stream.write(self._written(sink.chunks))

    async def _watch(self, words: list[str]) -> None:
        """Print events of the input devices, until the limit is reached or the host closes the stream."""
        loop = asyncio.get_running_loop()
        happened = asyncio.Event()
        waiting: collections.deque[touchscreen.InputEvent] = collections.deque(maxlen=_MOST_EVENTS)

        def tell(events: Sequence[Any]) -> None:
            waiting.extend(events)
            loop.call_soon_threadsafe(happened.set)

        watch = _watch_of(self._served.phone, words)
        assert watch is not None
        unsubscribe = self._served.watch(tell)
        try:
            await self._print_log(watch.head)
            left = watch.most
            while left or not watch.most:
                await happened.wait()
                happened.clear()
                lines = watch.lines([waiting.popleft() for _ in range(len(waiting))])
                lines = lines[:left] if watch.most else lines
                left -= len(lines)
                await self._print_log("".join(lines))
        finally:
            unsubscribe()

    async def _print_log(self, text: str) -> None:
        await self._stream.write(self._written([Printed(text.encode("utf-8", "replace"), False)]))

    # Input

    async def _show(self, echo: bytes) -> None:
        await self._stream.write(self._framed(STDOUT, echo))

    async def _read_package(self, size: int) -> bytes:
        """Read the package that ``install`` announces. One that is larger than commands accept is dropped."""
        daemon = self._stream.connection.daemon
        given = self._input.given
        package = bytearray()
        taken = 0
        try:
            left = size
            while left > 0 and not self._input.ended:
                await self._input.read()
                data = given.available()
                given.data.clear()
                given.at = 0
                left -= len(data)
                if size <= INPUT_LIMIT:
                    daemon.take_room(len(data))
                    taken += len(data)
                    package += data
            return bytes(package[:size])
        finally:
            daemon.give_room(taken)

    # Interactive shells

    async def interact(self, terminal: bool) -> None:
        """Run line after line until ``exit`` or the end of the input."""
        try:
            await self._interact(terminal)
        finally:
            self._input.drop()

    async def _interact(self, terminal: bool) -> None:
        if terminal:
            self._input.at_terminal(Terminal(""), self._show)
            await self._prompt()
        script = shells.Script()
        while (line := await self._input.line()) is not None:
            try:
                text = await self._complete(script, line.decode("utf-8", "replace"))
            except LimitError as error:
                said = [Printed(f"/system/bin/sh: {error}\n".encode("utf-8", "replace"), True)]
                await self._finish(Progress(self._served.phone, tuple(said), 2))
                return
            if text is None:
                continue
            progress = (
                await self._interruptible(text)
                if terminal
                else await self._step(text, self._input.given, ends=False)
            )
            if progress.left or (progress.endless and not terminal):
                await self._finish(progress)
                return
            await self._stream.write(self._written(progress.printed))
            await self._prompt()
        await self._finish(await self._step(script.text(), Input()))

    async def _complete(self, script: shells.Script, line: str) -> str | None:
        """The script that a line completes, or None if more lines are needed. A long one is parsed in a worker thread.

        Raises:
            LimitError: it is too long, or took too long to parse.
        """
        if not script.add(line):
            return None
        if script.size < _SHORT_SCRIPT:
            return script.taken()
        connection = self._stream.connection
        turn = _Turn(connection.lines, connection.daemon.lines)

        def parsed() -> str | None:
            started = time.thread_time()
            try:
                return script.taken(connection.budget.left(LINE_SECONDS))
            finally:
                connection.budget.spend(time.thread_time() - started)

        await turn.take()
        try:
            return await asyncio.get_running_loop().run_in_executor(connection.daemon.workers, parsed)
        finally:
            turn.end()

    async def _interruptible(self, text: str, ends: bool = False) -> Progress:
        """Run a typed script until it ends or Ctrl-C ends it. Other typing is its input."""
        interrupted = threading.Event()
        line = asyncio.ensure_future(self._typed(text, interrupted, ends))
        try:
            while not line.done():
                more = self._input.next_read()
                awaited: set[asyncio.Future[Any]] = {line} if self._input.ended else {line, more}
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if more.done() and not line.done():
                    await self._input.read()
                    if self._input.interrupted():
                        interrupted.set()
                        await self._show(b"^C")
                        if self._following is not None:
                            self._following.cancel()
            progress = line.result()
            ended = [Printed(b"\n", False)] if interrupted.is_set() else []
            return progress._replace(printed=(*progress.printed, *ended))
        finally:
            line.cancel()

    async def _typed(self, text: str, interrupted: threading.Event, ends: bool) -> Progress:
        progress = await self._step(text, self._input.given, interrupted, ends)
        if not progress.endless:
            return progress
        await self._stream.write(self._written(progress.printed))
        self._following = asyncio.ensure_future(self._go_on(list(progress.endless)))
        try:
            code = await self._following
        except asyncio.CancelledError:
            if not interrupted.is_set():
                raise
            code = _INTERRUPTED
            if self._before is not None:
                self._before.status = code
        finally:
            self._following.cancel()
            self._following = None
        return progress._replace(printed=(), code=code)

    async def _prompt(self) -> None:
        if self._input.terminal is not None:
            device = self._served.phone.properties.get("ro.product.device", "")
            folder = self._before.folder if self._before is not None else "/"
            self._input.terminal.prompt = f"{device}:{folder} # ".encode("utf-8", "replace")
            await self._stream.write(self._framed(STDOUT, self._input.terminal.prompt))


def _watch_of(phone: Phone, words: list[str]) -> touchscreen.Watch | None:
    return touchscreen.watch_of(_call(phone, words))


def _call(phone: Phone, words: list[str]) -> Call:
    return Call(phone, words[0], words[1:], closed(), Running(phone, None))


def _is_done(future: concurrent.futures.Future[None], seconds: float) -> bool:
    """Whether something ends within some seconds."""
    return bool(concurrent.futures.wait([future], seconds).done)


def _is_endless(phone: Phone, words: list[str], class_path: str, clock_runs: bool) -> bool:
    if automation.server_of(phone, words, class_path) is not None or goes_on(_call(phone, words)):
        return True
    if words[0] != "logcat" or not clock_runs:
        return False
    try:
        return logcat.request_of(phone, words[1:]).patient
    except HandsetError:
        return False


#: How a line begins that a package follows, and the letters that it may have.
_INSTALLS = re.compile(r"\s*(?:'?cmd'?\s+'?package'?|'?pm'?)\s+'?install(?:-write)?'?\s")
_INSTALLS_LENGTH = 4096


def _package_size(line: str) -> int | None:
    """The size in bytes of the package that follows a line ``cmd package install -S SIZE``, else None."""
    if len(line) > _INSTALLS_LENGTH or not _INSTALLS.match(line):
        return None
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    size = words[words.index("-S") + 1 :][:1] if "-S" in words else []
    return int(size[0]) if size and size[0].isdecimal() and len(size[0]) < 12 else None
