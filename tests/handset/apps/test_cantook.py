"""Cantook: a library is searched, sorted, arranged in collections and read; its database has all of it."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.cantook import epub
from bmoca_gym.handset.apps.cantook.screens import reader
from bmoca_gym.handset.apps.cantook.state import DATABASE, KEPT, PACKAGE
from bmoca_gym.handset.images import ebooks
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system.sqlite_bytes import read_database
from bmoca_gym.handset.value import replace

LINE = "Mer. Thou desir'st me to stop in my tale against the haire"
BOOKS = (
    ("Romeo and Juliet", "William Shakespeare", "Tragedies", "romeo_and_juliet", 0, 0.378, 2000),
    ("Hamlet", "William Shakespeare", "Tragedies; Classics", "hamlet", 0, 0.0, "NULL"),
    ("Oliver Twist", "Charles Dickens", "Classics", "oliver_twist", 1, 1.0, 3000),
)


def rows(hand: Hand, query: str) -> list[tuple]:
    connection = read_database(hand.device.read_file(DATABASE))
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def marks(hand: Hand, title: str) -> tuple:
    return rows(hand, f"SELECT finished, progression FROM publications WHERE title = '{title}'")[0]


@pytest.fixture
def hand() -> Hand:
    """A phone with three books in the library."""
    hand = Hand(image="androidlab", width=1080, height=2400, density=420)
    statements = [
        "INSERT INTO publications(created, updated, title, title_sort, author, subjects, href, finished, progression, "
        f"last_read) VALUES({number}, 0, '{title}', '{title.lower()}', '{author}', '{subjects}', '{KEPT}/{name}.epub', "
        f"{finished}, {progress}, {read})"
        for number, (title, author, subjects, name, finished, progress, read) in enumerate(BOOKS)
    ]
    hand.shell(f'sqlite3 {DATABASE} "{"; ".join(statements)}"')
    hand.shell(f"am start -n {PACKAGE}/.MainActivity")
    return hand


def menu(hand: Hand, title: str, item: str) -> None:
    hand.tap(description=f"More options for {title}")
    hand.tap(text=item)


def test_the_library_is_sorted_listed_and_searched(hand: Hand) -> None:
    hand.tap("action_view")
    titles = hand.texts("title")
    assert titles[:2] == ["Oliver Twist", "Romeo and Juliet"]  # read last
    assert titles[2:5] == ["Oliver Twist", "Hamlet", "Romeo and Juliet"]  # added last
    assert titles[5:] == ["Hamlet", "Oliver Twist"]
    hand.tap(description="More options")
    hand.tap(text="Sort by")
    hand.tap(text="Author")
    assert hand.texts("title")[5:] == ["Oliver Twist", "Hamlet"]
    hand.tap("action_search")
    for query, found in (
        ("dickens", ["Oliver Twist"]),
        ("TRAGED", ["Hamlet", "Romeo and Juliet"]),
        ("x", []),
    ):
        hand.tap("search_src_text")
        hand.type(query)
        assert hand.texts("title") == found
        assert hand.sees("empty") != bool(found)
        hand.tap("search_close_btn")


def test_a_book_is_marked_and_deleted(hand: Hand) -> None:
    menu(hand, "Hamlet", "Mark as read")
    assert marks(hand, "Hamlet") == (1, 1.0)
    hand.tap(description="More options for Hamlet")
    assert hand.text("sheet_progress") == "100.0%"
    hand.tap(text="Mark as unread")
    assert marks(hand, "Hamlet") == (0, 0.0)
    menu(hand, "Hamlet", "Info")
    assert (hand.text("author"), hand.text("categories")) == ("William Shakespeare", "Tragedies, Classics")
    hand.press("BACK")
    for answer in ("button2", "button1"):
        assert len(rows(hand, "SELECT * FROM publications")) == 3
        menu(hand, "Hamlet", "Delete")
        hand.tap(answer)
    assert rows(hand, "SELECT title FROM publications") == [("Romeo and Juliet",), ("Oliver Twist",)]
    assert f"{KEPT}/hamlet.epub" not in hand.phone.files


def test_a_book_opens_where_it_was_left_and_pages_turn(hand: Hand) -> None:
    hand.tap(text="Romeo and Juliet")
    assert hand.sees(text=LINE)
    assert hand.text("progression") == "37.8%"
    assert marks(hand, "Romeo and Juliet") == (0, 0.378)
    hand.swipe("left")
    assert not hand.sees(text=LINE)
    further = marks(hand, "Romeo and Juliet")[1]
    assert further > 0.378
    hand.swipe("right")
    assert hand.sees(text=LINE)
    hand.tap("resourcePager")  # its middle shows the bars
    hand.tap("action_contents")
    hand.tap(text="Actus Quintus.")
    hand.press("BACK")
    assert marks(hand, "Romeo and Juliet") == (1, 1.0)  # the last page
    hand.tap(text="Romeo and Juliet")
    assert hand.sees(text="Actus Primus. Scoena Prima.")
    hand.press("BACK")
    hand.shell(f"rm {KEPT}/oliver_twist.epub")
    elsewhere = f"/storage/emulated/0{ebooks.DOWNLOADED.removeprefix('/sdcard')}/Hamlet.epub"
    hand.shell(f"sqlite3 {DATABASE} \"UPDATE publications SET href = '{elsewhere}' WHERE title = 'Hamlet'\"")
    hand.tap(text="Hamlet")
    assert hand.text("reader_title") == "Hamlet"
    hand.press("BACK")
    hand.tap(text="Oliver Twist")
    assert hand.text("empty") == "The file of this book is gone."


def test_pages_hold_all_of_a_book_and_what_they_show_needs_no_scrolling(hand: Hand) -> None:
    book = epub.read(hand.phone.files[f"{KEPT}/oliver_twist.epub"])
    for configuration in (
        {"width": 1080, "height": 2400, "density": 420},
        {"width": 1440, "height": 3120, "density": 640, "font_scale": 1.3},
        {"width": 2208, "height": 1840, "density": 420},
    ):
        other = Hand(image="androidlab", **configuration)
        other.phone = replace(hand.phone, configuration=other.phone.configuration)
        other.tap(text="Oliver Twist")
        read, before = [], None
        while before != (before := [node.text for node in other.tree if node.text][1:-2]):
            read += before
            assert not other.node("resourcePager").scrollable, configuration
            other.swipe("left")
        words = " ".join(read).split()
        assert words == " ".join(piece.text for piece in book.pieces).split(), configuration
        for _ in range(20):
            other.swipe("right")
        assert other.text("progression") == "0.0%", configuration


def test_a_book_is_imported_from_a_file(hand: Hand) -> None:
    file = f"{ebooks.DOWNLOADED}/Alice's Adventures in Wonderland.epub"
    for said in ("Imported", "already"):
        hand.tap(description="More options")
        hand.tap(text="Import")
        hand.tap(text="Alice's Adventures in Wonderland.epub")
        assert said in hand.phone.toast
    assert rows(hand, "SELECT id, title, title_sort, author, subjects, href, finished FROM publications")[3:] == [
        (4, "Alice's Adventures in Wonderland", "alice's adventures in wonderland", "Lewis Carroll",
         "Fantasy; Children's Fiction", f"{KEPT}/4.epub", 0)
    ]  # fmt: skip
    hand.shell(f'rm "{file}"')
    hand.tap(text="Alice's Adventures in Wonderland")
    assert hand.sees(text="Chapter I. Down the Rabbit-Hole")


def test_files_of_others_are_opened_and_what_is_no_book_is_refused(hand: Hand) -> None:
    good = f"{ebooks.DOWNLOADED}/Through the Looking-Glass.epub"
    hand.shell(f'am start -a android.intent.action.VIEW -t application/epub+zip -d "file://{good}"')
    assert hand.text("reader_title") == "Through the Looking-Glass"
    hand.press("BACK")
    hand.device.write_file(f"{ebooks.DOWNLOADED}/A note.txt", b"Buy milk")
    hand.tap(description="More options")
    hand.tap(text="Import")
    hand.tap(text="A note.txt")
    assert hand.text("message") == "The file is not an EPUB."
    hand.tap("button1")
    assert len(rows(hand, "SELECT * FROM publications")) == 4


def test_a_collection_is_made_filled_renamed_and_deleted(hand: Hand) -> None:
    hand.tap("navigation_collections")
    hand.tap("new_collection")
    hand.tap("button1")
    assert hand.phone.toast == "Enter a name"
    hand.type("Plays\n")
    assert hand.texts("title") == ["Plays"]
    hand.tap("new_collection")
    hand.type("Plays\n")
    assert "already" in hand.phone.toast
    hand.tap("button2")
    hand.tap(text="Plays")
    hand.tap("action_add_books")
    hand.tap(text="Hamlet")
    hand.tap(text="Oliver Twist")
    hand.tap("action_done")
    assert hand.texts("title") == ["Hamlet", "Oliver Twist"]
    menu(hand, "Oliver Twist", "Remove from collection")
    assert rows(hand, "SELECT * FROM publications_collections") == [(2, 1)]
    hand.tap(description="More options")
    hand.tap(text="Rename")
    hand.type(" in verse\n")
    assert hand.text("toolbar_title") == "Plays in verse"
    hand.press("BACK")
    hand.tap("navigation_books")
    menu(hand, "Romeo and Juliet", "Add to collection")
    hand.tap(text="Plays in verse")
    assert rows(hand, "SELECT * FROM publications_collections") == [(2, 1), (1, 1)]
    hand.tap("navigation_collections")
    assert hand.text("count") == "2 books"
    menu(hand, "Plays in verse", "Delete")
    hand.tap("button1")
    assert (
        rows(hand, "SELECT * FROM collections") == rows(hand, "SELECT * FROM publications_collections") == []
    )


def test_categories_gather_books(hand: Hand) -> None:
    hand.tap("navigation_categories")
    assert hand.texts("title") == ["Classics", "Tragedies"]
    hand.tap(text="Tragedies")
    assert (hand.text("toolbar_title"), hand.texts("title")) == ("Tragedies", ["Hamlet", "Romeo and Juliet"])
    hand.press("BACK", "BACK")  # to the first page
    assert hand.node("navigation_books").selected


def test_bookmarks_are_rows_that_go_with_their_book(hand: Hand) -> None:
    hand.tap(text="Romeo and Juliet")
    hand.tap("resourcePager")
    hand.tap("action_bookmark")
    (share,) = rows(
        hand, "SELECT b.progression FROM bookmarks b JOIN publications p ON p.id = b.publication_id"
    )[0]
    assert 0.3 < share < 0.4
    hand.tap("action_contents")
    hand.tap("bookmark_title")
    hand.tap("action_bookmark")
    assert not rows(hand, "SELECT * FROM bookmarks")
    hand.tap("action_bookmark")
    hand.press("BACK")
    menu(hand, "Romeo and Juliet", "Delete")
    hand.tap("button1")
    assert not rows(hand, "SELECT * FROM bookmarks")


def test_the_reader_has_colours_of_its_own(hand: Hand) -> None:
    hand.tap(text="Romeo and Juliet")
    hand.tap("resourcePager")
    paper = {}
    for theme in ("Light", "Sepia", "Night"):
        hand.tap("action_theme")
        hand.tap(text=theme)
        paper[theme] = tuple(hand.device.screenshot()[1800, 20])
    assert paper == {"Light": (255, 255, 255), "Sepia": (250, 244, 232), "Night": (0, 0, 0)}


def test_a_paragraph_is_aligned_by_its_own_letters() -> None:
    """English books were right-aligned on phones in Arabic."""
    arabic, english = (resources.of(Configuration(locale=locale)) for locale in ("ar-EG", "en-US"))
    assert [reader.side(arabic, text) for text in ("To be", "أن تكون", "1, 2")] == ["end", "start", "start"]
    assert [reader.side(english, text) for text in ("To be", "أن تكون", "1, 2")] == ["start", "end", "start"]
