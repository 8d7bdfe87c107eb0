"""Tasks' settings of a list, a tag or a filter with its criteria, and the choice of a task's list and tags."""

from __future__ import annotations

from bmoca_gym.handset.apps.tasks.criteria import CRITERIA
from bmoca_gym.handset.apps.tasks.handlers import collecting, editing
from bmoca_gym.handset.apps.tasks.places import COLORS, Criterion, Setup
from bmoca_gym.handset.apps.tasks.state import GLYPHS, ID
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    floating_button,
    heading,
    icon_button,
    list_row,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.fitting import Wrap
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import do

#: Id, name and colour of a list, a tag or a filter.
Entry = tuple[int, str, int]
_SWATCH = 40


def _bar(res: Resources, title: str, *actions: Element) -> Element:
    c = res.colors
    return Row(
        icon_button("save", res.string("tasks.save"), do(collecting.save), c.on_bar),
        Text(title, 20, c.on_bar, 500, grow=1, pad=(12, 0)), *actions,
        width=FILL, height=56, pad=(4, 0), align="center", background=c.bar, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def settings(res: Resources, setup: Setup, focused: bool, lists: tuple[tuple[str, str], ...]) -> Element:
    """Name, colour and, for a filter, its criteria. ``lists``: uuid and name of all lists."""
    c, kind = res.colors, setup.kind
    actions: tuple[Element, ...] = ()
    if setup.id:
        actions = (
            icon_button("delete", res.string("tasks.delete"), do(open_overlay, "delete_setup"), c.on_bar,
                        id=ID + "delete", class_name="android.widget.Button"),
        )  # fmt: skip
    title = res.string(f"tasks.{kind}_settings" if setup.id else f"tasks.new_{kind}")
    field = TextField(
        setup.name, "name", do(collecting.type_name), focused=focused, hint=res.string("tasks.name"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=18, width=FILL, pad=(0, 12),
        on_submit=do(collecting.save), id=ID + "name",
    )  # fmt: skip
    line = Spacer(width=FILL, height=2 if focused else 1, background=c.accent if focused else c.divider)
    rows: list[Element] = [
        Column(field, line, width=FILL, pad=(16, 8), class_name="android.widget.LinearLayout")
    ]
    rows += [heading(res, res.string("tasks.color")), _colors(res, setup.color)]
    if kind == "filter":
        rows += [
            heading(res, res.string("tasks.filter_criteria")),
            _criterion(res, res.string("tasks.active"), -1),
        ]
        rows += [
            _criterion(res, criterion_text(res, one, lists), place)
            for place, one in enumerate(setup.criteria)
        ]
    body: Element = scrolling(
        *rows, Spacer(width=FILL, height=88), key="setup", class_name="android.widget.ScrollView"
    )
    if kind == "filter":
        add = floating_button(
            res, "add", res.string("tasks.add_criterion"), do(open_overlay, "criteria"), ID + "fab"
        )
        over = Column(add, width=FILL, height=FILL, align="end", justify="end", pad=16, class_name="")
        body = Stack(body, over, width=FILL, grow=1, class_name="android.view.ViewGroup")
    return page(res, _bar(res, title, *actions), body)


def _colors(res: Resources, chosen: int) -> Element:
    c = res.colors
    cells = []
    for number, color in enumerate(COLORS):
        name = res.string("tasks.color_number", number=number) if color else res.string("tasks.no_color")
        glyph = "check" if color == chosen else "block" if not color else ""
        ink = c.secondary if not color else 0xFFFFFFFF
        inside = (Icon(glyph, 22, ink, class_name=""),) if glyph else ()
        cells.append(
            Stack(
                *inside, width=_SWATCH, height=_SWATCH, radius=_SWATCH / 2, background=color or c.raised,
                align="center", justify="center", tap=do(collecting.choose_color, color),
                description=res.digits(name), selected=color == chosen, checked=color == chosen,
                class_name="android.widget.RadioButton",
            )
        )  # fmt: skip
    return Column(Wrap(*cells, gap=12, width=FILL, class_name=""), width=FILL, pad=(16, 4, 16, 12),
                  id=ID + "color_row", class_name="android.widget.LinearLayout")  # fmt: skip


def _criterion(res: Resources, text: str, place: int) -> Element:
    """A criterion of a filter. ``place``: -1 for the one that all filters start with."""
    end = None
    if place >= 0:
        end = icon_button("clear", res.string("tasks.remove"), do(collecting.drop_criterion, place),
                          res.colors.secondary, id=ID + "clear", class_name="android.widget.ImageView")  # fmt: skip
    row = list_row(res, text, res.string("tasks.and") if place >= 0 else "", icon="filter_list", end=end,
                   title_id=ID + "name", id=ID + "row")  # fmt: skip
    return Column(row, divider(res), width=FILL, class_name="")


def criterion_text(res: Resources, one: Criterion, lists: tuple[tuple[str, str], ...]) -> str:
    """A criterion in words."""
    chosen = CRITERIA[one.kind].text(res, one.chosen, dict(lists))
    return res.string(f"tasks.criterion_{one.kind}", chosen=chosen)


def criteria(res: Resources, kinds: tuple[str, ...]) -> Element:
    """All kinds of criteria."""
    rows = [
        Text(res.string(f"tasks.criterion_{kind}", chosen="…").strip(), 16, res.colors.text, lines=2, width=FILL,
             height=48, pad=(24, 13), tap=do(collecting.add_criterion, kind), id="android:id/text1")
        for kind in CRITERIA if kind in kinds
    ]  # fmt: skip
    cancel = text_button(res, res.string("common.cancel"), CLOSE)
    return dialog_card(res, *rows, dismiss=CLOSE, pad=(0, 12, 0, 8), buttons=(cancel,))


def chosen(res: Resources, kind: str, tags: tuple[str, ...], lists: tuple[tuple[str, str], ...]) -> Element:
    """The values to choose from for a criterion."""
    options = CRITERIA[kind].options if kind in CRITERIA else None
    shown = [] if options is None else options(res, tags, lists)
    return choice_dialog(res, shown, None, collecting.choose_criterion)


def words(res: Resources, typed: str, focused: bool) -> Element:
    """Asks for the words that titles must contain."""
    c = res.colors
    field = TextField(
        typed, "words", do(collecting.type_words), focused=focused, accent=c.accent, color=c.text, size=16, width=FILL,
        pad=(0, 10), on_submit=do(collecting.words_done), id="android:id/edit",
    )  # fmt: skip
    line = Spacer(width=FILL, height=2, background=c.accent)
    title = res.string("tasks.criterion_title", chosen="").strip(" :：")
    return dialog_card(
        res, field, line, dismiss=CLOSE, title=title,
        buttons=buttons(res, "common.ok", do(collecting.words_done)),
    )  # fmt: skip


# Of a task


def list_dialog(res: Resources, lists: tuple[Entry, ...], current: int) -> Element:
    """The list that a task is in."""
    options = [(id, name) for id, name, _ in lists]
    return choice_dialog(res, options, current, editing.choose, "list")


def tag_page(
    res: Resources, tags: tuple[Entry, ...], chosen: tuple[int, ...], typed: str, focused: bool
) -> Element:
    """The tags of a task, to check and uncheck, and a field to find one or name a new one."""
    c = res.colors
    wanted = typed.strip().casefold()
    field = TextField(
        typed, "tags", do(collecting.type_words), focused=focused, hint=res.string("tasks.enter_tag"),
        hint_color=0xB3FFFFFF, accent=c.on_bar, color=c.on_bar, size=18, grow=1, height=56,
        on_submit=do(collecting.new_tag), id=ID + "search_input",
    )  # fmt: skip
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(collecting.close_tags), c.on_bar),
        field, width=FILL, height=56, pad=(4, 0), gap=8, align="center", background=c.bar, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    rows: list[Element] = []
    if wanted and wanted not in [name.casefold() for _, name, _ in tags]:
        text = res.string("tasks.create_tag", name=typed.strip())
        rows.append(list_row(res, text, icon="add", tap=do(collecting.new_tag), id=ID + "tag_row"))
    for id, name, color in tags:
        if wanted in name.casefold():
            box = CheckBox(id in chosen, c.accent, c.secondary, class_name="android.widget.CheckBox",
                           tap=do(collecting.tag, id), description=name)  # fmt: skip
            rows.append(list_row(res, name, icon=GLYPHS["tag"], icon_color=color or None, end=box,
                                 tap=do(collecting.tag, id), id=ID + "tag_row"))  # fmt: skip
    return page(res, bar, scrolling(*rows, key="tags", id=ID + "recycler_view"))
