"""Goods of a shop, and scenes, from `goods.yaml` and `scenes.yaml`: their parts, and how they are photographed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from bmoca_gym.handset.graphics.photographs.fields import Part
from bmoca_gym.handset.graphics.photographs.studio import Shot


@cache
def _file(name: str) -> dict[str, Any]:
    text = Path(__file__).with_name(f"{name}.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)[name]
    return found


def _tuples(value: Any) -> Any:
    return tuple([_tuples(one) for one in value]) if isinstance(value, list) else value


def _part(entry: dict[str, Any]) -> Part:
    plain = {name: value if name == "skin" else _tuples(value) for name, value in entry.items()}
    return Part(**(plain | {"skin": tuple(entry.get("skin", ()))}))


def _shot(entry: dict[str, Any]) -> Shot:
    options = {name: _tuples(value) for name, value in entry.items() if name != "parts"}
    return Shot(tuple([_part(part) for part in entry["parts"]]), **options)


def names() -> tuple[str, ...]:
    """The names of all goods."""
    return tuple(_file("goods"))


def shot(name: str) -> Shot:
    """Return how a good is photographed."""
    return _shot(_file("goods")[name])


def scene(name: str) -> Shot:
    """Return how a scene is photographed."""
    return _shot(_file("scenes")[name])
