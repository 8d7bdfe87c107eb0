"""Makes the pictures of the documentation: ``python docs/pictures.py [NAMES]`` writes them under docs/images/."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym import (
    DeviceConfiguration,
    EmbeddedDevice,
    ExpertAgent,
    Gesture,
    PhoneEnv,
    PressKey,
    Swipe,
    Tap,
    randomization,
    tasks,
)
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.episodes.film import Film, draw
from bmoca_gym.errors import ExpertError
from bmoca_gym.handset import packages
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.system.motion import REST
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.handset.value import replace

IMAGES = Path(__file__).parent / "images"
BACKGROUND = 245
#: The apps of B-MoCA's phone, by package.
APPS = packages.apps_of(ANDROID10)
#: The apps that only AndroidWorld has, by package, with a task that fills them.
FILLED = {
    "code.name.monkey.retromusic": "androidworld/retro_create_playlist",
    "com.arduia.expense": "androidworld/expense_delete_multiple",
    "com.dimowner.audiorecorder": "androidworld/audio_recorder_record_audio",
    "com.flauschcode.broccoli": "androidworld/recipe_delete_multiple_recipes",
    "com.simplemobiletools.calendar.pro": "androidworld/simple_calendar_delete_events",
    "com.simplemobiletools.draw.pro": "androidworld/simple_draw_pro_create_drawing",
    "com.simplemobiletools.gallery.pro": "androidworld/expense_add_multiple_from_gallery",
    "com.simplemobiletools.smsmessenger": "androidworld/simple_sms_reply",
    "de.dennisguse.opentracks": "androidworld/sports_tracker_activities_on_date",
    "net.cozic.joplin": "androidworld/notes_todo_item_count",
    "net.gsantner.markor": "androidworld/markor_delete_note",
    "net.osmand": "androidworld/osm_and_marker",
    "org.tasks": "androidworld/tasks_due_next_week",
    "org.videolan.vlc": "androidworld/vlc_create_playlist",
}
#: The apps of AndroidLab, by package, with a task that begins in each.
LAB = {
    "com.aldiko.android": "androidlab/cantook_1",
    "com.android.settings": "androidlab/setting_1",
    "com.android.contacts": "androidlab/contacts_1",
    "com.google.android.deskclock": "androidlab/clock_1",
    "com.mapswithme.maps.pro": "androidlab/map_7",
    "com.Project100Pi.themusicplayer": "androidlab/pimusic_1",
    "com.rammigsoftware.bluecoins": "androidlab/bluecoins_1",
    "com.skuld.calendario": "androidlab/calendar_1",
    "us.zoom.videomeetings": "androidlab/zoom_1",
}
Image = NDArray[np.uint8]


def device_of(configuration: DeviceConfiguration) -> EmbeddedDevice:
    """A handset set up as the configuration says, on its home screen."""
    device = EmbeddedDevice(Configuration(**configuration.screen_configuration()))
    configuration.apply(device)
    device.perform(PressKey("HOME"))
    device.wait(3)
    return device


def shrunk(screen: Image, height: int) -> Image:
    """A screen at this height."""
    width = round(screen.shape[1] * height / screen.shape[0])
    return np.asarray(cv2.resize(screen, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def framed(screen: Image, width: int, height: int, caption: str = "") -> Image:
    """A screen scaled into a tile of the sheet, with its caption below."""
    scale = min(width / screen.shape[1], height / screen.shape[0])
    size = (max(1, round(screen.shape[1] * scale)), max(1, round(screen.shape[0] * scale)))
    small = cv2.resize(screen, size, interpolation=cv2.INTER_AREA)
    room = 22 if caption else 0
    tile = np.full((height + room, width, 3), BACKGROUND, np.uint8)
    top, left = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    tile[top : top + small.shape[0], left : left + small.shape[1]] = small
    if caption:
        cv2.putText(
            tile, caption, (2, height + 15), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (60, 60, 60), 1, cv2.LINE_AA
        )
    return tile


def sheet(tiles: list[Image], columns: int, gap: int = 10) -> Image:
    """Tiles in rows on one background."""
    height = max(tile.shape[0] for tile in tiles)
    width = max(tile.shape[1] for tile in tiles)
    rows = -(-len(tiles) // columns)
    whole = np.full((rows * (height + gap) + gap, columns * (width + gap) + gap, 3), BACKGROUND, np.uint8)
    for i, tile in enumerate(tiles):
        y, x = gap + i // columns * (height + gap), gap + i % columns * (width + gap)
        whole[y : y + tile.shape[0], x : x + tile.shape[1]] = tile
    return whole


def save(name: str, image: Image, quality: int = 88) -> None:
    """Write a picture as JPEG."""
    IMAGES.mkdir(exist_ok=True)
    path = IMAGES / f"{name}.jpg"
    cv2.imwrite(str(path), image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    print(f"{path.relative_to(IMAGES.parent.parent)}  {image.shape[1]} x {image.shape[0]}")


def environments() -> None:
    """The home screens of all published configurations."""
    tiles = []
    for configuration in randomization.select("all"):
        caption = f"{configuration.id}  {configuration.locale}  {configuration.density} dpi"
        tiles.append(framed(device_of(configuration).screenshot(), 172, 344, caption))
    save("environments", sheet(tiles, 9))


def opened(configuration: Configuration, package: str, task: str = "") -> EmbeddedDevice:
    """A phone with an app in front, set up for a task if one is named: it has that task's image and data."""
    device = EmbeddedDevice(configuration, image=tasks.get(task).image if task else "android10")
    if task:
        tasks.get(task).set_up(device)
    app = packages.apps_of(device.phone.image)[package]
    if app is not packages.launcher_of(ANDROID10):
        device.phone = activities.start(device.phone, app.component)
    device.wait(3)
    return device


