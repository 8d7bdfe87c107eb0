"""Text in XML files of apps."""

from __future__ import annotations

from xml.sax.saxutils import escape


def clean(text: str) -> str:
    """A text that XML can hold, escaped."""
    kept = "".join([c for c in text if c >= " " or c in "\t\n"])
    return escape(kept.encode("utf-8", "replace").decode().replace("\ufffe", "").replace("\uffff", ""))


def degrees(value: float) -> str:
    """A latitude or a longitude with up to seven decimals."""
    return f"{value:.7f}".rstrip("0").rstrip(".")
