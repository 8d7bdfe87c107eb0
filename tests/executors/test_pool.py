"""Pools of processes: every job is done once, in bounded memory, whichever worker dies."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from executor_fakes import dead_at_once, squares, unprepared

from bmoca_gym.errors import DeviceError, SettingsError
from bmoca_gym.executors import LocalProcesses, Pool, open_executor


@pytest.fixture(scope="module")
def processes() -> Iterator[LocalProcesses]:
    executor = LocalProcesses()
    yield executor
    executor.close()


def pool(
    executor: LocalProcesses, folder: Path, chunks: list[list[tuple[int, str]]], **options: Any
) -> closing[Pool]:
    return closing(Pool(executor, partial(squares, str(folder)), chunks, workers=2, **options))


@pytest.mark.exhaustive
def test_every_job_is_done_once(processes: LocalProcesses, tmp_path: Path) -> None:
    chunks = [
        [(0, ""), (1, "die"), (2, ""), (3, "")],
        [(4, "fail"), (5, "")],
        [],
        [(6, "always die")],
        [(7, "die")],
    ]
    with pool(processes, tmp_path, chunks) as done:
        outcomes = list(done)
    final = {job[0]: (result, error) for job, result, error, again in outcomes if not again}
    assert len(final) == sum(not outcome.again for outcome in outcomes) == 8
    assert {number: result for number, (result, error) in final.items() if error is None} == {
        number: number**2 for number in (0, 1, 2, 3, 5, 7)
    }
    assert str(final[4][1]) == "4 failed"
    assert isinstance(final[4][1], ValueError)
    assert str(final[6][1]) == "the worker process ended with exit code 3"
    again = sorted((outcome.job[0], str(outcome.error)) for outcome in outcomes if outcome.again)
    died = "the worker process ended with exit code -9"
    assert again == [(1, died), (6, str(final[6][1])), (7, died)]
    assert list(tmp_path.glob("cleaned-*")), "workers clean up"


@pytest.mark.exhaustive
def test_order_room_and_a_clean_end(processes: LocalProcesses, tmp_path: Path) -> None:
    drawn: list[int] = []

    def endless() -> Iterator[list[tuple[int, str]]]:
        for number in itertools.count():
            drawn.append(number)
            yield [(number, {0: "die", 6: "wait"}.get(number, ""))]

    make = partial(squares, str(tmp_path))
    with closing(Pool(processes, make, endless(), workers=2, room=3, ordered=True)) as done:
        final = (outcome for outcome in done if not outcome.again)
        for number in range(6):
            assert next(final).result == number**2, "the first one dies, and the others wait for it"
            assert len(drawn) <= number + 1 + 3
        start = time.monotonic()
    assert time.monotonic() - start < 8, "a job of ten minutes is not waited for"
    assert list(done) == []


def test_what_can_not_begin_is_told(processes: LocalProcesses) -> None:
    for make, error, message in (
        (unprepared, OSError, "no disk"),
        (dead_at_once, DeviceError, "before its first job: .* exit code 4"),
    ):
        with closing(Pool(processes, make, [[1]], workers=1)) as done, pytest.raises(error, match=message):
            next(done)
    with pytest.raises(SettingsError, match="executor ray"):
        open_executor("local", "auto")
