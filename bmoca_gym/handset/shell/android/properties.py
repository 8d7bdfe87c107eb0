"""Shell commands for system properties, and ``reboot``, which applies some of them."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset import contract
from bmoca_gym.handset.shell.call import (
    Call,
    Command,
    Result,
    failed,
    printed,
)
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import booting, clock, settings

#: Properties that follow from the configuration until somebody sets them.
_DERIVED: dict[str, Callable[[Phone], str]] = {
    "persist.sys.locale": lambda phone: phone.configuration.locale,
    "qemu.sf.lcd_density": lambda phone: str(settings.physical_density(phone)),
    "ro.sf.lcd_density": lambda phone: str(settings.physical_density(phone)),
}


def get_property(call: Call) -> Result:
    """``getprop [NAME [DEFAULT]]``."""
    phone, words = call.phone, call.arguments
    known = {name: told(phone) for name, told in _DERIVED.items()} | dict(phone.properties)
    if words:
        return printed(phone, known.get(words[0], words[1] if len(words) > 1 else "") + "\n")
    return printed(phone, "".join(f"[{k}]: [{v}]\n" for k, v in sorted(known.items())))


#: Letters of a property's value or name (PROP_VALUE_MAX, less the end), and how many properties there is room for.
_LONGEST_PROPERTY, _MOST_PROPERTIES = 91, 2000


def set_property(call: Call) -> Result:
    """``setprop NAME VALUE``."""
    phone, words = call.phone, call.arguments
    if len(words) != 2:
        return failed(phone, "usage: setprop NAME VALUE\n")
    name, text = words
    full = len(phone.properties) >= _MOST_PROPERTIES and name not in phone.properties
    if name.startswith("ro.") or full or max(len(name), len(text)) > _LONGEST_PROPERTY:
        said = f"Failed to set property '{name[:200]}' to '{text[:200]}'.\nSee dmesg for error reason.\n"
        return failed(phone, said)
    if name == contract.CLOCK_PROPERTY:
        if text not in (contract.CLOCK_FROZEN, contract.CLOCK_RUNNING):
            return failed(
                phone,
                f"usage: setprop {contract.CLOCK_PROPERTY} {contract.CLOCK_FROZEN}|{contract.CLOCK_RUNNING}\n",
            )
        phone = clock.freeze(phone, text == contract.CLOCK_FROZEN)
    if name == "ctl.restart" and text == "zygote":
        return Result(booting.stopped(phone))
    return Result(settings.put_property(phone, name, text))


def reboot(call: Call) -> Result:
    """``reboot``: restart the phone. There is no recovery system to boot into."""
    words = [word for word in call.arguments if word not in ("-p", "-f")]
    if words or "-p" in call.arguments:
        return failed(call.phone, f"reboot: {' '.join(call.arguments)}: not supported\n")
    phone = booting.started(booting.stopped(call.phone))
    return Result(call.shell.sleep(phone, booting.BOOT_MILLISECONDS))


COMMANDS: dict[str, Command] = {"getprop": get_property, "reboot": reboot, "setprop": set_property}
