"""A model on loopback that accepts every answer, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

#: Its answer to everything: yes, in the words of both judges.
_SAID = "True. Yes."

_LARGEST = 1 << 20


class AcceptingModel:
    """Chat-completions endpoint. A context manager.

    ``address``: for ``OPENAI_BASE_URL``. ``asked``: the last message of each request.
    """

    def __init__(self) -> None:
        asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            timeout = 30

            def do_POST(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                if not 0 < size <= _LARGEST:
                    self.send_error(413)
                    return
                asked.append(str(json.loads(self.rfile.read(size))["messages"][-1]["content"]))
                message = {"role": "assistant", "content": _SAID}
                content = json.dumps(
                    {
                        "id": "0", "object": "chat.completion", "created": 0, "model": "accepting",
                        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
                    }
                ).encode()  # fmt: skip
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *arguments: object) -> None:
                """Print nothing."""

        self.asked = asked
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> AcceptingModel:
        """Start answering."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
