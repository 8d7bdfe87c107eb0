"""Reader of Bluecoins' transaction form."""

from __future__ import annotations

import re

from bmoca_gym.suites.androidlab.compressed_tree import CompressedNode, matching, parents_of

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
#: The hints of fields that hold no note.
_HINTS = ("Notes", "Payee or item purchased", "Name of income")
_PLAIN_TEXT = "TextView ;; ;;"


def form(tree: CompressedNode, signed: bool = False) -> dict[str, str] | None:
    """The type, date, amount and note in the form; None if it has neither amount nor note.

    Any page with a text field passes for the form. ``signed``: include the sign before the amount.

    Raises:
        LookupError: the sign is wanted but missing.
    """
    kind, date = _heading(tree)
    found = {"type": kind, "date": date, "cash": _amount(tree), "note": _note(tree)}
    if not (found["cash"] or found["note"]):
        return None
    return found | {"sign": _sign(tree)} if signed else found


def _heading(tree: CompressedNode) -> tuple[str, str]:
    """The last word of the first text, and the first text that names a month."""
    texts = [node.key.rpartition(";; ;;")[2].strip() for node in matching(tree, _PLAIN_TEXT)]
    if not texts or not texts[0]:
        return "", ""
    return texts[0].split()[-1], next((text for text in texts if re.search(_MONTHS, text)), "")


def _amount(tree: CompressedNode) -> str:
    """The last field next to the button with the currency."""
    around = parents_of(tree, "click ; ;;CNY")
    beside = around[0].children if around else ()
    fields = [node for node in beside if "EditText" in node.key and "long-click" in node.key]
    return _words(fields[-1]) if fields else ""


def _note(tree: CompressedNode) -> str:
    """The last field of the page."""
    fields = matching(tree, "EditText")
    if not fields:
        return ""
    words = _words(fields[-1])
    return "None" if words in _HINTS else words.lower()


def _sign(tree: CompressedNode) -> str:
    for node in matching(tree, "TextView ;click"):
        if _words(node) in ("+", "-"):
            return _words(node)
    raise LookupError("there is no sign before the amount")


def _words(node: CompressedNode) -> str:
    return node.key.rpartition(";;")[2].strip()
