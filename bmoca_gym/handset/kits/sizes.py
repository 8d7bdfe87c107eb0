"""Sizes in bytes, as Android writes them."""

from __future__ import annotations

import re
from typing import Literal

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.value import memo


def size_text(res: Resources, size: int) -> str:
    """Format a number of bytes as Android does, such as ``1.23 MB``."""
    return res.digits(_size_text(res.locale, size))


@memo(1024, asset=True)
def _size_text(locale: str, size: int) -> str:
    from babel.units import format_unit

    value, unit = float(size), "byte"
    for larger in ("kilobyte", "megabyte", "gigabyte"):
        if value > 900:
            value, unit = value / 1000, larger
    form = "0" if unit == "byte" or value >= 100 else "0.0" if value >= 10 else "0.00"
    length: Literal["narrow", "short"] = "narrow" if unit == "byte" else "short"
    text = format_unit(
        value,
        "digital-" + unit,
        length,
        form,
        locale_named(locale).babel,
        numbering_system="default",
    )
    # CLDR's narrow format has no space before the unit; Android's has one.
    return re.sub(r"(?<=\d)(?=B$)", " ", str(text).replace("\xa0", " "))
