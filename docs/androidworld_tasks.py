"""Makes the list of AndroidWorld's tasks: ``python docs/androidworld_tasks.py`` writes docs/androidworld_tasks.md.

It plays what has changed since it was played last: in some instances of each task, on AndroidWorld's own phone and on
one that speaks Korean, its expert, an agent that does nothing, one that finishes at once, and all near misses, under
both judges. What came of it is kept in docs/androidworld_played.json; the page is made of that and of the catalogue
alone. It also brings the number of tasks in README.md up to date.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, tasks
from bmoca_gym.evaluation import suite_check
from bmoca_gym.evaluation.progress import ProgressBar
from bmoca_gym.evaluation.suite_check import Outcome
from bmoca_gym.tasks.suite import Suite
from bmoca_gym.tasks.task import JUDGES
from bmoca_gym.tasks.template import TaskTemplate

ROOT = Path(__file__).parents[1]
PAGE, PLAYED = ROOT / "docs/androidworld_tasks.md", ROOT / "docs/androidworld_played.json"
FOLDER = ROOT / "bmoca_gym/suites/androidworld"
#: The tasks of the benchmark.
ALL = 116
#: Where it is played: AndroidWorld's Pixel 6, and a phone in Korean at 550 dpi.
ENVIRONMENTS = ("androidworld/all", "105")
#: Texts that files of tasks write without quotes.
_PLAIN = re.compile(r"[A-Za-z_$/][\w $./+-]*")
#: Pages that tell how many tasks there are, and what stands behind the number.
NUMBERS = {
    "README.md": r"\d+(?= tasks of\s+\[AndroidWorld\])",
}

_HEAD = """\
# AndroidWorld's tasks

Made by `python docs/androidworld_tasks.py` of the suite `androidworld` {version}: {count} of the benchmark's {all}
tasks. An instance's values stand in braces in a goal, and behind a dollar sign in a rule; `corrected` is true exactly
where the task is done, `upstream` is what the benchmark's own code asks.

| app | tasks |
| --- | --- |
{apps}

| difficulty | tasks |
| --- | --- |
{difficulties}

| tag | tasks |
| --- | --- |
{tags}

## Where the benchmark is wrong

Measured by playing {instances} instances of each task on AndroidWorld's Pixel 6 and on a phone that speaks Korean: its
expert, an agent that does nothing, one that finishes at once, and each near miss. `bmoca check-suite androidworld`
finds each of these, and no other.

- **too loose**: a near miss is taken for success;
- **too strict**: the task was done, and the judge did not see it;
- **passes untouched**: finishing at once is taken for success.

| task | judge | kind | what is wrong | measured |
| --- | --- | --- | --- | --- |
{faults}
"""


def digest(template: TaskTemplate) -> str:
    """What tells whether a task is still as it was when it was played."""
    text = json.dumps(template.data, default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# Playing


def measured(found: Sequence[Outcome]) -> dict[str, Any]:
    """What outcomes of one task's checks come to: by judge and kind of fault, how often it showed of how many times."""
    faults: dict[str, dict[str, Any]] = {}
    for judge in JUDGES:
        for check, kind in (
            ("expert", "too_strict"),
            ("quitter", "passes_untouched"),
            ("near misses", "too_loose"),
        ):
            made = [one for one in found if (one.judge, one.check) == (judge, check)]
            wrong = [one for one in made if not one.passed]
            if not wrong:
                continue
            only = [one for one in made if not one.english]
            elsewhere = len(wrong) == len(only) and not any(one.english for one in wrong)
            misses = Counter(one.reason.partition(" is taken for success")[0] for one in wrong)
            faults[f"{judge}.{kind}"] = {
                "times": len(wrong), "of": len(only if elsewhere else made), "not_english": elsewhere,
                "near_misses": sorted(misses) if check == "near misses" else [],
            }  # fmt: skip
    return faults


