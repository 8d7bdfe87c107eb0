"""Folder of a continual evaluation: reads ``sequence.json``, writes files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bmoca_gym import data_files
from bmoca_gym.errors import RecordError

#: Version of the folder's layout.
FORMAT = 1

#: The row of the agent before any learning.
BEFORE = "before"


def description(out: Path) -> dict[str, Any]:
    """Read ``sequence.json``.

    Raises:
        RecordError: the file is missing, malformed, or has another format.
    """
    file = out / "sequence.json"
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RecordError(
            f"{out} has no sequence.json, so it is not a continual evaluation. Make one with: bmoca continual run"
        ) from error
    except (OSError, ValueError) as error:
        raise RecordError(f"{file} can't be read: {error}") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise RecordError(f"{file}: format must be {FORMAT}, as this version of the package writes it.")
    return content


def write_json(file: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON file. The replacement of an older file is atomic."""
    data_files.write(file, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
