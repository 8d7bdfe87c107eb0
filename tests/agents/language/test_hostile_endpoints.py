"""Attacks by an endpoint: endless and very slow answers, bombs, invalid chunks, the key sent back."""

from __future__ import annotations

import gzip
import itertools
import json
import socketserver
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from chat_server import Calls, Fault, completion

from bmoca_gym.agents.language import connection, models
from bmoca_gym.agents.language.models import ChatModel
from bmoca_gym.envs.text_actions import MAX_ANSWER, TextActions
from bmoca_gym.errors import ActionError, ModelError
from bmoca_gym.handset.ui.tree import UiTree

pytestmark = pytest.mark.needs("openai")

REQUEST = {"model": "rules", "messages": [{"role": "user", "content": "hello"}], "max_tokens": 9}
KEY = 'sk-very/secret"key'

#: What is sent, piece by piece, and how long is waited between two.
Talk = Callable[[], Iterator[bytes]]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(connection, "LARGEST", 1 << 20)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def talk(make_options: Any) -> Generator[Any, None, None]:
    """Query an endpoint that sends the given bytes, and keeps sending until the client hangs up."""
    servers = []

    def ask(pieces: Iterator[bytes], pause: float = 0.0, **options: Any) -> Any:
        lock = threading.Lock()

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                self.request.recv(100_000)
                try:
                    while True:
                        with lock:
                            piece = next(pieces, None)
                        if piece is None:
                            return
                        self.request.sendall(piece)
                        time.sleep(pause)
                except OSError:
                    pass

        server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        servers.append(server)
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        model = ChatModel(make_options(**{"base_url": url, "retries": 0, "timeout": 0.4, **options}))
        try:
            return model.ask(REQUEST)
        finally:
            model.close()

    yield ask
    for server in servers:
        server.shutdown()
        server.server_close()


