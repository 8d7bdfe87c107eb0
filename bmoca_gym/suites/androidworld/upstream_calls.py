"""Derive the arguments of our experts from the parameters of a task in AndroidWorld's own code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timezone
from typing import Any

from bmoca_gym.suites.androidworld import puzzles

_Params = Mapping[str, Any]
#: Verbs of experts, each with its arguments.
Calls = list[tuple[str, dict[str, Any]]]

_TODAY = datetime(2023, 10, 15, 15, 34)
_MONDAY, _SUNDAY = date(2023, 10, 9), date(2023, 10, 15)
#: What Wi-Fi, Bluetooth and the apps are called here: as in the suite's own tasks.
_INTERNET = ("network", "android13.settings_internet")
_APPS = {
    "camera": ("camera.app_name", "com.android.camera2"),
    "clock": ("clock.app_name", "com.google.android.deskclock"),
    "contacts": ("contacts.app_name", "com.google.android.contacts"),
    "settings": ("settings.app_name", "com.android.settings"),
    "dialer": ("dialer.app_name", "com.google.android.dialer"),
}
_REPEATS = {"daily": 86_400, "weekly": 604_800}


def id_of(name: str) -> str:
    """Return the id of our template for the benchmark's name of a task."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def calls_for(template: str, params: _Params, read: Callable[[str], str]) -> Calls | None:
    """Return the arguments of our experts.

    Args:
        template: the id of our template.
        params: the parameters of the benchmark's task.
        read: reads a file on the phone.

    Returns:
        The calls, in order; None for our template's own, which need no parameters.
    """
    for table in (_ANY, _QUESTIONS):
        if template in table:
            return table[template](params)
    if template == "markor_edit_note":
        content = read(f"/storage/emulated/0/Documents/Markor/{params['file_name']}")
        texts = {
            "header": f"{params.get('header')}\n{content}",
            "footer": f"{content}\n{params.get('footer')}",
            "replace": params.get("replace_text"),
        }
        return [("markor.edit", {"name": params["file_name"], "text": texts[params["edit_type"]]})]
    return None


def _day(words: str) -> date:
    """A date as ``October 24 2023``."""
    return datetime.strptime(words, "%B %d %Y").date()


def _time(words: str) -> time:
    """A time of day as ``8:00pm``, ``4pm`` or ``22:35``."""
    for form in ("%I:%M%p", "%I%p", "%H:%M"):
        try:
            return datetime.strptime(words.replace(" ", ""), form).time()
        except ValueError:
            continue
    raise ValueError(f"{words!r} is not a time of day")


def _at(p: _Params, name: str = "time") -> datetime:
    return datetime.combine(_day(p["date"]), _time(p[name]))


def _expense(row: _Params, note: str = "") -> dict[str, Any]:
    return {
        "name": row["name"], "amount": row["amount"] / 100, "category": row["category"], "note": f"{row['note']}{note}",
    }  # fmt: skip


def _recipe(row: _Params) -> dict[str, Any]:
    kept = ("title", "description", "servings", "ingredients", "directions")
    return {**{name: row[name] for name in kept}, "time": row["preparationTime"]}


def _event(row: _Params) -> dict[str, Any]:
    start, end = (
        datetime.fromtimestamp(row[name], timezone.utc).replace(tzinfo=None)
        for name in ("start_ts", "end_ts")
    )
    kept = {name: row[name] for name in ("title", "description")}
    return {**kept, "start": start, "end": end, "interval": row.get("repeat_interval") or 0}


def _rows(verb: str, made: Callable[[_Params], dict[str, Any]], *before: tuple[str, dict[str, Any]]) -> Any:
    return lambda p: [*before, (verb, {"rows": [made(row) for row in p["row_objects"]]})]


def _go(way: tuple[str, ...], act: str, key: str) -> tuple[str, dict[str, Any]]:
    return "settings.go", {"way": way, "act": act, "key": key}


def _open(p: _Params) -> tuple[str, dict[str, Any]]:
    label, package = _APPS[p["app_name"]]
    return "app.open", {"package": package, "label": label}


