"""VLC's menus, the sheet of actions on an item, and its dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.vlc.handlers import lists, player
from bmoca_gym.handset.apps.vlc.library import GROUPINGS, ORDERS, Item
from bmoca_gym.handset.apps.vlc.screens.lists import detail, title_of
from bmoca_gym.handset.apps.vlc.state import HAS_GRID, ID, SPEEDS
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.questions import cancel, lined
from bmoca_gym.handset.kits.sizes import size_text
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, menu, scrolling, sheet, sheet_row, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, do

_ROW = 56
#: Actions on an item: glyph and handler by the key of the label.
_ACTIONS: dict[str, tuple[str, Callback]] = {
    "play": ("play_arrow", do(lists.play_item)), "add_to_playlist": ("playlist_add", do(lists.add_item)),
    "remove": ("playlist_remove", do(lists.remove_item)),
    "information": ("info", do(open_overlay, "information")),
    "rename": ("edit", do(lists.ask_name)), "share": ("share", do(lists.share_item)),
    "delete": ("delete", do(open_overlay, "delete")),
}  # fmt: skip
_OF_KIND = {
    "artist": ("play", "add_to_playlist"), "album": ("play", "add_to_playlist"),
    "genre": ("play", "add_to_playlist"),
    "video": ("play", "add_to_playlist", "information", "share", "delete"),
    "audio": ("play", "add_to_playlist", "information", "share", "delete"),
    "group": ("play", "add_to_playlist"), "folder": ("play", "add_to_playlist"),
    "playlist": ("play", "add_to_playlist", "rename", "delete"),
}  # fmt: skip


def overflow(res: Resources, tab: str, grid: bool) -> Element:
    """The menu of a tab."""
    items: list[tuple[str, Callback]] = [(res.string("vlc.sort_by"), do(open_overlay, "sort"))]
    if tab in HAS_GRID:
        items += [
            (res.string("vlc.as_list" if grid else "vlc.as_grid"), do(lists.switch, "grid")),
            (res.string("vlc.groups"), do(open_overlay, "groups")),
        ]
    return menu(res, tuple(items), CLOSE)


def item_sheet(res: Resources, item: Item, in_playlist: bool) -> Element:
    """Actions on an item."""
    keys = list(_OF_KIND[item.kind])
    if in_playlist:
        keys.insert(2, "remove")
    c = res.colors
    rows = [
        sheet_row(res, _ACTIONS[key][0], res.string(f"vlc.{key}"), _ACTIONS[key][1], id=ID + "context_option_title")
        for key in keys
    ]  # fmt: skip
    title = Text(
        title_of(res, item), 18, c.text, 500, lines=2, pad=(20, 4, 20, 8), width=FILL, id=ID + "ctx_title"
    )
    body = scrolling(*rows, key="actions", grow=0,
                     id=ID + "ctx_list")  # fmt: skip
    return sheet(res, title, body, dismiss=CLOSE, id=ID + "design_bottom_sheet", pad=(0, 0, 0, 16))


def playlist_sheet(
    res: Resources, name: str, focused: bool, count: int, playlists: tuple[Item, ...]
) -> Element:
    """Ask for the playlist, a new or an existing one, to which ``count`` media are added."""
    c = res.colors
    field = TextField(
        name, "name", do(lists.type_name), focused=focused, hint=res.string("vlc.playlist_name"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=48, on_submit=do(lists.create),
        border=c.divider, radius=4, pad=(12, 4), id=ID + "dialog_playlist_name",
    )  # fmt: skip
    add = text_button(res, res.string("vlc.create"), do(lists.create), id=ID + "dialog_playlist_save",
                      enabled=bool(name.strip()))  # fmt: skip
    head = Column(
        Text(res.string("vlc.add_to_new_playlist"), 18, c.text, 500, lines=2, width=FILL, id=ID + "textView9"),
        Text(res.digits(res.string("vlc.media", count=count)), 12, c.secondary, id=ID + "medias2"),
        Row(field, add, width=FILL, gap=4, align="center", class_name=""),
        width=FILL, pad=(20, 4, 12, 12), gap=6, class_name="",
    )  # fmt: skip
    rows: list[Element] = [
        Row(
            Icon("playlist_play", 28, c.secondary, id=ID + "item_icon"),
            Column(Text(one.title, 16, c.text, id=ID + "title"),
                   Text(detail(res, one), 12, c.secondary, id=ID + "text"), grow=1, class_name=""),
            width=FILL, height=_ROW, pad=(20, 4), gap=16, align="center", tap=do(lists.add_to, int(one.key)),
            class_name="android.view.ViewGroup",
        )
        for one in playlists
    ]  # fmt: skip
    if not rows:
        rows = [
            Text(
                res.string("vlc.no_playlists"),
                14,
                c.secondary,
                pad=(20, 12),
                width=FILL,
                id="android:id/empty",
            )
        ]
    else:
        rows.insert(
            0, Text(res.string("vlc.add_to_existing"), 18, c.text, 500, lines=2, pad=(20, 4), width=FILL)
        )
    body = scrolling(*rows, key="playlists", grow=0, id="android:id/list")
    return sheet(res, head, body, dismiss=CLOSE, id=ID + "design_bottom_sheet",
                 pad=(0, 0, 0, 16))  # fmt: skip


def _cancel(res: Resources) -> Element:
    return cancel(res)


def sort_dialog(res: Resources, tab: str, order: tuple[str, bool]) -> Element:
    """Sort order of a tab's list, and its direction."""
    rows: list[Element] = [
        choice(res, res.string(f"vlc.by_{by}_{'down' if down else 'up'}"), (by, down) == order,
               do(lists.sort, by, down))
        for by in ORDERS[tab]
        for down in (False, True)
    ]  # fmt: skip
    body = scrolling(*rows, key="orders", grow=0,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("vlc.sort_by"), buttons=(_cancel(res),))


