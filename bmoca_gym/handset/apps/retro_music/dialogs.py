"""Retro Music's menus and dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.retro_music import playing, playlists, state
from bmoca_gym.handset.apps.retro_music.frame import NARROW, length_text
from bmoca_gym.handset.apps.retro_music.playlists import Playlist
from bmoca_gym.handset.apps.retro_music.state import ID, ORDERS
from bmoca_gym.handset.kits import sizes
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import Callback, do

_CLOSE = do(state.close_overlay)


def _items(res: Resources, *items: tuple[str, Callback]) -> Element:
    return menu(res, tuple([(res.string(f"retro_music.{key}"), tap) for key, tap in items]), _CLOSE)


def tab_menu(res: Resources, tab: str) -> Element:
    """Further actions of a page of the bar at the foot."""
    items: list[tuple[str, Callback]] = [("sort_by", do(state.open_overlay, "sort"))]
    if tab == "playlists":
        items.append(("new_playlist", do(playlists.ask_for_name, "create", "")))
    return _items(res, *items, ("settings", do(state.open_page, "settings")))


def sort_menu(res: Resources, tab: str, order: str) -> Element:
    """The orders of a list."""
    items = tuple(
        [
            (res.string(f"retro_music.order_{_key(name)}"), do(state.sort_by, name), name == order)
            for name in ORDERS[tab]
        ]
    )
    return menu(res, items, _CLOSE)


def _key(order: str) -> str:
    return {"title": "ascending", "-title": "descending"}.get(order, order.lstrip("-"))


def song_menu(res: Resources, song: Song, kind: str, subject: int) -> Element:
    """Actions on a song. ``kind``: of the menu; ``subject``: the playlist, or the place in the queue."""
    ids = (song.id,)
    items: list[tuple[str, Callback]] = []
    if kind == "queued_menu":
        items.append(("remove_from_queue", do(playing.remove, subject)))
    if kind == "listed_menu":
        items.append(("remove_from_playlist", do(playlists.remove_songs, subject, ids)))
    if kind != "player_menu":
        items += [("play_next", do(playing.play_next, ids)), ("add_to_queue", do(playing.enqueue, ids))]
    items.append(("add_to_playlist", do(state.open_overlay, "playlists", ids)))
    if kind == "player_menu":
        items += [("save_queue", do(playlists.save_queue)), ("clear_queue", do(playing.clear))]
    items += [
        ("go_to_album", do(state.open_page, "album", song.album)),
        ("go_to_artist", do(state.open_page, "artist", song.artist)),
        ("share", do(playlists.share_songs, ids)),
        ("details", do(state.open_overlay, "details", ids)),
        ("delete_from_device", do(state.open_overlay, "delete_songs", ids)),
    ]
    return _items(res, *items)


def marked_menu(res: Resources, marked: tuple[int, ...], every: tuple[int, ...]) -> Element:
    """Further actions on marked songs. ``every``: all that are listed."""
    first = (("play_next", do(playing.play_next, marked)),) if res.width < NARROW else ()
    return _items(
        res,
        *first,
        ("share", do(playlists.share_songs, marked)),
        ("delete_from_device", do(state.open_overlay, "delete_songs", marked)),
        ("select_all", do(state.mark_all, every)),
    )


def playlist_menu(res: Resources, one: Playlist) -> Element:
    """Actions on a playlist."""
    return _items(
        res,
        ("play", do(playing.play_songs, one.songs)),
        ("play_next", do(playing.play_next, one.songs)),
        ("add_to_queue", do(playing.enqueue, one.songs)),
        ("add_to_playlist", do(state.open_overlay, "playlists", one.songs)),
        ("rename", do(playlists.ask_for_another_name, one.id)),
        ("delete", do(state.open_overlay, "delete_playlist", (), one.id)),
        ("save_as_file", do(playlists.save, one.id)),
    )


def choose_playlist(res: Resources, found: tuple[Playlist, ...], target: tuple[int, ...]) -> Element:
    """The playlists that songs can be put into, after a new one."""
    c = res.colors
    items: list[tuple[str, Callback]] = [
        (res.string("retro_music.new_playlist_first"), do(playlists.ask_for_name, "create", ""))
    ]
    items += [(one.name, do(playlists.add, one.id)) for one in found]
    rows = [
        Text(label, 16, c.text, lines=2, width=FILL, pad=(24, 14), tap=tap, id="android:id/text1")
        for label, tap in items
    ]
    body = scrolling(*rows, key="choose", grow=0, height=min(48 * len(rows) + 8, max(120, res.height - 260)),
                     class_name="android.widget.ListView")  # fmt: skip
    cancel = text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2")
    title = Text(res.string("retro_music.add_to_playlist"), 20, c.text, 500, lines=2, pad=(24, 0, 24, 12),
                 id="android:id/alertTitle")  # fmt: skip
    return dialog_card(res, title, body, dismiss=_CLOSE, buttons=(cancel,), pad=(0, 20, 0, 8))


def name_dialog(res: Resources, overlay: str, name: str, focused: bool) -> Element:
    """The name of a new playlist, or another name of one."""
    c = res.colors
    action = do(playlists.rename) if overlay == "rename" else do(playlists.create)
    field = TextField(
        name, "name", do(state.type_name), focused=focused, hint=res.string("retro_music.playlist_name"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=17, width=FILL, height=44, capitals="words",
        on_submit=action, id=ID + "actionNewPlaylist",
    )  # fmt: skip
    key = "rename_playlist" if overlay == "rename" else "new_playlist"
    return dialog_card(
        res, Column(field, Spacer(width=FILL, height=2, background=c.accent), width=FILL, class_name="",
                    id=ID + "actionNewPlaylistContainer"),
        title=res.string(f"retro_music.{key}"), dismiss=_CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2"),
            text_button(res, res.string("retro_music.rename" if overlay == "rename" else "retro_music.create"), action,
                        id="android:id/button1"),
        ),
    )  # fmt: skip


def question(res: Resources, text: str, action: Callback) -> Element:
    """Whether something shall be deleted."""
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=4, id="android:id/message"), dismiss=_CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2"),
            text_button(res, res.string("retro_music.delete"), action, id="android:id/button1"),
        ),
    )  # fmt: skip


def delete_playlist(res: Resources, name: str) -> Element:
    """Whether a playlist shall be deleted."""
    return question(res, res.string("retro_music.delete_playlist_question", name=name), do(playlists.delete))


def delete_songs(res: Resources, songs: tuple[Song, ...]) -> Element:
    """Whether songs shall be deleted from the phone."""
    if len(songs) == 1:
        text = res.string("retro_music.delete_song_question", name=songs[0].title)
    else:
        text = res.string("retro_music.delete_songs_question", shown=res.digits(str(len(songs))))
    return question(res, text, do(playlists.delete_songs))


def details(res: Resources, song: Song) -> Element:
    """Details of a song."""
    facts = (
        ("file_name", song.path.rpartition("/")[2]), ("file_path", song.data),
        ("file_size", sizes.size_text(res, song.size)), ("file_format", song.path.rpartition(".")[2].upper()),
        ("track_length", length_text(res, song.duration)),
    )  # fmt: skip
    lines = [
        Text(f"{res.string(f'retro_music.{key}')}: {text}", 15, res.colors.text, lines=3, id=ID + key)
        for key, text in facts
    ]
    done = text_button(res, res.string("common.ok"), _CLOSE, id="android:id/button1")
    return dialog_card(
        res, *lines, title=res.string("retro_music.details"), dismiss=_CLOSE, buttons=(done,), gap=6
    )
