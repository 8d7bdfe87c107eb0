"""launcher.db: the real schema, and rows that the real launcher drops are dropped."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.apps.launcher.database import (
    Favorite,
    launch_intent,
    launcher_database,
    read_launcher_database,
)
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database

YOUTUBE = "com.google.android.youtube/.app.honeycomb.Shell$HomeActivity"
ICONS = (
    Favorite("YouTube", YOUTUBE, "desktop", 1, 2, 3),
    Favorite("Clock", "com.google.android.deskclock/com.android.deskclock.DeskClock", "hotseat", 0, 4, 0),
)

NUMBERS = st.integers(0, 9)
COMPONENTS = st.text("azAZ$", min_size=1, max_size=8).map("org.app/.{}".format)
FAVORITES = st.one_of(
    st.builds(Favorite, st.text(), COMPONENTS, st.just("desktop"), NUMBERS, NUMBERS, NUMBERS, st.just(())),
    st.builds(
        Favorite, st.text(), COMPONENTS, st.just("hotseat"), st.just(0), NUMBERS, st.just(0), st.just(())
    ),
    st.builds(
        Favorite,
        st.text(),
        st.just(""),
        st.just("desktop"),
        NUMBERS,
        NUMBERS,
        NUMBERS,
        st.lists(COMPONENTS, min_size=1, max_size=20).map(tuple),
    ),
)


def _database(*rows: tuple[object, ...]) -> bytes:
    """A launcher.db with other rows: (title, intent, container, screen, cellX, cellY, itemType)."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(
            "CREATE TABLE favorites (_id INTEGER PRIMARY KEY, title, intent, container, screen, cellX, cellY, itemType)"
        )
        connection.executemany("INSERT INTO favorites VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", rows)

    return database_bytes(fill)


def test_icons_come_back_in_their_order():
    assert read_launcher_database(launcher_database(ICONS)) == ICONS
    assert read_launcher_database(launcher_database(reversed(ICONS))) == ICONS[::-1]
    assert launcher_database(ICONS) == launcher_database(list(ICONS))


@pytest.mark.exhaustive
@given(st.lists(FAVORITES.filter(lambda icon: "\0" not in icon.title), max_size=20))
def test_any_icons_come_back(icons):
    assert read_launcher_database(launcher_database(icons)) == tuple(icons)


def test_the_rows_are_those_of_the_pixel_launcher():
    connection = read_database(launcher_database(ICONS))
    assert connection.execute("PRAGMA user_version").fetchone() == (28,)
    rows = connection.execute(
        "SELECT _id, container, screen, cellX, cellY, spanX, spanY, itemType, appWidgetId, restored FROM favorites"
    ).fetchall()
    assert rows == [(1, -100, 1, 2, 3, 1, 1, 0, -1, 0), (2, -101, 4, 4, 0, 1, 1, 0, -1, 0)]
    intents = [intent for (intent,) in connection.execute("SELECT intent FROM favorites")]
    encoded = "com.google.android.youtube/.app.honeycomb.Shell%24HomeActivity"
    assert intents[0].endswith(f"launchFlags=0x10200000;component={encoded};end")


def test_an_intent_with_more_in_it_is_read():
    intent = "#Intent;action=x;component=com.walmart.android/.Main;sourceBounds=1%202%203%204;end"
    data = _database(("Walmart", intent, -100, 0, 1, 2, 0))
    assert read_launcher_database(data) == (
        Favorite("Walmart", "com.walmart.android/.Main", "desktop", 0, 1, 2),
    )


@pytest.mark.parametrize(
    "row",
    [
        ("widget", launch_intent(YOUTUBE), -100, 0, 0, 1, 4),
        ("in a folder", launch_intent(YOUTUBE), 7, 0, 0, 1, 0),
        ("no intent", None, -100, 0, 0, 1, 0),
        ("no component", "#Intent;action=x;end", -100, 0, 0, 1, 0),
        ("no place", launch_intent(YOUTUBE), -100, None, 0, 1, 0),
        ("text for a place", launch_intent(YOUTUBE), -100, 0, "a", 1, 0),
        ("left of the screen", launch_intent(YOUTUBE), -100, 0, -1, 1, 0),
        ("bytes for an intent", b"\xff", -100, 0, 0, 1, 0),
    ],
)
def test_a_row_that_the_launcher_drops_is_passed_over(row):
    kept = ("YouTube", launch_intent(YOUTUBE), -100, 0, 0, 1, 0)
    assert read_launcher_database(_database(row, kept)) == (Favorite("YouTube", YOUTUBE, "desktop", 0, 0, 1),)


def test_another_database_raises_database_error():
    with pytest.raises(sqlite3.DatabaseError, match="favorites"):
        read_launcher_database(database_bytes("CREATE TABLE t (a)"))


def test_what_is_in_a_folder_is_found_by_its_number():
    folder = Favorite("Tools", "", "desktop", 0, 1, 2, ("a.b/.C", "d.e/.F"))
    data = launcher_database((ICONS[0], folder, ICONS[1]))
    rows = (
        read_database(data)
        .execute("SELECT _id, container, cellX, cellY, itemType, rank FROM favorites")
        .fetchall()
    )
    assert rows[1:4] == [(2, -100, 1, 2, 2, 0), (3, 2, 0, 0, 0, 0), (4, 2, 1, 0, 0, 1)]
    assert read_launcher_database(data) == (ICONS[0], folder, ICONS[1])


def test_an_empty_folder_is_dropped_as_the_launcher_does():
    assert read_launcher_database(_database(("Empty", None, -100, 0, 1, 2, 2))) == ()
