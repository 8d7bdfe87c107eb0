"""Markor: notes and folders are created, edited, undone, previewed, moved, renamed, found, deleted; texts from other
apps.
"""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.markor import notes
from bmoca_gym.handset.gestures import Swipe

NOTEBOOK = "/sdcard/Documents/Markor"


@pytest.fixture
def hand() -> Hand:
    """A phone with three notes and a folder."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell(f"mkdir -p {NOTEBOOK}/Ideas; echo 'two words' > {NOTEBOOK}/b.md; echo old > {NOTEBOOK}/a.txt")
    hand.wait(60)
    hand.shell(f"echo 'a long text of many words' > {NOTEBOOK}/c.md; echo hidden > {NOTEBOOK}/.d.md")
    hand.shell("am start -n net.gsantner.markor/.activity.MainActivity")
    return hand


def read(hand: Hand, name: str) -> str:
    return hand.device.read_file(f"{NOTEBOOK}/{name}").decode()


def titles(hand: Hand) -> list[str]:
    return hand.texts("opoc_filesystem_item__title")[1:]


def edit(hand: Hand, name: str) -> None:
    """Open a note and go to its end."""
    hand.tap("opoc_filesystem_item__title", text=name)
    hand.tap("document__fragment__edit__highlighting_editor")
    hand.press("MOVE_END")


def choose(hand: Hand, text: str) -> None:
    """Choose from the bar's menu."""
    hand.tap(description="More options")
    hand.tap("title", text=text)


def test_a_note_and_a_folder_are_made(hand: Hand) -> None:
    hand.tap("fab_add_new_item")
    hand.type("list")
    hand.tap("new_file_dialog__type")
    hand.tap(text="Plain Text")
    hand.tap("new_file_dialog__template")
    hand.tap(text="To-do list")
    assert (hand.text("new_file_dialog__name"), hand.text("new_file_dialog__ext")) == ("list", ".txt")
    hand.tap("button1")
    hand.type("third")
    assert hand.text("note__activity__text_note_title") == "list"
    hand.press("BACK", "BACK")
    assert read(hand, "list.txt") == "(A) First task\n(B) Second task\nthird"
    hand.tap("fab_add_new_item")
    hand.type("list.txt")
    hand.tap("button3")
    assert hand.sees("new_file_dialog__name"), "there is a file of that name"
    hand.type("s")
    hand.tap("button3")
    assert titles(hand) == ["Ideas", "list.txts", "a.txt", "b.md", "c.md", "list.txt"]


def test_what_is_written_can_be_undone_and_is_saved_when_it_is_left(hand: Hand) -> None:
    edit(hand, "b.md")
    hand.type("!")
    hand.type("?")
    hand.tap("action_undo")
    assert hand.node("action_redo").enabled
    hand.tap("action_save")
    assert (read(hand, "b.md"), hand.node("action_save").enabled) == ("two words\n!", False)
    hand.tap("action_redo")
    hand.press("HOME")
    assert read(hand, "b.md") == "two words\n!?"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("bold", "one **two** three\nfour"), ("unordered_list", "- one two three\nfour"),
        ("date", "one 2024-05-01 three\nfour"), ("delete_lines", "four"), ("horizontal_line", "one \n----\n three\nfour"),
    ],
)  # fmt: skip
def test_actions_change_the_text_at_the_cursor(action: str, text: str) -> None:
    note = notes.Note("a.md", "one two three\nfour")
    changed, start, end = note.acted(action, (4, 7), "2024-05-01")
    assert changed == text
    assert 0 <= start <= end <= len(text)
    if action == "unordered_list":
        assert notes.Note("a.md", changed).acted(action, (5, 5), "")[0] == note.text


