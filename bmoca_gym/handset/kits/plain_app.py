"""The app of an installed package: its name, activities and files, and a screen with its name."""

from __future__ import annotations

from functools import partial

from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Intent, IntentFilter, Layer, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, InstalledApp, Phone
from bmoca_gym.handset.system import activities, intents
from bmoca_gym.handset.ui.components import empty_message, page, toolbar
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import Value, value

_COLOURS = (0xFF00897B, 0xFF3949AB, 0xFF6D4C41, 0xFF8E24AA, 0xFFC0CA33, 0xFFD81B60)


@value
class PlainState(Value):
    """The state of such an app: empty."""

    opened: int = 0


@value
class PlainApp(App):
    """An app named by its package."""

    caption: str = ""

    def title(self, res: Resources) -> str:
        """Return the app's name, which is the same in every language."""
        return self.caption


def _screen(res: Resources, title: str, package: str, version: str) -> Element:
    return page(
        res,
        toolbar(res, title),
        empty_message(res, "android", f"{package}\n{version}", id="android:id/message"),
    )


def _layers(phone: Phone, state: PlainState, activity: Activity) -> tuple[Layer, ...]:
    found = next(one for one in phone.image.installed if one.package == activity.package)
    return (layer(_screen, found.label, found.package, found.version_name),)


def _opened(component: str, phone: Phone, intent: Intent) -> Phone:
    """Bring the app to the front after a link opened it."""
    return activities.start(phone, component)


def _links(installed: InstalledApp) -> tuple[IntentFilter, ...]:
    opened = partial(_opened, f"{installed.package}/{installed.activity}")
    return (IntentFilter((intents.VIEW,), opened, installed.schemes, categories=(intents.BROWSABLE,)),)


def app_of(installed: InstalledApp) -> App:
    """Return the app for an installed package."""
    return PlainApp(
        name="common",
        package=installed.package,
        activity=installed.activity,
        icon=AppIcon("android", _COLOURS[sum(installed.package.encode()) % len(_COLOURS)]),
        state=PlainState,
        layers=_layers,
        uid=installed.uid,
        activities=tuple(
            ExportedActivity(name) for name in installed.activities if name != installed.activity
        ),
        intents=_links(installed) if installed.schemes else (),
        caption=installed.label,
    )
