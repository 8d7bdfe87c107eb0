"""Workers as actors on a Ray cluster."""

from __future__ import annotations

import contextlib
import os
import pickle
import secrets
import socket
import sys
import tempfile
from contextlib import ExitStack
from typing import Any

from bmoca_gym import extras
from bmoca_gym.errors import MissingLibraryError, SettingsError, WorkerLostError
from bmoca_gym.executors.worker import Answer, Make, answer, picklable

#: The token that a driver needs to use a cluster that this process has started.
_TOKEN = secrets.token_hex(32)

#: Environment variables of such a cluster. Ray replaces a loopback address by the machine's own, unless clusters of
#: several machines are disabled, as on macOS and Windows.
_ALONE = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": _TOKEN,
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
}

#: Seconds that an actor gets to clean up; then it is killed.
_PATIENCE = 1.0

#: Seconds that a cluster gets to answer. Ray itself tries for minutes.
_ANSWERS_WITHIN = 5.0

#: How a client of HTTP/2 begins, with empty settings. A server answers with its settings, a frame of the second type.
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
_TYPE_OF_FRAME, _SETTINGS = 3, 4


class RayCluster:
    """Executor with an actor for each worker. An actor takes one processor of the cluster.

    If the cluster has fewer processors than requested workers, fewer work at once.

    Without an address, a cluster starts on this machine: it listens on the loopback interface only, and
    accepts only drivers with its token. A cluster at an address has its own rules for connections.

    Args:
        address: of a cluster, such as ``auto``. If this process is connected to a cluster already, that one is used.
        processors: number of processors of the cluster that starts on this machine; 0 for all.

    Raises:
        MissingLibraryError: Ray is not installed.
        SettingsError: there is no cluster at the address, or Ray can't be kept on the loopback interface.
    """

    distant = True

    def __init__(self, address: str = "", processors: int = 0) -> None:
        try:
            import ray
        except ImportError as error:
            raise MissingLibraryError(
                f"The executor ray needs Ray: {extras.installing('cluster')}. The executor local works without it."
            ) from error
        self._ray: Any = ray
        self._started = not ray.is_initialized()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._before: dict[str, str | None] = {}
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self._started and not address:
            # The cluster is closed to the network, sends no statistics, and leaves no files.
            self._before = {name: os.environ.get(name) for name in _ALONE}
            os.environ.update(_ALONE)
            # Ray reads the variables when it is imported, which may have happened already.
            self._ray._private.ray_constants.ENABLE_RAY_CLUSTER = False
            self._ray._raylet.Config.initialize("")
            self._folder = tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True)
            options |= {
                "include_dashboard": False,
                "num_cpus": processors or None,
                "_node_ip_address": "127.0.0.1",
                "_temp_dir": self._folder.name,
            }
        if self._started:
            try:
                _reach(address)
                # Without "local", the variable RAY_ADDRESS would count.
                ray.init(address=address or "local", **options)
            except Exception as error:  # of a node that is too slow to start, Ray raises no narrower one
                self.close()
                if not address:
                    raise SettingsError(
                        f"A Ray cluster can't be started on this machine: {error} The executor local needs none."
                    ) from error
                words = str(error).rstrip(".")
                raise SettingsError(
                    f"There is no Ray cluster at {address!r}: {words}. Start one with `ray start --head`, which prints "
                    "its address, or give no address: a cluster then starts on this machine."
                ) from error
        if self._folder is not None and (host := ray.util.get_node_ip_address()) != "127.0.0.1":
            self.close()
            raise SettingsError(
                f"Ray {ray.__version__} listens on {host}, not only on the loopback interface. Use the executor local, "
                "or start a cluster and give its address."
            )
        # The pool repeats jobs and counts them.
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Served)

    def start(self, make: Make) -> _Actor:
        """Start an actor."""
        return _Actor(self._ray, self._actor.remote(sys.path, self._ray.cloudpickle.dumps(make)))

    def share(self, value: Any) -> _SharedObject:
        """Put a value into the cluster's store of objects."""
        return _SharedObject(self._ray.put(value))

    def close(self) -> None:
        """End the cluster if this executor has started it, or else the connection to it."""
        if self._started:
            self._ray.shutdown()
        if self._folder is not None:
            self._folder.cleanup()
        self._restore()

    def _restore(self) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _reach(address: str) -> None:
    """Check that there is a gRPC server at an address, as on every Ray node.

    Raises:
        ConnectionError: there is none.
    """
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS", "")
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return  # Ray reads such an address itself, or finds its own node.
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _ANSWERS_WITHIN) as wire:
            wire.settimeout(_ANSWERS_WITHIN)
            if os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true"):
                return
            wire.sendall(_GREETING)
            answer = wire.recv(_TYPE_OF_FRAME + 1, socket.MSG_WAITALL)
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"nothing answers ({error})") from error
    if answer[_TYPE_OF_FRAME:] != bytes((_SETTINGS,)):
        raise ConnectionError("what answers there is not Ray")


class _SharedObject:
    """Handle of a value in the cluster's store."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def get(self) -> Any:
        """Fetch the value."""
        import ray

        return ray.get(self._reference)


class _Actor:
    """Worker on the cluster, as its driver sees it."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self._actor = ray, actor

    def wait(self) -> None:
        """Wait until the cluster has a processor for it, and it is prepared."""
        self._receive(self._actor.prepare.remote())

    def do(self, job: Any) -> Any:
        """Do a job."""
        return self._receive(self._actor.do.remote(job))

    def kill(self) -> None:
        """End the actor at once."""
        self._ray.kill(self._actor)

    def close(self) -> None:
        """Let it clean up, and end it."""
        with contextlib.suppress(self._ray.exceptions.RayError):
            self._ray.get(self._actor.close.remote(), timeout=_PATIENCE)
        with contextlib.suppress(self._ray.exceptions.RayError):
            self._ray.kill(self._actor)

    def _receive(self, reference: Any) -> Any:
        try:
            received: Answer = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as failure:  # a job or a result that can't be sent
            raise failure.as_instanceof_cause() from None
        except self._ray.exceptions.RayError as failure:
            raise WorkerLostError(f"the worker was lost: {type(failure).__name__}") from None
        result, error = received
        if error is not None:
            raise error
        return result


class _Served:
    """Worker on the cluster, in its own process."""

    def __init__(self, path: list[str], make: bytes) -> None:
        # As in a spawned process, modules are found where the driver finds them, if there is such a folder here.
        sys.path += [folder for folder in path if folder not in sys.path]
        self._make, self._stack = make, ExitStack()

    def prepare(self) -> Answer:
        try:
            make: Make = pickle.loads(self._make)
            self._work = self._stack.enter_context(make())
        except Exception as error:
            return None, picklable(error)
        return None, None

    def do(self, job: Any) -> Answer:
        return answer(self._work, job)

    def close(self) -> None:
        self._stack.close()
