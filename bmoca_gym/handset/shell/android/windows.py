"""The output of ``dumpsys window windows``: system bars, keyboard and the app in front, with their frames."""

from __future__ import annotations

import zlib

from bmoca_gym.handset import screen
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display

#: Left, top, right and bottom edges in px.
Frame = tuple[int, int, int, int]


def app_size(phone: Phone) -> tuple[int, int]:
    """Width and height in px that apps can use: the display without the navigation bar."""
    config = phone.configuration
    bar = round(config.bar * config.metrics.scale)
    if display.bar_edge(phone):
        return config.width - bar, config.height
    return config.width, config.height - bar


def navigation_bar(phone: Phone) -> Frame:
    """The frame of the navigation bar."""
    config, edge = phone.configuration, display.bar_edge(phone)
    width, height = app_size(phone)
    if edge == "left":
        return 0, 0, config.width - width, config.height
    return (width if edge else 0, 0 if edge else height, config.width, config.height)


def status_bar(phone: Phone) -> Frame:
    """The frame of the status bar."""
    config = phone.configuration
    return 0, 0, config.width, round(STATUS_HEIGHT * config.metrics.scale)


def listing(phone: Phone, front: str) -> str:
    """List the windows, topmost first. ``front``: the window title of the app in front."""
    config = phone.configuration
    found: list[tuple[str, str, Frame]] = [
        ("NavigationBar0", "NAVIGATION_BAR", navigation_bar(phone)),
        ("StatusBar", "STATUS_BAR", status_bar(phone)),
    ]
    found += [
        ("InputMethod", "INPUT_METHOD", window.bounds)
        for window in screen.windows_of(phone)
        if window.type == "TYPE_INPUT_METHOD"
    ]
    found.append((front, "BASE_APPLICATION", (0, 0, config.width, config.height)))
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    for at, (title, kind, (left, top, right, bottom)) in enumerate(found):
        owner = title.partition("/")[0] if "/" in title else "com.android.systemui"
        lines += [
            f"  Window #{at} Window{{{zlib.crc32(title.encode('utf-8', 'replace')):x} u0 {title}}}:",
            f"    mDisplayId=0 package={owner}",
            f"    mAttrs={{(0,0)(fillxfill) ty={kind}}}",
            f"    Requested w={right - left} h={bottom - top} mLayoutSeq=1",
            "    mViewVisibility=0x0 mHaveFrame=true mObscured=false",
            f"    mFrame=[{left},{top}][{right},{bottom}] last=[{left},{top}][{right},{bottom}]",
            "    isOnScreen=true",
            "    isVisible=true",
        ]
    return "\n".join(lines) + "\n\n"
