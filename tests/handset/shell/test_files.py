"""Shell commands on files: their effects on the file system, and their output."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.system import files

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
MESSAGES = "/data/user_de/0/com.android.providers.telephony/databases/mmssms.db"


@pytest.fixture
def tree(hand: Hand) -> Hand:
    """A phone with a folder of files."""
    hand.shell(
        "mkdir -p /sdcard/t/a/b; cd /sdcard/t; echo one > 1.txt; echo two > '2 x.md'; echo .h > .hidden; echo deep > a/b/3.txt"
    )
    return hand


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("ls /sdcard/t", "1.txt\n2 x.md\na\n"),
        ("ls -a /sdcard/t", ".\n..\n.hidden\n1.txt\n2 x.md\na\n"),
        ("ls -1A /sdcard/t/a /sdcard/t/1.txt", "/sdcard/t/1.txt\n\n/sdcard/t/a:\nb\n"),
        ("ls -d /sdcard/t", "/sdcard/t\n"),
        ("ls -R /sdcard/t/a", "/sdcard/t/a:\nb\n\n/sdcard/t/a/b:\n3.txt\n"),
        ("ls -l /sdcard/t/1.txt", "-rw-rw---- 1 root sdcard_rw 4 2024-05-01 10:00 /sdcard/t/1.txt\n"),
        ("ls /sdcard/t/1.txt -ll -au", "-rw-rw---- 1 root sdcard_rw 4 2024-05-01 10:00:00.000000000 +0000 /sdcard/t/1.txt\n"),
        ("ls -l /sdcard/t/a", "total 4\ndrwxrwx--x 2 root sdcard_rw 4096 2024-05-01 10:00 b\n"),
        ("cd /sdcard/t; ls -p; ls a/..", "1.txt\n2 x.md\na/\n1.txt\n2 x.md\na\n"),
        ("stat -c '%n %s %F %a %u:%g %U' /sdcard/t/1.txt", "/sdcard/t/1.txt 4 regular file 660 0:1015 root\n"),
        ("stat -c %Y /sdcard/t/1.txt", "1714557600\n"),
        ("stat -c '%u:%g' /data/data/org.wikipedia", "10121:10121\n"),
        ("find /sdcard/t -type f", "/sdcard/t/.hidden\n/sdcard/t/1.txt\n/sdcard/t/2 x.md\n/sdcard/t/a/b/3.txt\n"),
        ("find /sdcard/t -maxdepth 1 -name '*.txt' -o -type d -name b", "/sdcard/t/1.txt\n"),
        ("find /sdcard/t -name '[0-9]*.txt' -exec cat {} \\;", "one\ndeep\n"),
        ("cd /sdcard/t && find . -name '3*'", "./a/b/3.txt\n"),
        ("find /sdcard/t -type d -empty; find /sdcard/t -size -1k -type f | wc -l", "0\n"),
        ("cat /sdcard/t/1.txt '/sdcard/t/2 x.md'", "one\ntwo\n"),
        ("md5sum /sdcard/t/1.txt", "5bbf5a52328e7439ae6e719dfe712200  /sdcard/t/1.txt\n"),
        ("sha256sum -b < /sdcard/t/1.txt", "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806\n"),
        ("ls -la /sdcard/t | head -n 3 | cut -c 1", "t\nd\nd\n"), ("ls -la /sdcard/ | head -n 3 | cut -c 1", "t\nd\nd\n"),
        ("mv /sdcard/t/1.txt /sdcard/t; mv /sdcard/t/1.txt /sdcard/t/1.txt; cat /sdcard/t/1.txt", "one\n"),
        ("[ $(du -s /sdcard | cut -f 1) = $(du -s /storage/emulated/0 | cut -f 1) ] && [ $(du -s /sdcard | cut -f 1) -gt 100 ] && echo same", "same\n"),
        ("du -s /sdcard/t/a; du -b /sdcard/t/1.txt", "12\t/sdcard/t/a\n4\t/sdcard/t/1.txt\n"),
        ("realpath /sdcard/t/../t/1.txt; basename /a/b.c .c; dirname /a/b", "/storage/emulated/0/t/1.txt\nb\n/a\n"),
        ("echo /sdcard/t/* /sdcard/t/.h*", "/sdcard/t/1.txt /sdcard/t/2 x.md /sdcard/t/a /sdcard/t/.hidden\n"),
        ("echo /sdcard/t/*/*/?.txt /sdcard/t/[!12]", "/sdcard/t/a/b/3.txt /sdcard/t/a\n"),
    ],
)  # fmt: skip
def test_what_is_told(tree: Hand, line: str, printed: str) -> None:
    assert tree.shell(line) == printed


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("cp /sdcard/t/1.txt /sdcard/t/a", ["1.txt", "b", "b/3.txt"]),
        ("cp -r /sdcard/t/a/b /sdcard/t/a/c", ["b", "b/3.txt", "c", "c/3.txt"]),
        ("cp -a /sdcard/t/a/b/. /sdcard/t/a", ["3.txt", "b", "b/3.txt"]),
        ("mv /sdcard/t/1.txt /sdcard/t/a/b/x", ["b", "b/3.txt", "b/x"]),
        ("mv /sdcard/t/a/b /sdcard/t/a/c", ["c", "c/3.txt"]),
        ("mv /sdcard/t/*.* /sdcard/t/a/b", ["b", "b/1.txt", "b/2 x.md", "b/3.txt"]),
        ("rm -r /sdcard/t/a/*", []),
        ("rm -f /sdcard/t/a/none; rm /sdcard/t/a/b/3.txt", ["b"]),
        ("rm /sdcard/t/a/b/3.txt; rmdir /sdcard/t/a/b", []),
        ("find /sdcard/t/a -mindepth 1 -delete", []),
        ("touch /sdcard/t/a/n; mkdir /sdcard/t/a/m", ["b", "b/3.txt", "m", "n"]),
        ("cp /sdcard/t/1.txt '/sdcard/t/2 x.md' /sdcard/t/a/b", ["b", "b/1.txt", "b/2 x.md", "b/3.txt"]),
        ("truncate -s 2 /sdcard/t/a/b/3.txt; gzip /sdcard/t/a/b/3.txt", ["b", "b/3.txt.gz"]),
    ],
)  # fmt: skip
def test_what_is_done(tree: Hand, line: str, left: list[str]) -> None:
    tree.shell(line)
    assert tree.shell("cd /sdcard/t/a; find . -mindepth 1").split("\n")[:-1] == [f"./{name}" for name in left]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ls /none", "ls: /none: No such file or directory"),
        ("ls -Q", "ls: Unknown option Q"),
        ("cat /sdcard", "cat: /sdcard: Is a directory"),
        ("cp /sdcard/t/1.txt", "cp: Need 2 arguments"),
        ("cp /sdcard/t/a /sdcard/x", "cp: Skipped dir '/sdcard/t/a'"),
        ("cp -r /sdcard/t /sdcard/t/a", "cp: '/sdcard/t/a' is inside '/sdcard/t'"),
        ("cp /sdcard/t/1.txt /sdcard/t/1.txt", "are the same file"),
        ("cp /none /sdcard", "cp: /none: No such file or directory"),
        ("cp /sdcard/t/1.txt /none/x", "No such file or directory"),
        ("mv /sdcard/t /sdcard/t/a", "Invalid argument"),
        ("rm /sdcard/t/a", "rm: /sdcard/t/a: is a directory"),
        ("rm /none", "rm: /none: No such file or directory"),
        ("rm", "rm: Needs 1 argument"),
        ("rmdir /sdcard/t/a", "rmdir: /sdcard/t/a: Directory not empty"),
        ("mkdir /sdcard/t", "mkdir: '/sdcard/t': File exists"),
        ("mkdir /sdcard/n/m", "mkdir: '/sdcard/n/m': No such file or directory"),
        ("mkdir -p /sdcard/t/1.txt/x", "Not a directory"),
        ("mkdir /x", "mkdir: '/x': Read-only file system"),
        ("touch /system/x", "Read-only file system"),
        ("chmod 999 /sdcard/t/1.txt", "chmod: bad mode '999'"),
        ("chmod 777 /none", "chmod: /none: No such file or directory"),
        ("chown root", "chown: Need 2 arguments"),
        ("stat /none", "stat: '/none': No such file or directory"),
        ("find /none", "find: /none: No such file or directory"),
        ("find /sdcard -nothing", "find: bad arg '-nothing'"),
        ("ln -s /sdcard/t/1.txt /sdcard/l", "Operation not permitted"),
        ("base64 -d /sdcard/t/1.txt", "base64: bad input"),
        ("gunzip < /sdcard/t/1.txt", "gunzip: corrupt data"),
    ],
)  # fmt: skip
def test_what_can_not_be_done_is_said(tree: Hand, line: str, said: str) -> None:
    before = tree.phone
    output, code = tree.device.shell(line)
    assert code == 1
    assert said in output
    assert tree.phone == before


def test_one_failure_does_not_keep_the_others_from_being_done(tree: Hand) -> None:
    output, code = tree.device.shell("rm /sdcard/t/1.txt /none '/sdcard/t/2 x.md'; ls /sdcard/t")
    assert output == "rm: /none: No such file or directory\na\n"
    assert code == 0


def test_files_of_apps_are_copied_and_put_back(hand: Hand) -> None:
    hand.shell(
        f"cp {ALARMS} /sdcard/alarms.db; sqlite3 /sdcard/alarms.db 'UPDATE alarm_templates SET hour=5'; cp /sdcard/alarms.db {ALARMS}"
    )
    assert hand.shell(f"sqlite3 {ALARMS} 'SELECT DISTINCT hour FROM alarm_templates'") == "5\n"
    hand.shell(f"rm {ALARMS}")
    assert "5" not in hand.shell(f"sqlite3 {ALARMS} 'SELECT hour FROM alarm_templates'").split()


def test_an_app_makes_the_folders_of_its_data_anew(hand: Hand) -> None:
    before = hand.shell(f"sqlite3 {ALARMS} 'SELECT hour FROM alarm_templates'")
    hand.shell(f"sqlite3 {ALARMS} 'DELETE FROM alarm_templates'")
    folder = ALARMS.partition("/databases")[0]
    for _ in range(2):
        assert hand.device.shell(f"rm -r {folder}/*") == ("", 0)
        assert hand.shell(f"sqlite3 {ALARMS} 'SELECT hour FROM alarm_templates'") == before
    assert hand.device.shell(f"rm -r {folder}")[1] == 1


def test_the_shared_storage_itself_stays(hand: Hand) -> None:
    assert hand.device.shell("rm -rf /sdcard") == (
        "rm: /sdcard: Read-only file system\n",
        1,
    )  # that is a link
    output, code = hand.device.shell("rm -rf /storage/emulated/0")
    assert code == 1
    assert "busy" in output
    assert hand.shell("ls -d /sdcard") == "/sdcard\n"
    assert not [path for path in hand.phone.files if path.startswith("/sdcard/")]


def test_times(tree: Hand) -> None:
    tree.wait(90)
    tree.shell(
        "echo new > /sdcard/t/1.txt; touch -d '2020-01-02 03:04:05' '/sdcard/t/2 x.md'; touch -t 202112312359 /sdcard/t/.hidden"
    )
    assert tree.shell("cd /sdcard/t; stat -c '%Y' 1.txt; stat -c %y '2 x.md' .hidden").splitlines() == [
        "1714557690", "2020-01-02 03:04:05.000000000 +0000", "2021-12-31 23:59:00.000000000 +0000"
    ]  # fmt: skip
    assert tree.shell("cd /sdcard/t; ls -At").split("\n")[0] == "1.txt"
    assert tree.shell("find /sdcard/t -newer /sdcard/t/.hidden -name '2*'") == ""
    tree.shell("touch -r /sdcard/t/.hidden /sdcard/t/1.txt; cp -p /sdcard/t/1.txt /sdcard/t/copy")
    assert files.modified(tree.phone, "/sdcard/t/copy") == files.modified(tree.phone, "/sdcard/t/.hidden")


# sqlite3


def test_sqlite_shows_rows(hand: Hand) -> None:
    hand.shell("sqlite3 /sdcard/x.db \"CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x;y'), (2, NULL)\"")
    assert hand.shell("sqlite3 /sdcard/x.db 'SELECT * FROM t;SELECT count(*) FROM t'") == "1|x;y\n2|\n2\n"
    assert hand.shell("sqlite3 -header -csv /sdcard/x.db 'SELECT a, b FROM t'") == "a,b\n1,x;y\n2,\n"
    assert hand.shell("sqlite3 -line /sdcard/x.db 'SELECT a FROM t WHERE b IS NULL'") == "    a = 2\n\n"
    assert hand.shell("sqlite3 -cmd '.mode csv' /sdcard/x.db 'SELECT a, b FROM t'") == "1,x;y\n2,\n"
    assert (
        hand.shell("echo 'SELECT a FROM t;' | sqlite3 /sdcard/x.db; sqlite3 /sdcard/x.db .tables")
        == "1\n2\nt\n"
    )
    assert hand.shell("sqlite3 /sdcard/x.db .schema") == "CREATE TABLE t(a, b);\n"


def test_sqlite_changes_what_apps_know(hand: Hand) -> None:
    for number in range(3):
        hand.shell(f"content insert --uri content://sms --bind address:s:{number} --bind body:s:text")
    assert hand.shell(f"sqlite3 {MESSAGES} 'SELECT count(*) FROM sms'") == "3\n"
    hand.shell(f"sqlite3 {MESSAGES} 'DELETE FROM sms WHERE address > 0'")
    assert hand.shell("content query --uri content://sms --projection address") == "Row: 0 address=0\n"
    hand.shell(f"sqlite3 {MESSAGES} 'DELETE FROM sms;'; sqlite3 {MESSAGES} 'DELETE FROM threads'")
    assert hand.shell("content query --uri content://sms") == "No result found.\n"


def test_reading_writes_nothing(hand: Hand) -> None:
    before = hand.phone
    hand.shell(f"sqlite3 {ALARMS} 'SELECT * FROM alarm_templates; PRAGMA table_info(alarm_templates)'")
    assert hand.phone == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sqlite3 /sdcard/x.db \"ATTACH '/sdcard/y.db' AS y\"", "not authorized"),
        ("sqlite3 /sdcard/x.db \"SELECT load_extension('x')\"", "Error"),
        ("sqlite3 /sdcard/x.db 'PRAGMA temp_store_directory=1'", "not authorized"),
        ("sqlite3 /sdcard/x.db 'VACUUM INTO \"/sdcard/y.db\"'", "Error"),
        ("sqlite3 /sdcard/x.db 'SELEC 1'", 'near "SELEC": syntax error'),
        ("sqlite3 /sdcard/x.db '.read /sdcard/y'", "unknown command"),
        ("sqlite3 /sdcard/Pictures/99_Colosseum.jpg 'SELECT 1'", "file is not a database"),
        ("sqlite3 /none/x.db 'SELECT 1'", "unable to open database"),
        ("sqlite3 -nothing /sdcard/x.db", "unknown option"),
        ("sqlite3", "needs a database file"),
    ],
)  # fmt: skip
def test_what_sqlite_refuses(hand: Hand, line: str, said: str) -> None:
    before = hand.phone
    output, code = hand.device.shell(line)
    assert code != 0
    assert said in output
    assert hand.phone == before