def app_screen(configuration: Configuration, package: str) -> Image:
    """The first screen of an app."""
    return opened(configuration, package).screenshot()


def touchable(device: EmbeddedDevice) -> list[UiNode]:
    """The elements that can be tapped, in the order of the tree, which is the same in every language."""
    return [node for node in device.ui_tree() if node.clickable]


def tapped(device: EmbeddedDevice, node: UiNode) -> None:
    """Tap an element and wait for what comes."""
    info = device.info
    device.perform(Tap(node.center[0] / info.width, node.center[1] / info.height))
    device.wait(3)


def ways(package: str, count: int, task: str = "", configuration: Configuration | None = None) -> list[int]:
    """The elements of an app's first screen that lead to the screens that differ most from it and each other."""
    seen = {}
    device = opened(configuration or Configuration(), package, task)
    start, nodes = device.phone, touchable(device)
    known = [frozenset((node.class_name, node.resource_id, node.text) for node in device.ui_tree())]
    for number, node in enumerate(nodes):
        device.phone = start
        tapped(device, node)
        if device.phone.top.package == package:
            seen[number] = frozenset((n.class_name, n.resource_id, n.text) for n in device.ui_tree())
    chosen: list[int] = []
    while seen and len(chosen) < count:
        best = min(
            seen, key=lambda number: max(len(seen[number] & one) / len(seen[number] | one) for one in known)
        )
        chosen.append(best)
        known.append(seen.pop(best))
    return chosen


def walked(
    configuration: Configuration, package: str, numbers: list[int], task: str = ""
) -> Iterator[EmbeddedDevice]:
    """A phone on an app's first screen, and on those that its elements of these numbers lead to."""
    device = opened(configuration, package, task)
    start, nodes = device.phone, touchable(device)
    yield device
    for number in numbers:
        device.phone = start
        if number < len(nodes):
            tapped(device, nodes[number])
        yield device


def tiles_of(configuration: Configuration, package: str, numbers: list[int], task: str = "") -> list[Image]:
    """The screens of `walked` as tiles."""
    return [framed(phone.screenshot(), 150, 300) for phone in walked(configuration, package, numbers, task)]


def app_screens() -> None:
    """Main screens of every app in four locales: the first one, and two that a touch leads to."""
    configurations = (
        ("en-US", 440, 1.0, False), ("ar-EG", 440, 1.0, True), ("ko-KR", 550, 0.85, False), ("hi-IN", 330, 1.15, True),
    )  # fmt: skip
    led = {package: ways(package, 2) for package in APPS}
    for locale, density, font_scale, dark in configurations:
        configuration = Configuration(1080, 2160, density, font_scale, locale, dark)
        tiles = [
            tile for package, numbers in led.items() for tile in tiles_of(configuration, package, numbers)
        ]
        save(f"apps_{locale}", sheet(tiles, 12), 80)


def androidworld_screens() -> None:
    """Screens of the apps that only AndroidWorld has, with a task's data."""
    save("apps_androidworld", in_three_looks(FILLED, 1080, 2400, 420), 80)


def androidlab_screens() -> None:
    """Screens of the apps that AndroidLab's tasks are in."""
    save("apps_androidlab", in_three_looks(LAB, 1440, 3120, 560), 80)


