"""Simple Gallery's menus and dialogs: sort orders, filters, names, properties, destinations."""

from __future__ import annotations

from collections.abc import Iterable, Set

from bmoca_gym.handset.apps.simple_gallery.handlers import browsing, changes, editing, viewing
from bmoca_gym.handset.apps.simple_gallery.library import ORDERS, Folder, Medium
from bmoca_gym.handset.apps.simple_gallery.screens.lists import named, thumbnail
from bmoca_gym.handset.apps.simple_gallery.state import COLUMNS, ID, KINDS, RESOLUTIONS
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.questions import buttons, cancel, lined
from bmoca_gym.handset.kits.sizes import size_text
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import files
from bmoca_gym.handset.ui.components import dialog_card, divider, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll
from bmoca_gym.handset.ui.large_screens import dialog_width
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: What the menus offer: keys of strings, with the handler and its arguments.
_MAIN: dict[str, Callback] = {
    "sort_by": do(browsing.open_sorting), "filter_media": do(browsing.open_filter),
    "column_count": do(open_overlay, "columns"), "settings": do(browsing.open_settings),
}  # fmt: skip
_MEDIA = {**_MAIN, "toggle_filename": do(browsing.switch, "show_names")}
_SELECTED: dict[str, Callback] = {
    "properties": do(open_overlay, "properties"), "rename": do(changes.ask_name),
    "rotate": do(open_overlay, "rotate"), "copy_to": do(changes.carry, "copy"), "move_to": do(changes.carry, "move"),
    "toggle_favorite": do(changes.switch_favorites), "restore": do(changes.restore),
    "select_all": do(browsing.select_all),
}  # fmt: skip
_VIEWER: dict[str, Callback] = {
    "rotate": do(open_overlay, "rotate"),
    "copy_to": do(changes.carry, "copy"), "move_to": do(changes.carry, "move"), "open_with": do(viewing.open_with),
    "rename": do(changes.ask_name), "settings": do(browsing.open_settings),
}  # fmt: skip
#: dp: a folder takes more in the dialog of those that files may go to.
_CELL = 130
_EMPTY = {"empty_bin": do(changes.empty_bin)}
#: What can't be done with files in the recycle bin, and with others.
_NOT_IN_BIN, _ONLY_IN_BIN = {"rename", "copy_to", "move_to", "toggle_favorite", "rotate"}, {"restore"}
#: Quarters that pictures are turned by.
_TURNS = {"rotate_right": 1, "rotate_left": 3, "rotate_180": 2}


def folders_menu(res: Resources) -> Element:
    """The menu of the folders."""
    return _menu(res, _MAIN)


def media_menu(res: Resources, in_bin: bool) -> Element:
    """The menu of the media of a folder."""
    return _menu(res, {**_MEDIA, **_EMPTY} if in_bin else _MEDIA)


def viewer_menu(res: Resources, recycled: bool, film: bool) -> Element:
    """The menu of the viewer."""
    left_out = _NOT_IN_BIN if recycled else _ONLY_IN_BIN
    return _menu(res, _VIEWER, left_out | {"rotate"} if film else left_out)


def rotate_menu(res: Resources) -> Element:
    """The ways to rotate pictures."""
    return _menu(res, {name: do(changes.rotate, quarters) for name, quarters in _TURNS.items()})


def selection_menu(res: Resources, single: bool, recycled: bool, films: bool) -> Element:
    """The menu of selected folders or media. ``single``: whether it is one medium; ``films``: whether there are no
    pictures."""
    left_out = _NOT_IN_BIN if recycled else _ONLY_IN_BIN
    left_out = left_out | {"rotate"} if films else left_out
    return _menu(res, _SELECTED, left_out if single else left_out | {"rename"})


def _menu(res: Resources, offered: dict[str, Callback], left_out: Set[str] = frozenset()) -> Element:
    items = [
        (res.string(f"simple_gallery.{key}"), tap) for key, tap in offered.items() if key not in left_out
    ]
    return menu(res, tuple(items), CLOSE)


def _buttons(res: Resources, ok: Callback) -> tuple[Element, Element]:
    return buttons(res, "common.ok", ok)


def _body(rows: Iterable[Element], key: str) -> Element:
    """Rows that scroll if they don't fit on the screen."""
    return scrolling(*rows, key=key, grow=0, class_name="android.widget.ScrollView")


