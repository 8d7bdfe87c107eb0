"""Gmail: folders, reading, moving with Undo, marking, search, writing, drafts, the outbox, settings, configurations."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from handset_hand import Hand
from handset_walk import cut_controls, faults

from bmoca_gym.handset.apps.gmail.content import ADDRESS, Mail, addresses, first_mails
from bmoca_gym.handset.apps.gmail.handlers.writing import wrong_address
from bmoca_gym.handset.apps.gmail.state import FOLDERS, found, in_folder, people
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.resources import string

LOOKS = (
    {"density": 330}, {"density": 550, "locale": "ar-EG"}, {"density": 700, "locale": "ru-MD", "font_scale": 1.15},
    {"density": 700, "locale": "de-DE", "dark": True}, {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip
INBOX = in_folder(first_mails("en-US"), "inbox")


@pytest.fixture
def gmail(hand: Hand) -> Hand:
    """A hand on the inbox of a phone that knows Lena."""
    details = (Detail("phone", "5550100", 2), Detail("email", "lena.bakes@example.com", 1))
    hand.phone = contacts.save(hand.phone, Contact(0, "Lena", "", details=details))
    hand.open("gmail")
    return hand


def show(hand: Hand, folder: str) -> None:
    hand.tap(description="Open navigation drawer")
    hand.tap(text=string("en-US", f"gmail.{folder}"))


def folder_of(hand: Hand, subject: str) -> str:
    return next((mail.folder for mail in hand.state("gmail").mails if mail.subject == subject), "")


def write(hand: Hand, to: str, subject: str = "", body: str = "") -> None:
    hand.tap("compose_button")
    for key, text in (("to", to), ("subject", subject), ("body", body)):
        if text:
            hand.tap(key)
            hand.type(text)
    hand.press("BACK")


# What the task's detector reads


def test_opening_the_app_is_in_the_log(hand: Hand) -> None:
    hand.new_log()
    hand.open("gmail")
    lines = [message for tag, message in hand.new_log() if tag == "ActivityTaskManager"]
    assert any("START" in line and "cmp=com.google.android.gm/" in line for line in lines)
    # The rule of the benchmark's own code, which a launch leaves by its second line alone.
    assert sum(bool(re.match("^(.*?)START(.*?)com.google.android.gm ", line)) for line in lines) == 1


# Folders


def test_the_inbox_has_the_newest_mails_first_and_unread_ones_are_counted(gmail: Hand) -> None:
    assert gmail.texts("subject") == [mail.subject for mail in INBOX]
    assert gmail.texts("date")[:3] == ["9:24 AM", "7:05 AM", "Apr 30"]
    gmail.tap(description="Open navigation drawer")
    assert gmail.texts("unread") == ["3", "1"]


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder != "inbox"])
def test_every_folder_is_shown_and_back_leads_to_the_inbox(gmail: Hand, folder: str) -> None:
    show(gmail, folder)
    wanted = [mail.subject for mail in in_folder(first_mails("en-US"), folder)]
    assert gmail.texts("subject") == wanted[: len(gmail.texts("subject"))]
    assert gmail.sees("empty_text") == (not wanted)
    gmail.press("BACK")
    assert gmail.text("section_label") == "Inbox"


def test_a_star_puts_a_mail_among_the_starred(gmail: Hand) -> None:
    gmail.tap("star")
    show(gmail, "starred")
    assert gmail.texts("subject") == ["Sourdough on Saturday", "Ridge walk: what to bring"]
    gmail.tap("star")
    assert gmail.texts("subject") == ["Ridge walk: what to bring"]


# Reading


def test_a_mail_that_was_opened_is_read(gmail: Hand) -> None:
    gmail.tap("subject")
    assert gmail.activity == "MailActivityGmail"
    assert gmail.text("subject_and_folder_view") == INBOX[0].subject
    assert gmail.text("conversation_body") == INBOX[0].body
    assert gmail.text("recipient_summary") == "to me"
    gmail.tap("show_hide_details")
    assert gmail.sees(text="lena.bakes@example.com")
    assert gmail.sees(text="Wed, May 1, 2024 9:24 AM")
    gmail.press("BACK")
    assert not gmail.state("gmail").mails[0].unread
    gmail.tap("subject")
    gmail.tap("inside_conversation_unread")
    assert gmail.activity == "ConversationListActivityGmail"
    assert next(mail for mail in gmail.state("gmail").mails if mail.id == INBOX[0].id).unread


@pytest.mark.parametrize(("button", "folder"), [("archive", "archive"), ("delete", "trash")])
def test_a_mail_is_moved_and_the_move_undone(gmail: Hand, button: str, folder: str) -> None:
    gmail.tap("subject")
    gmail.tap(button)
    assert gmail.text("subject") == INBOX[1].subject
    assert folder_of(gmail, INBOX[0].subject) == folder
    gmail.tap("action_text")
    assert gmail.text("subject") == INBOX[0].subject
    assert not gmail.sees("toast_bar")


def test_the_offer_to_undo_goes_by_itself(gmail: Hand) -> None:
    left, top, right, bottom = gmail.node("viewified_conversation_item_view").bounds
    width, height = gmail.phone.configuration.width, gmail.phone.configuration.height
    y = (top + bottom) / 2 / height
    gmail.do(Swipe((left + 200) / width, y, (right - 50) / width, y, 0.3))
    assert folder_of(gmail, INBOX[0].subject) == "archive"
    gmail.wait(4)
    assert gmail.text("description_text") == "Archived"
    gmail.wait(2)
    assert not gmail.sees("description_text")


def test_spam_is_reported_and_taken_back(gmail: Hand) -> None:
    gmail.tap("subject")
    gmail.tap(description="More options")
    gmail.tap(text="Report spam")
    assert folder_of(gmail, INBOX[0].subject) == "spam"
    show(gmail, "spam")
    gmail.tap(text=INBOX[0].subject)
    gmail.tap(description="More options")
    gmail.tap(text="Report not spam")
    assert folder_of(gmail, INBOX[0].subject) == "inbox"


def test_what_lies_in_the_trash_is_deleted_for_good_or_comes_back(gmail: Hand) -> None:
    show(gmail, "sent")
    gmail.hold("subject")
    gmail.tap("delete")
    show(gmail, "trash")
    gmail.tap(text="Sunday")
    gmail.tap(description="More options")
    gmail.tap(text="Restore")
    assert folder_of(gmail, "Sunday") == "sent"
    show(gmail, "inbox")
    gmail.tap("subject")
    gmail.tap("delete")
    show(gmail, "trash")
    gmail.tap("subject")
    gmail.tap("delete")
    assert folder_of(gmail, INBOX[0].subject) == ""


def test_marked_mails_are_moved_together(gmail: Hand) -> None:
    gmail.hold("subject")
    gmail.tap("contact_image_container", 1)
    gmail.tap("subject", 2)
    assert gmail.text("action_bar_title") == "3"
    gmail.tap("read")
    assert not any(mail.unread for mail in gmail.state("gmail").mails if mail.id in (1, 2, 3))
    gmail.hold("subject")
    gmail.tap("subject", 1)
    gmail.tap("archive")
    assert gmail.text("subject") == INBOX[2].subject
    gmail.hold("subject")
    gmail.press("BACK")
    assert not gmail.sees("action_mode_bar")
    assert gmail.activity == "ConversationListActivityGmail"


def test_a_narrow_screen_has_room_for_the_number_of_marked_mails(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(width=1080, height=2160, density=700)
    hand.open("gmail")
    unread = next(mail for mail in INBOX if mail.unread)
    hand.hold("subject", INBOX.index(unread))
    assert not hand.sees("read")
    assert faults(hand.tree) == []
    hand.tap(description="More options")
    hand.tap(text=string("en-US", "gmail.mark_read"))
    assert not next(mail for mail in hand.state("gmail").mails if mail.id == unread.id).unread


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("sourdough", ["Sourdough on Saturday"]), ("OSKAR bike", ["Re: My bike", "My bike"]),
        ("anemones", ["Low tides in May"]), ("oskar violins", []), ("prize", []),
    ],
)  # fmt: skip
def test_words_are_found_in_senders_subjects_and_texts(gmail: Hand, query: str, found: list[str]) -> None:
    gmail.tap("open_search_bar")
    gmail.type(query)
    assert gmail.texts("subject") == found
    assert gmail.sees("empty_text") == (not found)
    gmail.tap("open_search_view_clear_button")
    assert not gmail.sees("subject")
    gmail.press("BACK", "BACK")
    assert gmail.sees("compose_button")


@pytest.mark.parametrize(
    ("to", "passes"),
    [
        ("ann@sea.example", True), ("Ann@Sea.example", True), ("joann@sea.example", False),
        ("ann@sea.example.org", False), ("bo@hill.example; ann@sea.example", True), ("<ann@sea.example>", True),
        ("bo@hill.example、ann@sea.example, ", True), ("bo@hill.example", False), ("", False),
    ],
)  # fmt: skip
def test_the_filter_to_takes_whole_addresses(to: str, passes: bool) -> None:
    mail = Mail(1, "sent", "Sails", "", 0, to=to)
    assert found((mail,), "", (("to", "ann@sea.example"),)) == ((mail,) if passes else ())


def test_the_filter_to_offers_everybody_once() -> None:
    lines = ("ann@sea.example; bo@hill.example", "Ann@Sea.example", "bo@hill.example、eli@sea.example")
    mails = tuple([Mail(i, "sent", "Sails", "", i, to=to) for i, to in enumerate(lines)])
    offered = [address.lower() for address, _ in people(mails, "to")]
    assert sorted(offered) == ["ann@sea.example", "bo@hill.example", "eli@sea.example"]


# Labels, and mails that come back


def test_a_mail_is_moved_to_a_label_whose_mails_the_drawer_shows(gmail: Hand) -> None:
    gmail.tap("subject")
    gmail.tap(description="More options")
    gmail.tap(text="Move to")
    gmail.tap(text="Friends")
    assert gmail.text("description_text") == "Moved to Friends"
    assert INBOX[0].subject not in gmail.texts("subject")
    gmail.tap(description="Open navigation drawer")
    gmail.tap(text="Friends")
    assert gmail.text("section_label") == "Friends"
    assert gmail.texts("subject") == [INBOX[0].subject]
    gmail.tap("subject")
    assert gmail.texts("folder_name") == ["All mail", "Friends"]
    gmail.tap(description="More options")
    gmail.tap(text="Move to")
    gmail.tap(text="Inbox")
    assert folder_of(gmail, INBOX[0].subject) == "inbox"


def test_labels_of_several_mails_are_changed(gmail: Hand) -> None:
    gmail.hold("subject")
    gmail.tap("subject", 1)
    for chosen in ("Travel", "Bookings"):
        if not gmail.sees("action_mode_bar"):
            gmail.hold("subject")
            gmail.tap("subject", 1)
        gmail.tap(description="More options")
        gmail.tap(text="Change labels")
        assert gmail.text("alertTitle") == "Label as"
        gmail.tap(text=chosen)
        gmail.tap(text="OK")
        assert gmail.text("description_text") == "Labels changed"
    assert [mail.labels for mail in gmail.state("gmail").mails[:2]] == [("Bookings", "Travel")] * 2
    assert gmail.texts("folder_name") == ["Bookings", "Travel"] * 2
    gmail.tap("subject")
    gmail.tap(description="More options")
    gmail.tap(text="Change labels")
    checked = [node.text for node in gmail.all("text1") if node.checked]
    assert checked == ["Bookings", "Travel"]
    gmail.tap(text="Travel")
    gmail.tap(text="OK")
    assert gmail.state("gmail").mails[0].labels == ("Bookings",)


def test_a_label_is_made(gmail: Hand) -> None:
    gmail.tap(description="Open navigation drawer")
    gmail.tap(text="Create new")
    gmail.type("Garden")
    gmail.tap(text="OK")
    assert gmail.text("empty_text") == "Nothing in Garden"
    gmail.press("BACK")
    gmail.tap(description="Open navigation drawer")
    assert gmail.sees("name", text="Garden")
    assert gmail.state("gmail").labels == ("Bookings", "Friends", "Garden", "Travel")


def test_a_snoozed_mail_comes_back_at_its_time(gmail: Hand) -> None:
    gmail.tap("subject", 2)
    gmail.tap(description="More options")
    gmail.tap(text="Snooze")
    assert gmail.texts("snooze_option_title") == [
        "Later today",
        "Tomorrow",
        "This weekend",
        "Next week",
        "Pick date & time",
    ]
    gmail.tap(text="Tomorrow")
    assert gmail.text("description_text").startswith("Snoozed until Thu, May 2")
    assert INBOX[2].subject not in gmail.texts("subject")
    show(gmail, "snoozed")
    assert gmail.texts("subject") == [INBOX[2].subject]
    assert gmail.text("date") == "Thu, May 2 8:00 AM"
    gmail.press("HOME")
    gmail.wait(24 * 3600)
    assert [(note.package, note.title) for note in gmail.phone.notifications] == [
        ("com.google.android.gm", "Milo")
    ]
    gmail.open("gmail")
    show(gmail, "inbox")
    assert gmail.texts("subject")[0] == INBOX[2].subject
    assert gmail.texts("date")[0] == "8:00 AM" or gmail.texts("date")[0] == "May 2"


def test_a_mail_is_snoozed_until_a_day_and_a_time_that_are_picked(gmail: Hand) -> None:
    gmail.hold("subject")
    gmail.tap(description="More options")
    gmail.tap(text="Snooze")
    gmail.tap(text="Pick date & time")
    gmail.tap("android:id/next")
    gmail.tap(description="June 3, 2024")
    gmail.tap(text="OK")
    gmail.tap(text="OK")
    show(gmail, "snoozed")
    assert gmail.text("date") == "Mon, Jun 3 8:00 AM"
    gmail.tap("subject")
    gmail.tap(description="More options")
    gmail.tap(text="Unsnooze")
    assert folder_of(gmail, INBOX[0].subject) == "inbox"
    gmail.tap("action_text")
    assert folder_of(gmail, INBOX[0].subject) == "snoozed"
    gmail.wait(40 * 24 * 3600)
    assert folder_of(gmail, INBOX[0].subject) == "inbox"


# Writing


def test_a_mail_to_a_contact_is_sent(gmail: Hand) -> None:
    gmail.tap("compose_button")
    assert gmail.text("from_account_name") == ADDRESS
    gmail.type("le")
    gmail.tap("chip_autocomplete_top")
    assert addresses(gmail.text("to")) == ("lena.bakes@example.com",)
    gmail.tap("subject")
    gmail.type("Bread")
    gmail.tap("body")
    gmail.type("I will come.")
    gmail.tap("send")
    assert gmail.text("description_text") == "Sent"
    show(gmail, "sent")
    assert gmail.text("subject") == "Bread"
    assert gmail.text("senders") == "To: lena.bakes@example.com"
    gmail.tap("subject")
    assert gmail.text("conversation_body") == "I will come."


@pytest.mark.parametrize(
    ("to", "said"),
    [("", "Add at least one recipient."), ("lena@example.com, nobody", "The address <nobody> is invalid.")],
)
def test_a_mail_needs_somebody_to_go_to(gmail: Hand, to: str, said: str) -> None:
    write(gmail, to, "Hello")
    gmail.tap("send")
    assert gmail.sees(text=said)
    gmail.tap(text="OK")
    assert gmail.activity == "ComposeActivityGmail"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("a@b.example", ""), ("a@b", "a@b"), ("a@b.example; c d@e.example", "c d@e.example"), ("@", "@")],
)
def test_addresses_are_checked(line: str, wrong: str) -> None:
    assert wrong_address(line) == wrong


def test_what_is_left_is_a_draft_and_is_written_on(gmail: Hand) -> None:
    write(gmail, "lena@example.com", "Flour", "Two bags")
    gmail.press("BACK")
    assert gmail.text("description_text") == "Draft saved"
    show(gmail, "drafts")
    assert gmail.texts("senders") == ["Draft"]
    gmail.tap("subject")
    gmail.type(" of rye")
    gmail.press("BACK")
    gmail.tap(description="Navigate up")
    assert [mail.body for mail in gmail.state("gmail").mails if mail.folder == "drafts"] == [
        "Two bags of rye"
    ]
    gmail.tap("subject")
    gmail.press("BACK")
    gmail.tap("send")
    assert folder_of(gmail, "Flour") == "sent"
    assert gmail.sees("empty_text")


def test_a_mail_that_says_nothing_is_no_draft(gmail: Hand) -> None:
    gmail.tap("compose_button")
    gmail.press("BACK", "BACK")
    assert not gmail.sees("description_text")
    assert len(gmail.state("gmail").mails) == len(first_mails("en-US"))


def test_a_discarded_draft_can_be_taken_back(gmail: Hand) -> None:
    write(gmail, "", "Flour")
    gmail.tap(description="More options")
    gmail.tap(text="Save draft")
    gmail.tap(description="More options")
    gmail.tap(text="Discard")
    assert folder_of(gmail, "Flour") == ""
    gmail.tap("action_text")
    assert folder_of(gmail, "Flour") == "drafts"


def test_leaving_the_app_keeps_what_is_written(gmail: Hand) -> None:
    write(gmail, "lena@example.com", "Flour")
    gmail.press("HOME")
    assert folder_of(gmail, "Flour") == "drafts"
    gmail.shell("am force-stop com.google.android.gm")
    gmail.open("gmail")
    assert gmail.text("section_label") == "Inbox"
    assert folder_of(gmail, "Flour") == "drafts"


def test_answers_quote_the_mail(gmail: Hand) -> None:
    gmail.tap("subject")
    gmail.tap("reply_button")
    assert gmail.text("to") == "lena.bakes@example.com"
    assert gmail.text("subject") == "Re: Sourdough on Saturday"
    assert gmail.text("quoted_header") == "On Wed, May 1, 2024 9:24 AM, Lena wrote:"
    gmail.type("Gladly")
    gmail.tap("send")
    sent = in_folder(gmail.state("gmail").mails, "sent")[0]
    assert sent.body.startswith("Gladly\n\nOn Wed, May 1, 2024 9:24 AM, Lena wrote:\n\n> Hi Alex,\n>\n> I am")
    gmail.wait(6)
    gmail.tap("forward_button")
    assert gmail.text("subject") == "Fwd: Sourdough on Saturday"
    assert gmail.text("to") == ""
    gmail.press("BACK", "BACK")
    assert gmail.activity == "MailActivityGmail"


def test_in_airplane_mode_a_mail_waits_in_the_outbox(gmail: Hand) -> None:
    gmail.shell("settings put global airplane_mode_on 1")
    gmail.shell("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true")
    write(gmail, "lena@example.com", "Flour")
    gmail.tap("send")
    assert gmail.text("description_text") == "Queued"
    show(gmail, "outbox")
    assert gmail.text("date") == "Queued"
    gmail.wait(60)
    assert folder_of(gmail, "Flour") == "outbox"
    gmail.shell("settings put global airplane_mode_on 0")
    gmail.wait(20)
    assert folder_of(gmail, "Flour") == "sent"
    assert gmail.phone.due == ()


# Settings


def test_the_theme_is_the_apps_own(gmail: Hand) -> None:
    gmail.tap("selected_account_disc_gmail")
    assert gmail.text("account_name") == ADDRESS
    gmail.tap(text="Settings")
    gmail.tap(text="Theme")
    gmail.tap(text="Dark")
    assert gmail.state("gmail").dark(False)
    gmail.press("BACK")
    assert gmail.device.screenshot()[1000, 20].max() < 64
    assert gmail.phone.configuration.dark is False


def test_the_signature_stands_under_what_is_sent(gmail: Hand) -> None:
    gmail.tap(description="Open navigation drawer")
    gmail.swipe("up", 1.0)
    gmail.tap(text="Settings")
    gmail.tap(text="Mobile signature")
    gmail.type("Alex of the hills")
    gmail.tap(text="OK")
    assert gmail.sees(text="Alex of the hills")
    gmail.tap("switch_widget")
    assert not gmail.state("gmail").notifications
    gmail.press("BACK")
    write(gmail, "lena@example.com", "Flour", "Two bags")
    assert gmail.text("signature") == "Alex of the hills"
    gmail.tap("send")
    assert in_folder(gmail.state("gmail").mails, "sent")[0].body == "Two bags\n\nAlex of the hills"


# Looks


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_page_fits(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    locale = hand.phone.configuration.locale
    hand.open("gmail")

    def fits() -> None:
        assert cut_controls(hand.phone) == []
        assert faults(hand.tree) == []

    def said(key: str) -> str:
        return string(locale, key)

    fits()
    for opener in (said("gmail.open_drawer"), string(locale, "common.signed_in", address=ADDRESS)):
        hand.tap(description=opener)
        fits()
        hand.press("BACK")
    hand.hold("subject")
    fits()
    hand.press("BACK")
    hand.tap("compose_button")
    fits()
    hand.press("BACK")
    hand.tap(description=said("common.more_options"))
    fits()
    hand.press("BACK")
    hand.tap("send")
    fits()
    while hand.activity != "ConversationListActivityGmail":
        hand.press("BACK")
    hand.tap("subject")
    fits()
    for name in ("move_to", "change_labels", "snooze"):
        hand.tap(description=said("common.more_options"))
        fits()
        hand.tap(text=said(f"gmail.{name}"))
        fits()
        hand.press("BACK")
    hand.tap("show_hide_details")
    fits()
    hand.tap("reply")
    fits()
    while hand.activity != "ConversationListActivityGmail":
        hand.press("BACK")
    hand.tap(description=said("gmail.open_drawer"))
    for _ in range(12):
        if hand.sees(text=said("settings.app_name")):
            break
        x, _y = hand.at(hand.all("name")[0])  # the drawer does not reach the middle of a wide screen
        hand.do(Swipe(x, 0.7, x, 0.4, 1.0))
    hand.tap(text=said("settings.app_name"))
    fits()
    for key in ("chrome.theme", "gmail.signature"):
        hand.tap(text=said(key))
        fits()
        hand.press("BACK", *(("BACK",) if key == "gmail.signature" else ()))


@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_no_mail_comes_from_after_the_phones_date(locale: str) -> None:
    hand = Hand(image="android13", locale=locale)
    hand.shell("am start -n com.google.android.gm/.ConversationListActivityGmail")
    mails, now = hand.phone.apps["com.google.android.gm"].mails, hand.phone.clock.wall
    assert len(mails) == len(first_mails(locale)) - 4  # four name a day
    assert max(mail.at for mail in mails) < now
    assert now - max(mail.at for mail in mails) < 7 * 24 * 3600 * 1000
    subjects = {mail.subject: mail.at for mail in first_mails(locale)}
    assert all((subjects[mail.subject] - mail.at) % (7 * 24 * 3600 * 1000) == 0 for mail in mails)
    named = [mail.body for mail in mails if re.search(r"May \d|April \d|in May", mail.body)]
    assert not named
