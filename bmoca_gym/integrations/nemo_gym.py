"""NeMo-Gym's resources server: many phones in one process, one for each rollout of its ``gymnasium_agent``.

`nemo_gym_folder` writes the folder that NeMo-Gym's runner takes. Needs Python 3.12 and the extra ``nemo-gym``.
"""

from __future__ import annotations

import logging
from typing import Any

from fastapi import HTTPException
from nemo_gym.base_resources_server import BaseResourcesServerConfig
from nemo_gym.openai_utils import NeMoGymResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from resources_servers.gymnasium import GymnasiumServer, extract_text
from typing_extensions import Self

from bmoca_gym.errors import BmocaError
from bmoca_gym.integrations import faults
from bmoca_gym.integrations.names import check_choice
from bmoca_gym.integrations.session import PhoneSession
from bmoca_gym.integrations.tool_calls import CalledPhone


class PhoneServerConfig(BaseResourcesServerConfig):
    """Settings of the server, in its folder's YAML file."""

    #: What a step earns, as of `PhoneEnv`.
    reward: str | dict[str, Any] = "success"
    #: The training part of a split, such as ``androidworld/by_template:train``, as of `PhoneSession`.
    split: str = ""
    #: Most episodes that are kept. One more ends the one that was played longest ago: an agent that stops in the middle
    #: of an episode does not say so.
    max_sessions: int = Field(1024, ge=1)

    @model_validator(mode="after")
    def _checked(self) -> Self:
        """Refuse a wrong setting when the server starts. Otherwise no row could be played."""
        PhoneSession(reward=self.reward, split=self.split)
        return self


class PhoneRow(BaseModel):
    """The columns of a row that name its task, as of `PhoneSession.start`. Other columns are the trainer's own."""

    model_config = ConfigDict(strict=True, extra="ignore")

    task: str = Field(max_length=200)
    seed: int | None = Field(None, ge=0, lt=2**31)
    configuration: str = Field("", max_length=200)
    held_out: bool = False


class PhoneServer(GymnasiumServer):
    """Phones behind NeMo-Gym's ``/reset`` and ``/step``.

    The tools handle an answer with function calls; any other answer is a text action, such as ``tap(5)``. Phones share
    caches, so the server's own thread moves them all: run one server per processor.
    """

    config: PhoneServerConfig

    async def reset(
        self, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, dict[str, Any]]:
        """Start the task of a row. Return its instruction with the first screen, and an empty info.

        A row that can't be played is an episode that earns nothing and ends at its first step, whose info has the
        reason as ``error``: NeMo-Gym's runner ends the whole run at any status but 200, without the reason.
        """
        phone = CalledPhone(reward=self.config.reward, split=self.config.split)
        info: dict[str, Any] = {}
        try:
            row = PhoneRow.model_validate(metadata)
            check_choice("task", row.task)
            check_choice("configuration", row.configuration)
            shown = phone.reset(**row.model_dump())
            begun: CalledPhone | str = phone
        except (ValidationError, BmocaError) as error:
            begun = faults.told(error) if isinstance(error, ValidationError) else str(error)
            shown, info = f"This row can't be played: {begun}", {"error": begun}
            logging.getLogger(__name__).warning("a row can't be played: %s", begun)
        self.session_state.pop(session_id, None)
        while len(self.session_state) >= self.config.max_sessions:
            self.session_state.pop(next(iter(self.session_state)))
        self.session_state[session_id] = begun
        return shown, info

    async def step(
        self, action: NeMoGymResponse, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, float, bool, bool, dict[str, Any]]:
        """Do what a model's answer says.

        Returns:
            The screen after a text action, or None after function calls, whose outputs are in ``info["tool_outputs"]``;
            what the step earned; whether the episode is terminated or truncated; and the info. At the end of the
            episode the info is `PhoneSession.score`.
        """
        phone: CalledPhone | str | None = self.session_state.pop(session_id, None)
        if phone is None:
            raise HTTPException(409, f"No episode: reset first. At most {self.config.max_sessions} are kept.")
        if isinstance(phone, str):
            return None, 0.0, True, False, {"error": phone}
        self.session_state[session_id] = phone  # The dict's first is the one that was played longest ago.
        before = phone.get_reward()
        calls = [item for item in action.output if item.type == "function_call"]
        outputs = []
        for call in calls:
            outputs.append({"call_id": call.call_id, "output": phone.call(call.name, call.arguments)})
            if phone.session.over:
                break
        shown = None if calls else phone.say(extract_text(action))
        session = phone.session
        info = session.score() if session.over else {"tool_outputs": outputs}
        earned = phone.get_reward() - before
        return shown, earned, session.over and not session.truncated, session.truncated, info