def sort_dialog(res: Resources, order: tuple[str, bool]) -> Element:
    """Sort order, and its direction."""
    by, down = order
    rows: list[Element] = [
        choice(res, res.string(f"simple_gallery.{one}"), one == by, do(browsing.draft_order, one, down))
        for one in ORDERS
    ]
    rows.append(divider(res))
    rows += [
        choice(res, res.string(f"simple_gallery.{name}"), way == down, do(browsing.draft_order, by, way))
        for name, way in (("ascending", False), ("descending", True))
    ]
    return dialog_card(
        res, _body(rows, "orders"), dismiss=CLOSE,
        title=res.string("simple_gallery.sort_by"), buttons=_buttons(res, do(browsing.sort)),
    )  # fmt: skip


def _checked(res: Resources, label: str, on: bool, tap: Callback, id: str) -> Element:
    box = CheckBox(on, res.colors.accent, res.colors.secondary, class_name="")
    return Row(box, Text(label, 16, res.colors.text, lines=2, grow=1, class_name=""), width=FILL, least=48, gap=12,
               align="center", tap=tap, checked=on, id=id, description=label,
               class_name="android.widget.CheckBox")  # fmt: skip


def filter_dialog(res: Resources, kinds: tuple[str, ...]) -> Element:
    """The kinds of media that are shown."""
    rows = [
        _checked(res, res.string(f"simple_gallery.{kind}s"), kind in kinds, do(browsing.draft_kind, kind),
                 f"{ID}filter_media_{kind}s")
        for kind in KINDS
    ]  # fmt: skip
    return dialog_card(
        res, *rows, dismiss=CLOSE, title=res.string("simple_gallery.filter_media"),
        buttons=_buttons(res, do(browsing.filter_kinds)),
    )  # fmt: skip


def columns_dialog(res: Resources, columns: int) -> Element:
    """Number of columns."""
    rows = [
        choice(res, res.digits(res.string("simple_gallery.columns", count=count)), count == columns,
               do(browsing.choose_columns, count))
        for count in COLUMNS
    ]  # fmt: skip
    return dialog_card(
        res, _body(rows, "columns"), dismiss=CLOSE,
        title=res.string("simple_gallery.column_count"),
    )  # fmt: skip


def delete_dialog(res: Resources, key: str, name: str, count: int, ask_not: bool) -> Element:
    """Ask before files are deleted."""
    text = res.string(f"simple_gallery.{key}", name=name, count=count)
    box = _checked(res, res.string("simple_gallery.do_not_ask"), ask_not, do(changes.switch_ask),
                   ID + "delete_remember_checkbox")  # fmt: skip
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=6, id=ID + "delete_remember_title", width=FILL, pad=(0, 0, 0, 12)),
        box, dismiss=CLOSE, buttons=_buttons(res, do(changes.delete)),
    )  # fmt: skip


def rename_dialog(res: Resources, path: str, name: str, suffix: str, focused: bool) -> Element:
    """Asks for a new name. ``path``: of the folder."""
    return _name_dialog(res, path, name, suffix, focused, "rename", do(changes.rename))


def save_dialog(res: Resources, path: str, name: str, suffix: str, focused: bool) -> Element:
    """Asks for the name of an edited picture. ``path``: of the folder."""
    return _name_dialog(res, path, name, suffix, focused, "save_as", do(editing.save_as))


def _name_dialog(
    res: Resources, path: str, name: str, suffix: str, focused: bool, title: str, confirm: Callback
) -> Element:
    c = res.colors
    field = TextField(
        name, "name", do(changes.type_name), focused=focused, accent=c.accent, color=c.text, size=16, width=FILL,
        pad=(4, 10), on_submit=confirm, id=ID + "rename_item_name",
    )  # fmt: skip
    return dialog_card(
        res, Text(path, 14, c.secondary, lines=2, id=ID + "rename_item_path"), lined(res, field),
        Text(suffix, 16, c.secondary, pad=(4, 8), id=ID + "rename_item_extension"),
        dismiss=CLOSE, title=res.string(f"simple_gallery.{title}"),
        buttons=_buttons(res, confirm),
    )  # fmt: skip


