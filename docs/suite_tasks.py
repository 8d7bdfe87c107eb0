"""Makes the lists of tasks of suites: ``python docs/suite_tasks.py androidworld`` writes docs/androidworld_tasks.md.

It plays what has changed since it was played last: in some instances of each task, in the suite's environments here,
its expert, an agent that does nothing, one that finishes at once, and all near misses, under both judges. What came of
it is kept in docs/androidworld_played.json; the page is made of that and of the catalogue alone. It also brings the
number of tasks in README.md up to date.
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
from typing import Any, NamedTuple

from bmoca_gym import data_files, tasks
from bmoca_gym.evaluation import suite_check
from bmoca_gym.evaluation.progress import ProgressBar
from bmoca_gym.evaluation.suite_check import Outcome
from bmoca_gym.tasks.suite import Suite
from bmoca_gym.tasks.task import JUDGES, Task
from bmoca_gym.tasks.template import TaskTemplate

ROOT = Path(__file__).parents[1]
#: Texts that files of tasks write without quotes.
_PLAIN = re.compile(r"[A-Za-z_$/][\w $./+-]*")

_KINDS = """\
- **too loose**: the judge takes a near miss for success;
- **too strict**: the task was done, but the judge did not see it;
- **passes untouched**: the judge takes finishing at once for success."""

_HEAD = """\
# {title}'s tasks

{count} of the benchmark's {all} tasks, by app: for each one its goal, its ids, what it is made of, and the rules of
both judges. The [gallery](gallery.md) shows them as pictures.

{about}

{tables}
"""

_FAULTS = """\
## Where the benchmark is wrong

These faults of the benchmark's judge were found by playing {instances} {instance_word} of each task {where}: with its
expert, with an agent that does nothing, with one that finishes at once, and each near miss. `bmoca check-suite {name}`
finds each of them, and no other.

{kinds}

{faults}

## How this page is made

`python docs/suite_tasks.py {name}` makes it of the suite `{name}` {version}.
"""

#: The head of a table of `fault_rows`.
FAULTS_HEAD = "| task | judge | kind | what is wrong | measured |\n| --- | --- | --- | --- | --- |"


class Listed(NamedTuple):
    """A suite whose tasks are listed.

    Attributes:
        title: what the benchmark is called.
        all: how many tasks it has.
        environments: where they are played, and ``where`` in words; the second may speak another language.
        instances: how many of each task that has parameters.
        about: what the page says of the rules.
        degrees: the suite's categories in order, and what they are called together.
        kinds: what the kinds of faults mean.
    """

    title: str
    all: int
    environments: tuple[str, ...]
    where: str
    instances: int
    about: str
    degrees: tuple[str, ...]
    degree: str
    kinds: str = _KINDS

    @property
    def name(self) -> str:
        """The suite's."""
        return self.title.casefold()

    @property
    def page_file(self) -> Path:
        """The page."""
        return ROOT / f"docs/{self.name}_tasks.md"

    @property
    def played_file(self) -> Path:
        """What was played."""
        return ROOT / f"docs/{self.name}_played.json"

    @property
    def numbers(self) -> dict[str, str]:
        """Pages that tell how many tasks there are, and what stands behind the number."""
        return {"README.md": rf"\d+(?= tasks of\s+\[{self.title}\])"}


LISTED = {
    one.name: one
    for one in (
        Listed(
            "AndroidWorld",
            116,
            ("androidworld/all", "105"),
            "on AndroidWorld's Pixel 6 and on a phone that speaks Korean",
            2,
            "Values that each instance draws are written as `{name}` in a goal and as `$name` in a rule. `corrected`\n"
            "is true exactly when the task is done; `upstream` is what the benchmark's own code asks.",
            ("Easy", "Medium", "Hard"),
            "difficulty",
        ),
        Listed(
            "AndroidLab",
            138,
            ("androidlab/pixel_7_pro", "androidlab/large", "androidlab/pixel_fold"),
            "on AndroidLab's Pixel 7 Pro, on one with large letters and on the open Pixel Fold",
            1,
            "`corrected` is true exactly when the task is done, by the state of the phone; `upstream` is what the\n"
            "benchmark's own code asks of the last page that it knows. To judge answers it needs a language model;\n"
            "without one it says that it does not know.",
            ("Operation", "Question"),
            "kind",
            _KINDS.removesuffix(".")
            + ";\n- **unsolvable**: nobody can satisfy the judge by doing the task;\n"
            "- **crashes**: the benchmark's code fails on a page, which then does not count.",
        ),
    )
}


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
            misses = Counter(one.reason.partition(" is judged a success")[0] for one in wrong)
            faults[f"{judge}.{kind}"] = {
                "times": len(wrong), "of": len(only if elsewhere else made), "not_english": elsewhere,
                "near_misses": sorted(misses) if check == "near misses" else [],
            }  # fmt: skip
    return faults


