"""A server in a thread of the tests' process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

Serve = Callable[[Any], AbstractContextManager[int]]


@contextmanager
def _served(application: Any) -> Iterator[int]:
    from bmoca_gym.play.server import listen, web_server

    listening, serving = listen(0), web_server(application)
    thread = threading.Thread(target=serving.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        serving.should_exit = True
        thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def serve() -> Serve:
    """Serve an application; gives its port."""
    return _served
