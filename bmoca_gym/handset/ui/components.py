"""Components that apps share: pages, tool bars, list rows, dialogs, menus, bottom tabs, buttons."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import NAVIGATION_BAR, STATUS_HEIGHT
from bmoca_gym.handset.resources.metrics import nearest
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    LeftToRight,
    Row,
    Scroll,
    Spacer,
    Stack,
    give,
    sides,
    take_touch,
)
from bmoca_gym.handset.ui.fitting import ButtonBar, IconAndWords, MenuRows, Panel, Raised
from bmoca_gym.handset.ui.large_screens import (
    SHEET,
    SNACKBAR,
    SNACKBAR_GAP,
    dialog_width,
    is_tablet,
    tab_width,
)
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, Icon, Slider, Text
from bmoca_gym.handset.value import Callback, do

#: What a drawer draws over its part under the status bar, so that the bar's white clock can be read there.
_STATUS_SHADE = 0x66000000
#: dp that a dialog keeps free above and below: the status bar, and a margin.
MARGIN = STATUS_HEIGHT + 16
KNOB = 12  # dp between a slider's edge and the end of its knob's range


def page(
    res: Resources, *parts: Element, background: int | None = None, bar: int | None = None, **options: Any
) -> Column:
    """Window of an activity: space for the status bar (in colour ``bar``), then its parts from top to bottom."""
    under = _space(FILL, STATUS_HEIGHT)
    under.background = (res.colors.status or None) if bar is None else bar
    made = Column()
    made.children = (under, *parts)
    made.width = FILL
    made.height = FILL
    made.background = res.colors.background if background is None else background
    if options:
        give(made, options)
    return made


def _space(width: float, height: float) -> Spacer:
    # In this module, what most screens are made of gets its options by assignment: a dictionary of them costs more.
    # Children that are many do, too: Column(*many) is not compiled.
    made = Spacer()
    made.width = width
    made.height = height
    return made


def icon_button(
    name: str, description: str, tap: Callback, color: int, *, id: str = "", size: Any = 24, **options: Any,
) -> Element:  # fmt: skip
    """Glyph in a touch target of 48 dp."""
    made = Icon(name, size, color)
    made.class_name = "android.widget.ImageButton"
    made.width = 48.0
    made.height = 48.0
    made.tap = tap
    made.id = id
    made.description = description
    if options:
        give(made, options)
    return made


def toolbar(
    res: Resources,
    title: str,
    *actions: Element,
    up: Callback | None = None,
    title_id: str = "",
    background: int | None = None,
    color: int | None = None,
    id: str = "",
    height: float = 56,
) -> Element:
    """Tool bar: back arrow (if ``up`` is given), title, actions at the end."""
    ink = res.colors.on_bar if color is None else color
    lead: tuple[Element, ...] = ()
    if up is not None:
        lead = (icon_button("arrow_back", res.string("common.navigate_up"), up, ink),)
    words = Text(title, 20, ink, 500)
    words.grow = 1.0
    words.id = title_id
    words.pad = (8 if up else 16, 0, 8, 0)
    made = Row()
    made.children = (*lead, words, *actions)
    made.width = FILL
    made.height = height
    made.align = "center"
    made.pad = (4 if up else 0, 0, 4, 0)
    made.background = (res.colors.bar or None) if background is None else background
    made.id = id
    made.class_name = "android.view.ViewGroup"
    return made


def ink_on(color: int) -> int:
    """Return black or white, whichever is more readable on a colour."""
    red, green, blue = color >> 16 & 255, color >> 8 & 255, color & 255
    return 0xFF202124 if red * 299 + green * 587 + blue * 114 > 165_000 else 0xFFFFFFFF


def list_row(
    res: Resources,
    title: str,
    summary: str = "",
    *,
    tap: Callback | None = None,
    icon: str = "",
    end: Element | None = None,
    title_id: str = "android:id/title",
    summary_id: str = "android:id/summary",
    id: str = "",
    long_press: Callback | None = None,
    enabled: bool = True,
    lines: int = 2,
    icon_color: int | None = None,
    selected: bool = False,
    inset: float = 16,
    class_name: str = "",
) -> Element:
    """Row of a list: glyph, title, summary, and an element at the end (a switch, a value)."""
    c = res.colors
    ink, second = (c.text, c.secondary) if enabled else (c.disabled, c.disabled)
    head = Text(title, 16, ink, 400, lines)
    head.id = title_id
    if summary:
        more = Text(summary, 14, second, 400, 4)
        more.id = summary_id
        texts = Column(head, more)
    else:
        texts = Column(head)
    texts.grow = 1.0
    texts.gap = 2.0
    texts.pad = _LINES
    texts.class_name = "android.widget.RelativeLayout"
    parts: tuple[Element, ...] = (texts,) if end is None else (texts, _space(12, 1), end)
    if icon:
        glyph = Icon(icon, 24, icon_color or c.secondary)
        glyph.id = "android:id/icon"
        parts = (glyph, _space(32, 1), *parts)
    made = Row()
    made.children = parts
    made.width = FILL
    made.pad = (inset, 4, inset, 4)
    made.align = "center"
    made.tap = tap
    made.long_press = long_press
    made.id = id
    made.enabled = enabled
    made.selected = selected
    if class_name:
        made.class_name = class_name
    return made


_LINES = (0, 12, 0, 12)  # the padding around a row's texts


def divider(res: Resources, inset: float = 0) -> Element:
    """Thin line."""
    line = _space(FILL, 1)
    line.background = res.colors.divider
    made = Column(line)
    made.width = FILL
    made.pad = (inset, 0, 0, 0)
    made.class_name = ""
    return made


def heading(res: Resources, text: str, inset: float = 16) -> Element:
    """Small coloured title of a group of rows."""
    return Text(
        text, 14, res.colors.accent, 500, pad=(inset, 16, 16, 8), width=FILL, id="android:id/title", lines=2
    )


def scrolling(*rows: Element, key: str, gap: Any = 0, pad: Any = 0, id: str = "", **options: Any) -> Element:
    """Scrollable rows, one below the other, which fill the rest of the page."""
    inside = Column()
    inside.children = rows
    inside.width = FILL
    inside.gap = gap
    inside.pad = sides(pad)
    inside.class_name = ""
    made = Scroll(inside, key)
    made.grow = 1.0
    made.width = FILL
    made.id = id
    if options:
        give(made, options)
    return made


def text_button(
    res: Resources, label: str, tap: Callback, *, id: str = "", enabled: bool = True, color: int | None = None,
    class_name: str = "android.widget.Button",
) -> Element:  # fmt: skip
    """Flat button of a dialog."""
    ink = res.colors.accent if color is None else color
    return Text(
        label, 14, ink if enabled else res.colors.disabled, 500, 3, pad=(12, 14), tap=tap, id=id, enabled=enabled,
        class_name=class_name,
    )  # fmt: skip


def filled_button(res: Resources, label: str, tap: Callback, *, id: str = "", **options: Any) -> Element:
    """Button with a coloured background."""
    return Text(
        label, 14, res.colors.on_accent, 500, 3, pad=(20, 10), background=res.colors.accent, radius=18, tap=tap,
        id=id, align="center", class_name="android.widget.Button", **options,
    )  # fmt: skip


def floating_button(
    res: Resources, name: str, description: str, tap: Callback, id: str = "", **options: Any
) -> Element:
    """Round floating action button over a page."""
    options.setdefault("background", res.colors.accent)
    options.setdefault("color", res.colors.on_accent)
    options.setdefault("radius", 28)
    color = options.pop("color")
    return Icon(
        name, 24, color, width=56, height=56, tap=tap, id=id, description=description,
        class_name="android.widget.ImageButton", **options,
    )  # fmt: skip


def snackbar(res: Resources, text: str, action: str, tap: Callback, prefix: str) -> Element:
    """Message at the bottom of a page about an action, with a button. ``prefix``: prefix of its ids."""
    words = Text(text, 14, 0xFFFFFFFF, lines=2, grow=1, pad=(0, 8), id=prefix + "snackbar_text")
    button = Text(
        action, 14, 0xFF8AB4F8, 500, pad=(12, 14), tap=tap, id=prefix + "snackbar_action",
        class_name="android.widget.Button",
    )  # fmt: skip
    wide = is_tablet(res)
    bar = Row(
        words, button, width=min(SNACKBAR, res.width - 2 * SNACKBAR_GAP) if wide else FILL, pad=(16, 0, 8, 0), gap=8,
        align="center", background=0xFF323232, radius=2 if wide else 0, tap=do(take_touch),
        class_name="android.widget.LinearLayout",
    )  # fmt: skip
    if wide:
        return Column(bar, width=FILL, align="center", pad=(0, 0, 0, SNACKBAR_GAP), class_name="")
    return bar


def corner(res: Resources) -> float:
    """Radius of a dialog's corners in dp: ``dialogCornerRadius`` up to Android 11, Material 3's from Android 12 on."""
    return 28 if res.material > 2 else 8


def dialog_card(
    res: Resources, *parts: Element, dismiss: Callback, buttons: tuple[Element, ...] = (), title: str = "",
    pad: Any = None, width: float = 0, gap: float = 0,
) -> Element:  # fmt: skip
    """Dialog in the middle of a dimmed screen. A touch outside calls ``dismiss``. A `scrolling` part that does not grow
    is as high as its rows, or as there is room beside the title and the buttons.

    ``pad``: None for what Material Design has. ``width``: of a picker or a list that is as wide on any screen; 0 for
    what `dialog_width` gives.
    """
    c = res.colors
    wide = min(width or dialog_width(res), res.width - 24)
    modern = res.material > 2
    if pad is None:
        pad = (24, 24, 24, 14) if modern else (24, 20, 24, 8)
    head: tuple[Element, ...] = ()
    if title:
        size, weight, below = (24, 400, 16) if modern else (20, 500, 12)
        head = (Text(title, size, c.text, weight, 3, id="android:id/alertTitle", pad=(0, 0, 0, below)),)
    foot = (ButtonBar(*buttons, width=FILL, gap=4, pad=(0, 8, 0, 0)),) if buttons else ()
    card = Panel(
        *head, *parts, *foot, width=wide, pad=pad, gap=gap, background=c.card, radius=corner(res),
        tap=do(take_touch), class_name="android.widget.FrameLayout", id="android:id/parentPanel",
    )  # fmt: skip
    return scrim(res, card, dismiss, pad=(0, MARGIN))


def picker_header(res: Resources, shown: Element, width: float, height: float) -> Element:
    """Show the coloured header of a picker: round where it is at the edges of the dialog, and square where it is not.

    ``width``: of a header at the side, in dp; 0 for one above.
    """
    inner = corner(res) + 4
    square = Spacer(
        width=inner if width else FILL, height=FILL if width else inner, background=shown.background
    )
    return Stack(square, shown, width=width or FILL, height=height, align="end", justify="end", class_name="")


def scrim(
    res: Resources, card: Element, dismiss: Callback, align: str = "center", justify: str = "center", pad: Any = None
) -> Element:  # fmt: skip
    """Dimmed screen with a card on it. ``pad``: the space around the card."""
    return Stack(
        card, width=FILL, height=FILL, background=res.colors.scrim, align=align, justify=justify, tap=dismiss,
        class_name="", pad=pad,
    )  # fmt: skip


def sheet(
    res: Resources,
    *parts: Element,
    dismiss: Callback,
    id: str = "",
    pad: Any = 0,
    dim: bool = True,
    widest: float | None = None,
    **options: Any,
) -> Element:
    """Sheet at the bottom of the screen, which is dimmed if ``dim``. A touch above it calls ``dismiss``. A `scrolling`
    part that does not grow is as high as its rows, or as there is room.
    """
    c = res.colors
    options.setdefault("class_name", "android.widget.FrameLayout")
    handle = Spacer(width=36, height=4, radius=2, background=c.disabled)
    card: Element = Panel(
        Stack(handle, width=FILL, height=20, align="center", justify="center", class_name=""), *parts,
        width=min(res.width, SHEET if widest is None else widest), background=c.card,
        radius=28 if res.material > 2 else 12, pad=pad, tap=do(take_touch), id=id,
        border=None if dim else c.divider, **options,
    )  # fmt: skip
    if res.material > 2:  # square where it ends at the foot of the screen
        foot = Spacer(width=FILL, height=56, background=c.card)
        card = Stack(foot, card, width=card.width, justify="end", class_name="")
    if dim:
        return scrim(res, card, dismiss, justify="end", pad=(0, MARGIN, 0, 0))
    return Stack(
        card, width=FILL, height=FILL, align="center", justify="end", tap=dismiss, class_name="", pad=(0, MARGIN, 0, 0)
    )  # fmt: skip


def sheet_row(res: Resources, glyph: str, label: str, tap: Callback, id: str = "") -> Element:
    """Entry of a sheet. ``id``: resource id of its text."""
    c = res.colors
    return Row(
        Icon(glyph, 24, c.text, class_name=""), Text(label, 16, c.text, lines=2, grow=1, id=id),
        width=FILL, pad=(20, 14), gap=20, align="center", tap=tap, class_name="android.view.ViewGroup",
    )  # fmt: skip


def side_drawer(
    res: Resources, head: Element, rows: list[Element], dismiss: Callback, *, key: str, id: str, list_id: str,
    width: float = 280, class_name: str = "",
) -> Element:  # fmt: skip
    """Navigation drawer at the start of a dimmed screen: a header, and scrollable rows. A touch outside calls
    ``dismiss``. Its classes are those of Material's ``NavigationView`` if the list is its ``design_navigation_view``.

    The header's colour, darker, extends under the status bar, as with Material's ``NavigationView``. A drawer without
    such a header has one colour up to its top; on Android 10 it is darker there in the light theme.
    """
    plain = head.background is None and (res.dark or res.system > 2)
    under = Spacer(width=FILL, height=STATUS_HEIGHT, background=None if plain else _STATUS_SHADE)
    material = list_id.endswith("/design_navigation_view")
    of_list = "androidx.recyclerview.widget.RecyclerView" if material else "android.widget.ListView"
    of_list = of_list if list_id else "android.widget.ScrollView"
    of_panel = "android.widget.FrameLayout" if material else "android.widget.LinearLayout"
    panel = Column(
        Column(under, width=FILL, background=head.background, class_name=""),
        head,
        scrolling(*rows, key=key, id=list_id, pad=(0, 0, 0, 16), class_name=of_list),
        width=min(width, res.width - 48), height=FILL, background=res.colors.surface,
        tap=do(take_touch), id=id, class_name=class_name or of_panel,
    )  # fmt: skip
    return scrim(res, panel, dismiss, align="start", justify="start")


def empty_message(
    res: Resources,
    glyph: str,
    text: str,
    *,
    below: str = "",
    id: str = "",
    color: int | None = None,
    **options: Any,
) -> Element:
    """Message of an empty page.

    ``below``: a second sentence, smaller; ``id``: resource id of the text; ``color``: colour of the icon.
    """
    more = (Text(below, 14, res.colors.secondary, lines=4, align="center"),) if below else ()
    options = {"width": FILL, "grow": 1, "gap": 12, "pad": (32, 0, 32, 40), **options}
    return IconAndWords(
        Icon(glyph, 72, res.colors.disabled if color is None else color),
        Text(text, 16, res.colors.secondary, lines=4, align="center", id=id),
        *more,
        align="center", justify="center", **options,
    )  # fmt: skip


def popup_card(
    res: Resources, *parts: Element, radius: Any = 4, line: int | None = None, **options: Any
) -> Element:
    """Card of a menu or another popup. It casts a shadow; on Android 10 it is flat.

    ``line``: colour of the line around it on Android 10; None for that of dividers.
    """
    c = res.colors
    if res.system < 3:
        line = c.divider if line is None else line
        return Column(*parts, background=c.popup, border=line, radius=radius, **options)
    return Raised(Column(*parts, background=c.popup, radius=radius, **options), radius=radius)


def menu(
    res: Resources, items: tuple[tuple[Any, ...], ...], dismiss: Callback, *, top: float = 28, foot: float = 0
) -> Element:
    """Overflow menu in the top end corner, which scrolls on a low screen. Items are (label, callback), or with a check
    box (label, callback, checked).

    ``foot``: place it in the lower start corner instead, this many dp above the edge.
    """
    c, modern = res.colors, res.system > 2
    rows = [
        Row(
            Text(label, 16, c.text, lines=2, grow=1, id="android:id/title"),
            *[
                CheckBox(on, c.accent, c.secondary, height=21, id="android:id/checkbox")
                for on in checked
                if on is not None
            ],
            width=FILL, least=48 if modern else 0, pad=(16, 4 if modern else 12), tap=tap, align="center",
            class_name="android.widget.LinearLayout",
        )
        for label, tap, *checked in items
    ]  # fmt: skip
    listed = "android.widget.ListView"
    if modern:
        card = popup_card(
            res, Scroll(MenuRows(*rows, pad=(0, 8)), key="menu", class_name=listed), tap=do(take_touch), class_name=""
        )  # fmt: skip
    else:
        wide = min(220, res.width - 16)
        card = popup_card(res, *rows, width=wide, pad=(0, 8), tap=do(take_touch), class_name=listed)
    if foot:
        return Stack(
            card, width=FILL, height=FILL, justify="end", tap=dismiss, pad=(8, 8, 8, foot), class_name=""
        )
    return Stack(card, width=FILL, height=FILL, align="end", tap=dismiss, pad=(8, top, 8, 8), class_name="")


def beside_bar(res: Resources, content: Element, edge: str) -> Element:
    """Content of a window that reaches under the navigation bar at an ``edge``: "left", "right" or "" for
    none.
    """
    if not edge:
        return content
    bar = Spacer(width=NAVIGATION_BAR, height=1)
    beside = Column(content, grow=1, height=FILL, class_name="")
    first = (edge == "left") != res.rtl
    return Row(*((bar, beside) if first else (beside, bar)), width=FILL, height=FILL, class_name="")


def bottom_tabs(
    res: Resources,
    tabs: tuple[tuple[str, str, str, Callback], ...],
    chosen: int,
    *,
    id: str = "",
    background: int | None = None,
    tab_class: str = "android.widget.FrameLayout",
    **options: Any,
) -> Element:
    """Bottom navigation. Tabs are (label, glyph, resource id, callback); the chosen one is coloured and
    selected. On a tablet they stand in the middle.
    """
    c = res.colors
    wide = tab_width(res, len(tabs))
    size: dict[str, Any] = {"width": wide} if wide else {"grow": 1}
    background = (c.tabs or c.raised) if background is None else background
    ink = c.tabs_text or c.secondary
    return Row(
        *[
            Column(
                Icon(glyph, 24, c.accent if i == chosen else ink, class_name="android.widget.ImageView"),
                FittedText(label, 12, c.accent if i == chosen else ink, 500, align="center"),
                height=56, pad=(2, 8, 2, 4), gap=2, align="center", tap=tap, id=name, description=label,
                selected=i == chosen, class_name=tab_class, **size,
            )
            for i, (label, glyph, name, tap) in enumerate(tabs)
        ],
        width=FILL, height=56, background=background, id=id, justify="center" if wide else "start", **options,
    )  # fmt: skip


def app_icon(res: Resources, app: App, size: float) -> Element:
    """Round icon of an app, ``size`` dp wide."""
    icon = app.icon
    # Make a white icon visible on a white page.
    ground: int = icon.background
    pale = ground >> 16 & 0xFF > 0xE8 and ground >> 8 & 0xFF > 0xE8 and ground & 0xFF > 0xE8
    if icon.letters:
        mark: Element = Text(
            icon.letters, size * 0.5 / (res.metrics.font / res.metrics.scale), icon.color, 700
        )
    else:
        mark = LeftToRight(Icon(icon.glyph, float(nearest(size * 0.55)), icon.color, class_name=""))
    mark.class_name = ""
    made = Stack(mark)
    made.width = size
    made.height = size
    made.radius = size / 2
    made.background = ground
    if pale:
        made.border = 0x1F000000
    made.align = "center"
    made.justify = "center"
    made.class_name = ""
    return made


def slider(
    res: Resources, level: int, low: int, high: int, width: float, slide: Callback, *, id: str, enabled: bool = True,
    description: str = "",
) -> Element:  # fmt: skip
    """Slider, ``width`` dp wide, from ``low`` to ``high``. ``slide``: a handler and its arguments, the last
    one the width.
    """
    c = res.colors
    share = (level - low) / max(1, high - low)
    return Slider(
        share, c.accent if enabled else c.disabled, c.divider, width=width, drag=slide, id=id, enabled=enabled,
        description=description,
    )  # fmt: skip


def touched_share(context: Context, width: float) -> float:
    """Return where a touch on a slider of ``width`` dp ended, 0 at its start to 1 at its end."""
    x = context.end_x if context.direction else context.x
    share = (x * width - KNOB) / max(1.0, width - 2 * KNOB)
    share = min(max(share, 0.0), 1.0)
    return 1 - share if context.res.rtl else share
