"""The command ``python -m benchmarks.over_grpc``: cost of screenshots over the emulator's gRPC.

The handset runs in its own process. Each call is made as android-env makes it, and once more without decoding the
answer, which separates the client's cost from the server's. With ``--keep``, this client keeps large blocks of memory
as the server does; the variables MALLOC_MMAP_THRESHOLD_ and MALLOC_TRIM_THRESHOLD_ do that for any program.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.over_adb import free_ports, median_ms
from bmoca_gym.handset.servers import allocator
from bmoca_gym.handset.servers.grpc.messages import PACKAGE, library, message_classes

_FORMATS = {"RGBA": 1, "RGB": 2, "PNG": 0}


#: `bmoca-emulator` without its console and its adb daemon, which would wait for an adb server.
_SERVER = """
import sys, threading, time
from bmoca_gym.handset import images
from bmoca_gym.handset.servers import allocator
from bmoca_gym.handset.servers.grpc.server import GrpcServer
from bmoca_gym.handset.servers.served import ServedPhone
allocator.keep_large_blocks()
server = GrpcServer(ServedPhone(images.boot(), time.monotonic), int(sys.argv[1]))
threading.Event().wait()
"""


@contextlib.contextmanager
def channel() -> Iterator[Any]:
    """Open a channel to a handset's gRPC; the handset's process ends with the context."""
    grpc = library("grpc")
    port = free_ports()
    server = subprocess.Popen([sys.executable, "-c", _SERVER, str(port)], stdout=subprocess.DEVNULL)
    try:
        options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
        with grpc.secure_channel(
            f"localhost:{port}", grpc.local_channel_credentials(), options=options
        ) as made:
            grpc.channel_ready_future(made).result(30)
            yield made
    finally:
        server.terminate()
        server.wait(20)


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.over_grpc", description=__doc__)
    parser.add_argument("--times", type=int, default=40, help="calls of each case (default %(default)s)")
    parser.add_argument("--keep", action="store_true", help="have this process keep large blocks of memory")
    chosen = parser.parse_args(arguments)
    if chosen.keep:
        allocator.keep_large_blocks()
    table = Table(title=f"getScreenshot: median of {chosen.times} calls, milliseconds")
    for heading in ("what", "answer read", "answer not read"):
        table.add_column(heading)
    messages = message_classes()
    with channel() as made:
        name, asked = f"/{PACKAGE}.EmulatorController/getScreenshot", messages["ImageFormat"]
        read = made.unary_unary(name, asked.SerializeToString, messages["Image"].FromString)
        raw = made.unary_unary(name, asked.SerializeToString)
        for size, label in (((0, 0), "1080×2160"), ((320, 640), "320×640")):
            for form, number in _FORMATS.items():
                request = asked(format=number, width=size[0], height=size[1])
                cells = [median_ms(partial(call, request), chosen.times) for call in (read, raw)]
                table.add_row(f"{form} {label}", *(f"{cell:.2f}" for cell in cells))
    Console().print(table)


if __name__ == "__main__":
    main()
