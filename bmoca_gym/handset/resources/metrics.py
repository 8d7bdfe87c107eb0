"""Metrics of a screen: everything besides the elements that a layout depends on."""

from __future__ import annotations

from typing import Any


def nearest(length: float) -> int:
    """The nearest whole number, as `round` gives it (of two, the even one). When compiled it takes a tenth of the
    time."""
    whole = int(length)
    rest = length - whole
    if rest > 0.5 or (rest == 0.5 and whole & 1):
        return whole + 1
    if rest < -0.5 or (rest == -0.5 and whole & 1):
        return whole - 1
    return whole


class Metrics:
    """Metrics of a screen.

    Attributes:
        scale: px per dp.
        font: px per sp.
        language: language for shaping, such as "en", "ar" or "zh-Hans".
    """

    __slots__ = ("_hash", "font", "language", "rtl", "scale")

    def __init__(self, scale: float, font: float, rtl: bool, language: str) -> None:
        self.scale = scale
        self.font = font
        self.rtl = rtl
        self.language = language
        self._hash = hash((scale, font, rtl, language))

    def fixed(self, dp: float) -> float:
        """Return the size in sp of text that has the height ``dp`` at any font scale."""
        return dp * self.scale / self.font

    def with_font(self, font: float) -> Metrics:
        """Return these metrics with another font size."""
        return Metrics(self.scale, font, self.rtl, self.language)

    def from_left(self) -> Metrics:
        """Return these metrics without mirroring."""
        return Metrics(self.scale, self.font, False, self.language) if self.rtl else self

    def reversed(self) -> Metrics:
        """Return these metrics with the other direction."""
        return Metrics(self.scale, self.font, not self.rtl, self.language)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Metrics)
            and self.scale == other.scale
            and self.font == other.font
            and self.rtl == other.rtl
            and self.language == other.language
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Metrics, (self.scale, self.font, self.rtl, self.language)
