"""Shell patterns as regular expressions."""

from __future__ import annotations

import re

from bmoca_gym.handset.value import memo

_SET = re.compile(r"([!^]?)(\]?[^\]]*)\]")


@memo(256, asset=True)
def matcher(pattern: str) -> re.Pattern[str]:
    """Convert a shell pattern (``*``, ``?``, ``[...]``, backslash escapes) to a regular expression.

    Matching takes linear time for each star: the text between two stars is matched where it is first found, and never
    tried again.
    """
    parts: list[str] = [""]
    i = 0
    while i < len(pattern):
        letter = pattern[i]
        i += 1
        if letter == "*":
            parts.append("")
        elif letter == "?":
            parts[-1] += "."
        elif letter == "[" and (found := _SET.match(pattern, i)):
            inside = re.sub(r"([\\\[&~|])", r"\\\1", found[2]).replace("^", "\\^")
            parts[-1] += f"[{'^' if found[1] else ''}{inside}]"
            i = found.end()
        elif letter == "\\" and i < len(pattern):
            parts[-1] += re.escape(pattern[i])
            i += 1
        else:
            parts[-1] += re.escape(letter)
    *middle, last = parts[1:] or [""]
    joined = parts[0]
    # A lookahead matches once and is not tried again: no backtracking from star to star.
    joined += "".join(f"(?=(?P<g{n}>.*?{part}))(?P=g{n})" for n, part in enumerate(middle) if part)
    if len(parts) > 1:
        joined += f".*{last}"
    try:
        return re.compile(f"(?s:{joined})\\Z")
    except re.error:  # a range that runs backwards matches nothing else than itself
        return re.compile(re.escape(pattern) + r"\Z")
