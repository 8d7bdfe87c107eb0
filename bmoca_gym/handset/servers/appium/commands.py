"""Commands of Appium's server on the phone, for elements and for the device."""

from __future__ import annotations

import base64
from typing import Any

from bmoca_gym.handset import accessibility_actions, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, PressKey
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.servers.appium import alerts, attributes, windows
from bmoca_gym.handset.servers.appium import gestures as appium_gestures
from bmoca_gym.handset.servers.appium.elements import Elements, no_such_element
from bmoca_gym.handset.servers.appium.gestures import invalid, number
from bmoca_gym.handset.servers.errors import WebDriverError
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.ui_automator import actions as ui_actions
from bmoca_gym.handset.servers.ui_automator.hierarchies import appium_xml_of
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import display, settings, status_bar
from bmoca_gym.handset.ui.tree import Bounds

_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_OLD_ELEMENT = "ELEMENT"
_MOST_SETTINGS = 100
#: By the quarters by which they are turned.
_ORIENTATIONS = ("PORTRAIT", "LANDSCAPE")


class Commands:
    """Commands on a served phone. Each method gets the body and the parts of the path.

    Raises:
        WebDriverError: a command fails, as it would on a phone.
    """

    def __init__(self, served: ServedPhone) -> None:
        self._served = served
        self._elements = Elements(served)
        self._settings: dict[str, Any] = {}

    def _perform(self, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            self._served.apply(inputs.perform, gesture)

    def _bounds(self, element: str) -> Bounds:
        return self._elements.node(element).bounds

    # Finding

    def find(self, body: dict[str, Any], context: str = "") -> Any:
        """``/element``: the first element that a strategy finds, or all with ``multiple``."""
        found = self.find_all(body, context)
        if body.get("multiple"):
            return found
        if not found:
            raise no_such_element()
        return found[0]

    def find_all(self, body: dict[str, Any], context: str = "") -> Any:
        """``/elements``."""
        strategy = body.get("strategy", body.get("using"))
        text = body.get("selector", body.get("value"))
        context = context or body.get("context") or ""
        if not (isinstance(strategy, str) and isinstance(text, str) and isinstance(context, str)):
            raise invalid("a strategy and a selector are needed")
        return [_element(name) for name in self._elements.find(strategy, text, context)]

    def active(self, body: dict[str, Any]) -> Any:
        """``/element/active``: the focused element."""
        window = self._elements.window()
        for at, node in enumerate(window.nodes):
            if node.focused:
                return _element(self._elements.keep(window, at))
        raise no_such_element()

    # Elements

    def click(self, body: dict[str, Any], element: str) -> None:
        """Tap the middle of an element's visible part."""
        node = self._elements.node(element)
        self._perform([ui_actions.touch(self._served.phone.configuration, *node.center)])

    def clear(self, body: dict[str, Any], element: str) -> None:
        """Empty a text field."""
        self._write(element, "", submits=False)

    def set_value(self, body: dict[str, Any], element: str) -> None:
        """Append a text to a text field, or replace its text with ``replace``. Enter submits it."""
        text = body.get("text", body.get("value"))
        text = "".join(text) if isinstance(text, list) and all(isinstance(t, str) for t in text) else text
        if not isinstance(text, str):
            raise invalid("a text is needed")
        text = text.replace("\ue007", "\n").replace("\ue006", "\n")
        submits = text.endswith("\n")
        self._write(element, text.removesuffix("\n"), submits, not body.get("replace"))

    def _write(self, element: str, text: str, submits: bool, behind: bool = False) -> None:
        node = self._elements.node(element)
        field = accessibility_actions.field_at(self._served.phone, *node.center)
        if field is None or not field[0].enabled:
            raise WebDriverError(
                400,
                "invalid element state",
                f"a text can't be set for the element {element!r}: it takes none",
            )
        kept = field[0].content if behind else ""
        self._served.apply(accessibility_actions.set_text, *node.center, kept + text)
        if submits:
            self._served.apply(accessibility_actions.submit, *node.center)

    def text(self, body: dict[str, Any], element: str) -> str:
        """The element's text."""
        return self._elements.node(element).text

    def name(self, body: dict[str, Any], element: str) -> str:
        """The element's content description."""
        return self._elements.node(element).content_description

    def attribute(self, body: dict[str, Any], element: str, name: str) -> str | None:
        """An attribute by its name in the page source, as text; None if it is not set."""
        window, at = self._elements.place(element)
        known = attributes.known(self._served.phone, window, at)
        found = attributes.ALIASES.get(name.lower(), name.lower())
        if found not in known:
            raise invalid(f"'{name[:60]}' attribute is unknown; there are {', '.join(known)}")
        return known[found]

    def rectangle(self, body: dict[str, Any], element: str) -> dict[str, int]:
        """The element's position and size, in px."""
        left, top, right, bottom = self._bounds(element)
        return {"x": left, "y": top, "width": right - left, "height": bottom - top}

    def location(self, body: dict[str, Any], element: str) -> dict[str, int]:
        """The element's top left corner, in px."""
        found = self.rectangle(body, element)
        return {"x": found["x"], "y": found["y"]}

    def size(self, body: dict[str, Any], element: str) -> dict[str, int]:
        """The element's size, in px."""
        found = self.rectangle(body, element)
        return {"width": found["width"], "height": found["height"]}

    def element_screenshot(self, body: dict[str, Any], element: str) -> str:
        """A screenshot of the element."""
        return base64.b64encode(self._served.run(ui_actions.png, self._bounds(element))).decode()

    # The screen

    def source(self, body: dict[str, Any]) -> str:
        """The UI tree as XML."""
        return appium_xml_of(screen.ui_tree(self._served.phone))

    def screenshot(self, body: dict[str, Any]) -> str:
        """The screen as PNG."""
        return base64.b64encode(self._served.run(ui_actions.png)).decode()

    def window_size(self, body: dict[str, Any], *handle: str) -> dict[str, int]:
        """The screen's size in px."""
        config = self._served.phone.configuration
        return {"width": config.width, "height": config.height}

    def window_rectangle(self, body: dict[str, Any]) -> dict[str, int]:
        """The screen as a rectangle in px."""
        return {"x": 0, "y": 0, **self.window_size(body)}

    def orientation(self, body: dict[str, Any]) -> str:
        """The screen's orientation: PORTRAIT, which is the natural one, or LANDSCAPE."""
        return _ORIENTATIONS[display.rotation(self._served.phone) % 2]

    def set_orientation(self, body: dict[str, Any]) -> str:
        """Turn the screen and lock its rotation."""
        wanted = str(body.get("orientation"))[:40].upper()
        if wanted not in _ORIENTATIONS:
            raise invalid(f"the orientation is {wanted!r}; it must be one of {', '.join(_ORIENTATIONS)}")
        self._served.apply(settings.fix_rotation, _ORIENTATIONS.index(wanted))
        return wanted

    def rotation(self, body: dict[str, Any]) -> dict[str, int]:
        """The screen's rotation in degrees, about three axes."""
        return {"x": 0, "y": 0, "z": 90 * display.rotation(self._served.phone)}

    def set_rotation(self, body: dict[str, Any]) -> dict[str, int]:
        """Turn the screen by degrees and lock its rotation."""
        if body.get("x", 0) != 0 or body.get("y", 0) != 0 or body.get("z") not in (0, 90, 180, 270):
            raise invalid("the rotation must have x and y 0, and z 0, 90, 180 or 270")
        self._served.apply(settings.fix_rotation, int(body["z"]) // 90)
        return self.rotation(body)

    # Input

    def actions(self, body: dict[str, Any]) -> None:
        """Perform WebDriver actions."""
        config = self._served.phone.configuration
        self._perform(appium_gestures.gestures_of(body.get("actions"), config, self._bounds))

    def keys(self, body: dict[str, Any]) -> None:
        """Type a text into the focused element."""
        value = body.get("text", body.get("value"))
        value = (
            "".join(value) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value
        )
        if not isinstance(value, str):
            raise invalid("a text is needed")
        self._perform(appium_gestures.keys_of(value))

    def back(self, body: dict[str, Any]) -> None:
        """Press Back."""
        self._perform([PressKey("BACK")])

    def key_code(self, body: dict[str, Any]) -> None:
        """Press a key by Android's code."""
        code = int(number(body.get("keycode"), "keycode"))
        self._served.apply(lambda phone: session.run(phone, f"input keyevent {code}")[0])

    def gesture(self, body: dict[str, Any], name: str) -> bool | None:
        """Perform a named gesture. A scroll or fling returns whether more can be scrolled in its direction."""
        phone = self._served.phone
        gestures = appium_gestures.named_gestures(name, body, phone.configuration, self._bounds)
        self._perform(gestures)
        if name not in ("scroll", "fling"):
            return None
        here = self._served.phone
        return screen.ui_tree(inputs.perform(here, gestures[0])) != screen.ui_tree(here)

    def scroll_to(self, body: dict[str, Any]) -> None:
        """Scroll until the element that a strategy describes is on the screen."""
        inside = body.get("params")
        given: dict[str, Any] = inside if isinstance(inside, dict) else body
        strategy, text = given.get("strategy"), given.get("selector")
        if not isinstance(strategy, str) or not isinstance(text, str):
            raise invalid("a strategy and a selector are needed")
        most = int(min(number(given.get("maxSwipes"), "maxSwipes", 30), ui_actions.MOST_SWIPES))
        for forward in (False, True):
            for _ in range(most):
                if self._elements.find(strategy, text):
                    return
                if not self._scroll_list(body.get("origin"), forward):
                    break
        if not self._elements.find(strategy, text):
            raise no_such_element()

    def _scroll_list(self, origin: Any, forward: bool) -> bool:
        window = self._elements.window()
        lists = [node.bounds for node in window.nodes if node.scrollable]
        bounds = self._bounds(appium_gestures.element_of(origin)) if origin else lists[0] if lists else None
        if bounds is None:
            raise no_such_element()
        return self._served.run(ui_actions.scroll, bounds, True, forward, 0.275)

    # Alerts

    def alert_text(self, body: dict[str, Any]) -> str:
        """The texts of the open alert."""
        return alerts.text(self._elements.window())

    def accept_alert(self, body: dict[str, Any]) -> None:
        """Tap the button that accepts the alert, or the one with ``buttonLabel``."""
        self._answer_alert("accept", body)

    def dismiss_alert(self, body: dict[str, Any]) -> None:
        """Tap the button that dismisses the alert, or the one with ``buttonLabel``."""
        self._answer_alert("dismiss", body)

    def _answer_alert(self, action: str, body: dict[str, Any]) -> None:
        label = body.get("buttonLabel")
        if label is not None and not isinstance(label, str):
            raise invalid("buttonLabel: a text is needed")
        node = alerts.button(self._elements.window(), action, label)
        self._perform([ui_actions.touch(self._served.phone.configuration, *node.center)])

    # The device

    def pixel_ratio(self, body: dict[str, Any]) -> float:
        """Pixels per dp."""
        return self._served.phone.configuration.density / 160

    def density(self, body: dict[str, Any]) -> int:
        """Dots per inch."""
        return self._served.phone.configuration.density

    def system_bars(self, body: dict[str, Any]) -> dict[str, int]:
        """The height of the status bar, in px."""
        return {"statusBar": round(STATUS_HEIGHT * self._served.phone.configuration.density / 160)}

    def displays(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The one display."""
        return windows.displays(self._served.phone)

    def windows(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The windows that match all ``filters``, topmost first."""
        filters = body.get("filters")
        if filters is not None and not isinstance(filters, dict):
            raise invalid("filters: an object is needed")
        return windows.listed(self._served.phone, filters or {})

    def info(self, body: dict[str, Any]) -> dict[str, Any]:
        """Facts about the device."""
        phone = self._served.phone
        config = phone.configuration
        found = {key: phone.properties.get(name, "") for key, name in {
            "manufacturer": "ro.product.manufacturer", "model": "ro.product.model", "brand": "ro.product.brand",
            "apiVersion": "ro.build.version.sdk", "platformVersion": "ro.build.version.release"}.items()}  # fmt: skip
        return {
            **found, "androidId": "0000000000000001", "carrierName": "Android",
            "realDisplaySize": f"{config.width}x{config.height}", "displayDensity": config.density, "networks": [],
            "locale": config.locale.replace("-", "_"), "timeZone": phone.zone,
            "bluetooth": {"state": "OFF"},
        }  # fmt: skip

    def battery(self, body: dict[str, Any]) -> dict[str, float]:
        """The battery's state, as `dumpsys battery` reports it."""
        battery = self._served.phone.battery
        return {"level": battery.level / 100, "status": battery.status}

    def open_notifications(self, body: dict[str, Any]) -> None:
        """Open the notification shade."""
        self._served.apply(status_bar.expand)

    def clipboard(self, body: dict[str, Any]) -> str:
        """The clipboard's text, in base 64."""
        return base64.b64encode(self._served.phone.clipboard.encode("utf-8", "replace")).decode()

    def set_clipboard(self, body: dict[str, Any]) -> None:
        """Put a text, given in base 64, on the clipboard."""
        try:
            text = base64.b64decode(str(body.get("content", "")), validate=True).decode()
        except ValueError as error:
            raise invalid(f"content: {error}") from error
        self._served.apply(accessibility_actions.put_on_clipboard, text)

    def settings(self, body: dict[str, Any]) -> dict[str, Any]:
        """The settings that were sent. They have no effect."""
        given = body.get("settings")
        if isinstance(given, dict):
            kept = {**self._settings, **given}
            self._settings = dict(list(kept.items())[:_MOST_SETTINGS])
        return self._settings


def _element(name: str) -> dict[str, str]:
    return {_ELEMENT: name, _OLD_ELEMENT: name}
