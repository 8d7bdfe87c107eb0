"""The shell's language: the trees of lines, and that any text gives a tree or a typed error."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bmoca_gym.handset.shell.language.parser import LINE_LIMIT, ShellSyntaxError, parse
from bmoca_gym.handset.shell.language.syntax import (
    Case,
    For,
    Function,
    Group,
    If,
    Literal,
    Loop,
    Simple,
    Substitution,
    Variable,
)


def only(line: str):  # type: ignore[no-untyped-def]
    """The one command that a line is."""
    (item,) = parse(line)
    ((_, pipeline),) = item.pipelines
    (command,) = pipeline.commands
    return command


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a", ("a",)), ("a  b\tc", ("a", "b", "c")), ("''", ("",)), ("a''b", ("ab",)), ("'a b'c", ("a bc",)),
        ('"a\\"b" \'c\\\'', ('a"b', "c\\")), ("a\\ b", ("a b",)), ("a #b;c", ("a",)), ("a#b", ("a#b",)), ("'#'", ("#",)),
        ("a\\\nb", ("ab",)), ('"a\\nb"', ("a\\nb",)), ("'*'", ("*",)), ("echo then if", ("echo", "then", "if")), ("[ a ]", ("[", "a", "]")),
        ("a=1=2 b", None), ("a *", None), ("a $b", None), ("~/x", None), ('"$"', ("$",)), ("a$", ("a$",)), ("{}", ("{}",)),
    ],
)  # fmt: skip
def test_words_are_plain_where_nothing_in_them_is_expanded(line: str, words: tuple[str, ...] | None) -> None:
    command = only(line)
    assert isinstance(command, Simple)
    assert command.plain == words


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("if a; then b; elif c; then d; else e; fi", If), ("if a\nthen b\nfi", If), ("while a; do b; done", Loop),
        ("until a; do b; done > /f", Loop), ("for x in 1 2; do a; done", For), ("for x\ndo a\ndone", For),
        ("(a; b)", Group), ("{ a; b; }", Group), ("(a) 2>&1", Group), ("case a in b|c) d;; (*) e; esac", Case), ("case a in esac > f", Case),
        ("case a\nin\nb)\n c\n;;\nesac", Case), ("f() { a; }", Function), ("f ( )\n( a )", Function), ("function f { a; }", Function),
        ("function f() if a; then b; fi", Function),
    ],
)  # fmt: skip
def test_compound_commands(line: str, kind: type) -> None:
    assert isinstance(only(line), kind)


def test_what_is_expanded() -> None:
    command = only('a $x "${y:-z}" $(b) `c` d$e')
    assert command.words[1] == (Variable("x"),)
    assert command.words[2] == (Literal("", True), Variable("y", True, ":-", (Literal("z", True),)))
    assert isinstance(command.words[3][0], Substitution)
    assert isinstance(command.words[4][0], Substitution)
    assert command.words[5] == (Literal("d"), Variable("e"))


def test_pipes_and_lists() -> None:
    items = parse("a | b && ! c || d; e &\nf")
    assert [[joined for joined, _ in item.pipelines] for item in items] == [[";", "&&", "||"], [";"], [";"]]
    assert [item.background for item in items] == [False, True, False]
    assert len(items[0].pipelines[0][1].commands) == 2
    assert items[0].pipelines[1][1].negated


@pytest.mark.parametrize(
    "line",
    ["'", '"', "a 'b", "a;;b", "a &&& b", "a |", "| a", "()", "{ }", "if a; fi", "if a; then b", "for 1 in a; do b; done", "fi", "a && then",
     "a > ", "a <<E", "a <<E\nb\nEE", "a <> b", "a 7> b", "$((1+1)", "${a!b}", "${", "$(a", "`a", "case a in b) c;;", "case a b) esac",
     "case a in ;; esac", "case a in b|) c;; esac", "f() a", "f( { a; }", "function { a; }", "a;; b", "[[ a ;]]", "select a in b", "(a))",
     "if a; then b; fi c"],
)  # fmt: skip
def test_lines_that_can_not_be_read(line: str) -> None:
    with pytest.raises(ShellSyntaxError):
        parse(line)


@pytest.mark.exhaustive(unless=lambda piece: piece in ("(", "$(", "`", "if "))
@pytest.mark.parametrize(
    "piece",
    ["(", "$(", "`", "${a:-", "if ", "{ ", "! ", "a=", '"$(', "\\", "'", "a;", "a|", "a&&", "x>y ", "$((", "$((1+", "case a in b) ", "f() ",
     "function f ", "a <<E\n", "cat <<E\nE\n", "<<-'E'\n\tE\n", "$(cat <<E\n", "a <<<b "],
)  # fmt: skip
def test_lines_of_any_length_and_depth_are_answered(piece: str) -> None:
    for count in (1, 40, 5000, LINE_LIMIT):
        with contextlib.suppress(ShellSyntaxError):
            assert isinstance(parse(piece * count), tuple)


PIECES = st.sampled_from(
    ["a", " ", "\n", ";", "&", "&&", "|", "||", "(", ")", "{ ", "}", "'", '"', "\\", "$", "$x", "${x", ":-", "$(", "`", "<", ">", ">>", "2>&1",
     "#", "if ", "then ", "else ", "fi", "while ", "$((", "))", "+", "case a in ", ";;", "esac", "f() ", "function f ", "<<E", "<<-'E'", "<<<", "E\n", "for x in ", "do ", "done", "!", "=", "*", "[", "]", "~", "\0", "é", "\r", "\x0b"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=20).map("".join)))
@example("a=b\0\n$(")
def test_any_text_is_a_tree_or_a_typed_error(line: str) -> None:
    with contextlib.suppress(ShellSyntaxError):
        tree = parse(line)
        assert parse(line) == tree
        hash(tree)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), min_size=1, max_size=5))
def test_words_in_single_quotes_come_back(words: list[str]) -> None:
    line = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
    assert only(line).plain == tuple(words)
