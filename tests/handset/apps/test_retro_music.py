"""Retro Music: songs are found, marked, played and queued; playlists are created, changed and saved; its databases."""

from __future__ import annotations

import pytest
from handset_hand import Hand
from handset_tour import explored
from test_dead_controls import excuse

from bmoca_gym.handset.apps.retro_music.state import PACKAGE, PLAYLISTS_FILE, QUEUE_FILE
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.system.sqlite_bytes import read_database
from bmoca_gym.tasks import media

#: Songs by their titles: who plays them, and how many seconds they last.
SONGS = {"Alpha": ("Ann", 198), "Beta": ("Bob", 252), "Delta": ("Ann", 63), "Gamma": ("Cid", 90)}


def rows(hand: Hand, path: str, query: str) -> list:
    connection = read_database(hand.device.read_file(path))
    found = connection.execute(query).fetchall()
    connection.close()
    return [row[0] if len(row) == 1 else row for row in found]


def queue(hand: Hand) -> list[str]:
    return rows(hand, QUEUE_FILE, "SELECT title FROM playing_queue")


def playlist(hand: Hand, name: str = "Mix") -> list[str]:
    query = (
        "SELECT s.title FROM PlaylistEntity p JOIN SongEntity s ON p.playlist_id = s.playlist_creator_id "
        f"WHERE p.playlist_name = '{name}' ORDER BY s.song_key"
    )
    return rows(hand, PLAYLISTS_FILE, query)


@pytest.fixture
def hand() -> Hand:
    """A phone with four songs and their list open."""
    return with_songs(width=1080, height=2400, density=420)


def with_songs(**configuration: int) -> Hand:
    hand = Hand(image="android13", **configuration)
    for title, (artist, seconds) in SONGS.items():
        data = media.recording(seconds, title=title, artist=artist)
        hand.device.write_file(f"/sdcard/Music/{title}.mp3", data)
    hand.shell(f"am start -n {PACKAGE}/.activities.MainActivity")
    hand.tap("action_song")
    return hand


def mark(hand: Hand, *titles: str) -> None:
    hand.hold(text=titles[0])
    for title in titles[1:]:
        hand.tap(text=title)


def make_playlist(hand: Hand, *titles: str) -> None:
    mark(hand, *titles)
    hand.tap("action_add_to_playlist")
    hand.tap("text1")
    hand.type("Mix")
    hand.tap("button1")


def test_marked_songs_become_a_playlist_in_the_order_in_which_they_were_marked(hand: Hand) -> None:
    make_playlist(hand, "Gamma", "Alpha", "Delta")
    assert playlist(hand) == ["Gamma", "Alpha", "Delta"]
    lengths = rows(hand, PLAYLISTS_FILE, "SELECT duration FROM SongEntity")
    assert lengths == [90_000, 198_000, 63_000]
    hand.tap("action_playlist")
    assert hand.texts("title") == ["Mix"]
    assert hand.texts("text") == ["3 songs • 05:51"]
    mark_again = ("Beta", "Gamma")  # one that it has moves to its end
    hand.tap("action_song")
    mark(hand, *mark_again)
    hand.tap("action_add_to_playlist")
    hand.tap(text="Mix")
    assert playlist(hand) == ["Alpha", "Delta", "Beta", "Gamma"]


def test_a_playlist_is_put_in_order_renamed_shortened_and_deleted(hand: Hand) -> None:
    make_playlist(hand, "Alpha", "Beta", "Gamma")
    hand.tap("action_playlist")
    hand.tap(text="Mix")
    first, last = (hand.at(hand.node("drag_view", at)) for at in (0, 2))
    hand.do(Swipe(*first, *last))
    assert playlist(hand) == ["Beta", "Gamma", "Alpha"]
    hand.tap(description="More options for Gamma")
    hand.tap(text="Remove from playlist")
    assert playlist(hand) == ["Beta", "Alpha"]
    hand.tap(description="More options")
    hand.tap(text="Rename")
    hand.type("Other")  # in place of the name, which is selected
    hand.tap("button1")
    assert playlist(hand, "Other") == ["Beta", "Alpha"]
    hand.tap(description="More options")
    hand.tap(text="Delete")
    hand.tap("button1")
    assert rows(hand, PLAYLISTS_FILE, "SELECT * FROM PlaylistEntity") == []
    assert hand.sees("emptyText", text="No playlists")


