"""Episodes that training must not see: what evaluates plays them, and what trains refuses them unless it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

CONTACT = "androidworld/contacts_add_contact"
_ALARM = "bmoca/create_alarm_at_10_30_am"


class HeldOut(NamedTuple):
    """An episode, as a row names it, and why it is held out, as the error says."""

    task: str
    seed: int
    configuration: str
    why: str

    @property
    def row(self) -> dict[str, Any]:
        """The row that names it, without asking for what is held out."""
        return {"task": self.task, "seed": self.seed, "configuration": self.configuration}

    def check_started(self, score: Mapping[str, Any]) -> None:
        """Check that a score is of this episode."""
        names = (self.task, self.configuration)
        task, environment = (name.rpartition("/")[2] for name in names)
        assert (score["task"], score["task_seed"], score["environment"]) == (task, self.seed, environment)


EPISODES = (
    HeldOut(
        _ALARM, 0, "105", "in 105: the configuration is for tests. Training takes instances from 1000 on"
    ),
    HeldOut(_ALARM, 0, "100-korean", "the configuration is for tests"),
    HeldOut(_ALARM, 0, "203", "the configuration is for validation"),
    HeldOut(
        CONTACT, 3, "androidworld/pixel_6", "contacts_add_contact (3) in pixel_6: the instance is for tests"
    ),
    HeldOut(CONTACT, 900, "androidworld/pixel_6", "the instance is for validation"),
)
