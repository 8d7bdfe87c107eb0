"""The client of a phone server, for trainers: OpenEnv's own, with the phone's messages."""

from __future__ import annotations

from typing import Any

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from bmoca_gym.integrations.openenv.messages import PROTOCOL, PhoneAction, PhoneObservation, PhoneState


class PhoneClient(EnvClient[PhoneAction, PhoneObservation, PhoneState]):
    """One phone on a server: ``PhoneClient(base_url="http://127.0.0.1:8000").sync()``.

    ``reset`` takes the fields of `PhoneReset` and ``step`` a text action. Both return OpenEnv's ``StepResult`` with a
    `PhoneObservation`, a reward and ``done``. Whatever the server refuses raises a ``RuntimeError`` with its message.
    """

    async def _reset_async(self, **row: Any) -> StepResult[PhoneObservation]:
        return await super()._reset_async(**{"protocol": PROTOCOL, **row})

    def _step_payload(self, action: PhoneAction | str) -> dict[str, Any]:
        return {"action": action.action if isinstance(action, PhoneAction) else action}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[PhoneObservation]:
        reward, done = payload.get("reward"), payload.get("done", False)
        seen = PhoneObservation.model_validate(payload["observation"] | {"reward": reward, "done": done})
        return StepResult(observation=seen, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> PhoneState:
        return PhoneState.model_validate(payload)
