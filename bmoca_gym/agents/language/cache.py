"""Responses of models, stored on disk by request. A resumed or replayed run does not send a request twice."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bmoca_gym.errors import writing


def key_of(request: Mapping[str, Any], *place: int) -> str:
    """Compute the key of a request: 64 hexadecimal digits.

    ``place``: the episode's seed and the step. An equal request at another place has another response.
    """
    text = json.dumps([request, place], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Cache:
    """Folder of responses, one JSON file for each. Several threads and processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> dict[str, Any] | None:
        """Read a response by its key; None if it is missing or damaged."""
        try:
            content = json.loads(self._path(key).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return content if isinstance(content, dict) else None

    def put(self, key: str, response: Mapping[str, Any]) -> None:
        """Store a response. Writing is atomic.

        Raises:
            OutputError: the file can't be written.
        """
        path = self._path(key)
        new = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.new")
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(response, ensure_ascii=False) + "\n", encoding="utf-8")
            os.replace(new, path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"
