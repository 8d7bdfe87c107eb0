"""``[[ ]]``: conditions. Their words are not split or expanded to file names, and the right side may be a pattern."""

from __future__ import annotations

from bmoca_gym.handset.shell.call import CommandError, LimitError
from bmoca_gym.handset.shell.language import words as shell_words
from bmoca_gym.handset.shell.language.syntax import Word
from bmoca_gym.handset.shell.streams import Printed, Streams

_DEPTH = 20
_PATTERNS = ("=", "==", "!=")
_Tokens = tuple["str | Word", ...]


def holds(scope: shell_words.Scope, tokens: _Tokens, streams: Streams) -> int:
    """Evaluate a condition. Returns the exit status: 0 if true, 1 if false, 2 on a syntax error."""
    try:
        reader = _Reader(scope, tokens)
        found = reader.any(True, 0)
        if reader.at < len(tokens):
            raise CommandError("unexpected operator/operand")
        return int(not found)
    except LimitError:
        raise
    except CommandError as error:
        said = f"/system/bin/sh: [[: {error}\n".encode("utf-8", "replace")
        streams.error.chunks.append(Printed(said, streams.error.error))
        return 2


class _Reader:
    """Evaluates a condition from left to right. Parts that don't count are only read."""

    def __init__(self, scope: shell_words.Scope, tokens: _Tokens) -> None:
        self.scope = scope
        self.tokens = tokens
        self.at = 0

    def peek(self) -> str | Word:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str | Word:
        self.at += 1
        if self.at > len(self.tokens):
            raise CommandError("missing argument")
        return self.tokens[self.at - 1]

    def any(self, counts: bool, depth: int) -> bool:
        found = self.all(counts, depth)
        while self.peek() == "||":
            self.at += 1
            found = self.all(counts and not found, depth) or found
        return found

    def all(self, counts: bool, depth: int) -> bool:
        found = self.one(counts, depth)
        while self.peek() == "&&":
            self.at += 1
            found = self.one(counts and found, depth) and found
        return found

    def one(self, counts: bool, depth: int) -> bool:
        if depth > _DEPTH:
            raise CommandError("nested too deeply")
        token = self.next()
        if token == "!":
            return not self.one(counts, depth + 1)
        if token == "(":
            found = self.any(counts, depth + 1)
            if self.next() != ")":
                raise CommandError("missing )")
            return found
        if isinstance(token, str):
            raise CommandError(f"{token}: unexpected operator/operand")
        words = [token]
        operator = ""
        while not (isinstance(self.peek(), str) and self.peek() not in ("<", ">")) and len(words) < 3:
            following = self.next()
            if isinstance(following, str):
                operator = following
                continue
            words.append(following)
        return self.of(words, operator) if counts else False

    def of(self, words: list[Word], operator: str) -> bool:
        """Evaluate a condition of one, two or three words. ``operator``: the ``<`` or ``>`` among them."""
        texts = [shell_words.text(word, self.scope) for word in words]
        if operator and len(texts) == 2:
            return texts[0] < texts[1] if operator == "<" else texts[0] > texts[1]
        if len(words) == 3 and texts[1] in _PATTERNS:
            return shell_words.matches(texts[0], words[2], self.scope) is (texts[1] != "!=")
        result = self.scope.invoke(self.scope.phone, ["test", *texts])
        if result.code > 1:
            raise CommandError(result.error.decode("utf-8", "replace").rpartition(": ")[2].strip())
        return result.code == 0
