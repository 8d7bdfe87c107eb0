"""Client of a running emulator through android-env, with a timeout for every call."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym import extras
from bmoca_gym.devices.avd.process import HOST, Ports
from bmoca_gym.errors import EmulatorLostError, MissingExtraError

try:
    import grpc
    from android_env.components import config_classes, errors
    from android_env.components.simulators.emulator.emulator_simulator import EmulatorSimulator
    from android_env.proto import emulator_controller_pb2 as messages
    from android_env.proto import emulator_controller_pb2_grpc, snapshot_service_pb2_grpc
    from google.protobuf import empty_pb2
except (ImportError, RuntimeError) as error:
    # Generated modules raise a RuntimeError if grpcio is too old, and protobuf's error is not an ImportError.
    raise MissingExtraError(
        f"device='avd' drives the emulator through android-env, which can't be imported: {error}. Install it with: "
        f"{extras.installing('android')}"
    ) from error

#: Environment variables of the user that android-env deletes from this process.
_TAKEN = ("ANDROID_HOME", "ANDROID_ADB_SERVER_PORT")
_OPTIONS = (
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.enable_http_proxy", 0),
)


class EmulatorClient(EmulatorSimulator):  # type: ignore[misc, unused-ignore]
    """android-env's simulator for an emulator that already listens on ``ports``.

    android-env itself waits without limit for an emulator that hangs, waits 100 s for one that is gone, and
    repeats each failed call. Here a call that fails or takes too long raises.

    Args:
        ports: ports of the emulator.
        adb: the adb program, for android-env.
        server_port: port of the adb server that knows the emulator.
        connect_seconds: longest wait for the connection.
        call_seconds: longest wait for the answer of a call.

    Raises:
        EmulatorLostError: nothing answers there in time.
    """

    def __init__(
        self, ports: Ports, adb: str, server_port: int, connect_seconds: float, call_seconds: float
    ) -> None:
        self._ports = ports
        self._connect_seconds = connect_seconds
        self._call_seconds = call_seconds
        self._controller: Any = None
        launcher = config_classes.EmulatorLauncherConfig(
            adb_port=ports.adb, emulator_console_port=ports.console, grpc_port=ports.grpc
        )
        controller = config_classes.AdbControllerConfig(adb_path=adb, adb_server_port=server_port)
        try:
            with _environment_kept():
                super().__init__(
                    config_classes.EmulatorConfig(emulator_launcher=launcher, adb_controller=controller)
                )
            self.launch()
        except (errors.SimulatorError, errors.AdbControllerError) as error:
            if hasattr(
                self, "_launcher"
            ):  # otherwise android-env's constructor has failed, and nothing is open
                self.close()
            raise EmulatorLostError(
                f"{ports.serial} does not answer android-env: {error.__cause__ or error}"
            ) from error

    def _connect_to_emulator(self, grpc_port: int, timeout_sec: float | None = None) -> tuple[Any, Any]:
        """Connect once. android-env calls this first, and again after each failed call."""
        if self._controller is not None:
            raise EmulatorLostError(f"{self._ports.serial} has failed a call of android-env's")
        self._channel = grpc.secure_channel(
            f"{HOST}:{grpc_port}", grpc.local_channel_credentials(), options=_OPTIONS
        )
        try:
            grpc.channel_ready_future(self._channel).result(self._connect_seconds)
        except grpc.FutureTimeoutError as error:
            raise EmulatorLostError(
                f"nothing answers gRPC on port {grpc_port} in {self._connect_seconds:g} s"
            ) from error
        bounded = grpc.intercept_channel(self._channel, _Deadline(self._call_seconds))
        self._controller = emulator_controller_pb2_grpc.EmulatorControllerStub(bounded)
        return self._controller, snapshot_service_pb2_grpc.SnapshotServiceStub(bounded)

    def booted(self, seconds: float | None = None) -> bool:
        """Whether Android has booted, as the emulator says. ``seconds``: longest wait for its answer.

        Raises:
            EmulatorLostError: no answer came in time.
        """
        with _lost(self._ports):
            return bool(self._controller.getStatus(empty_pb2.Empty(), timeout=seconds).booted)

    def frame(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return the screen as ``uint8[H, W, 3]`` RGB, at native size or scaled by the emulator to ``size``.

        Raises:
            EmulatorLostError: no picture came in time.
        """
        width, height = size or (0, 0)
        # Three bytes a pixel instead of android-env's four, to transfer less.
        asked = messages.ImageFormat(format=messages.ImageFormat.ImgFormat.RGB888, width=width, height=height)
        with _lost(self._ports):
            image = self._controller.getScreenshot(asked)
            height, width = image.format.height, image.format.width
            pixels = np.frombuffer(image.image, np.uint8, height * width * 3).reshape(height, width, 3)
            return np.array(pixels)


@contextlib.contextmanager
def _lost(ports: Ports) -> Iterator[None]:
    try:
        yield
    except (grpc.RpcError, ValueError) as error:
        # ValueError: the channel is closed, or there are too few pixels.
        what = f"{error.code().name}: {error.details()}" if isinstance(error, grpc.Call) else str(error)
        raise EmulatorLostError(f"{ports.serial} does not answer over gRPC ({what})") from error


class _Deadline(grpc.UnaryUnaryClientInterceptor):  # type: ignore[misc, unused-ignore]
    """Sets a deadline for calls that have none."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        return continuation(_Details(details, details.timeout or self._seconds), request)


class _Details(grpc.ClientCallDetails):  # type: ignore[misc, unused-ignore]
    def __init__(self, details: Any, timeout: float) -> None:
        self.method, self.metadata, self.credentials = details.method, details.metadata, details.credentials
        self.wait_for_ready, self.compression = details.wait_for_ready, details.compression
        self.timeout = timeout


@contextlib.contextmanager
def _environment_kept() -> Iterator[None]:
    kept = {name: os.environ[name] for name in _TAKEN if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)
