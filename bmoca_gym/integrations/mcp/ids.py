"""Requests of the Model Context Protocol over HTTP that have the id of another one which is not answered yet.

The protocol's library answers only one of them, and leaves the other's client waiting.
"""

from __future__ import annotations

import json

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bmoca_gym.errors import cut

#: The longest request whose id is read, in bytes. The library refuses longer ones.
_LONGEST = 4 << 20


class UniqueIds:
    """Refuses a request with the id of another one of its session that is not answered yet."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application
        self._open: set[tuple[str, str]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with an error of the protocol and status 400."""
        session = Headers(scope=scope).get("mcp-session-id") if scope["type"] == "http" else None
        if session is None or scope["method"] != "POST":
            await self._application(scope, receive, send)
            return
        read: list[Message] = []
        more = True
        while more and sum(len(message.get("body", b"")) for message in read) <= _LONGEST:
            read.append(await receive())
            more = read[-1].get("more_body", False)
        waiting = iter(read)

        async def again() -> Message:
            return next(waiting, None) or await receive()

        id = None if more else _id(b"".join(message.get("body", b"") for message in read))
        if id is None:
            await self._application(scope, again, send)
        elif (session, str(id)) in self._open:
            message = f"A request of this session with the id {cut(id)} is not answered yet: ids must differ."
            error = {"jsonrpc": "2.0", "id": id, "error": {"code": -32600, "message": message}}
            await JSONResponse(error, 400)(scope, receive, send)
        else:
            self._open.add((session, str(id)))
            try:
                await self._application(scope, again, send)
            finally:
                self._open.discard((session, str(id)))


def _id(body: bytes) -> str | int | None:
    """Return a request's id; None for anything else."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    id = found.get("id") if isinstance(found, dict) and "method" in found else None
    return id if isinstance(id, (str, int)) else None
