"""Snapseed: opening a picture, looks, tools that change its pixels, the edit stack, saving, settings."""

from __future__ import annotations

import random
import re

import cv2
import numpy as np
import pytest
from handset_hand import Hand
from handset_walk import faults, random_phone, walk
from hypothesis import given, settings
from hypothesis import strategies as st

from bmoca_gym import tasks
from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps.snapseed import filters, state, tools
from bmoca_gym.handset.apps.snapseed.pixels import Edited, encoded
from bmoca_gym.handset.apps.snapseed.state import Snapseed
from bmoca_gym.handset.apps.snapseed.tools import LOOKS, TOOLS, Edit
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import shared_preferences

PACKAGE = "com.niksoftware.snapseed"
PREFERENCES = f"/data/data/{PACKAGE}/shared_prefs/Preferences.xml"
#: Phones that differ the most: 330, 440, 550 and 700 dpi, right to left, dark, and a tablet.
SHAPES = [
    {"density": 330}, {"density": 440, "locale": "ar-EG"}, {"density": 550, "locale": "ko-KR", "dark": True},
    {"density": 700, "locale": "de-DE", "font_scale": 1.15}, {"width": 1280, "height": 800, "density": 160},
]  # fmt: skip


def photo(width: int = 60, height: int = 40) -> bytes:
    """A picture with a light and a dark half, blue above and red below."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2] = (200, 80, 40)
    pixels[height // 2 :] = (40, 80, 200)
    pixels[:, : width // 2] //= 2
    return bytes(cv2.imencode(".png", pixels)[1])


@pytest.fixture
def editor(hand: Hand) -> Hand:
    """A hand in Snapseed with the phone's first picture open."""
    hand.open("snapseed")
    return opened(hand)


def opened(hand: Hand) -> Hand:
    hand.tap("logo_view")
    hand.tap("item_root")
    return hand


def open_tool(hand: Hand, name: str) -> None:
    hand.tap("tools_button")
    for _ in range(6):
        if hand.sees(f"tool_{name}"):
            break
        x, y = hand.at(hand.node("tools_list_view"), 0.5, 0.9)
        hand.do(Swipe(x, y, x, hand.at(hand.node("tools_list_view"), 0.5, 0.2)[1]))
    hand.tap(f"tool_{name}")


def drag(
    hand: Hand, start: tuple[float, float], end: tuple[float, float], id: str = "image_container"
) -> None:
    node = hand.node(id)
    hand.do(Swipe(*hand.at(node, *start), *hand.at(node, *end)))


def edits(hand: Hand) -> tuple[Edit, ...]:
    return tuple(hand.state("snapseed").edits)


def test_open_a_picture(hand: Hand) -> None:
    hand.open("snapseed")
    assert hand.sees("logo_view")
    assert not hand.sees("looks_button")
    hand.tap("empty_view")
    assert hand.activity == "PickerActivity"
    assert hand.texts("android:id/title") == ["99_Colosseum.jpg"]
    hand.tap("item_root")
    assert hand.activity == "WelcomeScreenActivity"
    assert hand.node("looks_button").selected
    assert not hand.sees("logo_view")


def test_the_newest_picture(hand: Hand) -> None:
    hand.open("snapseed")
    hand.wait(60)
    hand.device.write_file("/sdcard/DCIM/Camera/new.png", photo())
    hand.tap("open_button")
    hand.tap("open_latest")
    assert hand.state("snapseed").path == "/sdcard/DCIM/Camera/new.png"


def test_a_phone_without_pictures(hand: Hand) -> None:
    hand.shell(f"rm {pictures.COLOSSEUM}")
    hand.open("snapseed")
    hand.tap("open_button")
    hand.tap("open_latest")
    assert hand.phone.toast == "No photos on this device"
    hand.tap("logo_view")
    assert hand.sees(text="No photos on this device")
    hand.tap(description="Navigate up")
    assert hand.sees("logo_view")


def test_a_picture_that_is_deleted_while_it_is_edited_stays_open(editor: Hand) -> None:
    editor.shell(f"rm {pictures.COLOSSEUM}")
    editor.tap("look_portrait")
    editor.tap("apply_button")
    assert edits(editor) == (Edit("look", (), 0),)


