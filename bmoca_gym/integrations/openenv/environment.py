"""One phone as an OpenEnv environment: `PhoneSession` behind OpenEnv's ``reset``, ``step`` and ``state``."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import EnvironmentMetadata

from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ArgumentError, MessageError
from bmoca_gym.integrations.names import check_choice
from bmoca_gym.integrations.openenv.messages import (
    PROTOCOL,
    PhoneAction,
    PhoneObservation,
    PhoneReset,
    PhoneState,
)
from bmoca_gym.integrations.session import PhoneSession
from bmoca_gym.version import __version__


class PhoneEnvironment(Environment[PhoneAction, PhoneObservation, PhoneState]):
    """A phone for one client. A server makes one per client.

    Args:
        task: id of the task that ``reset`` starts if it names none.
        reward: what a step earns, as of `PhoneEnv`.
        settings: the other arguments of `PhoneSession`, such as ``judge``, ``held_out`` and ``split``.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True
    # Phones share caches, so one thread moves them all: sessions are made and closed by one, and steps are coroutines.
    REQUIRES_SINGLE_THREAD_EXECUTOR = True

    def __init__(
        self,
        task: str = "Alarm",
        reward: str | Mapping[str, Any] | None = "success",
        **settings: Any,
    ) -> None:
        super().__init__()
        self._task, self._settings = task, {"reward": reward, **settings}
        self._session: PhoneSession | None = None
        self._row = PhoneReset()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **others: Any
    ) -> PhoneObservation:
        """Start a task on a new phone.

        Args:
            seed: number of the instance, for a task with parameters; None as of `PhoneSession.start`.
            episode_id: a name chosen by the client, which ``state`` reports.
            others: the other fields of `PhoneReset`.

        Raises:
            ArgumentError, UnknownTaskError, UnknownEnvironmentError: there is no such task, instance or configuration,
                or the episode is for validation or tests and was not asked for as ``held_out``.
            MessageError: a field is unknown or not of its type, or the client is of another version.
        """
        row = PhoneReset(seed=seed, episode_id=episode_id, **others)
        if row.protocol != PROTOCOL:
            raise MessageError(
                f"The client speaks protocol {row.protocol}, this server {PROTOCOL}: install bmoca_gym {__version__} "
                "on the client's side too."
            )
        check_choice("task", row.task)
        check_choice("configuration", row.configuration)
        session = self._session or PhoneSession(**self._settings)
        session.start(row.task or self._task, row.seed, row.configuration, row.held_out)
        self._session, self._row = session, row
        return self._seen(None, None)

    def step(self, action: PhoneAction, timeout_s: float | None = None, **others: Any) -> PhoneObservation:
        """Perform an action. A text that is not an action costs a step.

        Raises:
            ArgumentError: no task was started, or the episode is over.
        """
        if self._session is None:
            raise ArgumentError("No task was started: reset before the first step.")
        return self._seen(*self._session.step(action.action))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **others: Any
    ) -> PhoneObservation:
        """As `reset`, in the server's own thread."""
        return self.reset(seed, episode_id, **others)

    async def step_async(
        self, action: PhoneAction, timeout_s: float | None = None, **others: Any
    ) -> PhoneObservation:
        """As `step`, in the server's own thread."""
        return self.step(action)

    @property
    def state(self) -> PhoneState:
        """How the task stands."""
        if self._session is None:
            return PhoneState()
        score = self._session.score()
        return PhoneState(episode_id=self._row.episode_id, step_count=score["steps"], **score)

    def get_metadata(self) -> EnvironmentMetadata:
        """Describe the environment."""
        return EnvironmentMetadata(
            name="bmoca_gym",
            description="Tasks on a deterministic Android phone, judged from the phone's own state",
            version=__version__,
        )

    def close(self) -> None:
        """Release the phone."""
        self._session = None

    def _seen(self, reward: float | None, wrong_format: str | None) -> PhoneObservation:
        session = self._session
        assert session is not None
        assert session.info is not None
        picture = png(session.picture(self._row.picture)) if self._row.picture else b""
        return PhoneObservation(
            instruction=session.info["instruction"],
            screen=session.text(),
            wrong_format=wrong_format,
            picture=base64.b64encode(picture).decode(),
            reward=reward,
            done=session.over,
        )
