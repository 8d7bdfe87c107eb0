"""The launcher: home screen, drawer in the locale's order, search, menus of icons, pages, its database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from itertools import pairwise

import cv2
import numpy as np
import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.apps.launcher.database import LAUNCHER_DATABASE_PATH, Favorite, launcher_database
from bmoca_gym.handset.contract import WALLPAPERS
from bmoca_gym.handset.gestures import LongPress, Swipe, Tap
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system.sqlite_bytes import read_database
from bmoca_gym.handset.ui.finding import located
from bmoca_gym.handset.value import clear_caches

#: Calculator, clock, phone, settings, Wikipedia in the order of each language's alphabet.
ORDERS = {
    "en-US": ["Calculator", "Clock", "Phone", "Settings", "Wikipedia"],
    "ak-GH": ["Berɛ", "Fon", "Nhyehyɛe", "Nkontabuo afidie", "Wikipedia"],
    "ar-AE": ["الإعدادات", "الحاسبة", "الساعة", "الهاتف", "ويكيبيديا"],
    "ar-EG": ["الإعدادات", "الحاسبة", "الساعة", "الهاتف", "ويكيبيديا"],
    "de-DE": ["Einstellungen", "Rechner", "Telefon", "Uhr", "Wikipedia"],
    "es-US": ["Calculadora", "Configuración", "Reloj", "Teléfono", "Wikipedia"],
    "fr-CA": ["Calculatrice", "Horloge", "Paramètres", "Téléphone", "Wikipédia"],
    "hi-IN": ["कैलकुलेटर", "घड़ी", "फ़ोन", "विकिपीडिया", "सेटिंग"],
    "ja-JP": ["ウィキペディア", "時計", "設定", "電卓", "電話"],
    "ko-KR": ["계산기", "설정", "시계", "위키백과", "전화"],
    "pt-BR": ["Calculadora", "Configurações", "Relógio", "Telefone", "Wikipédia"],
    "pt-PT": ["Calculadora", "Definições", "Relógio", "Telefone", "Wikipédia"],
    "ru-MD": ["Википедия", "Калькулятор", "Настройки", "Телефон", "Часы"],
    "ur-PK": ["ترتیبات", "فون", "کیلکولیٹر", "گھڑی", "ویکیپیڈیا"],
    "zh-Hans-CN": ["电话", "计算器", "设置", "时钟", "维基百科"],
}


def with_icons(hand: Hand, *icons: tuple[str, str, int, int, int]) -> Hand:
    """The hand's phone with (app, container, screen, x, y) icons and no others."""
    rows = tuple(Favorite("", APPS[app].component, where, page, x, y) for app, where, page, x, y in icons)
    hand.device.write_file(LAUNCHER_DATABASE_PATH, launcher_database(rows))
    return hand


def labels(hand: Hand) -> list[str]:
    return [n.content_description for n in hand.tree if n.long_clickable and not n.editable]


# Home


def test_out_of_the_box_there_is_a_hotseat(hand: Hand) -> None:
    assert labels(hand) == ["Phone", "Settings"]
    assert hand.text("clock") == "Wed, May 1"
    hand.tap(description="Phone")
    assert hand.activity == "MainActivity"


def test_icons_lie_where_the_database_says(hand: Hand) -> None:
    with_icons(
        hand,
        ("clock", "desktop", 0, 0, 1),
        ("calculator", "desktop", 0, 4, 4),
        ("dialer", "hotseat", 0, 2, 0),
    )
    clock, calculator, dialer = (hand.node(description=name) for name in ("Clock", "Calculator", "Phone"))
    assert clock.center[0] < 216 < 864 < calculator.center[0]
    assert clock.center[1] < calculator.center[1] < dialer.center[1]
    assert dialer.center[0] == pytest.approx(540, abs=3)


