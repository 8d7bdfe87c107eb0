"""Private DNS: off, automatic, or the name of a host."""

from __future__ import annotations

import re

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings

MODE, HOST = ("global", "private_dns_mode"), ("global", "private_dns_specifier")
OFF, AUTOMATIC, PROVIDER = "off", "opportunistic", "hostname"
#: Modes, the string that names each, and the resource id of its button.
MODES = (
    (OFF, "android13.settings_dns_off", "private_dns_mode_off"),
    (AUTOMATIC, "android13.settings_dns_automatic", "private_dns_mode_opportunistic"),
    (PROVIDER, "android13.settings_dns_provider", "private_dns_mode_provider"),
)
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
#: A host's name as Android takes it: at least one point, and no number at its end, as an address has it.
_HOST_NAME = re.compile(rf"(?:{_LABEL}\.)+(?!\d+$){_LABEL}")
LONGEST = 253


def opened(phone: Phone) -> tuple[str, str]:
    """Initial values of the dialog: the mode and the host name."""
    mode = settings.get(phone, *MODE)
    known = mode if mode in (OFF, PROVIDER) else AUTOMATIC
    return known, settings.get(phone, *HOST) or ""


def summary(phone: Phone, res: Resources) -> str:
    """The current choice: the host name, or the name of the mode."""
    mode, host = opened(phone)
    return host if mode == PROVIDER and host else res.string({m: key for m, key, _ in MODES}[mode])


def is_host(name: str) -> bool:
    """Whether Android accepts a name as a host name."""
    return len(name) <= LONGEST and _HOST_NAME.fullmatch(name) is not None
