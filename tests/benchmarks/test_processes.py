"""Processes: a case runs in its own process, and reports what is missing."""

from __future__ import annotations

import os

import pytest

from benchmarks.processes import Absent, Worker, fresh
from benchmarks.timing import Case


def counting() -> Case:
    return Case(lambda: False, lambda: None)


def lacking_a_program() -> Case:
    raise Absent("the program is not installed")


def lacking_a_package() -> Case:
    import no_such_package  # noqa: F401

    return counting()


def test_a_worker_steps_when_it_is_asked_to() -> None:
    worker = Worker("counting", counting)
    done = worker.run(0.01)
    assert done.seconds >= 0.01
    assert len(done.step_seconds) > 10
    assert len(worker.run(0.01).step_seconds) > 10
    worker.close()


@pytest.mark.parametrize(
    ("make", "reason"), [(lacking_a_program, "not installed"), (lacking_a_package, "no_such")]
)
def test_what_is_missing_is_named(make: object, reason: str) -> None:
    with pytest.raises(Absent, match=reason):
        Worker("lacking", make)  # type: ignore[arg-type]


def test_a_fresh_process_is_another_one() -> None:
    assert fresh(os.getpid) != os.getpid()