def test_looks(editor: Hand) -> None:
    before = editor.device.screenshot((108, 216))
    editor.tap("look_portrait")
    assert editor.node(text="Portrait").selected
    assert not editor.node(text="Smooth").selected
    assert not editor.sees("looks_button")
    assert (editor.device.screenshot((108, 216)) != before).any()
    editor.tap("look_smooth")
    assert not editor.node(text="Portrait").selected
    editor.tap("cancel_button")
    assert edits(editor) == ()
    assert editor.node("looks_button").selected
    editor.tap("look_pop")
    editor.tap("apply_button")
    assert edits(editor) == (Edit("look", (), 2),)


def test_tabs(editor: Hand) -> None:
    editor.tap("tools_button")
    assert editor.node("tools_button").selected
    assert not editor.node("looks_button").selected
    editor.tap("tools_button")
    assert not editor.node("tools_button").selected
    editor.tap("export_button")
    assert editor.node("export_button").selected
    editor.press("BACK")
    assert editor.sees("looks_button")
    editor.press("BACK")
    assert editor.phone.home


def test_a_style(editor: Hand) -> None:
    open_tool(editor, "noir")
    assert editor.node(text="S01").selected
    editor.tap(text="S03")
    assert editor.node(text="S03").selected
    assert not editor.node(text="S01").selected
    editor.tap("style_button")
    assert not editor.sees(text="S03")
    editor.tap("style_button")
    editor.tap("apply_button")
    assert [(edit.tool, edit.style) for edit in edits(editor)] == [("noir", 2)]


def test_a_drag_changes_the_chosen_parameter(editor: Hand) -> None:
    open_tool(editor, "tune_image")
    drag(editor, (0.2, 0.5), (0.45, 0.5))
    assert re.search(r"Brightness .*\+50", editor.text("param_value"))
    drag(editor, (0.5, 0.8), (0.5, 0.3))
    editor.tap("param_item", index=2)
    drag(editor, (0.9, 0.5), (0.1, 0.5))
    assert re.search("Saturation .*\u2212100", editor.text("param_value"))
    editor.tap("apply_button")
    assert edits(editor) == (Edit("tune_image", (50, 0, -100, 0, 0, 0, 0)),)


def test_a_tool_that_changes_nothing_is_no_edit(editor: Hand) -> None:
    for name in ("tune_image", "crop", "rotate", "details", "white_balance"):
        open_tool(editor, name)
        editor.tap("apply_button")
    assert edits(editor) == ()
    open_tool(editor, "noir")
    editor.press("BACK")
    assert edits(editor) == ()
    assert editor.node("tools_button").selected


def test_crop(editor: Hand) -> None:
    width, height = editor.state("snapseed").shown.size()
    open_tool(editor, "crop")
    editor.tap("style_item", index=1)
    drag(editor, (0.5, 0.5), (0.9, 0.5), "crop_drag_handle")
    editor.tap("apply_button")
    assert editor.state("snapseed").shown.size() == (height, height)
    assert edits(editor)[0].values[1] == 1000
    open_tool(editor, "rotate")
    editor.tap("rotate_button")
    editor.tap("flip_button")
    editor.tap("apply_button")
    assert edits(editor)[1] == Edit("rotate", (1, 1, 0))
    assert width > height


def test_the_edit_stack(editor: Hand) -> None:
    editor.tap("edit_stack_button")
    assert editor.texts("android:id/title") == ["No edits yet"]
    editor.tap("android:id/title")
    for look in ("look_portrait", "look_smooth"):
        editor.tap(look)
        editor.tap("apply_button")

    def choose(name: str) -> tuple[Edit, ...]:
        editor.tap("edit_stack_button")
        editor.tap("android:id/title", text=name)
        return edits(editor)

    both = (Edit("look", (), 0), Edit("look", (), 1))
    assert choose("Undo") == both[:1]
    assert choose("Undo") == ()
    assert choose("Redo") == both[:1]
    assert choose("Redo") == both
    assert choose("Revert") == ()
    assert choose("Undo") == both
    choose("View edits")
    assert editor.texts("title")[-2:] == ["Smooth", "Portrait"]
    editor.tap("delete_button", index=1)
    assert edits(editor) == both[1:]


def test_saving_writes_what_is_shown(editor: Hand) -> None:
    open_tool(editor, "black_white")
    editor.tap("apply_button")
    for _ in range(2):
        editor.tap("export_button")
        editor.tap("save_item")
    assert "99_Colosseum-02.jpeg" in editor.phone.toast
    assert editor.device.read_file("/sdcard/Snapseed/99_Colosseum-01.jpeg")
    data = editor.device.read_file("/sdcard/Snapseed/99_Colosseum-02.jpeg")
    saved = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert saved.shape[1::-1] == pictures.size(editor.state("snapseed").data)
    assert int(np.ptp(saved.astype(int), axis=2).max()) < 8  # gray
    assert pictures.photos(editor.phone)[0].name.startswith("99_Colosseum-0")