def play(suite: Suite, instances: int, workers: int, again: bool) -> dict[str, Any]:
    """What was played, with what is not yet, or has changed, played now."""
    before = {} if again or not PLAYED.exists() else json.loads(PLAYED.read_text(encoding="utf-8"))
    kept = before.get("tasks", {}) if before.get("instances") == instances else {}
    digests = {template.id: digest(template) for template in suite.templates}
    stale = [name for name in digests if kept.get(name, {}).get("digest") != digests[name]]
    jobs = [
        job
        for name in stale
        for job in suite_check.jobs_of(suite.name, f"{suite.name}/{name}", list(ENVIRONMENTS), instances)
    ]
    with ProgressBar(suite.name, len(jobs)) as bar:
        found = suite_check.check(jobs, workers, lambda job: bar.count())
    for name in stale:
        outcomes = [one for one in found if one.task == name]
        kept[name] = {"digest": digests[name], "faults": measured(outcomes)}
    return {"instances": instances, "tasks": {name: kept[name] for name in digests}}


# The page


def flow(data: Any) -> str:
    """Plain data in one line, as files of tasks write it."""
    if isinstance(data, Mapping):
        return "{" + ", ".join(f"{flow(name)}: {flow(value)}" for name, value in data.items()) + "}"
    if isinstance(data, (list, tuple)):
        return "[" + ", ".join(map(flow, data)) + "]"
    if isinstance(data, str):
        text = " ".join(data.split())
        return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    return str(data)


def code(data: Any) -> str:
    """The same as inline code."""
    return f"`{flow(data)}`"


def drawn_from(spec: Any, pools: Mapping[str, Any]) -> str:
    """What a parameter is drawn from, in words where there are some."""
    if not isinstance(spec, Mapping):
        return code(spec)
    (kind, value), *others = spec.items()
    options = dict(others)
    if kind == "call":
        return _told(value) + (f" {code(options)}" if options else "")
    count = options.pop("count", None)
    some = "one of " if count is None else f"{flow(count)} of "
    unless = f", but for {code(options.pop('unless'))}" if "unless" in options else ""
    if kind == "choice" and isinstance(value, str) and value in pools:
        text = f"{some}the {len(pools[value])} `{value}`{unless}"
    elif kind == "choice" and isinstance(value, list):
        text = f"{some}{code(value)}{unless}"
    elif kind in ("integer", "date") and not options:
        text = f"{value[0]} to {value[1]}{unless}"
    else:
        return code(spec)
    return text + (f" {code(options)}" if options else "")


def _told(call: str) -> str:
    """What a function of the suite says of itself in its first line."""
    module, _, name = call.partition(":")
    function = getattr(importlib.import_module(f"bmoca_gym.suites.androidworld.{module}"), name)
    line = " ".join((function.__doc__ or "").split("\n\n")[0].split())
    return f"`{name}`: {line.replace('``', '`')}"


def shown(data: Mapping[str, Any]) -> list[str]:
    """The parameters that an instance is made of, without those that near misses alone have."""
    params = data.get("params") or {}
    text = flow({name: value for name, value in data.items() if name not in ("params", "near_misses")})
    found: list[str] = []
    while True:
        named = set(re.findall(r"[${]+(\w+)", text))
        more = [name for name in params if name in named and name not in found]
        if not more:
            return [name for name in params if name in found]
        found += more
        text = flow({name: params[name] for name in more})


def _rules(data: Mapping[str, Any]) -> Iterable[str]:
    corrected = data.get("corrected", data.get("detector"))
    theirs = data.get("upstream", data.get("paper", corrected))
    if corrected is None:  # of a composite: the rules of its parts
        corrected = {"all": "parts"}
        theirs = theirs or corrected
    if theirs == corrected:
        yield f"- both judges: {code(corrected)}"
        return
    yield f"- corrected: {code(corrected)}"
    yield f"- upstream: {code(theirs)}"


