"""AndroidEnv's accessibility forwarder on the phone: it calls a server on the host and sends the screen's contents."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from bmoca_gym.handset.errors import MissingLibraryError
from bmoca_gym.handset.servers.accessibility import messages
from bmoca_gym.handset.servers.grpc.messages import library
from bmoca_gym.handset.servers.listening import HOST
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import automation_packages, radios, settings

_log = logging.getLogger(__name__)

#: Seconds between two forests of a screen that does not change, and how long a call may take, as in the app.
PERIOD, CALL_SECONDS = 0.1, 1.0
#: Seconds until a server that did not answer is called again, so that its phone's log is not filled with that.
PATIENCE = 0.5
_LAST_PORT = 65535
#: The addresses by which the emulator's phone knows the machine it runs on.
_THIS_MACHINE = ("10.0.2.2", "127.0.0.1", "localhost")
_TAG = "AndroidRLTask"
_OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.enable_retries", 0), ("grpc.max_send_message_length", -1))


class AccessibilityForwarder:
    """Sends forests of nodes and events to a server, as long as the phone's settings and broadcasts ask for it."""

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._changed = asyncio.Event()
        self._told: Phone | None = None
        self._channel: Any = None
        self._address = ""

    async def run(self) -> None:
        """Watch the phone until cancelled."""
        loop = asyncio.get_running_loop()
        unsubscribe = self._served.subscribe(lambda: loop.call_soon_threadsafe(self._changed.set))
        try:
            while True:
                phone = self._served.phone
                port = _port(phone)
                if port is None:
                    self._hang_up()
                    await self._changed.wait()
                    self._changed.clear()
                    continue
                done = await self._tell(phone, port)
                await self._wait(PERIOD if done else PATIENCE, done)
        except MissingLibraryError as error:
            _log.warning("the accessibility forwarder can't run: %s", error)
        finally:
            unsubscribe()
            self._hang_up()

    async def _wait(self, seconds: float, for_changes: bool) -> None:
        if not for_changes:
            await asyncio.sleep(seconds)
            return
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except asyncio.TimeoutError:
            return
        self._changed.clear()

    def _hang_up(self) -> None:
        if self._channel is not None:
            self._channel.close()
        self._channel, self._address, self._told = None, "", None

    async def _tell(self, phone: Phone, port: int) -> bool:
        """Report the state of a phone. Returns False if nobody accepted it."""
        flags = dict(phone.automation[automation_packages.ACCESSIBILITY_FORWARDER].flags)
        host = flags.get("host", _THIS_MACHINE[0])
        address = f"{HOST}:{port}"
        if not _online(phone) or host not in _THIS_MACHINE:
            return self._failed(f"UNAVAILABLE: no route to {host[:80]}:{port}")
        if address != self._address:
            self._hang_up()
            self._channel = library("grpc").insecure_channel(address, options=_OPTIONS)
            self._address = address
        before, self._told = self._told, phone
        calls = []
        if before is not None and before is not phone:
            calls = [("SendEvent", event) for event in messages.events(before, phone)]
        if flags.get("tree") == "1":
            calls.append(("SendForest", messages.forest(phone)))
        for method, message in calls:
            error = await self._call(method, message)
            if error:
                return self._failed(error)
        return True

    async def _call(self, method: str, message: bytes) -> str:
        """Make a call. Returns the error, or ""."""
        loop = asyncio.get_running_loop()
        over = asyncio.Event()
        stub = self._channel.unary_unary(f"/{messages.SERVICE}/{method}")
        call = stub.future(message, timeout=CALL_SECONDS)

        def tell(_: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and the call with it
                loop.call_soon_threadsafe(over.set)

        call.add_done_callback(tell)
        try:
            await over.wait()
        finally:
            call.cancel()
        error = call.exception()
        return "" if error is None else f"{call.code().name}: {call.details()}"

    def _failed(self, error: str) -> bool:
        """Log the line by which AndroidEnv notices that the phone can't reach it."""
        self._hang_up()
        text = f"extra: exception ['io.grpc.StatusException: {error}']".replace("\n", " ")
        self._served.apply(
            Phone.logged, _TAG, "gRPC StatusException; are you sure networking is turned on?", "W"
        )
        self._served.apply(Phone.logged, _TAG, text)
        return False


def _port(phone: Phone) -> int | None:
    """The port of the server that the phone should call, or None."""
    if not automation_packages.forwards(phone):
        return None
    flags = dict(phone.automation[automation_packages.ACCESSIBILITY_FORWARDER].flags)
    port = int(flags.get("port", "0"))
    return port if 0 < port <= _LAST_PORT else None


def _online(phone: Phone) -> bool:
    """Whether the phone is connected by a radio."""
    mobile = settings.get(phone, "global", "mobile_data") == "1" and not radios.airplane_mode(phone)
    return mobile or radios.wifi(phone)
