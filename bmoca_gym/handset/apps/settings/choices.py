"""The choices in Settings' dialogs: their names, the current one, and what choosing one writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bmoca_gym.handset.apps.settings import speech, summaries
from bmoca_gym.handset.apps.settings.state import written
from bmoca_gym.handset.kits import sounds
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.value import Callback


class Choices(NamedTuple):
    """A dialog's choices: the names, the index of the current one, and the effects that set one."""

    names: Callable[[Resources], list[str]]
    chosen: Callable[[Phone, Resources], int]
    written: Callable[[Resources, int], tuple[Callback, ...]]


def _timeouts(res: Resources) -> list[str]:
    return [summaries.timeout_name(res, seconds) for seconds in summaries.TIMEOUTS]


def _timeout_chosen(phone: Phone, res: Resources) -> int:
    seconds = settings.number(phone, "system", "screen_off_timeout", -1, 0, (1 << 31) - 1) // 1000
    return summaries.TIMEOUTS.index(seconds) if seconds in summaries.TIMEOUTS else -1


def _timeout_written(res: Resources, index: int) -> tuple[Callback, ...]:
    return written("system", "screen_off_timeout", str(summaries.TIMEOUTS[index] * 1000))


def _on_lock_screen(res: Resources) -> list[str]:
    return [res.string(f"settings.{name}") for name in summaries.LOCK_SCREEN_NOTIFICATIONS]


def _on_lock_screen_chosen(phone: Phone, res: Resources) -> int:
    return summaries.lock_screen_choice(phone)


def _on_lock_screen_written(res: Resources, index: int) -> tuple[Callback, ...]:
    return (
        *written("secure", "lock_screen_show_notifications", "0" if index == 2 else "1"),
        *written("secure", "lock_screen_allow_private_notifications", "1" if index == 0 else "0"),
    )


def _sound_names(res: Resources, kind: str) -> list[str]:
    return [res.string("android13.clock_silent"), *sounds.SOUNDS[kind]]


def _sound_chosen(phone: Phone, res: Resources, kind: str) -> int:
    name = sounds.chosen_name(phone, res, kind)
    names = _sound_names(res, kind)
    return names.index(name) if name in names else -1


def _sound_written(res: Resources, index: int, kind: str) -> tuple[Callback, ...]:
    address = sounds.address_of(kind, sounds.SOUNDS[kind][index - 1]) if index else ""
    return written("system", sounds.SETTINGS[kind], address)


def _sound(kind: str) -> Choices:
    return Choices(
        partial(_sound_names, kind=kind),
        partial(_sound_chosen, kind=kind),
        partial(_sound_written, kind=kind),
    )


CHOICES = {
    "screen_timeout": Choices(_timeouts, _timeout_chosen, _timeout_written),
    "lock_screen_notifications": Choices(_on_lock_screen, _on_lock_screen_chosen, _on_lock_screen_written),
    "android13.settings_tts_language": Choices(
        speech.language_names, speech.language_chosen, speech.language_written
    ),
    **{f"android13.settings_{kind}_sound": _sound(kind) for kind in sounds.SETTINGS},
}