def entry(suite: Suite, template: TaskTemplate, pools: Mapping[str, Any]) -> str:
    """The lines of a task."""
    task, data = template.first, template.data
    limit = f"{task.step_limit} steps"
    if task.step_limit != task.paper_step_limit:
        limit += f" (paper: {task.paper_step_limit}; {task.step_limit_reason})"
    person = f"a person takes {task.human_steps}, " if task.human_steps else ""
    tags = ", ".join(suite.tags_of(task.id)) or "none"
    goal = " ".join(str(data.get("goal", data.get("instruction"))).split())
    lines = [
        f"### {task.gym_name}", "", f"> {goal}", "",
        f"`{suite.gym_id(task)}`, `{task.id}`, {task.category}, complexity {task.complexity:g}, {limit}, {person}"
        f"tags: {tags}", "",
    ]  # fmt: skip
    if data.get("parts"):
        lines.append(f"- parts: {code(data['parts'])}")
    lines += [f"- `{name}`: {drawn_from(data['params'][name], pools)}" for name in shown(data)]
    lines += _rules(data)
    return "\n".join(lines)


def _fault_rows(suite: Suite, played: Mapping[str, Any]) -> Iterable[str]:
    reasons = {(fault.task, fault.judge, fault.kind): fault.reason for fault in suite.faults}
    for template in suite.templates:
        for key, seen in played["tasks"].get(template.id, {}).get("faults", {}).items():
            judge, _, kind = key.partition(".")
            where = " on the phone that speaks Korean" if seen["not_english"] else ""
            of = f"{seen['times']} of {seen['of']}"
            by = ", ".join(f"`{name}`" for name in seen["near_misses"])
            told = f"{by}: {of} near misses" if by else f"{of} episodes{where}"
            reason = reasons.get((template.id, judge, kind), "**not listed in faults.yaml**")
            yield f"| {template.first.gym_name} | `{judge}` | {kind.replace('_', ' ')} | {reason} | {told} |"


def _counts(names: Iterable[str]) -> str:
    return "\n".join(f"| {name} | {count} |" for name, count in Counter(names).items())


def page(suite: Suite, played: Mapping[str, Any]) -> str:
    """The whole page."""
    pools: Any = data_files.parsed(data_files.read(FOLDER / "pools.yaml"), "pools.yaml")
    every = [template.first for template in suite.templates]
    difficulties = sorted((task.category for task in every), key=["Easy", "Medium", "Hard"].index)
    tags = {tag: sum(tag in suite.tags_of(task.id) for task in every) for tag, _ in suite.tags}
    apps = [app for app, _ in suite.apps if any(task.app == app for task in every)]
    head = _HEAD.format(
        version=suite.version, count=len(every), all=ALL,
        apps=_counts(app for app in apps for task in every if task.app == app),
        difficulties=_counts(difficulties),
        tags="\n".join(f"| {tag} | {count} |" for tag, count in tags.items() if count),
        instances=played["instances"],
        faults="\n".join(_fault_rows(suite, played)),
    )  # fmt: skip
    parts = [head]
    for app in apps:
        parts.append(f"## {app}\n")
        parts += [
            entry(suite, template, pools) + "\n" for template in suite.templates if template.first.app == app
        ]
    return "\n".join(parts)


def counted(name: str, count: int) -> str:
    """A page of `NUMBERS` with the number of tasks in it."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(NUMBERS[name], str(count), text)


def main() -> None:
    """Play what is not played yet, and write the page and the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2, help="phones that play at once (default: 2)")
    parser.add_argument("--instances", type=int, default=2, help="instances of each task (default: 2)")
    parser.add_argument(
        "--again", action="store_true", help="play all tasks, those that have not changed too"
    )
    given = parser.parse_args()
    suite = tasks.suite("androidworld")
    played = play(suite, given.instances, given.workers, given.again)
    PLAYED.write_text(json.dumps(played, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(suite, played), encoding="utf-8")
    for name in NUMBERS:
        (ROOT / name).write_text(counted(name, len(suite)), encoding="utf-8")
    print(f"{PAGE}: {len(suite)} tasks")


if __name__ == "__main__":
    main()
