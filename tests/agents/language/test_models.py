"""Models over a real socket: every possible fault of an endpoint, streams, function calls, cached responses."""

from __future__ import annotations

import json
import socket
import threading
import time
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from chat_server import Calls, Fault, completion

from bmoca_gym.agents.language import models
from bmoca_gym.agents.language.cache import Cache, key_of
from bmoca_gym.agents.language.limits import Budget
from bmoca_gym.agents.language.models import Answer, ChatModel
from bmoca_gym.errors import LimitReachedError, ModelError

pytestmark = pytest.mark.needs("openai")

REQUEST = {"model": "rules", "messages": [{"role": "user", "content": "hello"}], "max_tokens": 9}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "FIRST_WAIT", 0.01)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def ask(serve: Any, make_options: Any) -> Any:
    """Asks a model that answers with one thing after the other, and then "tap(1)"."""

    places = iter(range(9))

    def ask(*answers: Any, usage: bool = True, **given: Any) -> tuple[Answer, Any]:
        left = list(answers)
        server = serve(lambda request: left.pop(0) if left else "tap(1)", usage=usage)
        model = ChatModel(make_options(base_url=server.url, **{"retries": 2, "timeout": 2.0, **given}))
        try:
            return model.ask(REQUEST, next(places)), server
        finally:
            model.close()

    return ask


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_comes_with_its_tokens(ask: Any, stream: bool) -> None:
    answer, server = ask("Thought: so.\nAction: tap(5) 알람", stream=stream)
    assert (answer.text, answer.calls, answer.reason) == ("Thought: so.\nAction: tap(5) 알람", (), "stop")
    assert answer.prompt_tokens > 0
    assert answer.answer_tokens > 0
    assert answer.seconds > 0
    (request,) = server.requests
    assert request == {
        **REQUEST,
        **({"stream": True, "stream_options": {"include_usage": True}} if stream else {}),
    }
    assert server.keys == ["Bearer none"]


@pytest.mark.parametrize("stream", [False, True])
def test_functions_that_are_called_are_action_lines(ask: Any, stream: bool) -> None:
    answer, _ = ask(Calls((("tap", '{"numeric_tag": 5}'),)), stream=stream)
    assert answer.written() == "Action: tap(5)"
    answer, _ = ask(Calls((("tap", '{"numeric_tag": 5}'), ("swipe", '{"direction": "up"}'))), stream=stream)
    assert answer.written() == 'Action: tap(5)\nAction: swipe("up")'


@pytest.mark.parametrize(
    "fault",
    [
        Fault(429, '{"error": {"message": "slow down"}}'),
        Fault(429, "", (("Retry-After", "0.05"),)),
        Fault(429, "", (("retry-after-ms", "30"),)),
        Fault(500, "oops"),
        Fault(503, "<html>busy</html>", (("Retry-After", "soon"),)),
        Fault(200, "not json"),
        Fault(200, ""),
        Fault(200, "{}"),
        Fault(200, '{"choices": []}'),
        Fault(200, '{"choices": [{"message": "hello"}]}'),
        Fault(200, "[1]"),
        Fault(200, "[" * 100_000),
        Fault(200, '{"choices": [{"mess', cut=True),
    ],
)
def test_what_may_pass_is_asked_again(ask: Any, fault: Fault) -> None:
    answer, server = ask(fault, fault)
    assert answer.text == "tap(1)"
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "fault",
    [
        Fault(500, "oops"),
        Fault(200, "data: {broken\n\n", (("Content-Type", "text/event-stream"),)),
        Fault(200, 'data: {"id": "1"', (("Content-Type", "text/event-stream"),), cut=True),
        Fault(200, "data: [DONE]\n\n", (("Content-Type", "text/event-stream"),)),
    ],
)
def test_broken_streams_are_asked_for_again(ask: Any, fault: Fault) -> None:
    answer, server = ask(fault, stream=True)
    assert answer.text == "tap(1)"
    assert len(server.requests) == 2


def test_a_slow_endpoint_is_given_up(ask: Any) -> None:
    slow = Fault(200, "", seconds=0.6)
    with pytest.raises(ModelError, match=r"no answer in 2 attempts.*[Tt]imed out"):
        ask(slow, slow, retries=1, timeout=0.2)


def test_the_endpoint_says_how_long_to_wait(ask: Any) -> None:
    started = time.perf_counter()
    ask(Fault(429, "", (("Retry-After", "0.4"),)))
    assert time.perf_counter() - started >= 0.4
    with pytest.raises(ModelError, match=r"asks to wait 9999 s.*--retry-errors"):
        ask(Fault(429, "", (("Retry-After", "9999"),)))


def test_the_time_to_wait_may_be_a_date() -> None:
    soon = datetime.now(timezone.utc) + timedelta(seconds=30)
    assert 25 < (models._retry_after({"retry-after": format_datetime(soon, usegmt=True)}) or 0) <= 30
    assert models._retry_after({"retry-after": "yesterday"}) is None
    assert models._retry_after({}) is None


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault(400, '{"error": {"message": "too many tokens"}}'), "status 400.*too many tokens"),
        (Fault(400, '{"detail": "unsupported fields: top_p"}'), "status 400.*unsupported fields: top_p"),
        (Fault(422, json.dumps({"detail": [{"msg": "x" * 9999}]})), r'status 422.*"msg": "x{200,300}…'),
        (Fault(401, "{}"), "status 401. The key in OPENAI_API_KEY is not accepted"),
        (Fault(403, "{}"), "may not use this model"),
        (Fault(404, "{}"), r"There is no such model\. Did you mean 'rules'\? Models: rules, chance"),
        (
            Fault(429, '{"error": {"message": "no money", "code": "insufficient_quota"}}'),
            "status 429.*no money",
        ),
    ],
)
def test_a_refusal_is_explained_and_not_asked_again(
    serve: Any, make_options: Any, fault: Fault, message: str
) -> None:
    server = serve(lambda request: fault)
    model = ChatModel(make_options(model="ruels", base_url=server.url))
    with pytest.raises(ModelError, match=message):
        model.ask(REQUEST)
    assert len(server.requests) == 1
    model.close()


