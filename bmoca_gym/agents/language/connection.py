"""The way to an endpoint: the official client on an event loop of its own. A whole answer has one deadline, one size.

An endpoint may send a byte a second, chunks without end, or a body without end. A time-out of the client's would begin
anew with each byte, so what waits for an answer is a task, which is cancelled when its time is over.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

#: The largest body of a response in bytes: a stream takes some hundred bytes for a few characters.
LARGEST = 32 << 20

T = TypeVar("T")


class ClosedError(Exception):
    """The connection was closed, by another thread perhaps."""


class TooLate(Exception):
    """An answer that was not there in full in time."""


class TooLarge(Exception):
    """A response that is larger than `LARGEST`, or may become so since it is compressed."""


class Connection:
    """The official client, to be used by one thread at a time; `close` by any.

    Args:
        seconds: how long whatever is asked may take, from the first byte of the request to the last of the answer.
        given: arguments of the client.

    Raises:
        Exception: what the client raises about its arguments.
    """

    def __init__(self, seconds: float, **given: Any) -> None:
        import openai

        self._seconds = seconds
        transport = openai.DefaultAsyncHttpxClient(event_hooks={"response": [_bound]}, timeout=seconds)
        self._client = openai.AsyncOpenAI(
            http_client=transport,
            timeout=seconds,
            max_retries=0,
            default_headers={"Accept-Encoding": "identity"},
            **given,
        )
        self._lock, self._closed = threading.Lock(), False
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._serve, daemon=True, name="language model").start()

    def run(self, work: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
        """Run ``work`` with the client, and return its result.

        Raises:
            TooLate: it takes longer than it may.
            ClosedError: the connection is closed.
            Exception: what ``work`` raises.
        """
        with self._lock:
            if self._closed:
                raise ClosedError
            future = asyncio.run_coroutine_threadsafe(self._timed(work), self._loop)
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise ClosedError from None
        except BaseException:  # Ctrl-C among them
            future.cancel()
            raise

    def close(self) -> None:
        """End what is under way, and the connection."""
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
        await self._client.close()
        self._loop.stop()

    def _serve(self) -> None:
        self._loop.run_forever()
        self._loop.close()


async def _bound(response: Any) -> None:
    """Have whoever reads a response's body, that of an error too, stop at its largest size."""
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise TooLarge("the response is compressed, which was not asked for")
    read = response.aiter_raw

    async def bounded(chunk_size: int | None = None) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in read(chunk_size):
            size += len(chunk)
            if size > LARGEST:
                raise TooLarge(f"the response has more than {LARGEST >> 20} MB")
            yield chunk

    response.aiter_raw = bounded
