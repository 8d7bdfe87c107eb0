"""Shell lines made to take time, memory or space: each ends, others are served, and the host stays hidden."""

from __future__ import annotations

import threading
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from adb_host import Host

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.servers import served
from bmoca_gym.handset.servers.adb import shell as adb_shell
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.errors import SnapshotNameError
from bmoca_gym.handset.servers.served import Pause, ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

LONG = "i=0; while true; do i=$((i+1)); screencap -p /sdcard/$i.png; done"


@pytest.fixture
def daemon() -> Iterator[AdbDaemon]:
    with LoopThread() as loop:
        made = AdbDaemon(ServedPhone(images.boot()))
        loop.run(made.start())
        yield made
        loop.run(made.close())


def test_others_are_served_while_a_line_runs_and_it_ends_as_a_killed_one(
    daemon: AdbDaemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adb_shell, "LINE_SECONDS", 1.5)
    said: list[tuple[bytes, bytes, int]] = []
    with Host(daemon.port) as busy, Host(daemon.port) as host:
        busy.connect()
        host.connect()
        runner = threading.Thread(target=lambda: said.append(busy.shell(LONG)))
        runner.start()
        time.sleep(0.1)
        for _ in range(3):
            assert host.shell("echo on") == (b"on\n", b"", 0)
        assert not said
        runner.join(60)
    ((_, error, code),) = said
    assert (error, code) == (b"/system/bin/sh: Killed\n", 137)


def test_a_line_ends_when_its_client_goes(daemon: AdbDaemon) -> None:
    with Host(daemon.port) as host:
        host.connect()
        host.open(f"shell,v2,raw:{LONG}")
        time.sleep(0.1)
    end = time.monotonic() + 30
    while daemon.served._apart or daemon.connections:
        assert time.monotonic() < end, "the line goes on"
        time.sleep(0.01)


@pytest.mark.parametrize(
    "line",
    [
        "sqlite3 /sdcard/x.db 'select zeroblob(900000000)'",
        "sqlite3 /sdcard/x.db \"select length(printf('%.*c', 900000000, 'x'))\"",
        "sqlite3 /sdcard/x.db \"select length(format('%900000000d', 1))\"",
        "sqlite3 /sdcard/x.db \"select length(replace(hex(zeroblob(400000)), '0', 'aaaaaaaaaaaa'))\"",
        "sqlite3 /sdcard/x.db 'select length(randomblob(900000000))'",
        "seq 1 100000 > /sdcard/a; for i in 1 2 3 4 5; do cat /sdcard/a /sdcard/a /sdcard/a > /sdcard/b; cp /sdcard/b /sdcard/a; done; sort /sdcard/a",
    ],
)
def test_no_line_takes_much_memory(line: str) -> None:
    tracemalloc.start()
    try:
        _, _, code = session.run(images.boot(), line)
        assert tracemalloc.get_traced_memory()[1] < 250 << 20
    finally:
        tracemalloc.stop()
    assert code != 0


def test_quadratic_functions_of_sqlite_are_not() -> None:
    start = time.process_time()
    for function in ("instr(a, b)", "length(replace(a, b, 'x'))"):
        session.run(images.boot(), f"sqlite3 /sdcard/x.db \"with t(a, b) as (select printf('%.*c', 900000, 'a'), printf('%.*c', 400000, 'a') || 'b') select {function} from t\"")  # fmt: skip
    assert time.process_time() - start < 5


HOSTS = ("datetime('now')", "julianday('now')", "strftime('%s')", "strftime('%s', 'now')", "date()", "time()", "current_timestamp", "current_date",
         "current_time", "random()", "hex(randomblob(8))", "abs(random())", "datetime('now', 'localtime')", "unixepoch()", "strftime('%Y', datetime('now'), 'utc')")  # fmt: skip


def test_sqlite_shows_the_phone_s_time_and_nothing_of_the_host() -> None:
    phone = images.boot()
    said = session.run(phone, f'sqlite3 /sdcard/x.db "select {", ".join(HOSTS)}"')[1]
    time.sleep(0.01)
    assert session.run(phone, f'sqlite3 /sdcard/x.db "select {", ".join(HOSTS)}"')[1] == said
    assert "2024-05-01 10:00:00" in said
    assert str(time.gmtime().tm_year) not in said.split("|")[0] or time.gmtime().tm_year == 2024
    later = session.run(
        inputs.wait(phone, 3_600_000), "sqlite3 /sdcard/x.db \"select datetime('now'), random()\""
    )[1]
    assert later.startswith("2024-05-01 11:00:00|")
    assert session.run(phone, "sqlite3 /sdcard/x.db \"select datetime('2020-01-31', '+1 month'), date('2020-01-01', '-1 day')\"")[1] == "2020-03-02 00:00:00|2019-12-31\n"  # fmt: skip
    made = session.run(phone, "sqlite3 /sdcard/x.db \"create table t (a default current_timestamp, b); insert into t (b) values (1); select a from t; select count(distinct random()) from (select 1 union select 2)\"")[1]  # fmt: skip
    assert made == "2024-05-01 10:00:00\n2\n"


def test_space_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "STORAGE_LIMIT", 2_000_000)
    monkeypatch.setattr(files, "ENTRY_LIMIT", 50)
    phone, said, code = session.run(
        images.boot(),
        "seq 1 100000 > /sdcard/a; cp /sdcard/a /sdcard/b; cp /sdcard/a /sdcard/c; cp /sdcard/a /sdcard/d",
    )
    assert (code != 0, "No space left on device" in said) == (True, True)
    assert sum(map(len, phone.files.values())) <= 2_000_000
    phone, said, code = session.run(phone, "for i in $(seq 1 100); do mkdir -p /sdcard/x$i; done")
    assert "No space left on device" in said
    assert len(phone.modified) <= 51
    with pytest.raises(FileAccessError, match="No space left"):
        files.write(phone, "/sdcard/new", b"x")


def test_snapshots_share_what_they_hold_and_have_a_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "SNAPSHOT_STORAGE", 3_000_000)
    kept = ServedPhone(images.boot())
    for number in range(4):
        kept.save_snapshot(f"same{number}")
    for number in range(2):
        kept.apply(files.write, "/sdcard/x", bytes([number]) * 1_000_000)
        kept.save_snapshot(f"other{number}")
    kept.apply(files.write, "/sdcard/x", b"x" * 1_000_000)
    with pytest.raises(SnapshotNameError, match="No space left"):
        kept.save_snapshot("one more")
    assert len(kept.snapshots()) >= 5


def test_a_line_that_others_overtake_loses_nothing() -> None:
    shared = ServedPhone(images.boot())
    seen: list[int] = []

    def line(phone: Phone, pause: Pause) -> tuple[Phone, int]:
        seen.append(len(seen))
        if len(seen) < 4:  # another client, while this line runs; the last time it has to wait
            other = threading.Thread(
                target=shared.apply, args=(files.write, f"/sdcard/other{len(seen)}", b"x")
            )
            other.start()
            other.join(0.1)
        return files.write(phone, "/sdcard/mine", b"x"), len(seen)

    assert shared.run_apart(line) == 3
    end = time.monotonic() + 30
    while not all(
        files.exists(shared.phone, f"/sdcard/{name}") for name in ("mine", "other1", "other2", "other3")
    ):
        assert time.monotonic() < end
