"""An app for tests of the system: it records events, on a screen whose pixels can be counted."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.effects import finish, focus, schedule, start, toast
from bmoca_gym.handset.manifest import App, AppIcon, Layer, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import FILL, Canvas, Column, Element, Scroll
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import Value, do, replace, value

PACKAGE = "org.example.probe"
SECOND = f"{PACKAGE}/.Second"

#: 400 x 800 px, 1 px a dp: the probe's elements lie where its screen says.
SQUARE = Configuration(width=400, height=800, density=160)


@value
class Probe(Value):
    """``events``: recorded events, oldest first."""

    events: tuple[str, ...] = ()
    text: str = ""
    field: bool = True


def note(state: Probe, context: Context, name: str) -> Probe:
    """Record an event, with a swipe's direction."""
    return replace(state, events=(*state.events, f"{name} {context.direction}".strip()))


def note_place(state: Probe, context: Context, name: str) -> Probe:
    """Record an event with the start and the end of the touch."""
    begin, end = f"{context.x:.2f},{context.y:.2f}", f"{context.end_x:.2f},{context.end_y:.2f}"
    return replace(state, events=(*state.events, f"{name} {begin} {end}"))


def nothing_changes(state: Probe, context: Context) -> Probe:
    """A handler of which nothing comes."""
    return state


def _open_second(state: Probe, context: Context) -> Any:
    return note(state, context, "open"), start(SECOND, "argument")


def _leave(state: Probe, context: Context) -> Any:
    return note(state, context, "leave"), finish()


def _say(state: Probe, context: Context) -> Any:
    return state, toast("said")


def _later(state: Probe, context: Context, seconds: int, clock: str) -> Any:
    at = (context.uptime if clock == "uptime" else context.phone.clock.wall) + seconds * 1000
    name = f"{clock} {seconds}"
    return state, schedule(PACKAGE, name, at, do(note, name), clock)


def _typed(state: Probe, context: Context, text: str) -> Probe:
    return replace(state, text=text)


def _submitted(state: Probe, context: Context) -> Probe:
    return note(state, context, f"submit {state.text}")


def _hide_field(state: Probe, context: Context) -> Probe:
    return replace(state, field=False)


def _focus_field(state: Probe, context: Context) -> Any:
    return state, focus("field")


def _screen(res: Resources, text: str, field: bool, focused: bool) -> Element:
    def spot(name: str, **options: Any) -> Element:
        return Canvas(width=40, height=40, id=name, **options)

    rows = [
        Text(f"row {i}", width=200, height=50, tap=do(note, f"row {i}") if i % 2 else None, id="row")
        for i in range(20)
    ]
    typing = TextField(
        text, "field", do(_typed), on_submit=do(_submitted), focused=focused, width=200, height=40, id="field"
    )
    return Canvas(
        (0, 40, spot("tap", tap=do(note, "tap"))),
        (50, 40, spot("both", tap=do(note, "tap"), long_press=do(note, "long"))),
        (100, 40, spot("off", tap=do(note, "off"), enabled=False)),
        (150, 40, spot("drag", drag=do(note_place, "drag"))),
        (200, 40, spot("swipe", swipe=do(note, "swipe"))),
        (250, 40, spot("nothing", tap=do(nothing_changes))),
        (300, 40, spot("open", tap=do(_open_second))),
        (350, 40, spot("leave", tap=do(_leave))),
        (0, 90, spot("say", tap=do(_say))),
        (50, 90, spot("later", tap=do(_later, 5, "uptime"))),
        (100, 90, spot("wall", tap=do(_later, 5, "wall"))),
        (150, 90, spot("sooner", tap=do(_later, 2, "uptime"))),
        (200, 90, spot("hide", tap=do(_hide_field))),
        (250, 90, spot("focus", tap=do(_focus_field))),
        *(((0, 140, typing),) if field else ()),
        (0, 200, Scroll(Column(*rows), key="list", width=200, height=300, swipe=do(note, "list"), id="list")),
        width=FILL, height=FILL, swipe=do(note, "page"), background=0xFFFFFFFF, id="page",
    )  # fmt: skip


def _layers(phone: Any, state: Probe, activity: Any) -> tuple[Layer, ...]:
    return (layer(_screen, state.text, state.field, activity.focus == "field"),)


def _closed(state: Probe) -> Probe:
    return replace(state, events=(*state.events, "closed"))


def _back(state: Probe, context: Context) -> Probe:
    return replace(state, text="") if state.text == "back" else state


APP = App(
    name="calculator",  # whose strings it borrows
    package=PACKAGE,
    activity=".Main",
    icon=AppIcon("home", 0xFF000000),
    state=Probe,
    layers=_layers,
    closed=_closed,
    back=_back,
    created=lambda state, context: note(state, context, f"created {context.activity.name}"),
    paused=lambda state, context: note(state, context, f"paused {context.activity.name}"),
    resumed=lambda state, context: note(state, context, f"resumed {context.activity.name}"),
)
