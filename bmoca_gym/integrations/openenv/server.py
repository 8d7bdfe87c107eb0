"""The OpenEnv server: many phones in one process, one for each WebSocket."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from openenv.core.env_server.http_server import create_app

from bmoca_gym import tasks
from bmoca_gym.errors import BmocaError
from bmoca_gym.integrations.openenv.environment import PhoneEnvironment
from bmoca_gym.integrations.openenv.messages import PhoneAction, PhoneObservation, PhoneState

#: Most phones at once, unless the caller says otherwise.
SESSIONS = 256


def app(
    sessions: int = SESSIONS,
    task: str = "Alarm",
    reward: str | Mapping[str, Any] | None = "success",
    judge: str = "corrected",
) -> FastAPI:
    """Make the application, for `bmoca_gym.play.server.web_server` to serve.

    Args:
        sessions: most clients at once. One more is told that the server is full.
        task: id of the task that ``reset`` starts when it names none.
        reward: what a step earns, as of `PhoneEnv`.
        judge: the rules that judge success, as of `PhoneEnv`.

    Raises:
        UnknownTaskError: there is no such task.
    """
    tasks.select(task)
    phone = functools.partial(PhoneEnvironment, task, reward, judge)
    made = create_app(
        phone, PhoneAction, PhoneObservation, env_name="bmoca_gym", max_concurrent_envs=sessions,
        state_cls=PhoneState,
    )  # fmt: skip
    made.add_exception_handler(BmocaError, _refused)
    return made


async def _refused(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, status_code=422)
