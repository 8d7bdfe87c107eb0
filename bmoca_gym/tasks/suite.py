"""Suites: the tasks of a benchmark and their common data. A suite is checked completely when it is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, suite_index, suite_names
from bmoca_gym.errors import CatalogueError, UnknownTaskError, cut, nearest
from bmoca_gym.shared_fields import filled
from bmoca_gym.suite_index import IndexedTask
from bmoca_gym.tasks import asking, chain, memory, web_page
from bmoca_gym.tasks.checkout import GOALS_READERS, OWN, POOLS_READERS, Checkouts, digest
from bmoca_gym.tasks.entry import Entry
from bmoca_gym.tasks.from_data import ALIASES, FIELDS, TaskReader, needs_of
from bmoca_gym.tasks.parameters import Source
from bmoca_gym.tasks.steps import Step, fixture_steps, steps_from_data
from bmoca_gym.tasks.task import BEGINS, ENDS, JUDGES, UNFINISHED, Ends, Task
from bmoca_gym.tasks.template import OWN_FIELDS, TaskTemplate

#: Fields of a suite.
SUITE_FIELDS = (
    "version", "prefix", "image", "begins", "ends", "unfinished", "stop_after_repeats", "start",
    "environments", "drawn", "experts", "checked_by", "needs", "defaults", "apps",
    "categories", "files", "shared", "paths", "templates", "tasks",
)  # fmt: skip
#: Fields of a file of tasks.
FILE_FIELDS = ("defaults", "shared", "paths", "templates", "tasks")

#: How a check of the suite plays experts.
CHECKED_BY = ("actions", "gestures")

#: For `load`: don't build any task.
NONE = IndexedTask("", "", "")

#: Kinds of faults of a benchmark's own tasks.
FAULTS = ("unsolvable", "passes_untouched", "too_loose", "too_strict", "crashes")

#: Phones on which a fault occurs: in all languages, or in all but English.
FAULT_LANGUAGES = ("all", "other")
_FAULT_FIELDS = ("task", "judge", "kind", "reason", "languages", "environments")


@dataclass(frozen=True, slots=True)
class Fault:
    """Fault of a task under one judge: one of `FAULTS`, and a sentence that says why.

    ``languages``: languages of the phones on which it occurs: "all", or "other" than English.
    ``environments``: ids of the only configurations in which it occurs; empty for all.
    """

    task: str
    judge: str
    kind: str
    reason: str
    languages: str = "all"
    environments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """The tasks of one benchmark.

    Attributes:
        name: its name, as in ``androidworld/contacts_add_contact``.
        version: its version, which changes with every change that alters scores.
        prefix: prefix of its Gymnasium ids.
        image: name of the image that its tasks need.
        ends: what terminates its episodes unless a task says otherwise, see `Task`.
        environments: its default configurations, as `bmoca_gym.randomization.select` takes them.
        checked_by: how ``bmoca check-suite`` plays experts: by "actions" that agents have, or, where tasks need exact
            points, by the "gestures" themselves.
        apps: names of apps in tasks, with their Android packages.
        templates: its tasks, before parameters are drawn.
        faults: faults of the benchmark's own tasks.
        tags: ids of tasks by tag; tags are the benchmark authors' names for skills.
        pools: hash of the pools of a checkout; "" for its own.
        goals: hash of the instructions of a checkout; "" for its own.
        memory: families of tasks that write down an answer, by name.
        held: by task, what a user may hold back from its goal, see `bmoca_gym.tasks.asking.Held`.
        nothing: by task, why a user can't hold anything back.
    """

    name: str
    version: str
    prefix: str
    image: str
    ends: Ends
    environments: str
    apps: tuple[tuple[str, str], ...]
    templates: tuple[TaskTemplate, ...]
    checked_by: str = CHECKED_BY[0]
    faults: tuple[Fault, ...] = ()
    tags: tuple[tuple[str, tuple[str, ...]], ...] = ()
    pools: str = ""
    goals: str = ""
    memory: tuple[tuple[str, memory.Family], ...] = ()
    held: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    nothing: tuple[tuple[str, str], ...] = ()
    _by_id: dict[str, TaskTemplate] = field(init=False, repr=False, compare=False, hash=False)
    _drawn: dict[str, TaskTemplate] = field(
        init=False, repr=False, compare=False, hash=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {template.id: template for template in self.templates})

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Instance 0 of each template."""
        return tuple([template.first for template in self.templates])

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.templates)

    def __contains__(self, task_id: object) -> bool:
        return task_id in self._by_id

    def template(self, task_id: str) -> TaskTemplate:
        """Return the template of that id, or of tasks drawn from the suite's tasks: see `drawn`.

        Raises:
            UnknownTaskError: there is none; the message suggests the nearest ids.
        """
        template = self._by_id.get(task_id) if isinstance(task_id, str) else None
        if template is None and isinstance(task_id, str):
            template = self.drawn(task_id)
        if template is None:
            close = nearest(str(task_id), self._by_id)
            raise UnknownTaskError(f"There is no task {cut(task_id)} in suite {self.name!r}.{close}")
        return template

    def drawn(self, task_id: str) -> TaskTemplate | None:
        """Return the template of tasks that are drawn from the suite's, such as ``chain_4``, ``memory_note`` or, with a
        user, ``contacts_add_contact_helpful``; None if it is not such a name.

        Raises:
            UnknownTaskError: the suite lacks what they are drawn from.
        """
        if task_id not in self._drawn:
            with_user, family = asking.named(task_id), dict(self.memory).get(memory.named(task_id) or "")
            if chain.named(task_id) is not None:
                self._drawn[task_id] = chain.ChainTemplate(self.name, task_id, self.templates)
            elif family is not None:
                self._drawn[task_id] = memory.MemoryTemplate(self.name, task_id, family, self.templates)
            elif with_user is not None and with_user[0] in self._by_id:
                self._drawn[task_id] = self.asked(self._by_id[with_user[0]], with_user[1])
        return self._drawn.get(task_id)

    def asked(self, template: TaskTemplate, user: str) -> asking.AskTemplate:
        """Return a task of the suite with a user.

        Raises:
            UnknownTaskError: nothing can be left out of its goal.
        """
        held = dict(self.held)
        parts = held.get(template.id, ())
        others = []
        if user == "fickle" and parts:
            goals = {gap.goal for gap in asking.held_gaps(template.first.instruction, parts)}
            for name, theirs in held.items():
                other = self._by_id[name]
                there = {gap.goal for gap in asking.held_gaps(other.first.instruction, theirs)}
                if other is not template and goals & there:
                    others.append(asking.Held(other, theirs))
        why = dict(self.nothing).get(template.id, "")
        return asking.AskTemplate(template, user, parts, tuple(others), why)

    def tags_of(self, task_id: str) -> tuple[str, ...]:
        """Return the tags of a task in alphabetical order."""
        return tuple([tag for tag, ids in self.tags if task_id in ids])

    def get(self, task_id: str, task_seed: int = 0) -> Task:
        """Return the task of that id. ``task_seed``: number of the instance, for a template with parameters.

        Raises:
            UnknownTaskError: see `template`.
        """
        return self.template(task_id).task(task_seed)

    def gym_id(self, task: Task | TaskTemplate) -> str:
        """Return the Gymnasium id of one of its tasks."""
        one = task if isinstance(task, Task) else task.first
        return f"{self.prefix}-{one.gym_name}-v0"


