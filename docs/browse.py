"""Makes a page for each suite, app and task: ``python docs/browse.py`` writes them, with pictures, to docs/browse.

``make docs`` runs it before the site is built; git ignores what it writes. ``--every N`` makes the pages of every N-th
task alone, and of the apps that those are in. Pictures that are there are made anew where the package has changed.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import films
import gallery
import pictures
import suite_tasks
import yaml

from bmoca_gym import Task, randomization, tasks
from bmoca_gym.handset import images
from bmoca_gym.play import catalogue
from bmoca_gym.tasks.suite import Suite
from bmoca_gym.tasks.template import TaskTemplate

DOCS = Path(__file__).parent
#: Where pages and pictures go, and, within it, the pages of tasks by Gymnasium id, and the gallery.
FOLDER, INDEX, GALLERY = "browse", "pages.json", "gallery.html"

#: What Markdown would read as more than text.
_MARKED = re.compile(r"([\\`*_{}\[\]<>#|$~])")
#: Spaces that are none of the keyboard's.
_SPACES = re.compile(r"[^\S \n]")
#: What the list of B-MoCA's tasks says, behind their rules, of what was measured.
_MEASURED = re.compile(r"\*\*(?:not met|met by doing nothing|met early)\*\*.*")
#: An instance's value is shown up to this length.
_LONGEST = 160

_ENDS = {
    "finish": "when the agent says so",
    "success": "when the task is done",
}


class Shown(NamedTuple):
    """A suite that has pages.

    Attributes:
        title: what the benchmark is called.
        about: the hand-written page about it.
        listed: the page that lists its tasks.
        filled: tasks that fill an app, by its package; others are shown as their first task finds them.
    """

    title: str
    about: str
    listed: str
    filled: Mapping[str, str]


SUITES = {
    "bmoca": Shown("B-MoCA", "suites", "task_list", {}),
    "androidworld": Shown("AndroidWorld", "androidworld", "androidworld_tasks", pictures.FILLED),
    "androidlab": Shown("AndroidLab", "androidlab", "androidlab_tasks", pictures.LAB),
}


def plain(text: str) -> str:
    """A text in one line, with nothing in it that Markdown means."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))


def block(data: Any) -> str:
    """Data as a block of YAML."""
    text = _dumped(data, allow_unicode=True)
    if _SPACES.search(text):  # nobody would see which
        text = _dumped(data, allow_unicode=False)
    return f"```yaml\n{text}```"


class _Dumper(yaml.CSafeDumper):
    """Writes what stands twice twice."""

    def ignore_aliases(self, data: Any) -> bool:
        """Whether data are written without an anchor."""
        return True


def _dumped(data: Any, allow_unicode: bool) -> str:
    text: str = yaml.dump(
        data, Dumper=_Dumper, sort_keys=False, default_flow_style=None, width=100,
        allow_unicode=allow_unicode,
    )  # fmt: skip
    return text


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """A table of Markdown; the first row is its head."""
    head, *others = rows
    lines = [head, ("---",) * len(head), *others]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def pictured(folder: Path, *files: tuple[Path, str]) -> str:
    """Those of the pictures that are there, with what they show, side by side."""
    return " ".join(f"![{words}]({file.name})" for file, words in files if file.exists())


def slug(app: str) -> str:
    """The name of an app's folder."""
    return re.sub(r"\W+", "-", app.casefold()).strip("-")


def title_of(task: Task) -> str:
    """What a task's page is called: the words of its id."""
    words = task.id.replace("_", " ")
    return words[0].upper() + words[1:]


def apps_of(suite: Suite, every: int = 1) -> dict[str, str]:
    """The apps that every so many-th task of a suite is in, with their packages."""
    found = {template.first.app for template in suite.templates[::every]}
    return {app: package for app, package in suite.apps if app in found}


def toctree(pages: Iterable[str]) -> str:
    """Contents that only the side bar shows."""
    return "\n".join(["```{toctree}", ":hidden:", "", *pages, "```"])


