"""AndroidLab's own code, from a user's checkout, against this package's judges and measures.

It judges two sets of traces. The first are those that ``bmoca evaluate --agent expert --judge upstream --traces
androidlab`` writes: each by its own task's judge, with all four figures. The second are the same episodes without
pictures: each by the judge of every operation of its app.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import randomization, tasks
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import SettingsError, writing
from bmoca_gym.evaluation import Episode, evaluate, settings_for
from bmoca_gym.evaluation.upstream_check import androidlab_program, recordings
from bmoca_gym.evaluation.upstream_check.conversation import checked, conversation
from bmoca_gym.evaluation.upstream_check.model_judge import AcceptingModel
from bmoca_gym.evaluation.upstream_check.recordings import Recording
from bmoca_gym.evaluation.upstream_check.report import Difference, OnProgress, UpstreamReport
from bmoca_gym.handset.value import replace
from bmoca_gym.success_detectors.answer import AnswerRule
from bmoca_gym.suites.androidlab import measures
from bmoca_gym.tasks import Task

#: The benchmark's own phone.
_ENVIRONMENT = "androidlab/pixel_7_pro"

#: What the benchmark's evaluation imports, as pip knows it.
_REQUIREMENTS = (
    "'pandas<3' lxml xmltodict openai zhipuai jsonlines tqdm numpy pillow backoff requests pyyaml colorama "
    "opencv-python-headless pyshine Levenshtein"
)

_Ask = Callable[[str, Path], dict[str, Any]]


class Figures(NamedTuple):
    """The figures of an episode to compare. ``rrr``: None if the task is not complete."""

    complete: bool
    score: float
    rrr: float | None
    ror: float


def check(
    checkout: Path,
    *,
    python: str,
    tasks: Sequence[str],
    seeds: Sequence[int],
    save: Path | None,
    on_progress: OnProgress,
) -> UpstreamReport:
    """Compare the benchmark's code with this package on the episodes of all experts.

    Args:
        checkout: a checkout of the benchmark's code.
        python: a Python interpreter with the requirements of the benchmark's evaluation.
        tasks: the tasks whose traces are judged, as for `bmoca_gym.tasks.select`.
        seeds: not used, since no task of this suite has parameters.
        save: a JSON file for the verdicts of the benchmark's code on the second set of traces, or None.
        on_progress: called after each comparison.

    Raises:
        SettingsError: the folder is not a checkout, or the benchmark's code does not start.
        OutputError: a file can't be written.
    """
    chosen = _selected(tasks)
    if not (checkout / "evaluation" / "task.py").is_file():
        raise SettingsError(f"{checkout}: there is no evaluation/task.py; give a checkout of Android-Lab.")
    pairs = [(judge, one) for one in chosen for judge in _judges(one)]
    total = len(chosen) + len(pairs)
    found: list[Difference] = []
    with tempfile.TemporaryDirectory() as scratch, AcceptingModel() as model:
        folder = Path(scratch)
        with _judge(checkout.resolve(), python, folder, model.address) as ask:
            equal = {}
            for done, task in enumerate(chosen, 1):
                found += (new := _own(task, ask, model, folder / "own" / task.id))
                equal[task.id] = not new
                on_progress(done, total)
            verdicts: dict[str, dict[str, tuple[bool, float]]] = {}
            different = dict.fromkeys(equal, 0)
            recorded = {one.task.id: one for one in record(chosen, folder / "all")}
            for done, (judge, task) in enumerate(pairs, len(chosen) + 1):
                theirs, new = _pair(judge, recorded[task.id], ask)
                found += new
                different[task.id] += bool(new)
                if theirs.complete or theirs.score:
                    verdicts.setdefault(task.id, {})[judge.id] = theirs.complete, round(theirs.score, 6)
                on_progress(done, total)
    if save is not None:
        with writing(save):
            save.write_text(as_text(verdicts), encoding="utf-8")
    rows = []
    for app in dict.fromkeys(task.app for task in chosen):
        own = [task.id for task in chosen if task.app == app]
        count = sum(task.app == app for _, task in pairs)
        rows.append(
            (
                app,
                f"{sum(equal[name] for name in own)}/{len(own)}",
                f"{count - sum(different[name] for name in own)}/{count}",
            )
        )
    text = (
        f"{sum(equal.values())} of {len(chosen)} tasks are equal in completeness, score, RRR and ROR, and "
        f"{len(pairs) - sum(different.values())} of {len(pairs)} pairs of a trace and a judge in the first three."
    )
    columns = ("app", "own trace equal", "pairs equal")
    return UpstreamReport(columns, tuple(rows), tuple(found), text)


def record(chosen: Sequence[Task], out: Path | None = None) -> Iterator[Recording]:
    """Play the experts of tasks without pictures. ``out``: folder for their traces, or None."""
    commands = recordings.commands_of_all(_selected(["androidlab/all"]))
    (environment,) = randomization.select(_ENVIRONMENT)
    env = PhoneEnv(list(chosen), _ENVIRONMENT, action="text", observation="text", judge="upstream")
    for task in chosen:
        yield recordings.record(task, env, environment, commands, out)
    env.close()


def as_text(verdicts: Mapping[str, Mapping[str, tuple[bool, float]]]) -> str:
    """Write verdicts as JSON: one line per trace, with each judge that gave it more than zero."""
    lines = [f" {json.dumps(trace)}: {json.dumps(verdicts[trace])}" for trace in verdicts]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _selected(names: Sequence[str]) -> list[Task]:
    return [template.task(0) for template in tasks.templates(list(names))]


def _judges(task: Task) -> list[Task]:
    """The operation tasks of a task's app."""
    return [other for other in recordings.operations(_selected(["androidlab/all"])) if other.app == task.app]


