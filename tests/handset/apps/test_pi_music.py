"""Pi Music Player: finding, sorting and playing songs, playlists, and the media session."""

from __future__ import annotations

import pytest
from handset_hand import Hand
from handset_tour import explored
from test_dead_controls import excuse

from bmoca_gym.handset.apps.pi_music.state import DATABASE, PACKAGE
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.system.sqlite_bytes import read_database
from bmoca_gym.tasks import media

#: Songs by their titles: who plays them, on which album, and how many seconds they last.
SONGS = {
    "Alpha": ("Ann", "First", 198), "Beta": ("Bob", "Second", 3752), "Delta": ("Ann", "Third", 63),
    "Gamma": ("Cid", "First", 331),
}  # fmt: skip
START = f"am start -n {PACKAGE}/.activity.SplashScreenActivity"


def rows(hand: Hand, query: str) -> list:
    connection = read_database(hand.device.read_file(DATABASE))
    found = connection.execute(query).fetchall()
    connection.close()
    return [row[0] if len(row) == 1 else row for row in found]


def session(hand: Hand) -> str:
    """The media session: state, position in ms, song."""
    lines = hand.shell("dumpsys media_session").splitlines()
    state = next(line for line in lines if "PlaybackState" in line)
    what = next(line for line in lines if "description=" in line)
    state = state.partition("{state=")[2].partition(", buffered")[0].replace("position=", "")
    return f"{state}, {what.partition('description=')[2]}"


@pytest.fixture
def hand() -> Hand:
    """A phone with four songs, and all of them listed."""
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    for title, (artist, album, seconds) in SONGS.items():
        data = media.recording(seconds + 0.5, title=title, artist=artist, album=album)
        hand.device.write_file(f"/sdcard/Music/{title}.mp3", data)
    hand.shell(START)
    return hand


def test_the_chosen_tab_is_in_sight() -> None:
    hand = Hand(image="androidlab", width=1080, height=2160, density=550)
    hand.shell(START)
    _, y = hand.at(hand.node("tabs"))
    hand.do(Swipe(0.9, y, 0.1, y, 0.2))
    hand.tap(text="FOLDERS")
    row = hand.node("tabs").bounds
    chosen = hand.node(text="FOLDERS").bounds
    assert row[0] <= chosen[0] < chosen[2] <= row[2]
    hand.press("BACK")  # to the first tab
    first = hand.node(text="TRACKS").bounds
    assert row[0] <= first[0] < first[2] <= row[2]


def sort(hand: Hand, field: str, way: str = "Ascending") -> None:
    hand.tap("action_sort")
    hand.tap(text=field)
    hand.tap(text=way)
    hand.tap("button1")


def make_playlist(hand: Hand, name: str, *titles: str) -> None:
    hand.tap(text="PLAYLISTS")
    hand.tap("create_playlist")
    hand.type(name)
    hand.tap("button1")
    hand.tap(text="TRACKS")
    for title in titles:
        hand.tap(description=f"More options for {title}")
        hand.tap(text="Add to playlist")
        hand.tap(text=name)


def test_songs_are_put_in_order_which_is_kept(hand: Hand) -> None:
    assert hand.texts("title") == ["Alpha", "Beta", "Delta", "Gamma"]
    assert hand.texts("duration") == ["3:18", "1:02:32", "1:03", "5:31"]
    sort(hand, "Duration", "Descending")
    assert hand.texts("title") == ["Beta", "Gamma", "Alpha", "Delta"]
    sort(hand, "Album")
    assert hand.texts("title") == ["Alpha", "Gamma", "Beta", "Delta"]
    hand.shell(f"am force-stop {PACKAGE}")
    hand.shell(START)
    assert hand.texts("title") == ["Alpha", "Gamma", "Beta", "Delta"]
    hand.tap(text="ARTISTS")
    assert (hand.texts("title"), hand.texts("subtitle")) == (
        ["Ann", "Bob", "Cid"],
        ["2 Songs", "1 Song", "1 Song"],
    )
    hand.tap(text="Ann")
    assert hand.texts("title") == ["Alpha", "Delta"], "the order of another list"
    assert hand.node("collapsing_toolbar").content_description == "Ann"
    sort(hand, "Title", "Descending")
    assert hand.texts("title") == ["Delta", "Alpha"]


def test_a_song_is_played_paused_and_sought(hand: Hand) -> None:
    assert "have 0 sessions" in hand.shell("dumpsys media_session")
    hand.shell("input keyevent KEYCODE_MEDIA_PLAY")
    hand.tap(text="Gamma")
    hand.wait(4)
    assert hand.texts("song_title") + hand.texts("album_name") == ["Gamma", "First"]
    assert (hand.text("current_time"), hand.text("total_time")) == ("0:04", "5:31")
    assert session(hand) == "3, 4000, Gamma, Cid, First"
    hand.tap(description="Pause")
    bar = hand.node("seekBar")
    x, y = hand.at(bar, 0.5)
    hand.do(Swipe(*hand.at(bar, 0.02), x, y))
    assert hand.text("current_time") == "2:45"
    hand.wait(5)
    assert session(hand).startswith("2, 165")
    hand.tap("nextImage")
    assert hand.texts("song_title") == ["Gamma"], "the last one begins again"
    hand.tap("prevImage")
    assert hand.texts("song_title") == ["Delta"]
    hand.tap(description="Close the player")
    assert hand.text("front_now_playing_title") == "Delta"
    hand.tap("front_now_playing_container")
    hand.swipe("left")
    assert hand.texts("title") == ["Alpha", "Beta", "Delta", "Gamma"]
    hand.shell(f"am force-stop {PACKAGE}")
    assert "have 0 sessions" in hand.shell("dumpsys media_session"), "an app without a process has none"
    hand.shell(START)
    assert session(hand).startswith("2, "), "it plays no more"