@pytest.mark.parametrize(("entry", "suffix"), [("PNG", "png"), ("JPG 80%", "jpeg")])
def test_exporting_follows_the_settings(hand: Hand, entry: str, suffix: str) -> None:
    hand.device.write_file("/sdcard/Pictures/wide.png", photo(1600, 400))
    hand.open("snapseed")
    hand.tap("overflow_button")
    hand.tap("android:id/title")
    for title, chosen in (("Image sizing", "800 px"), ("Format and quality", entry)):
        hand.tap("android:id/title", text=title)
        hand.tap("android:id/text1", description=chosen)
        assert chosen in hand.texts("android:id/summary")
    hand.press("BACK")
    hand.tap("logo_view")
    hand.tap("item_root", description="wide.png")
    hand.tap("export_button")
    hand.tap("export_item")
    assert pictures.size(hand.device.read_file(f"/sdcard/Snapseed/wide-01.{suffix}")) == (800, 200)


def test_preferences_are_a_file(hand: Hand) -> None:
    hand.open("snapseed")
    hand.tap("overflow_button")
    hand.tap("android:id/title")
    written = shared_preferences.parse(hand.device.read_file(PREFERENCES))
    assert written == (
        ("boolean", "pref_appearance_use_dark_theme", False),
        ("string", "pref_export_setting_compression", "95"),
        ("string", "pref_export_setting_long_edge", "0"),
    )
    hand.tap("android:id/title", text="Dark theme")
    assert b'<boolean name="pref_appearance_use_dark_theme" value="true" />' in hand.device.read_file(
        PREFERENCES
    )
    assert hand.state("snapseed").dark
    hand.tap("android:id/title", text="Dark theme")
    assert b'name="pref_appearance_use_dark_theme" value="false"' in hand.device.read_file(PREFERENCES)
    hand.tap("android:id/title", text="Format and quality")
    hand.tap("android:id/text1", description="JPG 100%")
    assert b'<string name="pref_export_setting_compression">100</string>' in hand.device.read_file(
        PREFERENCES
    )
    data = hand.device.read_file(PREFERENCES).replace(b">100<", b">17<")
    hand.device.write_file(PREFERENCES, data)  # none of the entries
    assert hand.text("android:id/summary", 1) == "JPG 95%"
    hand.device.write_file(PREFERENCES, b"nonsense")
    assert set(hand.state("snapseed").preferences) == set(Snapseed().preferences)


def test_the_apps_theme_is_not_the_systems() -> None:
    shots = []
    for dark in (False, True):
        hand = Hand(density=440, dark=dark)
        hand.open("snapseed")
        shots.append(hand.device.screenshot((54, 108))[20:90])
    assert (shots[0] == shots[1]).all()


def test_leaving_forgets_the_picture_and_keeps_the_settings(editor: Hand) -> None:
    editor.press("BACK", "BACK")
    assert editor.phone.home
    editor.open("snapseed")
    assert editor.sees("logo_view")


# Pixels


@pytest.mark.parametrize("edit", [*[tool.first for tool in TOOLS.values()], *[Edit("look", (), i) for i in range(11)]],
                         ids=lambda edit: f"{edit.tool}{edit.style}")  # fmt: skip
def test_what_an_edit_does(edit: Edit) -> None:
    plain, edited = Edited(photo()), Edited(photo(), (edit,))
    for size in ((30, 20), (60, 40), (64, 64)):
        shown = edited.pixels(*size)
        assert (shown.shape, shown.dtype) == ((size[1], size[0], 3), np.uint8)
        assert (shown == Edited(photo(), (edit,)).pixels(*size)).all()
    changed = (edited.pixels(60, 40) != plain.pixels(60, 40)).any()
    assert changed == state.changes(edit)


def test_every_style_differs() -> None:
    for tool in TOOLS.values():
        if tool.name == "crop":
            continue
        shown = {
            Edited(photo(), (Edit(tool.name, tool.first.values, i),)).pixels(60, 40).tobytes()
            for i in range(len(tool.styles))
        }
        assert len(shown) == len(tool.styles), tool.name
    assert (
        len({Edited(photo(), (Edit("look", (), i),)).pixels(60, 40).tobytes() for i in range(len(LOOKS))})
        == 11
    )


