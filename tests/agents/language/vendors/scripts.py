"""The vendors' HTTP protocols for a scripted model: answers in their words, and what their clients send."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter

Calls = Sequence[tuple[str, Mapping[str, Any]]]


class Result(NamedTuple):
    """The result of a call, as a request has it."""

    text: str
    failed: bool
    picture: bool
    consented: bool = False


class Script:
    """A vendor's protocol. ``tap``: a call that taps a point in px of a picture of 216x480."""

    name: str
    tap: tuple[str, dict[str, Any]]
    far: tuple[str, dict[str, Any]]
    key: str

    def answer(self, calls: Calls = (), text: str = "", check: str = "") -> dict[str, Any]:
        """An answer with calls and text. ``check``: what a person has to confirm."""
        raise NotImplementedError

    def refusal(self) -> dict[str, Any]:
        """An answer that refuses."""
        raise NotImplementedError

    def cut(self) -> dict[str, Any]:
        """An answer that is cut off, or malformed."""
        raise NotImplementedError

    def turns(self, request: dict[str, Any]) -> list[Any]:
        """The model's own turns in a request."""
        raise NotImplementedError

    def own(self, answer: dict[str, Any]) -> Any:
        """The turn of an answer, as it goes back."""
        raise NotImplementedError

    def results(self, request: dict[str, Any]) -> list[Result]:
        """The results after the last turn."""
        raise NotImplementedError

    def validate(self, request: dict[str, Any]) -> None:
        """Check a request with the types of the vendor's client."""
        raise NotImplementedError

    @staticmethod
    def pictures(request: dict[str, Any]) -> int:
        """The number of pictures in a request."""
        text = json.dumps(request)
        return text.count('"iVBOR') + text.count("base64,iVBOR")


