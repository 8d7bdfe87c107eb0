"""Pictures of web sites: their icons, and those of their pages."""

from __future__ import annotations

from bmoca_gym.handset.kits import web
from bmoca_gym.handset.ui.elements import Element, Stack
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import Text

_TINTS = (0xFF1A73E8, 0xFFD93025, 0xFF188038, 0xFFE37400, 0xFF9334E6, 0xFF12858D, 0xFFB31412, 0xFF5F6368)


def site_mark(address: str, size: float) -> Element:
    """Show a site's initial on a disc in place of its icon."""
    host = web.host_of(address)
    tint = _TINTS[sum(map(ord, host)) % len(_TINTS)]
    return Stack(
        Text(host[:1].upper(), size * 0.5, 0xFFFFFFFF, 500, class_name=""),
        width=size, height=size, radius=size / 2, background=tint, align="center", justify="center", class_name="",
    )  # fmt: skip


def image(name: str, **options: object) -> Element:
    """Show a picture of a page by its name there."""
    return picture(name, class_name="android.widget.Image", **options)
