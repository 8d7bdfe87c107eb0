"""What an OpenEnv client and the phone server send each other."""

from __future__ import annotations

from typing import Annotated, Any

from openenv.core.env_server.types import Action, Observation, State
from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, ValidationError, model_validator
from typing_extensions import Self

from bmoca_gym.envs.text_actions import MAX_ANSWER
from bmoca_gym.errors import MessageError
from bmoca_gym.integrations import faults
from bmoca_gym.integrations.names import LONGEST_NAME
from bmoca_gym.version import __version__

#: Number of this form of the messages. Raise it when a client of before can't be understood any more.
PROTOCOL = 1
#: The widest picture, in px.
WIDEST = 2160

_Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class _Received(BaseModel):
    """A message whose faults are reported in one sentence, which OpenEnv's own client shows."""

    @model_validator(mode="wrap")
    @classmethod
    def _checked(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(value)
        except ValidationError as error:
            raise MessageError(
                f"This is not a {cls.__name__} of bmoca_gym {__version__} (protocol {PROTOCOL}): {faults.told(error)}."
            ) from None


class PhoneReset(_Received):
    """What ``reset`` takes: the row of a task, as `PhoneSession.start` does, and how pictures are sent."""

    model_config = ConfigDict(extra="forbid", strict=True)

    task: _Name = ""
    seed: int | None = Field(default=None, ge=0, lt=2**31)
    configuration: _Name = ""
    #: Whether the episode may be for validation or tests.
    held_out: bool = False
    #: Width of each observation's picture in px; 0 for no pictures.
    picture: int = Field(default=0, ge=0, le=WIDEST)
    episode_id: Annotated[str, Field(max_length=255)] | None = None
    #: The client's `PROTOCOL`.
    protocol: int = PROTOCOL


class PhoneAction(_Received, Action):
    """A text action, such as ``tap(5)``, or a language model's whole answer with one."""

    action: str = Field(
        max_length=MAX_ANSWER, description='Such as tap(5), swipe("up"), type("Ada") or finish()'
    )


class PhoneObservation(Observation):
    """The screen after a step. ``reward`` is what the step earned, ``done`` whether the episode is over."""

    # A client of before ignores what a newer server adds.
    model_config = ConfigDict(extra="ignore", validate_assignment=False)

    instruction: str = Field(description="The task, in words")
    screen: str = Field(description="The screen's elements, with the numeric_tag that actions name")
    wrong_format: str | None = Field(
        default=None, description="Why the action was not understood: nothing was done"
    )
    picture: str = Field(default="", description="The screen as PNG in base64, if pictures were asked for")


class PhoneState(State):
    """How the task stands: the fields of `PhoneSession.score`, once one was started."""

    task: str = ""
    task_seed: int | None = None
    environment: str = ""
    instruction: str = ""
    success: bool = False
    score: float = 0.0
    reward: float = 0.0
    over: bool = False
