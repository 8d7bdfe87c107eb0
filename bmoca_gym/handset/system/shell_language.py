"""The shell's language: a line parsed to an immutable syntax tree, as Android's mksh reads it.

Words, quotes, escapes, comments, variables, command substitution, pipelines, ``&&``, ``||``, ``;``, ``&``,
redirections, ``if``, ``while``, ``until``, ``for``, ``{ }`` and ``( )``. What mksh has beyond these (``case``,
functions, arithmetic, here-documents) is a syntax error that says so.
"""

from __future__ import annotations

import re
from typing import NoReturn

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.system.shell_syntax import (
    Command,
    For,
    Group,
    If,
    Item,
    Literal,
    Loop,
    Part,
    Pipeline,
    Redirection,
    Script,
    Simple,
    Substitution,
    Variable,
    Word,
    assignment,
    joined,
    plain_texts,
)
from bmoca_gym.handset.value import memo

#: Linux gives no program an argument longer than this (MAX_ARG_STRLEN), and a line is an argument of ``sh -c``.
LINE_LIMIT = 1 << 17
#: Constructs and substitutions nested in each other.
DEPTH_LIMIT = 32


class ShellSyntaxError(HandsetError, ValueError):
    """A line that the shell can't read."""


_SPACE = re.compile(r"(?:[ \t\r]+|\\\n|(?:(?<=[\s;&|()])|\A)#[^\n]*)*")
_OPERATOR = re.compile(r"&&|&>>?|\|\||;;|\n|[;&|()]|(?:\d(?=[<>]))?(?:<<-?|<>|<&|>>|>&|>\||[<>])")
#: Letters of a word in which nothing is expanded or quoted.
_PLAIN = re.compile(r"[^\s;&|<>()'\"\\$`]+|[^\S \t\r\n]")
_IN_DOUBLE = re.compile(r'[^"\\$`]+')
_SINGLE = re.compile(r"'([^']*)'")
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|[0-9?$#@*!-]")
_BRACED = re.compile(r"(#?)([A-Za-z_][A-Za-z_0-9]*|[0-9]+|[?$#@*!-])(:?[-=+?]|\})")
_KEYWORDS = {"if", "then", "elif", "else", "fi", "while", "until", "for", "do", "done", "{", "}", "!", "in"}
_NOT_SUPPORTED = {"case", "esac", "function", "select", "[["}
_ENDS = {"then", "elif", "else", "fi", "do", "done", "}"}


def parse(text: str) -> Script:
    """The syntax tree of a line or a script.

    Raises:
        ShellSyntaxError: it is too long, nested too deeply, or no script that this shell reads.
    """
    if len(text) > LINE_LIMIT:
        raise ShellSyntaxError(f"line too long: {len(text)} letters, at most {LINE_LIMIT}")
    return _remembered(text) if len(text) < 400 else _Parser(text, 0).script_to_end()


@memo(1024, asset=True)
def _remembered(text: str) -> Script:
    return _Parser(text, 0).script_to_end()


class _Parser:
    """Reads a text from left to right. ``token``: the operator or word at hand, "" at the end."""

    def __init__(self, text: str, depth: int) -> None:
        if depth > DEPTH_LIMIT:
            raise ShellSyntaxError("nested too deeply")
        self.text = text
        self.at = 0
        self.depth = depth
        self.operator: str | None = ""
        self.word: Word = ()
        self.keyword = ""
        self.advance()

    # Tokens

    def advance(self) -> None:
        """Read the next token: ``operator`` ("" at the end, None for a word) and ``word``."""
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        self.keyword = ""
        if self.at >= len(self.text):
            self.operator = ""
            return
        found = _OPERATOR.match(self.text, self.at)
        if found:
            self.operator = found[0]
            self.at = found.end()
            return
        self.operator = None
        self.word = self.read_word()
        if len(self.word) == 1 and isinstance(self.word[0], Literal) and not self.word[0].quoted:
            text = self.word[0].text
            self.keyword = text if text in _KEYWORDS or text in _NOT_SUPPORTED else ""

    def unexpected(self) -> NoReturn:
        shown = "newline" if self.operator == "\n" else self.operator
        if self.operator is None:
            shown = self.keyword or self.text[max(0, self.at - 20) : self.at].split()[-1]
        raise ShellSyntaxError(f"unexpected {shown!r}" if shown else "unexpected end of file")

    def read_word(self) -> Word:
        parts: list[Part] = []
        text = self.text
        while self.at < len(text):
            found = _PLAIN.match(text, self.at)
            if found:
                parts.append(Literal(found[0]))
                self.at = found.end()
                continue
            letter = text[self.at]
            if letter == "'":
                single = _SINGLE.match(text, self.at)
                if single is None:
                    raise ShellSyntaxError("no closing quote")
                parts.append(Literal(single[1], True))
                self.at = single.end()
            elif letter == '"':
                self.at += 1
                self.double_quoted(parts)
            elif letter == "\\":
                escaped = text[self.at + 1 : self.at + 2]
                if escaped != "\n":
                    parts.append(Literal(escaped, True))
                self.at += 2
            elif letter in "$`":
                self.expansion(parts, False)
            else:
                break
        return joined(parts)

    def double_quoted(self, parts: list[Part]) -> None:
        """The parts up to the closing double quote, which is passed."""
        parts.append(Literal("", True))
        text = self.text
        while self.at < len(text):
            found = _IN_DOUBLE.match(text, self.at)
            if found:
                parts.append(Literal(found[0], True))
                self.at = found.end()
                continue
            letter = text[self.at]
            if letter == '"':
                self.at += 1
                return
            if letter == "\\":
                escaped = text[self.at + 1 : self.at + 2]
                if escaped != "\n":
                    parts.append(
                        Literal(escaped if escaped in ("$", "`", '"', "\\") else "\\" + escaped, True)
                    )
                self.at += 2
            else:
                self.expansion(parts, True)
        raise ShellSyntaxError("no closing quote")

    def expansion(self, parts: list[Part], quoted: bool) -> None:
        """What begins with ``$`` or a backquote at the place where we are."""
        text, start = self.text, self.at
        if text[start] == "`":
            end = start + 1
            while end < len(text) and text[end] != "`":
                end += 2 if text[end] == "\\" else 1
            if end >= len(text):
                raise ShellSyntaxError("no closing quote")
            inner = re.sub(r"\\([$`\\])", r"\1", text[start + 1 : end])
            self.at = end + 1
            parts.append(Substitution(_Parser(inner, self.depth + 1).script_to_end(), quoted))
            return
        if text.startswith("$((", start):
            raise ShellSyntaxError("arithmetic $((...)) is not supported")
        if text.startswith("$(", start):
            inner_parser = _Parser.within(self, start + 2)
            script = inner_parser.script(")")
            self.at = inner_parser.at
            parts.append(Substitution(script, quoted))
        elif text.startswith("${", start):
            self.at = start + 2
            parts.append(self.braced(quoted))
        else:
            name = _NAME.match(text, start + 1)
            if name is None:
                self.at = start + 1
                parts.append(Literal("$", quoted))
            else:
                self.at = name.end()
                parts.append(Variable(name[0], quoted))

    @classmethod
    def within(cls, outer: _Parser, at: int) -> _Parser:
        """A parser of the same text from ``at`` on, one level deeper."""
        if outer.depth >= DEPTH_LIMIT:
            raise ShellSyntaxError("nested too deeply")
        made = cls("", outer.depth + 1)
        made.text, made.at = outer.text, at
        made.advance()
        return made

    def braced(self, quoted: bool) -> Variable:
        found = _BRACED.match(self.text, self.at)
        if found is None or (found[1] and found[3] != "}") or found[3].endswith("?"):
            raise ShellSyntaxError(f"bad substitution: ${{{self.text[self.at : self.at + 20]}")
        self.at = found.end()
        if found[3] == "}":
            return Variable(found[2], quoted, found[1])
        if self.depth >= DEPTH_LIMIT:
            raise ShellSyntaxError("nested too deeply")
        self.depth += 1
        parts: list[Part] = []
        text = self.text
        while self.at < len(text) and text[self.at] != "}":
            letter = text[self.at]
            if letter == "'" and not quoted and _SINGLE.match(text, self.at):
                end = text.index("'", self.at + 1)
                parts.append(Literal(text[self.at + 1 : end], True))
                self.at = end + 1
            elif letter == '"':
                self.at += 1
                self.double_quoted(parts)
            elif letter == "\\":
                parts.append(Literal(text[self.at + 1 : self.at + 2], True))
                self.at += 2
            elif letter in "$`":
                self.expansion(parts, quoted)
            else:
                parts.append(Literal(letter, quoted))
                self.at += 1
        if self.at >= len(text):
            raise ShellSyntaxError("no closing brace")
        self.at += 1
        self.depth -= 1
        return Variable(found[2], quoted, found[3], joined(parts))

    # Scripts

    def script_to_end(self) -> Script:
        return self.script("")

    def script(self, end: str) -> Script:
        """Everything up to the operator ``end``, behind which the next token is not read yet."""
        found = self.items()
        if self.operator != end or self.operator is None:
            self.unexpected()
        return found

    def items(self) -> Script:
        """Commands up to what can't begin one."""
        items: list[Item] = []
        while True:
            while self.operator == "\n":
                self.advance()
            if self.operator in ("", ")") or (self.operator is None and self.keyword in _ENDS):
                return tuple(items)
            pipelines = [(";", self.pipeline())]
            while self.operator in ("&&", "||"):
                joined = str(self.operator)
                self.advance()
                self.skip_lines()
                pipelines.append((joined, self.pipeline()))
            items.append(Item(tuple(pipelines), self.operator == "&"))
            if self.operator in (";", "&", "\n"):
                self.advance()
            elif self.operator not in ("", ")") and self.keyword not in _ENDS:
                self.unexpected()

    def skip_lines(self) -> None:
        while self.operator == "\n":
            self.advance()

    def pipeline(self) -> Pipeline:
        negated = False
        while self.operator is None and self.keyword == "!":
            negated = not negated
            self.advance()
        commands = [self.command()]
        while self.operator == "|":
            self.advance()
            self.skip_lines()
            commands.append(self.command())
        return Pipeline(tuple(commands), negated)

    def command(self) -> Command:
        keyword = self.keyword if self.operator is None else ""
        if keyword in _ENDS:
            self.unexpected()
        if keyword in _NOT_SUPPORTED:
            raise ShellSyntaxError(f"{keyword!r} is not supported")
        if self.operator == "(" or keyword in ("if", "while", "until", "for", "{"):
            self.depth += 1
            if self.depth > DEPTH_LIMIT:
                raise ShellSyntaxError("nested too deeply")
            made = self.compound(keyword)
            self.depth -= 1
            if self.operator is None and self.keyword not in _ENDS:
                self.unexpected()
            redirections: list[Redirection] = []
            while self.redirection(redirections):
                pass
            return made._replace(redirections=tuple(redirections))
        return self.simple()

    def expect(self, keyword: str) -> None:
        if self.operator is not None or self.keyword != keyword:
            self.unexpected()
        self.advance()

    def body(self) -> Script:
        found = self.items()
        if not found:
            self.unexpected()
        return found

    def compound(self, keyword: str) -> If | Loop | For | Group:
        self.advance()
        if keyword == "":
            inside = self.body()
            if self.operator != ")":
                self.unexpected()
            self.advance()
            return Group(inside, True)
        if keyword == "{":
            inside = self.body()
            self.expect("}")
            return Group(inside, False)
        if keyword == "for":
            return self.for_loop()
        condition = self.body()
        if keyword != "if":
            return Loop(condition, keyword == "while", self.do_done())
        self.expect("then")
        branches = [(condition, self.body())]
        while self.operator is None and self.keyword == "elif":
            self.advance()
            condition = self.body()
            self.expect("then")
            branches.append((condition, self.body()))
        otherwise: Script = ()
        if self.operator is None and self.keyword == "else":
            self.advance()
            otherwise = self.body()
        self.expect("fi")
        return If(tuple(branches), otherwise)

    def do_done(self) -> Script:
        self.expect("do")
        inside = self.body()
        self.expect("done")
        return inside

    def for_loop(self) -> For:
        name = self.word[0] if self.operator is None and len(self.word) == 1 else None
        if not (isinstance(name, Literal) and re.fullmatch(r"[A-Za-z_]\w*", name.text, re.ASCII)):
            self.unexpected()
        self.advance()
        words: list[Word] = []
        self.skip_lines()
        if self.operator is None and self.keyword == "in":
            self.advance()
            while self.operator is None:
                words.append(self.word)
                self.advance()
        if self.operator == ";":
            self.advance()
        self.skip_lines()
        return For(name.text, tuple(words), self.do_done())

    def redirection(self, found: list[Redirection]) -> bool:
        """Read a redirection where there is one."""
        operator = self.operator
        if not operator or not ("<" in operator or ">" in operator):
            return False
        descriptor = 0 if "<" in operator else 1
        if operator[0].isdigit():
            descriptor, operator = int(operator[0]), operator[1:]
        if operator.startswith("<<") or operator in ("<>", "<&") or descriptor > 2:
            raise ShellSyntaxError(f"redirection {self.operator!r} is not supported")
        self.advance()
        if self.operator is not None:
            self.unexpected()
        found.append(Redirection(descriptor, ">" if operator == ">|" else operator, self.word))
        self.advance()
        return True

    def simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        while True:
            if self.operator is None:
                split = assignment(self.word) if not words else None
                if split:
                    assignments.append(split)
                else:
                    words.append(self.word)
                self.advance()
            elif not self.redirection(redirections):
                break
        if not (assignments or words or redirections) or self.operator == "(":
            self.unexpected()
        plain = None if assignments or redirections else plain_texts(words)
        return Simple(tuple(assignments), tuple(words), tuple(redirections), plain)
