"""Which expert does which task: the class, as ``module:name``, and what it is made with."""

from __future__ import annotations

from typing import Any

#: What `bmoca_gym.demonstrations.experts.expert_for` makes an expert of: ``module:name``, a dot before
#: modules beside this one, then the arguments. An argument that is such a tuple itself is an expert.
Recipe = tuple[Any, ...]

_OPEN = ".reading:OpenExpert"
_FORMULA = ".calculations:FormulaExpert"
_CALL = ".calls:CallExpert"
_ALARM = ".alarms:AlarmExpert"
_PAGE = ".alarms:PageExpert"
_SETTINGS = ".preferences:SettingsExpert"
_TAB = ".encyclopedia:TabExpert"
_TOPICS = ".encyclopedia:FeedTopicsExpert"
_SIZE = ".encyclopedia:TextSizeExpert"
_PARTS = ".reading:PartsExpert"
_PICTURE = ".darkroom:PictureExpert"
_PLACE = ".documents:PlaceExpert"
_SHOP_TAB = ".shopping:WalmartTabExpert"
_SHOP_SCREEN = ".shopping:WalmartScreenExpert"
_SOCIAL_TAB = ".social:InstagramTabExpert"

_WEEKDAYS, _WEEKEND, _MONDAY_TO_THURSDAY = 31, 96, 15
_LOUDER: Recipe = (_SETTINGS, ("sound",), "raise", "alarm_volume")
_AIRPLANE_MODE_ON: Recipe = (_SETTINGS, ("network",), "on", "airplane_mode")

_CALCULATOR: dict[str, Recipe] = {
    "open_calculator": (_OPEN, "com.google.android.calculator", "calculator.app_name"),
    "input_1_in_calculator": (_FORMULA, "1"),
    "input_factorial_of_6_in_calculator": (_FORMULA, "6!"),
    "input_1_1_in_calculator": (_FORMULA, "1+1"),
    "input_3_5_in_calculator": (_FORMULA, "3×5"),
    "input_square_root_of_25_in_calculator": (_FORMULA, "√25"),
    "input_cos_60_in_calculator": (_FORMULA, "cos(60"),
    "compute_50_of_28_50_28_in_calculator": (_FORMULA, "50%28"),
    "input_17_23_in_calculator": (_FORMULA, "17×23"),
    "input_2_24_3_in_calculator": (_FORMULA, "2+24÷3"),
    "input_cos_180_in_calculator": (_FORMULA, "cos(180"),
    "input_ln_1234_in_calculator": (_FORMULA, "ln(1234"),
    "input_the_formula_for_computing_sum_of_the_first_5_fibonacci_numbers_in_calculator": (
        _FORMULA, "0+1+1+2+3",
    ),
    "input_the_formula_for_converting_45_degrees_to_radians_45_180_in_calculator": (_FORMULA, "45×π÷180"),
    "input_the_formula_for_computing_sum_of_the_first_5_prime_numbers_in_calculator": (_FORMULA, "2+3+5+7+11"),
    "input_5_2_3_in_calculator": (_FORMULA, "5!÷(2!×3!)"),
    "input_10_2_8_in_calculator": (_FORMULA, "10!÷(2!×8!)"),
    "compute_the_harmonic_mean_of_4_and_5_in_calculator": (_FORMULA, "2×4×5÷(4+5)"),
    "compute_the_geometric_mean_of_3_4_and_5_in_calculator": (_FORMULA, "(3×4×5)^(1÷3)"),
}  # fmt: skip

_PHONE: dict[str, Recipe] = {
    "open_the_phone_app": (_OPEN, "com.android.dialer", "dialer.app_name"),
    "call_911": (_CALL, "911"),
    "call_11489": (_CALL, "11489"),
    "call_311311": (_CALL, "311311"),
    "call_123_4578": (_CALL, "1234578"),
    "call_223_4458": (_CALL, "2234458"),
    "call_402_7717": (_CALL, "4027717"),
    "call_766_3394": (_CALL, "7663394"),
    "call_987_6654": (_CALL, "9876654"),
    "call_2000_0202": (_CALL, "20000202"),
    "call_the_national_weather_service_301_713_0622": (_CALL, "3017130622"),
    "call_the_social_security_administration_800_772_1213": (_CALL, "8007721213"),
    "call_26_445_1193": (_CALL, "264451193"),
    "call_the_us_national_contact_center_800_333_4636": (_CALL, "8003334636"),
    "call_the_white_house_202_456_1111": (_CALL, "2024561111"),
}

