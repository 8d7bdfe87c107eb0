"""This package's `upstream` judges of AndroidLab, compared with the verdicts of the benchmark's own code.

``bmoca check-upstream androidlab DIR --save FILE`` writes ``upstream_verdicts.json``: for each expert's episode, the
operations of its app whose judge gave more than nothing, each with completeness and score.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bmoca_gym import tasks
from bmoca_gym.evaluation.upstream_check import androidlab, recordings

SAID = json.loads(Path(__file__).with_name("upstream_verdicts.json").read_text())
OPERATIONS = recordings.operations([template.task(0) for template in tasks.templates("androidlab/all")])
APPS = sorted({task.app for task in OPERATIONS})


@pytest.mark.parametrize("app", APPS)
def test_our_judges_say_what_the_benchmark_s_own_code_said(app: str) -> None:
    ours: dict[str, dict[str, list[float]]] = {}
    names = [template.task(0) for template in tasks.templates(f"androidlab/app:{app}")]
    for recording in androidlab.record(names):
        for judge in OPERATIONS:
            if judge.app == app:
                found = recordings.judged(judge, recording)
                if found.satisfied or found.score:
                    ours.setdefault(recording.task.id, {})[judge.id] = [
                        found.satisfied,
                        round(found.score, 6),
                    ]
    assert ours
    assert ours == {name: SAID[name] for name in ours}
    assert not {task.id for task in names} & SAID.keys() - ours.keys()
