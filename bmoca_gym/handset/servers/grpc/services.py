"""The emulator's gRPC methods on a served phone. Each function is named after its method."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.servers.errors import KeyCodeError, SnapshotNameError
from bmoca_gym.handset.servers.grpc import readings, screenshots
from bmoca_gym.handset.servers.grpc.keys import Keyboard
from bmoca_gym.handset.servers.grpc.messages import library, message_classes
from bmoca_gym.handset.servers.grpc.readings import BAD_NUMBER, OK, RADIO_OFF
from bmoca_gym.handset.servers.grpc.screenshots import Screenshot, Screenshots
from bmoca_gym.handset.servers.grpc.touch import Fingers, MouseTouch
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.android import touchscreen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clipboard, radios

#: Values of ``VmRunState.state`` that can be asked for or seen.
RUNNING, PAUSED, SHUTDOWN, TERMINATE, RESET = 1, 3, 5, 7, 9
#: A value of ``Notification.event``.
CAMERA_INACTIVE = 0

NO_HYPERVISOR = 1
VERSION = "36.1.9.0 (bmoca_gym handset)"
#: Streams at a time; each keeps a thread.
MOST_STREAMS = 8

_NUMBER = re.compile(r"\+?[0-9*#(). -]{1,40}")


def _restarted(phone: Phone) -> Phone:
    return session.run(phone, "setprop ctl.restart zygote")[0]


class ImageAnswer(NamedTuple):
    """An ``Image`` whose pixels are kept apart: protobuf would copy them twice (4 ms for a large screen)."""

    fields: Any
    pixels: NDArray[np.uint8]

    def serialized(self) -> bytes:
        """The message on the wire: the other fields, then ``image`` (4): tag, length, bytes."""
        tag = bytearray(b"\x22")
        left = self.pixels.size
        while left >= 0x80:
            tag.append(left & 0x7F | 0x80)
            left >>= 7
        tag.append(left)
        return b"".join((self.fields.SerializeToString(), tag, self.pixels.data))


class EmulatorController:
    """The service of that name. A call returns when its effect on the phone is complete.

    ``now``: a clock in seconds, which measures how long a finger stays. ``hardware``: what `getStatus` lists besides
    the screen. ``shut_down``: called once a SHUTDOWN or TERMINATE has been answered.
    """

    def __init__(
        self,
        served: ServedPhone,
        now: Callable[[], float],
        shut_down: Callable[[], object],
        hardware: Mapping[str, str],
    ) -> None:
        self._served = served
        self._now = now
        self._started = now()
        self._shut_down = shut_down
        self._hardware = dict(hardware)
        self._make = message_classes()
        self._codes = library("grpc").StatusCode
        self._screenshots = Screenshots(served)
        self._streams = threading.BoundedSemaphore(MOST_STREAMS)
        # Clients share one screen and one keyboard. An event is worked through before the next one.
        self._input = threading.Lock()
        self._fingers = Fingers(now)
        self._mouse = Fingers(now)
        #: The text that a client put on the clipboard last.
        self._clip: str | None = None
        self._keyboard = Keyboard()

    def getStatus(self, request: Any, context: Any) -> Any:
        """Status: booted, how long (ms) the phone has been served, and its screen."""
        config = self._served.phone.configuration
        screen = {
            "hw.lcd.width": config.width,
            "hw.lcd.height": config.height,
            "hw.lcd.density": config.density,
        }
        entries = {**self._hardware, **screen}
        return self._make["EmulatorStatus"](
            version=VERSION,
            uptime=max(0, round((self._now() - self._started) * 1000)),
            booted=True,
            vmConfig={"hypervisorType": NO_HYPERVISOR, "numberOfCpuCores": 1},
            hardwareConfig={"entry": [{"key": key, "value": str(entries[key])} for key in sorted(entries)]},
        )

    # Screenshots

    def getScreenshot(self, request: Any, context: Any) -> ImageAnswer:
        """The screen, upright whatever the phone's rotation. Touches use the same coordinates."""
        self._check_image(request, context)
        return self._image(request, self._screenshots.take(request.width, request.height), 0)

    def streamScreenshot(self, request: Any, context: Any) -> Iterator[ImageAnswer]:
        """The screen now and after each change, until the call ends. A slow reader gets only the newest one."""
        self._check_image(request, context)
        last: tuple[tuple[int, ...], bytes] | None = None
        number = 0
        for _ in self._moments(context):
            shot = self._screenshots.take(request.width, request.height)
            drawn = shot.frame.shape, shot.frame.tobytes()  # bytes are compared many times faster than arrays
            if drawn != last:
                yield self._image(request, shot, number)
                last, number = drawn, number + 1

    def _moments(self, context: Any) -> Iterator[None]:
        """Yield the phone now and after each change, until the call ends."""
        if not self._streams.acquire(blocking=False):
            self._refuse(context, "RESOURCE_EXHAUSTED", f"{MOST_STREAMS} streams run already")
        changed = threading.Event()
        unsubscribe = self._served.subscribe(changed.set)

        def end() -> None:
            unsubscribe()
            self._streams.release()
            changed.set()

        # gRPC drops this generator without a word when the call ends, so it is the call that cleans up.
        if not context.add_callback(end):
            end()
            return
        # Where the phone's time follows a clock, its screen may change with nobody calling.
        patience = self._served.seconds_between_catch_ups if self._served.clock_runs else None
        while True:
            changed.clear()
            if not context.is_active():
                return
            yield
            while not changed.wait(patience):
                self._served.catch_up()

    def _values(self, context: Any, read: Callable[[Phone], Any]) -> Iterator[Any]:
        """Yield what ``read`` returns, now and whenever it changes."""
        last = None
        for _ in self._moments(context):
            value = read(self._served.phone)
            if value != last:
                yield value
                last = value

    def _check_image(self, request: Any, context: Any) -> None:
        if request.display != 0:
            self._refuse(
                context, "INVALID_ARGUMENT", f"display {request.display}: the phone has display 0 alone"
            )
        if request.transport.channel != 0:
            self._refuse(
                context, "UNIMPLEMENTED", "screenshots come in the answer, not in a file of this machine"
            )
        try:
            screenshots.check_format(request.format)
        except ValueError as error:
            self._refuse(context, "INVALID_ARGUMENT", str(error))

    def _image(self, request: Any, shot: Screenshot, number: int) -> ImageAnswer:
        height, width, _ = shot.frame.shape
        size = {"width": width, "height": height}
        fields = self._make["Image"](
            format={"format": request.format, **size}, seq=number, timestampUs=shot.wall * 1000, **size
        )
        return ImageAnswer(fields, screenshots.encoded(shot.frame, request.format))

    # Input

    def sendTouch(self, request: Any, context: Any) -> None:
        """Put fingers on the screen, move and lift them. Returns when their gestures have been performed."""
        if request.display != 0:
            self._refuse(
                context, "INVALID_ARGUMENT", f"display {request.display}: the phone has display 0 alone"
            )
        with self._input:
            self._check_running(context)
            phone, mark = self._served.look()
            fingers = [(one.identifier, one.x, one.y, one.pressure) for one in request.touches]
            self._served.report(touchscreen.of_fingers(phone, self._fingers.held, fingers))
            self._perform(self._fingers.handle(request.touches, phone.configuration, mark.loads))

    def sendMouse(self, request: Any, context: Any) -> None:
        """Move the mouse. It touches the screen while its primary button is down."""
        if request.display != 0:
            self._refuse(
                context, "INVALID_ARGUMENT", f"display {request.display}: the phone has display 0 alone"
            )
        with self._input:
            self._check_running(context)
            phone, mark = self._served.look()
            touch = MouseTouch(request.x, request.y, request.buttons)
            self._served.report(touchscreen.of_fingers(phone, self._mouse.held, [touch.finger]))
            self._perform(self._mouse.handle([touch], phone.configuration, mark.loads))

    def sendKey(self, request: Any, context: Any) -> None:
        """Press or release a key, or type a text."""
        with self._input:
            self._check_running(context)
            try:
                gestures = self._keyboard.handle(request)
            except KeyCodeError as error:
                self._refuse(context, "UNIMPLEMENTED", str(error))
            keys = [made.key for made in gestures if isinstance(made, PressKey)]
            self._served.report(touchscreen.of_keys(self._served.phone, keys))
            for made in gestures:
                if callable(made):
                    self._served.apply(made)
                else:
                    self._perform([made])

    def _perform(self, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            self._served.apply(inputs.perform, gesture)

    def _check_running(self, context: Any) -> None:
        if self._served.paused:
            self._refuse(
                context, "FAILED_PRECONDITION", "the phone is paused: it takes input in state RUNNING (1)"
            )

    # Telephony

    def sendSms(self, request: Any, context: Any) -> Any:
        """Make a text message arrive."""
        return self._make["PhoneResponse"](
            response=self._served.run(_received, request.srcAddress, request.text)
        )

    def sendPhone(self, request: Any, context: Any) -> Any:
        """Make a call come in, or act as the other end of a call."""
        return self._make["PhoneResponse"](
            response=self._served.run(readings.called, request.operation, request.number)
        )

    # What the phone holds and measures

    def getClipboard(self, request: Any, context: Any) -> Any:
        """The text on the clipboard."""
        return self._make["ClipData"](text=_sendable(self._served.phone.clipboard))

    def setClipboard(self, request: Any, context: Any) -> None:
        """Put a text on the clipboard."""
        self._clip = request.text
        self._served.apply(clipboard.put, request.text)

    def streamClipboard(self, request: Any, context: Any) -> Iterator[Any]:
        """The clipboard's text, now and whenever the phone changes it. Texts from setClipboard are not reported."""
        first = True
        for text in self._values(context, lambda phone: phone.clipboard):
            if first or text != self._clip:
                yield self._make["ClipData"](text=_sendable(text))
            first = False

    def getBattery(self, request: Any, context: Any) -> Any:
        """The battery's state."""
        return self._make["BatteryState"](**readings.battery(self._served.phone))

    def setBattery(self, request: Any, context: Any) -> None:
        """Set the battery's state."""
        self._change(context, readings.with_battery, request)

    def getGps(self, request: Any, context: Any) -> Any:
        """The phone's last position."""
        return self._make["GpsState"](**readings.position(self._served.phone))

    def setGps(self, request: Any, context: Any) -> None:
        """Move the phone to a position."""
        self._change(context, readings.with_position, request)

    def getSensor(self, request: Any, context: Any) -> Any:
        """A sensor's value."""
        return self._make["SensorValue"](**readings.sensor(self._served.phone, request.target))

    def setSensor(self, request: Any, context: Any) -> None:
        """Set a sensor's value. Acceleration rotates the screen."""
        self._change(context, readings.with_sensor, request)

    def streamSensor(self, request: Any, context: Any) -> Iterator[Any]:
        """A sensor's value, now and whenever it changes."""
        for fields in self._values(context, lambda phone: readings.sensor(phone, request.target)):
            yield self._make["SensorValue"](**fields)

    def getPhysicalModel(self, request: Any, context: Any) -> Any:
        """A parameter of the phone's orientation or its surroundings."""
        return self._make["PhysicalModelValue"](**readings.physical(self._served.phone, request.target))

    def setPhysicalModel(self, request: Any, context: Any) -> None:
        """Set such a parameter; the screen turns with the rotation."""
        self._change(context, readings.with_physical, request)

    def streamPhysicalModel(self, request: Any, context: Any) -> Iterator[Any]:
        """Such a parameter, now and whenever it changes."""
        for fields in self._values(context, lambda phone: readings.physical(phone, request.target)):
            yield self._make["PhysicalModelValue"](**fields)

    def streamNotification(self, request: Any, context: Any) -> Iterator[Any]:
        """Report that the virtual scene's camera is inactive. Nothing else follows, since there is no such scene."""
        for event in self._values(context, lambda phone: CAMERA_INACTIVE):
            yield self._make["Notification"](event=event)

    def getDisplayConfigurations(self, request: Any, context: Any) -> Any:
        """The phone's one display."""
        return self._make["DisplayConfigurations"](displays=[readings.display(self._served.phone)])

    def setDisplayConfigurations(self, request: Any, context: Any) -> Any:
        """Refuse additional displays. The phone's own can't be changed, as in the emulator, and is returned."""
        if any(one.display != 0 for one in request.displays):
            self._refuse(context, "FAILED_PRECONDITION", "the phone has display 0 alone")
        return self.getDisplayConfigurations(request, context)

    def getLogcat(self, request: Any, context: Any) -> Any:
        """The log from ``start`` on."""
        return self._log(request.start, request.sort)

    def streamLogcat(self, request: Any, context: Any) -> Iterator[Any]:
        """The log from ``start`` on, and new lines as they come."""
        mark = self._served.look()[1]
        yield self._log(request.start, request.sort)
        for _ in self._moments(context):
            lines, after = self._served.log_since(mark)
            if lines:
                yield self._log(after.number - len(lines), request.sort)
            mark = after

    def _log(self, start: int, sort: int) -> Any:
        return self._make["LogMessage"](**readings.log(self._served.phone, start, sort))

    def sendFingerprint(self, request: Any, context: Any) -> None:
        """Put a finger on the sensor. Nothing reads it here."""

    def _change(self, context: Any, change: Callable[[Phone, Any], Phone], request: Any) -> None:
        try:
            self._served.apply(change, request)
        except ValueError as error:
            self._refuse(context, "INVALID_ARGUMENT", str(error))

    # The machine's state

    def getVmState(self, request: Any, context: Any) -> Any:
        """RUNNING or PAUSED."""
        return self._make["VmRunState"](state=PAUSED if self._served.paused else RUNNING)

    def setVmState(self, request: Any, context: Any) -> None:
        """Pause or resume the phone's time, restart the phone, or end the program that serves it.

        States that can only be seen are ignored, as the emulator does.
        """
        if request.state == PAUSED:
            self._served.pause()
        elif request.state == RUNNING:
            self._served.resume()
        elif request.state == RESET:
            self._served.apply(_restarted)
            self._served.resume()
        elif request.state in (SHUTDOWN, TERMINATE):
            context.add_callback(self._end)

    def _end(self) -> None:
        # In a thread of its own: this one is gRPC's, which can't end before it returns.
        threading.Thread(target=self._shut_down, name="bmoca-shut-down", daemon=True).start()

    def _refuse(self, context: Any, code: str, reason: str) -> NoReturn:
        context.abort(getattr(self._codes, code), reason)
        raise AssertionError("abort raises")  # pragma: no cover


def _sendable(text: str) -> str:
    """A text that protobuf accepts: without lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def _received(phone: Phone, number: str, text: str) -> tuple[Phone, int]:
    if not _NUMBER.fullmatch(number) or not any(c.isdecimal() for c in number):
        return phone, BAD_NUMBER
    if radios.airplane_mode(phone):
        return phone, RADIO_OFF
    return messages.receive(phone, number, text), OK


class SnapshotService:
    """The service of that name. Failures are reported in the answer, not as errors of the call."""

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._make = message_classes()

    def ListSnapshots(self, request: Any, context: Any) -> Any:
        """All snapshots in alphabetical order. All can be loaded, so filters have no effect."""
        names = self._served.snapshots()
        return self._make["SnapshotList"](
            snapshots=[{"snapshot_id": name, "details": {"logical_name": name}} for name in names]
        )

    def LoadSnapshot(self, request: Any, context: Any) -> Any:
        """Return to a snapshot."""
        return self._done(self._served.load_snapshot, request.snapshot_id)

    def SaveSnapshot(self, request: Any, context: Any) -> Any:
        """Save the phone as a snapshot."""
        return self._done(self._served.save_snapshot, request.snapshot_id)

    def DeleteSnapshot(self, request: Any, context: Any) -> Any:
        """Delete a snapshot."""
        return self._done(self._served.delete_snapshot, request.snapshot_id)

    def _done(self, function: Callable[[str], None], name: str) -> Any:
        try:
            function(name)
        except SnapshotNameError as error:
            return self._make["SnapshotPackage"](snapshot_id=name, success=False, err=str(error).encode())
        return self._make["SnapshotPackage"](snapshot_id=name, success=True)