def groups_dialog(res: Resources, grouping: str) -> Element:
    """Grouping of films."""
    rows = [
        choice(res, res.string(f"vlc.group_{one}"), one == grouping, do(lists.group_by, one))
        for one in GROUPINGS
    ]
    return dialog_card(res, *rows, dismiss=CLOSE, title=res.string("vlc.groups"), buttons=(_cancel(res),))


def speed_dialog(res: Resources, percent: int) -> Element:
    """Playback speed."""
    rows: list[Element] = [
        choice(res, res.digits(f"{one / 100:.2f}x"), one == percent, do(player.choose_speed, one))
        for one in SPEEDS
    ]
    body = scrolling(*rows, key="speeds", grow=0,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("vlc.speed"), buttons=(_cancel(res),))


def rename_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Ask for the new name of a playlist."""
    field = TextField(
        name, "name", do(lists.type_name), focused=focused, accent=res.colors.accent, color=res.colors.text, size=16,
        width=FILL,
        pad=(4, 10), on_submit=do(lists.rename), id=ID + "new_name",
    )  # fmt: skip
    ok = text_button(res, res.string("common.ok"), do(lists.rename), id=ID + "rename_button",
                     enabled=bool(name.strip()))  # fmt: skip
    return dialog_card(
        res,
        lined(res, field),
        dismiss=CLOSE,
        title=res.string("vlc.rename"),
        buttons=(_cancel(res), ok),
    )


def delete_dialog(res: Resources, key: str, name: str, count: int, action: Callback) -> Element:
    """Ask before something is deleted."""
    text = res.digits(res.string(f"vlc.{key}", name=name, count=count))
    ok = text_button(res, res.string("vlc.delete"), action, id=ID + "delete_button")
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=6, id=ID + "message"), dismiss=CLOSE,
        buttons=(_cancel(res), ok),
    )  # fmt: skip


def information_dialog(res: Resources, item: Item, path: str, size: int) -> Element:
    """Details of a medium."""
    c = res.colors
    facts = [("path", path), ("length", clock_text(res, item.length)), ("size", size_text(res, size))]
    if all(item.size):
        facts.append(("resolution", res.digits(f"{item.size[0]}x{item.size[1]}")))
    rows = [
        Column(Text(res.string(f"vlc.{key}"), 13, c.secondary, id=ID + "track_title"),
               Text(text, 16, c.text, lines=4, id=ID + "subtitle"), width=FILL, pad=(0, 6), class_name="")
        for key, text in facts
    ]  # fmt: skip
    ok = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    return dialog_card(res, *rows, dismiss=CLOSE, title=item.title, buttons=(ok,))


def about_dialog(res: Resources) -> Element:
    """About page of the app."""
    ok = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    text = Text(res.string("vlc.about_text"), 16, res.colors.text, lines=None, id=ID + "about_text")
    return dialog_card(res, text, dismiss=CLOSE, title=res.string("vlc.app_name"), buttons=(ok,))