def head(status: str = "200 OK", kind: str = "application/json", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Connection: close\r\n\r\n".encode()


def chunk(delta: dict[str, Any]) -> bytes:
    return f"data: {json.dumps({'id': '1', 'choices': [{'index': 0, 'delta': delta}]})}\n\n".encode()


def letters(text: bytes) -> Iterator[bytes]:
    return (text[place : place + 1] for place in range(len(text)))


STREAM = head(kind="text/event-stream")


@pytest.mark.parametrize(
    ("pieces", "stream"),
    [
        (lambda: letters(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1000), False),
        (lambda: itertools.chain([head()], letters(b" " * 1000)), False),
        (lambda: itertools.chain([head("500 Oops")], letters(b" " * 1000)), False),
        (lambda: itertools.chain([head("302 Found", more="Location: /v1\r\n")], letters(b" " * 1000)), False),
        (lambda: itertools.chain([STREAM], itertools.repeat(b": still there\n\n")), True),
        (lambda: itertools.chain([STREAM], letters(chunk({"content": "x" * 1000}))), True),
        (lambda: itertools.chain([STREAM], itertools.repeat(chunk({}))), True),
        (lambda: itertools.chain([STREAM], itertools.repeat(chunk({"content": ""}))), True),
        (lambda: itertools.chain([STREAM], itertools.repeat(chunk({"content": "x"}))), True),
    ],
)
def test_an_answer_has_one_deadline(talk: Any, pieces: Talk, stream: bool) -> None:
    started = time.monotonic()
    with pytest.raises(
        ModelError, match=r"no answer in 1 attempt; the last: TooLate: timed out after 0\.4 s"
    ):
        talk(pieces(), 0.05, stream=stream)
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("status", ["200 OK", "302 Found", "404 No", "500 Oops"])
def test_an_answer_has_one_size(talk: Any, status: str, stream: bool) -> None:
    kind = "text/event-stream" if stream and status == "200 OK" else "application/json"
    body = itertools.chain([head(status, kind, "Location: /v1\r\n")], itertools.repeat(b"[" * 100_000))
    with pytest.raises(ModelError, match="TooLarge: the response has more than 1 MB"):
        talk(body, stream=stream, timeout=20.0)


def test_empty_chunks_that_come_at_once_are_too_many(talk: Any) -> None:
    with pytest.raises(ModelError, match=r"more than 1 MB|timed out"):
        talk(itertools.chain([STREAM], itertools.repeat(chunk({}) * 100)), stream=True, timeout=1.0)


def test_a_compressed_bomb_is_not_opened(talk: Any) -> None:
    bomb = gzip.compress(b" " * 10_000_000)
    with pytest.raises(ModelError, match="TooLarge: the response is compressed"):
        talk(iter([head(more="Content-Encoding: gzip\r\n"), bomb]))


@pytest.mark.parametrize(
    "delta",
    [
        {"tool_calls": [{"index": 0, "function": {"arguments": "x" * 1000}}]},
        {"tool_calls": [{"index": 0, "function": {"name": "tap" * 300}}]},
        {"tool_calls": [{"index": 0, "function": {"name": "tap"}}], "content": "x" * 1000},
    ],
)
def test_calls_without_end_are_cut(talk: Any, delta: dict[str, Any]) -> None:
    answer = talk(itertools.chain([STREAM], itertools.repeat(chunk(delta))), stream=True, timeout=20.0)
    assert answer.reason == "length"
    assert MAX_ANSWER < len(answer.written()) < MAX_ANSWER + 2000
    with pytest.raises(ActionError, match="at most 131072 are read"):
        TextActions().to_gesture(answer.written(), UiTree((), 100, 100))


def test_ever_new_calls_are_cut() -> None:
    pieces = models.Pieces()
    calls = ({"index": number, "function": {"name": ""}} for number in itertools.count())
    taken = itertools.takewhile(
        lambda one: pieces.add({"choices": [{"delta": {"tool_calls": [one]}}]}), calls
    )
    assert sum(1 for _ in taken) < 20_000
    assert pieces.answer().reason == "length"


def test_a_whole_answer_is_cut_as_a_stream_is(serve: Any, make_options: Any) -> None:
    for number, given in enumerate(
        ["x" * 900_000, Calls((("tap", "x" * 900_000),)), Calls((("", ""),) * 9_000)]
    ):
        model = ChatModel(make_options(base_url=serve(lambda _, given=given: given).url, retries=0))
        answer = model.ask(REQUEST, number)
        model.close()
        assert answer.reason == "length" or len(answer.calls) == 9_000
        assert len(answer.written()) < MAX_ANSWER + 100


@pytest.mark.parametrize(
    "content",
    [
        {"choices": [{"delta": {"content": 7}}]},
        {"choices": [{"delta": {"content": ["a"]}}]},
        {"choices": [{"delta": [1]}]},
        {"choices": [1]},
        {"choices": 1},
        {"choices": [{"delta": {"tool_calls": [{"index": {}}]}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": "a"}]}}]},
        {"choices": [{"delta": {"tool_calls": [{"function": {"arguments": {"a": 1}}}]}}]},
    ],
)
def test_what_is_no_chunk_is_no_answer(talk: Any, content: dict[str, Any]) -> None:
    sent = [STREAM, f"data: {json.dumps(content)}\n\ndata: [DONE]\n\n".encode()]
    with pytest.raises(ModelError, match="no answer in 1 attempt"):
        talk(iter(sent), stream=True, timeout=5.0)


def test_a_list_of_models_without_end_is_given_up(talk: Any) -> None:
    refused = head("404 No", more="Content-Length: 2\r\n") + b"{}"
    pieces = itertools.chain([refused], [head()], itertools.repeat(b"[" * 100_000))
    started = time.monotonic()
    with pytest.raises(ModelError, match="status 404"):
        talk(pieces, 0.02)
    assert time.monotonic() - started < 10


def test_closing_frees_who_waits_for_the_rest_of_an_answer(make_options: Any, serve: Any) -> None:
    server = serve(lambda request: Fault(seconds=60))
    model = ChatModel(make_options(base_url=server.url, timeout=60.0))
    timer = threading.Timer(0.2, model.close)
    timer.start()
    started = time.monotonic()
    with pytest.raises(ModelError, match="was closed"):
        model.ask(REQUEST)
    assert time.monotonic() - started < 30
    with pytest.raises(ModelError, match="was closed"):
        model.ask(REQUEST)


@pytest.mark.parametrize("stream", [False, True])
def test_the_key_that_an_endpoint_sends_back_is_kept_nowhere(
    serve: Any, make_options: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stream: bool
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY + "\n")
    server: Any = None
    sent = [
        lambda: f"Action: tap(1) {server.keys[-1]}",
        lambda: Calls((("tap", json.dumps({"numeric_tag": 1, "key": server.keys[-1]})),)),
        lambda: Fault(401, json.dumps({"error": {"message": "bad key: " + server.keys[-1]}})),
        lambda: Fault(500, "x" * 110 + server.keys[-1]),
        lambda: Fault(200, json.dumps({"oops": server.keys[-1]})),
    ]
    if not stream:
        body = completion({"model": "m", "messages": []}, "tap(1)", True)
        body["choices"][0]["finish_reason"] = KEY
        sent.append(lambda: Fault(body=json.dumps(body)))
    left = iter(sent)
    server = serve(lambda request: next(left)())
    options = make_options(base_url=server.url, retries=0, stream=stream)
    told = []
    for number in range(len(sent)):
        model = ChatModel(options)
        try:
            told.append(repr(model.ask(REQUEST, number)))
        except ModelError as error:
            told.append(str(error))
        model.close()
    kept = [path.read_text() for path in tmp_path.rglob("*.json")]
    assert len(kept) == len(sent) - 3
    assert sum("[key]" in text for text in told) >= 3
    for text in (*told, *kept):
        assert "secret" not in text


def test_the_password_in_an_address_is_told_to_nobody(serve: Any, make_options: Any) -> None:
    server = serve(lambda request: Fault(400, "{}"))
    model = ChatModel(make_options(base_url=server.url.replace("//", "//me:passw0rd@")))
    with pytest.raises(ModelError, match=r"at http://127\.0\.0\.1:[0-9]+/v1 refuses"):
        model.ask(REQUEST)
    model.close()
