"""Services that run the phone's shell: ``shell``, with and without protocol 2, ``exec``, ``abb`` and ``abb_exec``."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Sequence

from bmoca_gym.handset.phone import Phone
from bmoca_gym.handset.system import shell as shells
from bmoca_gym.handset.system import shell_logcat
from bmoca_gym.handset.system.shell import Printed, Progress
from bmoca_gym.handset.wire.adb_connection import AdbStream
from bmoca_gym.handset.wire.errors import PacketError
from bmoca_gym.handset.wire.packets import (
    CLOSE_STDIN,
    EXIT,
    STDERR,
    STDIN,
    STDOUT,
    ShellParser,
    shell_packet,
)
from bmoca_gym.handset.wire.terminal import Terminal

#: Data in one packet of protocol 2, so that it and its header fit into a payload of the transport.
_PART = 256 << 10
_PROMPT_FORM = "{device}:/ # "
#: Bytes of one line that are typed or piped to an interactive shell.
_LINE_LIMIT = 1 << 20


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
    """A stream that a shell reads from and prints to. ``packets``: as protocol 2 says, else as plain bytes."""

    def __init__(self, stream: AdbStream, packets: bool) -> None:
        self._stream = stream
        self._served = stream.connection.daemon.served
        self._packets = packets
        self._parser = ShellParser()
        self._input = bytearray()
        self._input_ended = False
        self._terminal: Terminal | None = None

    async def run(self, line: str) -> None:
        """Run one line, and say its exit code."""
        await self._drop_package(line)
        progress = self._step(line)
        await self._finish(progress.printed, progress.code, progress.endless)

    def _step(self, line: str) -> Progress:
        def step(phone: Phone) -> tuple[Phone, Progress]:
            progress = shells.run_until(phone, line, lambda words: _is_endless(phone, words))
            return progress.phone, progress

        return self._served.run(step)

    async def _finish(self, printed: Sequence[Printed], code: int, endless: Sequence[str] = ()) -> None:
        data = self._written(printed)
        if endless:
            await self._stream.write(data)
            await self._follow(list(endless[1:]))
        if self._packets:
            data += shell_packet(EXIT, bytes([code & 0xFF]))
        await self._stream.write(data)

    def _written(self, printed: Sequence[Printed]) -> bytes:
        parts = []
        for data, error in printed:
            if self._terminal is not None:
                data = data.replace(b"\n", b"\r\n")
            kind = STDERR if error and self._terminal is None else STDOUT
            parts.append(self._framed(kind, data))
        return b"".join(parts)

    def _framed(self, kind: int, data: bytes) -> bytes:
        if not self._packets:
            return data
        return b"".join(
            shell_packet(kind, data[start : start + _PART]) for start in range(0, len(data), _PART)
        )

    # A log that goes on

    async def _follow(self, words: list[str]) -> None:
        """Print the log, and then its new lines until the host closes the stream."""
        loop = asyncio.get_running_loop()
        written = asyncio.Event()
        unsubscribe = self._served.subscribe(lambda: loop.call_soon_threadsafe(written.set))
        try:
            phone, cursor = self._served.look()
            request = shell_logcat.request_of(phone, words)
            lines = shell_logcat.kept_lines(phone, request)
            text = shell_logcat.text_of(phone, request, lines)
            # The divider comes with nothing to divide: whoever waits for the log's beginning sees it.
            await self._write_text(shell_logcat.DIVIDER + text)
            while True:
                await written.wait()
                written.clear()
                lines, cursor = self._served.log_since(cursor)
                text = shell_logcat.text_of(phone, request, lines)
                await self._write_text(text)
        finally:
            unsubscribe()

    async def _write_text(self, text: str) -> None:
        await self._stream.write(self._written([Printed(text.encode("utf-8", "replace"), False)]))

    # Input

    async def _read(self) -> bool:
        """Take what comes next from the host; False when nothing more comes."""
        if self._input_ended:
            return False
        data = await self._stream.read()
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
        return not self._input_ended or bool(self._input)

    async def _drop_package(self, line: str) -> None:
        """Take the package that ``install`` says it sends, so that the host comes to reading the answer."""
        left = _package_size(line)
        while left > 0:
            size = len(self._input)
            self._input.clear()
            left -= size
            if left <= 0 or not (size or await self._read()):
                return

    async def interact(self, terminal: bool) -> None:
        """Run line after line until ``exit`` or the end of the input."""
        if terminal:
            self._terminal = Terminal(_PROMPT_FORM.format(device=self._device()))
            await self._print(self._terminal.prompt)
        code = 0
        while True:
            end = self._input.find(b"\n") if self._terminal is None else len(self._input) - 1
            if end < 0:
                if await self._read():
                    self._check_length()
                    continue
                if not self._input:
                    break
                end = len(self._input)
            data = bytes(self._input[: end + 1])
            del self._input[: end + 1]
            lines = [data] if self._terminal is None else await self._typed(self._terminal, data)
            for line in lines:
                words = line.split()
                if words[:1] == [b"exit"]:
                    code = (
                        int(words[1]) if len(words) > 1 and words[1].isdigit() and len(words[1]) < 4 else code
                    )
                    await self._finish((), code)
                    return
                progress = self._step(line.decode("utf-8", "replace"))
                code = progress.code
                if progress.endless:
                    await self._finish(progress.printed, code, progress.endless)
                await self._stream.write(self._written(progress.printed))
                if self._terminal is not None:
                    await self._print(self._terminal.prompt)
        await self._finish((), code)

    def _check_length(self) -> None:
        if len(self._input) > _LINE_LIMIT and b"\n" not in self._input:
            raise PacketError(f"a line of over {_LINE_LIMIT} bytes")

    async def _typed(self, terminal: Terminal, data: bytes) -> list[bytes]:
        echo, lines = terminal.feed(data)
        await self._print(echo)
        return lines

    async def _print(self, data: bytes) -> None:
        await self._stream.write(self._framed(STDOUT, data))

    def _device(self) -> str:
        return self._served.phone.properties.get("ro.product.device", "")


def _is_endless(phone: Phone, words: list[str]) -> bool:
    if words[0] != "logcat":
        return False
    try:
        return shell_logcat.request_of(phone, words[1:]).endless
    except shell_logcat.LogcatError:
        return False


def _package_size(line: str) -> int:
    """How many bytes of a package follow a line on its stream: ``cmd package install -S SIZE``."""
    try:
        words = shlex.split(line)
    except ValueError:
        return 0
    starts = (["cmd", "package"], ["pm"])
    if not any(
        words[: len(start) + 1] in ([*start, "install"], [*start, "install-write"]) for start in starts
    ):
        return 0
    size = words[words.index("-S") + 1 :][:1] if "-S" in words else []
    return int(size[0]) if size and size[0].isdecimal() and len(size[0]) < 12 else 0