_CLOCK: dict[str, Recipe] = {
    "open_the_clock_app": (_OPEN, "com.google.android.deskclock", "clock.app_name"),
    "go_to_the_stopwatch_page_in_clock": (_PAGE, "stopwatch"),
    "go_to_the_alarm_page_in_clock": (_PAGE, "alarm"),
    "go_to_the_timer_page_in_clock": (_PAGE, "timer"),
    "turn_on_alarm_at_9_am": (_ALARM, 9, 0),
    "start_the_stopwatch_in_clock": (_PAGE, "stopwatch", "start"),
    "create_alarm_at_06_30_am": (_ALARM, 6, 30),
    "create_alarm_at_10_30_am": (_ALARM, 10, 30),
    "create_alarm_at_13_30_pm": (_ALARM, 13, 30),
    "create_alarm_at_17_30_pm": (_ALARM, 17, 30),
    "create_alarm_at_20_30_pm": (_ALARM, 20, 30),
    "create_alarm_at_23_30_pm": (_ALARM, 23, 30),
    "create_alarm_at_10_30_am_on_every_weekday": (_ALARM, 10, 30, _WEEKDAYS),
    "create_alarm_at_10_30_am_on_every_midweek": (_ALARM, 10, 30, _MONDAY_TO_THURSDAY),
    "create_alarm_at_13_30_pm_and_another_alarm_2_hours_before_it": (
        _PARTS, (_ALARM, 13, 30), (_ALARM, 11, 30),
    ),
    "create_alarm_at_13_30_pm_on_every_weekday": (_ALARM, 13, 30, _WEEKDAYS),
    "create_alarm_at_10_30_am_on_every_weekend": (_ALARM, 10, 30, _WEEKEND),
    "create_alarm_at_13_30_pm_on_every_weekend": (_ALARM, 13, 30, _WEEKEND),
    "create_alarm_at_13_30_pm_and_another_alarm_2_hours_after_it": (
        _PARTS, (_ALARM, 13, 30), (_ALARM, 15, 30),
    ),
    "turn_on_alarm_at_9_am_in_clock_and_increase_alarm_volume_in_setting": (_PARTS, (_ALARM, 9, 0), _LOUDER),
    "create_alarm_at_13_30_pm_in_clock_and_increase_alarm_volume_in_setting": (
        _PARTS, (_ALARM, 13, 30), _LOUDER,
    ),
    "create_alarm_at_13_30_pm_on_every_weekend_and_increase_alarm_volume_in_setting": (
        _PARTS, (_ALARM, 13, 30, _WEEKEND), _LOUDER,
    ),
    "turn_on_airplane_mode_in_setting_and_create_alarm_at_10_30_am_in_clock": (
        _PARTS, _AIRPLANE_MODE_ON, (_ALARM, 10, 30),
    ),
    "turn_on_airplane_mode_in_setting_and_create_alarm_at_13_30_pm_in_clock": (
        _PARTS, _AIRPLANE_MODE_ON, (_ALARM, 13, 30),
    ),
    "create_alarm_at_10_30_am_in_clock_and_increase_alarm_volume_in_setting": (
        _PARTS, (_ALARM, 10, 30), _LOUDER,
    ),
    "delete_alarm_at_9_am": (".alarms:DeleteAlarmExpert", 9, 0),
    "delete_alarm_at_9_am_and_create_alarm_at_10_30_am": (
        _PARTS, (".alarms:DeleteAlarmExpert", 9, 0), (_ALARM, 10, 30),
    ),
}  # fmt: skip

_SYSTEM: dict[str, Recipe] = {
    "open_the_setting_app": (_OPEN, "com.android.settings", "settings.app_name"),
    "turn_on_airplane_mode": _AIRPLANE_MODE_ON,
    "turn_off_wifi": (_SETTINGS, ("network",), "off", "wifi"),
    "decrease_the_screen_brightness_in_setting": (
        _SETTINGS,
        ("display", "brightness"),
        "lower",
        "brightness",
    ),
    "go_to_app_info_list_in_setting": (_SETTINGS, ("apps", "see_all_apps")),
    "go_to_bluetooth_setting": (_SETTINGS, ("connected_devices", "connection_preferences", "bluetooth")),
    "toggle_dark_theme_in_setting": (_SETTINGS, ("display",), "toggle", "dark_theme"),
    "toggle_vibrate_for_calls_in_setting": (_SETTINGS, ("sound",), "toggle", "vibrate_for_calls"),
    "increase_media_volume_in_setting": (_SETTINGS, ("sound",), "raise", "media_volume"),
    "increase_call_volume_in_setting": (_SETTINGS, ("sound",), "raise", "call_volume"),
    "increase_ring_volume_in_setting": (_SETTINGS, ("sound",), "raise", "ring_volume"),
    "increase_alarm_volume_in_setting": _LOUDER,
    "go_to_add_a_language_page_in_setting": (".preferences:AddLanguageExpert",),
    "turn_off_airplane_mode": (_SETTINGS, ("network",), "off", "airplane_mode"),
    "turn_on_wifi": (_SETTINGS, ("network",), "on", "wifi"),
}

