"""Retro Music's menus and dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.retro_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.retro_music.handlers.playlists import Playlist
from bmoca_gym.handset.apps.retro_music.screens.frame import NARROW, length_text
from bmoca_gym.handset.apps.retro_music.state import ID, ORDERS
from bmoca_gym.handset.kits import players, sizes
from bmoca_gym.handset.kits.choices import put_into
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons, name_dialog, question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, menu, slider, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do


def _items(res: Resources, *items: tuple[str, Callback]) -> Element:
    return menu(res, tuple([(res.string(f"retro_music.{key}"), tap) for key, tap in items]), CLOSE)


_SORT: tuple[str, Callback] = ("sort_by", do(open_overlay, "sort"))
_SETTINGS: tuple[str, Callback] = ("settings", do(pages.open_page, "settings"))


def tab_menu(res: Resources) -> Element:
    """Further actions of a tab."""
    return _items(res, _SORT, _SETTINGS)


def playlists_menu(res: Resources) -> Element:
    """Further actions of the tab with the playlists."""
    return _items(res, _SORT, ("new_playlist", do(playlists.ask_for_name, "create", "")), _SETTINGS)


def sort_menu(res: Resources, tab: str, order: str) -> Element:
    """The orders of a list."""
    items = tuple(
        [
            (res.string(f"retro_music.order_{_key(name)}"), do(pages.sort_by, name), name == order)
            for name in ORDERS[tab]
        ]
    )
    return menu(res, items, CLOSE)


def _key(order: str) -> str:
    return {"title": "ascending", "-title": "descending"}.get(order, order.lstrip("-"))


def song_menu(res: Resources, song: Song) -> Element:
    """Actions on a song of a list."""
    return _items(res, *_queueing(song), _adding(song), *_on_song(song))


def listed_menu(res: Resources, song: Song, playlist: int) -> Element:
    """Actions on a song of a playlist."""
    remove = ("remove_from_playlist", do(playlists.remove_songs, playlist, (song.id,)))
    return _items(res, remove, *_queueing(song), _adding(song), *_on_song(song))


def queued_menu(res: Resources, song: Song, place: int) -> Element:
    """Actions on a song at a place of the queue."""
    remove = ("remove_from_queue", do(players.remove, place))
    return _items(res, remove, *_queueing(song), _adding(song), *_on_song(song))


def player_menu(res: Resources, song: Song) -> Element:
    """Actions on the song in the player, and on the queue."""
    queue = (("save_queue", do(playlists.save_queue)), ("clear_queue", do(playing.clear)))
    return _items(res, ("sleep_timer", do(open_overlay, "sleep")), _adding(song), *queue, *_on_song(song))


def sleep_dialog(res: Resources, minutes: int, is_set: bool) -> Element:
    """After how many minutes playback stops."""
    width = max(120.0, min(300.0, res.width - 128.0))
    shown = res.string("retro_music.sleep_minutes", shown=res.digits(str(minutes)))
    bar = slider(res, minutes, 1, playing.LONGEST_SLEEP, width, do(playing.choose_sleep, width), id=ID + "seekBar",
                 description=res.string("retro_music.sleep_timer"))  # fmt: skip
    body = Column(
        Text(shown, 16, res.colors.text, align="center", width=FILL, id=ID + "timerDisplay"), bar,
        width=FILL, gap=12, align="center", class_name="",
    )  # fmt: skip
    stop = (
        text_button(
            res, res.string("retro_music.sleep_cancel"), do(playing.cancel_sleep), id="android:id/button3"
        ),
    )
    ends = buttons(res, "retro_music.sleep_set", do(playing.set_sleep))
    return dialog_card(
        res,
        body,
        dismiss=CLOSE,
        title=res.string("retro_music.sleep_timer"),
        buttons=stop if is_set else ends,
    )


def _queueing(song: Song) -> tuple[tuple[str, Callback], ...]:
    ids = (song.id,)
    return ("play_next", do(playing.play_next, ids)), ("add_to_queue", do(playing.enqueue, ids))


def _adding(song: Song) -> tuple[str, Callback]:
    return "add_to_playlist", do(open_overlay, "playlists", (song.id,))


def _on_song(song: Song) -> tuple[tuple[str, Callback], ...]:
    ids = (song.id,)
    return (
        ("go_to_album", do(pages.open_page, "album", song.album)),
        ("go_to_artist", do(pages.open_page, "artist", song.artist)),
        ("share", do(playlists.share_songs, ids)),
        ("details", do(open_overlay, "details", ids)),
        ("delete_from_device", do(open_overlay, "delete_songs", ids)),
    )


def marked_menu(res: Resources, marked: tuple[int, ...], every: tuple[int, ...]) -> Element:
    """Further actions on selected songs. ``every``: all the listed songs."""
    first = (("play_next", do(playing.play_next, marked)),) if res.width < NARROW else ()
    return _items(
        res,
        *first,
        ("share", do(playlists.share_songs, marked)),
        ("delete_from_device", do(open_overlay, "delete_songs", marked)),
        ("select_all", do(pages.mark_all, every)),
    )


def playlist_menu(res: Resources, one: Playlist) -> Element:
    """Actions on a playlist."""
    return _items(
        res,
        ("play", do(playing.play_songs, one.songs)),
        ("play_next", do(playing.play_next, one.songs)),
        ("add_to_queue", do(playing.enqueue, one.songs)),
        ("add_to_playlist", do(open_overlay, "playlists", one.songs)),
        ("rename", do(playlists.ask_for_another_name, one.id)),
        ("delete", do(open_overlay, "delete_playlist", (), one.id)),
        ("save_as_file", do(playlists.save, one.id)),
    )


def choose_playlist(res: Resources, found: tuple[Playlist, ...], target: tuple[int, ...]) -> Element:
    """The playlists that songs can be added to, after the entry for a new one."""
    new = (res.string("retro_music.new_playlist_first"), do(playlists.ask_for_name, "create", ""))
    known = [(one.name, do(playlists.add, one.id)) for one in found]
    return put_into(res, res.string("retro_music.add_to_playlist"), new, *known)


def create_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Ask for the name of a new playlist."""
    return _name_dialog(res, "new_playlist", name, focused, "create", do(playlists.create))


