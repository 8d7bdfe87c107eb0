"""The emulator's gRPC over a socket, used by the client that android-env ships."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from handset_hand import APPS, Hand
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import LongPress, Pinch, Swipe, Tap
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.errors import PortTakenError
from bmoca_gym.handset.servers.grpc.screenshots import MOST_SIZES, Screenshots, fitted
from bmoca_gym.handset.servers.grpc.server import REQUEST_LIMIT, GrpcServer
from bmoca_gym.handset.servers.grpc.services import MOST_STREAMS
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, clipboard, display, settings, telephony

grpc = pytest.importorskip("grpc", reason="grpcio is not installed")
pytest.importorskip("android_env", reason="android-env is not installed")

from android_env.proto import emulator_controller_pb2 as proto  # noqa: E402
from android_env.proto import emulator_controller_pb2_grpc as controller_calls  # noqa: E402
from android_env.proto import snapshot_service_pb2 as snapshot_proto  # noqa: E402
from android_env.proto import snapshot_service_pb2_grpc as snapshot_calls  # noqa: E402
from google.protobuf.empty_pb2 import Empty  # noqa: E402

SMALL = Configuration(width=360, height=720, density=160)
TIMEOUT = 20


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class Client:
    """A channel made as android-env makes it, and the two services."""

    def __init__(self, port: int) -> None:
        self.channel = grpc.secure_channel(
            f"localhost:{port}",
            grpc.local_channel_credentials(),
            options=[
                ("grpc.max_send_message_length", -1),
                ("grpc.max_receive_message_length", -1),
                ("grpc.enable_http_proxy", 0),
                ("grpc.use_local_subchannel_pool", 1),
            ],
        )
        self.controller = controller_calls.EmulatorControllerStub(self.channel)
        self.snapshots = snapshot_calls.SnapshotServiceStub(self.channel)

    def shot(self, width: int = 0, height: int = 0, kind: int = proto.ImageFormat.RGBA8888) -> Any:
        wanted = proto.ImageFormat(format=kind, width=width, height=height)
        return self.controller.getScreenshot(wanted, timeout=TIMEOUT)

    def pixels(self, width: int = 0, height: int = 0) -> NDArray[np.uint8]:
        return rgb(self.shot(width, height))

    def touch(self, x: int, y: int, pressure: int = 1, identifier: int = 0) -> None:
        touch = proto.Touch(x=x, y=y, pressure=pressure, identifier=identifier)
        self.controller.sendTouch(proto.TouchEvent(touches=[touch]), timeout=TIMEOUT)

    def key(self, **fields: Any) -> None:
        self.controller.sendKey(proto.KeyboardEvent(**fields), timeout=TIMEOUT)

    def state(self, state: int) -> None:
        self.controller.setVmState(proto.VmRunState(state=state), timeout=TIMEOUT)

    def stream(self, **fields: Any) -> Any:
        return self.controller.streamScreenshot(
            proto.ImageFormat(format=proto.ImageFormat.RGB888, **fields), timeout=TIMEOUT
        )

    def snapshot(self, call: str, name: str) -> tuple[bool, str]:
        answer = getattr(self.snapshots, call)(
            snapshot_proto.SnapshotPackage(snapshot_id=name), timeout=TIMEOUT
        )
        return answer.success, answer.err.decode()

    def close(self) -> None:
        self.channel.close()


def rgb(image: Any) -> NDArray[np.uint8]:
    size = (image.format.height, image.format.width, 4)
    pixels = np.frombuffer(image.image, np.uint8).reshape(size)
    assert (pixels[..., 3] == 255).all()
    return pixels[..., :3]


def embedded(phone: Phone) -> EmbeddedDevice:
    device = EmbeddedDevice()
    device.phone = phone
    return device


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def served() -> ServedPhone:
    return ServedPhone(images.boot(SMALL))


@pytest.fixture
def server(served: ServedPhone, clock: Clock) -> Iterator[GrpcServer]:
    with GrpcServer(served, now=clock, hardware={"avd.name": "Pixel_3", "hw.lcd.width": "1"}) as server:
        yield server


@pytest.fixture
def client(server: GrpcServer) -> Iterator[Client]:
    client = Client(server.port)
    yield client
    client.close()


def refused(code: str, call: Callable[..., object], *arguments: Any) -> str:
    with pytest.raises(grpc.RpcError) as info:
        call(*arguments, timeout=TIMEOUT)
    assert info.value.code().name == code  # type: ignore[attr-defined]
    return str(info.value.details())  # type: ignore[attr-defined]


def place(served: ServedPhone, **attributes: str) -> tuple[int, int]:
    """The middle of an element, px."""
    x, y = hand_of(served).node(**attributes).center
    return int(x), int(y)


def hand_of(served: ServedPhone) -> Hand:
    hand = Hand()
    hand.phone = served.phone
    return hand


# Status


def test_status(client: Client, clock: Clock) -> None:
    grpc.channel_ready_future(client.channel).result(timeout=TIMEOUT)
    clock.seconds += 1.5
    status = client.controller.getStatus(Empty(), timeout=TIMEOUT)
    assert status.booted
    assert status.uptime == 1500
    assert status.version
    hardware = {entry.key: entry.value for entry in status.hardwareConfig.entry}
    assert hardware == {
        "avd.name": "Pixel_3", "hw.lcd.density": "160", "hw.lcd.height": "720", "hw.lcd.width": "360"
    }  # fmt: skip


# Screenshots


def test_a_screenshot_is_the_phones_screen_pixel_for_pixel() -> None:
    served = ServedPhone(images.boot())
    with GrpcServer(served) as server:
        client = Client(server.port)
        for change in (lambda: None, lambda: client.touch(*place(served, description="Phone"), 1)):
            change()
            client.touch(0, 0, 0)
            image = client.shot()
            assert (image.format.width, image.format.height) == (image.width, image.height) == (1080, 2160)
            assert image.timestampUs == served.phone.clock.wall * 1000
            assert image.seq == 0
            np.testing.assert_array_equal(rgb(image), embedded(served.phone).screenshot())
        assert served.phone.top.component == APPS["dialer"].component
        client.close()


def test_formats(client: Client, served: ServedPhone) -> None:
    expected = embedded(served.phone).screenshot()
    plain = client.shot(kind=proto.ImageFormat.RGB888)
    assert plain.image == expected.tobytes()
    assert plain.format.format == proto.ImageFormat.RGB888
    png = client.shot(kind=proto.ImageFormat.PNG)
    assert png.image.startswith(b"\x89PNG")
    found = cv2.imdecode(np.frombuffer(png.image, np.uint8), cv2.IMREAD_COLOR_RGB)
    np.testing.assert_array_equal(found, expected)
    assert (png.format.width, png.format.height) == (360, 720)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ((0, 0), (360, 720)),
        ((180, 0), (360, 720)),
        ((0, 100), (360, 720)),
        ((180, 360), (180, 360)),
        ((180, 720), (180, 360)),
        ((360, 100), (50, 100)),
        ((100, 101), (50, 101)),
        ((1, 1), (1, 1)),
        ((4000, 1), (1, 1)),
        ((2**32 - 1, 2**32 - 1), (360, 720)),
    ],
)
def test_sizes_keep_the_screens_shape_and_never_exceed_what_is_asked(
    client: Client, served: ServedPhone, wanted: tuple[int, int], found: tuple[int, int]
) -> None:
    image = client.shot(*wanted)
    assert (image.format.width, image.format.height) == found
    np.testing.assert_array_equal(rgb(image), embedded(served.phone).screenshot(found))


@given(*[st.integers(1, 4320)] * 2, *[st.integers(1, 10_000)] * 2)
def test_fitting(width: int, height: int, most_width: int, most_height: int) -> None:
    w, h = fitted(width, height, most_width, most_height)
    assert 1 <= w <= min(width, most_width)
    assert 1 <= h <= min(height, most_height)
    assert w in (width, most_width) or h in (height, most_height)
    assert abs(w * height - h * width) < max(width, height) or 1 in (w, h)


def test_sizes_that_are_kept_ready_are_few(served: ServedPhone) -> None:
    shots = Screenshots(served)
    first = shots.take(10, 20).frame
    for size in range(30, 60):
        shots.take(size, 2 * size)
    assert len(shots._renderers) <= MOST_SIZES
    np.testing.assert_array_equal(shots.take(10, 20).frame, first)


def test_screenshots_that_can_not_be_had(client: Client, served: ServedPhone) -> None:
    shot = client.controller.getScreenshot
    assert "PNG" in refused("INVALID_ARGUMENT", shot, proto.ImageFormat(format=7))  # type: ignore[arg-type]
    assert "display 3" in refused("INVALID_ARGUMENT", shot, proto.ImageFormat(display=3))
    file = proto.ImageTransport(channel=proto.ImageTransport.MMAP, handle="file:///etc/passwd")
    refused("UNIMPLEMENTED", shot, proto.ImageFormat(transport=file))
    assert client.pixels().shape == (720, 360, 3)


@pytest.mark.exhaustive
def test_two_hundred_screenshots_in_a_row(client: Client, served: ServedPhone) -> None:
    expected = embedded(served.phone).screenshot()
    for _ in range(200):
        np.testing.assert_array_equal(client.pixels(), expected)


# A stream of screenshots


def test_a_stream_gives_a_new_image_when_the_screen_changes(client: Client, served: ServedPhone) -> None:
    stream = client.stream()
    first = next(stream)
    assert first.seq == 0
    assert first.image == embedded(served.phone).screenshot().tobytes()
    served.apply(settings.put, "system", "nobody_sees", "1")
    served.apply(inputs.perform, Swipe(0.5, 0.8, 0.5, 0.2))
    second = next(stream)
    assert second.seq == 1
    assert second.image == embedded(served.phone).screenshot().tobytes()
    stream.cancel()


def test_a_stream_follows_the_phones_own_clock() -> None:
    clock = Clock()
    served = ServedPhone(images.boot(SMALL), clock, rate=100)
    with GrpcServer(served, now=clock) as server:
        client = Client(server.port)
        stream = client.stream()
        first = next(stream)
        clock.seconds += 60
        assert next(stream).image != first.image, "it is a minute later"
        stream.cancel()
        client.close()


def test_a_stream_rests_while_nothing_changes(
    client: Client, served: ServedPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    take = Screenshots.take

    def counted(self: Screenshots, *arguments: int) -> Any:
        taken.append(1)
        return take(self, *arguments)

    monkeypatch.setattr(Screenshots, "take", counted)
    stream = client.stream(width=18, height=36)
    next(stream)
    served.apply(settings.put, "system", "nobody_sees", "1")
    time.sleep(0.2)
    assert len(taken) == 2
    stream.cancel()


def test_streams_are_few_and_end_with_their_calls(client: Client, served: ServedPhone) -> None:
    streams = [client.stream(width=18, height=36) for _ in range(MOST_STREAMS)]
    for stream in streams:
        next(stream)
    assert len(served._listeners) == MOST_STREAMS
    with pytest.raises(grpc.RpcError) as info:
        next(client.stream())
    assert info.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED  # type: ignore[attr-defined]
    assert client.pixels().shape == (720, 360, 3), "other calls go on"
    for stream in streams:
        stream.cancel()
    eventually(lambda: not served._listeners)
    stream = client.stream(width=18, height=36)
    next(stream)
    stream.cancel()


def test_a_reader_that_stands_still_gets_the_newest_screen(client: Client, served: ServedPhone) -> None:
    stream = client.stream()
    next(stream)
    for direction in (0.2, 0.8) * 20 + (0.2,):
        served.apply(inputs.perform, Swipe(0.5, 1 - direction, 0.5, direction))
    last = embedded(served.phone).screenshot().tobytes()
    image = next(stream)
    while image.image != last:
        image = next(stream)
    assert image.seq <= 41
    stream.cancel()


def eventually(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come to pass")


# Touches


def test_a_tap_opens_an_app_and_leaves_its_log_before_it_returns(client: Client, served: ServedPhone) -> None:
    before = served.phone
    x, y = place(served, description="Settings")
    client.touch(x, y)
    assert served.phone is before
    client.touch(0, 0, 0)
    assert served.phone.top.component == APPS["settings"].component
    assert any("settings" in line.message for line in served.phone.log.since(before.log.end))
    assert served.phone == inputs.perform(before, Tap((x + 0.5) / 360, (y + 0.5) / 720))


def test_a_long_press_opens_an_icons_menu(client: Client, served: ServedPhone, clock: Clock) -> None:
    before = served.phone
    x, y = place(served, description="Settings")
    client.touch(x, y)
    clock.seconds += 1
    client.touch(x, y, 0)
    assert hand_of(served).sees(text="Remove")
    assert served.phone == inputs.perform(before, LongPress((x + 0.5) / 360, (y + 0.5) / 720, 1))


def test_a_swipe_opens_the_drawer(client: Client, served: ServedPhone, clock: Clock) -> None:
    before = served.phone
    for y in range(600, 190, -10):
        client.touch(180, y)
        clock.seconds += 0.01
    client.touch(180, 200, 0)
    assert hand_of(served).sees("apps_view")
    x = 180.5 / 360
    assert served.phone == inputs.perform(before, Swipe(x, 600.5 / 720, x, 200.5 / 720, 0.41))


def test_lifting_all_fingers_of_an_untouched_screen_does_nothing(client: Client, served: ServedPhone) -> None:
    before = served.phone
    event = proto.TouchEvent(touches=[proto.Touch(identifier=i) for i in range(10)])
    client.controller.sendTouch(event, timeout=TIMEOUT)
    assert served.phone is before


def test_two_identifiers_pinch(client: Client, served: ServedPhone, clock: Clock) -> None:
    served.apply(activities.start, APPS["maps"].component)
    before = served.phone
    client.touch(150, 360, identifier=3)
    client.touch(210, 360, identifier=8)
    clock.seconds += 0.2
    touches = [proto.Touch(x=x, y=360, pressure=1, identifier=n) for x, n in ((120, 3), (240, 8))]
    client.controller.sendTouch(proto.TouchEvent(touches=touches), timeout=TIMEOUT)
    assert served.phone is before
    lifted = [proto.Touch(identifier=n) for n in (3, 8)]
    client.controller.sendTouch(proto.TouchEvent(touches=lifted), timeout=TIMEOUT)
    y, (x0, x1, x2, x3) = 360.5 / 720, ((x + 0.5) / 360 for x in (150, 120, 210, 240))
    assert served.phone == inputs.perform(before, Pinch(x0, y, x1, y, x2, y, x3, y, 0.2))
    package = APPS["maps"].package
    assert served.phone.apps[package].zoom == before.apps[package].zoom + 1


def test_a_second_finger_is_ignored(client: Client, served: ServedPhone) -> None:
    client.touch(*place(served, description="Settings"), identifier=4)
    client.touch(*place(served, description="Phone"), identifier=5)
    client.touch(0, 0, 0, identifier=5)
    assert served.phone.home
    client.touch(0, 0, 0, identifier=4)
    assert served.phone.top.component == APPS["settings"].component


def test_other_displays_can_not_be_touched(client: Client) -> None:
    assert "display 1" in refused(
        "INVALID_ARGUMENT", client.controller.sendTouch, proto.TouchEvent(display=1)
    )


# Keys


def test_home_and_back(client: Client, served: ServedPhone) -> None:
    for fields in ({"key": "GoHome"}, {"codeType": proto.KeyboardEvent.XKB, "keyCode": 166}):
        client.touch(*place(served, description="Settings"))
        client.touch(0, 0, 0)
        assert not served.phone.home
        client.key(eventType=proto.KeyboardEvent.keypress, **fields)
        assert served.phone.home


def test_typing(client: Client, served: ServedPhone) -> None:
    served.apply(inputs.perform, Swipe(0.5, 0.8, 0.5, 0.2))
    client.touch(*place(served, id="search_box_input"))
    client.touch(0, 0, 0)
    client.key(text="Cl")
    client.key(codeType=proto.KeyboardEvent.XKB, keyCode=24 + 8, eventType=proto.KeyboardEvent.keydown)
    client.key(codeType=proto.KeyboardEvent.XKB, keyCode=24 + 8, eventType=proto.KeyboardEvent.keyup)
    assert hand_of(served).text("search_box_input") == "Clo"
    client.key(key="Backspace", eventType=proto.KeyboardEvent.keypress)
    assert hand_of(served).text("search_box_input") == "Cl"


def test_key_codes_of_other_systems_are_refused(client: Client, served: ServedPhone) -> None:
    event = proto.KeyboardEvent(codeType=proto.KeyboardEvent.Mac, keyCode=36)
    assert "XKB" in refused("UNIMPLEMENTED", client.controller.sendKey, event)
    client.key(key="GoHome")


# Messages


@pytest.mark.parametrize("number", ["+15551234567", "(650) 555-1221"])
def test_a_text_message_arrives(client: Client, served: ServedPhone, number: str) -> None:
    sms = proto.SmsMessage(srcAddress=number, text="How are you? 🙂")
    assert client.controller.sendSms(sms, timeout=TIMEOUT).response == proto.PhoneResponse.OK
    (message,) = messages.store_of(served.phone).messages
    assert (message.address, message.body, message.incoming) == (number, "How are you? 🙂", True)


@pytest.mark.parametrize("number", ["", "+", "Mum", "1" * 50, "12\n"])
def test_numbers_that_nobody_has(client: Client, served: ServedPhone, number: str) -> None:
    sms = proto.SmsMessage(srcAddress=number, text="Hi")
    assert client.controller.sendSms(sms, timeout=TIMEOUT).response == proto.PhoneResponse.BadNumber
    assert messages.store_of(served.phone).messages == ()


def test_no_text_message_arrives_in_airplane_mode(client: Client, served: ServedPhone) -> None:
    served.apply(settings.put, "global", "airplane_mode_on", "1")
    sms = proto.SmsMessage(srcAddress="123", text="Hi")
    assert client.controller.sendSms(sms, timeout=TIMEOUT).response == proto.PhoneResponse.RadioOff
    assert messages.store_of(served.phone).messages == ()


# Snapshots


def test_snapshots(client: Client, served: ServedPhone) -> None:
    kept = served.phone
    assert client.snapshot("SaveSnapshot", "train_env_001") == (True, "")
    assert client.snapshot("SaveSnapshot", "clean") == (True, "")
    client.touch(*place(served, description="Settings"))
    client.touch(0, 0, 0)
    filter_all = snapshot_proto.SnapshotFilter(statusFilter=snapshot_proto.SnapshotFilter.All)
    for wanted in (filter_all, snapshot_proto.SnapshotFilter()):
        found = client.snapshots.ListSnapshots(wanted, timeout=TIMEOUT).snapshots
        assert [s.snapshot_id for s in found] == ["clean", "train_env_001"]
        assert found[0].details.logical_name == "clean"
        assert found[0].status == snapshot_proto.SnapshotDetails.Compatible
    assert client.snapshot("LoadSnapshot", "train_env_001") == (True, "")
    assert served.phone == kept
    assert client.snapshot("DeleteSnapshot", "clean") == (True, "")
    assert list(served.snapshots()) == ["train_env_001"]


def test_snapshots_that_can_not_be_had(client: Client, served: ServedPhone) -> None:
    client.snapshot("SaveSnapshot", "clean")
    for call in ("LoadSnapshot", "DeleteSnapshot"):
        success, error = client.snapshot(call, "claen")
        assert not success
        assert "Did you mean 'clean'" in error
    success, error = client.snapshot("SaveSnapshot", "")
    assert not success
    assert "printable" in error


def test_a_finger_does_not_reach_into_a_snapshot(client: Client, served: ServedPhone) -> None:
    client.snapshot("SaveSnapshot", "clean")
    client.touch(*place(served, description="Settings"))
    client.snapshot("LoadSnapshot", "clean")
    client.touch(0, 0, 0)
    assert served.phone.home


# The machine's state


def test_pausing() -> None:
    clock = Clock()
    served = ServedPhone(images.boot(SMALL), clock)
    with GrpcServer(served, now=clock) as server:
        client = Client(server.port)
        state = client.controller.getVmState
        assert state(Empty(), timeout=TIMEOUT).state == proto.VmRunState.RUNNING
        client.state(proto.VmRunState.PAUSED)
        assert state(Empty(), timeout=TIMEOUT).state == proto.VmRunState.PAUSED
        uptime = served.phone.clock.uptime
        clock.seconds += 60
        assert client.shot().timestampUs == served.phone.clock.wall * 1000
        assert served.phone.clock.uptime == uptime
        assert "RUNNING" in refused("FAILED_PRECONDITION", client.controller.sendTouch, proto.TouchEvent())
        refused("FAILED_PRECONDITION", client.controller.sendKey, proto.KeyboardEvent(key="GoHome"))
        client.state(proto.VmRunState.RUNNING)
        clock.seconds += 1
        assert served.phone.clock.uptime == uptime + 1000
        client.key(key="GoHome")
        client.close()


def test_a_reset_closes_the_apps(client: Client, served: ServedPhone) -> None:
    client.touch(*place(served, description="Settings"))
    client.touch(0, 0, 0)
    client.state(proto.VmRunState.RESET)
    assert served.phone.home
    assert served.phone.tasks == ()


@pytest.mark.parametrize("state", [proto.VmRunState.UNKNOWN, proto.VmRunState.SAVE_VM, 77])
def test_states_that_can_only_be_seen_are_ignored(client: Client, served: ServedPhone, state: int) -> None:
    before = served.phone
    client.state(state)
    assert served.phone is before
    assert not served.paused


@pytest.mark.parametrize("state", [proto.VmRunState.SHUTDOWN, proto.VmRunState.TERMINATE])
def test_a_shutdown_is_answered_and_then_done(served: ServedPhone, state: int) -> None:
    done = threading.Event()

    def shut_down() -> None:
        server.close()
        done.set()

    server = GrpcServer(served, shut_down=shut_down)
    client = Client(server.port)
    stream = client.stream()
    next(stream)
    client.state(state)
    assert done.wait(TIMEOUT)
    with pytest.raises(grpc.RpcError):
        next(stream)
    client.close()
    server.close()


# Clients, threads, ports


def test_two_clients_at_once(server: GrpcServer, served: ServedPhone) -> None:
    clients = [Client(server.port) for _ in range(2)]
    wrong: list[object] = []

    def use(number: int, client: Client) -> None:
        try:
            for i in range(25):
                client.key(key="GoHome")
                client.touch(5, 5, identifier=number)
                client.touch(0, 0, 0, identifier=number)
                assert client.pixels(180, 360).shape == (360, 180, 3)
                assert client.snapshot("SaveSnapshot", f"{number} {i}") == (True, "")
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=use, args=pair) for pair in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(served.snapshots()) == 50
    for client in clients:
        client.close()


def test_a_taken_port_is_an_error_of_its_own(served: ServedPhone, server: GrpcServer) -> None:
    before = threading.active_count()
    with pytest.raises(PortTakenError, match=str(server.port)):
        GrpcServer(served, server.port)
    with pytest.raises(PortTakenError, match="70000"):
        GrpcServer(served, 70000)
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(PortTakenError):
        GrpcServer(served, other.getsockname()[1])
    assert threading.active_count() <= before  # one of an earlier test may end meanwhile


@pytest.mark.skipif(sys.platform != "linux", reason="stubs are made on Linux only")
def test_only_this_machine_reaches_the_port(server: GrpcServer) -> None:
    # Linux gives every 127.x.y.z to this machine; the port is free there, as it were not if all addresses were served.
    socket.create_server(("127.0.0.2", server.port)).close()


def test_closing_leaves_no_thread_and_frees_the_port(served: ServedPhone) -> None:
    before = set(threading.enumerate())
    server = GrpcServer(served)
    client = Client(server.port)
    streams = [client.stream() for _ in range(3)]
    for stream in streams:
        next(stream)
    client.pixels()
    server.close()
    server.close()
    for stream in streams:
        with pytest.raises(grpc.RpcError):
            next(stream)
    client.close()
    eventually(lambda: not served._listeners)
    eventually(lambda: not [t for t in threading.enumerate() if t not in before and t.is_alive()])
    with GrpcServer(served, server.port) as again:
        assert again.port == server.port


def test_nothing_is_imported_before_a_server_is_made() -> None:
    code = (
        "import sys, bmoca_gym.handset.servers.grpc.server\n"
        "print([m for m in ('grpc', 'google.protobuf', 'android_env') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


# Bytes from outside


def test_calls_that_it_does_not_have(client: Client) -> None:
    refused("UNIMPLEMENTED", client.channel.unary_unary("/no.Such/call"), b"")


def test_requests_that_are_no_messages(client: Client, served: ServedPhone) -> None:
    before = served.phone
    service = "/android.emulation.control.EmulatorController/"
    for call, data in (
        ("sendTouch", b"\x0a\xff\xff"),
        ("sendKey", b"\x22\x01\xff"),
        ("sendSms", b"\x07" * 100),
    ):
        refused("INTERNAL", client.channel.unary_unary(service + call), data)
    too_long = proto.KeyboardEvent(text="x" * (REQUEST_LIMIT + 1))
    refused("RESOURCE_EXHAUSTED", client.controller.sendKey, too_long)
    assert served.phone is before
    client.key(text="x" * (REQUEST_LIMIT - 100))


_FRAME = st.builds(
    lambda length, kind, flags, stream, data: (
        length.to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + data
    ),
    st.sampled_from([0, 1, 100, 1 << 14, (1 << 24) - 1]),
    st.integers(0, 12),
    st.integers(0, 255),
    st.sampled_from([0, 1, 3, 2**31 - 1, 2**32 - 1]),
    st.binary(max_size=60),
)
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def test_hostile_bytes_leave_the_phone_alive(client: Client, server: GrpcServer, served: ServedPhone) -> None:
    before = served.phone

    @given(st.booleans(), st.lists(_FRAME | st.binary(max_size=200), max_size=5))
    def send(preface: bool, parts: list[bytes]) -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as stranger:
            stranger.sendall((_PREFACE if preface else b"") + b"".join(parts))

    send()
    half_open = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
    for stranger in half_open[::2]:
        stranger.sendall(_PREFACE[:10])
    assert client.controller.getStatus(Empty(), timeout=TIMEOUT).booted
    another = Client(server.port)
    assert another.pixels().shape == (720, 360, 3)
    another.close()
    for stranger in half_open:
        stranger.close()
    assert served.phone is before


def test_clipboard(client: Client, served: ServedPhone) -> None:
    calls = client.controller
    stream = calls.streamClipboard(Empty(), timeout=TIMEOUT)
    assert next(stream).text == ""
    calls.setClipboard(proto.ClipData(text="héllo 日本"), timeout=TIMEOUT)
    assert served.phone.clipboard == "héllo 日本"
    assert calls.getClipboard(Empty(), timeout=TIMEOUT).text == "héllo 日本"
    served.apply(lambda phone: clipboard.put(phone, "of the phone"))
    assert next(stream).text == "of the phone", "what a client has put there is no event"
    stream.cancel()
    served.apply(lambda phone: clipboard.put(phone, "half \ud800"))
    assert calls.getClipboard(Empty(), timeout=TIMEOUT).text == "half ?"


def test_battery(client: Client, served: ServedPhone) -> None:
    calls, kinds = client.controller, proto.BatteryState
    known = calls.getBattery(Empty(), timeout=TIMEOUT)
    assert (known.hasBattery, known.isPresent, known.charger, known.chargeLevel) == (
        True,
        True,
        kinds.AC,
        100,
    )
    assert (known.status, known.health) == (kinds.CHARGING, kinds.GOOD)
    wanted = kinds(
        hasBattery=True, isPresent=True, charger=kinds.USB, chargeLevel=42, health=kinds.OVERHEATED, status=kinds.NOT_CHARGING
    )  # fmt: skip
    calls.setBattery(wanted, timeout=TIMEOUT)
    assert calls.getBattery(Empty(), timeout=TIMEOUT) == wanted
    assert (served.phone.battery.level, served.phone.battery.health, served.phone.battery.usb) == (
        42,
        3,
        True,
    )
    for fields in ({"chargeLevel": 101}, {"chargeLevel": -1}, {"health": 9}, {"status": 5}, {"charger": 7}):
        refused("INVALID_ARGUMENT", calls.setBattery, kinds(**fields))


def test_position(client: Client, served: ServedPhone) -> None:
    calls = client.controller
    calls.setGps(proto.GpsState(latitude=37.5, longitude=-122.25, altitude=7), timeout=TIMEOUT)
    assert served.phone.location == (-122.25, 37.5, 7.0)
    known = calls.getGps(Empty(), timeout=TIMEOUT)
    assert (known.latitude, known.longitude, known.altitude) == (37.5, -122.25, 7)
    for fields in ({"latitude": 91}, {"longitude": float("nan")}, {"altitude": float("inf")}):
        refused("INVALID_ARGUMENT", calls.setGps, proto.GpsState(**fields))


def test_sensors_and_the_physical_model(client: Client, served: ServedPhone) -> None:
    calls, sensor, physical = client.controller, proto.SensorValue, proto.PhysicalModelValue
    served.apply(lambda phone: settings.put(phone, "system", "accelerometer_rotation", "1"))

    def parameter(*data: float) -> Any:
        return proto.ParameterValue(data=data)

    stream = calls.streamPhysicalModel(physical(target=physical.ROTATION), timeout=TIMEOUT)
    assert next(stream).value.data == pytest.approx([-4.75, 0, 0])
    calls.setPhysicalModel(physical(target=physical.ROTATION, value=parameter(0, 0, 90)), timeout=TIMEOUT)
    assert next(stream).value.data == [0, 0, 90]
    stream.cancel()
    found = calls.getSensor(sensor(target=sensor.ACCELERATION), timeout=TIMEOUT)
    assert (found.status, list(found.value.data)) == (sensor.OK, pytest.approx([9.81, 0, 0]))
    assert display.rotation(served.phone) == 1, "the screen turns with the phone"
    calls.setSensor(sensor(target=sensor.LIGHT, value=parameter(12)), timeout=TIMEOUT)
    light = calls.getPhysicalModel(physical(target=physical.LIGHT), timeout=TIMEOUT)
    assert light.value.data == [12], "the light is what its sensor measures"
    heard = calls.streamSensor(sensor(target=sensor.LIGHT), timeout=TIMEOUT)
    assert next(heard).value.data == [12]
    heard.cancel()
    hinge = calls.getPhysicalModel(physical(target=physical.HINGE_ANGLE0), timeout=TIMEOUT)
    assert hinge.status == physical.DISABLED
    assert calls.getSensor(sensor(target=99), timeout=TIMEOUT).status == sensor.UNKNOWN
    for target, data in (
        (sensor.LIGHT, (1, 2)),
        (sensor.ACCELERATION, ()),
        (sensor.LIGHT, (float("nan"),)),
        (99, (1,)),
    ):
        wrong = sensor(target=target, value=parameter(*data))
        refused("INVALID_ARGUMENT", calls.setSensor, wrong)
    folded = physical(target=physical.HINGE_ANGLE0, value=parameter(90))
    refused("INVALID_ARGUMENT", calls.setPhysicalModel, folded)


def test_calls_over_the_telephone(client: Client, served: ServedPhone) -> None:
    kinds, answers = proto.PhoneCall, proto.PhoneResponse

    def call(operation: int, number: str = "5551234") -> int:
        return client.controller.sendPhone(
            kinds(operation=operation, number=number), timeout=TIMEOUT
        ).response

    def states() -> list[str]:
        return [one.state for one in telephony.calls_of(served.phone)]

    assert call(kinds.InitCall, "(555) 123-4") == answers.OK
    assert states() == ["ringing"]
    assert call(kinds.AcceptCall) == answers.OK
    assert call(kinds.PlaceCallOnHold) == answers.OK
    assert states() == ["held"]
    assert call(kinds.TakeCallOffHold) == answers.OK
    assert states() == ["active"]
    assert call(kinds.DisconnectCall) == answers.OK
    assert states() == []
    assert call(kinds.DisconnectCall) == answers.InvalidAction
    assert call(kinds.InitCall, "abc") == answers.BadNumber
    assert call(9) == answers.BadOperation
    served.apply(lambda phone: settings.put(phone, "global", "airplane_mode_on", "1"))
    assert call(kinds.InitCall) == answers.RadioOff


def test_there_is_one_display_and_no_news(client: Client) -> None:
    calls = client.controller
    (one,) = calls.getDisplayConfigurations(Empty(), timeout=TIMEOUT).displays
    assert (one.width, one.height, one.dpi, one.display) == (360, 720, 160, 0)
    same = calls.setDisplayConfigurations(proto.DisplayConfigurations(displays=[one]), timeout=TIMEOUT)
    assert same.displays == [one]
    second = proto.DisplayConfigurations(
        displays=[proto.DisplayConfiguration(width=400, height=600, dpi=160, display=1)]
    )
    refused("FAILED_PRECONDITION", calls.setDisplayConfigurations, second)
    news = calls.streamNotification(Empty(), timeout=TIMEOUT)
    assert next(news).event == proto.Notification.VIRTUAL_SCENE_CAMERA_INACTIVE
    news.cancel()
    calls.sendFingerprint(proto.Fingerprint(isTouching=True, touchId=1), timeout=TIMEOUT)


def test_the_log(client: Client, served: ServedPhone) -> None:
    calls = client.controller
    before = calls.getLogcat(proto.LogMessage(), timeout=TIMEOUT)
    stream = calls.streamLogcat(
        proto.LogMessage(start=before.next, sort=proto.LogMessage.Parsed), timeout=TIMEOUT
    )
    assert not next(stream).entries
    served.apply(Phone.logged, "Tag", "a message", "W")
    (entry,) = next(stream).entries
    stream.cancel()
    assert (entry.tag, entry.msg, entry.level) == ("Tag", "a message", proto.LogcatEntry.WARN)
    assert entry.timestamp == served.phone.clock.wall
    after = calls.getLogcat(proto.LogMessage(start=before.next), timeout=TIMEOUT)
    assert after.contents.endswith(" W Tag     : a message\n")
    assert (after.start, after.next) == (before.next, before.next + 1)
    for _ in range(50):
        served.apply(Phone.logged, "Long", "x" * 4000)
    assert len(calls.getLogcat(proto.LogMessage(start=-5), timeout=TIMEOUT).contents) <= 128 << 10
    assert calls.getLogcat(proto.LogMessage(start=1 << 60), timeout=TIMEOUT).contents == ""


def test_a_mouse_clicks_and_drags(client: Client, served: ServedPhone, clock: Clock) -> None:
    def mouse(x: int, y: int, buttons: int) -> None:
        client.controller.sendMouse(proto.MouseEvent(x=x, y=y, buttons=buttons), timeout=TIMEOUT)
        clock.seconds += 0.1

    hand = inputs.perform(served.phone, Swipe(0.5, 500.5 / 720, 0.5, 100.5 / 720, 0.2))
    before = served.phone
    mouse(180, 500, 0)  # hovers
    mouse(180, 500, 2)  # the other button
    assert served.phone == before
    mouse(180, 500, 1)
    mouse(180, 100, 1)
    mouse(180, 100, 0)
    assert served.phone == hand
    assert served.phone != before
    wrong = proto.MouseEvent(display=1)
    refused("INVALID_ARGUMENT", client.controller.sendMouse, wrong)


@pytest.mark.parametrize(
    ("call", "request_"),
    [
        ("rotateVirtualSceneCamera", proto.RotationRadian()),
        ("setVirtualSceneCameraVelocity", proto.Velocity()),
        ("setPosture", proto.Posture()),
        ("streamAudio", proto.AudioFormat()),
        ("injectAudio", iter([proto.AudioPacket()])),
    ],
)
def test_what_the_phone_has_not_is_refused(client: Client, call: str, request_: Any) -> None:
    method = getattr(client.controller, call)
    assert "phone" in refused(
        "UNIMPLEMENTED", lambda asked, timeout: list(method(asked, timeout=timeout)), request_
    )
