"""The folder that ``openenv push`` and ``openenv validate`` take."""

from __future__ import annotations

from pathlib import Path

import yaml

from bmoca_gym.errors import ArgumentError
from bmoca_gym.version import __version__


def write(folder: Path) -> list[Path]:
    """Write the folder. Return its files.

    Raises:
        ArgumentError: the folder exists and is not empty, or can't be written.
    """
    texts: dict[str, str] = yaml.safe_load(
        Path(__file__).with_name("folder.yaml").read_text(encoding="utf-8")
    )
    try:
        if folder.exists() and any(folder.iterdir()):
            raise ArgumentError(f"The folder {folder} is not empty; name a new one.")
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("@VERSION@", __version__), encoding="utf-8")
    except OSError as error:
        raise ArgumentError(f"The folder {folder} can't be written: {error}") from error
    return [folder / name for name in texts]
