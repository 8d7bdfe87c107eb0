"""Servers on an event loop in their own thread, for programs and tests that are not asynchronous."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """An event loop that runs in a thread until `close`, which leaves no task or thread behind."""

    def __init__(self, name: str = "bmoca-wire") -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T], seconds: float = 30.0) -> T:
        """Run a coroutine on the loop, and wait for its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(seconds)

    def close(self) -> None:
        """Cancel all tasks, and end the loop and its thread. Closing twice is harmless."""
        if self._loop.is_closed():
            return
        self.run(_cancel_others())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def __enter__(self) -> LoopThread:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
