"""The drawer of a small app: its name, and its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import side_drawer
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do


def drawer(
    res: Resources,
    app: str,
    glyph: str,
    pages: Iterable[tuple[str, str]],
    current: str,
    show: Callable[..., Any],
    id: str,
    drawer_id: str,
    *,
    colors: tuple[int, int, int] | None = None,
    labels: Mapping[str, str] | None = None,
    row_class: str = "android.widget.CheckedTextView",
    row_ids: str = "",
) -> Element:
    """Show the drawer.

    Args:
        res: resources of the screen.
        app: catalogue of the app's strings.
        glyph: the app's icon.
        pages: names and icons of the pages; a name is also the key of the page's label.
        current: the page that is open.
        show: handler that opens a page, which gets its name.
        id: prefix of the app's resource ids.
        drawer_id: resource id of the drawer, without that prefix.
        colors: of the header's content, of its background, and of the current page; None for the theme's, whose header
            is grey in dark mode.
        labels: keys of labels that differ from a page's name.
        row_class: class of the rows.
        row_ids: start of the rows' resource ids, without the prefix; "" for none.
    """
    c = res.colors
    of_theme = (c.text, c.raised) if res.dark else (c.on_accent, c.accent)
    on_head, behind, chosen = colors or (*of_theme, c.accent)
    head = Column(
        Icon(glyph, 40, on_head, class_name=""), Text(res.string(f"{app}.app_name"), 20, on_head, 500),
        width=FILL, pad=(16, 24, 16, 16), gap=12, background=behind, class_name="",
    )  # fmt: skip
    rows: list[Element] = []
    for name, icon in pages:
        ink = chosen if name == current else c.text
        label = res.string(f"{app}.{(labels or {}).get(name, name)}")
        row = Row(
            Icon(icon, 24, ink, class_name=""),
            Text(label, 15, ink, 500, grow=1, id=id + "design_menu_item_text"),
            width=FILL, height=48, pad=(16, 0), gap=24, align="center", tap=do(show, name), selected=name == current,
            class_name=row_class,
        )  # fmt: skip
        if row_ids:
            row.id = f"{id}{row_ids}{name}"
        rows.append(row)
    list_id = id + "design_navigation_view"
    return side_drawer(res, head, rows, CLOSE, key="drawer", id=id + drawer_id, list_id=list_id)
