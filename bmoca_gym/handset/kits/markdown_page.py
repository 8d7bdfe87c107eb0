"""Markdown as a document for the web engine, as apps show it in their own web view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bmoca_gym.handset.web.nodes import Node
from bmoca_gym.handset.web.still import Maker

_HEADING = re.compile(r" {0,3}(#{1,6})(?:\s+(.*?))?\s*#*$")
_RULE = re.compile(r" {0,3}([-*_])(?:\s*\1){2,}\s*$")
_FENCE = re.compile(r" {0,3}(```+|~~~+)\s*([\w+-]*)[^`]*$")
_ITEM = re.compile(r"(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(.*)")
_BOX = re.compile(r"\[([ xX])\]\s+(.*)", re.DOTALL)
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*$")
_CELLS = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_TOKEN = re.compile(
    r"(?P<escape>\\[\\`*_{}\[\]()#+.!~>|-])"
    r"|(?P<code>`+)(?P<inside>.+?)(?P=code)(?!`)"
    r"|(?P<picture>!\[(?P<alt>[^\]\n]*)\]\((?P<source>[^()\s]*)(?:\s+\"[^\"]*\")?\))"
    r"|(?P<link>\[(?P<words>[^\]\n]*)\]\((?P<target>[^()\s]*)(?:\s+\"[^\"]*\")?\))"
    r"|(?P<address><(?P<url>https?://[^<>\s]+)>|(?P<bare>https?://[^\s<>()]+[^\s<>().,;:!?\"']))"
    r"|(?P<strong>(?P<pair>\*\*|__)(?=\S)(?P<bold>.+?)(?<=\S)(?P=pair))"
    r"|(?P<struck>~~(?=\S)(?P<gone>.+?)(?<=\S)~~)"
    r"|(?P<slanted>(?<![\w\\])(?P<one>[*_])(?=\S)(?P<italic>.+?)(?<![\s\\])(?P=one)(?!\w))"
    r"|(?P<end> {2,}\n|\\\n)",
    re.DOTALL,
)
#: What is read: longer lines have no marks in them, and deeper ones are text.
_LONGEST_LINE, _DEEPEST, _MOST_LINES = 4000, 8, 3000


class MarkdownPage:
    """Reads Markdown into elements of a document. ``numbers``: whether a line's end is one on the page, too."""

    def __init__(self, maker: Maker, keeps_lines: bool = False) -> None:
        self.make: Callable[..., Node] = maker.element
        self.keeps_lines = keeps_lines

    def blocks(self, text: str) -> list[Node | str]:
        """Return the elements of a whole text."""
        return self._blocks(text.expandtabs(4).split("\n")[:_MOST_LINES], 0)

    def _blocks(self, lines: list[str], depth: int) -> list[Node | str]:
        out: list[Node | str] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            fence = _FENCE.match(line)
            heading = _HEADING.match(line)
            item = _ITEM.match(line)
            if not line.strip():
                at += 1
            elif fence:
                end = at + 1
                while end < len(lines) and not lines[end].strip().startswith(fence[1]):
                    end += 1
                code = "\n".join(lines[at + 1 : end])
                out.append(self.make("pre", [self.make("code", [code])]))
                at = end + 1
            elif heading:
                out.append(self.make(f"h{len(heading[1])}", self.inline(heading[2] or "")))
                at += 1
            elif _RULE.match(line):
                out.append(self.make("hr"))
                at += 1
            elif line.lstrip().startswith(">") and depth < _DEEPEST:
                end = at
                while (
                    end < len(lines)
                    and lines[end].strip()
                    and not (
                        end > at and not lines[end].lstrip().startswith(">") and _starts_block(lines[end])
                    )
                ):
                    end += 1
                inner = [re.sub(r"^\s*> ?", "", one) for one in lines[at:end]]
                out.append(self.make("blockquote", self._blocks(inner, depth + 1)))
                at = end
            elif item and depth < _DEEPEST:
                at = self._list(lines, at, depth, out)
            elif line.startswith("    "):
                end = at
                while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                    end += 1
                code = "\n".join([one[4:] for one in lines[at:end]]).rstrip("\n")
                out.append(self.make("pre", [self.make("code", [code])]))
                at = end
            elif "|" in line and at + 1 < len(lines) and "|" in lines[at + 1] and _CELLS.match(lines[at + 1]):
                at = self._table(lines, at, out)
            else:
                at = self._paragraph(lines, at, out)
        return out

    def _paragraph(self, lines: list[str], at: int, out: list[Node | str]) -> int:
        end = at + 1
        while end < len(lines) and lines[end].strip():
            if _UNDERLINE.match(lines[end]):
                level = 1 if lines[end].strip()[0] == "=" else 2
                out.append(self.make(f"h{level}", self.inline(_joined(lines[at:end]))))
                return end + 1
            if _starts_block(lines[end]):
                break
            end += 1
        out.append(self.make("p", self.inline(_joined(lines[at:end]))))
        return end

    def _list(self, lines: list[str], at: int, depth: int, out: list[Node | str]) -> int:
        first = _ITEM.match(lines[at])
        assert first is not None
        indent, numbered = len(first[1]), first[2][0].isdigit()
        items: list[Node | str] = []
        ticks = False
        while at < len(lines):
            found = _ITEM.match(lines[at])
            if found is None or len(found[1]) > indent + 3 or found[2][0].isdigit() != numbered:
                break
            if len(found[1]) < indent or _RULE.match(lines[at]):
                break
            inner = [found[4]]
            room = len(found[1]) + len(found[2]) + max(1, min(4, len(found[3])))
            at += 1
            while at < len(lines):
                line = lines[at]
                following = _ITEM.match(line)
                if not line.strip():
                    after = next((one for one in lines[at:] if one.strip()), "")
                    if not after.startswith(" " * min(room, indent + 2)) or not after[:1].isspace():
                        break
                    inner.append("")
                elif following is not None and len(following[1]) <= indent + 1:
                    break
                elif line[: indent + 2].isspace():
                    inner.append(line[min(room, len(line) - len(line.lstrip())) :])
                elif _starts_block(line):
                    break
                else:
                    inner.append(line.strip())
                at += 1
            box = _BOX.match(inner[0])
            content: list[Node | str]
            if box:
                ticks = True
                on = {"type": "checkbox", "disabled": ""} | ({"checked": ""} if box[1] != " " else {})
                inner[0] = box[2]
                content = [self.make("input", (), on), *self._item(inner, depth)]
            else:
                content = self._item(inner, depth)
            items.append(self.make("li", content, {"class": "task"} if box else {}))
            while at < len(lines) and not lines[at].strip():
                after_at = at
                while after_at < len(lines) and not lines[after_at].strip():
                    after_at += 1
                again = _ITEM.match(lines[after_at]) if after_at < len(lines) else None
                if again is None or len(again[1]) > indent + 1 or again[2][0].isdigit() != numbered:
                    break
                at = after_at
        start = re.match(r"\d+", first[2])
        attributes = {"class": "tasks"} if ticks else {}
        if start and start[0] != "1":
            attributes["start"] = start[0]
        out.append(self.make("ol" if numbered else "ul", items, attributes))
        return at

    def _item(self, lines: list[str], depth: int) -> list[Node | str]:
        """The contents of an item: its text without a paragraph, then what else is in it."""
        head = 1
        while head < len(lines) and lines[head].strip() and not _starts_block(lines[head]):
            head += 1
        content: list[Node | str] = list(self.inline(_joined(lines[:head])))
        return content + self._blocks(lines[head:], depth + 1)

    def _table(self, lines: list[str], at: int, out: list[Node | str]) -> int:
        head, marks = _cells(lines[at]), _cells(lines[at + 1])
        sides = [
            "center" if mark.startswith(":") and mark.endswith(":") else "right" if mark.endswith(":") else ""
            for mark in marks
        ]
        rows: list[Node | str] = [self._row(head, "th", sides)]
        at += 2
        while at < len(lines) and "|" in lines[at]:
            rows.append(self._row((_cells(lines[at]) + [""] * len(head))[: len(head)], "td", sides))
            at += 1
        out.append(self.make("table", [self.make("tbody", rows)]))
        return at

    def _row(self, cells: list[str], tag: str, sides: list[str]) -> Node:
        made = []
        for number, cell in enumerate(cells):
            side = sides[number] if number < len(sides) else ""
            made.append(self.make(tag, self.inline(cell), {"align": side} if side else {}))
        return self.make("tr", made)

    def inline(self, text: str, depth: int = 0) -> list[Node | str]:
        """Return the texts and elements of a line."""
        if len(text) > _LONGEST_LINE or depth > _DEEPEST:
            return [text]
        return list(self._inline(text, depth))

    def _inline(self, text: str, depth: int) -> Iterator[Node | str]:
        at = 0
        for found in _TOKEN.finditer(text):
            if found.start() > at:
                yield from self._plain(text[at : found.start()])
            at = found.end()
            kind = found.lastgroup
            if found["escape"]:
                yield found["escape"][1]
            elif found["code"]:
                yield self.make("code", [found["inside"].strip()])
            elif found["picture"]:
                yield self.make("img", (), {"src": found["source"], "alt": found["alt"]})
            elif found["link"]:
                yield self.make("a", self.inline(found["words"], depth + 1), {"href": found["target"]})
            elif found["address"]:
                url = found["url"] or found["bare"]
                yield self.make("a", [url], {"href": url})
            elif found["strong"]:
                yield self.make("strong", self.inline(found["bold"], depth + 1))
            elif found["struck"]:
                yield self.make("del", self.inline(found["gone"], depth + 1))
            elif found["slanted"]:
                yield self.make("em", self.inline(found["italic"], depth + 1))
            elif kind is not None:
                yield self.make("br")
        if at < len(text):
            yield from self._plain(text[at:])

    def _plain(self, text: str) -> Iterator[Node | str]:
        if not self.keeps_lines:
            yield text
            return
        for number, line in enumerate(text.split("\n")):
            if number:
                yield self.make("br")
            if line:
                yield line


def _joined(lines: list[str]) -> str:
    # Two spaces at a line's end are a mark; others at its ends are none.
    return "\n".join([line.lstrip() for line in lines]).rstrip()


def _cells(line: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", line.strip())
    if parts and not parts[0].strip():
        parts = parts[1:]
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    return [part.strip() for part in parts]


def _starts_block(line: str) -> bool:
    """Whether a line ends the paragraph before it."""
    item = _ITEM.match(line)
    return bool(
        _HEADING.match(line)
        or _RULE.match(line)
        or _FENCE.match(line)
        or line.lstrip().startswith(">")
        or (item and item[4])
    )
