"""Optional dependencies: what a command needs beyond the package's own, and how it is installed."""

from __future__ import annotations

import importlib.util

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
            f"{command} needs {', '.join(missing)}, not installed here. Run: pip install 'bmoca-gym[{extra}]', or in "
            f"a checkout: pip install -e '.[{extra}]'"
        )