def test_the_bar_of_actions_fits_the_file(hand: Hand) -> None:
    edit(hand, "b.md")
    hand.tap(description="Unordered list")
    assert hand.text("document__fragment__edit__highlighting_editor") == "two words\n- "
    hand.press("BACK", "BACK")
    hand.tap("nav_todo")
    hand.tap("document__fragment__edit__highlighting_editor")
    hand.type("call")
    hand.tap(description="Toggle done")
    hand.press("BACK")
    hand.tap("nav_quicknote")
    assert read(hand, "todo.txt") == "x call"


def test_a_note_is_shown(hand: Hand) -> None:
    text = (
        "# Big\nfirst\nsecond **bold** file_name_x\n\n- [x] done\n1. one\n> said\n---\n```\n**code**\n```\n"
    )
    hand.device.write_file(f"{NOTEBOOK}/b.md", text.encode())
    hand.tap("opoc_filesystem_item__title", text="b.md")
    hand.tap("action_preview")
    shown = [n.text for n in hand.tree.subtree(hand.node("document__fragment_view_webview")) if n.text]
    assert shown == ["Big", "first second bold file_name_x", "done", "one", "said", "**code**"]
    hand.tap("action_edit")
    assert hand.text("document__fragment__edit__highlighting_editor") == text


def test_the_cursor_stays_in_view_in_a_long_note(hand: Hand) -> None:
    hand.device.write_file(f"{NOTEBOOK}/b.md", "".join(f"line {i}\n" for i in range(200)).encode())
    edit(hand, "b.md")
    offsets = [0]
    for key in ("DPAD_DOWN", "DPAD_UP"):
        hand.press(*[key] * 60)
        offsets.append(dict(hand.phone.top.offsets).get("note", 0))
    assert offsets[1] > offsets[2]
    hand.do(Swipe(0.5, 0.45, 0.5, 0.2))
    assert dict(hand.phone.top.offsets)["note"] > offsets[2], "it can be read elsewhere"
    hand.type("*")
    assert dict(hand.phone.top.offsets).get("note", 0) == offsets[2]


def test_the_list_is_sorted(hand: Hand) -> None:
    for item, wanted in (
        ("Size", ["Ideas", "c.md", "b.md", "a.txt"]), ("Reverse order", ["Ideas", "a.txt", "b.md", "c.md"]),
        ("Folder first", ["Ideas", "a.txt", "b.md", "c.md"]), ("Name", ["Ideas", "c.md", "b.md", "a.txt"]),
        ("Reverse order", ["a.txt", "b.md", "c.md", "Ideas"]), ("Dotfiles", [".d.md", "a.txt", "b.md", "c.md", "Ideas"]),
    ):  # fmt: skip
        hand.tap("action_sort")
        hand.tap("title", text=item)
        assert titles(hand) == wanted, item
    hand.tap("action_sort")
    hand.tap("title", text="Date")
    assert set(titles(hand)[:2]) == {".d.md", "c.md"}, "the newest are first"


def test_selected_files_are_moved_copied_renamed_and_deleted(hand: Hand) -> None:
    hand.hold("opoc_filesystem_item__title", text="a.txt")
    hand.tap("opoc_filesystem_item__title", text="b.md")
    assert not hand.sees("action_rename_selected_item"), "there are two"
    hand.tap("action_move_selected_items")
    hand.tap("opoc_filesystem_item__title", text="Ideas")
    hand.tap("ui__filesystem_dialog__button_ok")
    assert titles(hand) == ["Ideas", "c.md"]
    hand.tap("opoc_filesystem_item__title", text="Ideas")
    assert titles(hand) == ["a.txt", "b.md"]
    hand.hold("opoc_filesystem_item__title", text="a.txt")
    choose(hand, "Copy")
    hand.tap("ui__filesystem_dialog__home")
    hand.tap("ui__filesystem_dialog__button_ok")
    hand.hold("opoc_filesystem_item__title", text="a.txt")
    hand.tap("action_rename_selected_item")
    hand.press(*["DEL"] * 5)
    hand.type("b.md\n")
    assert hand.sees("new_name"), "there is a file of that name"
    hand.tap("new_name")
    hand.type("x\n")
    assert titles(hand) == ["b.md", "b.mdx"]
    hand.press("BACK")
    hand.hold("opoc_filesystem_item__title", text="Ideas")
    choose(hand, "Select all")
    hand.tap("action_delete_selected_items")
    hand.tap("button1")
    assert titles(hand) == []
    assert hand.shell(f"ls -A {NOTEBOOK}") == ".d.md\n"


