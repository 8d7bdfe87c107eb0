"""Contact sheets: the screens of apps side by side in one picture, for people to look at.

``python tests/handset/handset_sheets.py FOLDER --image androidlab --profile "WXGA Tablet" --density 160`` writes a
PNG of each app's most different screens into the folder. ``--locale ar-EG --density 330``, ``--font-scale 1.3``, ``--dark``
and ``--turned`` choose how the phone looks. Apps show the data of tasks, two of each app, and of a new phone. ``--apps system``
draws the windows of the system: shade, volume, power menu, lock screen, recent apps, share sheet, questions and dialogs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image as Picture
from PIL import ImageDraw

sys.path.insert(0, str(Path(__file__).parent))

from handset_tour import explored, started

from bmoca_gym import randomization, tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.handset import images, packages, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Notification, Phone, Prompt
from bmoca_gym.handset.system import (
    activities,
    display,
    intents,
    keys,
    notifications,
    status_bar,
)
from bmoca_gym.handset.system_ui import dialogs
from bmoca_gym.handset.value import replace
from bmoca_gym.randomization import PROFILES, DeviceConfiguration

#: Width of a sheet in px, and what is left between pictures.
WIDTH, GAP = 1560, 6
#: The suite whose tasks put data on an image.
SUITES = {"android10": "bmoca", "android13": "androidworld", "androidlab": "androidlab"}

#: Screens that are visited for each that is shown.
EXPLORED = 5


def look(given: argparse.Namespace) -> DeviceConfiguration:
    """The configuration that the arguments ask for."""
    profile = PROFILES[given.profile]
    if given.turned:
        profile = replace(profile, name="turned", width=profile.height, height=profile.width)
    return replace(
        randomization.get("100"),
        id="sheet",
        split="custom",
        profile=profile,
        density=given.density,
        font_scale=given.font_scale,
        locale=given.locale,
        dark_theme=given.dark,
    )


def phones(package: str, image: str, configuration: DeviceConfiguration) -> Iterator[Phone]:
    """Phones that show the app: with the data of two of its tasks, and new."""
    suite = SUITES[image]
    found = [task for task in tasks.suite(suite) if task.package == package]
    for task in found[:: max(1, len(found) // 2)][:2]:
        env = PhoneEnv(tasks=task, observation="text", device="embedded")
        env.reset(seed=0, options={"environment": configuration})
        assert isinstance(env.device, EmbeddedDevice)
        app = packages.apps_of(images.image_named(image))[package]
        yield activities.start(env.device.phone, app.component)
    device = EmbeddedDevice(image=image)
    configuration.apply(device)
    yield from started(package, device.phone.configuration, images.image_named(image))


#: The name under which the windows of the system are drawn, and the apps that they are about.
SYSTEM = "system"
SETTINGS, MESSAGES = "com.android.settings", "com.google.android.apps.messaging"


def system_windows(image: str, configuration: DeviceConfiguration) -> list[Phone]:
    """The windows that no app has: the shade, the lock screen, recent apps, the share sheet, questions and so on."""
    device = EmbeddedDevice(image=image)
    configuration.apply(device)
    phone = device.phone
    apps = packages.apps_of(phone.image)
    for package in [package for package in apps if apps[package].name != "launcher"][:4]:
        phone = activities.start(phone, apps[package].component)
    phone = activities.start(phone, apps[SETTINGS].component)
    plain = phone
    notice = Notification(MESSAGES, "1", "Iris", "The tickets are on the table", importance=4)
    phone = notifications.post(phone, notice)
    late = inputs.wait(phone, 10_000)
    found = [phone, status_bar.expand(late), status_bar.expand(late, full=True)]
    if image != "android10":
        full = found[-1]
        found += [
            replace(full, shade=replace(full.shade, panel=panel)) for panel in ("internet", "power", "edit")
        ]
    locked = display.wake(display.sleep(display.set_lock(late, "pin", "1234")))
    found += [keys.press_key(plain, "VOLUME_UP"), locked, inputs.perform(locked, Swipe(0.5, 0.8, 0.5, 0.2))]
    found += [keys.press_key(plain, "OVERVIEW"), activities.toast(plain, "Saved")]
    text = Intent("android.intent.action.SEND", type="text/plain", extras=((intents.TEXT, "A few words"),))
    link = Intent("android.intent.action.VIEW", "https://example.com")
    found += [intents.share(plain, text), activities.ask(plain, Prompt("open", link))]
    for name in ("CAMERA", "READ_CONTACTS"):
        found.append(activities.ask(plain, Prompt("permission", (f"android.permission.{name}",))))
    answers = (
        dialogs.Button("dialogs.wait", "android:id/aerr_wait", "close"),
        dialogs.Button("dialogs.close_app", "android:id/aerr_close", "stop"),
    )
    for shape in dialogs.SHAPES:
        asked = dialogs.Dialog(
            shape, shape, "dialogs.not_responding", "dialogs.update_text", answers, app="settings.app_name"
        )
        found.append(dialogs.show(plain, asked))
    return found


def different(found: list[Phone], most: int) -> list[Phone]:
    """So many screens that differ most by their elements, in the order in which they were found."""
    parts = [
        frozenset(
            (node.class_name, node.resource_id, node.content_description) for node in screen.ui_tree(one)
        )
        for one in found
    ]
    chosen = [0]
    distances = [1.0] * len(found)
    while len(chosen) < min(most, len(found)):
        last = parts[chosen[-1]]
        for number, one in enumerate(parts):
            apart = len(one ^ last) / max(1, len(one | last))
            distances[number] = min(distances[number], apart if number != chosen[-1] else -1.0)
        chosen.append(max(range(len(found)), key=distances.__getitem__))
    return [found[number] for number in sorted(chosen)]


def sheet(shown: list[Phone], columns: int) -> Picture.Image:
    """The phones' screens side by side, numbered."""
    wide = (WIDTH - GAP) // columns - GAP
    pictures = []
    for phone in shown:
        width, height = phone.configuration.width, phone.configuration.height
        whole = Picture.fromarray(Renderer(width, height).frame(phone))
        pictures.append(whole.resize((wide, round(wide * height / width)), Picture.Resampling.LANCZOS))
    rows = [pictures[at : at + columns] for at in range(0, len(pictures), columns)]
    heights = [max(one.height for one in row) + GAP for row in rows]
    made = Picture.new("RGB", (WIDTH, sum(heights) + GAP), "magenta")
    top = GAP
    pen = ImageDraw.Draw(made)
    for number, row in enumerate(rows):
        for column, picture in enumerate(row):
            at = GAP + column * (wide + GAP), top
            made.paste(picture, at)
            pen.text(at, str(number * columns + column), "red")
        top += heights[number]
    return made


