"""A server that speaks the chat-completions protocol on a real socket, with a function for a model and faults on demand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """A response that is not an answer. ``cut``: close the connection after the body, even if more was announced."""

    status: int = 200
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    cut: bool = False


class Calls(NamedTuple):
    """Functions that the model calls: name and arguments."""

    calls: tuple[tuple[str, str], ...]


#: Answers a request: with words, calls of functions, or a fault.
Model = Callable[[dict[str, Any]], "str | Calls | Fault"]


class ChatServer:
    """Serves ``model`` on a free port of the loopback interface.

    A context manager. ``requests``: the requests so far; ``keys``, ``headers`` and ``paths``: what came with each.
    """

    def __init__(self, model: Model, usage: bool = True) -> None:
        self.model, self.usage = model, usage
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        outer = self

        class Handler(_Handler):
            server_of_chats = outer

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    def __enter__(self) -> ChatServer:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that disconnects is not a fault of the server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_of_chats: ChatServer

    def log_message(self, *arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        models = [{"id": name, "object": "model"} for name in ("rules", "chance")]
        self._send(Fault(body=json.dumps({"object": "list", "data": models})))

    def do_POST(self) -> None:
        outer = self.server_of_chats
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        outer.requests.append(request)
        outer.keys.append(self.headers.get("Authorization", ""))
        outer.headers.append({name.lower(): value for name, value in self.headers.items()})
        outer.paths.append(self.path)
        answer = outer.model(request)
        if isinstance(answer, Fault):
            self._send(answer)
        elif request.get("stream"):
            self._stream(request, answer)
        else:
            self._send(Fault(body=json.dumps(completion(request, answer, outer.usage))))

    def _send(self, fault: Fault) -> None:
        time.sleep(fault.seconds)
        body = fault.body.encode()
        try:
            self.send_response(fault.status)
            for name, value in (("Content-Type", "application/json"), *fault.headers):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) + 1000 * fault.cut))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass
        self.close_connection = self.close_connection or fault.cut

    def _stream(self, request: dict[str, Any], answer: str | Calls) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        whole = completion(request, answer, True)
        message = whole["choices"][0]["message"]
        deltas: list[dict[str, Any]] = [{"content": part} for part in _pieces(message["content"] or "")]
        for index, call in enumerate(message.get("tool_calls", ())):
            deltas.append(
                {
                    "tool_calls": [
                        {
                            "index": index,
                            "id": call["id"],
                            "type": "function",
                            "function": {"name": call["function"]["name"], "arguments": ""},
                        }
                    ]
                }
            )
            for part in _pieces(call["function"]["arguments"]):
                deltas.append({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
        base = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
        events = [
            {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas
        ]
        events.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        if request.get("stream_options", {}).get("include_usage"):
            events.append({**base, "choices": [], "usage": whole["usage"]})
        try:
            for event in events:
                self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:  # the client has read enough
            pass
        self.close_connection = True


def _pieces(text: str) -> list[str]:
    size = max(7, len(text) // 500)
    return [text[start : start + size] for start in range(0, len(text), size)]


def completion(request: dict[str, Any], answer: str | Calls, usage: bool) -> dict[str, Any]:
    """A chat completion. It counts four characters as a token."""
    message: dict[str, Any] = {"role": "assistant", "content": answer if isinstance(answer, str) else None}
    if isinstance(answer, Calls):
        message["tool_calls"] = [
            {"id": str(number), "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate(answer.calls)
        ]
    counts = {
        "prompt_tokens": len(json.dumps(request["messages"])) // 4,
        "completion_tokens": len(str(answer)) // 4,
    }
    counts["total_tokens"] = sum(counts.values())
    made = {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }
    return made | ({"usage": counts} if usage else {})


def user_text(request: dict[str, Any]) -> str:
    """The words of the user's message."""
    content = request["messages"][-1]["content"]
    return content if isinstance(content, str) else content[0]["text"]
