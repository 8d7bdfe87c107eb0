"""Simple Gallery's menus and dialogs: sort orders, filters, names, properties, destinations."""

from __future__ import annotations

from collections.abc import Iterable

from bmoca_gym.handset.apps.simple_gallery import state
from bmoca_gym.handset.apps.simple_gallery.library import ORDERS, Folder
from bmoca_gym.handset.apps.simple_gallery.screens import ORANGE, named, thumbnail
from bmoca_gym.handset.apps.simple_gallery.state import COLUMNS, ID, KINDS, RESOLUTIONS
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.components import dialog_card, divider, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: What the menus offer: keys of strings, with the handler and its arguments.
_MAIN: dict[str, Callback] = {
    "sort_by": do(state.open_overlay, "sort"), "filter_media": do(state.open_overlay, "filter"),
    "column_count": do(state.open_overlay, "columns"), "settings": do(state.open_settings),
}  # fmt: skip
_MEDIA = {**_MAIN, "toggle_filename": do(state.switch, "show_names")}
_SELECTED: dict[str, Callback] = {
    "properties": do(state.open_overlay, "properties"), "rename": do(state.ask_name),
    "copy_to": do(state.carry, "copy"), "move_to": do(state.carry, "move"),
    "toggle_favorite": do(state.switch_favorites), "restore": do(state.restore), "select_all": do(state.select_all),
}  # fmt: skip
_VIEWER: dict[str, Callback] = {
    "copy_to": do(state.carry, "copy"), "move_to": do(state.carry, "move"), "open_with": do(state.open_with),
    "rename": do(state.ask_name), "settings": do(state.open_settings),
}  # fmt: skip
_EMPTY = {"empty_bin": do(state.empty_bin)}


def overflow(res: Resources, where: str, single: bool, recycled: bool) -> Element:
    """A menu. ``where``: folders, media, selection or viewer; ``single``: it is about one medium."""
    offered = {"folders": _MAIN, "media": _MEDIA, "selection": _SELECTED, "viewer": _VIEWER}[where]
    if where == "media" and recycled:
        offered = {**offered, **_EMPTY}
    left_out = {"rename"} if not single else set()
    left_out |= {"rename", "copy_to", "move_to", "toggle_favorite"} if recycled else {"restore"}
    items = [
        (res.string(f"simple_gallery.{key}"), tap) for key, tap in offered.items() if key not in left_out
    ]
    return menu(res, tuple(items), do(state.close_overlay), width=250)


def _buttons(res: Resources, ok: Callback) -> tuple[Element, ...]:
    return (
        text_button(res, res.string("common.cancel"), do(state.close_overlay), id="android:id/button2", color=ORANGE),
        text_button(res, res.string("common.ok"), ok, id="android:id/button1", color=ORANGE),
    )  # fmt: skip


def _body(res: Resources, rows: Iterable[Element], key: str, high: float) -> Element:
    """Rows that scroll where the screen is too low for them."""
    return scrolling(*rows, key=key, grow=0, height=min(high, max(120.0, res.height - 230)),
                     class_name="android.widget.ScrollView")  # fmt: skip


def sort_dialog(res: Resources, order: tuple[str, bool]) -> Element:
    """Sort order, and its direction."""
    by, down = order
    rows: list[Element] = [
        choice(res, res.string(f"simple_gallery.{one}"), one == by, do(state.draft_order, one, down))
        for one in ORDERS
    ]
    rows.append(divider(res))
    rows += [
        choice(res, res.string(f"simple_gallery.{name}"), way == down, do(state.draft_order, by, way))
        for name, way in (("ascending", False), ("descending", True))
    ]
    return dialog_card(
        res, _body(res, rows, "orders", 44 * 6 + 1), dismiss=do(state.close_overlay),
        title=res.string("simple_gallery.sort_by"), buttons=_buttons(res, do(state.sort)),
    )  # fmt: skip


