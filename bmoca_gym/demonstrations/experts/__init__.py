"""Construct a task's expert from the verbs that the task names; see `expert_for`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, NamedTuple

from bmoca_gym import suite_names, tasks
from bmoca_gym.demonstrations.expert import Expert
from bmoca_gym.demonstrations.experts.reading import PartsExpert
from bmoca_gym.errors import UnknownExpertError, UnknownTaskError, cut, nearest
from bmoca_gym.tasks import ExpertCall, Task

__all__ = ["GROUP", "Verb", "expert_for", "verbs"]

#: The entry points of further modules of verbs: ``notes = my_package.experts.notes`` adds ``notes.write``.
GROUP = "bmoca_gym.experts"


def expert_for(task: str | Task) -> Expert:
    """Make a new expert for a task. It is good for one episode.

    Raises:
        UnknownExpertError: the task has none, or names a verb that does not exist or has other arguments.
    """
    one = task if isinstance(task, Task) else _named(task)
    if not one.expert:
        raise UnknownExpertError(
            f"The task {cut(one.id)} has no expert. `bmoca tasks --json` says which tasks have one."
        )
    experts = [_made(call, f"Task {one.id!r}: expert") for call in one.expert]
    return experts[0] if len(experts) == 1 else PartsExpert(*experts)


class Verb(NamedTuple):
    """A verb that a task's field ``expert`` may name, its arguments (``[…]`` if optional), and what it does."""

    name: str
    arguments: str
    summary: str


def verbs(suite: str) -> list[Verb]:
    """List the verbs of a suite's experts, of other packages, and those that all suites share.

    Raises:
        UnknownTaskError: there is no such suite.
    """
    offered = {entry.name for entry in entry_points(group=GROUP)}
    if suite not in suite_names.packages():
        tasks.suite(suite)  # raises the error that suggests names
    package = f"{suite_names.packages()[suite]}.experts"
    apps = {
        module.name
        for folder in (package, __name__)
        if _exists(folder)
        for module in pkgutil.iter_modules(importlib.import_module(folder).__path__)
    }
    found = []
    for app in sorted(apps | offered):
        try:
            known = _verbs(app, (package,), suite)
        except UnknownExpertError:  # a module that others of the package share
            continue
        for verb, made in sorted(known.items()):
            given = inspect.signature(made).parameters.values()
            named = [one for one in given if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
            arguments = [one.name if one.default is one.empty else f"[{one.name}]" for one in named]
            summary = (inspect.getdoc(made) or "").split("\n\n")[0].replace("\n", " ").replace("``", "'")
            found.append(Verb(f"{app}.{verb}", ", ".join(arguments), summary))
    return found


def _named(task: object) -> Task:
    try:
        return tasks.get(task)  # type: ignore[arg-type]  # anything else is not a task, and is told so
    except UnknownTaskError as error:
        raise UnknownExpertError(f"The task {cut(task)} has no expert: {error}") from error


def _made(call: ExpertCall, place: str) -> Expert:
    app, _, verb = call.verb.partition(".")
    verbs = _verbs(app, call.packages, place)
    if verb not in verbs:
        raise UnknownExpertError(
            f"{place}: {app!r} has no verb {verb!r}.{nearest(verb, verbs)} Verbs: {', '.join(verbs)}."
        )
    arguments = {name: _tuples(value) for name, value in call.arguments.items()}
    try:
        inspect.signature(verbs[verb]).bind(**arguments)
    except TypeError as error:
        takes = ", ".join(inspect.signature(verbs[verb]).parameters) or "nothing"
        raise UnknownExpertError(f"{place}: {call.verb}: {error}; it takes {takes}") from error
    expert: Expert = verbs[verb](**arguments)
    return expert


@cache
def _verbs(app: str, packages: tuple[str, ...], place: str) -> dict[str, Callable[..., Any]]:
    """The verbs of an app: of the suite's own experts, of other packages, and the shared ones."""
    offered = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    modules = [f"{package}.{app}" for package in packages]
    modules += [offered[app]] if app in offered else []
    modules += [f"{__name__}.{app}"]
    found: dict[str, Callable[..., Any]] = {}
    for name in reversed(modules):  # the first one overrides the others
        if app.isidentifier() and _exists(name):
            found |= getattr(importlib.import_module(name), "VERBS", {})
    if not found:
        raise UnknownExpertError(f"{place}: no module {app!r} with VERBS is in any of {', '.join(modules)}.")
    return found


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # a parent package does not exist
        return False


def _tuples(value: object) -> object:
    """Turn lists from a file into tuples, since experts' arguments are immutable."""
    return tuple([_tuples(item) for item in value]) if isinstance(value, (list, tuple)) else value