def play(listed: Listed, suite: Suite, workers: int, again: bool) -> dict[str, Any]:
    """What was played, with what is not yet, or has changed, played now."""
    file, instances = listed.played_file, listed.instances
    before = {} if again or not file.exists() else json.loads(file.read_text(encoding="utf-8"))
    kept = before.get("tasks", {}) if before.get("instances") == instances else {}
    digests = {template.id: digest(template) for template in suite.templates}
    stale = [name for name in digests if kept.get(name, {}).get("digest") != digests[name]]
    jobs = [
        job
        for name in stale
        for job in suite_check.jobs_of(
            suite.name, f"{suite.name}/{name}", list(listed.environments), instances
        )
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


def drawn_from(spec: Any, pools: Mapping[str, Any], suite: str = "androidworld") -> str:
    """What a parameter is drawn from, in words where there are some."""
    if not isinstance(spec, Mapping):
        return code(spec)
    (kind, value), *others = spec.items()
    options = dict(others)
    if kind == "call":
        return _told(value, suite) + (f" {code(options)}" if options else "")
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


def _told(call: str, suite: str) -> str:
    """What a function of the suite says of itself in its first line."""
    module, _, name = call.partition(":")
    function = getattr(importlib.import_module(f"bmoca_gym.suites.{suite}.{module}"), name)
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


def rules(data: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a template by what to call their judge."""
    corrected = data.get("corrected", data.get("detector"))
    theirs = data.get("upstream", data.get("paper", corrected))
    if corrected is None:  # of a composite: the rules of its parts
        corrected = {"all": "parts"}
        theirs = theirs or corrected
    return {"both judges": corrected} if theirs == corrected else {"corrected": corrected, "upstream": theirs}


def limit_of(task: Task) -> str:
    """A task's step limit in words."""
    if task.step_limit == task.paper_step_limit:
        return f"{task.step_limit} steps"
    return f"{task.step_limit} steps (paper: {task.paper_step_limit}; {task.step_limit_reason})"


def goal_of(template: TaskTemplate) -> str:
    """What is asked for, in one line, with the places of parameters in it."""
    return " ".join(str(template.data.get("goal", template.data.get("instruction"))).split())


def pools_of(suite: Suite) -> Mapping[str, Any]:
    """The lists that a suite's parameters draw from."""
    file = ROOT / f"bmoca_gym/suites/{suite.name}/pools.yaml"
    return data_files.parsed(data_files.read(file), file.name) if file.exists() else {}


def entry(suite: Suite, template: TaskTemplate, pools: Mapping[str, Any]) -> str:
    """The lines of a task."""
    task, data = template.first, template.data
    person = f"a person takes {task.human_steps}" if task.human_steps else ""
    tags = f"tags: {', '.join(suite.tags_of(task.id)) or 'none'}" if suite.tags else ""
    complexity = f"complexity {task.complexity:g}" if task.complexity else ""
    lines = [
        f"### {task.gym_name}", "", f"> {goal_of(template)}", "",
        ", ".join(filter(None, [
            f"`{suite.gym_id(task)}`, `{task.id}`, {task.category}", complexity, limit_of(task), person, tags,
        ])), "",
    ]  # fmt: skip
    if data.get("parts"):
        lines.append(f"- parts: {code(data['parts'])}")
    lines += [f"- `{name}`: {drawn_from(data['params'][name], pools, suite.name)}" for name in shown(data)]
    if data.get("sub_goals"):
        lines += [f"- sub-goal `{name}`: {code(rule)}" for name, rule in data["sub_goals"].items()]
    lines += [f"- {judge}: {code(rule)}" for judge, rule in rules(data).items()]
    return "\n".join(lines)


def kind_of(suite: Suite, task: str, judge: str, kind: str) -> str:
    """The kind of a fault that was measured: what a judge never sees done may be unsolvable under it."""
    listed = {fault.kind for fault in suite.faults if (fault.task, fault.judge) == (task, judge)}
    return "unsolvable" if kind == "too_strict" and kind not in listed and "unsolvable" in listed else kind


def fault_rows(suite: Suite, template: TaskTemplate, played: Mapping[str, Any]) -> Iterable[str]:
    """Rows of a table: what is wrong with a task under its judges, and how often that showed."""
    reasons = {(fault.task, fault.judge, fault.kind): fault.reason for fault in suite.faults}
    for key, seen in played["tasks"].get(template.id, {}).get("faults", {}).items():
        judge, _, measured_kind = key.partition(".")
        kind = kind_of(suite, template.id, judge, measured_kind)
        where = " on the phone that speaks Korean" if seen["not_english"] else ""
        of = f"{seen['times']} of {seen['of']}"
        by = ", ".join(f"`{name}`" for name in seen["near_misses"])
        told = f"{by}: {of} near misses" if by else f"{of} episodes{where}"
        reason = reasons.get((template.id, judge, kind), "**not listed in faults.yaml**")
        yield f"| {template.first.gym_name} | `{judge}` | {kind.replace('_', ' ')} | {reason} | {told} |"
    for fault in suite.faults:
        if (fault.task, fault.kind) == (template.id, "crashes") and suite.name != "androidworld":
            crashes = f"crashes | {fault.reason} | on such pages"
            yield f"| {template.first.gym_name} | `{fault.judge}` | {crashes} |"


def _counts(names: Iterable[str]) -> str:
    return "\n".join(f"| {name} | {count} |" for name, count in Counter(names).items())


def _table(heading: str, rows: str) -> str:
    return f"| {heading} | tasks |\n| --- | --- |\n{rows}"


def page(listed: Listed, suite: Suite, played: Mapping[str, Any]) -> str:
    """The whole page."""
    pools = pools_of(suite)
    every = [template.first for template in suite.templates]
    degrees = sorted((task.category for task in every), key=listed.degrees.index)
    tags = {tag: sum(tag in suite.tags_of(task.id) for task in every) for tag, _ in suite.tags}
    apps = [app for app, _ in suite.apps if any(task.app == app for task in every)]
    tables = [
        _table("app", _counts(app for app in apps for task in every if task.app == app)),
        _table(listed.degree, _counts(degrees)),
    ]
    if tags:
        tables.append(
            _table("tag", "\n".join(f"| {tag} | {count} |" for tag, count in tags.items() if count))
        )
    head = _HEAD.format(
        title=listed.title, count=len(every), all=listed.all, about=listed.about, tables="\n\n".join(tables)
    )  # fmt: skip
    parts = [head]
    for app in apps:
        parts.append(f"## {app}\n")
        parts += [
            entry(suite, template, pools) + "\n" for template in suite.templates if template.first.app == app
        ]
    faults = _FAULTS.format(
        name=suite.name, version=suite.version, where=listed.where, kinds=listed.kinds,
        instances=played["instances"], instance_word="instances" if played["instances"] > 1 else "instance",
        faults="\n".join([FAULTS_HEAD, *(row for one in suite.templates for row in fault_rows(suite, one, played))]),
    )  # fmt: skip
    parts.append(faults)
    return "\n".join(parts)


def counted(listed: Listed, name: str, count: int) -> str:
    """A page of `Listed.numbers` with the number of tasks in it."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(listed.numbers[name], str(count), text)


def main() -> None:
    """Play what is not played yet, and write the page and the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", nargs="*", help=f"which: {', '.join(LISTED)} (default: all)")
    parser.add_argument("--workers", type=int, default=2, help="phones that play at once (default: 2)")
    parser.add_argument(
        "--again", action="store_true", help="play all tasks, those that have not changed too"
    )
    given = parser.parse_args()
    for listed in [LISTED[name] for name in given.suite or LISTED]:
        suite = tasks.suite(listed.name)
        played = play(listed, suite, given.workers, given.again)
        listed.played_file.write_text(json.dumps(played, indent=1) + "\n", encoding="utf-8")
        listed.page_file.write_text(page(listed, suite, played), encoding="utf-8")
        for name in listed.numbers:
            (ROOT / name).write_text(counted(listed, name, len(suite)), encoding="utf-8")
        print(f"{listed.page_file}: {len(suite)} tasks")


if __name__ == "__main__":
    main()