def _own(task: Task, ask: _Ask, model: AcceptingModel, out: Path) -> list[Difference]:
    """The differences for an expert's trace under its own judge."""
    settings = replace(
        settings_for("expert", f"androidlab/{task.id}", _ENVIRONMENT, judge="upstream", films="none"),
        traces="androidlab", answer_model="accepting", answer_base_url=model.address, answer_cache=str(out / "cache"),
    )  # fmt: skip
    (episode,) = evaluate(settings, out, test_call=False)
    (folder,) = (out / "traces").glob("*/*")
    model.asked.clear()
    theirs = _figures(ask(task.id, folder))
    found = differences(task.id, "its own trace", theirs, _ours(episode))
    if episode.error is not None:
        found.append(Difference(task.id, "its own trace", "error", "none", episode.error))
    if isinstance(task.upstream, AnswerRule):
        reference = model.asked[-1].rpartition("Standard Answer: ")[2] if model.asked else "none"
        ours = str(task.upstream.model)
        if reference.strip() != ours.strip():
            found.append(Difference(task.id, "its own trace", "reference", reference, ours))
    return found


def _ours(episode: Episode) -> Figures:
    redundancy = measures.reversed_redundancy([episode], "human")
    operations = measures.reasonable_operations_upstream([episode])
    return Figures(
        episode.success,
        (episode.scores or {}).get("upstream", 0.0),
        redundancy and redundancy.mean,
        operations.mean if operations else 0.0,
    )


def _pair(judge: Task, recording: Recording, ask: _Ask) -> tuple[Figures, list[Difference]]:
    """The benchmark's verdict on a recording, and how it differs from ours."""
    assert recording.folder is not None
    theirs = _figures(ask(judge.id, recording.folder))
    found = recordings.judged(judge, recording)
    steps = len(recording.pages)
    ratio = judge.human_steps / steps if found.satisfied and judge.human_steps else None
    # Without pictures there is no ratio of reasonable operations.
    ours = Figures(found.satisfied, round(found.score, 6), ratio, theirs.ror)
    return theirs, differences(judge.id, f"trace of {recording.task.id}", theirs, ours)


def differences(task: str, of: str, theirs: Figures, ours: Figures) -> list[Difference]:
    """Return a difference for each figure that differs."""
    return [
        Difference(task, of, name, _shown(one), _shown(other))
        for name, one, other in zip(Figures._fields, theirs, ours, strict=True)
        if not _same(one, other)
    ]


def _same(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, abs_tol=1e-5)


def _shown(figure: Any) -> str:
    return f"{figure:.4f}" if isinstance(figure, float) else str(figure)


def _figures(answer: Mapping[str, Any]) -> Figures:
    return Figures(*(answer[name] for name in Figures._fields))


@contextmanager
def _judge(checkout: Path, python: str, scratch: Path, address: str) -> Iterator[_Ask]:
    """Run the benchmark's code. Yields a function that asks it for a trace's figures."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"OPENAI_BASE_URL": address, "OPENAI_API_KEY": "none", "NO_PROXY": "127.0.0.1"}
    command = [python, "-B", str(Path(androidlab_program.__file__).resolve()), str(checkout), str(scratch)]
    requirements = f"pip install {_REQUIREMENTS}"
    with conversation(command, environment, scratch / "words.txt", requirements) as asked:
        yield lambda judge, trace: checked(asked({"judge": judge, "trace": str(trace)}))
