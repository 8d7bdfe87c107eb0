"""Instances depend only on suite, template and number: they are equal in every process and version of Python.

``python tests/suites/androidworld/test_determinism.py`` writes new digests after an intended change of instances.
"""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from bmoca_gym import tasks
from bmoca_gym.tasks import TaskTemplate
from bmoca_gym.tasks.plain import plain

FILE = Path(__file__).with_name("instances.yaml")
#: Of how many instances of each template digests are kept: of the first for every run, and of all.
COUNTS = (1, 20)


def written(value: Any) -> Any:
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    # What a picture or a film is packed into may differ between versions of the libraries that pack it.
    return value[:4].hex() if isinstance(value, bytes) else repr(value)


def digests(template: TaskTemplate, most: int) -> list[str]:
    """The digests of the parameters and the goals of the first instances."""
    found, state = [], hashlib.blake2b(digest_size=6)
    for number in range(most):
        task = template.task(number)
        text = json.dumps([plain(task.params), task.instruction], sort_keys=True, default=written)
        state.update(text.encode())
        if number + 1 in COUNTS:
            found.append(state.hexdigest())
    return found


def templates() -> list[TaskTemplate]:
    return [template for template in tasks.suite("androidworld").templates if template.parameters]


@pytest.mark.parametrize("count", [COUNTS[0], pytest.param(COUNTS[1], marks=pytest.mark.exhaustive)])
def test_instances_are_those_that_they_were(count: int) -> None:
    kept = yaml.safe_load(FILE.read_text("utf-8"))
    mend = f"where that is meant: python {FILE.parent.name}/{Path(__file__).name}"
    assert list(kept) == [template.id for template in templates()], mend
    for template in templates():
        found = digests(template, count)
        assert found == kept[template.id][: len(found)], f"{template.id}: other instances; {mend}"


if __name__ == "__main__":
    lines = [f"{template.id}: {digests(template, COUNTS[1])}\n" for template in templates()]
    head = "# Digests of the first and of 20 instances of each template: see test_determinism.py.\n"
    FILE.write_text(head + "".join(lines))
