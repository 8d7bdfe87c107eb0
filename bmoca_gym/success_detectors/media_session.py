"""Rule on media playback: title, position and state, read from Android's media sessions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bmoca_gym.errors import DetectorError
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.detector import Detection, Reading, satisfied, unknown, unsatisfied

_COMMAND = "dumpsys media_session"
_STATE = re.compile(r"state=PlaybackState \{state=(?:[A-Z_]+\()?(\d+)\)?, position=(\d+),")
_DESCRIPTION = re.compile(r"metadata: ?size=\d+, description=(.*)")
_QUEUE = re.compile(r"queueTitle=.*, size=(\d+)")
_STATES = {2: "paused", 3: "playing"}


@dataclass(frozen=True, slots=True)
class MediaSessionRule:
    """Rule that holds if an app of ``package`` is in ``state``, "playing" or "paused".

    Attributes:
        title: title of the current item.
        position: least and greatest position in the item, in whole seconds.
        queue: number of items in the queue.

    Raises:
        DetectorError: a field is malformed.
    """

    package: str
    state: str | None = None
    title: str | None = None
    position: tuple[int, ...] | None = None
    queue: int | None = None

    def __post_init__(self) -> None:
        fields.text("package", self.package)
        if self.state is not None:
            fields.choice("state", self.state, _STATES.values())
        if self.title is not None:
            fields.text("title", self.title)
        if self.queue is not None:
            fields.count("queue", self.queue)
        if self.position is not None:
            low, high = self.position if len(self.position) == 2 else (1, 0)
            if fields.count("position", low) > fields.count("position", high):
                raise DetectorError(
                    f"position is {self.position!r}; it must be the least and the greatest second"
                )

    def start(self, reading: Reading) -> MediaSessionRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the app's current session."""
        result = reading.shell(_COMMAND)
        _, mark, session = result.output.partition(f"package={self.package}\n")
        session = session.partition("\n      package=")[0]
        state, description = _STATE.search(session), _DESCRIPTION.search(session)
        if result.exit_code != 0 or not mark or state is None or description is None:
            return unknown(f"media_session: {self.package} plays nothing")
        is_state, seconds = _STATES.get(int(state[1]), state[1]), int(state[2]) // 1000
        queue = _QUEUE.search(session)
        seen = f"media_session: {is_state} at {seconds} s: {description[1]}"
        if self.state is not None and is_state != self.state:
            return unsatisfied(f"{seen}; wanted: {self.state}")
        if self.title is not None and not f"{description[1]},".startswith(f"{self.title},"):
            return unsatisfied(f"{seen}; wanted: {self.title}")
        if self.position is not None and not self.position[0] <= seconds <= self.position[1]:
            return unsatisfied(f"{seen}; wanted: from {self.position[0]} to {self.position[1]} s")
        if self.queue is not None and (queue is None or int(queue[1]) != self.queue):
            return unsatisfied(f"{seen}, of {queue[1] if queue else 'no'} pieces; wanted: {self.queue}")
        return satisfied(seen)