def load(
    path: str | Path,
    name: str | None = None,
    package: str = "",
    checkouts: Checkouts = OWN,
    only: IndexedTask | None = None,
) -> Suite:
    """Load the suite in a YAML or JSON file.

    The file's folder can also contain ``pools.yaml`` (lists from which parameters are drawn),
    ``fixtures.yaml`` (rows of stores at the start of all tasks, by store), ``faults.yaml`` (see `Fault`) and
    ``tags.yaml`` (lists of tasks by tag), and ``memory.yaml`` (see `bmoca_gym.tasks.memory.Family`).

    Args:
        path: the file.
        name: the suite's name; by default the file's path.
        package: the Python package in the folder, with experts and functions for parameters.
        checkouts: checkouts of the benchmark's own code that replace pools and instructions; see
            `PoolsReader` and `GoalsReader`.
        only: the only task to build, or `NONE`. The other tasks are not checked, and the suite has no faults or tags.

    Raises:
        CatalogueError: the file can't be read, is not valid YAML, or a field is missing, unknown or
            malformed. The message has file, task and field, what was given and what is expected.
    """
    path = Path(path)
    text = data_files.read(path)
    name = path.as_posix() if name is None else name
    return loads(text, name, str(path), path.parent, package, checkouts, only)


def loads(
    text: str,
    name: str,
    source: str = "<text>",
    folder: Path | None = None,
    package: str = "",
    checkouts: Checkouts = OWN,
    only: IndexedTask | None = None,
) -> Suite:
    """Load a suite from text. ``source``: its name in errors; ``folder``: the folder of the files it lists; ``only``:
    as for `load`.

    Raises:
        CatalogueError: as `load`.
    """
    entry = Entry(data_files.parsed(text, source), source, SUITE_FIELDS)
    version = entry.text("version", pattern=r"\d+\.\d+\.\d+", wanted="three numbers such as 1.0.0")
    apps = _apps(entry)
    categories = entry.items("categories", ())
    if not all(isinstance(category, str) for category in categories):
        raise entry.fault("categories", "a list of names")
    experts = entry.items("experts", ())
    for other in experts:
        if other not in suite_names.packages():
            known = ", ".join(suite_names.packages())
            raise entry.fault("experts", f"a list of suites whose experts it uses too, of {known}")
    packages = [package] if package else []
    read = TaskReader(
        suite=name,
        image=entry.text(
            "image", "android10", pattern=r"[a-z0-9_]+", wanted="the name of an image, such as android10"
        ),
        apps=dict(apps),
        categories=tuple(categories),
        experts=tuple(f"{one}.experts" for one in [*packages, *map(suite_names.packages().get, experts)]),
        ends=entry.choice("ends", ENDS) if entry.has("ends") else "success",
        unfinished=entry.choice("unfinished", UNFINISHED) if entry.has("unfinished") else "fails",
        needs=needs_of(entry),
        begins=entry.choice("begins", BEGINS) if entry.has("begins") else "home",
        stop_after_repeats=entry.integer("stop_after_repeats") if entry.has("stop_after_repeats") else 0,
        common_steps=(*steps_from_data(entry, "start"), *_fixtures(folder)) if only is not NONE else (),
    )
    ours = (_beside(folder, "pools.yaml") or {}) if only is not NONE else {}
    pools = checkouts.pools
    theirs = {} if pools is None or folder is None else POOLS_READERS.get(name)(folder, pools, ours)
    drawn_from = Source(theirs or ours, package)
    shared = _defaults(entry)
    read_fields: list[tuple[dict[str, Any], str]] = []
    for part in _parts(entry, folder, only):
        common = part.value("templates", None)
        for anchors in ("shared", "paths"):  # for YAML anchors only; ``paths`` is its former name
            part.value(anchors, None)
        defaults = shared | _defaults(part)
        for i, data in enumerate(part.items("tasks")):
            place = f"{part.place}: task {_called(data, i)}"
            fields = filled(data, common, place)
            if isinstance(fields, dict):
                own = {ALIASES.get(name, name) for name in fields}
                fields = {
                    name: value for name, value in defaults.items() if ALIASES.get(name, name) not in own
                } | fields
            if not isinstance(fields, dict):
                raise CatalogueError(f"{place}: is {cut(fields)}; it must be fields with their values")
            if fields.get(web_page.FIELD) is not None and (only is None or fields.get("id") == only.id):
                fields = web_page.expanded(fields, folder, place)
            if only is None or fields.get("id") == only.id:
                read_fields.append((fields, place))
    if only is not None and any(fields.get("parts") is not None for fields, _ in read_fields):
        return loads(text, name, source, folder, package, checkouts)  # its parts can be in any file
    goals = _take_goals(name, read_fields, folder, checkouts.goals)
    templates = _templates(read_fields, read, drawn_from, name)
    prefix = entry.text("prefix", "", r"[A-Z]\w*", "letters and digits, a capital first")
    suite = Suite(
        name=name,
        version=version,
        prefix=prefix or suite_names.prefix(name),
        image=read.image,
        ends=read.ends,
        environments=entry.text("environments", "train"),
        apps=apps,
        templates=tuple(templates),
        checked_by=entry.choice("checked_by", CHECKED_BY) if entry.has("checked_by") else CHECKED_BY[0],
        faults=tuple(_faults(folder, templates)) if only is None else (),
        tags=tuple(_tags(folder, templates)) if only is None else (),
        pools=digest(theirs),
        goals=digest(goals),
        memory=tuple(_memory(folder, templates)) if only is None else (),
        held=tuple(_held(folder, templates, bool(goals))) if only is None else (),
        nothing=tuple(_nothing(folder, templates)) if only is None else (),
    )
    entry.text("drawn", "")  # read by `suite_names`
    return suite


