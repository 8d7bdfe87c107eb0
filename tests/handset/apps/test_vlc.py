"""VLC: its lists, its playlists and their database, its player."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset.system.sqlite_bytes import editable_database, file_of, read_database
from bmoca_gym.tasks import media

DATABASE = "/data/data/org.videolan.vlc/app_db/vlc_media.db"
DRAWN = np.random.default_rng(0)
FILMS = {
    name: media.film(DRAWN, seconds, 64, 48, ("x", "y", "z"))
    for name, seconds in (("evening_1.mp4", 9), ("evening_2.mp4", 30), ("scene.mp4", 60))
}


@pytest.fixture
def hand() -> Hand:
    """A phone with three films and a recording."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    for name, data in FILMS.items():
        hand.device.write_file(f"/sdcard/Movies/{name}", data)
    hand.device.write_file("/sdcard/Music/song.mp3", media.recording(12, "Song", "Singer"))
    hand.shell("am start -n org.videolan.vlc/.gui.MainActivity")
    return hand


def table(hand: Hand, query: str) -> list[tuple[object, ...]]:
    connection = read_database(hand.device.read_file(DATABASE))
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def entries(hand: Hand) -> list[tuple[object, ...]]:
    return table(
        hand,
        "SELECT name, filename, position FROM PlaylistMediaRelation JOIN Playlist ON id_playlist = playlist_id "
        "JOIN Media ON id_media = media_id ORDER BY id_playlist, position",
    )


def movies(hand: Hand) -> None:
    hand.tap("nav_directories")
    hand.tap(text="Movies")


def add(hand: Hand, number: int, playlist: str, new: bool = False) -> None:
    hand.tap("item_more", number)
    hand.tap(text="Add to playlist")
    if new:
        hand.tap("dialog_playlist_name")
        hand.type(playlist)
        hand.tap("dialog_playlist_save")
    else:
        hand.tap(text=playlist)


def test_playlists_are_made_and_kept_in_the_database(hand: Hand) -> None:
    assert len(table(hand, "SELECT filename FROM Media")) == 4
    movies(hand)
    add(hand, 2, "Mine", new=True)
    add(hand, 0, "Mine")
    add(hand, 0, "Mine")
    add(hand, 1, "mine", new=True)  # a name that there is
    wanted = ["scene.mp4", "evening_1.mp4", "evening_1.mp4", "evening_2.mp4"]
    assert entries(hand) == [("Mine", name, place) for place, name in enumerate(wanted)]
    hand.tap("nav_playlists")
    hand.tap(text="Mine")
    assert hand.texts("title") == ["scene", "evening_1", "evening_1", "evening_2"]
    hand.tap("item_more", 1)
    hand.tap(text="Remove from playlist")
    assert entries(hand) == [("Mine", name, place) for place, name in enumerate(wanted[:1] + wanted[2:])]
    hand.press("BACK")
    hand.tap("item_more")
    hand.tap(text="Rename")
    hand.type("Other")
    hand.tap("rename_button")
    assert {name for name, _, _ in entries(hand)} == {"Other"}
    hand.tap("item_more")
    hand.tap(text="Delete")
    hand.tap("delete_button")
    assert entries(hand) == table(hand, "SELECT * FROM PlaylistMediaRelation") == []


def test_what_somebody_writes_into_the_database_is_read(hand: Hand) -> None:
    connection = editable_database(hand.device.read_file(DATABASE))
    connection.execute("DELETE FROM Media")
    connection.execute("INSERT INTO Playlist VALUES (7, 'Written')")
    hand.device.write_file(DATABASE, file_of(connection))
    connection.close()
    hand.press("HOME")
    hand.shell("am start -n org.videolan.vlc/.gui.MainActivity")
    assert len(table(hand, "SELECT filename FROM Media")) == 4  # it looks for files as it comes to the front
    hand.tap("nav_playlists")
    assert hand.texts("title") == ["Written"]
    hand.device.write_file(DATABASE, b"no database")
    with pytest.raises(sqlite3.DatabaseError):
        read_database(b"no database")
    assert table(hand, "SELECT * FROM Playlist") == []


def test_what_is_selected_is_added_in_the_order_of_the_list(hand: Hand) -> None:
    movies(hand)
    hand.hold(text="scene.mp4")
    hand.tap(text="evening_1.mp4")
    assert hand.text("action_bar_title") == "Selected: 2"
    hand.tap("action_mode_audio_add_playlist")
    hand.tap("dialog_playlist_name")
    hand.type("Two\n")
    assert entries(hand) == [("Two", "evening_1.mp4", 0), ("Two", "scene.mp4", 1)]


def test_films_are_grouped_sorted_and_searched(hand: Hand) -> None:
    assert hand.texts("ml_item_title") == ["evening", "scene"]
    hand.tap(text="evening")
    assert hand.texts("ml_item_title") == ["evening_1", "evening_2"]
    hand.press("BACK")
    hand.tap(description="More options")
    hand.tap(text="Group videos")
    hand.tap(text="No groups")
    hand.tap(description="More options")
    hand.tap(text="Sort by…")
    hand.tap(text="Length (descending)")
    assert hand.texts("ml_item_title") == ["scene", "evening_2", "evening_1"]
    hand.tap(description="More options")
    hand.tap(text="Display in list")
    hand.tap("ml_menu_filter")
    hand.type("even")
    assert hand.texts("title") == ["evening_2", "evening_1"]
    hand.press("BACK", "BACK")
    hand.tap("nav_audio")
    hand.tap(description="Tracks")
    assert hand.texts("text") == ["Singer · 0:11"]