class Pages:
    """The pages of a suite.

    ``site``: the folder of the site's sources; pictures that lie there are shown. ``every``: every so many-th task has
    a page, and the apps that those are in.
    """

    def __init__(self, suite: Suite, site: Path = DOCS, every: int = 1) -> None:
        self.suite, self.shown, self.every = suite, SUITES[suite.name], every
        self.templates, self.apps = suite.templates[::every], apps_of(suite, every)
        self.folder = site / FOLDER / suite.name
        self.pools = suite_tasks.pools_of(suite)
        listed = suite_tasks.LISTED.get(suite.name)
        self.played = json.loads(listed.played_file.read_text(encoding="utf-8")) if listed else None
        self.list_text = (DOCS / f"{self.shown.listed}.md").read_text(encoding="utf-8")

    def jobs(self) -> Iterator[films.Job]:
        """The pictures of all pages: of each app, and then of its tasks."""
        for app, package in self.apps.items():
            first = next(task for task in self.suite if task.app == app)
            filled = self.shown.filled.get(package, f"{self.suite.name}/{first.id}")
            yield films.Job(self.folder / slug(app), filled, package)
            for template in self.templates:
                if template.first.app == app:
                    yield films.Job(self.folder / slug(app), f"{self.suite.name}/{template.id}")

    def written(self) -> Iterator[tuple[Path, str]]:
        """Every page, with its place."""
        yield self.folder / "index.md", self.of_suite()
        for app in self.apps:
            yield self.folder / slug(app) / "index.md", self.of_app(app)
        for template in self.templates:
            yield self.page_of(template.first), self.of_task(template)

    def cards(self) -> Iterator[gallery.Card]:
        """The cards in the gallery: all tasks of the benchmark's paper, those without a page as well."""
        with_page = {template.id for template in self.templates}
        for task in self.suite:
            if task.extra:  # the benchmark's code has it, its paper not
                continue
            small = films.Job(self.folder / slug(task.app), f"{self.suite.name}/{task.id}").small
            page = f"{FOLDER}/{self.suite.name}/{slug(task.app)}/{task.id}"
            yield gallery.Card(
                suite=self.shown.title,
                app=task.app,
                gym_id=self.suite.gym_id(task),
                words=" ".join(task.instruction.split()),
                difficulty=gallery.difficulty(task),
                capabilities=gallery.capabilities(self.suite, task),
                page=f"{page if task.id in with_page else self.shown.listed}.html",
                picture=f"{films.GALLERY}/{self.suite.name}/{small.name}" if small.exists() else "",
            )

    def page_of(self, task: Task) -> Path:
        """The place of a task's page."""
        return self.folder / slug(task.app) / f"{task.id}.md"

    def of_suite(self) -> str:
        """The page of the suite: its apps, with how many tasks each has."""
        suite, shown = self.suite, self.shown
        image = images.image_named(suite.image)
        extra = sum(task.extra for task in suite)
        more = f", and {extra} that only the benchmark's code has," if extra else ""
        rows = [("app", "tasks", "package")]
        for app, package in self.apps.items():
            count = sum(task.app == app for task in suite)
            rows.append((f"[{app}]({slug(app)}/index.md)", str(count), f"`{package}`"))
        return "\n\n".join([
            f"# {shown.title} by app",
            f"{len(suite) - extra} tasks{more} in {len(apps_of(suite))} apps, on a phone with Android {image.release} "
            f"(image `{suite.image}`). The suite is `{suite.name}` {suite.version}. An episode ends "
            f"{_ENDS[suite.ends]}.",
            f"[About {shown.title}](../../{shown.about}.md). "
            f"[All tasks on one page, with their rules](../../{shown.listed}.md).",
            table(rows),
            toctree(f"{slug(app)}/index" for app in self.apps),
        ]) + "\n"  # fmt: skip

    def of_app(self, app: str) -> str:
        """The page of an app: its screens and its tasks."""
        folder = self.folder / slug(app)
        inside = [task for task in self.suite if task.app == app]
        rows = [("instruction", "step limit")]
        with_page = [template.id for template in self.templates if template.first.app == app]
        for task in inside:
            words = plain(task.instruction)
            linked = f"[{words}]({task.id}.md)" if task.id in with_page else words
            rows.append((linked, str(task.step_limit)))
        screens = [(folder / f"screen-{i}.webp", f"{app}, screen {i + 1}") for i in range(2 * films.SCREENS)]
        elsewhere = [
            f"[{SUITES[name].title}](../../{name}/{slug(other)}/index.md)"
            for name in SUITES
            for other in apps_of(tasks.suite(name), self.every)
            if name != self.suite.name and slug(other) == slug(app)
        ]
        also = f" The app is also in {' and '.join(elsewhere)}." if elsewhere else ""
        return "\n\n".join(filter(None, [
            f"# {app}",
            f"`{self.apps[app]}`, with {len(inside)} of the tasks of [{self.shown.title}](../index.md).{also}",
            pictured(folder, *screens),
            "## Tasks",
            table(rows),
            toctree(with_page),
        ])) + "\n"  # fmt: skip

    def of_task(self, template: TaskTemplate) -> str:
        """The page of a task."""
        task, data, name = template.first, template.data, f"{self.suite.name}/{template.id}"
        job = films.Job(self.folder / slug(task.app), name)
        goal = suite_tasks.goal_of(template)
        parts = [
            f"# {title_of(task)}",
            f"```{{index}} ! {self.suite.gym_id(task)}, ! {task.id}\n```",  # the search looks there for ids
            f"> {plain(goal)}",
            f"Instance 0: {plain(task.instruction)}" if task.instruction != goal else "",
            table(self._facts(task)),
            pictured(job.folder, (job.first, "the start"), (job.film, "the expert at work")),
            "## Play it",
            self._commands(task),
        ]  # fmt: skip
        if data.get("parts"):
            parts += ["## Parts", block(data["parts"])]
        shown = suite_tasks.shown(data)
        if shown:
            parts += ["## Parameters", table(self._parameters(template, shown))]
        if data.get("sub_goals"):
            parts += ["## Sub-goals", block(data["sub_goals"])]
        for judge, rule in suite_tasks.rules(data).items():
            parts += [
                f"## Rule of {'both judges' if judge == 'both judges' else f'the judge `{judge}`'}",
                block(rule),
            ]
        faults = self._faults(template)
        if faults:
            parts += ["## Where a judge is wrong", faults]
        if task.near_misses:
            misses = ", ".join(f"`{miss.name}`" for miss in task.near_misses)
            parts += ["## Near misses", f"States that look like success, and are none: {misses}."]
        if data.get("expert"):
            parts += ["## Expert", block(data["expert"])]
        return "\n\n".join(filter(None, parts)) + "\n"

    def _facts(self, task: Task) -> Iterator[tuple[str, str]]:
        tags = ", ".join(self.suite.tags_of(task.id))
        yield "", ""
        yield "Gymnasium id", f"`{self.suite.gym_id(task)}`"
        yield "suite, app", f"[{self.shown.title}](../index.md), [{task.app}](index.md)"
        yield "category", task.category + (f"; tags: {tags}" if tags else "")
        yield "step limit", suite_tasks.limit_of(task)
        if task.human_steps:
            yield "a person takes", f"{task.human_steps} steps"
        if task.complexity:
            yield "complexity", f"{task.complexity:g}"
        yield "an episode ends", _ENDS[task.ends]

    def _commands(self, task: Task) -> str:
        name = task.id if self.suite.name == "bmoca" else f"{self.suite.name}/{task.id}"
        environment = films.ENVIRONMENTS[self.suite.name]
        words = catalogue.in_words(randomization.get(environment))
        return (
            f"```sh\nbmoca play --task {name} --environment {environment}\n"
            f"bmoca solve --task {name} --environment {environment}\n```\n\n"
            f"The pictures are of this environment: {words}."
        )

    def _parameters(self, template: TaskTemplate, shown: list[str]) -> Iterator[tuple[str, ...]]:
        yield "parameter", "drawn from", "in instance 0"
        for name in shown:
            value = suite_tasks.code(template.first.params[name])
            value = value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…`"
            spec = suite_tasks.drawn_from(template.data["params"][name], self.pools, self.suite.name)
            yield f"`{name}`", spec, value

    def _faults(self, template: TaskTemplate) -> str:
        if self.played is not None:
            rows = [*suite_tasks.fault_rows(self.suite, template, self.played)]
            return "\n".join([suite_tasks.FAULTS_HEAD, *rows]) if rows else ""
        entry = self.list_text.partition(f"`{template.id}`")[2].partition("\n#")[0]
        return "Measured of the paper's rule: " + found[0] + "." if (found := _MEASURED.search(entry)) else ""


def write(path: Path, text: str) -> None:
    """Write what has changed: Sphinx reads again what is newer than its own."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main() -> None:
    """Make the pictures, then the pages, which show those that there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="every N-th task has a page (default: 1)"
    )
    parser.add_argument("--workers", type=int, default=2, help="phones that play at once (default: 2)")
    given = parser.parse_args()
    began = time.monotonic()
    of_suites = [Pages(tasks.suite(name), every=given.every) for name in SUITES]
    made = films.make([job for one in of_suites for job in one.jobs()], given.workers)
    written = {path: text for one in of_suites for path, text in one.written()}
    for path, text in written.items():
        write(path, text)
    for old in set((DOCS / FOLDER).rglob("*.md")) - set(written):
        old.unlink()
    ids = {
        one.suite.gym_id(template): one.page_of(template.first).relative_to(DOCS).with_suffix("").as_posix()
        for one in of_suites
        for template in one.templates
    }
    write(DOCS / FOLDER / GALLERY, gallery.page(card for one in of_suites for card in one.cards()))
    write(DOCS / FOLDER / INDEX, json.dumps(ids, indent=1) + "\n")
    print(f"{FOLDER}: {len(written)} pages, pictures of {made} made, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
