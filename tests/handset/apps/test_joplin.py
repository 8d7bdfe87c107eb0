"""Joplin: notes are found, read, written, ticked, tagged, moved and deleted, in notebooks; its database has them."""

from __future__ import annotations

import io
from datetime import datetime

import pytest
from handset_hand import Hand
from PIL import Image

from bmoca_gym import stores
from bmoca_gym.handset.apps.joplin import markdown
from bmoca_gym.handset.system.sqlite_bytes import editable_database, file_of, read_database

PATH = "/data/data/net.cozic.joplin/databases/joplin.sqlite"
FOLDERS = (
    {"id": "a" * 32, "title": "Home"},
    {"id": "b" * 32, "title": "Office"},
    {"id": "c" * 32, "title": "Desk", "parent": "b" * 32},
)
NOTES = (
    {
        "id": "1" * 32,
        "folder": "a" * 32,
        "title": "Bread",
        "body": "# Dough\n- 500 g **flour**\n- [ ] Salt\n- [x] Water",
    },
    {"id": "2" * 32, "folder": "a" * 32, "title": "Call Anna", "todo": True},
    {
        "id": "3" * 32,
        "folder": "a" * 32,
        "title": "Pay rent",
        "todo": True,
        "completed": datetime(2023, 10, 3),
    },
    {"id": "4" * 32, "folder": "b" * 32, "title": "Émile's bread knife", "body": "Ask him"},
    {"id": "5" * 32, "folder": "c" * 32, "title": "Plan", "body": "Bring bread and jam"},
)


def notes(hand: Hand) -> dict[str, dict]:
    return {str(row["title"]): row for row in stores.read(hand.device, "joplin_notes")}


def titles(hand: Hand) -> list[str]:
    """The titles in the list that is shown."""
    top = min(n.bounds[1] for n in hand.tree if n.class_name.endswith("ScrollView"))
    return [n.text for n in hand.tree if n.text and n.bounds[1] >= top]


def go_to(hand: Hand, entry: str) -> None:
    hand.tap(description="Sidebar")
    hand.tap(text=entry)


