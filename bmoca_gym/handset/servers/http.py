"""HTTP 1.1 for servers in the phone: requests of bounded size from a stream, and their answers onto it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

from bmoca_gym.handset.servers.errors import HttpError, StreamClosedError

_log = logging.getLogger(__name__)

#: Bytes of a request's head and of its body.
HEAD_LIMIT, BODY_LIMIT = 16 << 10, 1 << 20
#: Seconds that a request may take to arrive once it has begun, and that a stream may stay open without one.
REQUEST_SECONDS, IDLE_SECONDS = 30.0, 600.0
_MOST_DIGITS = 18
_REASONS = {
    200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
    411: "Length Required", 413: "Content Too Large", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 505: "HTTP Version Not Supported",
}  # fmt: skip
_REQUEST_LINE = re.compile(rb"([A-Z]{1,16}) (/[!-~]*) HTTP/1\.([01])")
_HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*")


class Request(NamedTuple):
    """A request. ``path``: without the query behind it."""

    method: str
    path: str
    body: bytes
    keep: bool


class Response(NamedTuple):
    """An answer."""

    body: bytes
    status: int = 200
    kind: str = "application/json; charset=UTF-8"


class Stream(Protocol):
    """What carries the bytes: ``read`` gives b"" at the end, ``write`` raises where the other side is gone."""

    async def read(self) -> bytes:
        """The next bytes."""
        ...

    async def write(self, data: bytes) -> None:
        """Send bytes."""
        ...


Answer = Callable[[Request], Awaitable[Response]]


async def serve(stream: Stream, answer: Answer) -> None:
    """Answer requests, one after the other, until either side has had enough."""
    reader = _Reader(stream)
    try:
        while True:
            request = await reader.request()
            if request is None:
                return
            response = await _answered(answer, request)
            await stream.write(_written(response, request.keep))
            if not request.keep:
                return
    except HttpError as error:
        await stream.write(_written(Response(str(error).encode(), error.status, "text/plain"), False))
    except (StreamClosedError, asyncio.TimeoutError):
        pass


async def _answered(answer: Answer, request: Request) -> Response:
    try:
        return await answer(request)
    except (HttpError, StreamClosedError):
        raise
    except Exception:
        _log.exception("a server in the phone failed at %s %.80s", request.method, request.path)
        return Response(b"the server failed", 500, "text/plain")


def _written(response: Response, keep: bool) -> bytes:
    head = (
        f"HTTP/1.1 {response.status} {_REASONS.get(response.status, 'Error')}\r\nContent-Type: {response.kind}\r\n"
        f"Content-Length: {len(response.body)}\r\nConnection: {'keep-alive' if keep else 'close'}\r\n\r\n"
    )
    return head.encode() + response.body


class _Reader:
    """Reads requests off a stream."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._data = bytearray()

    async def request(self) -> Request | None:
        """The next request; None when none comes.

        Raises:
            HttpError: what comes is none, or too large.
            TimeoutError: it takes too long.
        """
        if not self._data and not await asyncio.wait_for(self._more(), IDLE_SECONDS):
            return None
        return await asyncio.wait_for(self._whole(), REQUEST_SECONDS)

    async def _more(self) -> bool:
        data = await self._stream.read()
        self._data += data
        return bool(data)

    async def _whole(self) -> Request | None:
        while (end := self._data.find(b"\r\n\r\n")) < 0:
            if len(self._data) > HEAD_LIMIT:
                raise HttpError(431, f"a head of over {HEAD_LIMIT} bytes")
            if not await self._more():
                return None
        if end > HEAD_LIMIT:
            raise HttpError(431, f"a head of over {HEAD_LIMIT} bytes")
        head = bytes(self._data[:end])
        del self._data[: end + 4]
        method, path, minor, headers = _parsed(head)
        size = _length(headers)
        if size and not self._data:
            # Clients that send head and body apart wait until the head was confirmed; this is quicker than TCP.
            await self._stream.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        while len(self._data) < size:
            if not await self._more():
                return None
        body = bytes(self._data[:size])
        del self._data[:size]
        said = headers.get(b"connection", b"").lower()
        return Request(method, path, body, said == b"keep-alive" if minor == 0 else said != b"close")


def _parsed(head: bytes) -> tuple[str, str, int, dict[bytes, bytes]]:
    first, *rest = head.split(b"\r\n")
    found = _REQUEST_LINE.fullmatch(first)
    if found is None:
        raise HttpError(400, "no request of HTTP 1.1")
    headers: dict[bytes, bytes] = {}
    for line in rest:
        header = _HEADER.fullmatch(line)
        if header is None:
            raise HttpError(400, "a header that is none")
        headers[header[1].lower()] = header[2]
    path = found[2].partition(b"?")[0].decode()
    return found[1].decode(), path, int(found[3]), headers


def _length(headers: dict[bytes, bytes]) -> int:
    if b"transfer-encoding" in headers:
        raise HttpError(411, "send the body with a Content-Length")
    text = headers.get(b"content-length", b"0")
    if not re.fullmatch(rb"[0-9]{1,19}", text):
        raise HttpError(400, "a Content-Length that is no number")
    if int(text) > BODY_LIMIT:
        raise HttpError(413, f"a body of over {BODY_LIMIT} bytes")
    return int(text)


# JSON


def _whole_number(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def json_of(body: bytes) -> Any:
    """The value that a body holds.

    Raises:
        ValueError: it is no JSON, is nested too deeply, or holds numbers that nobody means.
    """
    try:
        return json.loads(body, parse_int=_whole_number, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def json_response(value: Any, status: int = 200) -> Response:
    """An answer that holds a value."""
    return Response(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), status)
