"""Optional dependencies: the modules that a command needs, and how to install them."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path

from bmoca_gym.errors import MissingLibraryError

#: For each extra of setup.cfg, the modules that a command needs from the start.
_MODULES = {
    "torch": ("torch",),
    "learning": ("torch", "minari", "h5py"),
    "mcp": ("mcp",),
    "openenv": ("openenv",),
    "rl": ("torch", "stable_baselines3", "sb3_contrib", "tensorboard"),
}

#: Extras that ask for other versions than constraints.txt has.
_APART = {"openenv"}


#: Extras that gather others, or that only developers need.
_NOT_OFFERED = {"all", "bench", "dev", "docs", "lint", "test"}


def declared() -> dict[str, list[str]]:
    """List the packages that each extra of the installed package needs on this Python; {} if it was not installed."""
    try:
        needs = importlib.metadata.requires("bmoca-gym") or []
    except importlib.metadata.PackageNotFoundError:
        return {}
    found: dict[str, list[str]] = {}
    for need in needs:
        words = re.fullmatch(r"([\w.-]+)[^;]*;(?:(.*) and)? *extra *== *['\"]([\w-]+)['\"]", need)
        if words is None or words[3] in _NOT_OFFERED or not _holds(words[2] or ""):
            continue
        found.setdefault(words[3], []).append(words[1])
    return found


def _holds(condition: str) -> bool:
    """Whether a condition such as ``python_version >= "3.12"`` holds here; True for any other kind."""
    least = re.search(r"python_version *(>=|<) *['\"](\d+)\.(\d+)['\"]", condition)
    return least is None or (sys.version_info[:2] >= (int(least[2]), int(least[3]))) == (least[1] == ">=")


def require(command: str, extra: str) -> None:
    """Check that the modules of ``extra`` are installed. Call this before a command reads or writes anything.

    Args:
        command: the command's name, for the message.
        extra: an extra of ``setup.cfg``, such as ``learning``.

    Raises:
        MissingLibraryError: modules are missing; the message names them and the command that installs them.
    """
    missing = [module for module in _MODULES[extra] if importlib.util.find_spec(module) is None]
    if missing:
        raise MissingLibraryError(
            f"{command} needs {', '.join(missing)}, not installed here. Run: {installing(extra)}"
        )


def installed(module: str) -> bool:
    """True if a module can be imported, such as ``google.genai``. Only the packages around it are imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False


def installing(extra: str) -> str:
    """Return the command that installs an extra for this Python, to be typed in the current folder."""
    root = Path(__file__).parents[1]
    # If .venv/bin/bmoca is called without activating .venv, the pip on the path is another one, or missing.
    found = shutil.which("pip")
    ours = found is not None and Path(found).parent == Path(sys.executable).parent
    pip = "pip" if ours else f"{sys.executable} -m pip"
    if extra in _APART:
        package = f"-e '{root}[{extra}]'" if (root / "setup.cfg").is_file() else f"'bmoca-gym[{extra}]'"
        return f"{pip} install {package} in a virtual environment of its own"
    if not (root / "setup.cfg").is_file():
        return f"{pip} install 'bmoca-gym[{extra}]'"
    # Without the constraints pip installs a newer PyTorch with gigabytes of CUDA.
    if Path(os.getcwd()) == root:
        return f"{pip} install -c constraints.txt -e '.[{extra}]'"
    return f"{pip} install -c '{root / 'constraints.txt'}' -e '{root}[{extra}]'"
