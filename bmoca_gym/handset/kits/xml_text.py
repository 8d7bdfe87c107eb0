"""Text in XML files of apps."""

from __future__ import annotations

from xml.sax.saxutils import escape


def clean(text: str) -> str:
    """Escape a text for XML, without characters that XML can't contain."""
    kept = "".join([c for c in text if c >= " " or c in "\t\n"])
    return escape(kept.encode("utf-8", "replace").decode().replace("\ufffe", "").replace("\uffff", ""))


def degrees(value: float) -> str:
    """Format a latitude or a longitude with up to seven decimals."""
    return f"{value:.7f}".rstrip("0").rstrip(".")
