"""Which tests `make test` runs, and in which order.

``make test`` runs what is not marked ``exhaustive``: every layer, every task once, every configuration once, one adb
round trip, one tour of each app. ``make test-all`` and ``.ci/run`` run everything. Mark a test that takes more than about
two seconds and whose subject other tests cover in brief: long walks, every pair of task and configuration, training,
whole life cycles of processes. ``@pytest.mark.exhaustive(unless=...)`` leaves some cases of a parametrised test
unmarked: ``unless`` is called with the parameters that it names.

Tests run what the installation runs: the compiled modules, where there are any. Mark a test ``sources`` if it replaces
a function that a compiled module calls: the module would go on calling its own. ``make test-sources`` runs it.
"""

from __future__ import annotations

import functools
import inspect
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import compiled

TESTS = Path(__file__).parents[1]

#: Folders with few, long tests. They run first, so that none is left for the end, when the other workers are idle.
LONG = ("examples", "benchmarks", "policies", "evaluation", "suites", "devices")


@functools.cache
def _rank(path: Path) -> int:
    folder = path.relative_to(TESTS).parts[0]
    return LONG.index(folder) if folder in LONG else len(LONG)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests first, leave out those for the sources if compiled modules run, and remove the mark ``exhaustive``
    from the cases named by its ``unless``.

    This happens before ``-m`` selects tests.
    """
    items.sort(key=lambda item: _rank(item.path))
    if compiled.MODE.compiled and (
        left_out := [item for item in items if item.get_closest_marker("sources")]
    ):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        for mark in list(item.iter_markers("exhaustive")):
            unless = mark.kwargs.get("unless")
            if unless is not None:
                given: dict[str, Any] = item.callspec.params  # type: ignore[attr-defined]
                if unless(**{name: given[name] for name in inspect.signature(unless).parameters}):
                    item.own_markers.remove(mark)
