"""Phone: dial pad, recent calls and the call screen, as the dialer of Android 10."""

from __future__ import annotations

from bmoca_gym.handset.apps.dialer import notices, screens, stored
from bmoca_gym.handset.apps.dialer.state import (
    CALL_COLUMNS,
    IN_CALL,
    PACKAGE,
    Dialer,
    answer_here,
    answer_intent,
    back,
    call_rows,
    calls_in_hand,
    closed,
    created,
    delete_call_row,
    hang_up,
    hold,
    ring,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import (
    App,
    AppIcon,
    ContentTable,
    IntentFilter,
    Layer,
    Telephone,
    dialog,
    layer,
)
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents


def _layers(phone: Phone, s: Dialer, activity: Activity) -> tuple[Layer, ...]:
    if activity.component == IN_CALL and s.shown is not None:
        call = s.shown
        up = (phone.clock.uptime - call.answered) // 1000 if call.answered >= 0 and not call.held else 0
        people = contacts.all_of(phone)
        other = s.call if call is s.second else s.second
        waiting = () if other is None else (other.number, contacts.name_of(people, other.number))
        name = contacts.name_of(people, call.number)
        return (layer(screens.in_call, call, up, name, *waiting, kind="screen", bars="light"),)
    if s.dial_pad:
        main = layer(screens.dial_pad, s.number, activity.focus == "digits")
    else:
        # Only recent calls depend on the day: an empty list need not be made anew at midnight.
        day = clock.local_minute(phone).toordinal() if s.history else 0
        zone = clock.zone_of(phone)
        people = contacts.ordered(contacts.all_of(phone), phone.configuration.locale)
        main = layer(
            screens.main, s.tab, s.history, zone, day, s.query, activity.focus == "search", people, s.opened
        )
    return (main, dialog(screens.refusal)) if s.refused else (main,)


APP = App(
    name="dialer",
    package=PACKAGE,
    activity="com.android.dialer.main.impl.MainActivity",
    icon=AppIcon("call", 0xFF1E88E5),
    state=Dialer,
    layers=_layers,
    uid=10062,
    back=back,
    closed=closed,
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