def test_files_are_found_and_known_again(hand: Hand) -> None:
    hand.tap("action_search")
    hand.type("WORDS")
    hand.tap(description="Search in content")
    hand.tap("button1")
    assert hand.texts("text1") == ["b.md", "c.md"]
    hand.tap(text="c.md")
    hand.press("BACK")
    hand.hold("opoc_filesystem_item__title", text="a.txt")
    choose(hand, "Favourite")
    for place, wanted in (("Favourites", "a.txt"), ("Recently viewed documents", "c.md")):
        hand.tap("action_go_to")
        hand.tap("title", text=place)
        assert hand.texts("opoc_filesystem_item__title") == [wanted]
    hand.hold("opoc_filesystem_item__title", text="c.md")
    choose(hand, "Details")
    assert hand.text("ui__fileinfodialog__textinfo_description") == "1 / 6 / 26"


def test_texts_go_to_other_apps_and_come_from_them(hand: Hand) -> None:
    hand.tap("opoc_filesystem_item__title", text="b.md")
    choose(hand, "Share text")
    hand.tap(text="SMS Messenger")
    assert hand.activity == "NewConversationActivity"
    hand.shell("am start -a android.intent.action.SEND -t text/plain -e android.intent.extra.TEXT 'from afar' "
               "-n net.gsantner.markor/.activity.openeditor.OpenShareIntoActivity")  # fmt: skip
    hand.tap(text="QuickNote")
    assert read(hand, "QuickNote.md") == "from afar\n"
    hand.shell(f"am start -a android.intent.action.VIEW -t text/plain -d file://{NOTEBOOK}/a.txt")
    hand.tap(text="Markor")  # a browser would show it too
    hand.tap("button_once")
    assert hand.text("document__fragment__edit__highlighting_editor") == "old\n"


def test_files_that_are_no_text_are_not_opened(hand: Hand) -> None:
    hand.device.write_file(f"{NOTEBOOK}/b.md", b"\xff\xfe\x00")
    hand.tap("opoc_filesystem_item__title", text="b.md")
    assert hand.sees(text="This file can't be shown as text")
    hand.press("BACK")
    assert hand.device.read_file(f"{NOTEBOOK}/b.md") == b"\xff\xfe\x00"


def test_settings_are_kept(hand: Hand) -> None:
    hand.tap("nav_more")
    hand.tap(text="Settings")
    hand.tap(text="Open files in view mode")
    hand.tap(text="App start tab")
    hand.tap(text="More")
    hand.press("BACK", "BACK")
    hand.shell("am start -n net.gsantner.markor/.activity.MainActivity")
    assert hand.node("nav_more").selected
    hand.tap("nav_notebook")
    hand.tap("opoc_filesystem_item__title", text="b.md")
    assert hand.sees("document__fragment_view_webview")
    hand.press("BACK")
    hand.tap("fab_add_new_item")
    hand.type("new")
    hand.tap("button1")
    assert hand.node("document__fragment__edit__highlighting_editor").focused, "there is nothing to view yet"
    hand.press("BACK", "BACK")
    hand.tap("nav_more")
    hand.tap(text="Settings")
    hand.tap(text="Open files in view mode")
    hand.tap(text="Start on bottom")
    hand.press("BACK")
    hand.tap("nav_notebook")
    hand.tap("opoc_filesystem_item__title", text="b.md")
    hand.type("end")
    hand.press("BACK", "BACK")
    assert read(hand, "b.md") == "two words\nend"
