"""The shell command tar: a round trip, and no archive reaches outside its folder."""

from __future__ import annotations

import io
import tarfile

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session


def archive(*entries: tuple[str, bytes, bytes]) -> bytes:
    """An archive of (name, kind, content) entries."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as made:
        for name, kind, content in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.size, entry.linkname = kind, len(content), "/data"
            made.addfile(entry, io.BytesIO(content))
    return written.getvalue()


@pytest.mark.parametrize("options", ["cf", "-czf"])
def test_what_is_packed_comes_back(hand: Hand, options: str) -> None:
    hand.shell(
        "mkdir -p /sdcard/t/a; cd /sdcard/t; echo one > 1; echo two > a/2; touch -d '2020-01-01 00:00:00' 1"
    )
    hand.shell(f"tar {options} /sdcard/t.tar -C /sdcard t")
    assert hand.shell("tar tf /sdcard/t.tar") == "t/\nt/1\nt/a/\nt/a/2\n"
    hand.shell(
        "mkdir /sdcard/u; tar -x -f /sdcard/t.tar -C /sdcard/u; cat /sdcard/t.tar | tar xO t/a > /sdcard/2"
    )
    assert (
        hand.shell("cd /sdcard/u; find . -type f; cat t/1 t/a/2 /sdcard/2; stat -c %Y t/1")
        == "./t/1\n./t/a/2\none\ntwo\ntwo\n1577836800\n"
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (("../x", tarfile.REGTYPE, b"1"), "not under"), (("a/../../x", tarfile.REGTYPE, b"1"), "not under"),
        (("link", tarfile.LNKTYPE, b""), "not supported"), (("device", tarfile.CHRTYPE, b""), "not supported"),
    ],
)  # fmt: skip
def test_nothing_gets_out_of_its_folder(hand: Hand, entry: tuple[str, bytes, bytes], said: str) -> None:
    hand.device.write_file("/sdcard/Download/x.tar", archive(entry))
    before = hand.phone
    output, code = hand.device.shell("cd /sdcard/Download; tar xf x.tar")
    assert code == 1
    assert said in output
    assert hand.phone == before


def test_an_absolute_name_is_taken_as_one_in_the_folder(hand: Hand) -> None:
    hand.device.write_file("/sdcard/x.tar", archive(("/data/local/tmp/x", tarfile.REGTYPE, b"1")))
    hand.shell("tar xf /sdcard/x.tar -C /sdcard/Download")
    assert hand.shell("cat /sdcard/Download/data/local/tmp/x; ls /data/local/tmp") == "1"


@pytest.mark.parametrize(
    ("line", "said"),
    [("tar", "needs -t, -x, or -c"), ("tar -cx", "do not go together"), ("tar cf /sdcard/x", "empty archive"), ("tar xf /none", "No such file"),
     ("tar cf /sdcard/x /none", "No such file"), ("tar xf /sdcard/Pictures/99_Colosseum.jpg", "not an archive"), ("tar xf x -C /none", "No such file")],
)  # fmt: skip
def test_what_is_wrong_is_said(hand: Hand, line: str, said: str) -> None:
    output, code = hand.device.shell(line)
    assert code == 1
    assert said in output


@given(st.binary(max_size=200), st.integers(0, 1500))
def test_no_bytes_break_it(data: bytes, at: int) -> None:
    whole = archive(("a", tarfile.REGTYPE, b"1"), ("b", tarfile.DIRTYPE, b""))
    for given_bytes in (data, whole[:at] + data + whole[at:]):
        _, _, error, code = session.execute(images.boot(), "cd /sdcard; tar x", given_bytes)
        assert code in (0, 1)
        assert b"Traceback" not in error
