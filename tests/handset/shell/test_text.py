"""Shell commands on text: grep, sed, sort, cut and similar ones."""

from __future__ import annotations

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session

PHONE = images.boot()
TEXT = b"apple 3\nBanana 12\ncherry 7\napple 3\n\n"


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("echo -n a b; echo -e 'x\\ty'; echo -E 'x\\ty'; echo 'a\\nb'", "a bx\ty\nx\\ty\na\nb\n"),
        ("printf '%s=%03d %x %%\\n' a 7 255 b 0x10 0", "a=007 ff %\nb=016 0 %\n"),
        ("printf '%-5s|%5.1f|%c\\n' ab 2.25 xyz", "ab   |  2.2|x\n"),
        ("grep an", "Banana 12\n"), ("grep -i B", "Banana 12\n"), ("grep -v apple", "Banana 12\ncherry 7\n\n"), ("grep -c apple", "2\n"),
        ("grep -o '[0-9]*'", "3\n12\n7\n3\n"), ("grep -n -E '^(c|B)'", "2:Banana 12\n3:cherry 7\n"), ("grep -F . || echo none", "none\n"),
        ("grep -q apple && echo yes", "yes\n"), ("grep -w 1 || grep -x ''", "none"), ("grep -m1 apple", "apple 3\n"),
        ("grep -A1 Ban", "Banana 12\ncherry 7\n"), ("grep -B1 -n che", "2-Banana 12\n3:cherry 7\n"), ("grep -e ch -e an", "Banana 12\ncherry 7\n"),
        ("grep -l apple", "(standard input)\n"), ("egrep 'a{1}n|y'", "Banana 12\ncherry 7\n"),
        ("grep -H -c root /none /dev/null 2>/dev/null || echo $?", "/dev/null:0\n2\n"),
        ("sed 's/a/A/'", "Apple 3\nBAnana 12\ncherry 7\nApple 3\n\n"), ("sed -n '2p;$='", "Banana 12\n5\n"), ("sed 2q", "apple 3\nBanana 12\n"),
        ("sed '/apple/d;s/\\(.*\\) \\(.*\\)/\\2 \\1/'", "12 Banana\n7 cherry\n\n"), ("sed -E 's|[a-z]+|<&>|2' | head -1", "apple 3\n"),
        ("sed -n '2,3p'", "Banana 12\ncherry 7\n"), ("sed -n '/Ban/,/app/p' | wc -l", "3\n"), ("sed 's/x*/-/g' | sed -n 3p", "-c-h-e-r-r-y- -7-\n"),
        ("sort", "\nBanana 12\napple 3\napple 3\ncherry 7\n"), ("sort -u -r", "cherry 7\napple 3\nBanana 12\n\n"),
        ("sort -k2 -n", "\napple 3\napple 3\ncherry 7\nBanana 12\n"), ("sort -t' ' -k2,2nr | head -1", "Banana 12\n"), ("sort | uniq -c | sort -rn | head -1", "      2 apple 3\n"),
        ("sort | uniq -d", "apple 3\n"), ("cut -d' ' -f2", "3\n12\n7\n3\n\n"), ("cut -c1-3", "app\nBan\nche\napp\n\n"), ("cut -d' ' -f1 -s | head -1", "apple\n"),
        ("tr a-z A-Z | head -1", "APPLE 3\n"), ("tr -d '\\n'", "apple 3Banana 12cherry 7apple 3"), ("tr -s 'p' | head -1", "aple 3\n"), ("tr -cd 0-9", "31273"),
        ("tr '[:lower:]' '[:upper:]' | head -1", "APPLE 3\n"),
        ("head -n2", "apple 3\nBanana 12\n"), ("head -1", "apple 3\n"), ("head -c 3", "app"), ("head -n -4", "apple 3\n"), ("tail -n 1", "\n"),
        ("tail -2", "apple 3\n\n"), ("tail -n +4", "apple 3\n\n"), ("tail -c 3", "3\n\n"), ("wc -l", "5\n"), ("wc", "      5       8      36\n"),
        ("wc -c < /dev/null", "0\n"), ("tac | head -2", "\napple 3\n"), ("rev | head -1", "3 elppa\n"), ("nl | head -1", "     1\tapple 3\n"),
        ("xargs", "apple 3 Banana 12 cherry 7 apple 3\n"), ("xargs -n 4 echo :", ": apple 3 Banana 12\n: cherry 7 apple 3\n"),
        ("head -2 | xargs -I {} echo '<{}>'", "<apple 3>\n<Banana 12>\n"), ("true | xargs echo none", "none\n"), ("true | xargs -r echo none", ""),
        ("seq 3 -1 1", "3\n2\n1\n"), ("seq -s, 3", "1,2,3\n"), ("head -1 | md5sum", "e6c92119ee0836a5956314350ff29e25  -\n"), ("head -1 | base64", "YXBwbGUgMwo=\n"),
        ("head -1 | xxd -p", "6170706c6520330a\n"), ("base64 | base64 -d | wc -c", "36\n"), ("tee /dev/null | wc -l", "5\n"),
    ],
)  # fmt: skip
def test_what_is_printed(line: str, printed: str) -> None:
    _, output, error, code = session.execute(PHONE, line, TEXT)
    if printed == "none":
        assert (output, code) == (b"", 1)
        return
    assert (error, code) == (b"", 0)
    assert output.decode() == printed


