"""Pi Music Player's menus and dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.pi_music import playing, playlists, state
from bmoca_gym.handset.apps.pi_music.lists import COLOR
from bmoca_gym.handset.apps.pi_music.playlists import Playlist
from bmoca_gym.handset.apps.pi_music.state import FIELDS, ID
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, divider, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import Callback, do

_CLOSE = do(state.close_overlay)


def _items(res: Resources, *items: tuple[str, Callback]) -> Element:
    return menu(res, tuple([(res.string(f"pi_music.{key}"), tap) for key, tap in items]), _CLOSE)


def overflow(res: Resources, sort: bool, ids: tuple[int, ...]) -> Element:
    """The menu of a page. ``ids``: the songs that it lists."""
    items: list[tuple[str, Callback]] = [("sort", do(state.open_sorting))] if sort else []
    if ids:
        items.append(("shuffle_all", do(playing.shuffle_songs, ids)))
    return _items(
        res, *items, ("now_playing_list", do(state.open_page, "queue")),
        ("equalizer", do(state.open_page, "equalizer")),
    )  # fmt: skip


def song_menu(res: Resources, kind: str, song: int, subject: int) -> Element:
    """Actions on a song. ``kind``: of the menu; ``subject``: the playlist or the place that it stands in."""
    ids = (song,)
    items: list[tuple[str, Callback]] = []
    if kind == "queued_menu":
        items.append(("remove_from_list", do(playing.remove, subject)))
    if kind == "listed_menu":
        items.append(("remove_from_playlist", do(playlists.remove_song, subject, song)))
    if kind != "player_menu":
        items += [
            ("play_next", do(playing.enqueue, ids, True)),
            ("add_to_queue", do(playing.enqueue, ids, False)),
        ]
    items += [
        ("add_to_playlist", do(state.open_overlay, "choose", ids)),
        ("share", do(playlists.share_song)),
        ("song_info", do(state.open_overlay, "info", ids)),
        ("delete", do(state.open_overlay, "delete_song", ids)),
    ]
    return _items(res, *items)


def playlist_menu(res: Resources, one: Playlist) -> Element:
    """Actions on a playlist."""
    items: list[tuple[str, Callback]] = []
    if one.songs:
        items = [("play", do(playing.play_songs, one.songs)),
                 ("add_to_queue", do(playing.enqueue, one.songs, False))]  # fmt: skip
    return _items(
        res, *items, ("rename", do(playlists.ask_for_name, "rename", one.id)),
        ("delete", do(state.open_overlay, "delete_playlist", (), one.id)),
    )  # fmt: skip


def sort_dialog(res: Resources, sorting: str) -> Element:
    """Orders of songs, and the direction."""
    rows: list[Element] = [
        choice(
            res, res.string(f"pi_music.by_{field}"), sorting.lstrip("-") == field, do(state.mark_order, field)
        )
        for field in FIELDS
    ]
    rows.append(divider(res))
    for label, reverse in (("ascending", False), ("descending", True)):
        rows.append(choice(res, res.string(f"pi_music.{label}"), sorting.startswith("-") == reverse,
                           do(state.mark_direction, reverse)))  # fmt: skip
    body = scrolling(*rows, key="orders", grow=0, height=min(44 * 7 + 1, max(132, res.height - 220)),
                     class_name="android.widget.ListView")  # fmt: skip
    return dialog_card(res, body, dismiss=_CLOSE, title=res.string("pi_music.sort"),
                       buttons=_buttons(res, "common.ok", do(state.sort)))  # fmt: skip


def _buttons(res: Resources, label: str, action: Callback) -> tuple[Element, Element]:
    return (
        text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2"),
        text_button(res, res.string(label), action, id="android:id/button1"),
    )


def choose_playlist(res: Resources, found: tuple[Playlist, ...]) -> Element:
    """The playlists that songs can be put into, after a new one."""
    rows = [
        Text(label, 16, res.colors.text, lines=2, width=FILL, pad=(24, 14), tap=tap, id="android:id/text1")
        for label, tap in (
            (res.string("pi_music.create_playlist"), do(playlists.ask_for_name, "create")),
            *((one.name, do(playlists.add, one.id)) for one in found),
        )
    ]
    body = scrolling(*rows, key="choose", grow=0, height=min(48 * len(rows) + 8, max(120, res.height - 260)),
                     class_name="android.widget.ListView")  # fmt: skip
    title = Text(res.string("pi_music.add_to_playlist"), 20, res.colors.text, 500, lines=2, pad=(24, 0, 24, 12),
                 id="android:id/alertTitle")  # fmt: skip
    cancel = text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2")
    return dialog_card(res, title, body, dismiss=_CLOSE, buttons=(cancel,), pad=(0, 20, 0, 8))


def name_dialog(res: Resources, overlay: str, name: str, focused: bool) -> Element:
    """The name of a new playlist, or another name of one."""
    c = res.colors
    key, action = (
        ("rename", do(playlists.rename)) if overlay == "rename" else ("create", do(playlists.create))
    )
    field = TextField(
        name, "name", do(state.type_name), focused=focused, hint=res.string("pi_music.playlist_name"),
        hint_color=c.secondary, accent=COLOR, color=c.text, size=17, width=FILL, height=48, border=c.divider, radius=4,
        pad=(8, 0), on_submit=action, id=ID + "edit_text",
    )  # fmt: skip
    title = res.string("pi_music.rename_playlist" if overlay == "rename" else "pi_music.create_playlist")
    return dialog_card(
        res, field, title=title, dismiss=_CLOSE, buttons=_buttons(res, f"pi_music.{key}", action)
    )


def question(res: Resources, key: str, name: str, action: Callback) -> Element:
    """Whether something shall be deleted."""
    text = Text(
        res.string(f"pi_music.{key}", name=name), 16, res.colors.text, lines=4, id="android:id/message"
    )
    return dialog_card(res, text, dismiss=_CLOSE, buttons=_buttons(res, "pi_music.delete", action))


def info(res: Resources, song: Song) -> Element:
    """Details of a song."""
    c = res.colors
    lines = [
        Column(
            Text(res.string(f"pi_music.by_{key}"), 13, c.secondary),
            Text(text, 16, c.text, lines=3, id=ID + f"info_{key}"), gap=2, class_name="",
        )
        for key, text in (
            ("title", song.title), ("artist", song.artist), ("album", song.album),
            ("duration", clock_text(res, song.duration)), ("path", song.data),
        )
    ]  # fmt: skip
    body = scrolling(*lines, key="info", grow=0, gap=10, height=min(290, max(120, res.height - 240)))
    close = text_button(res, res.string("common.ok"), _CLOSE, id="android:id/button1")
    return dialog_card(res, body, title=res.string("pi_music.song_info"), dismiss=_CLOSE, buttons=(close,))