def _checked(res: Resources, label: str, on: bool, tap: Callback, id: str) -> Element:
    box = CheckBox(on, ORANGE, res.colors.secondary, class_name="")
    return Row(box, Text(label, 16, res.colors.text, lines=2, grow=1, class_name=""), width=FILL, height=48, gap=12,
               align="center", tap=tap, checked=on, id=id, description=label,
               class_name="android.widget.CheckBox")  # fmt: skip


def filter_dialog(res: Resources, kinds: tuple[str, ...]) -> Element:
    """The kinds of media that are shown."""
    rows = [
        _checked(res, res.string(f"simple_gallery.{kind}s"), kind in kinds, do(state.draft_kind, kind),
                 f"{ID}filter_media_{kind}s")
        for kind in KINDS
    ]  # fmt: skip
    return dialog_card(
        res, *rows, dismiss=do(state.close_overlay), title=res.string("simple_gallery.filter_media"),
        buttons=_buttons(res, do(state.filter_kinds)),
    )  # fmt: skip


def columns_dialog(res: Resources, columns: int) -> Element:
    """Number of columns."""
    rows = [
        choice(res, res.digits(res.string("simple_gallery.columns", count=count)), count == columns,
               do(state.choose_columns, count))
        for count in COLUMNS
    ]  # fmt: skip
    return dialog_card(
        res, _body(res, rows, "columns", 44 * len(COLUMNS)), dismiss=do(state.close_overlay),
        title=res.string("simple_gallery.column_count"),
    )  # fmt: skip


def delete_dialog(res: Resources, text: str, ask_not: bool) -> Element:
    """Asks before files are deleted."""
    box = _checked(res, res.string("simple_gallery.do_not_ask"), ask_not, do(state.switch_ask),
                   ID + "delete_remember_checkbox")  # fmt: skip
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=6, id=ID + "delete_remember_title", width=FILL, pad=(0, 0, 0, 12)),
        box, dismiss=do(state.close_overlay), buttons=_buttons(res, do(state.delete)),
    )  # fmt: skip


def rename_dialog(res: Resources, path: str, name: str, suffix: str, focused: bool) -> Element:
    """Asks for another name. ``path``: of the folder."""
    c = res.colors
    field = TextField(
        name, "name", do(state.type_name), focused=focused, accent=ORANGE, color=c.text, size=16, width=FILL,
        pad=(4, 10), on_submit=do(state.rename), id=ID + "rename_item_name",
    )  # fmt: skip
    return dialog_card(
        res, Text(path, 14, c.secondary, lines=2, id=ID + "rename_item_path"), field,
        Text(suffix, 16, c.secondary, pad=(4, 8), id=ID + "rename_item_extension"),
        dismiss=do(state.close_overlay), title=res.string("simple_gallery.rename"),
        buttons=_buttons(res, do(state.rename)),
    )  # fmt: skip


def properties_dialog(res: Resources, facts: tuple[tuple[str, str], ...]) -> Element:
    """Details of a medium, or of several. ``facts``: key of a string, and a text."""
    c = res.colors
    rows = [
        Column(
            Text(res.string(f"simple_gallery.{key}"), 13, c.secondary, id=ID + "property_label"),
            Text(text, 16, c.text, lines=4, id=ID + "property_value"),
            width=FILL, pad=(0, 6), class_name="android.widget.LinearLayout",
        )
        for key, text in facts
    ]  # fmt: skip
    ok = text_button(
        res, res.string("common.ok"), do(state.close_overlay), id="android:id/button1", color=ORANGE
    )
    return dialog_card(
        res, _body(res, rows, "properties", 62.0 * len(rows)), dismiss=do(state.close_overlay),
        title=res.string("simple_gallery.properties"), buttons=(ok,),
    )  # fmt: skip


