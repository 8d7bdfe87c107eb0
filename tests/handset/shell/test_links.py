"""Symbolic links in the shell's commands, and paths through them."""

from __future__ import annotations

import pickle

import pytest
from handset_hand import Hand

from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.images import boot
from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.system import files

TMP = "/data/local/tmp"


@pytest.fixture
def linked(hand: Hand) -> Hand:
    """A phone with a file ``f``, a folder ``d`` with a file, and links to both, to nothing, and in a ring."""
    line = (
        f"cd {TMP} && mkdir d && echo one > f && echo two > d/g && ln -s f to_f && ln -s d to_d"
        " && ln -s nowhere gone && ln -s ring2 ring1 && ln -s ring1 ring2"
    )
    assert hand.device.shell(line) == ("", 0)
    return hand


LOOPS = "Too many levels of symbolic links"
#: Lines in the folder of the links, and what they print.
PRINTED = (
    ("cat to_f to_d/g", "one\ntwo\n"),
    ("ls", "d\nf\ngone\nring1\nring2\nto_d\nto_f\n"),
    ("ls to_d; ls -d to_d; ls gone; ls to_f", "g\nto_d\ngone\nto_f\n"),
    ("ls -l to_f", "lrwxrwxrwx 1 shell shell 1 2024-05-01 10:00 to_f -> f\n"),
    ("ls -lL to_f", "-rw-rw---- 1 shell shell 4 2024-05-01 10:00 to_f\n"),
    ("ls -l to_d", "lrwxrwxrwx 1 shell shell 1 2024-05-01 10:00 to_d -> d\n"),
    ("ls -l to_d/ | tail -n 1", "-rw-rw---- 1 shell shell 4 2024-05-01 10:00 g\n"),
    ("ls -F | tail -n 2; ls -R . | tail -n 2", "to_d@\nto_f@\n./d:\ng\n"),
    ("readlink to_f gone f; echo $?", "f\nnowhere\n1\n"),
    ("readlink -f to_d/g; realpath to_d; readlink -e gone; echo $?", f"{TMP}/d/g\n{TMP}/d\n1\n"),
    ("stat -c '%F %s %N' to_f; stat -Lc '%F %s' to_f", "symbolic link 1 `to_f' -> `f'\nregular file 4\n"),
    ("stat to_d | head -n 1", "  File: to_d -> d\n"),
    ("find . -type l", "./gone\n./ring1\n./ring2\n./to_d\n./to_f\n"),
    ("find . -type f; find to_d -name g; find to_d/ -name g", "./d/g\n./f\nto_d/g\n"),
    ("find -L . -name g; find -L . -type l; find -H to_d -type f", "./d/g\n./to_d/g\n./gone\n./ring1\n./ring2\nto_d/g\n"),
    ("find . -type l -delete; ls; cat d/g", "d\nf\ntwo\n"),
    ("for x in to_f f gone; do [ -L $x ] && echo l; [ -e $x ] && echo e; [ -f $x ] && echo f; done; true", "l\ne\nf\ne\nf\nl\n"),
    ("[[ -h to_d && -d to_d ]] && echo yes; [ -e ring1 ] || [ -d ring1 ] || echo no", "yes\nno\n"),
    ("echo more >> to_f; cat f; echo new > gone; cat nowhere", "one\nmore\nnew\n"),
    ("cp to_f c; cp -P to_f p; cp -r to_d r; cp -rL to_d k; ls -l c p r k/g | cut -c 1-1", "-\nl\nl\n-\n"),
    ("cp -a . ../copy; readlink ../copy/to_d; cat ../copy/to_d/g", "d\ntwo\n"),
    ("mv to_f x; cat x f; mv f to_d; cat d/f; readlink x", "one\none\none\nf\n"),
    ("rm to_f to_d; ls f d", "f\n\nd:\ng\n"),
    ("rm -r to_d; cat d/g; ln -s d e; rm -r d; ls -d e", "two\ne\n"),
    ("ln -sf d/g to_f; cat to_f; ln -s f to_d; readlink d/f; ln -snf f to_d; readlink to_d", "two\nf\nf\n"),
    ("ln -sr d/g d/near; readlink d/near; cd to_d; pwd; pwd -P; cat ../f", f"g\n{TMP}/to_d\n{TMP}/d\none\n"),
    ("touch -d @60 to_f; stat -c %Y f; touch -hd @90 to_f; stat -c %Y to_f f", "60\n90\n60\n"),
    ("chmod 700 to_f; stat -c %a f to_f", "700\n777\n"),
    ("mkdir -p to_d/x && ls d; echo to_d/* t*_f", "g\nx\nto_d/g to_d/x to_f\n"),
    ("du -b to_d; du -bL to_d | tail -n 1; grep -rl two .", "1\tto_d\n4100\tto_d\nd/g\n"),
    ("tar cf t.tar to_f to_d f; mkdir u; tar xf t.tar -C u; readlink u/to_d; cat u/to_f", "d\none\n"),
    ("ln -s .. up; cat up/tmp/up/tmp/f; find -L . -name f | wc -l", "one\n1\n"),
    ("ln -s /sdcard s; echo x > s/y; cat /sdcard/y; readlink -f s/y", "x\n/storage/emulated/0/y\n"),
    ("echo 'echo ran' > run; chmod +x run; ln -s run go; ./go", "ran\n"),
)  # fmt: skip
#: Lines that fail with 1, and what they say.
REFUSED = (
    ("cat ring1", f"cat: ring1: {LOOPS}"), ("echo x > ring1", LOOPS), ("ls ring1/x", LOOPS), ("stat -L ring1", LOOPS),
    ("cp ring1 x", LOOPS), ("cat gone", "cat: gone: No such file or directory"),
    ("ln -s a f", "ln: cannot create symbolic link from 'a' to 'f': File exists"),
    ("ln -s a gone", "File exists"), ("mkdir gone", "mkdir: 'gone': File exists"),
    ("rmdir to_d", "rmdir: to_d: Not a directory"), ("ln -s '' e", "No such file or directory"),
    ("ln f g", "ln: cannot create hard link from 'f' to 'g': Operation not permitted"),
    ("ln -s f /sdcard/l", "Operation not permitted"), ("ln -s x f/y", "Not a directory"),
    ("ln -s a b c", "'c' not a directory"), ("rm /sdcard", "rm: /sdcard: Read-only file system"),
    ("ln -s x /system/l", "Read-only file system"), ("mv to_f /sdcard/", "Operation not permitted"),
)  # fmt: skip


