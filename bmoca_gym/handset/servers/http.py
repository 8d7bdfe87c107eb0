"""HTTP 1.1 for servers on the phone: reads requests with limits on size and time, and writes responses."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import h11

from bmoca_gym.handset.servers.errors import HttpError, StreamClosedError

_log = logging.getLogger(__name__)

#: Bytes of a request's head and of its body.
HEAD_LIMIT, BODY_LIMIT = 8 << 10, 1 << 20
#: Seconds that a request may take to arrive once it has begun, and that a stream may stay open without one.
REQUEST_SECONDS, IDLE_SECONDS = 30.0, 600.0
_MOST_DIGITS = 18


class Request(NamedTuple):
    """A request. ``path``: without the query."""

    method: str
    path: str
    body: bytes


class Response(NamedTuple):
    """A response."""

    body: bytes
    status: int = 200
    kind: str = "application/json; charset=UTF-8"


class Stream(Protocol):
    """A stream of bytes. ``read`` returns b"" at the end; ``write`` raises if the other side is gone."""

    async def read(self) -> bytes:
        """Read the next bytes."""
        ...

    async def write(self, data: bytes) -> None:
        """Send bytes."""
        ...


Answer = Callable[[Request], Awaitable[Response]]


async def serve(stream: Stream, answer: Answer) -> None:
    """Answer requests one after the other until either side ends the connection."""
    talk = _Talk(stream)
    try:
        while (request := await talk.request()) is not None:
            if not await talk.send(await _answered(answer, request)):
                return
    except HttpError as error:
        await talk.send(Response(str(error).encode(), error.status, "text/plain"), last=True)
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


class _Talk:
    """Reads requests from a stream and writes responses."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._data = b""
        self._http = h11.Connection(h11.SERVER, HEAD_LIMIT)

    async def request(self) -> Request | None:
        """Read the next request; None at the end.

        Raises:
            HttpError: it is malformed, too large, or sent by a web page.
            TimeoutError: it takes too long.
        """
        if not self._begun:
            self._data = await asyncio.wait_for(self._stream.read(), IDLE_SECONDS)
        try:
            return await asyncio.wait_for(self._whole(), REQUEST_SECONDS) if self._begun else None
        except h11.RemoteProtocolError as error:
            raise HttpError(error.error_status_hint, str(error)) from error

    @property
    def _begun(self) -> bool:
        return bool(self._data or self._http.trailing_data[0])

    async def _event(self) -> Any:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._data = self._data or await self._stream.read()
            # No more at a time than a head may have: h11 measures only heads that are not whole yet.
            room = HEAD_LIMIT + 1 - len(self._http.trailing_data[0])
            self._http.receive_data(self._data[:room])
            self._data = self._data[room:]
        return event

    async def _whole(self) -> Request | None:
        first = await self._event()
        if not isinstance(first, h11.Request):
            return None
        headers = dict(first.headers)
        _check_client(headers)
        size = _length(headers)
        if size and not self._begun:
            # Clients that send head and body apart wait until the head was confirmed; this is quicker than TCP.
            await self._write(h11.InformationalResponse(status_code=100, headers=[]))
        body = bytearray()
        while isinstance(event := await self._event(), h11.Data):
            body += event.data
        if not isinstance(event, h11.EndOfMessage):
            return None
        target = first.target.decode("ascii", "replace")
        if not target.startswith("/"):
            raise HttpError(400, "no path of a request")
        return Request(first.method.decode("ascii"), target.partition("?")[0], bytes(body))

    async def _write(self, *events: Any) -> None:
        await self._stream.write(b"".join([self._http.send(event) or b"" for event in events]))

    async def send(self, response: Response, last: bool = False) -> bool:
        """Send a response. Returns whether another request may follow."""
        before: Any = self._http.our_state
        if before not in (h11.IDLE, h11.SEND_RESPONSE):
            return False
        headers = [("Content-Type", response.kind), ("Content-Length", str(len(response.body)))]
        if last:
            headers.append(("Connection", "close"))
        await self._write(
            h11.Response(status_code=response.status, headers=headers),
            h11.Data(data=response.body), h11.EndOfMessage(),
        )  # fmt: skip
        if {self._http.our_state, self._http.their_state} != {h11.DONE}:
            return False
        self._http.start_next_cycle()
        return True


def _length(headers: dict[bytes, bytes]) -> int:
    if b"transfer-encoding" in headers:
        raise HttpError(411, "send the body with a Content-Length")
    size = int(headers.get(b"content-length", b"0"))
    if size > BODY_LIMIT:
        raise HttpError(413, f"a body of over {BODY_LIMIT} bytes")
    return size


def _check_client(headers: dict[bytes, bytes]) -> None:
    """Refuse requests from web pages: those with an origin, or with another host name."""
    origin = headers.get(b"origin")
    if not _is_here(b"//" + headers.get(b"host", b"localhost")) or (
        origin is not None and not _is_here(origin)
    ):
        raise HttpError(403, "only programs of this machine are answered; call it 127.0.0.1 or localhost")
    if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
        raise HttpError(403, "pages of other sites are not answered")


def _is_here(address: bytes) -> bool:
    try:
        name = urlsplit(address.decode("ascii")).hostname or ""
        return name == "localhost" or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


# JSON


def _whole_number(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not JSON")


def json_of(body: bytes) -> Any:
    """Parse the body as JSON.

    Raises:
        ValueError: it is not JSON, is nested too deeply, or has a number that is too long.
    """
    try:
        return json.loads(body, parse_int=_whole_number, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def json_response(value: Any, status: int = 200) -> Response:
    """Make a response with a value as JSON."""
    return Response(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), status)