def rename_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Ask for the new name of a playlist."""
    return _name_dialog(res, "rename_playlist", name, focused, "rename", do(playlists.rename))


def _name_dialog(
    res: Resources, title: str, name: str, focused: bool, label: str, action: Callback
) -> Element:
    field = {
        "hint": res.string("retro_music.playlist_name"), "height": 44, "capitals": "words",
        "id": ID + "actionNewPlaylist",
    }  # fmt: skip
    return name_dialog(
        res, f"retro_music.{title}", name, focused, do(pages.type_name), f"retro_music.{label}", action, field,
        holder_id=ID + "actionNewPlaylistContainer",
    )  # fmt: skip


def delete_playlist(res: Resources, name: str) -> Element:
    """Ask before a playlist is deleted."""
    text = res.string("retro_music.delete_playlist_question", name=name)
    return question(res, text, "retro_music.delete", do(playlists.delete))


def delete_songs(res: Resources, songs: tuple[Song, ...]) -> Element:
    """Ask before songs are deleted from the phone."""
    if len(songs) == 1:
        text = res.string("retro_music.delete_song_question", name=songs[0].title)
    else:
        text = res.string("retro_music.delete_songs_question", shown=res.digits(str(len(songs))))
    return question(res, text, "retro_music.delete", do(playlists.delete_songs))


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
    done = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    return dialog_card(
        res, *lines, title=res.string("retro_music.details"), dismiss=CLOSE, buttons=(done,), gap=6
    )
