"""Where episodes are played and trials run: in processes on this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from bmoca_gym.executors.local import LocalProcesses
from bmoca_gym.executors.pool import Outcome, Pool
from bmoca_gym.executors.ray_cluster import RayCluster
from bmoca_gym.executors.worker import Executor, Make, Shared, Worker

__all__ = [
    "Executor",
    "ExecutorName",
    "LocalProcesses",
    "Make",
    "Outcome",
    "Pool",
    "RayCluster",
    "Shared",
    "Worker",
    "open_executor",
    "opened",
]

ExecutorName = Literal["local", "ray"]


def open_executor(name: ExecutorName, address: str = "") -> Executor:
    """Open the executor ``local`` or ``ray``. ``address``: of a Ray cluster; empty starts one on this machine.

    Raises:
        MissingLibraryError: Ray is not installed.
        SettingsError: there is no cluster at the address, or ``local`` was given one.
    """
    return RayCluster(address) if name == "ray" else LocalProcesses(address)


@contextmanager
def opened(
    executor: Executor | None = None, name: ExecutorName = "local", address: str = ""
) -> Iterator[Executor]:
    """Provide the given executor, which its owner closes; or, if it is None, open one and close it at the end."""
    used = open_executor(name, address) if executor is None else executor
    try:
        yield used
    finally:
        if executor is None:
            used.close()
