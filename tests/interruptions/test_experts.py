"""Experts on an interrupted phone: they redo what a crash has undone, but not what was saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import interruptions, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.demonstrations.experts.interrupted import WatchfulExpert
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import GestureActions
from tests.playing import play


def played(task: str, place: str, kinds: Any, seed: int = 0, in_words: bool = False) -> Any:
    """The last info of the expert's episode. ``in_words``: it acts by text, and else by gestures as they are."""
    env = PhoneEnv(task, place, action="text", observation="text", interruptions=kinds, side_effects=True)
    if not in_words:
        env.action_mode = GestureActions()
    return play(env, seed=seed).info


def after(step: int, folder: Path, kind: str = "crash") -> str:
    """The path of a level in which a kind comes after a step."""
    path = folder / f"{kind}_{step}.yaml"
    path.write_text(f"kinds:\n  {kind}: {{first: [{step}, {step}]}}\n")
    return str(path)


@pytest.mark.parametrize(
    ("task", "steps"),
    [
        ("go_to_add_a_language_page_in_setting", (3,)),
        ("androidworld/simple_calendar_add_one_event", (6, 10, 14, 18)),
        ("androidworld/simple_calendar_delete_events", (6, 7)),
        ("androidworld/expense_delete_multiple", (6, 7)),
        ("androidworld/osm_and_track", (8, 10)),
        ("androidworld/retro_playlist_duration", (5, 8)),
        ("androidworld/tasks_due_next_week", (2, 3)),
        ("androidworld/sports_tracker_activities_on_date", (2, 3, 4)),
        ("androidworld/markor_delete_all_notes", (4, 5)),
        ("androidworld/system_copy_to_clipboard", (5, 6, 7)),
        ("androidworld/browser_multiply", (5, 7)),
        ("androidworld/browser_maze", (6,)),
        ("androidworld/browser_draw", (6, 9)),
        ("androidworld/contacts_add_contact", (5, 7, 8)),
        ("androidworld/audio_recorder_record_audio_with_file_name", (4, 5, 6, 7)),
        ("androidlab/contacts_1", (3, 5, 6, 7)),
        ("androidlab/contacts_5", (4, 6, 7)),
        ("androidlab/clock_6", (3, 4, 7, 9)),
        ("androidlab/pimusic_1", (1, 2)),
    ],
)
def test_what_a_crash_has_undone_is_done_again(task: str, steps: tuple[int, ...], tmp_path: Path) -> None:
    place = {"androidworld": "androidworld/pixel_6", "androidlab": "androidlab/large"}.get(
        task.partition("/")[0], "102"
    )
    for step in steps:
        info = played(task, place, after(step, tmp_path))
        assert info["success"], (step, info["evidence"])


@pytest.mark.parametrize("place", ["androidworld/pixel_6", "105"])
def test_the_lock_screen_of_android_13_is_unlocked(place: str) -> None:
    info = played("androidworld/system_brightness_max", place, "screen_lock")
    assert info["success"]
    assert info["interruptions"] == ("screen_lock",)


@pytest.mark.parametrize(
    ("task", "place", "steps"),
    [
        ("turn_off_wifi", "106", (1,)),
        ("compute_the_geometric_mean_of_3_4_and_5_in_calculator", "106", (3, 5)),
        ("androidworld/simple_sms_send", "androidworld/pixel_6", (6,)),
        ("androidlab/setting_1", "androidlab/large", (3,)),
        ("androidlab/calendar_4", "androidlab/large", (2, 3)),  # all of its page reacts to touches
    ],
)
def test_nothing_is_touched_through_the_volume_panel(
    task: str, place: str, steps: tuple[int, ...], tmp_path: Path
) -> None:
    for step in steps:
        info = played(task, place, after(step, tmp_path, "volume_panel"))
        assert info["success"], info["evidence"]
        assert info["interruptions"] == ("volume_panel",)
        assert info["side_effects"] == []


def test_books_are_counted_only_when_the_screen_is_upright_again() -> None:
    info = played("androidlab/cantook_4", "androidlab/large", "rotation", seed=857913219)
    assert info["success"], info["evidence"]


def test_a_dialog_of_the_app_is_not_closed_though_its_button_is_equal() -> None:
    # In Korean the button of Simple Calendar's question is that of the dialog that asks for a rating.
    for task in ("simple_calendar_delete_one_event", "simple_calendar_delete_events"):
        assert played(f"androidworld/{task}", "105", "jpeg")["success"]


def test_an_expert_forgets_only_what_was_not_saved() -> None:
    expert: Any = expert_for(tasks.get("androidworld/osm_and_track"))
    places = list(expert._left)
    del expert._left[0]
    expert._found = True
    expert.restarted()
    assert (expert._left, expert._found) == (places, False)
    expert._saved = True
    expert.restarted()
    assert expert._saved


