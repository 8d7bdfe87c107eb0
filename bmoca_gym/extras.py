"""Optional dependencies: the modules that a command needs, and how to install them."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
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
_APART = {"inspect", "nemo-gym", "openenv", "verifiers"}

#: Environment variable of the container's image, which has no pip: the package and extras that it was built with.
IMAGE = "BMOCA_GYM_IMAGE"


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


def in_image() -> bool:
    """Whether this runs in the container's image, where nothing can be installed."""
    return bool(os.environ.get(IMAGE))


def installing(extra: str) -> str:
    """Return the command that adds an extra for this Python, to be typed in the current folder.

    In the container's image it is the command that builds an image with the extra, to be typed in a checkout.
    """
    if in_image():
        return _building(extra)
    root = Path(__file__).parents[1]
    in_checkout = (root / "setup.cfg").is_file()
    if extra in _APART:
        package = f"{root}[{extra}]" if in_checkout else _requirement(extra)
        return f"pip install '{package}' in a virtual environment of its own"
    install = _installer()
    if not in_checkout:
        return f"{install} 'bmoca-gym[{extra}]'"
    # Without the constraints pip installs a newer PyTorch with gigabytes of CUDA.
    if Path(os.getcwd()) == root:
        return f"{install} -c constraints.txt -e '.[{extra}]'"
    return f"{install} -c '{root / 'constraints.txt'}' -e '{root}[{extra}]'"


def _building(extra: str) -> str:
    """Return the command that builds the container's image with an extra, and with those that this one has."""
    if extra in _APART:
        arguments = f"-t bmoca-{extra} --build-arg PACKAGE='.[{extra}]' --build-arg CONSTRAINTS=/dev/null"
    else:
        there = re.findall(r"[\w-]+", os.environ[IMAGE].partition("[")[2])
        arguments = f"-t bmoca-gym --build-arg PACKAGE='.[{','.join([*there, extra])}]'"
    return f"docker build {arguments} ."


def _installer() -> str:
    """Return the command that installs for this Python: pip's, or uv's in an environment without pip."""
    uv = shutil.which("uv")
    if uv and not installed("pip"):
        return f"uv pip install --python {sys.executable}"
    # If .venv/bin/bmoca is called without activating .venv, the pip on the path is another one, or missing.
    found = shutil.which("pip")
    ours = found is not None and Path(found).parent == Path(sys.executable).parent
    return f"{'pip' if ours else f'{sys.executable} -m pip'} install"


def _requirement(extra: str) -> str:
    """Return the package with an extra, for another environment: from the file that it was installed from, if any."""
    recorded = importlib.metadata.distribution("bmoca-gym").read_text("direct_url.json")
    source = f" @ {json.loads(recorded)['url']}" if recorded else ""
    return f"bmoca-gym[{extra}]{source}"
