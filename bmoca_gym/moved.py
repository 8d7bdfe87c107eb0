"""Modules that have moved: an import of an old name gives the new module, with a warning, for one release."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
import types
import warnings
from collections.abc import Sequence

#: Old names, and the new ones.
MOVED = {
    "bmoca_gym.envs.call_actions": "bmoca_gym.suites.androidlab.call_actions",
    "bmoca_gym.envs.elements": "bmoca_gym.suites.androidworld.elements",
    "bmoca_gym.envs.json_actions": "bmoca_gym.suites.androidworld.json_actions",
    "bmoca_gym.episodes.player": "bmoca_gym.episodes.notebook_player",
    "bmoca_gym.evaluation.film": "bmoca_gym.episodes.film",
    "bmoca_gym.evaluation.measures": "bmoca_gym.suites.androidlab.measures",
    "bmoca_gym.evaluation.metrics": "bmoca_gym.episodes.metrics",
    "bmoca_gym.evaluation.records": "bmoca_gym.episodes.records",
    "bmoca_gym.evaluation.registries": "bmoca_gym.episodes.registries",
    "bmoca_gym.evaluation.screens": "bmoca_gym.episodes.screens",
    "bmoca_gym.evaluation.traces": "bmoca_gym.suites.androidlab.traces",
    "bmoca_gym.handset.accessibility": "bmoca_gym.handset.accessibility_actions",
    "bmoca_gym.handset.aliases": "bmoca_gym.handset.resources.aliases",
    "bmoca_gym.handset.assistance": "bmoca_gym.handset.accessibility_gestures",
    "bmoca_gym.handset.catalogues": "bmoca_gym.handset.resources.catalogues",
    "bmoca_gym.handset.configuration": "bmoca_gym.handset.resources.configuration",
    "bmoca_gym.handset.content": "bmoca_gym.handset.resources.translations",
    "bmoca_gym.handset.locales": "bmoca_gym.handset.resources.locales",
    "bmoca_gym.handset.metrics": "bmoca_gym.handset.resources.metrics",
    "bmoca_gym.handset.positions": "bmoca_gym.handset.kits.positions",
    "bmoca_gym.handset.system.aids": "bmoca_gym.handset.system.accessibility",
    "bmoca_gym.handset.time_zones": "bmoca_gym.handset.resources.time_zones",
    "bmoca_gym.handset.ui.decor": "bmoca_gym.handset.ui.nodes",
    "bmoca_gym.handset.ui.hit": "bmoca_gym.handset.ui.finding",
    "bmoca_gym.handset.view": "bmoca_gym.handset.screen",
    "bmoca_gym.handset.words": "bmoca_gym.handset.resources.words",
    "bmoca_gym.success_detectors.compressed_tree": "bmoca_gym.suites.androidlab.compressed_tree",
    "bmoca_gym.success_detectors.last_page": "bmoca_gym.suites.androidlab.last_page",
    "bmoca_gym.success_detectors.size_answer": "bmoca_gym.suites.androidlab.size_answer",
    "bmoca_gym.tasks.upstream_goals": "bmoca_gym.suites.androidlab.upstream_goals",
    "bmoca_gym.tasks.upstream_pools": "bmoca_gym.suites.androidworld.upstream_pools",
    "bmoca_gym.tasks.upstream_report": "bmoca_gym.evaluation.upstream_check.report",
}


class _Loader(importlib.abc.Loader):
    """Loads the module of a new name under the old one."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Import the module under its new name."""
        warnings.warn(
            f"{spec.name} is now {self._name}; the old name goes with the next release",
            DeprecationWarning,
            stacklevel=2,
        )
        module = importlib.import_module(self._name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """Leave it as it was imported."""
        module.__spec__ = self._spec


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module of `MOVED`."""
        new = MOVED.get(name)
        return None if new is None else importlib.machinery.ModuleSpec(name, _Loader(new))


def install() -> None:
    """Make the old names importable."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