@pytest.mark.parametrize(
    ("kind", "spoiled", "possible"),
    [
        # Its end undoes what these tasks want, and one asks whether Wi-Fi is on.
        (
            "airplane_mode",
            ("turn_on_airplane_mode", "turn_off_wifi", "system_wifi_turn_off", "setting_3", "setting_22"),
            ("setting_4", "call_911", "simple_sms_reply", "system_wifi_turn_on", "system_bluetooth_turn_on"),
        ),
        # Rules that allow no other contact to change.
        (
            "renamed_contact",
            ("contacts_add_contact", "contacts_1", "contacts_8", "contacts_11"),
            ("contacts_9", "contacts_10", "contacts_15", "contacts_new_contact_draft"),
        ),
        ("double_touches", ("camera_take_photo",), ("clock_2",)),
    ],
)
def test_a_kind_is_left_out_only_where_it_spoils_the_task(
    kind: str, spoiled: tuple[str, ...], possible: tuple[str, ...]
) -> None:
    comes_in = interruptions.kinds()[kind].comes_in
    assert not any(map(comes_in, spoiled))
    assert all(map(comes_in, possible))


@pytest.mark.parametrize(("task", "seed"), [("clock_27", 2426132153), ("pimusic_3", 2760296191)])
def test_equal_words_do_not_end_the_episode(task: str, seed: int) -> None:
    """Four touches in a row are missed; to a task of AndroidLab five equal actions are the end."""
    info = played(f"androidlab/{task}", "androidlab/large", "hostile", seed, in_words=True)
    assert info["success"], info["evidence"]


def test_a_notification_at_the_top_is_swiped_far_enough_for_every_mode() -> None:
    info = played("call_11489", "000", "hostile", 3627302312, in_words=True)
    assert info["success"], info["evidence"]


def test_only_the_experts_own_gestures_come_again(tmp_path: Path) -> None:
    """A tap on a dialog that has gone would touch the page."""
    env = PhoneEnv(
        "androidlab/clock_27",
        "androidlab/large",
        action="text",
        observation="text",
        interruptions=after(1, tmp_path, "advertisement"),
    )
    env.action_mode = GestureActions()
    env.reset(seed=0)
    expert = WatchfulExpert(expert_for(env.task))

    def following() -> Any:
        device = env.device
        return expert.next_gesture(device.ui_tree(), device.ui_tree(windows=True), device.info.locale)

    env.step(following())
    closing = following()
    expert.keep(closing)
    assert following() == closing  # as long as the dialog is there
    expert.keep(closing)
    env.step(closing)
    own = following()
    assert own != closing
    expert.keep(own)
    assert following() == own


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("kind", "task", "place"),
    [
        # Wrong letters are erased, a preset text is replaced, and a search is made again.
        ("dropped_letters", "androidlab/setting_4", "androidlab/large"),
        ("dropped_letters", "androidlab/clock_6", "androidlab/pixel_7_pro"),
        ("dropped_letters", "androidlab/clock_15", "androidlab/pixel_7_pro"),
        ("dropped_letters", "androidlab/map_4", "androidlab/pixel_7_pro"),
        ("dropped_letters", "androidlab/cantook_4", "androidlab/pixel_7_pro"),
        ("dropped_letters", "androidlab/contacts_2", "androidlab/large"),
        ("dropped_letters", "androidworld/simple_calendar_add_one_event", "androidworld/pixel_6"),
        ("dropped_letters", "androidworld/recipe_add_single_recipe", "androidworld/pixel_6"),
        ("dropped_letters", "androidworld/sports_tracker_longest_distance_activity", "105"),
        ("not_responding", "androidlab/setting_4", "androidlab/pixel_7_pro"),
        ("not_responding", "androidlab/setting_4", "androidlab/pixel_3a"),
        # A pause is made between equal taps, which would end the episode, and few are repeated in vain.
        ("missed_touches", "androidlab/zoom_4", "androidlab/pixel_3a"),
        ("missed_touches", "androidlab/pimusic_10", "androidlab/pixel_3a"),
        ("missed_touches", "androidworld/camera_take_video", "androidworld/pixel_6"),
        ("missed_touches", "androidworld/audio_recorder_record_audio", "100"),
        ("toast", "androidworld/browser_draw", "105"),
        ("blur", "androidworld/browser_draw", "105"),
        # A message that could not be sent is sent again.
        ("airplane_mode", "androidworld/simple_sms_reply_most_recent", "100"),
        # A month too many is turned back.
        ("double_touches", "androidlab/calendar_4", "androidlab/pixel_7_pro"),
        ("double_touches", "androidworld/retro_playlist_duration", "androidworld/pixel_6"),
    ],
)
def test_the_hand_is_corrected(kind: str, task: str, place: str, seed: int) -> None:
    if kind == "not_responding":
        seed = {"androidlab/pixel_7_pro": 2617928062, "androidlab/pixel_3a": 438381896}[place] + seed
    info = played(task, place, [kind], seed)
    assert info["success"], info["evidence"]
