"""Connection to an endpoint: the official client on its own event loop, with one deadline and one size per answer.

An endpoint may send a byte a second, or endless chunks or an endless body. The client's own time-out restarts with each
byte. So a task waits for the answer, and is cancelled at the deadline.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

from bmoca_gym.errors import BmocaError

#: The largest body of a response in bytes. A stream has some hundred bytes for a few characters.
LARGEST = 32 << 20

T = TypeVar("T")

#: What a client calls with each response.
Hook = Callable[[Any], Coroutine[Any, Any, None]]


class ClosedError(BmocaError):
    """The connection was closed, perhaps by another thread."""


class TooLate(BmocaError):
    """The answer was not complete at the deadline."""


class TooLarge(BmocaError):
    """The response is larger than `LARGEST`, or is compressed and may become larger."""


class Connection:
    """Connection with the official client. One thread at a time may use it; any thread may call `close`.

    Args:
        seconds: the deadline, from the first byte of the request to the last byte of the answer, in seconds.
        made: makes the client. It has to call the given hook with each response.
        end: closes the client.

    Raises:
        Exception: the client refuses its arguments.
    """

    def __init__(
        self, seconds: float, made: Callable[[Hook], Any], end: Callable[[Any], Coroutine[Any, Any, None]]
    ) -> None:
        self._seconds, self._end_of_client = seconds, end
        self._client = made(_bound)
        self._lock, self._closed = threading.Lock(), False
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._serve, daemon=True, name="language model").start()

    def run(self, work: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
        """Run ``work`` with the client, and return its result.

        Raises:
            TooLate: the deadline has passed.
            ClosedError: the connection is closed.
            Exception: ``work`` raised it.
        """
        with self._lock:
            if self._closed:
                raise ClosedError
            future = asyncio.run_coroutine_threadsafe(self._timed(work), self._loop)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise ClosedError from None
        except BaseException:  # including Ctrl-C
            future.cancel()
            raise

    def close(self) -> None:
        """Cancel running requests, and close the connection."""
        with self._lock:
            if not self._closed:
                self._closed = True
                asyncio.run_coroutine_threadsafe(self._end(), self._loop)

    async def _timed(self, work: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
        task = asyncio.ensure_future(work(self._client))
        try:
            done, _ = await asyncio.wait({task}, timeout=self._seconds)
        finally:
            task.cancel()
        if not done:
            raise TooLate(f"timed out after {self._seconds:g} s")
        return task.result()

    async def _end(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._end_of_client(self._client)
        self._loop.stop()

    def _serve(self) -> None:
        self._loop.run_forever()
        self._loop.close()


async def _bound(response: Any) -> None:
    """Limit the size of a response's body, including an error's."""
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise TooLarge("the response is compressed, although the request did not allow it")
    read = response.aiter_raw

    async def bounded(chunk_size: int | None = None) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in read(chunk_size):
            size += len(chunk)
            if size > LARGEST:
                raise TooLarge(f"the response has more than {LARGEST >> 20} MB")
            yield chunk

    response.aiter_raw = bounded
