"""Parser of the shell's language: turns a line into an immutable syntax tree, as Android's mksh does.

It supports words, quotes, escapes, comments, variables, arithmetic, command substitution, pipelines, ``&&``,
``||``, ``;``, ``&``, redirections, here-documents, ``if``, ``while``, ``until``, ``for``, ``case``, ``[[
]]``, functions, arrays, braces with commas, ``{ }`` and ``( )``. Other features of mksh (``select``,
coprocesses) are reported as syntax errors.
"""

from __future__ import annotations

import re

from bmoca_gym.handset.shell.language.braces import alternatives
from bmoca_gym.handset.shell.language.syntax import (
    Assigned,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Item,
    Literal,
    Loop,
    Pipeline,
    Redirection,
    Script,
    Simple,
    Variable,
    Word,
    assignment,
    plain_texts,
)
from bmoca_gym.handset.shell.language.tokens import DEPTH_LIMIT, NOT_SUPPORTED, Reader, ShellSyntaxError
from bmoca_gym.handset.value import memo

__all__ = ["DEPTH_LIMIT", "LINE_LIMIT", "ShellSyntaxError", "parse"]

#: Linux gives no program an argument longer than this (MAX_ARG_STRLEN), and a line is an argument of ``sh -c``.
LINE_LIMIT = 1 << 17

_ENDS = {"then", "elif", "else", "fi", "do", "done", "}", "esac"}
_COMPOUND = {"if", "while", "until", "for", "case", "{", "[["}
_IN_CONDITIONS = {"&&", "||", "(", ")", "<", ">"}
_FUNCTION_NAME = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


def parse(text: str) -> Script:
    """Parse a line or a script into its syntax tree.

    Raises:
        ShellSyntaxError: it is too long, nested too deeply, or not a script this shell can read.
    """
    if len(text) > LINE_LIMIT:
        raise ShellSyntaxError(f"line too long: {len(text)} letters, at most {LINE_LIMIT}")
    return _remembered(text) if len(text) < 400 else _Parser(text, 0).script_to_end()


@memo(1024, asset=True)
def _remembered(text: str) -> Script:
    return _Parser(text, 0).script_to_end()


