"""OpenTracks' statistics over several tracks, by category, with a filter of categories and dates."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.opentracks import rows
from bmoca_gym.handset.apps.opentracks.handlers import tracks
from bmoca_gym.handset.apps.opentracks.rows import Sum
from bmoca_gym.handset.apps.opentracks.screens import lists
from bmoca_gym.handset.apps.opentracks.state import ID, TOTALS_SCROLL, Filter, Range
from bmoca_gym.handset.kits.date_picker import first_of, month_grid
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.questions import buttons
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    filled_button,
    icon_button,
    page,
    scrolling,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, Icon, Text
from bmoca_gym.handset.value import do


def screen(res: Resources, sums: tuple[Sum, ...], imperial: bool, filtered: bool) -> Element:
    """Totals of each category, the category with most tracks first."""
    if filtered:
        button = lists.action(res, "filter_list_off", "clear_filter", do(tracks.clear_filter),
                              "aggregated_statistics_clear_filter")  # fmt: skip
    else:
        button = lists.action(
            res, "filter_list", "filter", do(tracks.open_filter), "aggregated_statistics_filter"
        )
    bar = lists.plain_bar(res, "totals", button)
    if not sums:
        text = res.string("opentracks.filter_found_nothing" if filtered else "opentracks.no_totals")
        return page(res, bar, empty_message(res, "bar_chart", text, id=ID + "aggregated_stats_empty_view"))
    body = scrolling(*[_sum(res, one, imperial) for one in sums], key=TOTALS_SCROLL, pad=(0, 0, 0, 24),
                     id=ID + "aggregated_stats_list")  # fmt: skip
    return page(res, bar, body)


@component(256)
def _sum(res: Resources, one: Sum, imperial: bool) -> Element:
    c = res.colors
    far, unit = rows.distance(res, one.distance, imperial)
    head = Row(
        Icon(one.glyph, 24, c.text, id=ID + "aggregated_stats_sport_icon"),
        Text(one.category, 18, c.text, 500, id=ID + "aggregated_stats_type_label"),
        Text(res.digits(f"({one.tracks})"), 18, c.text, 500, id=ID + "aggregated_stats_num_tracks"),
        width=FILL, gap=12, align="center", class_name="",
    )  # fmt: skip
    kind = "pace" if one.paced else "speed"
    rates = [
        Column(
            Row(Text(told, 18, c.text, id=ID + f"aggregated_stats_{name}_rate"),
                Text(rate, 13, c.secondary, id=ID + f"aggregated_stats_{name}_rate_unit"), gap=4, align="end",
                class_name=""),
            FittedText(res.string(f"opentracks.{label}_{kind}"), 12, c.secondary, align="center", width=FILL,
                       id=ID + f"aggregated_stats_{name}_rate_label"),
            grow=1, align="center", class_name="",
        )
        for name, label, (told, rate) in (
            ("avg", "avg_moving", rows.speed(res, one.speed, imperial, one.paced)),
            ("max", "max", rows.speed(res, one.fastest, imperial, one.paced)),
        )
    ]  # fmt: skip
    return Column(
        head,
        Row(
            Text(far, 24, c.text, id=ID + "aggregated_stats_distance"),
            Text(unit, 14, c.secondary, id=ID + "aggregated_stats_distance_unit"),
            Spacer(grow=1, height=1),
            Text(rows.elapsed(res, one.time), 24, c.text, id=ID + "aggregated_stats_time"),
            width=FILL, gap=4, align="end", class_name="",
        ),
        Row(*rates, width=FILL, class_name=""),
        Spacer(width=FILL, height=1, background=c.divider),
        width=FILL, pad=(16, 12, 16, 0), gap=8, class_name="android.view.ViewGroup",
    )  # fmt: skip


# The filter


def filter_dialog(res: Resources, one: Filter, categories: tuple[str, ...]) -> Element:
    """The filter of the totals: categories and days."""
    c = res.colors
    lines: list[Element] = []
    for category in categories:
        on = category not in one.without
        lines.append(
            Row(
                CheckBox(on, c.accent, c.secondary, class_name=""), Text(category, 16, c.text, grow=1, class_name=""),
                width=FILL, height=44, gap=8, align="center", tap=do(tracks.filter_category, category), checked=on,
                description=category, id=ID + "filter_dialog_check_button", class_name="android.widget.CheckBox",
            )
        )  # fmt: skip
    for name, ordinal in (("from", one.first), ("to", one.last)):
        lines.append(
            Column(
                Text(res.string(f"opentracks.{name}"), 12, c.secondary, class_name=""),
                Row(Icon("date_range", 24, c.secondary, class_name=""),
                    Text(res.date(date.fromordinal(ordinal), "yMMMMEEEEd"), 16, c.text, lines=2, grow=1,
                         tap=do(tracks.open_range), id=ID + f"filter_date_edit_text_{name}",
                         class_name="android.widget.EditText"),
                    width=FILL, gap=12, align="center", class_name=""),
                width=FILL, gap=4, pad=(0, 8), tap=do(tracks.open_range), id=ID + f"filter_date_{name}",
            )
        )  # fmt: skip
    body = scrolling(*lines, key="filter", grow=0, class_name="android.widget.ScrollView")
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("opentracks.filter"),
        buttons=buttons(res, "common.ok", do(tracks.apply_filter)),
    )  # fmt: skip


def range_screen(res: Resources, one: Range, today: date) -> Element:
    """The calendar on which the first and the last day of the filter are picked."""
    c = res.colors
    first, last = date.fromordinal(one.first), date.fromordinal(one.last) if one.last else None
    told = (
        f"{res.date(first, 'MMMd')} – {res.date(last, 'MMMd') if last else res.string('opentracks.end_date')}"
    )

    def turn(glyph: str, key: str, step: int) -> Element:
        return icon_button(
            glyph, res.string(f"common.{key}"), do(tracks.turn_month, one.month + step), c.secondary
        )

    month = first_of(one.month)
    end = one.last or one.first
    dotted = frozenset(range(one.first, min(end, one.first + 400) + 1))
    save = filled_button(res, res.string("opentracks.save"), do(tracks.save_range), id=ID + "confirm_button",
                         enabled=bool(one.last))  # fmt: skip
    bar = Row(
        icon_button("close", res.string("common.cancel"), CLOSE, c.text, id=ID + "cancel_button"),
        FittedText(told, 18, c.text, 500, grow=1, lines=2, id=ID + "mtrl_picker_header_selection_text"), save,
        width=FILL, pad=(4, 8, 12, 8), gap=8, align="center", background=c.raised,
    )  # fmt: skip
    head = Row(
        turn("chevron_left", "previous_month", -1),
        Text(res.date(month, "yMMMM"), 16, c.text, 500, grow=1, align="center", lines=2, id=ID + "month_title"),
        turn("chevron_right", "next_month", 1), width=FILL, align="center", pad=(8, 8), class_name="",
    )  # fmt: skip
    grid = month_grid(res, one.month, tracks.pick_day, chosen=last or first, today=today, side=44, dotted=dotted,
                      id=ID + "mtrl_calendar_months")  # fmt: skip
    return page(
        res, bar, head, scrolling(grid, key="month", pad=(12, 0), class_name="android.widget.ScrollView")
    )
