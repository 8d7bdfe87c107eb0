"""The windows of the front activity, and their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import App, Layer
from bmoca_gym.handset.resources import Palette, Resources, in_palette, of_platform
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Activity, Phone, SystemClock, Task, only_time_passed
from bmoca_gym.handset.system import split
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.finding import find_element
from bmoca_gym.handset.value import memo, on_clear, replace


@memo(8)
def made(function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources) -> Element:
    """Build the element tree of a layer from its function and arguments."""
    element: Element = function(res, *arguments)
    return element


@memo(256)
def _field(
    function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources, key: str
) -> Element | None:
    return find_element(
        made(function, arguments, res),
        lambda e: e.editable and e.key == key,  # type: ignore[attr-defined]
    )


def layers_of(app: App, phone: Phone, activity: Activity) -> tuple[Layer, ...]:
    """Return the layers of an activity of an app, bottom to top, in the app's own colours."""
    found = app.layers(phone, phone.apps[app.package], activity)
    if app.palette is not None:
        return in_its_colors(found, app.palette, phone.configuration.dark)
    if app.platform and phone.configuration.material > 2:
        return tuple([_of_platform(one) if one.kind == "dialog" else one for one in found])
    return found


def _of_platform(dialog: Layer) -> Layer:
    return dialog._replace(function=_colored, arguments=(None, dialog.function, dialog.arguments))


def in_its_colors(layers: tuple[Layer, ...], palette: Palette, dark: bool) -> tuple[Layer, ...]:
    """Show an app's windows in its own colours."""
    bars = "auto" if dark else palette.status
    return tuple(
        [
            Layer(
                _colored,
                (palette, one.function, one.arguments),
                one.kind,
                bars if one.bars == "auto" and one.kind == "app" else one.bars,
                one.owner,
                one.foot,
                one.wide,
            )
            for one in layers
        ]
    )


def _colored(
    res: Resources, palette: Palette | None, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Any:
    return function(of_platform(res) if palette is None else in_palette(res, palette), *arguments)


def function_of(layer: Layer) -> Callable[..., Any]:
    """Return the function that builds a window, without the one that gives it the app's colours or dialogs."""
    found: Callable[..., Any] = layer.arguments[1] if layer.function is _colored else layer.function
    return found


class AskedClock:
    """A `SystemClock` that records whether it was asked for more than the minute, in ``asked``.

    A screen is made from a phone with this clock, so that it is known how long the screen lasts while only time passes.
    Comparing or hashing the clock asks it for everything; passing it on asks nothing.
    """

    __slots__ = ("_clock", "asked")

    def __init__(self, clock: SystemClock) -> None:
        self._clock = clock
        self.asked = False

    def _all(self) -> SystemClock:
        self.asked = True
        return self._clock

    @property
    def wall(self) -> int:
        """As of `SystemClock`; asking is recorded."""
        return self._all().wall

    @property
    def uptime(self) -> int:
        """As of `SystemClock`; asking is recorded."""
        return self._all().uptime

    @property
    def frozen(self) -> bool:
        """As of `SystemClock`; asking is recorded."""
        return self._all().frozen

    def minute(self, zone: str) -> int:
        """As of `SystemClock`; the only question that is not recorded."""
        return self._clock.minute(zone)

    def __eq__(self, other: object) -> bool:
        return self is other or self._all() == (other._all() if isinstance(other, AskedClock) else other)

    def __hash__(self) -> int:
        return hash(self._all())


def asking(phone: Phone) -> tuple[Phone, AskedClock]:
    """Return an equal phone with a clock that records what it is asked for, and that clock."""
    clock = AskedClock(phone.clock)
    return replace(phone, clock=clock), clock


#: The layers that were asked for last: of which phone, and whether they follow from more of its clock than the minute.
_last: tuple[Phone, tuple[Layer, ...], bool] | None = None


def _forget() -> None:
    global _last
    _last = None


on_clear(_forget)


def layers(phone: Phone) -> tuple[Layer, ...]:
    """The layers of the app in front, bottom to top."""
    return layers_over_time(phone)[0]


def layers_over_time(phone: Phone) -> tuple[tuple[Layer, ...], bool]:
    """The layers of the app in front, and whether they depend on more of the clock than the minute.

    The last ones requested are cached, for the same phone and for a later one within the minute: during a gesture, the
    text field is looked up repeatedly.
    """
    global _last
    last = _last
    if last is not None:
        before, found, asked = last
        if before is phone or (
            not asked and only_time_passed(before, phone) and before.minute == phone.minute
        ):
            return found, asked
    made_from, clock = asking(phone)
    activity = phone.top
    if phone.split is not None:
        made_from = replace(made_from, configuration=configuration_of(phone))
    app = packages.apps_of(phone.image)[activity.package]
    found = layers_of(app, made_from, activity)
    _last = phone, found, clock.asked
    return found, clock.asked


def layers_beside(phone: Phone, task: Task) -> tuple[Layer, ...]:
    """The layers of the app that shares the screen with the one in front, bottom to top."""
    return layers_in(phone, task, split.part_of(phone, task.package))


def layers_in(phone: Phone, task: Task, configuration: Configuration) -> tuple[Layer, ...]:
    """The layers of the front activity of a task in a part of the screen, bottom to top."""
    app = packages.apps_of(phone.image)[task.package]
    return layers_of(app, replace(phone, configuration=configuration), task.activities[-1])


def configuration_of(phone: Phone) -> Configuration:
    """The configuration that the app in front sees; if it shares the screen, the configuration of its part."""
    return phone.configuration if phone.split is None else split.part_of(phone, phone.top.package)


def element(layer: Layer, phone: Phone) -> Element:
    """Return the element tree of a layer on this phone."""
    return made(layer.function, layer.arguments, resources.of(configuration_of(phone)))


def focused(layer: Layer, phone: Phone) -> Element | None:
    """Return the text field of a layer that has the focus, or None if it is gone."""
    return _field(layer.function, layer.arguments, resources.of(configuration_of(phone)), phone.top.focus)
