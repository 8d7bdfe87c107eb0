"""Phone: dial pad, recent calls and the call screen, as the dialer of Android 10."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.dialer import notices, stored
from bmoca_gym.handset.apps.dialer.call_log import CALL_COLUMNS, call_rows, delete_call_row
from bmoca_gym.handset.apps.dialer.handlers import (
    answer_here,
    answer_intent,
    close_pad,
    created,
    end_search,
    hang_up,
    hold,
    leave_call,
    refusal_seen,
    ring,
)
from bmoca_gym.handset.apps.dialer.screens import call, google_call, main, pad
from bmoca_gym.handset.apps.dialer.state import IN_CALL, PACKAGE, Dialer, calls_in_hand
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ContentTable, IntentFilter, Telephone
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.system import intents


def _call(state: Dialer, place: Place) -> tuple[Any, ...] | None:
    shown, phone = state.shown, place.phone
    if shown is None:
        return None
    up = (phone.clock.uptime - shown.answered) // 1000 if shown.answered >= 0 and not shown.held else 0
    people = contacts.all_of(phone)
    other = state.call if shown is state.second else state.second
    waiting = () if other is None else (other.number, contacts.name_of(people, other.number))
    known = contacts.with_number(people, shown.number)
    return shown, up, None if known is None else known[0], state.merged, *waiting


def _main(state: Dialer, place: Place) -> tuple[Any, ...]:
    # Only recent calls depend on the day: an empty list need not be made anew at midnight.
    day = place.today if state.history else 0
    people = contacts.ordered(contacts.all_of(place.phone), place.locale)
    focused = place.focus == "search"
    return state.tab, state.history, place.zone, day, state.query, focused, people, state.opened


NAVIGATION = Navigation(
    Dialer,
    {
        "main": Page(main.main, _main, back=end_search),
        "pad": Page(pad.dial_pad, lambda s, at: (s.number, at.focus == "digits"), back=close_pad),
        "call": Page(
            google_call.screen,
            _call,
            IN_CALL.partition("/")[2],
            back=leave_call,
            kind="screen",
            bars=lambda s, at: call.bars(at.phone.configuration.material, at.phone.configuration.dark),
        ),
    },
    {"refusal": Overlay(main.refusal, on=("main", "pad"), back=refusal_seen)},
    where=lambda s, at: "pad" if s.dial_pad else "main",
    kept=("tab", "call", "history", "missed", "untold", "second", "merged"),
    rail=("main",),
)

APP = App(
    name="dialer",
    package=PACKAGE,
    activity="com.android.dialer.main.impl.MainActivity",
    icon=AppIcon("call", 0xFF1E88E5),
    state=Dialer,
    layers=NAVIGATION.layers,
    uid=10062,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=created,
    paused=notices.away,
    resumed=notices.here,
    notices=notices.refresh,
    content=(ContentTable("call_log/calls", CALL_COLUMNS, call_rows, delete_call_row),),
    intents=(
        IntentFilter(
            (intents.VIEW, intents.DIAL, intents.CALL),
            answer_intent,
            ("tel",),
            categories=(intents.BROWSABLE,),
        ),
        IntentFilter((intents.DIAL,), answer_intent),
    ),
    telephone=Telephone(calls_in_hand, ring, answer_here, hold, hang_up),
    over_lock=(IN_CALL,),
    layouts=(
        ("", ("android.widget.RelativeLayout#root_layout",)),
        ("InCallActivity", ("android.widget.FrameLayout", "android.widget.FrameLayout#main")),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "tab": Stored("last_tab", range(3)),
                "history": Stored("call_log", stored.are_calls),
                "missed": Stored("missed_calls", range(1 << 31)),
                "untold": Stored("missed_calls_untold", range(1 << 31)),
            },
        ),
    ),
)
