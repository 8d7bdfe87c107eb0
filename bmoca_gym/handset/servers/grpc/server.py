"""The emulator's gRPC server on a loopback port."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bmoca_gym.handset.servers.errors import PortTakenError
from bmoca_gym.handset.servers.grpc.messages import PACKAGE, REFUSED, SERVICES, library, message_classes
from bmoca_gym.handset.servers.grpc.services import (
    MOST_STREAMS,
    EmulatorController,
    ImageAnswer,
    SnapshotService,
)
from bmoca_gym.handset.servers.listening import HOST
from bmoca_gym.handset.servers.served import ServedPhone

#: Calls that are worked on at a time, and that may wait besides; more are refused with RESOURCE_EXHAUSTED.
WORKERS = MOST_STREAMS + 8
MOST_CALLS = 128
#: The longest request: the largest is a text.
REQUEST_LIMIT = 1 << 18

_OPTIONS = (
    # Two servers on one port would each get some of the clients.
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", REQUEST_LIMIT),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_concurrent_streams", 64),
    ("grpc.max_metadata_size", 1 << 14),
    ("grpc.server_handshake_timeout_ms", 5000),
)


class GrpcServer:
    """Serves a phone as the emulator's gRPC does, on the loopback interface and without authentication.

    Unsupported calls answer UNIMPLEMENTED.

    Args:
        served: the phone.
        port: of the loopback interface; 0 for any free one, see ``port`` of the server.
        now: a clock in seconds, which measures how long a finger stays on the screen.
        shut_down: called in its own thread once a client's SHUTDOWN has been answered; may close this server.
        hardware: the AVD's hardware (``config.ini``), which `getStatus` lists.

    Raises:
        MissingLibraryError: grpcio or protobuf is not installed.
        PortTakenError: another program listens there, or this one may not.
    """

    def __init__(
        self,
        served: ServedPhone,
        port: int = 0,
        now: Callable[[], float] = time.monotonic,
        shut_down: Callable[[], object] = lambda: None,
        hardware: Mapping[str, str] | None = None,
    ) -> None:
        grpc = library("grpc")
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="bmoca-grpc")
        self._server = grpc.server(self._workers, options=_OPTIONS, maximum_concurrent_rpcs=MOST_CALLS)
        services = {
            "EmulatorController": EmulatorController(served, now, shut_down, hardware or {}),
            "SnapshotService": SnapshotService(served),
        }
        self._server.add_generic_rpc_handlers(
            [_handlers(grpc, name, service) for name, service in services.items()]
        )
        try:
            if not 0 <= port < 1 << 16:  # gRPC would take the lower 16 bits
                raise ValueError("a port is a number from 0 to 65535")
            self.port: int = self._server.add_insecure_port(f"{HOST}:{port}")
        except (RuntimeError, ValueError) as error:
            self.close()
            raise PortTakenError(f"can't listen on {HOST}:{port}: {error}. Choose another port") from error
        self._server.start()

    def close(self, patient: bool = True) -> None:
        """End all calls and close the port. Closing twice is harmless. ``patient``: wait for running calls."""
        ended = self._server.stop(0)
        if patient:
            ended.wait(1)
        self._workers.shutdown(wait=patient, cancel_futures=True)

    def __enter__(self) -> GrpcServer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _handlers(grpc: Any, name: str, service: object) -> Any:
    classes = message_classes()
    serializers = {
        "": lambda answer: b"",
        **{name: found.SerializeToString for name, found in classes.items()},
        "Image": ImageAnswer.serialized,
    }
    made = {}
    for call, (asked, answered) in SERVICES[name].items():
        kind = "unary_stream" if answered.endswith("*") else "unary_unary"
        made[call] = getattr(grpc, f"{kind}_rpc_method_handler")(
            getattr(service, call),
            request_deserializer=classes[asked].FromString if asked else bytes,
            response_serializer=serializers[answered.rstrip("*")],
        )
    if name == "EmulatorController":
        made |= {call: _refusal(grpc, reason) for call, reason in REFUSED.items()}
    return grpc.method_handlers_generic_handler(f"{PACKAGE}.{name}", made)


def _refusal(grpc: Any, reason: str) -> Any:
    def refuse(requests: object, context: Any) -> None:
        context.abort(grpc.StatusCode.UNIMPLEMENTED, reason)

    return grpc.stream_stream_rpc_method_handler(refuse)