def test_a_playlist_is_saved_where_and_as_one_says(hand: Hand) -> None:
    make_playlist(hand, "Beta", "Alpha")
    hand.tap("action_playlist")
    for name, folder in (("Mix", "Download"), ("Mix", "Download"), ("Tea", "Music")):
        hand.tap(description="More options for Mix")
        hand.tap(text="Save as file")
        if folder == "Music":
            hand.tap(description="Show roots")
            hand.tap(text="sdk_gphone_x86_64")
            hand.tap(text="Music")
            hand.tap(class_name="android.widget.EditText")
            hand.press("DEL", "DEL", "DEL")
            hand.type(name)
        hand.tap("button1")
        assert hand.activity == "MainActivity"
    assert hand.shell("ls /sdcard/Download").splitlines() == ["Mix (1).m3u", "Mix.m3u"]
    lines = hand.device.read_file("/sdcard/Music/Tea.m3u").decode().splitlines()
    assert lines[:2] == ["#EXTM3U", "#EXTINF:252000,Bob - Beta"]
    assert lines[2::2] == ["/storage/emulated/0/Music/Beta.mp3", "/storage/emulated/0/Music/Alpha.mp3"]


def test_songs_are_queued_and_played_one_after_the_other(hand: Hand) -> None:
    mark(hand, "Gamma", "Alpha")
    hand.tap("action_add_to_current_playing")
    assert queue(hand) == ["Gamma", "Alpha"]
    hand.tap(description="More options for Delta")
    hand.tap(text="Play next")
    assert queue(hand) == ["Gamma", "Delta", "Alpha"]
    assert hand.sees("miniPlayerPlayPauseButton", description="Play")
    hand.tap("miniPlayerPlayPauseButton")
    hand.wait(95)
    assert hand.text("miniPlayerTitle") == "Delta • Ann"
    hand.tap("miniPlayerFragment")
    assert (hand.text("songCurrentProgress"), hand.text("songTotalTime")) == ("00:05", "01:03")
    hand.tap("playPauseButton")
    hand.wait(30)
    assert hand.text("songCurrentProgress") == "00:05"
    hand.tap("nextButton")
    assert hand.text("title") == "Alpha"
    hand.tap("action_toggle_favorite")
    assert playlist(hand, "Favorites") == ["Alpha"]
    hand.tap("now_playing")
    hand.tap(description="More options for Gamma")
    hand.tap(text="Remove from playing queue")
    assert queue(hand) == ["Delta", "Alpha"]
    hand.tap("clearQueue")
    assert queue(hand) == []


def test_a_song_that_is_tapped_makes_its_list_the_queue_which_is_shuffled_and_put_back(hand: Hand) -> None:
    hand.tap(text="Beta")
    assert queue(hand) == sorted(SONGS)
    hand.tap("miniPlayerFragment")
    hand.tap("shuffleButton")
    assert hand.text("title") == "Beta"
    assert queue(hand)[0] == "Beta"
    assert rows(hand, QUEUE_FILE, "SELECT title FROM original_playing_queue") == sorted(SONGS)
    hand.tap("shuffleButton")
    assert queue(hand) == sorted(SONGS)
    hand.press("BACK", "BACK", "BACK")
    hand.tap("action_song") if hand.sees("action_song") else hand.shell(f"monkey -p {PACKAGE} 1")
    assert queue(hand) == sorted(SONGS)  # it is kept when the app is left