@pytest.fixture
def hand() -> Hand:
    """A phone with three notebooks and five notes."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    stores.add(hand.device, "joplin_folders", FOLDERS)
    stores.add(hand.device, "joplin_notes", NOTES)
    hand.shell("am start -n net.cozic.joplin/.MainActivity")
    go_to(hand, "Home")
    return hand


def test_notes_are_listed_by_notebook_found_and_read(hand: Hand) -> None:
    assert titles(hand) == ["Call Anna", "Bread", "Pay rent"]
    assert [(n.content_description, n.checked) for n in hand.all(class_name="android.widget.CheckBox")] == [
        ("to-do: Call Anna", False),
        ("to-do: Pay rent", True),
    ]
    hand.tap(description="Sort notes by")
    hand.tap(text="✓ [ Show completed to-dos ]")
    assert titles(hand) == ["Call Anna", "Bread"]
    go_to(hand, "All notes")
    assert len(titles(hand)) == 4
    hand.tap(description="Search")
    hand.type("emile BREAD")
    assert titles(hand) == ["Émile's bread knife"]
    hand.tap(description="Clear")
    hand.type("bread")
    assert titles(hand) == ["Bread", "Émile's bread knife", "Plan"]
    hand.tap(text="Bread")
    assert hand.all(class_name="android.widget.EditText")[0].text == "Bread"
    web = hand.node(class_name="android.webkit.WebView")
    assert [n.text for n in hand.tree.subtree(web) if n.text] == ["Dough", "500 g flour", "Salt", "Water"]
    hand.tap(description="Salt")
    assert notes(hand)["Bread"]["body"].endswith("- [x] Salt\n- [x] Water")


def test_a_note_is_begun_written_and_named_after_its_first_line(hand: Hand) -> None:
    hand.tap(description="Add new")
    hand.tap(text="New to-do")
    hand.press("BACK", "BACK")
    assert len(notes(hand)) == 5  # nothing was written
    hand.tap(description="Add new")
    hand.tap(text="New note")
    hand.press("BACK")
    hand.tap(text="Write here")
    hand.type("## Shopping\nTea")
    hand.tap(description="Save changes")
    made = notes(hand)["Shopping"]
    assert (made["folder"], made["body"], made["todo"]) == ("a" * 32, "## Shopping\nTea", False)
    assert hand.sees(text="Tea", class_name="android.widget.TextView")
    hand.tap(description="Edit")
    hand.type(" and milk")
    hand.press("BACK", "BACK", "BACK")
    assert notes(hand)["Shopping"]["body"].endswith("Tea and milk")
    assert "Shopping" in titles(hand)


def test_a_note_is_converted_tagged_moved_and_its_link_copied(hand: Hand) -> None:
    def menu(entry: str) -> None:
        hand.tap(description="Actions")
        hand.tap(text=entry)

    hand.tap(text="Bread")
    menu("Convert to todo")
    menu("Tags")
    hand.tap(text="New tags, separated by commas")
    hand.type("Food, Slow")
    hand.tap(text="OK")
    menu("Copy Markdown link")
    assert hand.phone.clipboard == f"[Bread](:/{'1' * 32})"
    menu("Move to notebook...")
    hand.tap(text="Office")
    hand.press("BACK")
    assert (notes(hand)["Bread"]["todo"], notes(hand)["Bread"]["folder"]) == (True, "b" * 32)
    go_to(hand, "Tags")
    hand.tap(text="slow")
    assert titles(hand) == ["Bread"]


def test_notes_go_to_the_trash_and_come_back_or_not(hand: Hand) -> None:
    hand.tap(description="to-do: Call Anna")
    assert notes(hand)["Call Anna"]["completed"] is not None
    hand.hold(text="Bread")
    hand.tap(text="Pay rent")
    hand.tap(description="Delete")
    hand.tap(text="OK")
    assert titles(hand) == ["Call Anna"]
    go_to(hand, "Trash")
    assert sorted(titles(hand)) == ["Bread", "Pay rent"]
    hand.tap(text="Bread")
    hand.tap(description="Actions")
    hand.tap(text="Restore")
    hand.hold(text="Pay rent")
    hand.tap(description="Permanently delete note")
    hand.tap(text="OK")
    assert "Pay rent" not in notes(hand)
    go_to(hand, "Home")
    assert "Bread" in titles(hand)


def test_notebooks_are_made_renamed_folded_and_deleted_with_what_is_in_them(hand: Hand) -> None:
    go_to(hand, "New Notebook")
    hand.type("Garden\n")
    hand.tap(description="Sidebar")
    assert hand.sees(text="Garden")
    hand.hold(text="Garden")
    hand.tap(text="Edit")
    hand.type(" and house")
    hand.tap(description="Save changes")
    assert hand.sees(text="Garden and house")
    hand.tap(description="Sidebar")
    hand.tap(description="Collapse")
    assert not hand.sees(text="Desk")
    hand.hold(text="Office")
    hand.tap(text="Delete")
    hand.tap(text="OK")
    hand.press("BACK")
    go_to(hand, "All notes")
    assert sorted(titles(hand)) == ["Bread", "Call Anna", "Pay rent"]


def test_the_search_index_follows_the_notes_whatever_is_written_to_it(hand: Hand) -> None:
    """AndroidWorld inserts Joplin's own index rows, which must neither fail nor appear twice."""

    def rows() -> list[tuple]:
        connection = read_database(hand.device.read_file(PATH))
        try:
            return connection.execute(
                "SELECT id, title, is_todo FROM notes_normalized ORDER BY id"
            ).fetchall()
        finally:
            connection.close()

    before = rows()
    assert before[3] == ("4" * 32, "emile's bread knife", 0)
    changed = editable_database(hand.device.read_file(PATH))
    changed.execute("INSERT INTO notes_normalized (id, title) VALUES (?, 'bread')", ("1" * 32,))
    hand.device.write_file(PATH, file_of(changed))
    changed.close()
    assert rows() == before


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("a **b** [c](http://d) `e`", "a b c e"),
        ("snake_case and _slanted_", "snake_case and slanted"),
        ("### Head #", "Head"),
        ("> said", "said"),
        ("12) twelve", "twelve"),
        (r"\*not slanted\*", "*not slanted*"),
    ],
)
def test_markdown_reads_without_its_signs(body: str, shown: str) -> None:
    assert [line.text for line in markdown.lines(body)] == [shown]


# Files


def attach(hand: Hand, way: str) -> None:
    hand.tap(description="Actions")
    hand.tap(text="Attach...")
    hand.tap(text=way)


def test_a_picture_and_a_file_are_attached_to_a_note(hand: Hand) -> None:
    made = io.BytesIO()
    Image.new("RGB", (200, 100), (150, 90, 40)).save(made, "JPEG")
    hand.device.write_file("/sdcard/Download/loaf.jpg", made.getvalue())
    hand.device.write_file("/sdcard/Download/prices.txt", b"flour 2.10")
    go_to(hand, "Home")
    hand.tap(text="Bread")
    attach(hand, "Attach photo")
    hand.tap(text="loaf.jpg")
    attach(hand, "Attach file")
    hand.tap(text="prices.txt")
    body = notes(hand)["Bread"]["body"]
    connection = read_database(hand.device.read_file(PATH))
    found = connection.execute(
        "SELECT id, title, mime, file_extension, size FROM resources ORDER BY title"
    ).fetchall()
    connection.close()
    (picture, *first), (other, *second) = found
    assert first == ["loaf.jpg", "image/jpeg", "jpg", len(made.getvalue())]
    assert second == ["prices.txt", "text/plain", "txt", 10]
    assert body.endswith(f"![loaf.jpg](:/{picture})\n\n[prices.txt](:/{other})\n")
    assert hand.device.read_file(f"/data/data/net.cozic.joplin/files/{other}.txt") == b"flour 2.10"
    assert hand.sees(description="loaf.jpg", class_name="android.widget.Image")
    hand.tap(description="prices.txt")
    hand.tap(text="Markor")
    hand.tap(text="Just once")
    assert hand.sees(text="flour 2.10")


def test_a_photo_is_taken_for_a_note(hand: Hand) -> None:
    go_to(hand, "Home")
    hand.tap(text="Bread")
    attach(hand, "Take photo")
    hand.tap(description="Shutter")
    assert hand.sees(class_name="android.widget.Image")
    assert "![IMG_2023" in notes(hand)["Bread"]["body"]