def test_no_key_and_no_endpoint(make_options: Any) -> None:
    with pytest.raises(ModelError, match="No key: set MY_KEY"):
        ChatModel(make_options(api_key_variable="MY_KEY")).ask(REQUEST)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        down = make_options(base_url=f"http://127.0.0.1:{taken.getsockname()[1]}/v1", retries=1)
        with pytest.raises(ModelError, match=r"no answer in 2 attempts.*ConnectError.*Is the server running"):
            ChatModel(down).ask(REQUEST)
    with pytest.raises(ModelError):
        ChatModel(make_options(base_url="no address", retries=0)).ask(REQUEST)


def test_the_key_is_sent_and_kept_nowhere(
    serve: Any, make_options: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setenv("MY_KEY", "secret-7")
    server = serve(lambda request: "tap(1)")
    ChatModel(make_options(base_url=server.url, api_key_variable="MY_KEY")).ask(REQUEST)
    assert server.keys == ["Bearer secret-7"]
    assert all("secret-7" not in path.read_text() for path in tmp_path.rglob("*.json"))


@pytest.mark.parametrize("text", ["", "x" * 100_000, "\x00\ud800 rubbish \udfff"])
def test_any_words_are_an_answer(serve: Any, make_options: Any, text: str) -> None:
    body = json.dumps(completion({"model": "m", "messages": []}, text, False))
    server = serve(lambda request: Fault(body=body))
    options = make_options(base_url=server.url)
    answer = ChatModel(options).ask(REQUEST)
    assert len(answer.text) == len(text)
    assert (answer.prompt_tokens, answer.answer_tokens) == (None, None)
    answer.text.encode()
    assert ChatModel({**options, "replay": True}).ask(REQUEST) == answer


def test_an_endless_stream_is_cut(ask: Any) -> None:
    answer, _ = ask("x" * 300_000, stream=True)
    assert 131_072 < len(answer.text) < 140_000
    assert answer.reason == "length"


def test_a_kept_response_is_not_asked_for_again(serve: Any, make_options: Any) -> None:
    server = serve(lambda request: f"tap({len(server.requests)})")
    options = make_options(base_url=server.url)
    first = ChatModel(options).ask(REQUEST, 1, 0)
    assert ChatModel(options).ask(REQUEST, 1, 0) == first
    assert ChatModel({**options, "replay": True, "base_url": ""}).ask(REQUEST, 1, 0) == first
    assert len(server.requests) == 1
    assert ChatModel(options).ask(REQUEST, 1, 1).text == "tap(2)", "another step is another draw"
    assert ChatModel(options).ask({**REQUEST, "max_tokens": 8}, 1, 0).text == "tap(3)"
    with pytest.raises(ModelError, match=r"No response to this request is kept.*without --replay"):
        ChatModel({**options, "replay": True}).ask(REQUEST, 2, 0)
    assert len(server.requests) == 3


def test_a_damaged_response_is_asked_for_again(serve: Any, make_options: Any) -> None:
    server = serve(lambda request: "tap(1)")
    options = make_options(base_url=server.url)
    ChatModel(options).ask(REQUEST)
    (path,) = Path(options["cache"]).rglob("*.json")
    path.write_bytes(path.read_bytes()[:20])
    assert ChatModel(options).ask(REQUEST).text == "tap(1)"
    assert len(server.requests) == 2
    path.write_text("{}")
    with pytest.raises(ModelError, match=r"damaged\. Delete it"):
        ChatModel(options).ask(REQUEST)


def test_a_cache_may_be_used_by_many_at_once(tmp_path: Path) -> None:
    cache, key = Cache(tmp_path), key_of({"a": 1}, 2)
    assert key != key_of({"a": 1}, 3)
    assert key == key_of({"a": 1}, 2)
    threads = [
        threading.Thread(target=lambda n=n: cache.put(key, {"text": "x" * 10_000, "n": n})) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len((cache.get(key) or {})["text"]) == 10_000
    assert [path.suffix for path in tmp_path.rglob("*.*")] == [".json"]


def test_closing_frees_who_waits(serve: Any, make_options: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(models, "FIRST_WAIT", 60.0)
    server = serve(lambda request: Fault(500))
    model = ChatModel(make_options(base_url=server.url))
    failed: list[Exception] = []

    def work() -> None:
        try:
            model.ask(REQUEST)
        except ModelError as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while not server.requests:
        time.sleep(0.01)
    model.close()
    thread.join(timeout=5)
    assert not thread.is_alive()
    assert "was closed" in str(failed[0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"max_tokens_per_episode": 1000}, "1100 of 1000 tokens"),
        ({"max_cost": 0.002, "price_in": 2.0, "price_out": 10.0}, "0.003 of 0.002 cost"),
        ({"max_time": 0.4}, "0.5 of 0.4 seconds"),
    ],
)
def test_a_limit_ends_an_episode(make_options: Any, given: dict[str, Any], message: str) -> None:
    budget = Budget(make_options(**given))
    budget.check()
    budget.add(500, 50, 0.25)
    budget.check()
    budget.add(500, 50, 0.25)
    with pytest.raises(LimitReachedError, match=message):
        budget.check()
    assert budget.usage.calls == 2
