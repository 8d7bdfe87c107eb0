"""Features of mksh beyond POSIX that scripts rely on: parameter expansion, ``[[ ]]``, options, traps, scripts."""

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
    line = "x=$(seq 1 3000); y=${x//*1*2*3*/a}; z=${x##*1*1*1*1*x}; w=${x%%x*y*z}; echo $y ${#z} ${#w}"
    assert session.run(PHONE, line)[1:] == ("a 13892 13892\n", 0)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("IFS=,; v=a,b; set -- $v; echo $#", "2\n"), ("IFS=,; v='a b,c'; for x in $v; do echo [$x]; done", "[a b]\n[c]\n"),
        ("v=1::2:; IFS=:; for x in $v; do echo [$x]; done", "[1]\n[]\n[2]\n"), ("IFS=; v='a b'; for x in $v; do echo [$x]; done", "[a b]\n"),
        ("IFS=', '; v='a , b,c  d'; set -- $v; echo $# $4", "4 d\n"), ("v=,a; IFS=,; set -- x$v; echo $# $1 $2", "2 x a\n"),
        ("set -- a b; IFS=-; echo \"$*\" \"$@\" $*", "a-b a b a b\n"), ("unset IFS; v='a b'; set -- $v; echo $#", "2\n"),
        ("echo a,b > /sdcard/q; while IFS=, read -r x y; do echo $x-$y; done < /sdcard/q; v='c d'; set -- $v; echo $#", "a-b\n2\n"),
        ("echo 1:2:3 | { IFS=: read a b; echo $a $b; }", "1 2:3\n"), ("echo ' a  b ' | { IFS= read x; echo \"[$x]\"; }", "[ a  b ]\n"),
        ("printf 'a\\\\ b c\\\\\\nd e\\n' | { read x y; echo \"[$x] [$y]\"; }", "[a b] [cd e]\n"),
        ("printf 'a\\\\ b\\n' | { read -r x y; echo \"[$x] [$y]\"; }", "[a\\] [b]\n"), ("echo a b | { read -A x; echo ${x[1]} ${#x[@]}; }", "b 2\n"),
        ("echo abc | { read -n2 x; read y; echo $x $y; }", "ab c\n"), ("printf a:b | { read -d : x; echo $x; }", "a\n"),
        ("read -t 1 x < /dev/null; echo $?; echo a | { read -u0 -t1 -s x; echo $x; }; read -p x < /dev/null; echo $?", "1\na\n/system/bin/sh: read: -p: no coprocess\n1\n"),
        ("read -u 3 x; echo $?; read 1x", "/system/bin/sh: read: -u: 3: bad file descriptor\n1\n/system/bin/sh: read: is not an identifier\n"),
        ("a=(1 2 3); echo ${a[1]} ${a[-0]} ${#a[@]} ${a[*]} $a ${!a[@]} ${a[5]:-no}", "2 1 3 1 2 3 1 0 1 2 no\n"),
        ("a=(x 'y z'); a+=(w); for i in \"${a[@]}\"; do echo [$i]; done; echo [\"p${a[@]}s\"]", "[x]\n[y z]\n[w]\n[px y z ws]\n"),
        ("set -A a -- -x y; echo ${a[0]} ${#a[*]}; a[3]=z; echo ${!a[*]} ${a[3]}; unset a[1]; echo ${a[*]}; unset a; echo [${a[*]}]", "-x 2\n0 1 3 z\n-x z\n[]\n"),
        ("i=1; a=(5 6 7); echo ${a[i]} ${a[i+1]} ${a[$i]} $((a[i]*2)) ${#a[1]}; a[i+1]=9; echo ${a[2]}; let a[0]=4; echo $a", "6 7 6 12 1\n9\n4\n"),
        ("a=(\n1 # one\n2\n); echo ${a[1]}; b=(/sdcard/M*); echo ${#b[@]}; c=($(echo x y)); echo ${c[1]}", "2\n2\ny\n"),
        ("a=(abc abd); echo ${a[1]%d} ${a[0]/b/x} ${a[1]:1:1} \"${a[*]}\"", "ab axc b abc abd\n"), ("a=(1 2); (a[0]=9; echo $a); echo $a", "9\n1\n"),
        ("a=(1 2); a[0]=x env | grep -c '^a='; echo ${a[0]}; a=; echo [${a[0]}] ${a[1]}", "1\n1\n[] 2\n"), ("x=a; x+=b; x+=c; echo $x", "abc\n"),
        ("a[-1]=x; echo on", "/system/bin/sh: a[-1]: subscript out of range\non\n"), ("echo ${a[}", "/system/bin/sh: syntax error: no closing brace\n"),
        ("echo {a,b}{1,2} x{,y} {a,{b,c}d} {1..3} {} {a} a,b", "a1 a2 b1 b2 x xy a bd cd {1..3} {} {a} a,b\n"),
        ("x={a,b}; echo $x '{a,b}' \"{a,b}\" \\{a,b\\} {a,'b,c'}", "{a,b} {a,b} {a,b} {a,b} a b,c\n"),
        ("y=1; for x in {$y,\"$y 2\"}; do echo $x; done; mkdir -p /sdcard/{p,q}/r; ls -d /sdcard/{p,q}/r", "1\n1 2\n/sdcard/p/r\n/sdcard/q/r\n"),
        ("echo " + "{a,b}" * 40, "/system/bin/sh: syntax error: braces make more than 4096 words\n"),
        ("echo " + "{" * 60_000 + ",", "{" * 60_000 + ",\n"), ("echo " + "{a," * 60 + "}" * 60, "/system/bin/sh: syntax error: nested too deeply\n"),
        ("X=1 eval :; echo $X; Y=1 true; echo [$Y]; Z=a Z=b sh -c 'echo $Z'", "1\n[]\nb\n"),
    ],
)  # fmt: skip
def test_fields_arrays_and_braces(line: str, said: str) -> None:
    assert session.run(PHONE, line)[1] == said