def test_audio_by_genre(hand: Hand) -> None:
    song = media.recording(12, "Tagged", "Singer", genre="Jazz")
    hand.device.write_file("/sdcard/Music/tagged.mp3", song)
    hand.tap("nav_audio")
    hand.tap(description="Genres")
    assert hand.texts("title") == ["Unknown Genre", "Jazz"]
    hand.tap(text="Jazz")
    assert hand.texts("title") == ["Tagged"]


def test_audio_by_artist_and_album(hand: Hand) -> None:
    for name, title, artist, album in (
        ("a", "Harbour", "Singer", "Coast"), ("b", "Anchor", "Band", "Coast"), ("c", "Hiss", "", "")
    ):  # fmt: skip
        hand.device.write_file(f"/sdcard/Music/{name}.mp3", media.recording(12, title, artist, album))
    hand.tap("nav_audio")
    assert hand.texts("title") == ["Unknown Artist", "Band", "Singer"]
    assert hand.texts("text") == ["Tracks: 1", "Tracks: 1", "Tracks: 2"]
    hand.tap(text="Singer")
    assert hand.text("header_list_title") == "Singer"
    assert hand.texts("title") == ["Harbour", "Song"]
    hand.tap(text="Harbour")  # and what is behind it
    assert hand.phone.apps["org.videolan.vlc"].queue == ("/sdcard/Music/a.mp3", "/sdcard/Music/song.mp3")
    hand.press("BACK", "BACK")
    hand.tap(description="Albums")
    assert hand.texts("title") == ["Unknown Album", "Coast"]
    hand.hold(text="Coast")
    hand.tap("action_mode_audio_add_playlist")
    hand.tap("dialog_playlist_name")
    hand.type("Sea")
    hand.tap("dialog_playlist_save")
    assert [name for _, name, _ in entries(hand)] == ["a.mp3", "b.mp3"]
    hand.press("HOME")
    hand.shell("am force-stop org.videolan.vlc")
    hand.shell("am start -n org.videolan.vlc/.gui.MainActivity")
    assert hand.node(description="Albums").selected


def test_the_player_goes_on_stands_leaps_and_ends(hand: Hand) -> None:
    movies(hand)
    hand.tap(text="evening_1.mp4")
    first = hand.device.screenshot()
    hand.wait(3.5)
    assert (hand.text("player_overlay_time"), hand.text("player_overlay_length")) == ("0:03", "0:09")
    assert (hand.device.screenshot() != first).any()
    hand.tap("player_overlay_play")
    hand.wait(30)
    assert hand.text("player_overlay_time") == "0:03"
    hand.tap("player_overlay_rewind")
    assert hand.text("player_overlay_time") == "0:00"
    hand.tap("player_overlay_adv_function")
    hand.tap(text="2.00x")
    hand.tap("player_overlay_play")
    hand.wait(2.1)
    assert hand.text("player_overlay_time") == "0:04"
    hand.wait(3)  # behind its end the player closes
    assert not hand.sees("player_root")
    assert hand.sees(text="evening_1.mp4")
    hand.tap("nav_more")
    assert hand.texts("title")[-1] == "evening_1"


def test_a_list_is_played_one_after_the_other(hand: Hand) -> None:
    movies(hand)
    add(hand, 0, "All", new=True)
    add(hand, 2, "All")
    hand.tap("nav_playlists")
    hand.tap(text="All")
    hand.tap("play_btn")
    assert hand.text("player_overlay_title") == "evening_1"
    hand.wait(10)
    assert hand.text("player_overlay_title") == "scene"
    hand.tap("playlist_previous")
    assert hand.text("player_overlay_title") == "evening_1"


def test_another_app_has_a_film_played_and_a_file_is_deleted(hand: Hand) -> None:
    hand.shell(
        "am start -a android.intent.action.VIEW -t video/mp4 -d file:///sdcard/Movies/scene.mp4 -p org.videolan.vlc"
    )
    assert hand.text("player_overlay_title") == "scene"
    hand.press("BACK", "HOME")
    hand.shell("am start -n org.videolan.vlc/.gui.MainActivity")
    movies(hand)
    hand.tap("item_more", 2)
    hand.tap(text="Delete")
    hand.tap("delete_button")
    assert "/sdcard/Movies/scene.mp4" not in hand.phone.files
    assert len(table(hand, "SELECT filename FROM Media")) == 3


def test_the_button_over_the_videos_plays_them_all(hand: Hand) -> None:
    hand.tap("fab", description="Play all")
    queue = hand.phone.apps["org.videolan.vlc"].queue
    assert [path.rpartition("/")[2] for path in queue] == ["evening_1.mp4", "evening_2.mp4", "scene.mp4"]
    hand.press("BACK")
    hand.tap("nav_directories")
    assert not hand.sees("fab")


def test_titles_stand_under_the_pictures(hand: Hand) -> None:
    pictures, titles = hand.all("ml_item_thumbnail"), hand.all("ml_item_title")
    assert len(pictures) == len(titles) == 2
    assert all(title.bounds[1] >= picture.bounds[3] for picture, title in zip(pictures, titles, strict=True))
