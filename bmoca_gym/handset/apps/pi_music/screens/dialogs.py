"""Pi Music Player's menus and dialogs."""

from __future__ import annotations

from bmoca_gym.handset.apps.pi_music.handlers import pages, playing, playlists
from bmoca_gym.handset.apps.pi_music.handlers.playlists import Playlist
from bmoca_gym.handset.apps.pi_music.screens.lists import COLOR
from bmoca_gym.handset.apps.pi_music.state import FIELDS, ID
from bmoca_gym.handset.kits import players
from bmoca_gym.handset.kits.choices import choice, put_into
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.kits.questions import buttons, name_dialog, question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, divider, menu, scrolling, text_button
from bmoca_gym.handset.ui.elements import Column, Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do


def _items(res: Resources, *items: tuple[str, Callback]) -> Element:
    return menu(res, tuple([(res.string(f"pi_music.{key}"), tap) for key, tap in items]), CLOSE)


def overflow(res: Resources, sort: bool, ids: tuple[int, ...]) -> Element:
    """The menu of a page. ``ids``: the songs that it lists."""
    items: list[tuple[str, Callback]] = [("sort", do(pages.open_sorting))] if sort else []
    if ids:
        items.append(("shuffle_all", do(playing.shuffle_songs, ids)))
    return _items(
        res, *items, ("now_playing_list", do(pages.open_page, "queue")),
        ("equalizer", do(pages.open_page, "equalizer")),
    )  # fmt: skip


def song_menu(res: Resources, song: int) -> Element:
    """Actions on a song of a list."""
    return _items(res, *_queueing(song), *_on_song(song))


def listed_menu(res: Resources, song: int, playlist: int) -> Element:
    """Actions on a song of a playlist."""
    remove = ("remove_from_playlist", do(playlists.remove_song, playlist, song))
    return _items(res, remove, *_queueing(song), *_on_song(song))


def queued_menu(res: Resources, song: int, place: int) -> Element:
    """Actions on a song at a place of the queue."""
    return _items(res, ("remove_from_list", do(players.remove, place)), *_queueing(song), *_on_song(song))


def player_menu(res: Resources, song: int) -> Element:
    """Actions on the song in the player."""
    return _items(res, *_on_song(song))


def _queueing(song: int) -> tuple[tuple[str, Callback], ...]:
    return (
        ("play_next", do(playing.enqueue, (song,), True)),
        ("add_to_queue", do(playing.enqueue, (song,), False)),
    )


def _on_song(song: int) -> tuple[tuple[str, Callback], ...]:
    return (
        ("add_to_playlist", do(open_overlay, "choose", (song,))),
        ("share", do(playlists.share_song)),
        ("song_info", do(open_overlay, "info", (song,))),
        ("delete", do(open_overlay, "delete_song", (song,))),
    )


def playlist_menu(res: Resources, one: Playlist) -> Element:
    """Actions on a playlist."""
    items: list[tuple[str, Callback]] = []
    if one.songs:
        items = [("play", do(playing.play_songs, one.songs)),
                 ("add_to_queue", do(playing.enqueue, one.songs, False))]  # fmt: skip
    return _items(
        res, *items, ("rename", do(playlists.ask_for_name, "rename", one.id)),
        ("delete", do(open_overlay, "delete_playlist", (), one.id)),
    )  # fmt: skip


def sort_dialog(res: Resources, sorting: str) -> Element:
    """Orders of songs, and the direction."""
    rows: list[Element] = [
        choice(
            res, res.string(f"pi_music.by_{field}"), sorting.lstrip("-") == field, do(pages.mark_order, field)
        )
        for field in FIELDS
    ]
    rows.append(divider(res))
    for label, reverse in (("ascending", False), ("descending", True)):
        rows.append(choice(res, res.string(f"pi_music.{label}"), sorting.startswith("-") == reverse,
                           do(pages.mark_direction, reverse)))  # fmt: skip
    body = scrolling(*rows, key="orders", grow=0,
                     class_name="android.widget.ListView")  # fmt: skip
    return dialog_card(res, body, dismiss=CLOSE, title=res.string("pi_music.sort"),
                       buttons=buttons(res, "common.ok", do(pages.sort)))  # fmt: skip


def choose_playlist(res: Resources, found: tuple[Playlist, ...]) -> Element:
    """The playlists that songs can be added to, after the entry for a new one."""
    new = (res.string("pi_music.create_playlist"), do(playlists.ask_for_name, "create"))
    known = [(one.name, do(playlists.add, one.id)) for one in found]
    return put_into(res, res.string("pi_music.add_to_playlist"), new, *known)


def create_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Ask for the name of a new playlist."""
    return _name_dialog(res, "create_playlist", name, focused, "create", do(playlists.create))


def rename_dialog(res: Resources, name: str, focused: bool) -> Element:
    """Ask for the new name of a playlist."""
    return _name_dialog(res, "rename_playlist", name, focused, "rename", do(playlists.rename))


def _name_dialog(
    res: Resources, title: str, name: str, focused: bool, label: str, action: Callback
) -> Element:
    field = {
        "hint": res.string("pi_music.playlist_name"), "accent": COLOR, "height": 48, "border": res.colors.divider,
        "radius": 4, "pad": (8, 0), "id": ID + "edit_text",
    }  # fmt: skip
    return name_dialog(
        res,
        f"pi_music.{title}",
        name,
        focused,
        do(pages.type_name),
        f"pi_music.{label}",
        action,
        field,
        line=False,
    )


def deletion(res: Resources, key: str, name: str, action: Callback) -> Element:
    """Ask before something is deleted."""
    return question(res, res.string(f"pi_music.{key}", name=name), "pi_music.delete", action)


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
    body = scrolling(*lines, key="info", grow=0, gap=10)
    close = text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1")
    return dialog_card(res, body, title=res.string("pi_music.song_info"), dismiss=CLOSE, buttons=(close,))
