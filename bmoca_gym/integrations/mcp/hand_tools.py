"""Tools that act on the phone, by mobile-mcp's names and arguments. Positions are in px of the screen."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any, Literal

from bmoca_gym.envs.actions import Gestures, Move, OpenApp
from bmoca_gym.envs.app_names import packages_named
from bmoca_gym.errors import ActionError, ArgumentError, cut
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.integrations.mcp.answers import Phone, referred, told
from bmoca_gym.tasks.needs import packages

#: Buttons by mobile-mcp's names.
BUTTONS = {
    "BACK": "BACK", "HOME": "HOME", "ENTER": "ENTER", "VOLUME_UP": "VOLUME_UP", "VOLUME_DOWN": "VOLUME_DOWN",
    "APP_SWITCH": "OVERVIEW",
}  # fmt: skip
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: How far a swipe goes without a distance, as a part of the screen's side.
_FAR = 0.3
#: Longest address that is opened, in characters.
_LONGEST_ADDRESS = 8192


def hand_tools(phone: Phone, shows: bool) -> tuple[Callable[..., Any], ...]:
    """Return the tools. ``shows``: whether they answer with the elements of the screen too."""

    def at(x: float, y: float) -> tuple[float, float]:
        info = phone().device.info
        if not (0 <= x < info.width and 0 <= y < info.height):
            raise ActionError(f"{x}, {y} is not on the screen of {info.width} x {info.height} px.")
        return x / info.width, y / info.height

    def do(make: Callable[[], Move], done: str) -> str:
        return told(phone, lambda: phone().act(make()), done, shows)

    def mobile_click_on_screen_at_coordinates(
        x: float | None = None, y: float | None = None, ref: str = "", device: str = ""
    ) -> str:
        """Click on the screen, at x and y in px, or on an element by its ref of mobile_list_elements_on_screen."""

        def click() -> Move:
            if ref:
                node = dict(referred(phone())).get(ref)
                if node is None:
                    raise ActionError(
                        f"There is no element {cut(ref)} on the screen. List the elements anew."
                    )
                return Tap(*at(*node.center))
            if x is None or y is None:
                raise ActionError("Give x and y, or ref.")
            return Tap(*at(x, y))

        return do(click, f"Clicked {ref or f'at {x}, {y}'}.")

    def mobile_double_tap_on_screen(x: float, y: float, device: str = "") -> str:
        """Tap twice, quickly, at x and y in px."""
        return do(lambda: Gestures((Tap(*at(x, y)), Tap(*at(x, y)))), f"Double-tapped at {x}, {y}.")

    def mobile_long_press_on_screen_at_coordinates(
        x: float, y: float, duration: int = 500, device: str = ""
    ) -> str:
        """Hold a place on the screen, at x and y in px, for so many milliseconds."""
        seconds = min(max(duration, 1), 10_000) / 1000
        return do(lambda: LongPress(*at(x, y), max(seconds, 0.5)), f"Long-pressed at {x}, {y}.")

    def mobile_swipe_on_screen(
        direction: Literal["up", "down", "left", "right"], x: float | None = None, y: float | None = None,
        distance: float | None = None, device: str = "",
    ) -> str:  # fmt: skip
        """Swipe: the finger moves in the direction from x and y, or the middle of the screen, by a distance in px."""

        def swipe() -> Move:
            info = phone().device.info
            across, along = _DIRECTIONS[direction]
            side = info.width if across else info.height
            far = _FAR * side if distance is None else abs(distance)
            x0, y0 = (info.width / 2 if x is None else x), (info.height / 2 if y is None else y)
            x1 = min(max(x0 + across * far, 0), info.width - 1)
            y1 = min(max(y0 + along * far, 0), info.height - 1)
            return Swipe(*at(x0, y0), *at(x1, y1))

        return do(swipe, f"Swiped {direction}.")

    def mobile_type_keys(text: str, submit: bool = False, device: str = "") -> str:
        """Type into the text field that has the focus. submit: press Enter then."""
        typed: tuple[Any, ...] = (TypeText(text), *([PressKey("ENTER")] if submit else []))
        return do(lambda: Gestures(typed) if submit else typed[0], f"Typed {cut(text)}.")

    def mobile_press_button(button: str, device: str = "") -> str:
        """Press a button: BACK, HOME, ENTER, VOLUME_UP, VOLUME_DOWN or APP_SWITCH."""

        def press() -> Move:
            if button not in BUTTONS:
                raise ActionError(f"There is no button {cut(button)}; buttons are {', '.join(BUTTONS)}.")
            return PressKey(BUTTONS[button])

        return do(press, f"Pressed {button}.")

    def mobile_launch_app(packageName: str, device: str = "") -> str:
        """Open an app by its package, or its name."""
        return do(lambda: OpenApp(packageName), f"Launched {cut(packageName)}.")

    def mobile_terminate_app(packageName: str, device: str = "") -> str:
        """Stop an app, by its package or its name."""

        def stop() -> None:
            there = packages(phone().device) or ()
            package = next((one for one in packages_named(packageName) if one in there), None)
            if package is None:
                raise ActionError(f"There is no app {cut(packageName)} on this phone.")
            phone().run(f"am force-stop {package}")

        return told(phone, stop, f"Terminated {cut(packageName)}.", shows)

    def mobile_open_url(url: str, device: str = "") -> str:
        """Open an address in the browser, or in the app that takes it."""

        def view() -> None:
            if len(url) > _LONGEST_ADDRESS:
                raise ArgumentError(
                    f"The address has {len(url)} characters; at most {_LONGEST_ADDRESS} are read."
                )
            phone().run(f"am start -a android.intent.action.VIEW -d {shlex.quote(url)}")

        return told(phone, view, f"Opened {cut(url)}.", shows)

    return (
        mobile_click_on_screen_at_coordinates, mobile_double_tap_on_screen, mobile_long_press_on_screen_at_coordinates,
        mobile_swipe_on_screen, mobile_type_keys, mobile_press_button, mobile_launch_app, mobile_terminate_app,
        mobile_open_url,
    )  # fmt: skip
