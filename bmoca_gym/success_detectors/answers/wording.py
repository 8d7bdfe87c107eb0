"""What is ignored in every kind of answer (width, markup, marks of writing), and words that retract a value."""

from __future__ import annotations

import re
import unicodedata

_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|code|mark|span|p|ul|ol|li|answer|final_answer)>|<br ?/?>", re.IGNORECASE
)
_FENCE = re.compile(r"^[ \t]*```[A-Za-z]*[ \t]*$|```", re.MULTILINE)
_BOXED = re.compile(r"\\(?:boxed|text|mathrm)\{([^{}]*)\}")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}|>+)[ \t]+", re.MULTILINE)
_EMPHASIS = re.compile(r"`+|(?<!\d)\*+|\*+(?!\d)|(?<![^\W_])_+|_+(?![^\W_])|(?<!\w)'|'(?!\w)")
#: Deepest nesting of boxes that is read.
_DEEPEST = 3
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\((?:https?:|/|#)[^()\s]{0,300}\)")
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_TICK = re.compile(r"^([ \t]*[-*+]?[ \t]*)\[[ xX✓✔]?\](?=\s)", re.MULTILINE)
#: Characters that are written in several ways: quotes, dashes, and the marks of Arabic, Indic and full-width numbers.
_SAME = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″〝〞「」『』", '"'),
        **dict.fromkeys("‘’‚‛‹›′´", "'"),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        "\u066c": ",", "\u060c": ",", "\u061b": ";", "\u066b": ".", "、": ",", "。": ".", "।": ".", "؟": "?", "；": ";",
    }
)  # fmt: skip
# Invisible characters: zero-width, direction marks, byte order mark, variation selectors.
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x61C, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
     *range(0xFE00, 0xFE10)]
)  # fmt: skip

#: Words that leave open whether what is said is meant.
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|unsure|uncertain|presumably|might|guess"
    r"|(?:not|isn't|aren't|wasn't) (?:sure|certain)"
    r"|(?:could|couldn't|can't|cannot|don't|do not|does not|doesn't) (?:be|tell|know|find|say|see))\b|\?\s*$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|no|without|except|isnt|arent|wasnt)|n't)\b[ \"']*(?:\w+ ){0,2}[\"'*(]*$",
    re.IGNORECASE,
)
_ABOUT_ANOTHER = re.compile(
    r"\b(?:(?:more|less|fewer|greater|longer|shorter|later|earlier|other|rather|higher|lower|bigger|smaller) than"
    r"|over|under|above|below|at least|at most|up to|almost|nearly|until|till|before|after|beyond|minimum of|maximum of"
    r"|wrong:?|between)"
    r"(?: about| around| the| a)?[ \"'*]*$",
    re.IGNORECASE,
)
_OR_MORE = re.compile(
    r"[ \"'*]*(?:\+|(?:or|and) (?:more|less|fewer|so|later|earlier|longer|shorter|above|below|up|over|under)\b"
    r"|is (?:wrong|incorrect|not)\b|isn't)",
    re.IGNORECASE,
)
_PARENTHESES = re.compile(r"[(\[]([^()\[\]]*)[)\]]")


def cleaned(text: str) -> str:
    """Strip an answer's markup, normalise it to NFKC with ASCII digits, and trim each line."""
    text = _TICK.sub(r"\1", _KEYCAP.sub(r"\1. ", text.translate(_INVISIBLE)))
    for _ in range(_DEEPEST):
        text = _BOXED.sub(r"\1", text)
    text = _HEADING.sub("", _TAG.sub("\n", _FENCE.sub("", _LINK.sub(r"\1", text))))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", "".join(map(_character, text.translate(_SAME)))).translate(_SAME)
    text = _EMPHASIS.sub("", text.replace("\u2044", "/"))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return "\n".join(line for line in lines if line)


def _character(c: str) -> str:
    """A character, except that ½ is " 1/2", ② is "2. ", ² is "^2", and digits are ASCII."""
    if c.isdecimal():
        return str(unicodedata.decimal(c))
    if unicodedata.category(c) == "No":
        plain = unicodedata.normalize("NFKC", c)
        if "\u2044" in plain:
            return f" {plain}"
        if plain.isdigit() and unicodedata.decomposition(c).startswith("<circle>"):
            return f"{plain}. "
        if plain.isdigit() and unicodedata.decomposition(c).startswith("<super>"):
            return f"^{plain}"
    return c


def doubtful(text: str) -> bool:
    """Whether an answer says that it may be wrong."""
    return _DOUBT.search(text) is not None


def taken_back(text: str, start: int, end: int) -> bool:
    """Whether the words around a value negate it or mean a different one: ``not 5``, ``more than 5``, ``5 or more``."""
    clause = re.split(r"[.,;:!\n](?!\d)", text[max(0, start - 60) : start])[-1]
    return bool(_DENIED.search(clause) or _ABOUT_ANOTHER.search(clause) or _OR_MORE.match(text, end))


def in_parentheses(text: str) -> tuple[str, str]:
    """Split a text into the parts outside and inside parentheses."""
    inside = "\n".join(match[1] for match in _PARENTHESES.finditer(text))
    outside = " ".join(_PARENTHESES.sub(" ", text).split(" "))
    return re.sub(r" +(?=[,.;:]|\Z)", "", re.sub(" {2,}", " ", outside)), inside