def test_lines_on_links_print_what_android_does(linked: Hand) -> None:
    wrong, phone = [], linked.phone
    for line, printed in PRINTED:
        linked.phone = phone
        found = linked.shell(f"cd {TMP}; {line}")
        if found != printed:
            wrong.append((line, found, printed))
    assert not wrong, "\n".join(map(str, wrong))


def test_what_links_do_not_allow_is_said_and_changes_nothing(linked: Hand) -> None:
    phone = linked.phone
    for line, said in REFUSED:
        output, code = linked.device.shell(f"cd {TMP}; {line}")
        assert (said in output, code) == (True, 1), (line, output, code)
        assert linked.phone == phone, line


def test_the_links_that_every_android_has(hand: Hand) -> None:
    said = hand.shell(
        "ls -l / | grep -e '->' | sed 's/.*:00 //'; ls -l /storage/self /data/user | grep -e '->' | sed 's/.*:00 //'"
    )
    assert said.splitlines() == [
        "bin -> /system/bin", "etc -> /system/etc", "sdcard -> /storage/self/primary", "primary -> /mnt/user/0/primary", "0 -> /data/data",
    ]  # fmt: skip
    assert hand.shell("readlink /sdcard; readlink -f /sdcard/Download; cd /sdcard; pwd; pwd -P") == (
        "/storage/self/primary\n/storage/emulated/0/Download\n/sdcard\n/storage/emulated/0\n"
    )
    assert hand.shell("ls /bin/sh; [ -L /sdcard ] && [ -d /sdcard ] && echo both") == "/bin/sh\nboth\n"
    hand.shell("touch /sdcard/one")
    assert hand.shell("find /storage /data/media /sdcard -name one") == (
        "/storage/emulated/0/one\n/data/media/0/one\n"
    )


def test_a_link_leads_nowhere_but_into_the_phone(linked: Hand) -> None:
    for target in ("/etc/passwd", "../../../../../../etc/passwd", "/proc/self/environ"):
        assert "No such file" in linked.device.shell(f"cd {TMP}; ln -sf {target} out; cat out")[0]
    # An archive may bring a link that leads out of its folder, and a file that goes through it.
    line = f"cd {TMP}; mkdir a b; ln -s ../d a/x; tar cf 1.tar -C a x; rm a/x; mkdir a/x; echo bad > a/x/g"
    linked.shell(f"{line}; tar cf 2.tar -C a x/g; tar xf 1.tar -C b")
    assert "not under" in linked.device.shell(f"cd {TMP}; tar xf 2.tar -C b")[0]
    assert linked.shell(f"cat {TMP}/d/g") == "two\n"


def test_links_are_kept_counted_and_part_of_the_value(linked: Hand) -> None:
    phone = linked.phone
    assert len(phone.links) == 5
    for again in (pickle.loads(pickle.dumps(phone)), snapshot_file.loads(snapshot_file.dumps(phone))):
        assert (again, hash(again)) == (phone, hash(phone))
        assert files.read(again, f"{TMP}/to_d/g") == b"two\n"
    assert files.used(phone) == files.used(boot()) + len("one\ntwo\nfdnowherering2ring1")
    linked.shell(f"rm {TMP}/to_f; ln -s f {TMP}/to_f")
    assert linked.phone.links == phone.links
    with pytest.raises(FileAccessError, match="File name too long"):
        files.make_link(phone, f"{TMP}/long", "a/" * 3000)


def test_links_without_number_end_in_a_refusal(linked: Hand) -> None:
    """Links can make many names of few files: each counts."""
    linked.shell(f"cd {TMP}/d; for x in a b c d e f g h; do ln -s . l$x; done")
    for line in ("echo */*/*/*/*/*/*/*/*/*", "ls d/l*/l*/l*/l*/l*/l*/l* > x"):
        output, code = linked.device.shell(f"cd {TMP}/d; {line}")
        assert (code, "a line reads and writes no more than" in output) == (137, True) or code in (1, 126), (
            output[:200]
        )
    assert linked.shell(f"cd {TMP}/d; find -L . -name g; ls -LR . | wc -l") == "./g\n11\n"
