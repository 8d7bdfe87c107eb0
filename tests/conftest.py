"""Settings of all tests: pytest plugins, hypothesis profiles, environment variables.

Some tests try a part of many equal cases, a different part in each test. ``BMOCA_EVERYTHING=1`` makes them try all; the
whole then runs for an hour. ``BMOCA_WALKS`` and ``BMOCA_SOAK`` make walks and the soak longer. `bmoca check-suite` plays
every task in every configuration.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

#: `tests.plugin` says why each of these is needed.
pytest_plugins = [f"tests.plugin.{name}" for name in ("selection", "apart", "memory", "skips", "timing")]

# The same examples every time, so few do. Look for new ones with: HYPOTHESIS_PROFILE=explore pytest
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# By default Ray lowers the priority of its workers, and they would wait minutes for other tests.
os.environ.setdefault("RAY_worker_niceness", "0")

# Two test processes share two cores, and PyTorch would start that many threads in each process.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A background job of a shell ignores Ctrl-C, and its child processes would too, even those that tests interrupt.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def make_episode() -> Any:
    """Makes records of episodes. Most tests need none, so that the import is here."""
    from bmoca_gym.episodes.records import Episode

    def make(
        task: str = "t", environment: str = "e", seed: int = 0, success: bool = True, **changes: Any
    ) -> Any:
        values: dict[str, Any] = {
            "agent": "a",
            "steps": 6,
            "total_reward": float(success),
            "expert_steps": 4,
            "wrong_formats": 0,
            "seconds": 0.5,
            "evidence": ("seen",),
        }
        return Episode(
            task=task, environment=environment, seed=seed, success=success, **{**values, **changes}
        )

    return make
