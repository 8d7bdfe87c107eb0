"""JSON schema of configuration files, for editors. It is made from the fields that the reader knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.randomization import configuration_files, device_configuration, device_profile, icon_layout

Schema = dict[str, Any]

_NUMBER: Schema = {"type": "number"}
_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 1}

#: What the fields look like; the reader also checks their limits.
_LOOKS: dict[str, Schema] = {
    "id": {"description": "the configuration's id", **_TEXT},
    "split": {"description": "the set that it belongs to, such as train", **_TEXT},
    "density": {"description": "dots per inch", **_COUNT},
    "font_scale": {"description": "size of texts; 1 is Android's default", **_NUMBER},
    "wallpaper": {"description": "name of a wallpaper", **_TEXT},
    "dark_theme": {"type": "boolean"},
    "interruptions": {
        "description": "what disturbs episodes: a level such as daily, a file, or kinds",
        "anyOf": [_TEXT, {"type": "array", "items": _TEXT}],
    },
    "motion": {"description": "how screens change", "enum": list(device_configuration.MOTIONS)},
    "start_seconds": {"description": "seconds that an app takes to start", "minimum": 0, **_NUMBER},
}


def configurations() -> Schema:
    """Make the schema of a file of configurations."""
    layout = _record(_any(icon_layout.FIELDS))
    profile = _record(_any(device_profile.FIELDS), device_profile.FIELDS)
    fields = _any(device_configuration.FIELDS) | {
        name: look for name, look in _LOOKS.items() if name in device_configuration.FIELDS
    }
    fields["locale"] = {
        "description": "language tag, in any spelling",
        "anyOf": [{"enum": sorted(LOCALES)}, _TEXT],
    }
    fields["device"] = {
        "description": "name of a device, or its measures",
        "anyOf": [{"enum": list(device_profile.PROFILES)}, profile],
    }
    fields["icon_layout"] = {
        "description": "a layout, or the name of one in layouts",
        "anyOf": [_TEXT, layout],
    }
    required = [name for name in device_configuration.FIELDS if name not in device_configuration.OPTIONAL]
    environment = _record(fields, required)
    sections = {
        "version": {"description": "version of the file, in quotes", **_TEXT},
        "layouts": {"description": "icon layouts by name", "type": "object", "additionalProperties": layout},
        "environments": {"type": "array", "items": environment},
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configurations of phones",
        **_record({name: sections[name] for name in configuration_files.SECTIONS}, ("environments",)),
    }


def _any(names: Iterable[str]) -> dict[str, Schema]:
    return {name: {} for name in names}


def _record(fields: dict[str, Schema], required: Iterable[str] = ()) -> Schema:
    made: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
    return made | ({"required": list(required)} if required else {})
