"""Markdown in Joplin: blocks of lines, each with its line in the source."""

from __future__ import annotations

import re

from bmoca_gym.handset.value import Value, memo, value

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"(\s*)([-*+]|\d{1,9}[.)])\s+(.*)")
_BOX = re.compile(r"\[([ xX])\]\s+(.*)")
#: A line that is a picture, or a link to a file of the note.
_RESOURCE = re.compile(r"(!?)\[([^\]\n]*)\]\(:/([0-9a-f]{32})\)\s*$")
_RULE = re.compile(r"\s*([-*_])(\s*\1){2,}\s*$")
_FENCE = "```"
#: What stands for its inner text: pictures, links, code, and strong or slanted letters.
_MARKS = (
    (re.compile(r"!?\[([^\]\n]*)\]\([^()\s]*\)"), r"\1"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w\\])([*_])(?=\S)(.+?)(?<![\s\\])\1(?!\w)"), r"\2"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!-])"), r"\1"),
)
_MOST_LINES, _LONG_LINE = 1000, 2000


@value
class Line(Value):
    """A line as shown.

    Attributes:
        kind: heading, item, box, quote, code, rule, blank, picture, file or text.
        depth: the level of a heading, or how far an item is indented.
        mark: the marker before an item, or the id of a file.
        source: the number of the line in the note's body.
        done: whether a box is ticked.
    """

    kind: str
    text: str = ""
    depth: int = 0
    mark: str = ""
    source: int = 0
    done: bool = False


@memo(128)
def lines(body: str) -> tuple[Line, ...]:
    """The lines of a note's body, at most the first thousand."""
    found: list[Line] = []
    in_code = False
    for number, raw in enumerate(body.splitlines()[:_MOST_LINES]):
        if raw.lstrip().startswith(_FENCE):
            in_code = not in_code
        elif in_code:
            found.append(Line("code", raw, source=number))
        else:
            found.append(_line(raw, number))
    while found and found[-1].kind == "blank":
        del found[-1]
    return tuple(found)


def _line(raw: str, number: int) -> Line:
    if not raw.strip():
        return Line("blank", source=number)
    if _RULE.match(raw):
        return Line("rule", source=number)
    resource = _RESOURCE.match(raw.strip())
    if resource:
        return Line("picture" if resource[1] else "file", resource[2], mark=resource[3], source=number)
    heading = _HEADING.match(raw)
    if heading:
        return Line("heading", inline(heading[2]), len(heading[1]), source=number)
    item = _ITEM.match(raw)
    if item:
        depth = len(item[1].expandtabs(4)) // 2
        box = _BOX.match(item[3])
        if box:
            return Line("box", inline(box[2]), depth, source=number, done=box[1] != " ")
        return Line("item", inline(item[3]), depth, "•" if item[2] in "-*+" else item[2], number)
    if raw.lstrip().startswith(">"):
        return Line("quote", inline(raw.lstrip("> ").strip()), source=number)
    return Line("text", inline(raw.strip()), source=number)


def inline(text: str) -> str:
    """A text without inline Markdown marks. A very long one is returned as it is."""
    if len(text) > _LONG_LINE:
        return text
    for pattern, kept in _MARKS:
        text = pattern.sub(kept, text)
    return text


def ticked(body: str, source: int) -> str:
    """The body with a line's check box toggled."""
    rows = body.splitlines(keepends=True)
    if source >= len(rows):
        return body
    rows[source] = re.sub(
        r"\[([ xX])\]", lambda box: "[x]" if box[1] == " " else "[ ]", rows[source], count=1
    )
    return "".join(rows)


def title_from(body: str) -> str:
    """A title for an untitled note: its first line."""
    first = next((line.text for line in lines(body) if line.text), "")
    return first[:80].strip()