_FEED = "topics_in_the_feed_customization_settings_on_wikipedia_and_go_back_to_the_feed"
_BY_NUMBER = (
    "disable_the_topics_with_{}_numbered_indices_in_the_feed_customization_settings_on_wikipedia_"
    "and_go_back_to_the_feed"
)


def _featured_article_off_and_text_size(percent: int) -> Recipe:
    return (_PARTS, (_SIZE, percent), (_TOPICS, (0,), True), (_TAB, "explore"))


_ENCYCLOPEDIA: dict[str, Recipe] = {
    "open_wikipedia": (_TAB, "explore"),
    "go_to_saved_tab_in_wikipedia": (_TAB, "reading_lists"),
    "go_to_search_tab_in_wikipedia": (_TAB, "search"),
    f"disable_the_top_1_and_randomizer_{_FEED}": (_TOPICS, (0, 6)),
    f"disable_the_top_2_{_FEED}": (_TOPICS, (0, 1)),
    f"disable_the_top_2_and_randomizer_{_FEED}": (_TOPICS, (0, 1, 6)),
    "disable_the_show_link_previews_top_read_feed_settings_and_return_to_the_feed_on_wikipedia": (
        _PARTS, (".encyclopedia:LinkPreviewsOffExpert",), (_TOPICS, (1,), True), (_TAB, "explore"),
    ),
    "decrease_the_text_size_to_50_in_wikipedia": (_SIZE, 50),
    "disable_the_topics_that_are_related_to_history_in_the_feed_customization_settings_on_wikipedia_"
    "and_go_back_to_the_feed": (_TOPICS, (3, 5)),
    "disable_the_topics_that_include_day_in_their_names_in_the_feed_customization_settings_on_wikipedia_"
    "and_go_back_to_the_feed": (_TOPICS, (2, 5)),
    _BY_NUMBER.format("odd"): (_TOPICS, (0, 2, 4, 6)),
    _BY_NUMBER.format("even"): (_TOPICS, (1, 3, 5, 7)),
    _BY_NUMBER.format("prime"): (_TOPICS, (1, 2, 4, 6)),
    "increase_the_text_size_to_180_in_wikipedia": (_SIZE, 180),
    "disable_featured_article_feed_decrease_the_text_size_to_50_and_return_to_the_feed_on_wikipedia":
        _featured_article_off_and_text_size(50),
    "disable_featured_article_feed_increase_the_text_size_to_180_and_return_to_the_feed_on_wikipedia":
        _featured_article_off_and_text_size(180),
}  # fmt: skip

_MESSAGES: dict[str, Recipe] = {
    "open_the_message_app": (_OPEN, "com.google.android.apps.messaging", "messages.app_name"),
    "start_chatting_in_message": (".messaging:StartChatExpert",),
}

_CALENDAR: dict[str, Recipe] = {
    "open_the_calendar_app": (_OPEN, "com.google.android.calendar", "calendar.app_name"),
}

_DOCUMENTS: dict[str, Recipe] = {
    "open_the_contact_app": (_OPEN, "com.android.contacts", "contacts.app_name"),
    "activate_the_insert_page_in_contact": (".documents:NewContactExpert",),
    "activate_the_edit_page_in_contact": (".documents:EditContactExpert",),
    "open_the_camera_app": (_OPEN, "com.android.camera2", "camera.app_name"),
    "open_maps": (_OPEN, "com.google.android.apps.maps", "maps.app_name"),
    "open_the_photos_app": (_OPEN, "com.google.android.apps.photos", "photos.app_name"),
    "open_the_gmail": (_OPEN, "com.google.android.gm", "gmail.app_name"),
    "open_the_file_manager_app": (_OPEN, "com.android.documentsui", "files.app_name"),
    "list_audio_files_in_file_manager": (_PLACE, "audio"),
    "list_image_files_in_file_manager": (_PLACE, "images"),
    "list_video_files_in_file_manager": (_PLACE, "videos"),
    "list_download_files_in_file_manager": (_PLACE, "downloads"),
}