def _place(location: str) -> dict[str, Any]:
    """A place given by its name, or by its latitude and longitude."""
    found = re.fullmatch(r"(-?[\d.]+), (-?[\d.]+)", location)
    lat, lon = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    return {"name": location, "title": location.partition(",")[0], "lat": lat, "lon": lon}


def _osmand(verb: str) -> Any:
    # The list of places names a place without its country.
    return lambda p: [(verb, {"place": _place(p["location"]), "location": p["location"]})]


def _sms(**more: Any) -> Any:
    def made(p: _Params) -> Calls:
        names = {"name": p[more["name"]]} if "name" in more else {}
        paste = {"paste": True} if more.get("paste") else {}
        return [("sms.send", {"number": p["number"], "text": p["message"], **names, **paste})]

    return made


def _titles(files: list[str]) -> list[str]:
    return [file.removesuffix(".mp3") for file in files]


def _edit(text: str) -> Any:
    return lambda p: [
        ("markor.edit", {"name": p["original_name"], "text": text.format(**p), "rename": p["new_name"]})
    ]


def _merge(p: _Params) -> Calls:
    names, texts = ([p[f"file{i}_{what}"] for i in (1, 2, 3)] for what in ("name", "content"))
    return [
        ("markor.read", {"names": names}),
        ("markor.create", {"name": p["new_file_name"], "text": "\n\n".join(texts) + "\n"}),
    ]


def _note(p: _Params, text: str = "text", paste: bool = False) -> tuple[str, dict[str, Any]]:
    return "markor.create", {"name": p["file_name"], "text": p[text], **({"paste": True} if paste else {})}


def _drawing(p: _Params) -> Calls:
    stem, dot, suffix = p["file_name"].rpartition(".")
    return [("simple_draw.create", {"name": stem, "suffix": dot + suffix})]


def _draw(kind: str) -> Any:
    made: dict[str, tuple[str, Callable[[int], list[Any]]]] = {
        "walk": ("way", puzzles.way_of),
        "draw": ("colors", puzzles.colors_of),
    }
    name, call = made[kind]
    return lambda p: [(f"browser.{kind}", {name: call(p["browser_task_seed"])})]


def _vlc(p: _Params) -> Calls:
    numbers = [""] if "playlist_name" in p else ["1", "2"]
    lists = [{"name": p[f"playlist_name{i}"], "files": p[f"files{i}"]} for i in numbers]
    return [("vlc.playlists", {"folder": "VLCVideos", "playlists": lists})]


_EXPENSES = _rows("expense.delete", _expense)
_EVENTS = _rows("simple_calendar.add", _event)
_GONE = _rows("simple_calendar.delete", _event)
_RECIPES = _rows("recipes.delete", _recipe)


def _one_of(calls: Callable[[_Params], Calls]) -> Callable[[_Params], Calls]:
    """Of equal rows, only one must be deleted."""
    return lambda p: calls({"row_objects": p["row_objects"][:1]})


_FROM_NOTE = ("markor.read", {"names": ["recipes.txt"]})

