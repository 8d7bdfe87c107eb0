"""Computer use of Claude, with the client anthropic: content blocks, and a result for each tool use."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bmoca_gym.agents.language.connection import Hook
from bmoca_gym.agents.language.models import Answer, Failure, Malformed
from bmoca_gym.agents.language.vendors.vendor import (
    OWN,
    Asked,
    Call,
    Turn,
    Vendor,
    answer_of,
    count,
    encoded,
    objects,
    problem,
    schema,
)

#: The generations of the tool, and the beta that each asks for.
_BETAS = {
    "toolset-20260801": "",
    "20251124": "computer-use-2025-11-24",
    "20250124": "computer-use-2025-01-24",
    "20241022": "computer-use-2024-10-22",
}
#: Fields of a request that the client takes by name. It passes the others on.
_NAMED = ("model", "max_tokens", "messages", "betas")
_ENDS = ("end_turn", "stop_sequence")


class Claude(Vendor):
    """Anthropic's Messages protocol."""

    module = "anthropic"
    extra = "claude"
    vendor = "Anthropic"
    address = "ANTHROPIC_BASE_URL"
    answers = "message"
    key = "ANTHROPIC_API_KEY"
    generations = tuple(_BETAS)
    pictures = 3
    at_once = 10
    sampling: ClassVar[Mapping[str, Any]] = {"answer_tokens": 4096}

    def client(self, seconds: float, hook: Hook, key: str, address: str | None) -> Any:
        """Make the client."""
        import anthropic

        return anthropic.AsyncAnthropic(
            http_client=anthropic.DefaultAsyncHttpxClient(event_hooks={"response": [hook]}, timeout=seconds),
            timeout=seconds,
            max_retries=0,
            default_headers={"Accept-Encoding": "identity"},
            api_key=key,
            base_url=address,
        )

    def failure(self, error: Exception) -> Failure | None:
        """Explain an error of `ask`."""
        import anthropic

        return self.failure_of(anthropic, error)

    def request(self, options: Mapping[str, Any], seed: int, asked: Asked) -> dict[str, Any]:
        """Make the body of a request."""
        messages = [{"role": "user", "content": [_text(asked.task), *_image(asked.picture)]}]
        for turn in asked.turns:
            if turn.answer.get("content"):
                messages.append({"role": "assistant", "content": turn.answer["content"]})
            messages.append({"role": "user", "content": _results(turn)})
        generation = options["generation"]
        own = [{"name": name, "description": OWN[name][0], "input_schema": schema(name)} for name in OWN]
        return {
            "model": options["model"],
            "max_tokens": options["answer_tokens"],
            "system": asked.system,
            "messages": messages,
            "tools": [_tool(generation, asked.size), *own],
            **({"betas": [_BETAS[generation]]} if _BETAS[generation] else {}),
        }

    async def ask(self, client: Any, request: Mapping[str, Any], stream: bool) -> Answer:
        """Send a request, and return its answer."""
        named = {name: request[name] for name in _NAMED if name in request}
        further = {name: value for name, value in request.items() if name not in named}
        response = await client.beta.messages.with_raw_response.create(**named, extra_body=further)
        text = response.http_response.text
        try:
            body = json.loads(text)
            content, reason = objects(body["content"]), str(body.get("stop_reason") or "")
            if not isinstance(body["content"], list):
                raise TypeError("content is not a list")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Malformed(f"the response is not a message: {text[:1000]}") from error
        usage = body.get("usage")
        read = count(usage, "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        tokens = read, count(usage, "output_tokens")
        return answer_of(_parts(content, reason), {"content": content, "stop_reason": reason}, tokens, reason)

    def calls(self, turn: Mapping[str, Any]) -> tuple[Call, ...]:
        """Return the tool uses of a message."""
        found = []
        for block in objects(turn.get("content")):
            if block.get("type") != "tool_use":
                continue
            given = block.get("input")
            given = given if isinstance(given, dict) else {}
            name = given.get("action", "") if block.get("name") == "computer" else block.get("name")
            toolset = str(block.get("toolset_name") or "")
            found.append(Call(str(block.get("id")), str(name), given, toolset))
        return tuple(found)

    def body(self, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Make the body of a response."""
        calls = any(one.get("type") == "tool_use" for one in parts)
        reason = "tool_use" if calls else "end_turn"
        usage = {"input_tokens": 0, "output_tokens": 0}
        return {
            "id": "1", "type": "message", "role": "assistant", "model": "", "content": list(parts),
            "stop_reason": reason, "usage": usage,
        }  # fmt: skip

    def written(self, name: str, given: Mapping[str, Any]) -> str:
        """Write one of our own functions as a message."""
        return json.dumps([{"type": "tool_use", "name": name, "input": dict(given)}], ensure_ascii=False)


def _tool(generation: str, size: tuple[int, int]) -> dict[str, Any]:
    if generation.startswith("toolset-"):
        return {"type": f"computer_{generation.replace('-', '_')}"}
    tool = {"type": f"computer_{generation}", "name": "computer"}
    further = {"enable_zoom": True} if generation == "20251124" else {}
    return {**tool, "display_width_px": size[0], "display_height_px": size[1], **further}


def _parts(content: list[dict[str, Any]], reason: str) -> list[dict[str, Any]]:
    """The parts that the environment reads: without signatures, and with the reason the answer ended."""
    parts = [{key: one[key] for key in one if key not in ("signature", "data")} for one in content]
    if reason == "refusal":
        said = " ".join(str(one.get("text") or "") for one in content if one.get("type") == "text")
        return [{"type": "tool_use", "name": "refuse", "input": {"text": said or "The model refused."}}]
    calls = any(one.get("type") == "tool_use" for one in content)
    if reason in ("max_tokens", "model_context_window_exceeded") or not (calls or reason in _ENDS):
        return [problem(f"The answer ended with {reason or 'no reason'} and is not complete."), *parts]
    return parts


def _results(turn: Turn) -> list[dict[str, Any]]:
    blocks = []
    for result in turn.results:
        block: dict[str, Any] = {
            "type": "tool_result",
            "tool_use_id": result.call.id,
            "content": [_text(result.text), *_image(result.picture)],
        }
        if result.failed:
            block["is_error"] = True
        if result.call.kind:
            block["toolset_name"] = result.call.kind
        blocks.append(block)
    return [*blocks, *([_text(turn.says)] if turn.says else []), *_image(turn.picture)]


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _image(picture: bytes | None) -> list[dict[str, Any]]:
    if picture is None:
        return []
    return [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": encoded(picture)}}
    ]
