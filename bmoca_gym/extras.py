"""Optional dependencies: what a command needs beyond the package's own, and how it is installed."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from bmoca_gym.errors import MissingLibraryError

#: The modules that an extra of setup.cfg brings, as far as a command can't begin without them.
_MODULES = {
    "torch": ("torch",),
    "learning": ("torch", "minari", "h5py"),
    "rl": ("torch", "stable_baselines3", "sb3_contrib", "tensorboard"),
}


def require(command: str, extra: str) -> None:
    """Raise at once, before anything is read or written, where a command lacks what ``extra`` installs.

    Raises:
        MissingLibraryError: a module is not installed; names all that are not, and the command that mends it.
    """
    missing = [module for module in _MODULES[extra] if importlib.util.find_spec(module) is None]
    if missing:
        raise MissingLibraryError(
            f"{command} needs {', '.join(missing)}, not installed here. Run: {installing(extra)}"
        )


def installing(extra: str) -> str:
    """The command that installs an extra for this Python, typed in the current folder."""
    root = Path(__file__).parents[1]
    # Whoever calls .venv/bin/bmoca without entering .venv has another pip on the path, or none.
    found = shutil.which("pip")
    ours = found is not None and Path(found).parent == Path(sys.executable).parent
    pip = "pip" if ours else f"{sys.executable} -m pip"
    if not (root / "setup.cfg").is_file():
        return f"{pip} install 'bmoca-gym[{extra}]'"
    # Without the pins a newer PyTorch comes with gigabytes of CUDA.
    if Path(os.getcwd()) == root:
        return f"{pip} install -c constraints.txt -e '.[{extra}]'"
    return f"{pip} install -c '{root / 'constraints.txt'}' -e '{root}[{extra}]'"