def _facts(res: Resources, targets: tuple[Medium, ...], zone: str) -> list[tuple[str, str]]:
    """Details of media: keys of strings, and texts."""
    size = size_text(res, sum(medium.size for medium in targets))
    if len(targets) > 1:
        return [("files_selected", res.digits(str(len(targets)))), ("size", size)]
    medium = targets[0]
    facts = [("name", medium.name), ("path", files.shown(medium.folder)), ("size", size)]
    measures = pictures.size(medium.picture) if medium.picture else None
    if measures is not None:
        facts.append(("resolution", res.digits(f"{measures[0]} × {measures[1]}")))
    if medium.length:
        facts.append(("duration", clock_text(res, medium.length, hours=True)))
    at = moment(zone, medium.modified)
    facts.append(("modified", f"{res.date(at.date(), 'yMMMd')}, {res.time(at.hour, at.minute)}"))
    return facts


def properties_dialog(res: Resources, targets: tuple[Medium, ...], zone: str) -> Element:
    """Details of a medium, or of several."""
    c = res.colors
    rows = [
        Column(
            Text(res.string(f"simple_gallery.{key}"), 13, c.secondary, id=ID + "property_label"),
            Text(text, 16, c.text, lines=4, id=ID + "property_value"),
            width=FILL, pad=(0, 6), class_name="android.widget.LinearLayout",
        )
        for key, text in _facts(res, targets, zone)
    ]  # fmt: skip
    ok = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    return dialog_card(
        res, _body(rows, "properties"), dismiss=CLOSE,
        title=res.string("simple_gallery.properties"), buttons=(ok,),
    )  # fmt: skip


def destination_dialog(res: Resources, found: tuple[Folder, ...]) -> Element:
    """The folders with media as destinations, and an entry for all other folders."""
    wide = min(dialog_width(res), res.width - 24) - 48
    columns = max(2, int(wide // _CELL))
    side = (wide - 8 * (columns - 1)) / columns
    cells = [
        Column(
            thumbnail(res, folder.picture, ID + "dir_thumbnail", side),
            Text(named(res, folder.path), 14, res.colors.text, align="center", width=FILL, id=ID + "dir_name"),
            width=FILL, gap=2, tap=do(changes.put, folder.path), id=ID + "dir_holder",
            class_name="android.widget.RelativeLayout",
        )
        for folder in found
    ]  # fmt: skip
    grid = Grid(*cells, columns=columns, gap=8, width=FILL, class_name="")
    body = scrolling(grid, key="destinations", grow=0, id=ID + "directories_grid")
    other = text_button(res, res.string("simple_gallery.other_folder"), do(open_overlay, "places"),
                        id="android:id/button3")  # fmt: skip
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("simple_gallery.select_destination"),
        buttons=(other, cancel(res)),
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
            Text(("› " if name else "") + label, 16, c.accent if last else c.text, 500 if last else 400, pad=(2, 10),
                 tap=None if last else do(changes.show_place, path), id=ID + "breadcrumb_text")
        )  # fmt: skip
    way = Scroll(Row(*crumbs, align="center", class_name=""), key="way:" + place, axis="x", width=FILL,
                 id=ID + "filepicker_breadcrumbs", class_name="android.widget.HorizontalScrollView")  # fmt: skip
    rows: list[Element] = [
        Row(
            Icon("folder", 28, res.colors.accent, id=ID + "list_item_icon"),
            Text(path.rpartition("/")[2], 16, c.text, grow=1, id=ID + "list_item_name"),
            width=FILL, height=48, gap=16, align="center", tap=do(changes.show_place, path), id=ID + "list_item_holder",
            class_name="android.view.ViewGroup",
        )
        for path in found
    ]  # fmt: skip
    if not rows:
        rows = [Text(res.string("simple_gallery.no_folders"), 14, c.secondary, lines=2, pad=(0, 12))]
    return dialog_card(
        res, way,
        scrolling(*rows, key="places", grow=0, height=48 * 6, id=ID + "filepicker_list"),
        dismiss=CLOSE, title=res.string("simple_gallery.select_folder"),
        buttons=_buttons(res, do(changes.put, place)),
    )  # fmt: skip


def conflict_dialog(res: Resources, name: str, folder: str, resolution: str) -> Element:
    """Ask what to do about an existing file with the same name."""
    text = Text(res.string("simple_gallery.conflict", name=name), 16, res.colors.text, lines=4, width=FILL,
                pad=(0, 0, 0, 8), id=ID + "conflict_dialog_title")  # fmt: skip
    rows = [
        choice(
            res, res.string(f"simple_gallery.{one}"), one == resolution, do(changes.choose_resolution, one)
        )
        for one in RESOLUTIONS
    ]
    return dialog_card(res, text, *rows, dismiss=CLOSE, buttons=_buttons(res, do(changes.put, folder, True)))
