"""Kinds and levels of interruptions, read from YAML: what may happen in an episode, when, how likely, and for how
long."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bmoca_gym import data_files
from bmoca_gym.errors import ArgumentError, CatalogueError, cut, nearest
from bmoca_gym.interruptions.interruption import INTERRUPTIONS, Interruption

#: The level without interruptions.
CALM = "calm"
#: What a kind disturbs.
GROUPS = ("phone", "hand", "eye", "content")

_HERE = Path(__file__).parent
_KINDS = _HERE / "kinds.yaml"
_LEVELS = _HERE / "levels"
_APPS = _HERE / "apps.yaml"
#: What an app is that `_APPS` does not list.
_UNLISTED = ("store",)
_MOST_STEPS = 1000
#: Fields of a kind that a level may change.
_CHANGED = ("chance", "first", "lasts", "steps")
_FIELDS = ("group", "says", "does", "options", "over", *_CHANGED, "spoils")


class Kind(NamedTuple):
    """A kind of interruption; ``kinds.yaml`` describes the fields.

    Attributes:
        makes: the factory of the interruption.
        chance: probability that it comes in an episode.
        first: the first and the last step after which it may begin.
        over: words of ``apps.yaml``, of which the app in front must have one; empty if anything may be in front.
    """

    name: str
    group: str
    says: str
    makes: Interruption
    chance: float = 1.0
    first: tuple[int, int] = (1, 3)
    lasts: int = 0
    steps: int | Literal["again"] = 1
    spoils: tuple[str, ...] = ()
    over: tuple[str, ...] = ()

    def comes_over(self, package: str | None) -> bool:
        """Whether it may come while an app is in front, given the app's package on this phone; None: no app is."""
        return not self.over or (package is not None and any(word in self.over for word in words_of(package)))

    def comes_in(self, task: str, suite: str = "") -> bool:
        """Whether it may come in a task, given its id and suite: it must neither solve the task nor make it
        impossible."""
        whole = f"{suite}/{task}"
        return not any(fnmatchcase(whole if "/" in pattern else task, pattern) for pattern in self.spoils)


class Plan(NamedTuple):
    """What may happen in an environment's episodes.

    ``name``: the level; the names of the kinds; or a file's name and digest, since its content may change.
    """

    name: str
    kinds: tuple[Kind, ...]


def levels() -> tuple[str, ...]:
    """List the names of the levels, calmest first."""
    return (CALM, *sorted(path.stem for path in _LEVELS.glob("*.yaml")))


def kinds() -> dict[str, Kind]:
    """Return the package's kinds by name."""
    return dict(_kinds())


def words_of(package: str) -> tuple[str, ...]:
    """Return what ``apps.yaml`` says of an app, given its package."""
    return _apps().get(package, _UNLISTED)


def plan(given: str | Path | Sequence[str] | Plan) -> Plan:
    """Read the argument ``interruptions``.

    Args:
        given: a level, the path of a YAML file, or names of kinds, as a list or separated by commas. Named kinds come
            in every episode.

    Raises:
        ArgumentError: there is no such level or kind.
        CatalogueError: the file is malformed; the message names the field.
    """
    if isinstance(given, Plan):
        return given
    if isinstance(given, Path) or (isinstance(given, str) and given.endswith((".yaml", ".yml", ".json"))):
        digest = hashlib.sha256(data_files.read(given).encode()).hexdigest()[:8]
        return _read(Path(given), f"{Path(given).stem}-{digest}")
    if isinstance(given, str) and given in levels():
        return Plan(given, ()) if given == CALM else _read(_LEVELS / f"{given}.yaml", given)
    names = given.split(",") if isinstance(given, str) else given
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise ArgumentError(f"interruptions is {cut(given)}; it must be a level, a file or a list of kinds.")
    known = _kinds()
    for name in names:
        if name not in known:
            raise ArgumentError(
                f"interruptions: there is no level or kind {cut(name)}.{nearest(name, (*levels(), *known))} "
                f"Levels: {', '.join(levels())}. Kinds: {', '.join(known)}. A file ends in .yaml."
            )
    chosen = tuple(dict.fromkeys(names))
    return Plan(",".join(chosen) or CALM, tuple([known[name] for name in chosen]))


