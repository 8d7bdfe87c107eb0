"""uiautomator2's server on the phone: JSON-RPC over HTTP."""

from __future__ import annotations

import inspect
from typing import Any

from bmoca_gym.handset.errors import GestureError
from bmoca_gym.handset.servers.errors import SelectorError
from bmoca_gym.handset.servers.http import Request, Response, json_of, json_response
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.uiautomator2.calls import BAD_PARAMETERS, CALLS, CallError, Calls

_PARSE_ERROR, _BAD_REQUEST, _NO_METHOD, _FAILED = -32700, -32600, -32601, -32000


class UiAutomator2Server:
    """Answers the calls of uiautomator2's client for a served phone."""

    def __init__(self, served: ServedPhone) -> None:
        self._calls = Calls(served)

    async def answer(self, request: Request) -> Response:
        """Answer an HTTP request."""
        if request.path == "/ping":
            return Response(b"pong", kind="text/plain")
        if request.path not in ("/jsonrpc/0", "/jsonrpc/1"):
            return Response(b"Error 404, file not found.", 404, "text/plain")
        if request.method != "POST":
            return Response(b"send calls with POST", 405, "text/plain")
        try:
            asked = json_of(request.body)
        except ValueError as error:
            return _error(None, _PARSE_ERROR, f"JSON parse error: {error}")
        if not isinstance(asked, dict) or not isinstance(asked.get("method"), str):
            return _error(None, _BAD_REQUEST, "Invalid Request")
        number = asked.get("id")
        number = number if isinstance(number, (int, str)) else None
        try:
            result = await self._call(asked["method"], asked.get("params"))
        except CallError as error:
            return _error(number, error.code, str(error))
        except SelectorError as error:
            return _error(number, BAD_PARAMETERS, f"java.lang.IllegalArgumentException: {error}")
        except GestureError as error:
            return _error(number, _FAILED, f"java.lang.IllegalArgumentException: {error}")
        return json_response({"jsonrpc": "2.0", "id": number, "result": result})

    async def _call(self, name: str, given: Any) -> Any:
        function = CALLS.get(name)
        if function is None:
            raise CallError(_NO_METHOD, f"method not found: {name[:80]}")
        parameters = given if isinstance(given, list) else []
        if given is not None and not (isinstance(given, list) or given == {}):
            raise CallError(BAD_PARAMETERS, "parameters are sent as a list")
        try:
            inspect.signature(function).bind(self._calls, *parameters)
        except TypeError as error:
            raise CallError(BAD_PARAMETERS, f"method parameters invalid: {name}: {error}") from error
        result = function(self._calls, *parameters)
        if inspect.isawaitable(result):
            result = await result
        self._calls.remember_toast()
        return result


def _error(number: int | str | None, code: int, message: str) -> Response:
    told = {"code": code, "message": message, "data": message}
    return json_response({"jsonrpc": "2.0", "id": number, "error": told})
