"""Responses of models, kept on disk by request: a run that goes on, or is replayed, asks for none twice."""

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
    """The name of a request's response: 64 hexadecimal digits.

    ``place``: the episode's seed and the step. The same request at another place is another draw from the model.
    """
    text = json.dumps([request, place], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Cache:
    """A folder of responses, one JSON file each. Several threads and processes may use it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> dict[str, Any] | None:
        """The response of that key; None where there is none, or where its file is damaged."""
        try:
            content = json.loads(self._path(key).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return content if isinstance(content, dict) else None

    def put(self, key: str, response: Mapping[str, Any]) -> None:
        """Keep a response. No moment sees half of its file.

        Raises:
            OutputError: it can't be written.
        """
        path = self._path(key)
        new = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.new")
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(response, ensure_ascii=False) + "\n", encoding="utf-8")
            os.replace(new, path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"
