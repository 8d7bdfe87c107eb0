"""The published configurations, their variants, and the selection of configurations: sets, ids, files, lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from bmoca_gym import data_files, split_files, suite_names
from bmoca_gym.errors import ConfigurationError, UnknownEnvironmentError, cut, nearest
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import configuration_files
from bmoca_gym.randomization.device_configuration import DeviceConfiguration

#: Sets of configurations: 35 for training and 10 for tests, all 45 of these, ten of our own for validation, and the
#: variants of configuration 100.
SETS = ("train", "validation", "test", "all", "factors")

#: Choice of environments, see `select`.
Environments = str | Path | DeviceConfiguration | Iterable["str | Path | DeviceConfiguration"]


@cache
def _file(suite: str, name: str = "environments.yaml") -> configuration_files.ConfigurationFile:
    path = suite_names.folder(suite) / name
    return configuration_files.parse(data_files.read(path), path.name)


def _validation() -> dict[str, DeviceConfiguration]:
    found = _file(suite_names.DEFAULT, "validation.yaml").configurations
    return {configuration.id: configuration for configuration in found}


@cache
def _published(suite: str = suite_names.DEFAULT) -> dict[str, DeviceConfiguration]:
    return {configuration.id: configuration for configuration in _file(suite).configurations}


@lru_cache(maxsize=1)
def _factors() -> dict[str, DeviceConfiguration]:
    """Variants of configuration 100 with one factor changed, as in the paper's section 4.3 and figure 7.

    Display sizes have their own font scale, as in all published configurations. The icon layout is that of
    configuration 101.
    """
    standard = _published()["100"]
    _, small, large = standard.profile.densities
    changes: dict[str, dict[str, Any]] = {
        "icon-location": {"icon_layout": _published()["101"].icon_layout},
        "small": {"density": small, "font_scale": standard.profile.font_scale_for(small)},
        "large": {"density": large, "font_scale": standard.profile.font_scale_for(large)},
        "french": {"locale": "fr-CA"},
        "korean": {"locale": "ko-KR"},
    }
    variants = (
        replace(standard, id=f"{standard.id}-{name}", split="custom", **changed)
        for name, changed in changes.items()
    )
    return {variant.id: variant for variant in variants}


def version() -> str:
    """Return the version of the published set. It is raised by every change that may alter a score."""
    return _file(suite_names.DEFAULT).version


def get(environment_id: str) -> DeviceConfiguration:
    """Return a published configuration.

    Ids are ``000`` to ``034`` (training), ``200`` to ``209`` (validation) and ``100`` to ``109`` (tests), variants of
    100 such as ``100-korean``, and ids of another suite such as ``androidworld/pixel_6``.

    Raises:
        UnknownEnvironmentError: there is no such id; the message suggests the nearest ones.

    >>> get("104").locale
    'fr-CA'
    """
    if isinstance(environment_id, str) and environment_id.partition("/")[0] in suite_names.packages():
        suite, _, name = environment_id.partition("/")
        if name in _published(suite):
            return _published(suite)[name]
    known = _published() | _validation() | _factors()
    found = known.get(environment_id) if isinstance(environment_id, str) else None
    if found is None:
        raise UnknownEnvironmentError(
            f"There is no environment {cut(environment_id)}; the published ones are '000' to '034' and '100' "
            f"to '109', those for validation '200' to '209', their sets {', '.join(map(repr, SETS))}, the variants "
            f"{', '.join(map(repr, _factors()))}."
            + nearest(str(environment_id).zfill(3), [*known, *SETS, *_in_other_suites(environment_id)])
        )
    return found


def _in_other_suites(name: object) -> list[str]:
    """Candidates for an unknown ``suite/id``."""
    _, slash, id = str(name).partition("/")
    return [f"{suite}/{id}" for suite in suite_names.packages()] if slash else []


def select(environments: Environments) -> tuple[DeviceConfiguration, ...]:
    """Return the chosen configurations, in order.

    A choice is ``"train"``, ``"validation"``, ``"test"``, ``"all"`` or ``"factors"``; an id; the path of a file (see
    `configuration_files`); a part of a split, such as ``"androidworld/by_template:train"`` (see `bmoca_gym.splits`); a
    `DeviceConfiguration`; or a list of choices. Names belong to B-MoCA. Those of
    another suite with an ``environments.yaml`` begin with its name: ``"mine/train"``, ``"mine/000"``.

    Raises:
        UnknownEnvironmentError: an id is not published.
        CatalogueError: a file can't be read or is malformed.
        ConfigurationError: nothing was chosen.

    >>> [environment.id for environment in select(["100", "003"])]
    ['100', '003']
    >>> len(select("train"))
    35
    """
    found = tuple(_each(environments))
    if not found:
        raise ConfigurationError(
            f"{environments!r} names no environment; give {', '.join(map(repr, SETS))}, ids, a file or "
            "configurations"
        )
    return found


def _of_suite(suite: str, name: str) -> list[DeviceConfiguration]:
    """The configurations of another suite: ``train``, ``test``, ``all``, or the one of that id."""
    published = _published(suite)
    found = [one for one in published.values() if name in ("all", one.split, one.id)]
    if not found:
        names = [f"{suite}/{each}" for each in (*published, "train", "test", "all")]
        raise UnknownEnvironmentError(
            f"The suite {suite!r} has no environment {cut(name)}.{nearest(f'{suite}/{name}', names)} "
            f"Its file has {len(published)}; {suite}/all names all."
        )
    return found


def _each(environments: object) -> Iterable[DeviceConfiguration]:
    if isinstance(environments, DeviceConfiguration):
        return (environments,)
    if isinstance(environments, Path):
        return configuration_files.load(environments)
    if isinstance(environments, str):
        if environments == "factors":
            return _factors().values()
        if environments == "validation":
            return _validation().values()
        if environments in SETS:
            return [one for one in _published().values() if environments in ("all", one.split)]
        if environments.lower().endswith(configuration_files.SUFFIXES):
            return configuration_files.load(environments)
        part = split_files.named(environments)
        if part is not None:
            return _each(
                part.part
                if part.by == "configuration"
                else split_files.read(part.suite).environments[part.part]
            )
        suite, slash, name = environments.partition("/")
        if slash and suite in suite_names.packages():
            return _of_suite(suite, name)
        return (get(environments),)
    if isinstance(environments, Iterable) and not isinstance(environments, (bytes, bytearray)):
        try:
            given = list(environments)
        except TypeError:  # an array without a dimension
            given = [repr(environments)]
        return [one for each in given for one in _each(each)]
    return (get(environments),)  # type: ignore[arg-type]  # raises, with what would be right