@pytest.mark.parametrize(
    ("line", "said", "code"),
    [
        ("grep", "grep: Needs 1 argument", 2), ("grep nothing", "", 1), ("grep a /none", "grep: /none: No such file or directory", 2),
        ("grep '[' ", "grep: bad regex: brackets", 2), ("grep -Y a", "grep: Unknown option Y", 1), ("sed", "sed: Needs 1 argument", 1),
        ("sed 's/a/b'", "sed: unterminated", 1), ("sed y/a/b/", "sed: bad pattern", 1), ("sed 's/a/\\1/'", "bad regex", 0), ("cut", "cut: needs one of", 1),
        ("cut -f 0", "cut: bad list '0'", 1), ("head -n x", "head: not integer: x", 1), ("tail -n", "tail: Missing argument to -n", 1),
        ("sort -k 0", "sort: bad -k '0'", 1), ("tr a", "tr: Need 2 arguments", 1), ("xargs nothing", "nothing: inaccessible or not found", 127),
        ("xargs false", "", 123), ("seq a", "seq: not integer: a", 1), ("printf %d x", "printf: bad number 'x'", 1), ("printf '%y'", "printf: bad %y", 1),
        ("uniq a b", "uniq: Max 1 argument", 1), ("wc /none", "wc: /none: No such file or directory", 1),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(line: str, said: str, code: int) -> None:
    _, _, error, found = session.execute(PHONE, line, TEXT)
    if line == "sed 's/a/\\1/'":
        assert (found, error) == (1, b"sed: bad reference \\1\n")
        return
    assert found == code
    assert said in error.decode()


def test_grep_goes_through_folders() -> None:
    phone = session.execute(
        PHONE, "mkdir -p /sdcard/g/h; echo one > /sdcard/g/a; echo two one > /sdcard/g/h/b"
    )[0]
    assert session.execute(phone, "grep -r one /sdcard/g")[1] == b"/sdcard/g/a:one\n/sdcard/g/h/b:two one\n"
    assert (
        session.execute(phone, "cd /sdcard/g; grep -rl two .; grep -c one a h/b")[1] == b"h/b\na:1\nh/b:1\n"
    )
    after = session.execute(phone, "sed -i 's/one/1/' /sdcard/g/a /sdcard/g/h/b")[0]
    assert session.execute(after, "cat /sdcard/g/a /sdcard/g/h/b")[1] == b"1\ntwo 1\n"