def test_albums_artists_search_and_folders_lead_to_songs(hand: Hand) -> None:
    hand.tap("action_album")
    hand.tap(text="Music")  # songs without an album have that of their folder
    assert hand.text("subtitle") == "4 songs • 10:03"
    assert hand.texts("text") == ["Ann • 03:18", "Bob • 04:12", "Ann • 01:03", "Cid • 01:30"]
    hand.press("BACK")
    hand.tap("action_artist")
    hand.tap(text="Ann")
    assert hand.texts("title") == ["Ann", "Alpha", "Delta"]
    hand.press("BACK")
    hand.tap(description="Search")
    hand.type("bob")
    assert hand.texts("title") == ["Beta"]
    hand.press("BACK", "BACK")
    hand.tap("action_home")
    hand.tap("action_settings")
    hand.tap("switch_widget", description="Albums")
    hand.tap("switch_widget", description="Folders")
    hand.press("BACK")
    hand.tap("action_folder")
    hand.tap(text="Music")
    assert hand.texts("title") == ["Alpha", "Beta", "Delta", "Gamma"]


def test_a_song_that_is_deleted_is_gone_from_the_storage_and_the_queue(hand: Hand) -> None:
    hand.tap(text="Alpha")
    hand.tap(description="More options for Beta")
    hand.tap(text="Delete from device")
    hand.tap("button1")
    assert hand.shell("ls /sdcard/Music").split() == ["Alpha.mp3", "Delta.mp3", "Gamma.mp3"]
    assert queue(hand) == ["Alpha", "Delta", "Gamma"]


def test_keys_of_a_headset_reach_what_is_played(hand: Hand) -> None:
    hand.tap(text="Beta")
    hand.press("HOME")
    for key, said in (
        ("MEDIA_PAUSE", "state=2"),
        ("MEDIA_PLAY_PAUSE", "state=3"),
        ("MEDIA_NEXT", "=Delta, Ann, Music"),
    ):
        hand.shell(f"input keyevent {key}")
        assert said in hand.shell("dumpsys media_session")


def test_whoever_writes_a_database_is_believed_where_it_can_be_read(hand: Hand) -> None:
    hand.shell(f"sqlite3 {PLAYLISTS_FILE} \"INSERT INTO PlaylistEntity(playlist_name) VALUES('Given')\"")
    hand.tap("action_playlist")
    assert hand.texts("title") == ["Given"]
    hand.device.write_file(QUEUE_FILE, b"no database")
    assert queue(hand) == []


def test_everything_that_can_be_touched_answers(hand: Hand) -> None:
    make_playlist(hand, "Alpha", "Beta")
    hand.tap(text="Alpha")
    hand.wait(2)
    visits = explored(PACKAGE, (hand.phone,), 40)
    assert len(visits) == 40
    dead = {
        (touch.kind, node.resource_id, node.content_description)
        for visit in visits
        for touch, node in visit.unanswered
        if not excuse(touch, node) and not node.resource_id.endswith("drag_view")
    }
    assert not dead


def test_albums_and_artists_stand_in_a_grid_of_covers(hand: Hand) -> None:
    hand.tap(description="Artists")
    covers = [node.bounds for node in hand.all("image")]
    assert len(covers) == 3
    assert covers[0][1] == covers[1][1]
    assert covers[0][2] < covers[1][0]  # beside each other
    assert all(right - left == bottom - top > 400 for left, top, right, bottom in covers)
    picture = hand.device.screenshot()
    grounds = {tuple(picture[top + (bottom - top) // 2, left + 12]) for left, top, right, bottom in covers}
    assert len(grounds) > 1  # covers of artists differ


def test_the_mini_player_lies_under_the_rail_of_a_tablet() -> None:
    tablet = with_songs(width=1280, height=800, density=160)
    tablet.tap("title")
    tablet.press("BACK")
    left, top, right, _ = tablet.node("miniPlayerFragment").bounds
    assert (left, right) == (0, 1280)
    assert tablet.node("navigationView").bounds[3] <= top