_ANY: dict[str, Callable[[_Params], Calls]] = {
    "audio_recorder_record_audio_with_file_name": lambda p: [
        ("audio_recorder.record", {"name": p["file_name"]})
    ],
    "browser_draw": _draw("draw"),
    "browser_maze": _draw("walk"),
    "clock_timer_entry": lambda p: [("clock.timer", {name: p[name] for name in ("hours", "minutes", "seconds")})],
    "contacts_add_contact": lambda p: [("contacts.add", {"name": p["name"], "number": p["number"]})],
    "contacts_new_contact_draft": lambda p: [
        (
            "contacts.draft",
            {**{name: p[name] for name in ("first", "last", "phone")}, "label": p["phone_label"].lower()},
        )
    ],
    "expense_add_single": _rows("expense.add", _expense),
    "expense_add_multiple": _rows("expense.add", _expense),
    "expense_add_multiple_from_gallery": _rows(
        "expense.add", _expense, ("simple_gallery.view", {"folder": "DCIM", "name": "expenses.jpg"})
    ),
    # As the note has the remark.
    "expense_add_multiple_from_markor": _rows(
        "expense.add",
        lambda row: _expense(row, ". Reimbursable."),
        ("markor.read", {"names": ["my_expenses.txt"]}),
    ),
    **dict.fromkeys(
        (
            "expense_delete_single", "expense_delete_multiple", "expense_delete_multiple2"),
        _EXPENSES,
    ),
    **dict.fromkeys(("expense_delete_duplicates", "expense_delete_duplicates2"), _one_of(_EXPENSES)),
    "files_delete_file": lambda p: [("files.delete", {"folder": p["subfolder"], "name": p["file_name"]})],
    "files_move_file": lambda p: [
        ("files.move", {"folder": p["source_folder"], "name": p["file_name"], "to": p["destination_folder"]})
    ],
    "markor_add_note_header": _edit("{header}\n\n{original_content}\n"),
    "markor_change_note_content": _edit("{updated_content}"),
    "markor_create_folder": lambda p: [("markor.folder", {"name": p["folder_name"]})],
    "markor_create_note": lambda p: [_note(p)],
    "markor_create_note_and_sms": lambda p: [_note(p), ("sms.send", {"number": p["number"], "text": p["text"]})],
    "markor_create_note_from_clipboard": lambda p: [_note(p, "file_content", paste=True)],
    "markor_delete_note": lambda p: [("markor.delete", {"name": p["file_name"]})],
    "markor_merge_notes": _merge,
    "markor_move_note": lambda p: [
        (
            "markor.move",
            {"name": p["file_name"], "folder": p["source_folder"], "to": p["destination_folder"]},
        )
    ],
    "markor_transcribe_receipt": lambda p: [
        ("simple_gallery.view", {"folder": "DCIM", "name": "receipt.png"}),
        _note(p),
    ],
    "markor_transcribe_video": lambda p: [
        ("vlc.watch", {"folder": "Download", "name": p["video_name"]}),
        _note(p),
    ],
    "open_app_task_eval": lambda p: [_open(p)],
    "osm_and_favorite": _osmand("osmand.favourite"),
    "osm_and_marker": _osmand("osmand.marker"),
    "osm_and_track": lambda p: [("osmand.track", {"places": [_place(one) for one in p["waypoints"]]})],
    "recipe_add_single_recipe": _rows("recipes.add", _recipe),
    "recipe_add_multiple_recipes": _rows("recipes.add", _recipe),
    "recipe_add_multiple_recipes_from_image": _rows(
        "recipes.add", _recipe, ("simple_gallery.view", {"folder": "DCIM", "name": "recipes.jpg"})
    ),
    "recipe_add_multiple_recipes_from_markor": _rows("recipes.add", _recipe, _FROM_NOTE),
    "recipe_add_multiple_recipes_from_markor2": _rows("recipes.add", _recipe, _FROM_NOTE),
    **dict.fromkeys(
        (
            "recipe_delete_single_recipe", "recipe_delete_single_with_recipe_with_noise",
            "recipe_delete_multiple_recipes", "recipe_delete_multiple_recipes_with_noise",
            "recipe_delete_multiple_recipes_with_constraint",
        ),
        _RECIPES,
    ),
    **dict.fromkeys(
        (
            "recipe_delete_duplicate_recipes", "recipe_delete_duplicate_recipes2", "recipe_delete_duplicate_recipes3",
        ),
        _one_of(_RECIPES),
    ),
    "retro_create_playlist": lambda p: [
        ("retro_music.playlist", {"name": p["playlist_name"], "titles": _titles(p["files"])})
    ],
    "retro_playing_queue": lambda p: [("retro_music.queue", {"titles": _titles(p["files"])})],
    "retro_playlist_duration": lambda p: [
        ("retro_music.playlist_of_length", {"name": p["playlist_name"], "least": 2700, "most": 3000})
    ],
    "retro_save_playlist": lambda p: [
        ("retro_music.playlist", {"name": p["playlist_name"], "titles": _titles(p["files"]), "saved": True})
    ],
    "save_copy_of_receipt_task_eval": lambda p: [
        ("simple_gallery.copy", {"folder": "DCIM", "name": p["file_name"], "to": "Download"})
    ],
    **dict.fromkeys(
        (
            "simple_calendar_add_one_event", "simple_calendar_add_one_event_in_two_weeks",
            "simple_calendar_add_one_event_relative_day", "simple_calendar_add_one_event_tomorrow",
            "simple_calendar_add_repeating_event",
        ),
        _EVENTS,
    ),
    **dict.fromkeys(
        (
            "simple_calendar_delete_events", "simple_calendar_delete_events_on_relative_day",
            "simple_calendar_delete_one_event",
        ),
        _GONE,
    ),
    "simple_draw_pro_create_drawing": _drawing,
    "simple_sms_reply": _sms(),
    "simple_sms_reply_most_recent": _sms(),
    "simple_sms_resend": _sms(name="name"),
    "simple_sms_send": _sms(),
    "simple_sms_send_clipboard_content": _sms(paste=True),
    "simple_sms_send_received_address": _sms(name="name1"),
    "system_copy_to_clipboard": lambda p: [("clipboard.copy", {"text": p["clipboard_content"]})],
    "turn_on_wifi_and_open_app": lambda p: [_go(_INTERNET, "on", "wifi"), _open(p)],
    "vlc_create_playlist": _vlc,
    "vlc_create_two_playlists": _vlc,
}  # fmt: skip