def test_the_home_screen_is_mirrored_in_arabic(make_hand: Callable[..., Hand]) -> None:
    hand = with_icons(make_hand(locale="ar-EG"), ("clock", "desktop", 0, 0, 1))
    assert hand.node(description="الساعة").center[0] > 864


def test_an_icon_of_an_app_that_is_not_there_is_no_icon(hand: Hand) -> None:
    rows = (Favorite("Gone", "org.example/.Main", "desktop", 0, 1, 1),)
    hand.device.write_file(LAUNCHER_DATABASE_PATH, launcher_database(rows))
    assert labels(hand) == []


def test_pages_turn_with_the_finger_and_home_goes_to_the_first(make_hand: Callable[..., Hand]) -> None:
    for locale, forward, backward in (("en-US", "left", "right"), ("ur-PK", "right", "left")):
        hand = make_hand(locale=locale)
        with_icons(
            hand,
            ("clock", "desktop", 0, 0, 1),
            ("calculator", "desktop", 1, 0, 0),
            ("dialer", "hotseat", 0, 0, 0),
        )
        names = {app: string(locale, f"{app}.app_name") for app in ("clock", "calculator", "dialer")}
        assert labels(hand) == [names["clock"], names["dialer"]]
        hand.swipe(backward)
        assert labels(hand) == [names["clock"], names["dialer"]], "there is no page before the first"
        hand.swipe(forward)
        assert labels(hand) == [names["calculator"], names["dialer"]]
        hand.swipe(forward)
        assert labels(hand) == [names["calculator"], names["dialer"]], "nor one behind the last"
        hand.press("HOME")
        assert labels(hand) == [names["clock"], names["dialer"]]


def contrast(first: float, second: float) -> float:
    """WCAG's contrast ratio of two relative luminances."""
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def test_labels_stand_out_from_every_wallpaper(make_hand: Callable[..., Hand]) -> None:
    names = [name for name in APPS if name != "launcher"]
    for wallpaper in WALLPAPERS:
        hand = make_hand(wallpaper=wallpaper)
        bare = with_icons(hand).device.screenshot()
        with_icons(
            hand, *[(names[4 * y + x - 4], "desktop", 0, x, y) for y in range(1, 5) for x in range(1, 5)]
        )
        frame = hand.device.screenshot()
        for node in (n for n in hand.tree if n.long_clickable):
            left, _, right, bottom = node.bounds
            shown = frame[bottom - 60 : bottom, left:right].astype(float) / 255
            light = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
            light = light @ [0.2126, 0.7152, 0.0722]
            dark_ink = wallpaper in ("03_paper", "04_sky")
            letters = light < 0.05 if dark_ink else light > 0.9
            letters &= (shown != bare[bottom - 60 : bottom, left:right] / 255).any(axis=2)
            letters = letters.astype(np.uint8)
            around = cv2.dilate(letters, np.ones((5, 5), np.uint8)) - letters
            found = contrast(light[letters == 1].mean(), np.median(light[around == 1]))
            assert found > 2, (wallpaper, node.text, found)
        clear_caches()  # a wallpaper has ten megabytes