def in_three_looks(filled: dict[str, str], width: int, height: int, density: int) -> Image:
    """Screens of apps, each with a task's data: as they are, large and dark, in Arabic at a low density."""
    led = {package: ways(package, 4, task) for package, task in filled.items()}
    tiles = []
    for dpi, font_scale, locale, dark in (
        (density, 1.0, "en-US", False),
        (density, 1.3, "en-US", True),
        (density * 330 // 420, 1.0, "ar-EG", False),
    ):
        configuration = Configuration(width, height, dpi, font_scale, locale, dark)
        for package, numbers in led.items():
            tiles += tiles_of(configuration, package, numbers, filled[package])
    return sheet(tiles, 10)


def tablet_screens() -> None:
    """The first screens of every app on the tablet, light and in Arabic and dark."""
    tiles = []
    for locale, dark in (("en-US", False), ("ar-EG", True)):
        configuration = Configuration(1280, 800, 160, 1.0, locale, dark)
        tiles += [framed(app_screen(configuration, package), 320, 200) for package in APPS]
    save("apps_tablet", sheet(tiles, 6), 80)


def hero() -> None:
    """The picture of the page on configurations: home screens and apps of very different configurations."""
    phones: list[Image] = [
        device_of(randomization.get(id)).screenshot() for id in ("100", "016", "105", "102")
    ]
    for locale, density, font_scale, dark, package in (
        ("ar-EG", 440, 1.0, True, "org.wikipedia"),
        ("ko-KR", 550, 0.85, False, "com.android.settings"),
        ("en-US", 440, 1.0, True, "com.google.android.calculator"),
        ("hi-IN", 330, 1.15, False, "org.wikipedia"),
    ):
        phones.append(app_screen(Configuration(1080, 2160, density, font_scale, locale, dark), package))
    order = (0, 4, 1, 5, 2, 6, 3, 7)
    save("hero", sheet([framed(phones[i], 200, 400) for i in order], 8, 12))


def played(
    configuration: DeviceConfiguration, task_id: str, width: int | None = None
) -> Iterator[tuple[Image, Gesture | None]]:
    """The screens of an episode of the expert, each with what it did there, and the screen at the end with None.

    ``width``: of the screens, in px; None: the phone's own.

    Raises:
        ExpertError: the task was not done.
    """
    env = environment_of(tasks.get(task_id).suite)
    _, info = env.reset(seed=0, options={"environment": configuration, "task": task_id})
    phone = env.device.info
    size = None if width is None else (width, round(phone.height * width / phone.width))
    expert, over = ExpertAgent(), False
    expert.reset(env, info, 0)
    while not over:
        screen = env.device.screenshot(size)
        _, _, terminated, truncated, info = env.step(expert.act(None, info))
        over = terminated or truncated
        yield screen, info["gesture"]
    if not info["success"]:
        raise ExpertError(f"The expert of {task_id} did not do it: {'; '.join(info['evidence'])}.")
    yield env.device.screenshot(size), None


@cache
def environment_of(suite: str) -> PhoneEnv:
    """The environment in which experts of that suite play."""
    env = PhoneEnv(tasks=f"{suite}/all")
    env.action_mode = GestureActions()
    return env


def episode() -> None:
    """One episode as an agent sees it: an alarm set by the expert in Arabic."""
    shown = played(randomization.get("030"), "create_alarm_at_10_30_am_on_every_weekday")
    save("episode", sheet([framed(screen, 172, 344) for screen, _ in shown], 5))


def front() -> None:
    """The moving picture of the first page: the expert does one task on four phones at once."""
    films = []
    for configuration in map(randomization.get, ("100", "105", "030", "028")):
        caption = f"{configuration.locale}  {configuration.density} dpi"
        shown = played(configuration, "create_alarm_at_10_30_am")
        films.append([framed(draw(shrunk(screen, 400), done), 200, 400, caption) for screen, done in shown])
    longest = max(map(len, films))
    frames = [sheet([tiles[min(i, len(tiles) - 1)] for tiles in films], 4, 12) for i in range(longest)]
    film = Film(frames[0].shape[0])
    for frame in frames:
        film.add(frame)
    path = IMAGES / "front.webp"
    path.write_bytes(film.animation(path.suffix))
    print(
        f"{path.relative_to(IMAGES.parent.parent)}  {frames[0].shape[1]} x {frames[0].shape[0]}, {longest} frames"
    )


def motion() -> None:
    """Four kinds of motion of Android 13, each at five moments."""
    device = EmbeddedDevice(image="android13")
    device.phone = replace(device.phone, motion=REST)
    tiles = []

    def shown(gesture: Gesture) -> None:
        device.perform(gesture)
        for seconds in (0.0, 0.09, 0.06, 0.07, 0.18):
            device.wait(seconds)
            tiles.append(framed(device.screenshot(), 150, 333))
        device.wait(2)

    def at(**attributes: str) -> Tap:
        tree = device.ui_tree()
        node = tree.find(**attributes)
        assert node is not None
        return Tap(node.center[0] / tree.width, node.center[1] / tree.height)

    shown(Swipe(0.5, 0.7, 0.5, 0.2))
    shown(at(text="Clock"))
    device.shell("am start -n com.android.settings/.Settings")
    device.wait(2)
    shown(at(text="Notifications"))
    device.perform(PressKey("HOME"))
    device.wait(2)
    device.perform(Swipe(0.5, 0.7, 0.5, 0.2))
    device.wait(2)
    shown(at(class_name="android.widget.EditText"))
    save("motion", sheet(tiles, 10))


#: What is drawn, in this order; names on the command line choose.
PICTURES = (
    environments,
    app_screens,
    androidworld_screens,
    androidlab_screens,
    tablet_screens,
    episode,
    front,
    motion,
    hero,
)

if __name__ == "__main__":
    wanted = sys.argv[1:] or [picture.__name__ for picture in PICTURES]
    for picture in PICTURES:
        if picture.__name__ in wanted:
            picture()