@cache
def _kinds() -> Mapping[str, Kind]:
    data = _mapping(data_files.parsed(data_files.read(_KINDS), str(_KINDS)), _KINDS.name)
    return {name: _kind(name, given, f"{_KINDS.name}: {name}") for name, given in data.items()}


@cache
def _apps() -> Mapping[str, tuple[str, ...]]:
    data = _mapping(data_files.parsed(data_files.read(_APPS), str(_APPS)), _APPS.name)
    return {package: tuple(words) for package, words in data.items()}


def _read(path: Path, name: str) -> Plan:
    """Read a level: ``kinds`` with the changes to each, and ``new`` with additional kinds as in ``kinds.yaml``."""
    data = _mapping(data_files.parsed(data_files.read(path), str(path)), str(path))
    _check_fields(data, ("kinds", "new"), str(path))
    known = dict(_kinds())
    for key, given in _mapping(data.get("new") or {}, f"{path}: new").items():
        known[key] = _kind(key, given, f"{path}: new: {key}")
    chosen = []
    for key, given in _mapping(data.get("kinds") or {}, f"{path}: kinds").items():
        place = f"{path}: kinds: {key}"
        if key not in known:
            raise CatalogueError(f"{place}: there is no such kind.{nearest(key, known)}")
        changes = _mapping(given or {}, place)
        _check_fields(changes, _CHANGED, place)
        chosen.append(known[key]._replace(**_times(changes, place)))
    return Plan(name, tuple(chosen))


def _kind(name: str, given: object, place: str) -> Kind:
    data = _mapping(given, place)
    _check_fields(data, _FIELDS, place)
    for field in ("group", "says", "does"):
        if not isinstance(data.get(field), str):
            raise CatalogueError(f"{place}: {field} is {cut(data.get(field))}; it must be a text")
    if data["group"] not in GROUPS:
        raise CatalogueError(f"{place}: group is {data['group']!r}; it must be one of {', '.join(GROUPS)}")
    options = _mapping(data.get("options") or {}, f"{place}: options")
    try:
        makes = INTERRUPTIONS.get(data["does"])(**options)
    except (ArgumentError, TypeError) as error:
        raise CatalogueError(f"{place}: {error}") from error
    spoils = data.get("spoils") or []
    if not isinstance(spoils, list) or not all(isinstance(one, str) for one in spoils):
        raise CatalogueError(f"{place}: spoils is {cut(spoils)}; it must be a list of patterns of task ids")
    over, known = data.get("over") or [], sorted({word for words in _apps().values() for word in words})
    if not isinstance(over, list) or not all(word in known for word in over):
        raise CatalogueError(f"{place}: over is {cut(over)}; it must be a list of {', '.join(known)}")
    if over and makes.reach != "embedded":
        raise CatalogueError(f"{place}: over is only for what comes on the embedded phone alone")
    times = _times(data, place)
    return Kind(name, data["group"], data["says"], makes, spoils=tuple(spoils), over=tuple(over), **times)


def _times(data: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Check the numbers of a kind."""
    found: dict[str, Any] = {}
    for field in _CHANGED:
        if field not in data:
            continue
        value = data[field]
        if field == "chance":
            valid = _is_number(value) and 0 <= value <= 1
            wanted = "a number from 0 to 1"
        elif field == "first":
            valid = (
                isinstance(value, list)
                and len(value) == 2
                and all(map(_is_count, value))
                and value[0] <= value[1]
            )
            wanted = "two whole numbers of steps, the smaller one first"
            value = tuple(value) if valid else value
        else:
            valid = _is_count(value) or (field == "steps" and value == "again")
            wanted = f"a whole number up to {_MOST_STEPS}" + (" or again" if field == "steps" else "")
        if not valid:
            raise CatalogueError(f"{place}: {field} is {cut(value)}; it must be {wanted}")
        found[field] = value
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_STEPS


def _mapping(data: object, place: str) -> dict[str, Any]:
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise CatalogueError(f"{place}: is {cut(data)}; it must be a mapping")
    return data


def _check_fields(data: Mapping[str, Any], known: Sequence[str], place: str) -> None:
    for key in data:
        if key not in known:
            raise CatalogueError(
                f"{place}: unknown field {key!r}; fields are {', '.join(known)}.{nearest(key, known)}"
            )
