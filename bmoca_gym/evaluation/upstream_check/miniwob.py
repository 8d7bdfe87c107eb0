"""AndroidWorld's own ``miniwob`` family, from a user's checkout, on this phone. `androidworld` does the work.

The family's pages are not given a seed. Without one, this package's app seeds them with the empty string, so all seeds
of the suite give the same episode of each page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.evaluation.upstream_check import androidworld
from bmoca_gym.evaluation.upstream_check.report import OnProgress, UpstreamReport
from bmoca_gym.suites.androidworld.upstream_calls import Calls
from bmoca_gym.tasks import TaskTemplate

#: A line of the family's list of names; one that is left out stands behind a #.
_NAME = re.compile(r"^    '([a-z0-9-]+)',", re.MULTILINE)


def _names(checkout: Path) -> list[tuple[str, str]]:
    """The names of the family's tasks, as its registry forms them, each with our id."""
    folder = checkout / "android_world" / "task_evals" / "miniwob"
    text = (folder / "miniwob_registry.py").read_text("utf-8")
    listed = text[text.index("_NAMES = (") : text.index("_NAMES_SUBSET")]
    pages = sorted(set(_NAME.findall(listed)))
    return [(page, page.replace("-", "_")) for page in pages]


def _calls(template: TaskTemplate, params: Mapping[str, Any], goal: str, read: Callable[[str], str]) -> Calls:
    said = goal.partition(": ")[2]
    return [
        (call.verb, {**call.arguments, "told": said, **({"seed": ""} if "seed" in call.arguments else {})})
        for call in template.task(0).expert
    ]


def _over(device: AdbDevice) -> bool:
    """Whether the page has given its reward."""
    said = device.shell("am broadcast -a com.google.androidenv.miniwob.app.GET_REWARD_ACTION").output
    return re.search(r'data="-?[\d.]', said) is not None


FAMILY = androidworld.Family("miniwob", "miniwob", _names, _calls, _over)


def check(
    checkout: Path,
    *,
    python: str,
    tasks: Sequence[str],
    seeds: Sequence[int],
    save: Path | None,
    on_progress: OnProgress,
) -> UpstreamReport:
    """Let the benchmark's code set the pages up and judge our experts. See `androidworld.check`."""
    return androidworld.check(
        checkout, python=python, tasks=tasks, seeds=seeds, save=save, on_progress=on_progress, family=FAMILY
    )