def test_the_bars_are_read_on_the_wallpapers_ends(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(wallpaper="04_sky")
    status, navigation = screen.surfaces(hand.phone)[-2:]
    assert [box.element.color for _, _, box in (*status.box.children[:1], *navigation.box.children[1][2].children)] == [
        0xFFFFFFFF, 0xFF5F6368,
    ]  # fmt: skip


# The drawer


@pytest.mark.parametrize("locale", LOCALES)
def test_the_drawer_lists_the_apps_in_the_languages_order(
    make_hand: Callable[..., Hand], locale: str
) -> None:
    hand = make_hand(locale=locale)
    hand.swipe("up")
    shown = hand.texts("icon")
    assert len(shown) == len(APPS) - 1
    assert [name for name in shown if name in ORDERS[locale]] == ORDERS[locale]
    first, second = hand.all("icon")[:2]
    assert (first.center[0] > second.center[0]) == LOCALES[locale].rtl, "it reads from the start of the line"


@pytest.mark.parametrize("app", [name for name in APPS if name != "launcher"])
def test_every_app_opens_from_the_drawer(hand: Hand, app: str) -> None:
    hand.swipe("up")
    hand.tap("icon", text=string("en-US", f"{app}.app_name"))
    assert hand.phone.tasks[-1].package == APPS[app].package


def test_the_drawer_closes_with_a_swipe_back_and_home(hand: Hand) -> None:
    for close in (lambda: hand.swipe("down"), lambda: hand.press("BACK"), lambda: hand.press("HOME")):
        hand.swipe("up")
        assert hand.sees("apps_view")
        close()
        assert hand.sees("workspace")


def test_searching_narrows_the_list(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    hand.type("  cLo ")
    assert hand.texts("icon") == ["Clock"]
    hand.type("x")
    assert hand.texts("icon") == []
    assert any("clox" in t.lower().replace(" ", "") for t in hand.texts())
    hand.press("BACK", "BACK")
    hand.swipe("up")
    assert hand.text("search_box_input") == "Search apps"
    assert len(hand.texts("icon")) == len(APPS) - 1


def test_enter_opens_what_was_found_or_nothing(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    hand.type("zzz\n")
    assert hand.phone.home
    hand.tap("search_box_input")
    hand.press("DEL", "DEL", "DEL")
    hand.type("wiki\n")
    assert hand.phone.tasks[-1].package == "org.wikipedia"


# Menus


def test_an_icons_menu_removes_it_from_the_home_screen_only(hand: Hand) -> None:
    with_icons(hand, ("clock", "desktop", 0, 0, 1), ("calculator", "desktop", 0, 1, 1))
    hand.hold(description="Clock")
    assert hand.texts("android:id/title") or hand.texts()
    hand.tap(text="Remove")
    assert labels(hand) == ["Calculator"]
    hand.swipe("up")
    assert "Clock" in hand.texts("icon")
    hand.hold("icon", text="Clock")
    assert "Remove" not in hand.texts(), "an app can't be removed from the list of all apps"


def test_the_menu_shows_what_is_known_of_the_app(hand: Hand) -> None:
    hand.hold(description="Phone")
    hand.tap(text="App info")
    assert hand.activity == "InstalledAppDetails"
    assert "Phone" in hand.texts()
    hand.press("BACK")
    assert hand.sees("workspace")
    assert not hand.sees("deep_shortcuts_container")


def test_the_menu_closes_beside_it_and_with_back(hand: Hand) -> None:
    for close in (lambda: hand.do(Tap(0.5, 0.05)), lambda: hand.press("BACK"), lambda: hand.press("HOME")):
        hand.hold(description="Phone")
        assert hand.sees("deep_shortcuts_container")
        close()
        assert not hand.sees("deep_shortcuts_container")


def test_the_menu_opens_beside_its_icon_with_the_apps_shortcuts(make_hand: Callable[..., Hand]) -> None:
    for locale in ("en-US", "ar-EG"):
        hand = with_icons(
            make_hand(locale=locale), ("clock", "desktop", 0, 0, 1), ("contacts", "desktop", 0, 4, 4)
        )
        for app, below in (("clock", True), ("contacts", False)):
            name = string(locale, f"{app}.app_name")
            icon = hand.node(description=name).bounds
            hand.hold(description=name)
            card = hand.node("deep_shortcuts_container").bounds
            assert (card[1] >= icon[3]) if below else (card[3] <= icon[1])
            assert 0 <= card[0] < icon[2]
            assert icon[0] < card[2] <= 1080
            hand.press("BACK")
        hand.hold(description=string(locale, "contacts.app_name"))
        hand.tap(text=string(locale, "contacts.new_contact"))
        assert hand.phone.top.package == "com.android.contacts"


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_the_menu_of_android_13_is_a_card_for_each_row_and_points_at_its_icon(
    make_hand: Callable[..., Hand], locale: str
) -> None:
    hand = make_hand("android13", locale=locale)
    name = string(locale, "dialer.app_name")
    middle = round(hand.node(description=name).center[0])
    hand.hold(description=name)
    rows = [row.bounds for row in hand.all("system_shortcut")]
    assert hand.node("popup_container").content_description == name
    assert not hand.sees("deep_shortcuts_container"), "it has no shortcuts of its own"
    picture = hand.device.screenshot()
    card = picture[rows[0][3] - 20, middle]
    for above, below in pairwise(rows):
        assert 0 < below[1] - above[3] <= 8
        assert (picture[(above[3] + below[1]) // 2, middle] != card).any()
    assert (picture[rows[-1][3] + 4, middle] == card).all(), "the tail"
    assert (picture[rows[-1][3] + 4, middle + 80] != card).any()


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
@pytest.mark.parametrize(("place", "above"), [((0, 4), True), ((0, 0), False)])
def test_what_the_launcher_offers_is_icons_beside_an_apps_shortcuts_on_android_13(
    make_hand: Callable[..., Hand], locale: str, place: tuple[int, int], above: bool
) -> None:
    hand = with_icons(make_hand("android13", locale=locale), ("clock", "desktop", 0, *place))
    name, info = string(locale, "clock.app_name"), string(locale, "launcher.app_info")
    icon = hand.node(description=name).bounds
    hand.hold(description=name)
    row, own = hand.node("system_shortcut_icons"), hand.node("deep_shortcuts_container")
    assert hand.texts("bubble_text") == [string(locale, "clock.add_alarm")]
    assert row.bounds[3] < own.bounds[1] if above else own.bounds[3] < row.bounds[1]
    assert (own.bounds[3] <= icon[1]) if above else (own.bounds[1] >= icon[3]), "they are nearest to the icon"
    icons = [node for node in hand.tree if node.clickable and node.class_name == "android.widget.ImageView"]
    assert [node.content_description for node in icons] == [info, string(locale, "launcher.remove")]
    assert not any(node.text or node.resource_id for node in icons)
    edges = [node.bounds[0] if locale == "ar-EG" else node.bounds[2] for node in icons]
    assert edges[-1] == (row.bounds[0] if locale == "ar-EG" else row.bounds[2]), "at the end of the row"
    hand.tap(description=info)
    assert hand.activity == "InstalledAppDetails"
    hand.press("HOME")
    hand.hold(description=name)
    hand.tap(text=string(locale, "clock.add_alarm"))
    assert hand.phone.top.package == "com.google.android.deskclock"


def test_the_wallpapers_menu(hand: Hand) -> None:
    hand.do(LongPress(0.5, 0.4))
    hand.press("BACK")
    assert hand.sees("workspace")
    hand.do(LongPress(0.5, 0.4))
    hand.tap(text="Wallpapers")
    hand.tap(description="Wallpaper 2")
    assert hand.phone.configuration.wallpaper == "01_red"
    assert hand.device.read_file("/data/system/users/0/wallpaper").endswith(b"01_red\n")
    hand.do(LongPress(0.5, 0.4))
    hand.tap(text="Home settings")
    assert hand.phone.top.package == "com.android.settings"


def test_a_swipe_down_opens_the_shade(hand: Hand) -> None:
    hand.swipe("down")
    assert hand.phone.shade is not None


# Carrying


def cell(hand: Hand, container: str, x: int, y: int) -> tuple[float, float]:
    """The centre of a cell, as fractions of the screen."""
    window = screen.active(hand.phone)
    found = located(
        window.box, (), lambda e: (getattr(e, "container", ""), getattr(e, "row", -1)) == (container, y)
    )
    assert found is not None
    left, top, box = found
    return (left + (x + 0.5) * box.width / 5) / 1080, (top + box.height / 2) / 2160


def carry(hand: Hand, name: str, end: tuple[float, float]) -> None:
    hand.do(Swipe(*hand.at(hand.node(description=name)), *end, 0.5, held=0.6))


def cells(hand: Hand) -> dict[str, tuple[str, int, int]]:
    return {
        "+".join(sorted(c.rpartition(".")[2] for c in s.inside)) or s.component.rpartition(".")[2]: s.cell[:1] + s.cell[2:]
        for s in hand.state("launcher").shortcuts
    }  # fmt: skip


def test_icons_are_carried_into_cells_folders_and_away(hand: Hand) -> None:
    with_icons(
        hand, ("clock", "desktop", 0, 0, 1), ("chrome", "desktop", 0, 1, 1), ("files", "hotseat", 0, 0, 0)
    )
    hand.do(Swipe(*hand.at(hand.node(description="Clock")), *cell(hand, "desktop", 3, 3)))
    assert cells(hand)["DeskClock"] == ("desktop", 0, 1), "a swift swipe carries nothing"
    hand.press("BACK")
    x, y = hand.at(hand.node(description="Clock"))
    hand.shell("input draganddrop {:.0f} {:.0f} {:.0f} {:.0f} 800".format(
        x * 1080, y * 2160, *(f * s for f, s in zip(cell(hand, "desktop", 3, 3), (1080, 2160), strict=True))))  # fmt: skip
    assert cells(hand)["DeskClock"] == ("desktop", 3, 3)
    carry(hand, "Clock", cell(hand, "hotseat", 4, 0))
    assert cells(hand)["DeskClock"] == ("hotseat", 4, 0)
    carry(hand, "Files", cell(hand, "desktop", 1, 1))
    assert cells(hand) == {"DeskClock": ("hotseat", 4, 0), "LauncherActivity+Main": ("desktop", 1, 1)}
    carry(hand, "Clock", cell(hand, "desktop", 1, 1))
    assert list(cells(hand)) == ["DeskClock+LauncherActivity+Main"]
    hand.tap(description="Folder: ")
    carry(hand, "Clock", cell_after(hand, "desktop", 2, 2))
    assert cells(hand) == {"DeskClock": ("desktop", 2, 2), "LauncherActivity+Main": ("desktop", 1, 1)}
    carry(hand, "Folder: ", cell(hand, "desktop", 4, 4))
    assert cells(hand)["LauncherActivity+Main"] == ("desktop", 4, 4)
    carry(hand, "Clock", hand.at(hand.node("clock")))
    assert list(cells(hand)) == ["LauncherActivity+Main"], "it is dropped where icons go away"


def cell_after(hand: Hand, container: str, x: int, y: int) -> tuple[float, float]:
    """As `cell`, after closing anything over the home screen."""
    phone = hand.phone
    hand.press("BACK")
    found = cell(hand, container, x, y)
    hand.phone = phone
    return found


def test_apps_come_back_from_the_drawer(hand: Hand) -> None:
    with_icons(hand, ("clock", "desktop", 0, 0, 1))
    target = cell(hand, "desktop", 2, 3)
    hand.swipe("up")
    carry(hand, "Calculator", target)
    assert cells(hand)["Calculator"] == ("desktop", 2, 3)
    hand.swipe("up")
    hand.hold("icon", text="Files")
    hand.tap(text="Add to Home screen")
    assert cells(hand)["LauncherActivity"] == ("desktop", 1, 1)
    assert hand.sees(description="Files"), "its page is shown"


def test_a_turned_phone_has_its_hotseat_at_the_side(make_hand: Callable[..., Hand]) -> None:
    names = [name for name in APPS if name != "launcher"]
    for look in ({}, {"density": 550}, {"locale": "ar-EG", "density": 330, "font_scale": 1.3}):
        hand = make_hand(**look)
        with_icons(hand, *[(names[y], "desktop", 0, x, y) for y in range(1, 5) for x in range(5)],
                   *[(names[x], "hotseat", 0, x, 0) for x in range(5)])  # fmt: skip
        bar = 48 * hand.phone.configuration.density // 160
        for rotation, least, most in ((1, 0, 2160 - bar), (3, bar, 2160)):
            hand.shell(f"settings put system user_rotation {rotation}")
            assert hand.node("launcher").bounds == (0, 0, 2160, 1080), "its wallpaper lies under the bar too"
            icons = [node for node in hand.tree if node.long_clickable]
            assert len(icons) == 25
            boxes = [node.bounds for node in (*icons, hand.node("clock"))]
            for i, (left, top, right, bottom) in enumerate(boxes):
                assert least <= left < right <= most
                assert bottom <= 1080
                for x0, y0, x1, y1 in boxes[:i]:
                    assert min(right, x1) <= max(left, x0) or min(bottom, y1) <= max(top, y0)
            left, _, right, _ = icons[0].bounds
            hand.do(LongPress((left + right) / 2 / 2160, icons[0].center[1] / 1080))
            x0, _, x1, _ = hand.node("deep_shortcuts_container").bounds
            assert min(abs(x0 - left), abs(x1 - right)) <= 2, "its menu is at the icon"
            hand.press("BACK")


# The database


def test_the_database_is_the_home_screen(hand: Hand) -> None:
    with_icons(hand, ("clock", "desktop", 0, 3, 2), ("dialer", "hotseat", 0, 1, 0))
    with closing(read_database(hand.device.read_file(LAUNCHER_DATABASE_PATH))) as database:
        rows = database.execute(
            "SELECT intent, container, screen, cellX, cellY FROM favorites ORDER BY _id"
        ).fetchall()
    assert [row[1:] for row in rows] == [(-100, 0, 3, 2), (-101, 1, 1, 0)]
    assert APPS["clock"].component.partition("/")[0] in rows[0][0]
    hand.hold(description="Clock")
    hand.tap(text="Remove")
    with closing(read_database(hand.device.read_file(LAUNCHER_DATABASE_PATH))) as database:
        assert database.execute("SELECT count(*) FROM favorites").fetchone() == (1,)


def test_icons_outside_the_grid_are_left_out(hand: Hand) -> None:
    with_icons(
        hand,
        ("clock", "desktop", 0, 5, 1),
        ("calculator", "desktop", 0, 0, 5),
        ("dialer", "desktop", 0, 1, 1),
    )
    assert labels(hand) == ["Phone"]


# Folders


def with_folder(hand: Hand, title: str, *names: str) -> Hand:
    """The hand's phone with a folder of these apps in the middle of its desktop, and no other icons."""
    inside = tuple(APPS[name].component for name in names)
    data = launcher_database((Favorite(title, "", "desktop", 0, 2, 2, inside),))
    hand.device.write_file(LAUNCHER_DATABASE_PATH, data)
    return hand


def test_a_folder_opens_and_its_apps_start(hand: Hand) -> None:
    with_folder(hand, "Tools", "clock", "calculator")
    hand.tap(description="Folder: Tools")
    assert hand.text("folder_name") == "Tools"
    assert labels(hand) == ["Clock", "Calculator"]
    hand.tap(description="Calculator")
    assert hand.activity == "Calculator"
    hand.press("HOME")
    assert not hand.sees("folder_name")


def test_a_folder_closes_beside_it_and_with_back(hand: Hand) -> None:
    with_folder(hand, "", "clock", "calculator")
    hand.tap(description="Folder: ")
    assert hand.text("folder_name") == "Unnamed folder"
    hand.do(Tap(0.5, 0.1))
    assert not hand.sees("folder_name")
    hand.tap(description="Folder: ")
    hand.press("BACK")
    assert not hand.sees("folder_name")


def test_a_folder_of_one_app_becomes_its_icon(hand: Hand) -> None:
    with_folder(hand, "Tools", "clock", "calculator")
    hand.tap(description="Folder: Tools")
    hand.hold(description="Clock")
    hand.tap(text="Remove")
    assert labels(hand) == ["Calculator"]
    assert not hand.sees("folder_name")


# The search bar


@pytest.mark.parametrize(
    "look",
    [
        {"density": 700, "font_scale": 1.3}, {"density": 700, "height": 2400, "font_scale": 0.85}, {"density": 550},
        {"density": 330, "font_scale": 1.15}, {"width": 1280, "height": 800, "density": 130},
        {"width": 1280, "height": 800, "density": 177, "font_scale": 1.15},
    ],
)  # fmt: skip
@pytest.mark.parametrize("locale", ["en-US", "ur-PK", "hi-IN"])
def test_a_full_page_of_icons_keeps_clear_of_the_date_and_the_search_bar(
    make_hand: Callable[..., Hand], look: dict[str, object], locale: str
) -> None:
    hand = make_hand(locale=locale, **look)
    names = [name for name in APPS if name != "launcher"]
    first = [(names[y], "desktop", 0, x, y) for y in range(1, 5) for x in range(5)]
    second = [(names[y], "desktop", 1, x, y) for y in range(5) for x in range(5)]
    with_icons(hand, *first, *second, *[(names[x], "hotseat", 0, x, 0) for x in range(5)])
    for count in (25, 30):
        icons = [node for node in hand.tree if node.long_clickable]
        assert len(icons) == count
        boxes = [node.bounds for node in (*icons, hand.node("clock"), hand.node("search_container_hotseat"))]
        for i, (left, top, right, bottom) in enumerate(boxes):
            for x0, y0, x1, y1 in boxes[:i]:
                assert min(right, x1) <= max(left, x0) or min(bottom, y1) <= max(top, y0)
        hand.swipe("right" if LOCALES[locale].rtl else "left")


@pytest.mark.parametrize("at", [(0.05, 0.05), (0.95, 0.05), (0.5, 0.2), (0.05, 0.95), (0.95, 0.95)])
def test_an_icon_dropped_anywhere_in_an_empty_cell_moves_there(hand: Hand, at: tuple[float, float]) -> None:
    """An empty cell was three pixels high, and a drag had to end exactly in its centre."""
    with_icons(hand, ("clock", "desktop", 0, 0, 1))
    x, y = cell(hand, "desktop", 3, 2)
    _, below = cell(hand, "desktop", 3, 3)
    across, along = cell(hand, "desktop", 4, 2)[0] - x, below - y
    carry(hand, "Clock", (x + (at[0] - 0.5) * across, y + (at[1] - 0.5) * along))
    assert cells(hand) == {"DeskClock": ("desktop", 3, 2)}


def test_an_empty_cell_takes_no_touch_from_what_lies_below(hand: Hand) -> None:
    with_icons(hand, ("clock", "desktop", 0, 0, 1))
    hand.do(LongPress(*cell(hand, "desktop", 3, 2)))
    assert hand.sees(text="Wallpapers")


def test_all_apps_are_on_a_sheet_on_a_tablet_of_android_13(make_hand: Callable[..., Hand]) -> None:
    tablet = {"width": 1280, "height": 800, "density": 160}
    hand = make_hand("android13", **tablet)
    hand.swipe("up")
    assert hand.node("apps_view").bounds[:3] == (0, 48, 1280)
    icons = hand.all("icon")
    assert sum(icon.bounds[1] == icons[0].bounds[1] for icon in icons) == 6
    hand.tap("search_box_input")
    hand.type("mark")
    assert [icon.text for icon in hand.all("icon")] == ["Markor"]
    hand.press("BACK")
    hand.do(Tap(0.5, 0.03))
    assert hand.sees("hotseat")
    hand.swipe("up")
    hand.swipe("down")
    assert hand.sees("hotseat")
    ten = make_hand("android10", **tablet)
    ten.swipe("up")
    assert ten.node("apps_view").bounds[1] < 48