def test_directions() -> None:
    def mean(edit: Edit) -> np.ndarray:
        return Edited(photo(), (edit,)).pixels(60, 40).astype(float).mean(axis=(0, 1))

    plain = Edited(photo()).pixels(60, 40).astype(float).mean(axis=(0, 1))
    assert (mean(Edit("tune_image", (50, 0, 0, 0, 0, 0, 0))) > plain).all()
    assert (mean(Edit("tune_image", (-50, 0, 0, 0, 0, 0, 0))) < plain).all()
    warm = mean(Edit("white_balance", (60, 0)))
    assert warm[0] > plain[0]
    assert warm[2] < plain[2]
    assert np.ptp(mean(Edit("tune_image", (0, 0, -100, 0, 0, 0, 0)))) < 1
    turned = Edited(photo(), (Edit("rotate", (1, 0, 0)),)).pixels(40, 60)
    assert (turned == np.rot90(Edited(photo()).pixels(60, 40), -1)).all()


numbers = st.integers(1, 400)


@given(numbers, numbers, st.integers(0, 5), st.integers(0, 1), st.integers(0, 1000), st.integers(0, 1000))
def test_a_crop_lies_within_the_picture(
    width: int, height: int, style: int, upright: int, x: int, y: int
) -> None:
    left, top, right, bottom = filters.crop_box(width, height, Edit("crop", (upright, x, y), style))
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height
    assert right - left == width or bottom - top == height
    wide, high = tools.RATIOS[style]
    if wide and not upright and min(width, height) > 50:
        long, short = sorted((right - left, bottom - top), reverse=True)
        assert long / short == pytest.approx(wide / high, rel=0.05)


@st.composite
def any_edit(draw: st.DrawFn) -> Edit:
    tool = draw(st.sampled_from(sorted(TOOLS)))
    values = tuple(draw(st.integers(p.low, p.high)) for p in TOOLS[tool].parameters)
    return Edit(tool, values, draw(st.integers(0, max(0, len(TOOLS[tool].styles) - 1))))


@settings(max_examples=60)
@given(st.lists(any_edit(), max_size=3), st.integers(1, 50), st.integers(1, 50), numbers, numbers)
def test_any_edits_at_any_size(steps: list[Edit], wide: int, high: int, width: int, height: int) -> None:
    picture = Edited(photo(wide, high), tuple(steps))
    assert picture.pixels(width, height).shape == (height, width, 3)
    size = pictures.size(encoded(picture, 30, 90))
    assert size is not None
    assert max(size) <= 30 or max(size) <= max(wide, high)


def test_a_narrow_picture_costs_no_more_than_another() -> None:
    narrow = Edited(photo(8000, 1), (Edit("look", (), 0),))
    assert narrow.pixels(64, 64).shape == (64, 64, 3)


# Everywhere


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_screen_on_every_phone(shape: dict) -> None:
    hand = Hand(**shape)
    hand.open("snapseed")

    def check() -> None:
        assert faults(hand.tree) == []

    check()
    opened(hand)
    check()
    hand.tap("look_portrait")
    check()
    hand.tap("cancel_button")
    for name in TOOLS:
        open_tool(hand, name)
        check()
        if hand.sees("param_button"):
            hand.tap("param_button")
            check()
            hand.press("BACK")
        hand.tap("apply_button")
    hand.tap("export_button")
    check()
    hand.tap("edit_stack_button")
    check()


def test_the_rule_knows_the_look_in_every_language() -> None:
    task = next(
        t for t in tasks.suite("bmoca").tasks if t.id == "open_image_and_apply_portrait_filter_in_snapseed"
    )
    words = {resources.string(locale, "snapseed.portrait") for locale in LOCALES}
    assert set(task.corrected.text) == words
    # No other look, and nothing else that can be selected, has the name.
    others = {
        resources.string(locale, f"snapseed.{name}")
        for locale in LOCALES
        for name in LOOKS
        if name != "portrait"
    }
    assert not words & others


@pytest.mark.parametrize("seed", range(4))
def test_random_walks(seed: int) -> None:
    for phone in walk(random_phone(seed, PACKAGE), random.Random(seed), 40):
        assert faults(screen.ui_tree(phone)) == []