def _take_goals(
    suite: str, read_fields: list[tuple[dict[str, Any], str]], folder: Path | None, checkout: str | None
) -> dict[str, str]:
    """Replace the instructions by those of the checkout, if there is one."""
    if checkout is None or folder is None:
        return {}
    goals = GOALS_READERS.get(suite)(folder, checkout, [str(fields.get("id")) for fields, _ in read_fields])
    for fields, _ in read_fields:
        fields.pop("goal", None)
        fields["instruction"] = goals[str(fields.get("id"))]
    return goals


def _templates(
    read_fields: list[tuple[dict[str, Any], str]], read: TaskReader, drawn_from: Source, suite: str
) -> list[TaskTemplate]:
    """The templates of all tasks in order. Composites are made after their parts."""
    made: dict[int, TaskTemplate] = {}
    for composites in (False, True):
        others = {template.id: template for template in made.values()}
        for i, (fields, place) in enumerate(read_fields):
            if (fields.get("parts") is not None) == composites:
                made[i] = TaskTemplate(fields, read, drawn_from, suite, place, others)
    templates: list[TaskTemplate] = []
    for i, (_, place) in enumerate(read_fields):
        _check_unique(made[i], templates, place)
        templates.append(made[i])
    return templates


def _check_unique(template: TaskTemplate, others: list[TaskTemplate], place: str) -> None:
    task = template.first
    for other in others:
        if task.id == other.id or task.gym_name == other.first.gym_name:
            same = "id" if task.id == other.id else "gym_name"
            raise CatalogueError(
                f"{place}: {same}: is {getattr(task, same)!r}, which an "
                f"earlier task ({other.id!r}) has too; give it another"
            )


