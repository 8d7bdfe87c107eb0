"""What mksh has beyond a plain POSIX shell and scripts rely on: parts of variables, ``[[ ]]``, options, traps, scripts."""

from __future__ import annotations

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.shell import session

PHONE = images.boot()


@pytest.mark.parametrize(
    ("lines", "said", "code"),
    [
        ("x=hello; echo ${x:0:1} ${x:1} ${x: -2} ${x:1:-1} ${x:(-3):2} [${x:9}] ${#x}", "h ello lo ell ll [] 5\n", 0),
        ("n=1; x=hello; echo ${x:n+1:$n} ${x:$((n*2)):2}", "l ll\n", 0),
        ("f=/a/b.tar.gz; echo ${f##*/} ${f%.*} ${f%%.*} ${f#*/} ${f#x}", "b.tar.gz /a/b.tar /a/b a/b.tar.gz /a/b.tar.gz\n", 0),
        ("f=/a/b.b; echo ${f/b/z} ${f//b/z} ${f//[ab]} ${f//./\"*\"}", "/a/z.b /a/z.z //. /a/b*b\n", 0),
        ('x="a*b"; y="*"; echo "${x%"$y"*}" "${x%$y}"', "a a*b\n", 0),
        ("[[ abc == a* && -n x ]] && echo yes; [[ abc == 'a*' ]] || echo no", "yes\nno\n", 0),
        ("x='a b'; [[ $x = 'a b' && -z $nope ]] && echo yes", "yes\n", 0),
        ("[[ ! -e /nope && ( 3 -gt 2 || x ) ]] && echo yes; [[ b > a && a < b ]] && echo on", "yes\non\n", 0),
        ("[[ -d /sdcard ]]; echo $?; [[ -f /sdcard ]]; echo $?; [[ '' ]]; echo $?; [[ x ]]; echo $?", "0\n1\n1\n0\n", 0),
        ("if [[ 10 -gt 9 ]]; then echo [[ ]]; fi", "[[ ]]\n", 0),
        ("set -e; if false; then :; fi; false || echo a; ! true; echo b; while false; do :; done; (false; echo no); echo no", "a\nb\n", 1),
        ("set -e; f() { false; echo f; }; f && echo g; f; echo no", "f\ng\n", 1),
        ("set -e; set +e; false; echo on; set -o errexit; false; echo no", "on\n", 1),
        ("sh -ec 'false; echo no'; echo $?; sh -e -c 'echo a'", "1\na\n", 0),
        ("trap 'echo bye $?' EXIT; echo hi; exit 3", "hi\nbye 3\n", 3),
        ("trap 'echo bye' 0; (trap 'echo inner' EXIT; echo in); sh -c 'trap \"echo of sh\" EXIT'; echo out", "in\ninner\nof sh\nout\nbye\n", 0),
        ("trap 'echo x' EXIT INT; trap - EXIT; trap", "trap -- 'echo x' INT\n", 0),
        ("trap 'echo x; exit 4' EXIT; false", "x\n", 4),
    ],
)  # fmt: skip
def test_what_it_prints(lines: str, said: str, code: int) -> None:
    assert session.run(PHONE, lines)[1:] == (said, code)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("set -u; echo ${nope:-a} $#; echo $nope; echo no", "a 0\n/system/bin/sh: nope: parameter not set\n"),
        ("echo ${nope:?gone}; echo no", "/system/bin/sh: nope: gone\n"),
        ("trap x NOSUCH", "/system/bin/sh: trap: bad signal 'NOSUCH'\n"),
        ("[[ a == ]]", "/system/bin/sh: [[: unexpected operator/operand\n"),
        ("[[ ]]", "/system/bin/sh: syntax error: unexpected ']]'\n"),
        ("[[ a", "/system/bin/sh: syntax error: unexpected end of file\n"),
        ("[[ 1 -eq x ]]", "/system/bin/sh: [[: bad number\n"),
        ("[[ " + "( " * 40 + "a", "/system/bin/sh: syntax error: unexpected end of file\n"),
        ("[[ " + "! " * 40 + "a ]]", "/system/bin/sh: [[: nested too deeply\n"),
    ],
)
def test_what_it_refuses(line: str, said: str) -> None:
    output, code = session.run(PHONE, line)[1:]
    assert output == said
    assert code != 0


def test_commands_are_shown_before_they_run() -> None:
    assert session.run(PHONE, "set -x; x='a b'; echo \"$x\"")[1] == "+ echo 'a b'\na b\n"


def test_a_script_that_may_be_executed_is() -> None:
    phone = session.run(PHONE, "echo '#!/system/bin/sh\necho \"$0 $1\"; exit 5' > /data/local/tmp/run")[0]
    assert session.run(phone, "/data/local/tmp/run")[1:] == ("/system/bin/sh: /data/local/tmp/run: can't execute: Permission denied\n", 126)  # fmt: skip
    for mode in ("755", "+x", "u=rwx,go=rx", "a+X,u+x"):
        after = session.run(phone, f"chmod {mode} /data/local/tmp/run")[0]
        assert session.run(after, "cd /data/local; tmp/run it")[2] == 5
        assert (
            session.run(after, "chmod 600 /data/local/tmp/run; stat -c %a /data/local/tmp/run")[1] == "600\n"
        )
    after = session.run(
        phone,
        "chmod 4751 /data/local/tmp/run; cp /data/local/tmp/run /sdcard/run; mv /data/local/tmp/run /data/local/tmp/moved",
    )[0]
    assert (
        session.run(after, "stat -c %a /data/local/tmp/moved; chmod 777 /sdcard/run; stat -c %a /sdcard/run")[
            1
        ]
        == "4751\n660\n"
    )


def test_patterns_in_variables_take_no_time() -> None:
    session.run(PHONE, "x=$(seq 1 3000); y=${x//*1*2*3*/a}; z=${x##*1*1*1*1*x}; w=${x%%x*y*z}")
