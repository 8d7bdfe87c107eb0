"""Tokens of the shell's language: operators and words, and the expansions in words."""

from __future__ import annotations

import re
from typing import NoReturn

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.language.syntax import (
    Arithmetic,
    Literal,
    Part,
    Script,
    Substitution,
    Variable,
    Word,
    joined,
)

#: Constructs and substitutions nested in each other.
DEPTH_LIMIT = 32


class ShellSyntaxError(HandsetError, ValueError):
    """A syntax error in a line."""


class UnfinishedError(ShellSyntaxError):
    """A text that ends inside a construct. ``closer``: a regex; only a line that matches it can end the construct."""

    def __init__(self, message: str, closer: str) -> None:
        super().__init__(message)
        self.closer = closer


#: What ends a construct, whichever it is.
_CLOSERS = r"fi|done|esac|[)}\]]"


_SPACE = re.compile(r"(?:[ \t\r]+|\\\n|(?:(?<=[\s;&|()])|\A)#[^\n]*)*")
_OPERATOR = re.compile(r"&&|&>>?|\|\||;;|\n|[;&|()]|(?:\d(?=[<>]))?(?:<<<|<<-?|<>|<&|>>|>&|>\||[<>])")
#: Letters of a word in which nothing is expanded or quoted.
_PLAIN = re.compile(r"[^\s;&|<>()'\"\\$`]+|[^\S \t\r\n]")
_IN_DOUBLE = re.compile(r'[^"\\$`]+')
_IN_ARITHMETIC = re.compile(r'[^"\\$`()]+')
_IN_HERE_DOCUMENT = re.compile(r"[^\\$`]+")
_SINGLE = re.compile(r"'([^']*)'")
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|[0-9?$#@*!-]")
_BRACED = re.compile(r"(#?)([A-Za-z_][A-Za-z_0-9]*|[0-9]+|[?$#@*!-])(##?|%%?|//?|:?[-=+?]|:|\})")
_INDEXED = re.compile(r"([#!]?)([A-Za-z_][A-Za-z_0-9]*)\[")
_BRACED_OPERATOR = re.compile(r"##?|%%?|//?|:?[-=+?]|:|\}")
KEYWORDS = {
    "if", "then", "elif", "else", "fi", "while", "until", "for", "do", "done", "{", "}", "!", "in", "case", "esac",
    "function", "[[",
}  # fmt: skip
NOT_SUPPORTED = {"select"}


class Reader:
    """Reads a text from left to right. The current token is ``operator`` ("" at the end, None for a word) and
    ``word``.

    ``script_to_end`` and ``script`` belong to the grammar, which is built on this.
    """

    def __init__(self, text: str, depth: int) -> None:
        if depth > DEPTH_LIMIT:
            raise ShellSyntaxError("nested too deeply")
        self.text = text
        self.at = 0
        #: Where a line goes on whose here-documents stand behind it: by the place of its end, that of theirs.
        self.skips: dict[int, int] = {}
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
            self.at = self.skips.get(found.start(), found.end())
            return
        self.operator = None
        self.word = self.read_word()
        if len(self.word) == 1 and isinstance(self.word[0], Literal) and not self.word[0].quoted:
            text = self.word[0].text
            self.keyword = text if text in KEYWORDS or text in NOT_SUPPORTED else ""

    def unexpected(self) -> NoReturn:
        """Raise the error for a token that can't be here."""
        shown = "newline" if self.operator == "\n" else self.operator
        if self.operator is None:
            shown = self.keyword or self.text[max(0, self.at - 20) : self.at].split()[-1]
        if not shown:
            raise UnfinishedError("unexpected end of file", _CLOSERS if self.depth else "")
        raise ShellSyntaxError(f"unexpected {shown!r}")

    def read_word(self) -> Word:
        """Read the word at the current place."""
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
                    raise UnfinishedError("no closing quote", "'")
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
        """Read the parts up to the closing double quote."""
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
        raise UnfinishedError("no closing quote", '"')

    def expansion(self, parts: list[Part], quoted: bool) -> None:
        """Read the expansion that begins with ``$`` or a backquote at the current place."""
        text, start = self.text, self.at
        if text[start] == "`":
            end = start + 1
            while end < len(text) and text[end] != "`":
                end += 2 if text[end] == "\\" else 1
            if end >= len(text):
                raise UnfinishedError("no closing quote", "`")
            inner = re.sub(r"\\([$`\\])", r"\1", text[start + 1 : end])
            self.at = end + 1
            parts.append(Substitution(type(self)(inner, self.depth + 1).script_to_end(), quoted))
            return
        if text.startswith("$((", start) and self.arithmetic(parts, quoted):
            return
        if text.startswith("$(", start):
            inner_parser = self.within(start + 2)
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

    def arithmetic(self, parts: list[Part], quoted: bool) -> bool:
        """Read ``$((EXPRESSION))``. Returns False if it is a subshell in a substitution, which starts the same way."""
        text, begin = self.text, self.at
        self.deeper()
        self.at += 3
        inside: list[Part] = []
        open_brackets = 0
        while self.at < len(text):
            found = _IN_ARITHMETIC.match(text, self.at)
            if found:
                inside.append(Literal(found[0], True))
                self.at = found.end()
                continue
            letter = text[self.at]
            if letter in "$`":
                self.expansion(inside, True)
                continue
            if letter == ")" and not open_brackets:
                self.depth -= 1
                if not text.startswith("))", self.at):
                    self.at = begin
                    return False
                self.at += 2
                parts.append(Arithmetic(joined(inside), quoted))
                return True
            open_brackets += {"(": 1, ")": -1}.get(letter, 0)
            if letter not in '"\\':  # quotes change nothing in an expression
                inside.append(Literal(letter, True))
            self.at += 1
        raise UnfinishedError("unexpected end of file", r"\)")

    def within(self, at: int) -> Reader:
        """A reader of the same text from ``at`` on, one level deeper."""
        if self.depth >= DEPTH_LIMIT:
            raise ShellSyntaxError("nested too deeply")
        made = type(self)("", self.depth + 1)
        made.text, made.at, made.skips = self.text, at, self.skips
        made.advance()
        return made

    def deeper(self) -> None:
        """Enter a construct: add one to ``depth``. The caller subtracts it again."""
        if self.depth >= DEPTH_LIMIT:
            raise ShellSyntaxError("nested too deeply")
        self.depth += 1

    def here_document(self, word: Word, tabs: bool) -> Word:
        """Read a here-document, up to the line that equals ``word``. It is quoted if ``word`` is.

        ``tabs``: whether leading tabs are removed.
        """
        end_mark = "".join(part.text if isinstance(part, Literal) else "$" for part in word)
        closer = ("\\A\t*" if tabs else "\\A") + re.escape(end_mark) + "\\Z"
        line_end = self.text.find("\n", self.at)
        if line_end < 0:
            raise UnfinishedError(f"here document {end_mark[:40]!r} unclosed", closer)
        lines: list[str] = []
        at = self.skips.get(line_end, line_end + 1)
        while True:
            if at >= len(self.text):
                raise UnfinishedError(f"here document {end_mark[:40]!r} unclosed", closer)
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end
            line = self.text[at:end].lstrip("\t") if tabs else self.text[at:end]
            at = end + 1
            if line == end_mark:
                break
            lines.append(line + "\n")
        self.skips[line_end] = min(at, len(self.text))
        body = "".join(lines)
        if any(isinstance(part, Literal) and part.quoted for part in word):
            return (Literal(body, True),)
        return self.expanded_text(body)

    def expanded_text(self, body: str) -> Word:
        """Read a text in which only variables and substitutions are expanded."""
        inner = type(self)("", self.depth + 1)
        inner.text, inner.at = body, 0
        parts: list[Part] = [Literal("", True)]
        while inner.at < len(body):
            found = _IN_HERE_DOCUMENT.match(body, inner.at)
            if found:
                parts.append(Literal(found[0], True))
                inner.at = found.end()
            elif body[inner.at] == "\\":
                escaped = body[inner.at + 1 : inner.at + 2]
                if escaped != "\n":
                    parts.append(Literal(escaped if escaped in ("$", "`", "\\") else "\\" + escaped, True))
                inner.at += 2
            else:
                inner.expansion(parts, True)
        return joined(parts)

    def braced(self, quoted: bool) -> Variable:
        """Read the variable after ``${``."""
        index = self.index()
        if index is not None:
            return self.braced_element(quoted, *index)
        found = _BRACED.match(self.text, self.at)
        if found is None or (found[1] and found[3] != "}"):
            raise ShellSyntaxError(f"bad substitution: ${{{self.text[self.at : self.at + 20]}")
        self.at = found.end()
        if found[3] == "}":
            return Variable(found[2], quoted, "length" if found[1] else "")
        return Variable(found[2], quoted, found[3], self.operand(quoted, found[3]))

    def index(self) -> tuple[str, str, Word] | None:
        """Read ``name[index]`` after ``${``, with a ``#`` or ``!`` before it; None if it is not an element."""
        found = _INDEXED.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        self.deeper()
        parts: list[Part] = []
        while self.at < len(self.text) and self.text[self.at] != "]":
            if self.text[self.at] in "$`":
                self.expansion(parts, True)
            else:
                parts.append(Literal(self.text[self.at], True))
                self.at += 1
        if self.at >= len(self.text):
            raise UnfinishedError("no closing brace", r"\]")
        self.depth -= 1
        self.at += 1
        return found[1], found[2], joined(parts)

    def braced_element(self, quoted: bool, mark: str, name: str, index: Word) -> Variable:
        """Make the element that was read, with its operator and operand."""
        place = index[0].text if len(index) == 1 and isinstance(index[0], Literal) else ""
        given = place if place in ("@", "*") else index
        found = _BRACED_OPERATOR.match(self.text, self.at)
        if (
            found is None
            or not given
            or (mark and found[0] != "}")
            or (mark == "!" and isinstance(given, tuple))
        ):
            raise ShellSyntaxError(f"bad substitution: ${{{mark}{name}[")
        self.at = found.end()
        if found[0] == "}":
            return Variable(name, quoted, {"": "", "#": "length", "!": "keys"}[mark], (), given)
        return Variable(name, quoted, found[0], self.operand(quoted, found[0]), given)

    def operand(self, quoted: bool, operator: str) -> Word:
        """Read the operand of ``${name OPERATOR operand}``, up to the closing brace."""
        self.deeper()
        parts: list[Part] = []
        text = self.text
        # What quotes a variable does not quote a pattern in its brackets.
        quoted = quoted and operator[0] not in "#%/"
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
            raise UnfinishedError("no closing brace", "}")
        self.at += 1
        self.depth -= 1
        return joined(parts)

    # The grammar's

    def script_to_end(self) -> Script:
        """Read a script up to the end of the text."""
        raise NotImplementedError

    def script(self, end: str) -> Script:
        """Read a script up to the operator ``end``. The token after it is not read yet."""
        raise NotImplementedError
