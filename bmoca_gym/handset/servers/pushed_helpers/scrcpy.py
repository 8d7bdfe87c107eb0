"""scrcpy's server, versions 2 and 3: video of the screen as H.264, and control of the phone.

The protocol is the one in scrcpy's own documentation (doc/develop.md). There is no sound to stream, and clients are
told so.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import Any

from bmoca_gym.handset.servers.errors import StreamClosedError
from bmoca_gym.handset.servers.http import Stream
from bmoca_gym.handset.servers.pushed_helpers.helper import Surroundings
from bmoca_gym.handset.servers.pushed_helpers.scrcpy_control import Control
from bmoca_gym.handset.servers.pushed_helpers.scrcpy_video import Video
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display
from bmoca_gym.handset.system.pushed_helpers import Program, scrcpy_options

_NAME_SIZE = 64
#: Seconds that a client has for opening all its sockets.
_CONNECT_SECONDS = 30.0
_LEAST_FPS, _MOST_FPS = 0.1, 20.0
#: Bytes of control messages that are obeyed at a time.
_PART = 4096
#: Notches of a wheel that one message may stand for, since which version; before it was one.
_MOST_NOTCHES, _WIDE_SCROLLS = 16, (3, 3, 1)
#: What stands for the codec of a stream that the device has none of.
_NO_STREAM = bytes(4)


class Scrcpy:
    """Serves one scrcpy client. It ends when the first of its sockets is closed."""

    def __init__(self, around: Surroundings, program: Program) -> None:
        self._around = around
        self._served = around.served
        self._options = scrcpy_options(program)
        version = tuple(map(int, program.arguments[0].split(".")))
        self._notches = _MOST_NOTCHES if version >= _WIDE_SCROLLS else 1
        scid = self._options.get("scid", "-1")
        self.address = "localabstract:scrcpy" + ("" if scid == "-1" else f"_{int(scid, 16):08x}")
        self._roles = [role for role in ("video", "audio", "control") if self._is_on(role)]
        self._streams: list[Stream] = []
        self._ready, self._over = asyncio.Event(), asyncio.Event()
        self._talks: dict[str, Callable[[Stream], Coroutine[Any, Any, None]]] = {
            "video": self._show, "audio": self._say_nothing, "control": self._obey,
        }  # fmt: skip

    def _is_on(self, option: str, default: bool = True) -> bool:
        return self._options.get(option, str(default).lower()) == "true"

    async def run(self) -> None:
        """Wake the phone, connect to the client unless the client connects, and serve until the client leaves."""
        if self._is_on("power_on"):
            self._served.apply(display.wake)
        talks = [] if self._is_on("tunnel_forward", False) else await self._call_back()
        try:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._ready.wait(), _CONNECT_SECONDS)
                await self._over.wait()
        finally:
            for talk in talks:
                talk.cancel()
            await asyncio.gather(*talks, return_exceptions=True)

    async def _call_back(self) -> list[asyncio.Task[None]]:
        """Open the sockets to the host that asked for them with ``adb reverse``."""
        opened = [await self._around.call(self.address) for _ in self._roles]
        return [asyncio.create_task(self._called(stream)) for stream in opened if stream is not None]

    async def _called(self, stream: Stream) -> None:
        try:
            await self.talk(stream)
        finally:
            await self._around.hang_up(stream)

    async def talk(self, stream: Stream) -> None:
        """Serve the next socket: video, audio or control, as requested."""
        if len(self._streams) >= len(self._roles):
            return
        role, first = self._roles[len(self._streams)], not self._streams
        self._streams.append(stream)
        try:
            if first and self._is_on("tunnel_forward", False) and self._is_on("send_dummy_byte"):
                await stream.write(b"\0")
            if len(self._streams) == len(self._roles):
                self._ready.set()
            await self._ready.wait()
            if first and self._is_on("send_device_meta"):
                await stream.write(_name(self._served.phone))
            await self._talks[role](stream)
        except StreamClosedError:
            pass
        finally:
            self._over.set()

    # Streams

    async def _say_nothing(self, stream: Stream) -> None:
        await stream.write(_NO_STREAM)
        while await stream.read():
            pass

    async def _obey(self, stream: Stream) -> None:
        control = Control(self._served, self._notches)
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        unsubscribe = self._served.subscribe(lambda: loop.call_soon_threadsafe(changed.set))
        watching = asyncio.create_task(self._tell_clipboard(stream, changed))
        try:
            while data := await stream.read():
                # In parts, so that a client that has gone is not obeyed for long.
                for at in range(0, len(data), _PART):
                    part = data[at : at + _PART]
                    answers = await loop.run_in_executor(self._around.workers, control.feed, part)
                    if answers is None:
                        return  # not a message of the protocol
                    if answers:
                        await stream.write(answers)
        finally:
            unsubscribe()
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _tell_clipboard(self, stream: Stream, changed: asyncio.Event) -> None:
        if not self._is_on("clipboard_autosync"):
            return
        told = self._served.latest.clipboard
        while True:
            await changed.wait()
            changed.clear()
            text = self._served.latest.clipboard
            if text != told and text:
                await stream.write(Control.clipboard_message(text))
            told = text

    async def _show(self, stream: Stream) -> None:
        """Send a frame whenever the screen changes."""
        video = Video(self._options)
        loop = asyncio.get_running_loop()
        closed = asyncio.ensure_future(_closed(stream))
        changed = asyncio.Event()
        unsubscribe = self._served.subscribe(lambda: loop.call_soon_threadsafe(changed.set))
        try:
            while not closed.done():
                started = time.monotonic()
                changed.clear()
                data = await loop.run_in_executor(self._around.workers, video.frame, self._served.latest)
                if data:
                    await stream.write(data)
                waiting = asyncio.ensure_future(changed.wait())
                await asyncio.wait({waiting, closed}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                pause = 1 / min(max(video.fps, _LEAST_FPS), _MOST_FPS)
                await asyncio.wait({closed}, timeout=max(0.0, started + pause - time.monotonic()))
        finally:
            unsubscribe()
            closed.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await closed


async def _closed(stream: Stream) -> None:
    while await stream.read():
        pass


def _name(phone: Phone) -> bytes:
    name = phone.properties.get("ro.product.model", "").encode("utf-8", "replace")[: _NAME_SIZE - 1]
    return name.ljust(_NAME_SIZE, b"\0")


def greeting(phone: Phone) -> str:
    """What the server prints at its start."""
    maker, brand, model, release = (
        phone.properties.get(name, "")
        for name in (
            "ro.product.manufacturer",
            "ro.product.brand",
            "ro.product.model",
            "ro.build.version.release",
        )
    )
    return f"[server] INFO: Device: [{maker}] {brand} {model} (Android {release})\n"
