"""A phone shared by several connections: atomic transitions, explicit time or a clock, snapshots."""

from __future__ import annotations

import threading

import pytest

from bmoca_gym.handset import images, memory
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey
from bmoca_gym.handset.servers.errors import SnapshotNameError
from bmoca_gym.handset.servers.served import MOST_SNAPSHOTS, ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def _counted(phone: Phone) -> tuple[Phone, int]:
    number = int(settings.get(phone, "system", "count") or "0") + 1
    return settings.put(phone, "system", "count", str(number)), number


def test_the_memory_of_caches_is_looked_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was only for phones in the process of their user: a bmoca-emulator took 800 MB in AndroidLab's tasks."""
    looks: list[int] = []
    monkeypatch.setattr(memory, "look", lambda: looks.append(1))
    served = ServedPhone(images.boot())
    for _ in range(3):
        served.run(_counted)
    served.apply(lambda phone: phone)
    assert len(looks) == 3


def test_transitions_of_many_threads_are_applied_one_after_the_other() -> None:
    served = ServedPhone(images.boot())
    results: list[int] = []
    threads = [
        threading.Thread(target=lambda: results.extend(served.run(_counted) for _ in range(50)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(1, 201))


def test_a_transition_that_raises_changes_nothing() -> None:
    served = ServedPhone(images.boot())
    before = served.phone

    def fail(phone: Phone) -> Phone:
        raise ValueError(str(phone.clock))

    with pytest.raises(ValueError, match="SystemClock"):
        served.apply(fail)
    assert served.phone is before


def test_time_without_a_clock_moves_by_waiting_alone() -> None:
    first, second = ServedPhone(images.boot()), ServedPhone(images.boot())
    for served in (first, second):
        served.catch_up()
        served.wait(1.5)
        served.apply(inputs.perform, PressKey("HOME"))
    assert not first.clock_runs
    assert first.phone == second.phone
    assert first.phone.clock.uptime == images.boot().clock.uptime + 1500


def test_time_follows_a_clock_at_most_so_many_times_a_second() -> None:
    clock = Clock()
    served = ServedPhone(images.boot(), clock, rate=20)
    start = served.phone.clock.uptime
    clock.seconds += 0.04
    assert served.phone.clock.uptime == start
    clock.seconds += 0.04
    assert served.phone.clock.uptime in (start + 79, start + 80)
    clock.seconds += 60
    served.catch_up()
    assert served.phone.clock.uptime in (start + 60079, start + 60080)


def test_a_pause_takes_no_time() -> None:
    clock = Clock()
    served = ServedPhone(images.boot(), clock, rate=20)
    start = served.phone.clock.uptime
    clock.seconds += 1
    served.pause()
    assert served.paused
    clock.seconds += 60
    assert served.phone.clock.uptime == start + 1000
    served.resume()
    served.resume()
    clock.seconds += 1
    assert served.phone.clock.uptime == start + 2000
    assert not served.paused


def test_little_steps_of_the_clock_lose_nothing() -> None:
    clock = Clock()
    served = ServedPhone(images.boot(), clock, rate=100)
    start = served.phone.clock.uptime
    for _ in range(1000):
        clock.seconds += 0.0133
        served.catch_up()
    assert abs(served.phone.clock.uptime - start - 13300) <= 20


def test_snapshots() -> None:
    clock = Clock()
    served = ServedPhone(images.boot(), clock)
    served.save_snapshot("clean")
    kept = served.phone
    served.apply(settings.put, "system", "a", "1")
    clock.seconds += 500
    served.load_snapshot("clean")
    assert served.phone == kept
    assert list(served.snapshots()) == ["clean"]
    with pytest.raises(SnapshotNameError, match="Did you mean 'clean'"):
        served.load_snapshot("claen")
    served.delete_snapshot("clean")
    assert served.snapshots() == {}
    with pytest.raises(SnapshotNameError):
        served.delete_snapshot("clean")


@pytest.mark.parametrize("name", ["", "x" * 256, "a\nb", "\0"])
def test_names_that_no_snapshot_has(name: str) -> None:
    with pytest.raises(SnapshotNameError):
        ServedPhone(images.boot()).save_snapshot(name)


def test_snapshots_are_bounded() -> None:
    served = ServedPhone(images.boot())
    for number in range(MOST_SNAPSHOTS):
        served.save_snapshot(str(number))
    served.save_snapshot("0")
    with pytest.raises(SnapshotNameError, match="delete some"):
        served.save_snapshot("one more")


def test_log_lines_are_given_once_and_none_is_lost_over_a_load() -> None:
    served = ServedPhone(images.boot())
    _, cursor = served.look()
    served.apply(Phone.logged, "T", "one")
    lines, cursor = served.log_since(cursor)
    assert [line.message for line in lines] == ["one"]
    assert served.log_since(cursor)[0] == []
    served.save_snapshot("s")
    for text in ("two", "three", "four"):
        served.apply(Phone.logged, "T", text)
    _, cursor = served.log_since(cursor)
    served.load_snapshot("s")
    served.apply(Phone.logged, "T", "after the load")
    assert [line.message for line in served.log_since(cursor)[0]] == ["after the load"]


def test_listeners_hear_of_changes_only_and_can_leave() -> None:
    served = ServedPhone(images.boot())
    heard: list[int] = []
    unsubscribe = served.subscribe(lambda: heard.append(1))
    served.run(lambda phone: (phone, None))
    assert heard == []
    served.apply(settings.put, "system", "a", "1")
    assert heard == [1]
    unsubscribe()
    unsubscribe()
    served.apply(settings.put, "system", "a", "2")
    assert heard == [1]


def test_the_shell_on_a_served_phone() -> None:
    served = ServedPhone(images.boot())

    def line(phone: Phone, text: str) -> tuple[Phone, str]:
        phone, output, _ = session.run(phone, text)
        return phone, output

    assert served.run(line, "settings put system a 7; settings get system a") == "7\n"
    assert served.run(line, "settings get system a") == "7\n"


def test_a_phone_that_falls_behind_its_clock_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an animated page took longer than its time, and AndroidWorld's commands waited for all of it."""
    clock, waited = Clock(), inputs.wait

    def slow(phone: Phone, milliseconds: int) -> Phone:
        clock.seconds += 0.04
        return waited(phone, milliseconds)

    served = ServedPhone(images.boot(), now=clock)
    begin = served.phone.clock.uptime
    monkeypatch.setattr(inputs, "wait", slow)
    clock.seconds += 3
    for _ in range(3):  # only the first one lets time pass
        assert served.phone.clock.uptime - begin == 50 + 100 + 200
    assert served.run(_counted) == 1
    monkeypatch.setattr(inputs, "wait", waited)
    served.catch_up()
    assert served.phone.clock.uptime - begin == round((clock.seconds - 100) * 1000)


def test_a_phone_that_is_slow_leaves_time_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one step took seconds, every look at the phone waited for another, and adb gave the phone up."""
    clock, waited = Clock(), inputs.wait

    def slow(phone: Phone, milliseconds: int) -> Phone:
        clock.seconds += 2
        return waited(phone, milliseconds)

    served = ServedPhone(images.boot(), now=clock)
    begin = served.phone.clock.uptime
    monkeypatch.setattr(inputs, "wait", slow)
    clock.seconds += 1
    served.catch_up()
    assert served.phone.clock.uptime - begin == 50
    assert served.seconds_between_catch_ups == 2
    clock.seconds += 7
    assert served.phone.clock.uptime - begin == 50
    clock.seconds += 1
    assert served.phone.clock.uptime - begin == 100
    monkeypatch.setattr(inputs, "wait", waited)
    served.catch_up()
    assert served.seconds_between_catch_ups == 0.05
