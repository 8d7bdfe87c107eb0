"""Which apps were opened before: one that was not shows its tour, on phones that have tours."""

from __future__ import annotations

from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import replace

#: A property that gives any phone tours: ``-prop debug.bmoca.tours=1``, ``setprop debug.bmoca.tours 1``.
PROPERTY = "debug.bmoca.tours"
#: Namespace of the apps whose tour is over. The shell can't list it: Android's apps keep it in their own data.
_SEEN = "tours"


def due(phone: Phone, app: App) -> bool:
    """Return whether an app that has a tour shows it when it is opened."""
    if not (phone.image.tours or phone.properties.get(PROPERTY) == "1"):
        return False
    return (_SEEN, app.package) not in phone.settings


def remember(phone: Phone, package: str) -> Phone:
    """Note that an app's tour is over."""
    return replace(phone, settings=phone.settings.set((_SEEN, package), "1"))


def forget(phone: Phone, package: str) -> Phone:
    """Forget that an app was opened, as when its data are cleared."""
    key = (_SEEN, package)
    return replace(phone, settings=phone.settings.delete(key)) if key in phone.settings else phone
