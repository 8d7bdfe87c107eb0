"""The step that opens a list of pictures right after a screenshot was taken: ``python -m benchmarks.picture_lists``.

A screenshot is drawn when somebody reads its file or shows it in a list. Each list is opened on new phones of 1440 x
3040 px, each with another procedural wallpaper. The times are those of the processor, until the UI tree is known and
then for a frame of 128 x 256 px, in medians. One phone before the others fills the caches.
"""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

from bmoca_gym import compiled
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.resources.configuration import Configuration

#: Number of phones, the size of a frame, and the seconds after which a screenshot's notification no longer covers
#: anything.
PHONES, FRAME, SECONDS = 5, (128, 256), 12.0


class List(NamedTuple):
    """A list of pictures.

    Attributes:
        name: what the table calls it.
        image: the phone's image.
        opens: the activity that shows the list.
        button: the element of an app, shown in the screenshot, that opens the list instead.
    """

    name: str
    image: str
    opens: str
    button: str = ""


LISTS = (
    List("Photos", "android10", "com.google.android.apps.photos/.home.HomeActivity"),
    List("Snapseed's picker", "android10",
         "com.niksoftware.snapseed/com.google.android.apps.snapseed.WelcomeScreenActivity", "logo_view"),
    List("Instagram's new post", "android10", "com.instagram.android/com.instagram.android.activity.MainTabActivity",
         "creation_tab"),
    List("Simple Gallery", "android13", "com.simplemobiletools.gallery.pro/.activities.MainActivity"),
)  # fmt: skip


def opened(shown: List, seed: int) -> tuple[float, float]:
    """Take a screenshot and open the list. Return the ms until the tree is known, and those of the frame.

    ``seed``: of the wallpaper.
    """
    configuration = Configuration(width=1440, height=3040, density=560, wallpaper=f"procedural:{seed}")
    device = EmbeddedDevice(configuration, image=shown.image)
    start = f"am start -n {shown.opens}"
    if shown.button:
        device.shell(start)
        device.wait(1.0)
    device.perform(PressKey("SYSRQ"))
    device.wait(SECONDS)
    device.screenshot(FRAME)
    info, nodes = device.info, device.ui_tree()
    began = time.thread_time()
    if shown.button:
        [button] = [node for node in nodes if node.resource_id.endswith(f"/{shown.button}")]
        x, y = button.center
        device.perform(Tap(x / info.width, y / info.height))
    else:
        device.shell(start)
    device.wait(1.0)
    device.ui_tree()
    tree = time.thread_time()
    device.screenshot(FRAME)
    return 1e3 * (tree - began), 1e3 * (time.thread_time() - tree)


def main() -> None:
    """Measure, and print the table."""
    print("compiled" if compiled.MODE.compiled else "pure Python")
    for shown in LISTS:
        _, *found = [opened(shown, seed) for seed in range(PHONES + 1)]
        trees, frames = zip(*found, strict=True)
        print(
            f"{shown.name}: {statistics.median(trees):.1f} ms, and {statistics.median(frames):.1f} for the frame"
        )


if __name__ == "__main__":
    main()
