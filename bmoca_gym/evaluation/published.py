"""Published success rates of the B-MoCA paper, for comparison in reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bmoca_gym import data_files, suite_names

_FILE = suite_names.folder(suite_names.DEFAULT) / "published.yaml"


class Column(NamedTuple):
    """Published figures of one agent. ``rates``: (mean, standard error or None) in %, by task or environment."""

    agent: str
    input: str
    source: str
    note: str
    rates: dict[str, tuple[float, float | None]]


def columns(kind: str, names: Sequence[str]) -> list[Column]:
    """Read the columns that have a figure for at least one of ``names``.

    Args:
        kind: ``tasks`` (six tasks, on the ten test configurations) or ``environments`` (three, over 131 tasks).
        names: ids of tasks or environments.
    """
    content: Any = data_files.parsed(data_files.read(_FILE), str(_FILE))
    found = [
        Column(
            one["agent"],
            one["input"],
            one["source"],
            one.get("note", ""),
            {name: (mean, error) for name, (mean, error) in one["rates"].items()},
        )
        for one in content[kind]
    ]
    return [column for column in found if any(name in column.rates for name in names)]
