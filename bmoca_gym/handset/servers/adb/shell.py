"""Services with a shell: ``shell``, with and without protocol 2, ``exec``, ``abb`` and ``abb_exec``."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import shlex
import threading
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.servers.adb import on_device
from bmoca_gym.handset.servers.adb.connection import AdbStream
from bmoca_gym.handset.servers.adb.packets import (
    CLOSE_STDIN,
    EXIT,
    STDERR,
    STDIN,
    STDOUT,
    ShellParser,
    shell_packet,
)
from bmoca_gym.handset.servers.adb.terminal import INTERRUPT, Terminal
from bmoca_gym.handset.servers.errors import PacketError, StreamClosedError
from bmoca_gym.handset.servers.served import Pause
from bmoca_gym.handset.shell import session as shells
from bmoca_gym.handset.shell.android import automation, logcat, touchscreen
from bmoca_gym.handset.shell.call import Call, LimitError
from bmoca_gym.handset.shell.session import Input, Printed, Progress, Running
from bmoca_gym.handset.state import Phone

#: Data in one packet of protocol 2, so that it and its header fit into a payload of the transport.
_PART = 256 << 10
#: Bytes of input that one command may be given, and of a script that waits for its end.
_INPUT_LIMIT, _SCRIPT_LIMIT = 64 << 20, 1 << 20


#: Seconds of processor time that one line may take.
LINE_SECONDS = 10.0


#: The exit code of a line that Ctrl-C ended, and how often a line that waits looks for one.
_INTERRUPTED, _LOOK_SECONDS = 130, 0.05
#: Lines that wait for time to pass at once, of a connection and in all; in those of more, time is virtual.
_MOST_WAITING, _MOST_WAITING_IN_ALL = 16, 48


#: Events of input devices that a reader may be behind; of more, the oldest are lost, as the kernel loses them.
_MOST_EVENTS = 4096


class _Turn:
    """The turn of a line among those that run at once, of its connection and in all; given back while it waits."""

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


class _InputNeededError(Exception):
    """A command reads input that has not come yet."""


class _NoInputYet(Input):
    """The input of a command before the host has sent it all. Most commands never ask for any."""

    def __init__(self) -> None:
        super().__init__(b"")

    def rest(self) -> bytes:
        raise _InputNeededError

    def line(self) -> bytes | None:
        raise _InputNeededError


async def shell(stream: AdbStream, options: Sequence[str], line: str) -> None:
    """``shell[,v2][,raw|pty][,TERM=...]:LINE``. Without a line it is interactive, at a terminal unless told ``raw``."""
    talk = Talk(stream, "v2" in options)
    if line:
        await talk.run(line)
    else:
        await talk.interact(terminal="raw" not in options)


async def execute(stream: AdbStream, argument: str) -> None:
    """``exec:LINE``: bytes both ways, no exit code."""
    await Talk(stream, False).run(argument)


async def abb(stream: AdbStream, argument: str) -> None:
    """``abb:SERVICE\\0ARGUMENT...``: what ``cmd`` does, over protocol 2."""
    await Talk(stream, True).run(shlex.join(["cmd", *argument.split("\0")]))


async def abb_exec(stream: AdbStream, argument: str) -> None:
    """``abb_exec:SERVICE\\0ARGUMENT...``: what ``cmd`` does, bytes both ways."""
    await Talk(stream, False).run(shlex.join(["cmd", *argument.split("\0")]))


class Talk:
    """A stream that a shell reads from and prints to. ``packets``: as protocol 2 says, else as plain bytes.

    The folder, the variables and the last exit code stay from one line to the next.
    """

    def __init__(self, stream: AdbStream, packets: bool) -> None:
        self._stream = stream
        self._served = stream.connection.daemon.served
        self._packets = packets
        self._parser = ShellParser()
        self._input = bytearray()
        self._input_ended = False
        self._terminal: Terminal | None = None
        self._before: Running | None = None
        self._reading: asyncio.Future[bytes] | None = None
        self._following: asyncio.Future[int] | None = None
        self._class_path = ""

    async def run(self, line: str) -> None:
        """Run one line, and say its exit code. Only a line that reads its input waits for all of it."""
        size = _package_size(line)
        package = await self._read_package(size) if size is not None else None
        # Without packets a host ends the input by closing the stream, which is no reason to end the line.
        self._stream.outlives_host = not self._packets
        try:
            progress = await self._step(line, _NoInputYet() if package is None else Input(package))
        except _InputNeededError:
            await self._read_all()
            progress = await self._step(line, Input(bytes(self._input)))
        await self._finish(progress)

    async def _step(
        self, line: str, given: Input, interrupted: threading.Event | None = None, ends: bool = True
    ) -> Progress:
        """Run a line in a thread, so that others are served meanwhile; it ends when its client goes or wants it to."""
        gone = threading.Event()
        probing = isinstance(given, _NoInputYet)
        connection = self._stream.connection
        loop = asyncio.get_running_loop()
        daemon = connection.daemon
        turn = _Turn(connection.lines, daemon.lines)
        before = self._before

        def step(phone: Phone, pause: Pause) -> tuple[Phone, Progress]:
            until = time.thread_time() + connection.budget.left(LINE_SECONDS)

            def check() -> None:
                if interrupted is not None and interrupted.is_set():
                    raise LimitError("", _INTERRUPTED)
                if gone.is_set() or (probing and self._stream.left) or time.thread_time() > until:
                    raise LimitError("Killed", 137)

            def paused(phone: Phone, milliseconds: int) -> Phone:
                if connection.waiting >= _MOST_WAITING or daemon.waiting >= _MOST_WAITING_IN_ALL:
                    return inputs.wait(phone, milliseconds)
                return pause(phone, lambda: wait(milliseconds / 1000))

            def wait(seconds: float) -> None:
                data = self._written(chunks)
                chunks.clear()
                self._report(running)
                asyncio.run_coroutine_threadsafe(self._aside(turn, data), loop).result()
                try:
                    end = time.monotonic() + seconds
                    while (left := end - time.monotonic()) > 0:
                        check()
                        gone.wait(min(left, _LOOK_SECONDS))
                    check()
                finally:
                    loop.call_soon_threadsafe(self._awake)
                asyncio.run_coroutine_threadsafe(turn.take(), loop).result()

            def endless(words: list[str]) -> bool:
                self._class_path = running.variables.get("CLASSPATH", "")
                return _is_endless(phone, words, self._class_path)

            chunks: list[Printed] = []
            timed = paused if self._served.clock_runs else None
            running = Running(phone, endless, check, timed)
            if before is not None:
                running.go_on_from(before)
            started = time.thread_time()
            try:
                progress = shells.run_in(running, line, given, chunks, ends)
            finally:
                connection.budget.spend(time.thread_time() - started)
            self._before = running
            return progress.phone, progress

        await turn.take()
        try:
            progress = await loop.run_in_executor(connection.daemon.workers, self._served.run_apart, step)
        finally:
            gone.set()
            turn.end()
        if self._before is not None:
            self._report(self._before)
        return progress

    def _report(self, running: Running) -> None:
        """Tell who watches input devices what a line made happen on them."""
        events, running.events = running.events, []
        self._served.report(events)

    async def _aside(self, turn: _Turn, data: bytes) -> None:
        """Let other lines run while one waits, which has printed this."""
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
        if self._terminal is not None:
            return self._framed(STDOUT, b"".join(part.data for part in printed).replace(b"\n", b"\r\n"))
        return b"".join(self._framed(STDERR if part.error else STDOUT, part.data) for part in printed)

    def _framed(self, kind: int, data: bytes) -> bytes:
        if not self._packets:
            return data
        starts = range(0, len(data), _PART)
        return b"".join(shell_packet(kind, data[start : start + _PART]) for start in starts)

    # Commands that go on

    async def _go_on(self, words: list[str]) -> int:
        """Run a command that ends with the stream, or when the phone says so; returns its exit code."""
        daemon = self._stream.connection.daemon
        server = automation.server_of(self._served.phone, words, self._class_path)
        if server is None:
            await (self._watch(words) if words[0] == "getevent" else self._follow(words[1:]))
            return 0
        return await on_device.run(
            server, daemon, self._stream, lambda data: self._written([Printed(data, False)])
        )

    async def _follow(self, words: list[str]) -> None:
        """Print the log, and then its new lines until the host closes the stream."""
        loop = asyncio.get_running_loop()
        written = asyncio.Event()
        unsubscribe = self._served.subscribe(lambda: loop.call_soon_threadsafe(written.set))
        try:
            phone, cursor = self._served.look()
            request = logcat.request_of(phone, words)
            lines = logcat.kept_lines(phone, request)
            # The divider comes with nothing to divide: whoever waits for the log's beginning sees it.
            await self._print_log(logcat.DIVIDER + logcat.text_of(phone, request, lines))
            while True:
                await written.wait()
                written.clear()
                lines, cursor = self._served.log_since(cursor)
                await self._print_log(logcat.text_of(phone, request, lines))
        finally:
            unsubscribe()

    async def _watch(self, words: list[str]) -> None:
        """Print what happens on the input devices, until that was enough or the host closes the stream."""
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

    async def _read(self) -> bool:
        """Take what comes next from the host; False when nothing more comes."""
        if self._input_ended:
            return False
        data = await self._next_read()
        self._reading = None
        if not data:
            self._input_ended = True
        elif not self._packets:
            self._input += data
        else:
            for kind, part in self._parser.feed(data):
                if kind == STDIN:
                    self._input += part
                elif kind == CLOSE_STDIN:
                    self._input_ended = True
        return not self._input_ended

    def _next_read(self) -> asyncio.Future[bytes]:
        """Next data from the host; the first caller waits for them."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._stream.read())
            # Where nobody reads on, nobody is told that the connection broke either.
            self._reading.add_done_callback(lambda read: read.cancelled() or read.exception())
        return self._reading

    async def _read_all(self) -> None:
        """Take the whole input; a host without protocol 2 ends it by closing the stream.

        Raises:
            PacketError: it is larger than a command may be given, or than there is room for.
        """
        daemon = self._stream.connection.daemon
        self._stream.outlives_host = True
        taken = 0
        try:
            more = True
            while more:
                more = await self._read()
                if len(self._input) > _INPUT_LIMIT:
                    raise PacketError(f"an input of over {_INPUT_LIMIT} bytes")
                daemon.take_room(len(self._input) - taken)
                taken = len(self._input)
        finally:
            daemon.give_room(taken)

    async def _read_package(self, size: int) -> bytes:
        """Take the package that ``install`` says it sends; of a larger one than commands take, nothing is kept."""
        daemon = self._stream.connection.daemon
        package = bytearray()
        taken = 0
        try:
            more = True
            left = size
            while left > 0 and more:
                more = await self._read()
                left -= len(self._input)
                if size <= _INPUT_LIMIT:
                    daemon.take_room(len(self._input))
                    taken += len(self._input)
                    package += self._input
                self._input.clear()
            return bytes(package[:size])
        finally:
            daemon.give_room(taken)

    # Interactive shells

    async def interact(self, terminal: bool) -> None:
        """Run line after line until ``exit`` or the end of the input."""
        if terminal:
            self._terminal = Terminal("")
            await self._prompt()
        script = b""
        async for line in self._lines():
            script += line
            if len(script) > _SCRIPT_LIMIT:
                raise PacketError(f"a script of over {_SCRIPT_LIMIT} bytes that does not end")
            text = script.decode("utf-8", "replace")
            if shells.unfinished(text):
                continue
            script = b""
            progress = (
                await self._interruptible(text)
                if terminal
                else await self._step(text, Input(b""), ends=False)
            )
            if progress.left or (progress.endless and not terminal):
                await self._finish(progress)
                return
            await self._stream.write(self._written(progress.printed))
            await self._prompt()
        await self._finish(await self._step(script.decode("utf-8", "replace"), Input(b"")))

    async def _interruptible(self, text: str) -> Progress:
        """Run what was typed at a terminal until it ends or Ctrl-C does; what else is typed waits until then."""
        interrupted = threading.Event()
        line = asyncio.ensure_future(self._typed(text, interrupted))
        try:
            while not line.done():
                more = self._next_read()
                awaited: set[asyncio.Future[Any]] = {line} if self._input_ended else {line, more}
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if more.done() and not line.done():
                    await self._read()
                    if INTERRUPT in self._input:
                        del self._input[: self._input.rindex(INTERRUPT) + 1]
                        interrupted.set()
                        await self._stream.write(self._framed(STDOUT, b"^C"))
                        if self._following is not None:
                            self._following.cancel()
            progress = line.result()
            ended = [Printed(b"\n", False)] if interrupted.is_set() else []
            return progress._replace(printed=(*progress.printed, *ended))
        finally:
            line.cancel()

    async def _typed(self, text: str, interrupted: threading.Event) -> Progress:
        progress = await self._step(text, Input(b""), interrupted, ends=False)
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
        if self._terminal is not None:
            device = self._served.phone.properties.get("ro.product.device", "")
            folder = self._before.folder if self._before is not None else "/"
            self._terminal.prompt = f"{device}:{folder} # ".encode("utf-8", "replace")
            await self._stream.write(self._framed(STDOUT, self._terminal.prompt))

    async def _lines(self) -> AsyncIterator[bytes]:
        more = True
        while more:
            more = await self._read()
            while self._input:  # more may have come while a line ran
                found = await self._whole_lines()
                for line in found:
                    yield line
                if self._terminal is None and not found:
                    break
        if self._terminal is None and self._input:
            yield bytes(self._input)

    async def _whole_lines(self) -> list[bytes]:
        if self._terminal is None:
            *lines, rest = self._input.split(b"\n")
            self._input = rest
            if len(rest) > _SCRIPT_LIMIT:
                raise PacketError(f"a line of over {_SCRIPT_LIMIT} bytes")
            return [bytes(line) + b"\n" for line in lines]
        echo, typed = self._terminal.feed(bytes(self._input))
        self._input.clear()
        await self._stream.write(self._framed(STDOUT, echo))
        return [line + b"\n" for line in typed]


def _watch_of(phone: Phone, words: list[str]) -> touchscreen.Watch | None:
    return touchscreen.watch_of(Call(phone, words[0], words[1:], Input(b""), Running(phone, None)))


def _is_endless(phone: Phone, words: list[str], class_path: str) -> bool:
    if words[0] == "getevent":
        return _watch_of(phone, words) is not None
    if words[0] != "logcat":
        return automation.server_of(phone, words, class_path) is not None
    try:
        return logcat.request_of(phone, words[1:]).endless
    except logcat.LogcatError:
        return False


def _package_size(line: str) -> int | None:
    """The number of bytes of a package that follow a line on its stream: ``cmd package install -S SIZE``; else None."""
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    starts = (["cmd", "package"], ["pm"])
    if not any(
        words[: len(start) + 1] in ([*start, "install"], [*start, "install-write"]) for start in starts
    ):
        return None
    size = words[words.index("-S") + 1 :][:1] if "-S" in words else []
    return int(size[0]) if size and size[0].isdecimal() and len(size[0]) < 12 else None
