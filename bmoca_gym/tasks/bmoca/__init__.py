"""B-MoCA's tasks: `catalogue.yaml` beside this file, and what has to be known without reading it."""

from __future__ import annotations

#: The six representative tasks by the part of their Gymnasium ids (``BMoCA-Alarm-v0``), as the file has them.
GYM_NAMES = {
    "Alarm": "create_alarm_at_10_30_am",
    "AlarmComplex": "create_alarm_at_10_30_am_on_every_weekday",
    "Calculator": "input_cos_180_in_calculator",
    "Call": "call_the_white_house_202_456_1111",
    "Language": "go_to_add_a_language_page_in_setting",
    "Wikipedia": (
        "disable_the_top_2_and_randomizer_topics_in_the_feed_customization_settings_on_wikipedia"
        "_and_go_back_to_the_feed"
    ),
}

#: The ids of the six representative tasks, in the order of their names.
REPRESENTATIVE: tuple[str, ...] = tuple(GYM_NAMES.values())
