"""Checkpoints of policies: zip files with the weights, and a description in JSON, which is read without PyTorch."""

from __future__ import annotations

import io
import json
import shlex
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.errors import CheckpointError, MissingLibraryError, SettingsError, TrainingError, cut
from bmoca_gym.handset.system.zip_bytes import BROKEN
from bmoca_gym.policies import archives, base_settings
from bmoca_gym.policies.settings import CLASSES, RESOLUTION, NetworkSettings
from bmoca_gym.version import __version__

if TYPE_CHECKING:
    from bmoca_gym.policies.network import ScreenNetwork

#: Version of the file's layout. A higher one is from a newer release.
FORMAT = 1

_ABOUT, _WEIGHTS = "policy.json", "weights.pt"

_T5 = NetworkSettings().t5_name

#: Largest size of the description in bytes.
_LONGEST_ABOUT = 1 << 20


def spaces_of(settings: NetworkSettings) -> dict[str, Any]:
    """Describe the spaces of a policy as plain data."""
    action: dict[str, Any] = {"mode": settings.action}
    action |= {"classes": CLASSES} if settings.action == "discrete" else {"shape": [4]}
    return {"observation": {"mode": "pixels", "shape": [*RESOLUTION, 3], "dtype": "uint8"}, "action": action}


def save(network: ScreenNetwork, path: Path, about: dict[str, Any] | None = None) -> None:
    """Write a checkpoint. Writing is atomic.

    Raises:
        TrainingError: the file can't be written, for instance because the disk is full.
    """
    import torch

    weights = io.BytesIO()
    torch.save(network.state_dict(), weights)
    content = {
        "format": FORMAT,
        "bmoca_gym_version": __version__,
        "spaces": spaces_of(network.settings),
        "network": base_settings.to_mapping(network.settings),
        "about": about or {},
    }
    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(partial, "w") as archive:
            archive.writestr(_ABOUT, json.dumps(content, indent=1))
            archive.writestr(_WEIGHTS, weights.getvalue())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise TrainingError(
            f"The checkpoint {path} can't be written: {error.strerror}. Make room, then give the same command again to "
            "resume from the last saved state."
        ) from error


def describe(path: str | Path) -> dict[str, Any]:
    """Read the description in a checkpoint. No code of the file runs.

    Raises:
        CheckpointError: the file is not a checkpoint, is damaged, or is from a newer release.
    """
    try:
        with archives.opened(path) as archive:
            if archive.getinfo(_ABOUT).file_size > _LONGEST_ABOUT:
                raise ValueError(f"{_ABOUT} has more than {_LONGEST_ABOUT >> 20} MB")
            about = archives.plain(archive.read(_ABOUT))
    except FileNotFoundError as error:
        raise CheckpointError(
            f"There is no checkpoint {path}. Training writes policy.zip into the folder `out`: bmoca train bc "
            "out=runs/bc"
        ) from error
    except (*BROKEN, KeyError) as error:
        raise CheckpointError(f"{path} is not a checkpoint of a policy: {error}.") from error
    if not isinstance(about, dict) or not isinstance(about.get("format"), int):
        raise CheckpointError(f"{path} is not a checkpoint of a policy: it has no format.")
    if about["format"] > FORMAT:
        raise CheckpointError(
            f"{path} has format {about['format']}, of bmoca_gym {about.get('bmoca_gym_version')}. This is bmoca_gym "
            f"{__version__}, which reads formats up to {FORMAT}. Install the newer release."
        )
    return about


def network_of(path: str | Path, action: str | None = None, trusted: str = "") -> NetworkSettings:
    """Read the settings of a checkpoint's network. Arguments and errors are those of `load`."""
    about = describe(path)
    try:
        settings = base_settings.from_mapping(NetworkSettings, about["network"])
    except (KeyError, TypeError, AttributeError, SettingsError) as error:
        raise CheckpointError(f"{path}: its network can't be made: {error}") from error
    if about.get("spaces") != spaces_of(settings):
        raise CheckpointError(
            f"{path} is for the spaces {about.get('spaces')}, but this release has {spaces_of(settings)}."
        )
    named = settings.t5_name
    if (settings.text_encoder, settings.pretrained) == ("t5", True) and named not in (_T5, trusted):
        raise CheckpointError(
            f"{path} asks for the T5 weights {cut(named)}, which are not the default ones ({_T5}). If you trust them, "
            f"say so with their name: --trusted {shlex.quote(named[:100])}, or trusted=... in Python."
        )
    if action is not None and settings.action != action:
        raise CheckpointError(
            f"{path} has {settings.action} actions, but {action} is required. Use action={settings.action!r}, or a "
            f"checkpoint that was trained with network.action={action}."
        )
    return settings


def load(path: str | Path, action: str | None = None, trusted: str = "") -> ScreenNetwork:
    """Load the network of a checkpoint, in evaluation mode.

    Args:
        path: the file.
        action: the required action mode, or None for any.
        trusted: the T5 (a hub's name or a folder) that the checkpoint may name beside the default one. A file from
            somebody else could name any, and so decide what is loaded.

    Raises:
        CheckpointError: the file is not a checkpoint, is damaged, is from a newer release, or is for other spaces.
    """
    settings = network_of(path, action, trusted)
    from bmoca_gym.policies.compact_network import make_network

    try:
        with archives.opened(path) as archive:
            weights = archives.tensors(archive.read(_WEIGHTS))
        network = make_network(settings, restored=True)
        network.load_state_dict(weights)
    except MissingLibraryError:
        raise
    except Exception as error:  # pickle, zip and torch raise errors of a dozen kinds on damaged bytes
        raise CheckpointError(f"{path}: its weights can't be read: {error}") from error
    if not archives.finite(network.state_dict()):
        raise CheckpointError(
            f"{path}: some of its weights are not finite numbers, so it can't act. Train it again."
        )
    return network.eval()
