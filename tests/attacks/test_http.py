"""Costly HTTP requests: headers that patterns would scan again and again, bodies that never end, and web pages."""

from __future__ import annotations

import asyncio
import time

import pytest

from bmoca_gym.handset.servers import http
from bmoca_gym.handset.servers.http import Request, Response

START = b"GET /ping HTTP/1.1\r\nHost: localhost\r\n"


class Fed:
    """A stream of given payloads."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = list(parts)
        self.written = b""

    async def read(self) -> bytes:
        return self.parts.pop(0) if self.parts else b""

    async def write(self, data: bytes) -> None:
        self.written += data


async def _echo(request: Request) -> Response:
    return Response(request.body or request.path.encode(), kind="text/plain")


def status(*parts: bytes) -> int:
    """The status of the answer to some bytes; 0 for none."""
    stream = Fed(*parts)
    start = time.process_time()
    asyncio.run(http.serve(stream, _echo))
    assert time.process_time() - start < 5
    return int(stream.written.split()[1]) if stream.written else 0


@pytest.mark.parametrize("size", [8_000, 14_000])
@pytest.mark.parametrize(
    ("start", "unit", "end"),
    [(b"X:", b" ", b"y"), (b"X:", b" ", b"\0"), (b"X:", b" \t", b"\1"), (b"X: a", b" ", b"\0"), (b"X:", b" a", b"\0"),
     (b"X", b" ", b":"), (b"", b"a", b"\0"), (b"X: ", b"y", b"\1"), (b"", b"X:\r\n", b"\0"), (b"X:a\r\n", b" b\r\n", b"\1"), (b"Content-Length: ", b"0", b"x"),
     (b"Content-Length: ", b"1,", b"2"), (b"Transfer-Encoding: ", b" chunked,", b"x"), (b"Host: ", b"[", b"]")],
)  # fmt: skip
def test_no_head_takes_long(start: bytes, unit: bytes, end: bytes, size: int) -> None:
    head = start + unit * (size // len(unit)) + end
    assert status(START + head + b"\r\n\r\n") >= 0
    assert status(*[(START + head)[at : at + 500] for at in range(0, size, 500)], b"\r\n\r\n") >= 0


def test_pages_in_a_browser_are_refused_and_programs_are_not() -> None:
    for lines in (b"Host: evil.example", b"Host: localhost.evil.example", b"Host: localhost\r\nOrigin: https://evil.example", b"Host: x@evil.example",
                  b"Host: localhost\r\nOrigin: null", b"Host: 127.0.0.1:9008\r\nSec-Fetch-Site: cross-site", b"Host: \r\nOrigin: file://"):  # fmt: skip
        assert status(b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 2\r\n" + lines + b"\r\n\r\n{}") in (
            400,
            403,
        ), lines
    for host in (b"localhost", b"127.0.0.1:9008", b"[::1]:6790", b"10.0.2.15:6790", b"LOCALHOST:1"):
        assert status(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n") == 200, host


def test_what_is_no_request_is_refused() -> None:
    for data in (b"GET ping HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\0\r\n\r\n", START + b"Content-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
                 START + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", START + b"Content-Length: 1_0\r\n\r\n", START + b" x: y\r\n\r\n"):  # fmt: skip
        assert 400 <= status(data) < 500, data
    assert status(START + b"Content-Length: 1048577\r\n\r\n") == 413
    assert status(START + b"Content-Length: 5\r\n\r\nab") == 400, "the rest never comes"
    assert status(START + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n") == 431
