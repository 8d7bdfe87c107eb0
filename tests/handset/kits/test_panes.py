"""A list beside its details on a large screen: Contacts, Gmail and Messages; on others they take turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.kits.panes import LIST, SLIDING_PANE_LAYOUT
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.contacts.store import Contact, Detail
from bmoca_gym.handset.providers.messages import store as messages

TABLET = {"width": 1280, "height": 800, "density": 160}
NAMES = (
    "Ada",
    "Bob",
    "Carla",
    "Daniel",
    "Eli",
    "Fatima",
    "Grace",
    "Hana",
    "Iris",
    "Jun",
    "Kim",
    "Lena",
    "Mona",
    "Nils",
)


class Shown(NamedTuple):
    """What an app has on a large screen: ids of the layout, its panes, the rows, and the class of the layout."""

    app: str
    layout: str
    listed: str
    opened: str
    row: str
    class_name: str = SLIDING_PANE_LAYOUT


CONTACTS = Shown(
    "contacts", "sliding_pane_layout", "list_container", "detail_container", "cliv_name_textview"
)
GMAIL = Shown(
    "gmail", "two_pane_activity", "conversation_list_pane", "conversation_pane", "viewified_conversation_item_view",
    "android.widget.FrameLayout",
)  # fmt: skip
MESSAGES = Shown(
    "messages", "sliding_pane_layout", "list_container", "conversation_container", "swipeableContainer"
)
ALL = [
    (one, image) for one in (CONTACTS, GMAIL, MESSAGES) for image in ("android10", "android13", "androidlab")
]


def filled(hand: Hand) -> Hand:
    """The hand on a phone with contacts, of whom some have written."""
    phone = hand.phone
    for at, name in enumerate(NAMES):
        phone = contacts.save(
            phone, Contact(0, name, details=(Detail("phone", f"+1 555 010 01{at:02d}", 2),))
        )
    for at in (0, 3, 5):
        phone = messages.receive(phone, f"+155501001{at:02d}", f"See you at {at}")
    hand.phone = phone
    hand.wait(20)
    return hand


@pytest.fixture
def tablet(make_hand: Callable[..., Hand]) -> Hand:
    return filled(make_hand("android10", **TABLET))


def opened(hand: Hand) -> list[object]:
    """What the activities of the app in front were started with."""
    return [activity.argument for activity in hand.phone.tasks[-1].activities]


@pytest.mark.parametrize(("shown", "image"), ALL)
def test_a_list_stands_beside_what_it_opens(make_hand: Callable[..., Hand], shown: Shown, image: str) -> None:
    hand = filled(make_hand(image, **TABLET))
    hand.open(shown.app)
    layout = hand.node(shown.layout)
    assert layout.class_name == shown.class_name
    left, _, right, _ = hand.node(shown.listed).bounds
    assert right - left == LIST
    assert hand.node(shown.opened).bounds[0] > LIST, "the place of details is empty"
    hand.tap(shown.row, 1)
    first = opened(hand)
    assert len(first) == 2
    assert hand.sees(shown.row), "the list is still there"
    hand.tap(shown.row, 2)
    second = opened(hand)
    assert len(second) == 2, "the details take the place of those that were open"
    assert first != second
    assert not hand.sees(description="Navigate up"), "no arrow leads to a list that is there"
    hand.press("BACK")
    assert opened(hand) == [None]
    hand.press("BACK")
    assert hand.phone.home


@pytest.mark.parametrize(
    ("width", "height", "density", "both"),
    [(1280, 800, 160, True), (800, 1280, 160, False), (839, 700, 160, False), (840, 700, 160, True),
     (1280, 590, 160, False), (1080, 2160, 440, False), (3040, 1440, 460, False)],
)  # fmt: skip
def test_it_needs_840_dp_of_a_large_screen(
    make_hand: Callable[..., Hand], width: int, height: int, density: int, both: bool
) -> None:
    hand = filled(make_hand("android13", width=width, height=height, density=density))
    hand.open("contacts")
    assert hand.sees("sliding_pane_layout") is both
    hand.tap("cliv_name_textview")
    assert hand.sees("cliv_name_textview") is both
    assert hand.sees(description="Navigate up") is not both


def test_panes_are_mirrored(make_hand: Callable[..., Hand]) -> None:
    hand = filled(make_hand("android10", locale="ar-EG", **TABLET))
    hand.open("contacts")
    left, _, right, _ = hand.node("list_container").bounds
    assert (left, right) == (1280 - LIST, 1280)


def test_the_list_stays_where_it_was_scrolled_to(make_hand: Callable[..., Hand]) -> None:
    hand = filled(make_hand("android10", width=1280, height=650, density=160))
    hand.open("contacts")
    hand.do(Swipe(0.1, 0.8, 0.1, 0.4, 0.5))
    scrolled = dict(hand.phone.top.offsets)["people"]
    assert scrolled > 0
    hand.tap("cliv_name_textview", 2)
    assert dict(hand.phone.top.offsets)["people"] == scrolled
    hand.press("BACK")
    assert dict(hand.phone.top.offsets)["people"] == scrolled


def test_the_list_is_searched_while_details_are_open(tablet: Hand) -> None:
    tablet.open("contacts")
    tablet.tap("cliv_name_textview", 2)
    tablet.tap("menu_search")
    tablet.type("nil")
    assert tablet.texts("cliv_name_textview") == ["Nils"]
    assert tablet.text("large_title") == "Carla"
    tablet.tap("cliv_name_textview")
    assert tablet.text("large_title") == "Nils"


def test_back_ends_a_selection_before_it_closes_details(tablet: Hand) -> None:
    tablet.open("contacts")
    tablet.tap("cliv_name_textview", 0)
    tablet.hold("cliv_name_textview", 1)
    assert tablet.sees("selection_bar")
    tablet.press("BACK")
    assert not tablet.sees("selection_bar")
    assert tablet.text("large_title") == "Ada"


def test_a_menu_of_the_list_opens_over_the_list(tablet: Hand) -> None:
    tablet.open("messages")
    tablet.tap("swipeableContainer", 0)
    tablet.tap(description="More options")
    settings = tablet.node(text="Settings")
    assert settings.bounds[2] < LIST
    tablet.do(Swipe(0.8, 0.5, 0.8, 0.5, 0.05))
    assert not tablet.sees(text="Archived"), "a touch beside it closes it"
    assert tablet.sees("compose_message_text")


def test_what_is_deleted_in_the_list_is_no_longer_shown_beside_it(tablet: Hand) -> None:
    tablet.open("messages")
    tablet.tap("swipeableContainer", 1)
    tablet.hold("swipeableContainer", 1)
    tablet.tap("action_delete")
    tablet.tap("button1")
    assert opened(tablet) == [None]
    assert len(tablet.all("swipeableContainer")) == 2
    tablet.tap("swipeableContainer", 0)
    tablet.hold("swipeableContainer", 1)
    tablet.tap("action_delete")
    tablet.tap("button1")
    assert len(opened(tablet)) == 2, "another conversation stays open"


def test_a_mail_stays_open_while_another_is_deleted(tablet: Hand) -> None:
    tablet.open("gmail")
    tablet.tap("viewified_conversation_item_view", 1)
    subject = tablet.text("subject_and_folder_view")
    tablet.hold("viewified_conversation_item_view", 0)
    tablet.tap("delete")
    assert tablet.text("subject_and_folder_view") == subject
    assert len(tablet.all("toast_bar")) == 1
    tablet.hold("viewified_conversation_item_view", 0)
    tablet.tap("delete")
    assert not tablet.sees("subject_and_folder_view")


def test_pages_that_are_no_details_have_all_of_the_screen(tablet: Hand) -> None:
    tablet.open("contacts")
    tablet.tap("floating_action_button")
    assert not tablet.sees("sliding_pane_layout")
    tablet.press("BACK")
    tablet.press("HOME")
    tablet.open("messages")
    tablet.tap("start_new_conversation_button")
    assert not tablet.sees("sliding_pane_layout")


def test_back_leads_from_a_contact_to_the_label_that_it_was_opened_from(
    make_hand: Callable[..., Hand],
) -> None:
    hand = filled(make_hand("androidlab", **TABLET))
    hand.phone = contacts.put_label(contacts.save_label(hand.phone, 0, "Friends"), 1, (1, 2))
    hand.open("contacts")
    hand.tap("cliv_name_textview", 4)
    hand.tap("menu_labels")
    hand.tap(text="Friends")
    assert not hand.sees("sliding_pane_layout")
    hand.tap("cliv_name_textview", 1)
    assert hand.text("large_title") == "Bob"
    assert hand.sees("sliding_pane_layout")
    hand.press("BACK")
    assert hand.sees("menu_add")


def test_details_that_another_app_opens_are_alone(tablet: Hand) -> None:
    tablet.open("dialer")
    tablet.tap("contacts_tab")
    tablet.shell("am start -a android.intent.action.SENDTO -d sms:5550100199")
    assert tablet.sees("compose_message_text")
    assert not tablet.sees("sliding_pane_layout")
    assert tablet.sees(description="Navigate up")


def test_an_archived_conversation_stands_beside_the_archive(tablet: Hand) -> None:
    tablet.open("messages")
    tablet.hold("swipeableContainer", 0)
    tablet.tap("action_archive")
    tablet.tap(description="More options")
    tablet.tap(text="Archived")
    assert len(tablet.all("swipeableContainer")) == 1
    tablet.tap("swipeableContainer")
    assert tablet.sees("compose_message_text")
    assert len(tablet.all("swipeableContainer")) == 1
    assert tablet.sees(text="Archived")


def test_the_apps_that_have_panes_keep_their_lists() -> None:
    apps = {app.name: app for app in packages.apps_of(ANDROID10).values()}
    assert all(apps[one.app].kept_lists is not None for one in (CONTACTS, GMAIL, MESSAGES))
