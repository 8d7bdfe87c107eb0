"""The log lines of an idle phone, one a second, so that programs that wait for N lines end."""

from __future__ import annotations

from bmoca_gym.handset.state import Phone

_MILLISECONDS = 1000
#: After a longer time only the last lines are written.
_MOST_LINES = 60
#: The battery is told of once in so many lines.
_BATTERY_LINES = 10
#: The processes' tags. No rule may read one of them.
TAGS = ("EGL_emulation", "healthd")


def written(phone: Phone, since: int, until: int) -> Phone:
    """Write the lines between two uptimes in ms. They depend only on the phone's own clock."""
    first, last = since // _MILLISECONDS + 1, until // _MILLISECONDS
    for second in range(max(first, last - _MOST_LINES + 1), last + 1):
        phone = _battery(phone) if second % _BATTERY_LINES == 0 else _frames(phone, second)
    return phone


def _frames(phone: Phone, second: int) -> Phone:
    """Write what an emulator's renderer logs about its frames."""
    longest = 500 + second % 7 / 100
    message = f"app_time_stats: avg=500.00ms min={1000 - longest:.2f}ms max={longest:.2f}ms count=2"
    return phone.logged("EGL_emulation", message, "D")


def _battery(phone: Phone) -> Phone:
    b = phone.battery
    temperature = f"{b.temperature // 10}.{b.temperature % 10}"
    source = "".join(letter for letter, by in (("a", b.ac), ("u", b.usb), ("w", b.wireless)) if by)
    message = f"battery l={b.level} v={b.voltage} t={temperature} h={b.health} st={b.status} chg={source}"
    return phone.logged("healthd", message, "W")
