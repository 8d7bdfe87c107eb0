"""Files of device configurations: YAML or JSON with a list of environments, and the icon layouts that they
use.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError, ConfigurationError, cut, nearest
from bmoca_gym.randomization.device_configuration import DeviceConfiguration, configuration_from
from bmoca_gym.randomization.icon_layout import IconLayout, layout_from

#: Suffixes of the files.
SUFFIXES = (".yaml", ".yml", ".json")

#: Sections of a file of configurations.
SECTIONS = ("version", "layouts", "environments")


class ConfigurationFile(NamedTuple):
    """Content of a file. ``version``: the version in it, or ""."""

    version: str
    configurations: tuple[DeviceConfiguration, ...]


def load(path: str | Path) -> tuple[DeviceConfiguration, ...]:
    """Load the configurations of a file, in its order.

    Raises:
        CatalogueError: the file can't be read or is malformed; the message has file, environment and field.
    """
    return parse(data_files.read(path), str(path)).configurations


def parse(text: str, file: str) -> ConfigurationFile:
    """Parse the text of a file. ``file``: its name for messages; text is JSON if it ends in ``.json``, else
    YAML.

    Raises:
        CatalogueError: the text is malformed; the message has file, environment and field.
    """
    data = data_files.parsed(text, file)
    if not isinstance(data, Mapping) or "environments" not in data:
        raise CatalogueError(
            f"{file} must be a mapping with 'environments', a list, and may have 'layouts', 'version'"
        )
    for section in data:
        if section not in SECTIONS:
            raise CatalogueError(f"{file}: unknown section {section!r}.{nearest(str(section), SECTIONS)}")
    version = data.get("version", "")
    if not isinstance(version, str):
        raise CatalogueError(f"{file}: version is {cut(version)}; it must be a text (in YAML in quotes)")
    layouts = _layouts(data.get("layouts") or {}, file)
    entries = data["environments"]
    if not isinstance(entries, list):
        raise CatalogueError(f"{file}: environments is {cut(entries)}; it must be a list")
    found: dict[str, DeviceConfiguration] = {}
    for number, entry in enumerate(entries):
        name = entry.get("id", f"number {number}") if isinstance(entry, Mapping) else f"number {number}"
        try:
            made = configuration_from(_with_layout(entry, layouts))
        except ConfigurationError as error:
            raise CatalogueError(f"{file}: environment {name}: {error}") from error
        if made.id in found:
            raise CatalogueError(f"{file}: environment {name}: id is there twice; give each its own")
        found[made.id] = made
    return ConfigurationFile(version, tuple(found.values()))


def _layouts(data: object, file: str) -> dict[str, IconLayout]:
    if not isinstance(data, Mapping):
        raise CatalogueError(f"{file}: layouts is {cut(data)}; it must be a mapping of names to layouts")
    made: dict[str, IconLayout] = {}
    for name, layout in data.items():
        try:
            made[name] = layout_from(layout)
        except ConfigurationError as error:
            raise CatalogueError(f"{file}: layout {name}: {error}") from error
    return made


def _with_layout(entry: object, layouts: Mapping[str, IconLayout]) -> object:
    """The entry, with a layout in place of its name."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("icon_layout"), str):
        return entry
    name = entry["icon_layout"]
    if name not in layouts:
        raise ConfigurationError(
            f"icon_layout is {name!r}, which 'layouts' does not have.{nearest(name, map(str, layouts))}"
        )
    return {**entry, "icon_layout": layouts[name]}


def dump(configurations: Iterable[DeviceConfiguration], path: str | Path) -> None:
    """Write configurations to a file, for `load` and for every option that takes a list of environments.

    Each layout is written once, even if several environments share it. Equal lists give equal files.

    Raises:
        ConfigurationError: the name has none of the `SUFFIXES`, or two configurations have the same id.
        OutputError: the file can't be written.
    """
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise ConfigurationError(f"{target}: the name must end in one of {', '.join(SUFFIXES)}")
    names: dict[IconLayout, str] = {}
    entries: dict[str, dict[str, Any]] = {}
    for configuration in configurations:
        if configuration.id in entries:
            raise ConfigurationError(f"id {configuration.id!r} is there twice; give each its own")
        name = names.setdefault(configuration.icon_layout, f"layout_{len(names):02d}")
        entries[configuration.id] = {**configuration.to_dict(), "icon_layout": name}
    data = {
        "layouts": {name: layout.to_dict() for layout, name in names.items()},
        "environments": list(entries.values()),
    }
    data_files.write(target, _as_json(data) if target.suffix.lower() == ".json" else _as_yaml(data))


def _as_json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _as_yaml(data: Mapping[str, Any]) -> str:
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text = yaml.dump(
        data, Dumper=dumper, sort_keys=False, allow_unicode=True, width=118, default_flow_style=None
    )
    return str(text)
