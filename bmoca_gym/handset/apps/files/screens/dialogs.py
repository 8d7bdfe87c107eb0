"""Overlays of Files' screens: drawer, menus, sort orders, dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.files.documents import ORDERS, ROOTS, Document
from bmoca_gym.handset.apps.files.handlers import (
    ask_for_name,
    ask_for_new_name,
    carry,
    compress,
    delete,
    inspect,
    select_all,
    share_selected,
    show_root,
    sort_by,
    type_name,
)
from bmoca_gym.handset.apps.files.screens.browser import place_name
from bmoca_gym.handset.apps.files.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import cancel, question
from bmoca_gym.handset.kits.sizes import size_text
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    menu,
    page,
    scrolling,
    side_drawer,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: Where the drawer has a line: before the places that are directories.
_LINE_BEFORE = "downloads"
#: The place whose free room it says.
_MEASURED = "storage"
#: Width of the list of places in dp.
PLACES = 256


def _places(res: Resources, chosen: str, model: str, free: int) -> tuple[Element, list[Element]]:
    """The header and rows of the list of places. ``free``: free bytes of storage."""
    c = res.colors
    rows: list[Element] = []
    for name, root in ROOTS.items():
        if name == _LINE_BEFORE:
            rows += [Spacer(width=FILL, height=8), divider(res), Spacer(width=FILL, height=8)]
        here = name == chosen
        ink = c.accent if here else c.text
        texts = [Text(place_name(res, name, model), 14, ink, 500, id="android:id/title")]
        if name == _MEASURED:
            left = res.string("files.free", size=size_text(res, free))
            texts.append(Text(left, 12, c.secondary, id="android:id/summary"))
        rows.append(
            Row(
                Icon(root.glyph, 24, c.accent if here else c.secondary, id="android:id/icon"),
                Column(*texts, grow=1, gap=2),
                width=FILL, height=56 if len(texts) > 1 else 48, pad=(20, 0, 12, 0), gap=20, align="center",
                tap=do(show_root, name), selected=here, background=c.raised if here else None,
            )
        )  # fmt: skip
    head = Row(
        Text(res.string("files.app_name"), 20, c.text, 500), width=FILL, height=56, pad=(20, 0), align="center",
        id=ID + "roots_toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return head, rows


def drawer(res: Resources, chosen: str, model: str, free: int) -> Element:
    """The places to go to, in the drawer."""
    head, rows = _places(res, chosen, model, free)
    return side_drawer(
        res, head, rows, CLOSE, key="roots", id=ID + "drawer_roots", list_id=ID + "roots_list", width=PLACES
    )


def places(res: Resources, chosen: str, model: str, free: int) -> Element:
    """The places to go to, shown alongside the current one."""
    head, rows = _places(res, chosen, model, free)
    listed = scrolling(
        *rows, key="roots", id=ID + "roots_list", pad=(0, 0, 0, 16), class_name="android.widget.ListView"
    )
    return page(res, head, listed, id=ID + "container_roots", class_name="android.widget.FrameLayout")


def main_menu(res: Resources, sortable: bool, writable: bool, filled: bool) -> Element:
    """The browser's menu, with the items that this place allows."""
    items: list[tuple[str, Callback]] = []
    if writable:
        items.append((res.string("files.new_folder"), do(ask_for_name)))
    if sortable:
        items.append((res.string("files.sort_menu"), do(open_overlay, "sort")))
    if filled:
        items.append((res.string("files.select_all"), do(select_all)))
    return menu(res, tuple(items), CLOSE)


def selection_menu(res: Resources, single: bool, shared: bool, archives: bool) -> Element:
    """A menu with further actions on the selected documents.

    ``shared``: whether they are all files; ``archives``: whether they are archives.
    """
    items: list[tuple[str, Callback]] = [(res.string("files.select_all"), do(select_all))]
    if shared:
        items.append((res.string("system_ui.share"), do(share_selected)))
    items += [(res.string(f"android13.files_{how}_to"), do(carry, how)) for how in ("copy", "move")]
    if archives:
        items.append((res.string("files.extract_to"), do(carry, "extract")))
    else:
        items.append((res.string("files.compress"), do(compress)))
    if single:
        items.append((res.string("files.rename"), do(ask_for_new_name)))
        items.append((res.string("files.get_info"), do(inspect)))
    return menu(res, tuple(items), CLOSE)


def sort_dialog(res: Resources, chosen: str) -> Element:
    """The orders of a list."""
    c = res.colors
    names = {order: res.string(f"files.sort_{order.replace('-', 'reverse_')}") for order in ORDERS}
    rows = [
        Row(
            RadioButton(order == chosen, c.accent, c.secondary, class_name=""),
            Text(names[order], 16, c.text, lines=2, grow=1, class_name=""),
            width=FILL, least=48, gap=12, align="center", tap=do(sort_by, order), checked=order == chosen,
            selected=order == chosen, id="android:id/text1", class_name="android.widget.CheckedTextView",
            description=names[order],
        )
        for order in ORDERS
    ]  # fmt: skip
    body = scrolling(*rows, key="orders", grow=0)
    return dialog_card(res, body, title=res.string("files.sort_by"), dismiss=CLOSE, buttons=(cancel(res),))


def name_dialog(res: Resources, title: str, done: Callback, name: str, focused: bool) -> Element:
    """Asks for the name of a new directory, or a new name for a document."""
    c = res.colors
    field = TextField(
        name, "name", do(type_name), focused=focused, hint=res.string("files.name"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, height=44, width=FILL, id="android:id/text1",
        on_submit=done,
    )  # fmt: skip
    ok = text_button(res, res.string("common.ok"), done, id="android:id/button1", enabled=bool(name.strip()))
    line = Spacer(width=FILL, height=2, background=c.accent)
    return dialog_card(
        res,
        field,
        line,
        title=res.string(f"files.{title}"),
        dismiss=CLOSE,
        buttons=(cancel(res), ok),
    )


def delete_dialog(res: Resources, chosen: tuple[Document, ...]) -> Element:
    """Asks before anything is deleted."""
    if len(chosen) == 1:
        key = "files.delete_folder" if chosen[0].is_directory else "files.delete_file"
        # Between marks, as DocumentsUI wraps it: in a line from right to left, digits keep their place in a name.
        mark = "\u200e" if res.rtl else ""
        text = res.string(key, name=f"{mark}{chosen[0].name}{mark}")
    else:
        text = res.digits(res.string("files.delete_items", count=len(chosen)))
    return question(res, text, "common.ok", do(delete), lines=6)