class _Parser(Reader):
    """Parses a script."""

    def script_to_end(self) -> Script:
        return self.script("")

    def script(self, end: str) -> Script:
        """Parse up to the operator ``end``. The token after it is not read yet."""
        found = self.items()
        if self.operator != end or self.operator is None:
            self.unexpected()
        return found

    def items(self) -> Script:
        """Parse commands up to a token that can't begin one."""
        items: list[Item] = []
        while True:
            while self.operator == "\n":
                self.advance()
            if self.operator in ("", ")", ";;") or (self.operator is None and self.keyword in _ENDS):
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
            elif self.operator not in ("", ")", ";;") and self.keyword not in _ENDS:
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
        if keyword in NOT_SUPPORTED:
            raise ShellSyntaxError(f"{keyword!r} is not supported")
        if keyword == "function":
            return self.function_by_keyword()
        if self.operator == "(" or keyword in _COMPOUND:
            self.deeper()
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

    def compound(self, keyword: str) -> If | Loop | For | Case | Condition | Group:
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
        if keyword == "case":
            return self.case()
        if keyword == "[[":
            return self.condition()
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
                words += alternatives(self.word)
                self.advance()
        else:
            words.append((Variable("@", True),))  # without words: those that the script was given
        if self.operator == ";":
            self.advance()
        self.skip_lines()
        return For(name.text, tuple(words), self.do_done())

    def case(self) -> Case:
        if self.operator is not None:
            self.unexpected()
        word = self.word
        self.advance()
        self.skip_lines()
        self.expect("in")
        branches: list[tuple[tuple[Word, ...], Script]] = []
        self.skip_lines()
        while not (self.operator is None and self.keyword == "esac"):
            if self.operator == "(":
                self.advance()
            patterns = [self.pattern()]
            while self.operator == "|":
                self.advance()
                patterns.append(self.pattern())
            if self.operator != ")":
                self.unexpected()
            self.advance()
            branches.append((tuple(patterns), self.items()))
            if self.operator == ";;":
                self.advance()
                self.skip_lines()
            elif not (self.operator is None and self.keyword == "esac"):
                self.unexpected()
        self.advance()
        return Case(word, tuple(branches))

    def condition(self) -> Condition:
        tokens: list[str | Word] = []
        while not (self.operator is None and self.word == (Literal("]]"),)):
            if self.operator is None:
                tokens.append("!" if self.keyword == "!" else self.word)
            elif self.operator in _IN_CONDITIONS:
                tokens.append(self.operator)
            elif self.operator != "\n":
                self.unexpected()
            self.advance()
        self.advance()
        if not tokens:
            raise ShellSyntaxError("unexpected ']]'")
        return Condition(tuple(tokens))

    def pattern(self) -> Word:
        word = self.word
        if self.operator is not None:
            self.unexpected()
        self.advance()
        return word

    def function_by_keyword(self) -> Function:
        self.advance()
        name = self.function_name()
        self.advance()
        if self.operator == "(":
            self.brackets()
        return self.function(name)

    def function_name(self) -> str:
        name = self.word[0] if self.operator is None and len(self.word) == 1 else None
        if not (isinstance(name, Literal) and _FUNCTION_NAME.fullmatch(name.text)):
            self.unexpected()
        return name.text

    def brackets(self) -> None:
        self.advance()
        if self.operator != ")":
            self.unexpected()
        self.advance()

    def function(self, name: str) -> Function:
        """Parse a function's body: a compound command."""
        self.skip_lines()
        if not (self.operator == "(" or (self.operator is None and self.keyword in _COMPOUND)):
            self.unexpected()
        self.deeper()
        body = self.command()
        self.depth -= 1
        return Function(name, body)

    def redirection(self, found: list[Redirection]) -> bool:
        """Parse a redirection if there is one."""
        operator = self.operator
        if not operator or not ("<" in operator or ">" in operator):
            return False
        descriptor = 0 if "<" in operator else 1
        if operator[0].isdigit():
            descriptor, operator = int(operator[0]), operator[1:]
        if operator in ("<>", "<&") or descriptor > 2:
            raise ShellSyntaxError(f"redirection {self.operator!r} is not supported")
        self.advance()
        if self.operator is not None:
            self.unexpected()
        if operator.startswith("<<"):
            # What follows is read before the next token, which may be the end of the line that it stands behind.
            is_text = operator == "<<<"
            body = (
                (*self.word, Literal("\n", True))
                if is_text
                else self.here_document(self.word, operator == "<<-")
            )
            found.append(Redirection(descriptor, "<<", body))
            self.advance()
            return True
        found.append(Redirection(descriptor, ">" if operator == ">|" else operator, self.word))
        self.advance()
        return True

    def elements(self) -> tuple[Word, ...]:
        """Parse the words of an array, ``(a b c)``."""
        self.deeper()
        self.advance()
        words: list[Word] = []
        while self.operator in (None, "\n"):
            if self.operator is None:
                words += alternatives(self.word)
            self.advance()
        if self.operator != ")":
            self.unexpected()
        self.depth -= 1
        self.advance()
        return tuple(words)

    def simple(self) -> Simple | Function:
        assignments: list[tuple[str, Assigned]] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        while True:
            if self.operator is None:
                split = assignment(self.word) if not words else None
                if split:
                    name, given = split
                    self.advance()
                    if (
                        given.word == (Literal(""),)
                        and self.operator == "("
                        and self.text[self.at - 2] == "="
                    ):
                        given = given._replace(elements=self.elements())
                    assignments.append((name, given))
                    continue
                if not (words or assignments or redirections):
                    words += alternatives(self.word)
                    called = self.word[0] if len(self.word) == 1 else None
                    self.advance()
                    if (
                        self.operator == "("
                        and isinstance(called, Literal)
                        and _FUNCTION_NAME.fullmatch(called.text)
                    ):
                        self.brackets()
                        return self.function(called.text)
                    continue
                words += alternatives(self.word)
                self.advance()
            elif not self.redirection(redirections):
                break
        if not (assignments or words or redirections) or self.operator == "(":
            self.unexpected()
        plain = None if assignments or redirections else plain_texts(words)
        return Simple(tuple(assignments), tuple(words), tuple(redirections), plain)