@pytest.mark.parametrize(
    ("key", "state"),
    [("KEYCODE_MEDIA_PAUSE", "2, 1000, Beta"), ("127", "2, 1000, Beta"), ("MEDIA_PLAY_PAUSE", "2, 1000, Beta"),
     ("MEDIA_STOP", "2, 1000, Beta"), ("MEDIA_PLAY", "3, 1000, Beta"), ("MEDIA_NEXT", "3, 0, Delta"),
     ("MEDIA_PREVIOUS", "3, 0, Alpha")],
)  # fmt: skip
def test_keys_of_a_headset(hand: Hand, key: str, state: str) -> None:
    hand.tap(text="Beta")
    hand.wait(1)
    hand.press("HOME")
    hand.shell(f"input keyevent {key}")
    assert session(hand).startswith(state)


def test_playlists_are_made_filled_renamed_and_deleted(hand: Hand) -> None:
    make_playlist(hand, "Mix", "Delta", "Alpha", "Delta")
    assert rows(hand, "SELECT playlist_name, is_migrated FROM pi_playlist") == [("Mix", 0)]
    query = "SELECT song_name, song_duration / 1000, play_order FROM playlist_song"
    assert rows(hand, query) == [("Delta", 63, 1), ("Alpha", 198, 2)]
    hand.tap(text="PLAYLISTS")
    assert hand.texts("subtitle") == ["2 Songs"]
    hand.tap("create_playlist")
    hand.type("Mix")
    hand.tap("button1")
    assert hand.sees("edit_text"), "there is one of that name"
    hand.press("BACK")
    hand.press("BACK")
    hand.tap(text="Mix")
    assert hand.texts("title") == ["Delta", "Alpha"]
    hand.tap(text="Delta")
    assert "size=2" in hand.shell("dumpsys media_session")
    hand.press("BACK")
    hand.tap(description="More options for Delta")
    hand.tap(text="Remove from playlist")
    assert hand.texts("title") == ["Alpha"]
    hand.tap(description="More options")
    hand.tap(text="Rename")
    hand.type("Best")
    hand.tap("button1")
    assert rows(hand, "SELECT playlist_name FROM pi_playlist") == ["Best"]
    hand.tap(description="More options")
    hand.tap(text="Delete")
    hand.tap("button1")
    assert rows(hand, "SELECT * FROM pi_playlist") == rows(hand, "SELECT * FROM playlist_song") == []


def test_the_queue_is_changed_while_it_is_played(hand: Hand) -> None:
    hand.tap(text="Alpha")
    hand.press("BACK")
    hand.tap(description="More options for Gamma")
    hand.tap(text="Play next")
    hand.tap("front_now_playing_container")
    hand.tap("now_playing_list")
    assert hand.texts("title") == ["Alpha", "Gamma", "Beta", "Delta", "Gamma"]
    hand.tap(description="More options for Alpha")
    hand.tap(text="Remove from list")
    assert hand.texts("title") == ["Gamma", "Beta", "Delta", "Gamma"]
    assert session(hand).startswith("3, 0, Gamma")
    hand.tap(text="Delta")
    hand.tap("front_now_playing_container")
    hand.tap("shuffleImage")
    hand.tap("shuffleImage")
    hand.tap("repeatImage")
    hand.tap("now_playing_list")
    assert hand.texts("title") == ["Beta", "Delta", "Gamma", "Gamma"], "its own order"


def test_a_song_that_is_deleted_is_gone(hand: Hand) -> None:
    make_playlist(hand, "Mix", "Beta")
    hand.tap(text="Beta")
    hand.tap(description="More options")
    hand.tap(text="Delete")
    hand.tap("button1")
    assert hand.shell("ls /sdcard/Music").split() == ["Alpha.mp3", "Delta.mp3", "Gamma.mp3"]
    assert hand.texts("title") == ["Alpha", "Delta", "Gamma"]
    assert not hand.sees("front_now_playing_title")
    assert "have 0 sessions" in hand.shell("dumpsys media_session")


def test_a_database_that_says_anything_is_believed(hand: Hand) -> None:
    insert = "INSERT INTO pi_playlist(playlist_name) VALUES('Given'); INSERT INTO playlist_song(playlist_id, song_path)"
    hand.shell(f"sqlite3 {DATABASE} \"{insert} VALUES(1, 'nowhere')\"")
    hand.tap(text="PLAYLISTS")
    hand.tap(text="Given")
    assert hand.texts("title") == []


def test_everything_that_can_be_touched_answers(hand: Hand) -> None:
    make_playlist(hand, "Mix", "Alpha")
    hand.tap(text="Alpha")
    hand.wait(2)
    visits = explored(PACKAGE, (hand.phone,), 35)
    assert len(visits) == 35
    dead = {
        (touch.kind, node.resource_id, node.text or node.content_description)
        for visit in visits
        for touch, node in visit.unanswered
        if not excuse(touch, node)
    }
    assert not dead


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_the_arrow_to_the_next_song_points_away_from_the_player(locale: str) -> None:
    hand = Hand(image="androidlab", locale=locale)
    hand.device.write_file("/sdcard/Music/Alpha.mp3", media.recording(9.5, title="Alpha"))
    hand.shell(START)
    hand.tap(text="Alpha")
    lefts = [
        hand.node(id).bounds[0]
        for id in ("shuffleImage", "prevImage", "playPauseView", "nextImage", "repeatImage")
    ]
    assert lefts == sorted(lefts)
