"""The changes that tasks allow: what the final states of their experts have in common, stored with a suite's tasks."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import data_files, suite_names
from bmoca_gym.errors import CatalogueError
from bmoca_gym.side_effects import things
from bmoca_gym.side_effects.comparison import Change

#: Name of the file in a suite's folder.
FILE = "side_effects.json"

#: Words of an allowed change that may be anything.
ANY = "*"


class Allowed(NamedTuple):
    """A change that a task allows.

    Attributes:
        thing, kind: as in a `Change`.
        words: its words. ``{name}`` stands for a parameter of the task, and ``*`` for any text.
        most: how many times at most.
    """

    thing: str
    kind: str
    words: str
    most: int

    def fits(self, change: Change, values: Mapping[str, str]) -> bool:
        """Return whether it allows a change. ``values``: the parameters of the task's instance, see `texts_of`."""
        if (change.thing, change.kind) != (self.thing, self.kind):
            return False
        if self.words == ANY:
            return True
        parts = re.split(r"(\{[\w.]+\})", self.words)
        pattern = "".join(
            [re.escape(values.get(part[1:-1], part) if part[:1] == "{" else part) for part in parts]
        )
        return re.fullmatch(pattern, change.words, re.DOTALL) is not None


def texts_of(params: Mapping[str, Any]) -> dict[str, str]:
    """Return the parameters of a task's instance as texts. Parts of lists and dicts are ``name.part``."""
    found: dict[str, str] = {}

    def add(name: str, value: Any) -> None:
        if isinstance(value, Mapping):
            for part, one in value.items():
                add(f"{name}.{part}", one)
        elif isinstance(value, (list, tuple)):
            for number, one in enumerate(value):
                add(f"{name}.{number}", one)
        elif value is not None and str(value):
            found[name] = str(things.shown(str(value)))

    for name, value in params.items():
        add(name, value)
    return found


def side_effects(
    found: Iterable[Change], rules: Sequence[Allowed], params: Mapping[str, Any]
) -> tuple[Change, ...]:
    """Return the changes that a task does not allow."""
    values = texts_of(params)
    # Those with words of their own come first, so that none takes the place of an arbitrary one.
    left = [[rule, rule.most] for rule in sorted(rules, key=lambda rule: rule.words == ANY)]
    effects = []
    for change in found:
        rule = next((one for one in left if one[1] and one[0].fits(change, values)), None)  # type: ignore[attr-defined]
        if rule is None:
            effects.append(change)
        else:
            rule[1] -= 1  # type: ignore[operator]
    return tuple(effects)


def learned(runs: Sequence[tuple[int, Mapping[str, Any], Sequence[Change]]]) -> tuple[Allowed, ...]:
    """Derive what a task allows from episodes of its expert.

    A change that every episode has is allowed in its own words, or with the task's parameters in their place. For
    others only the kind is known: as many are allowed as the episode with the most of them has.

    Args:
        runs: for each episode the number of the instance, its parameters, and the changes.
    """
    named = [[(change, *_ways(change, texts_of(params))) for change in found] for _, params, found in runs]
    common: dict[tuple[str, str, str], int] = {}
    for exact in (True, False):
        counts = [
            Counter(
                (change.thing, change.kind, words if exact else general)
                for change, words, general in run
                if not _has(common, (change, words, general))
            )
            for run in named
        ]
        for key in sorted(set().union(*counts)) if counts else ():
            if all(count[key] for count in counts):
                common[key] = max(count[key] for count in counts)
    rest = [
        Counter((one[0].thing, one[0].kind, ANY) for one in run if not _has(common, one)) for run in named
    ]
    for key in sorted(set().union(*rest)) if rest else ():
        common[key] = max(count[key] for count in rest)
    return tuple([Allowed(*key, most) for key, most in sorted(common.items())])


def _ways(change: Change, values: Mapping[str, str]) -> tuple[str, str]:
    """Return the words of a change, both as they are and with parameters in their place."""
    words = change.words
    for name, text in sorted(values.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(text) > 1:
            words = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", lambda _, name=name: f"{{{name}}}", words)  # type: ignore[misc]
    return change.words, words


def _has(common: Mapping[tuple[str, str, str], int], one: tuple[Change, str, str]) -> bool:
    change, *ways = one
    return any((change.thing, change.kind, way) in common for way in ways)


# --- the file of a suite ---


def allowed(suite: str, task: str) -> tuple[Allowed, ...] | None:
    """Return what a task allows; None if its suite does not say.

    Raises:
        CatalogueError: the file of the suite is malformed.
    """
    return _read(suite).get(task)


def rules_of(suite: str) -> dict[str, tuple[Allowed, ...]]:
    """Return what all tasks of a suite allow."""
    return dict(_read(suite))


@cache
def _read(suite: str) -> Mapping[str, tuple[Allowed, ...]]:
    path = _path(suite)
    if path is None or not path.exists():
        return {}
    data: Any = data_files.parsed(data_files.read(path), str(path))
    try:
        return {
            task: tuple(
                [Allowed(str(thing), str(kind), str(words), int(most)) for thing, kind, words, most in rules]
            )
            for task, rules in data["tasks"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CatalogueError(
            f"{path}: is malformed ({error!r}); write it again: bmoca side-effects {suite} --write"
        ) from error


def _path(suite: str) -> Path | None:
    return suite_names.folder(suite) / FILE if suite in suite_names.packages() else None


def digest(suite: str, version: str) -> str:
    """Compute what the file of a suite depends on: the suite's version, and the things and their words."""
    return hashlib.sha256(f"{suite} {version} {things.digest()}".encode()).hexdigest()[:16]


def is_current(suite: str, version: str) -> bool:
    """Return whether the file of a suite was made with its version and the present words."""
    path = _path(suite)
    if path is None or not path.exists():
        return False
    data: Any = data_files.parsed(data_files.read(path), str(path))
    return isinstance(data, dict) and data.get("digest") == digest(suite, version)


def write(suite: str, version: str, rules: Mapping[str, Sequence[Allowed]]) -> Path:
    """Write the file of a suite, a line for each change, and return its path.

    Raises:
        OutputError: the file can't be written.
    """
    path = suite_names.folder(suite) / FILE
    lines = ",\n".join(
        f"  {json.dumps(task)}: ["
        + ",".join(f"\n   {json.dumps(one, ensure_ascii=False)}" for one in found)
        + "]"
        for task, found in rules.items()
    )
    head = json.dumps(digest(suite, version))
    data_files.write(path, f'{{\n "digest": {head},\n "tasks": {{\n{lines}\n }}\n}}\n')
    _read.cache_clear()
    return path
