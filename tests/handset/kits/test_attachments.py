"""Files that are shared: from Photos, Files and Chrome to Gmail and Messages, attached, shown and sent."""

from __future__ import annotations

from handset_hand import Hand

from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.providers.messages.database import DATABASE, read_file, write_file
from bmoca_gym.handset.providers.pictures import COLOSSEUM
from bmoca_gym.handset.system.sqlite_bytes import read_database

NAME = "99_Colosseum.jpg"
PICTURE = f"file://{COLOSSEUM}"


def share_from_photos(hand: Hand, app: str) -> None:
    hand.shell(f"am start -a android.intent.action.VIEW -d {PICTURE}")
    hand.tap("share")
    hand.tap(description=app)


def test_a_photo_goes_to_a_number_by_messages(hand: Hand) -> None:
    share_from_photos(hand, "Messages")
    hand.type("5550100\n")
    assert hand.node("attachment_name").text == NAME
    hand.tap("compose_message_text")
    hand.type("Look")
    hand.tap("send_message_button_icon")
    assert hand.sees("attachment", description="Picture")
    assert not hand.sees("attachment_name")
    hand.wait(3)
    store = messages.store_of(hand.phone)
    assert [(m.body, m.attachment, m.type) for m in store.multimedia] == [("Look", COLOSSEUM, messages.SENT)]
    assert not store.messages, "it is no SMS"
    hand.press("BACK", "BACK")
    hand.open("messages")
    assert "Look" in hand.node("conversation_snippet").text


def test_a_message_of_a_picture_alone_can_be_sent_deleted_and_fails_without_mobile_data(hand: Hand) -> None:
    share_from_photos(hand, "Messages")
    hand.type("5550100\n")
    hand.shell("svc data disable")
    hand.tap("send_message_button_icon")
    hand.wait(3)
    assert messages.store_of(hand.phone).multimedia[0].type == messages.FAILED
    hand.shell("svc data enable")
    hand.tap("message_content")
    hand.wait(3)
    assert messages.store_of(hand.phone).multimedia[0].type == messages.SENT
    hand.hold("message_content")
    hand.tap("action_delete_message")
    hand.tap("android:id/button1")
    assert not messages.store_of(hand.phone).all


def test_what_carries_a_file_is_in_the_provider_s_file_and_outlives_a_write(hand: Hand) -> None:
    share_from_photos(hand, "Messages")
    hand.type("5550100\n")
    hand.tap("send_message_button_icon")
    hand.wait(3)
    store = messages.store_of(hand.phone)
    assert write_file(store, read_file(store)) == store
    connection = read_database(hand.device.read_file(DATABASE))
    parts = connection.execute("SELECT ct, name, _data FROM part").fetchall()
    assert parts == [("image/jpeg", NAME, COLOSSEUM)]
    assert connection.execute("SELECT count(*) FROM sms").fetchone() == (0,)


def test_files_are_attached_to_a_mail_shown_taken_away_and_sent(hand: Hand) -> None:
    hand.open("gmail")
    hand.tap("compose_button")
    hand.tap("add_attachment")
    hand.tap(text=NAME)
    assert hand.node("attachment_tile_title").text == NAME
    hand.tap("attachment_tile_remove")
    assert not hand.sees("attachment_tile")
    hand.tap("add_attachment")
    hand.tap(text=NAME)
    hand.tap("to")
    hand.type("ann@example.com")
    hand.tap("send")
    assert hand.state("gmail").mails[-1].attachments == (COLOSSEUM,)
    assert hand.state("gmail").mails[-1].folder == "sent"


def test_a_draft_of_a_file_alone_is_kept(hand: Hand) -> None:
    share_from_photos(hand, "Gmail")
    hand.press("BACK", "BACK")
    assert [m.attachments for m in hand.state("gmail").mails if m.folder == "drafts"] == [(COLOSSEUM,)]


def test_a_recipient_is_completed_from_the_contacts(hand: Hand) -> None:
    hand.shell(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact "
        "--es name 'Ann Lee' --es email ann@lee.org"
    )
    hand.tap("editor_menu_save_button")
    hand.open("gmail")
    hand.tap("compose_button")
    hand.type("an")
    hand.tap(text="ann@lee.org")
    assert hand.state("gmail").draft.to.startswith("ann@lee.org")


def test_a_page_is_shared_from_chrome(hand: Hand) -> None:
    hand.shell("am start -a android.intent.action.VIEW -d https://example.com")
    hand.tap("menu_button")
    hand.tap(text="Share…")
    hand.tap(description="Messages")
    hand.type("5550100\n")
    assert "example" in messages_draft(hand)


def messages_draft(hand: Hand) -> str:
    return str(hand.state("messages").drafts[0].text)
