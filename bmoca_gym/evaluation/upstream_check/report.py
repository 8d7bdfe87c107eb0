"""The outcome of a comparison between a benchmark's own code and this package's judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

#: Called with the number of finished comparisons and the number of all.
OnProgress = Callable[[int, int], None]


class Difference(NamedTuple):
    """A place where the benchmark's code and ours differ.

    Attributes:
        task: the task whose judge is compared.
        of: what was judged or done: another task's trace, or a stage such as "tear down".
        what: the figure that differs, such as "complete".
        theirs: what the benchmark's code says.
        ours: what this package says.
    """

    task: str
    of: str
    what: str
    theirs: str
    ours: str


class UpstreamReport(NamedTuple):
    """All differences between a benchmark's code and ours.

    Attributes:
        columns: names of the columns of the summary.
        summary: its rows, for example one per app.
        differences: what differs; empty if both agree.
        known: differences due to a listed fault, which is named; they don't fail the check.
        text: one sentence that says how much was compared.
    """

    columns: tuple[str, ...]
    summary: tuple[tuple[str, ...], ...]
    differences: tuple[Difference, ...]
    text: str
    known: tuple[Difference, ...] = ()