def _beside(folder: Path | None, file: str) -> Any:
    """The content of an optional file next to the catalogue, or None."""
    path = folder / file if folder is not None else None
    if path is None or not path.exists():
        return None
    data = data_files.parsed(data_files.read(path), str(path))
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise CatalogueError(f"{path}: is {cut(data)}; it must be fields with their values")
    return data


def _defaults(entry: Entry) -> dict[str, Any]:
    """The default fields of all tasks of a suite or a file."""
    data = entry.value("defaults", {})
    Entry(data, f"{entry.place}: defaults", (*FIELDS, *OWN_FIELDS), ALIASES)
    return dict(data)


def _fixtures(folder: Path | None) -> tuple[Step, ...]:
    """The steps that add the rows of ``fixtures.yaml``, if there is one."""
    data = _beside(folder, "fixtures.yaml")
    return () if data is None else fixture_steps(data, f"{folder}/fixtures.yaml")


def _faults(folder: Path | None, templates: list[TaskTemplate]) -> Iterator[Fault]:
    data = _beside(folder, "faults.yaml")
    if data is None or folder is None:
        return
    head = Entry(data, str(folder / "faults.yaml"), ("faults",))
    for i, item in enumerate(head.items("faults")):
        entry = Entry(item, f"{head.place}: faults[{i}]", _FAULT_FIELDS)
        yield Fault(
            entry.choice("task", [template.id for template in templates]),
            entry.choice("judge", JUDGES),
            entry.choice("kind", FAULTS),
            entry.text("reason", wanted="a sentence that says why"),
            entry.choice("languages", FAULT_LANGUAGES) if entry.has("languages") else FAULT_LANGUAGES[0],
            tuple(map(str, entry.items("environments", ()))),
        )


