"""Ports for programs that tests start."""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import socket
import tempfile
from pathlib import Path

#: Below the ports of outgoing connections and those that the package chooses for emulators.
_PORTS = range(12_000, 20_000)
_TAKEN = Path(tempfile.gettempdir()) / f"bmoca-gym-ports-{os.getuid()}"


def free_port() -> int:
    """A port that no program uses, and that no other test gets while this process runs."""
    _TAKEN.mkdir(exist_ok=True)
    while True:
        port = secrets.choice(_PORTS)
        taken = _TAKEN / str(port)
        with contextlib.suppress(OSError), socket.socket() as made:
            made.bind(("127.0.0.1", port))
            taken.touch(exist_ok=False)
            atexit.register(taken.unlink, missing_ok=True)
            return port