def main() -> None:
    """Write the sheets and print their files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the sheets are written")
    parser.add_argument("--image", default="android13", choices=SUITES, help="(default %(default)s)")
    parser.add_argument("--apps", help="names of apps (default: all)")
    parser.add_argument("--profile", default="Pixel 3", choices=PROFILES, help="(default %(default)s)")
    parser.add_argument("--density", type=int, default=440, help="dpi (default %(default)s)")
    parser.add_argument("--font-scale", type=float, default=1.0, help="(default %(default)s)")
    parser.add_argument("--locale", default="en-US", help="a tag, such as ar-EG (default %(default)s)")
    parser.add_argument("--dark", action="store_true", help="the dark theme")
    parser.add_argument("--turned", action="store_true", help="width and height are exchanged")
    parser.add_argument("--screens", type=int, default=18, help="of each app at most (default %(default)s)")
    parser.add_argument("--columns", type=int, default=6, help="of a sheet (default %(default)s)")
    given = parser.parse_args()
    there = {app.name: package for package, app in packages.apps_of(images.image_named(given.image)).items()}
    names = given.apps.split(",") if given.apps else [*there, SYSTEM]
    if unknown := [name for name in names if name not in there and name != SYSTEM]:
        parser.error(
            f"{given.image} has no app named {', '.join(unknown)}; it has {', '.join(sorted(there))} and {SYSTEM}"
        )
    given.folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        if name == SYSTEM:
            shown = system_windows(given.image, look(given))
        else:
            first = tuple(phones(there[name], given.image, look(given)))
            found = [visit.phone for visit in explored(there[name], first, given.screens * EXPLORED)]
            shown = different(found, given.screens)
        file = given.folder / f"{name}.png"
        sheet(shown, given.columns).save(file)
        print(f"{file}: {len(shown)} screens", flush=True)


if __name__ == "__main__":
    main()