def _tags(folder: Path | None, templates: list[TaskTemplate]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tags with the ids of their tasks. Unknown tasks are skipped, as they may be added later."""
    ids = {template.first.gym_name: template.id for template in templates}
    data = _beside(folder, "tags.yaml") or {}
    for tag, names in sorted(data.items()):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise CatalogueError(f"{folder}/tags.yaml: {tag}: is {cut(names)}; it must be a list of tasks")
        yield tag, tuple(ids[name] for name in names if name in ids)


def _memory(folder: Path | None, templates: list[TaskTemplate]) -> Iterator[tuple[str, memory.Family]]:
    """The families of ``memory.yaml``, if there is one."""
    ids = [template.id for template in templates]
    for name, item in (_beside(folder, "memory.yaml") or {}).items():
        entry = Entry(item, f"{folder}/memory.yaml: {name}", memory.Family._fields)
        yield name, memory.Family(entry.choice("task", ids), entry.text("param"))


def _asks(folder: Path | None) -> Mapping[str, Any]:
    data = _beside(folder, "asks.yaml") or {}
    for name in data:
        if name not in ("held", "nothing"):
            raise CatalogueError(f"{folder}/asks.yaml: {name}: is unknown; there are held and nothing")
    return data


def _held(
    folder: Path | None, templates: list[TaskTemplate], others: bool = False
) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """What users may hold back: ``held`` in ``asks.yaml``, if there is such a file.

    ``others``: whether the goals come from a checkout. A task whose goal there lacks one of the texts is then left out.
    """
    by_id = {template.id: template for template in templates}
    for name, parts in (_asks(folder).get("held") or {}).items():
        place = f"{folder}/asks.yaml: held: {name}"
        template = by_id.get(name)
        if template is None or template.parameters:
            raise CatalogueError(f"{place}: is not a task without parameters")
        if not isinstance(parts, dict) or not parts:
            raise CatalogueError(f"{place}: is {cut(parts)}; it must be texts of the goal by what they are")
        wrong = [
            (words, text)
            for words, text in parts.items()
            if not isinstance(text, str) or template.first.instruction.count(text) != 1
        ]
        if not wrong:
            yield name, tuple(parts.items())
        elif not others:
            words, text = wrong[0]
            raise CatalogueError(f"{place}: {words}: is {cut(text)}; it must stand once in the goal")


def _nothing(folder: Path | None, templates: list[TaskTemplate]) -> Iterator[tuple[str, str]]:
    """Why users can't hold back anything in a task: ``nothing`` in ``asks.yaml``, if there is such a file."""
    ids = [template.id for template in templates]
    for item in _asks(folder).get("nothing") or []:
        entry = Entry(item, f"{folder}/asks.yaml: nothing", ("why", "tasks"))
        why = entry.text("why", wanted="a sentence that says why")
        for name in entry.items("tasks"):
            if name not in ids:
                raise CatalogueError(f"{folder}/asks.yaml: nothing: there is no task {cut(name)}")
            yield name, why


def _parts(entry: Entry, folder: Path | None, only: IndexedTask | None) -> Iterator[Entry]:
    """The catalogue itself if it contains tasks, then the files that it lists; with ``only``, just the one with that
    task."""
    files = entry.items("files", ())
    if not files or entry.value("tasks", None) is not None:
        yield entry
    for file in files:
        if folder is None or not suite_index.inside(file):
            raise entry.fault("files", "names of files in the catalogue's own folder")
        path = folder / file
        if only is not None and file != only.file:
            continue
        yield Entry(data_files.parsed(data_files.read(path), str(path)), str(path), FILE_FIELDS)


def _called(data: object, i: int) -> str:
    task_id = data.get("id") if isinstance(data, dict) else None
    return repr(task_id) if isinstance(task_id, str) else f"number {i + 1}"


def _apps(entry: Entry) -> tuple[tuple[str, str], ...]:
    apps = entry.value("apps", {})
    if not isinstance(apps, dict) or not all(isinstance(x, str) for pair in apps.items() for x in pair):
        raise entry.fault("apps", "names of apps with their packages")
    return tuple(apps.items())