def _calendar(**more: Callable[[_Params], Any]) -> Callable[[_Params], Calls]:
    """A question about the titles of a day, with further arguments."""
    return lambda p: [
        (
            "simple_calendar.titles",
            {"day": _day(p["date"]), **{name: call(p) for name, call in more.items()}},
        )
    ]


def _todos(**constant: Any) -> Callable[[_Params], Calls]:
    return lambda p: [("tasks.read", {"first": _day(p["date"]), "last": _day(p["date"]), **constant})]


def _sport(verb: str, first: str = "", last: str = "") -> Callable[[_Params], Calls]:
    """A question about activities between two days, or this week's."""
    return lambda p: [
        (
            f"opentracks.{verb}",
            {
                "category": p["category"],
                "first": _day(p[first]) if first else _MONDAY,
                "last": _day(p[last]) if last else _SUNDAY,
            },
        )
    ]


_QUESTIONS: dict[str, Callable[[_Params], Calls]] = {
    "notes_is_todo": lambda p: [("notes.is_todo", {"title": p["title"]})],
    "notes_meeting_attendee_count": lambda p: [("notes.count_attendees", {"title": p["title"]})],
    "notes_recipe_ingredient_count": lambda p: [
        ("notes.quantity", {"title": p["title"], "ingredient": p["ingredient"]})
    ],
    "notes_todo_item_count": lambda p: [("notes.count_todos", {"folder": p["folder"]})],
    "simple_calendar_any_events_on_date": _calendar(),
    "simple_calendar_events_on_date": _calendar(),
    "simple_calendar_event_on_date_at_time": _calendar(at=_at),
    "simple_calendar_events_in_time_range": _calendar(
        after=lambda p: _at(p, "start_time"), until=lambda p: "20:00"
    ),
    "simple_calendar_first_event_after_start_time": _calendar(after=_at, first=lambda p: True),
    "simple_calendar_next_event": lambda p: [
        ("simple_calendar.titles", {"day": _TODAY.date(), "after": _TODAY, "first": True})
    ],
    "simple_calendar_location_of_event": lambda p: [("simple_calendar.place", {"title": p["title"]})],
    "simple_calendar_next_meeting_with_person": lambda p: [
        ("simple_calendar.meeting", {"person": p["person"]})
    ],
    "sports_tracker_activities_count_for_week": _sport("count"),
    "sports_tracker_activities_on_date": lambda p: [
        ("opentracks.categories", {"first": _day(p["date"]), "last": _day(p["date"])})
    ],
    "sports_tracker_activity_duration": _sport("minutes", "date", "date"),
    "sports_tracker_longest_distance_activity": _sport("longest"),
    "sports_tracker_total_distance_for_category_over_interval": _sport("distance", "start_date", "end_date"),
    "sports_tracker_total_duration_for_category_this_week": _sport("minutes"),
    "tasks_completed_tasks_for_date": _todos(completed=True),
    "tasks_due_on_date": _todos(),
    "tasks_high_priority_tasks": lambda p: [("tasks.read", {"high_priority": True})],
    "tasks_high_priority_tasks_due_on_date": _todos(high_priority=True),
    "tasks_incomplete_tasks_on_date": lambda p: [("tasks.read", {"last": _day(p["date"])})],
}
