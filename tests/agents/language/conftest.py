"""Fixtures of the language agents' tests: a server with a fake model, and options for an agent that uses it."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # where the server and the rules are found by name

from chat_server import ChatServer, Model


@pytest.fixture
def serve() -> Generator[Any, None, None]:
    """Starts servers, and closes them after the test."""
    pytest.importorskip("openai")
    started: list[ChatServer] = []

    def start(model: Model, **others: Any) -> ChatServer:
        started.append(ChatServer(model, **others).__enter__())
        return started[-1]

    yield start
    for server in started:
        server.__exit__()


@pytest.fixture
def make_options(tmp_path: Path) -> Any:
    """All options of a language agent, from a few."""
    from bmoca_gym import agents

    def make(**given: Any) -> dict[str, Any]:
        return agents.options("llm", {"model": "rules", "cache": str(tmp_path / "responses"), **given})

    return make