def destination_dialog(res: Resources, found: tuple[Folder, ...]) -> Element:
    """The folders with media that files may go to, and a way to all others."""
    wide = min(320, res.width - 24) - 48
    side = (wide - 8) / 2
    cells = [
        Column(
            thumbnail(res, folder.picture, ID + "dir_thumbnail", side),
            Text(named(res, folder.path), 14, res.colors.text, align="center", width=FILL, id=ID + "dir_name"),
            width=FILL, gap=2, tap=do(state.put, folder.path), id=ID + "dir_holder",
            class_name="android.widget.RelativeLayout",
        )
        for folder in found
    ]  # fmt: skip
    grid = Grid(*cells, columns=2, gap=8, width=FILL, class_name="")
    rows = -(-len(cells) // 2)
    body = scrolling(grid, key="destinations", grow=0, height=min((side + 30) * rows, max(120.0, res.height - 230)),
                     id=ID + "directories_grid")  # fmt: skip
    other = text_button(res, res.string("simple_gallery.other_folder"), do(state.open_overlay, "places"),
                        id="android:id/button3", color=ORANGE)  # fmt: skip
    cancel = text_button(res, res.string("common.cancel"), do(state.close_overlay), id="android:id/button2",
                         color=ORANGE)  # fmt: skip
    return dialog_card(
        res, body, dismiss=do(state.close_overlay), title=res.string("simple_gallery.select_destination"),
        buttons=(other, cancel),
    )  # fmt: skip


def places_dialog(res: Resources, place: str, found: tuple[str, ...]) -> Element:
    """The folder picker. ``place``: the current folder; ``found``: its subfolders."""
    c = res.colors
    inside = place.removeprefix(files.STORAGE)
    path, crumbs = files.STORAGE, []
    for name in ["", *inside.split("/")[1:]]:
        path = f"{path}/{name}" if name else path
        last = path == place
        label = f"{name} " if name else res.string("simple_gallery.internal") + " "
        crumbs.append(
            Text(("› " if name else "") + label, 16, ORANGE if last else c.text, 500 if last else 400, pad=(2, 10),
                 tap=None if last else do(state.go_to, path), id=ID + "breadcrumb_text")
        )  # fmt: skip
    way = Scroll(Row(*crumbs, align="center", class_name=""), key="way:" + place, axis="x", width=FILL,
                 id=ID + "filepicker_breadcrumbs", class_name="android.widget.HorizontalScrollView")  # fmt: skip
    rows: list[Element] = [
        Row(
            Icon("folder", 28, ORANGE, id=ID + "list_item_icon"),
            Text(path.rpartition("/")[2], 16, c.text, grow=1, id=ID + "list_item_name"),
            width=FILL, height=48, gap=16, align="center", tap=do(state.go_to, path), id=ID + "list_item_holder",
            class_name="android.view.ViewGroup",
        )
        for path in found
    ]  # fmt: skip
    if not rows:
        rows = [Text(res.string("simple_gallery.no_folders"), 14, c.secondary, lines=2, pad=(0, 12))]
    return dialog_card(
        res, way,
        scrolling(*rows, key="places", grow=0, height=min(48.0 * 6, max(96.0, res.height - 280)),
                  id=ID + "filepicker_list"),
        dismiss=do(state.close_overlay), title=res.string("simple_gallery.select_folder"),
        buttons=_buttons(res, do(state.put, place)),
    )  # fmt: skip


def conflict_dialog(res: Resources, name: str, folder: str, resolution: str) -> Element:
    """Ask what to do if a file of that name exists."""
    text = Text(res.string("simple_gallery.conflict", name=name), 16, res.colors.text, lines=4, width=FILL,
                pad=(0, 0, 0, 8), id=ID + "conflict_dialog_title")  # fmt: skip
    rows = [
        choice(res, res.string(f"simple_gallery.{one}"), one == resolution, do(state.choose_resolution, one))
        for one in RESOLUTIONS
    ]
    return dialog_card(
        res, text, *rows, dismiss=do(state.close_overlay), buttons=_buttons(res, do(state.put, folder, True))
    )