class Claude(Script):
    name = "claude-computer-use"
    tap = ("left_click", {"coordinate": [100, 200]})
    far = ("left_click", {"coordinate": [100, 2000]})
    key = "authorization"

    def answer(self, calls: Calls = (), text: str = "", check: str = "") -> dict[str, Any]:
        content: list[dict[str, Any]] = [{"type": "thinking", "thinking": "I look.", "signature": "c2lnbg=="}]
        content += [{"type": "text", "text": text}] if text else []
        for number, (name, given) in enumerate(calls):
            own = (
                {} if name in ("open_app", "go_home", "ask_user", "give_up") else {"toolset_name": "computer"}
            )
            content.append({"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given, **own})
        return self._body(content, "tool_use" if calls else "end_turn")

    def refusal(self) -> dict[str, Any]:
        return self._body([], "refusal")

    def cut(self) -> dict[str, Any]:
        call = {
            "type": "tool_use",
            "id": "toolu_9",
            "name": "left_click",
            "toolset_name": "computer",
            "input": {},
        }
        return self._body([call], "max_tokens")

    def _body(self, content: list[dict[str, Any]], reason: str) -> dict[str, Any]:
        from anthropic.types.beta import BetaMessage

        usage = {"input_tokens": 1000, "cache_read_input_tokens": 200, "output_tokens": 30}
        body = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content}
        body |= {"stop_reason": reason, "stop_sequence": None, "usage": usage}
        BetaMessage.model_validate(body)
        return body

    def turns(self, request: dict[str, Any]) -> list[Any]:
        return [one["content"] for one in request["messages"] if one["role"] == "assistant"]

    def own(self, answer: dict[str, Any]) -> Any:
        return answer["content"]

    def results(self, request: dict[str, Any]) -> list[Result]:
        found = []
        for block in request["messages"][-1]["content"]:
            if block["type"] != "tool_result":
                continue
            kinds = [one["type"] for one in block["content"]]
            assert block["tool_use_id"] == f"toolu_{len(found)}" or block["tool_use_id"] == "toolu_9"
            found.append(Result(block["content"][0]["text"], block.get("is_error", False), "image" in kinds))
        return found

    def validate(self, request: dict[str, Any]) -> None:
        _walk(_messages_of_claude().validate_python(request["messages"]))
        _walk(_tools_of_claude().validate_python(request["tools"]))


class OpenAI(Script):
    name = "openai-computer-use"
    tap = ("click", {"x": 100, "y": 200, "button": "left"})
    far = ("click", {"x": 100, "y": 2000, "button": "left"})
    key = "authorization"

    def answer(self, calls: Calls = (), text: str = "", check: str = "") -> dict[str, Any]:
        output: list[dict[str, Any]] = [
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "c2VjcmV0"}
        ]
        checks = [{"id": "cu_sc_1", "code": "malicious_instructions", "message": check}] if check else []
        for number, (name, given) in enumerate(calls):
            item: dict[str, Any] = {"id": f"cu_{number}", "call_id": f"call_{number}", "status": "completed"}
            if name in ("open_app", "go_home", "ask_user", "give_up"):
                item |= {"type": "function_call", "name": name, "arguments": json.dumps(given)}
            else:
                item |= {"type": "computer_call", "actions": [{"type": name, **given}]}
                item["pending_safety_checks"] = checks
            output.append(item)
        if text:
            output.append(
                self._message({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
            )
        return self._body(output)

    @staticmethod
    def _message(part: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "content": [part],
        }

    def refusal(self) -> dict[str, Any]:
        return self._body([self._message({"type": "refusal", "refusal": "I can't help with that."})])

    def cut(self) -> dict[str, Any]:
        return self._body([], "incomplete") | {"incomplete_details": {"reason": "max_output_tokens"}}

    def _body(self, output: list[dict[str, Any]], status: str = "completed") -> dict[str, Any]:
        from openai.types.responses import Response

        details = {"cached_tokens": 0, "cache_write_tokens": 0}
        usage = {
            "input_tokens": 1200,
            "output_tokens": 30,
            "total_tokens": 1230,
            "input_tokens_details": details,
        }
        usage |= {"output_tokens_details": {"reasoning_tokens": 0}}
        body = {"id": "resp_1", "object": "response", "created_at": 0, "model": "m", "output": output}
        body |= {
            "status": status,
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": usage,
        }
        Response.model_validate(body)
        return body

    def turns(self, request: dict[str, Any]) -> list[Any]:
        kinds = ("reasoning", "computer_call", "function_call", "message")
        items = [one for one in request["input"] if one.get("type") in kinds and one.get("role") != "user"]
        found: list[Any] = []
        for item in items:
            if item["type"] == "reasoning":
                found.append([])
            found[-1].append(item)
        return found

    def own(self, answer: dict[str, Any]) -> Any:
        return answer["output"]

    def results(self, request: dict[str, Any]) -> list[Result]:
        found = []
        said = [one["content"][0]["text"] for one in request["input"][1:] if one.get("role") == "user"]
        for item in request["input"]:
            if item.get("type") == "reasoning":
                found = []
            elif item.get("type") == "computer_call_output":
                assert item["output"]["image_url"].startswith("data:image/png;base64,iVBOR")
                consented = [one["id"] for one in item.get("acknowledged_safety_checks", ())] == ["cu_sc_1"]
                text = said[-1] if said else "Done."
                found.append(Result(text, bool(said), True, consented))
            elif item.get("type") == "function_call_output":
                kinds = [one["type"] for one in item["output"]]
                text = item["output"][0]["text"]
                found.append(Result(text, text.startswith("Nothing was done"), "input_image" in kinds))
        return found

    def validate(self, request: dict[str, Any]) -> None:
        _walk(_input_of_openai().validate_python(request["input"]))
        _walk(_tools_of_openai().validate_python(request["tools"]))


class Gemini(Script):
    name = "gemini-computer-use"
    tap = ("click", {"x": 463, "y": 417, "intent": "open"})
    far = ("click", {"x": 463, "y": 4000})
    key = "x-goog-api-key"

    def answer(self, calls: Calls = (), text: str = "", check: str = "") -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"text": "I look.", "thought": True}]
        parts += [{"text": text}] if text else []
        for number, (name, given) in enumerate(calls):
            given = dict(given)
            if check:
                given["safety_decision"] = {"decision": "require_confirmation", "explanation": check}
            call = {"functionCall": {"id": f"f{number}", "name": name, "args": given}}
            parts.append({**call, "thoughtSignature": "+/9zaWdu"})
        return self._body(parts, "STOP")

    def refusal(self) -> dict[str, Any]:
        return {
            "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
            "usageMetadata": {"promptTokenCount": 9},
        }

    def cut(self) -> dict[str, Any]:
        body = self._body([], "MALFORMED_FUNCTION_CALL")
        body["candidates"][0]["finishMessage"] = "Malformed function call: click("
        return body

    def _body(self, parts: list[dict[str, Any]], reason: str) -> dict[str, Any]:
        from google.genai import types

        content = {"content": {"role": "model", "parts": parts}} if parts else {}
        usage = {"promptTokenCount": 1200, "candidatesTokenCount": 20, "thoughtsTokenCount": 10}
        body = {"candidates": [{**content, "finishReason": reason, "index": 0}], "usageMetadata": usage}
        types.GenerateContentResponse.model_validate_json(json.dumps(body))
        return body

    def turns(self, request: dict[str, Any]) -> list[Any]:
        turns = [one["parts"] for one in request["contents"] if one["role"] == "model"]
        for part in (one for turn in turns for one in turn):
            if "thoughtSignature" in part:  # the client writes bytes in the other alphabet of base 64
                part["thoughtSignature"] = part["thoughtSignature"].translate(str.maketrans("-_", "+/"))
        return turns

    def own(self, answer: dict[str, Any]) -> Any:
        return answer["candidates"][0]["content"]["parts"]

    def results(self, request: dict[str, Any]) -> list[Result]:
        found = []
        for part in request["contents"][-1]["parts"]:
            if "functionResponse" not in part:
                continue
            given = part["functionResponse"]
            assert given["id"] == f"f{len(found)}"
            response = given["response"]
            text = response.get("error") or response["status"]
            consented = response.get("safety_acknowledgement") == "true"
            found.append(Result(text, "error" in response, bool(given.get("parts")), consented))
        return found

    def validate(self, request: dict[str, Any]) -> None:
        from google.genai import types

        for content in request["contents"]:
            types.Content.model_validate_json(json.dumps(content))
        for tool in request["tools"]:
            types.Tool.model_validate_json(json.dumps(tool))


SCRIPTS = {one.name: one for one in (Gemini(), Claude(), OpenAI())}


def _walk(value: Any) -> None:
    """Visit all of a value: an iterable is only checked when it is read."""
    if isinstance(value, Mapping):
        for one in value.values():
            _walk(one)
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        for one in value:
            _walk(one)


@cache
def _messages_of_claude() -> TypeAdapter[Any]:
    from anthropic.types.beta import BetaMessageParam

    return TypeAdapter(list[BetaMessageParam])


@cache
def _tools_of_claude() -> TypeAdapter[Any]:
    from anthropic.types.beta import BetaToolUnionParam

    return TypeAdapter(list[BetaToolUnionParam])


@cache
def _input_of_openai() -> TypeAdapter[Any]:
    from openai.types.responses import ResponseInputParam

    return TypeAdapter(ResponseInputParam)


@cache
def _tools_of_openai() -> TypeAdapter[Any]:
    from openai.types.responses import ToolParam

    return TypeAdapter(list[ToolParam])
