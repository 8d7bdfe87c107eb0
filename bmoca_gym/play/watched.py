"""Any agent, watched on the page: it chooses the next step from the phone's current state."""

from __future__ import annotations

import base64
import threading
from collections.abc import Mapping
from typing import Any

from bmoca_gym import agents
from bmoca_gym.agents.agent import Notes
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Move, Wait
from bmoca_gym.envs.episode_state import EpisodeState
from bmoca_gym.errors import ActionError, ArgumentError, BmocaError
from bmoca_gym.evaluation.marks import marks, size_of_png

#: Most characters of an answer that a page is shown.
_LONGEST = 20_000


class Watched:
    """An agent that plays in another environment's episode. It starts afresh if somebody else has acted on the phone.

    It acts on a phone of its own in the same state, so that no other phone has to wait for it.

    Args:
        name: as for `agents.create`.
        given: the agent's options.
        env: the environment whose episode is watched, on an embedded phone.
        interface: what it sees and does, as for `PhoneEnv`; an agent with modes of its own keeps those.

    Raises:
        UnknownAgentError, SettingsError, CheckpointError, MissingLibraryError: see `agents.create`.
        DeviceError: the phone is a real one.
    """

    def __init__(
        self, name: str, given: Mapping[str, Any], env: PhoneEnv, interface: str | None = None
    ) -> None:
        modes = agents.entry(name)
        in_time = env.ends == "success"
        chosen = agents.options(name, ({} if in_time else dict(modes.finishing_options)) | dict(given))
        own = agents.environment_arguments(name, chosen)
        if not own and interface is None:
            own = {
                "action": modes.action if in_time else modes.finishing or modes.action,
                "observation": modes.observation,
            }
        self._eyes = PhoneEnv(
            tasks=env.task,
            environments=env.environment,
            device=EmbeddedDevice(image=env.task.image),
            ends=env.ends,
            interface=None if own else interface,
            **own,
        )
        self._agent = agents.create(name, chosen)
        self._lock = threading.Lock()
        self._tested = False
        self._last: int | None = None

    def move(self, moment: int, state: EpisodeState) -> tuple[Move, str]:
        """Ask the agent for its move at a moment. Returns the move, and a problem with the answer or "".

        Raises:
            BmocaError: a model that does not answer, an agent that fails.
        """
        with self._lock:
            observation, info = self._eyes.restore_state(state)
            try:
                self._test()
                if self._last != moment:
                    self._agent.reset(self._eyes, info, 0)
                action = self._agent.act(observation, info)
            except BmocaError:
                raise
            except Exception as error:  # what somebody else's agent does is theirs
                raise ArgumentError(f"{self._agent.name} failed: {type(error).__name__}: {error}") from error
            try:
                return self._eyes.action_mode.to_gesture(action, self._eyes.device.ui_tree()) or Wait(), ""
            except ActionError as error:
                return Wait(), str(error)

    def moved_to(self, moment: int) -> None:
        """Record the moment that the agent's own step has led to."""
        self._last = moment

    def turn(self, move: Move) -> dict[str, Any] | None:
        """What a model got and said before its last move: its ``picture`` as a data URL, that picture's ``size`` in px,
        the ``marks`` of the move on it (see `marks`), and its ``answer``. None if the agent has no model."""
        notes = getattr(self._agent, "notes", None)
        if not isinstance(notes, Notes) or not notes.turns:
            return None
        told: dict[str, Any] = {
            "answer": str(notes.turns[-1].get("answer", ""))[:_LONGEST],
            "picture": "",
            "size": None,
            "marks": [],
        }
        picture = notes.pictures[-1]
        if picture is not None:
            size = size_of_png(picture)
            address = "data:image/png;base64," + base64.b64encode(picture).decode()
            told |= {"picture": address, "size": size, "marks": marks(move, size)}
        return told

    def close(self) -> None:
        """Close the agent's connections, if any. May be called while another thread waits for its move."""
        close = getattr(self._agent, "close", None)
        if close is not None:
            close()

    def _test(self) -> None:
        """Send the model a test request before the first step, so that a missing server is reported at once."""
        test = getattr(self._agent, "test_call", None)
        if test is not None and not self._tested:
            test()
        self._tested = True