_S03: Recipe = (_PICTURE, "tools", "", "noir", "S03")
_PORTRAIT: Recipe = (_PICTURE, "looks", "portrait")
_APP_DARK: Recipe = (".darkroom:DarkThemeExpert",)
_JPG_100: Recipe = (".darkroom:PreferenceExpert", "format_quality", "jpg", "percent", 100)
_2000_PX: Recipe = (".darkroom:PreferenceExpert", "image_sizing", "pixels", "number", 2000)
_DARKER: Recipe = (_SETTINGS, ("display", "brightness"), "lower", "brightness")
_AFTER = "apply_noir_s03_filter_to_an_image_after_setting_{}_in_snapseed"
_DARKER_AND = "decrease_screen_brightness_in_setting_and_apply_{}_filter_to_an_image_in_snapseed"

_DARKROOM: dict[str, Recipe] = {
    "open_snapseed": (_OPEN, "com.niksoftware.snapseed", "snapseed.app_name"),
    "open_image_in_snapseed": (_PICTURE,),
    "set_dark_theme_in_snapseed": _APP_DARK,
    "open_image_and_apply_portrait_filter_in_snapseed": _PORTRAIT,
    "set_format_quality_to_jpg_100_in_snapseed": _JPG_100,
    "set_image_sizing_to_2000_px_in_snapseed": _2000_PX,
    "open_image_and_go_to_tools_tab_in_snapseed": (_PICTURE, "tools"),
    "open_image_and_apply_noir_s03_filter_in_snapseed": _S03,
    _AFTER.format("dark_theme"): (_PARTS, _APP_DARK, _S03),
    _AFTER.format("format_quality_to_jpg_100"): (_PARTS, _JPG_100, _S03),
    _AFTER.format("image_sizing_to_2000_px"): (_PARTS, _2000_PX, _S03),
    _DARKER_AND.format("portrait"): (_PARTS, _DARKER, _PORTRAIT),
    _DARKER_AND.format("noir_s03"): (_PARTS, _DARKER, _S03),
}

_SOCIAL: dict[str, Recipe] = {
    "open_instagram": (_SOCIAL_TAB, "feed_tab"),
    "go_to_my_profile_in_instagram": (_SOCIAL_TAB, "profile_tab"),
    "go_to_reels_tab_in_instagram": (_SOCIAL_TAB, "clips_tab"),
    "go_to_search_tab_in_instagram": (_SOCIAL_TAB, "search_tab"),
    "open_youtube": (_OPEN, "com.google.android.youtube", "youtube.app_name"),
}

_BROWSER: dict[str, Recipe] = {
    "open_chrome": (_OPEN, "com.android.chrome", "chrome.app_name"),
    "open_a_new_tab_in_chrome": (".browsing:BrowserMenuExpert", "new_tab"),
    "go_to_search_history_in_chrome": (".browsing:BrowserMenuExpert", "history"),
}

_SHOPPING: dict[str, Recipe] = {
    "open_walmart": (_SHOP_TAB, "shop"),
    "go_to_account_tab_in_walmart": (_SHOP_TAB, "account"),
    "go_to_my_cart_in_walmart": (_SHOP_SCREEN, "shop", "cart_button", "cart_fragment_constraint_layout"),
    "go_to_my_items_tab_in_walmart": (_SHOP_TAB, "my_items"),
    "go_to_search_tab_in_walmart": (_SHOP_TAB, "search"),
    "go_to_services_tab_in_walmart": (_SHOP_TAB, "services"),
    "go_to_grocery_category_and_show_subcategories_in_walmart": (
        _SHOP_SCREEN, "search", "row_title", "category_container_title", "Grocery",
    ),
    "go_to_store_map_in_walmart": (
        _SHOP_SCREEN, "services", "service_store_map", "instoremaps_webview_container",
    ),
}  # fmt: skip

RECIPES: dict[str, Recipe] = (
    _CLOCK
    | _CALCULATOR
    | _PHONE
    | _SYSTEM
    | _ENCYCLOPEDIA
    | _BROWSER
    | _CALENDAR
    | _DOCUMENTS
    | _MESSAGES
    | _DARKROOM
    | _SOCIAL
    | _SHOPPING
)
