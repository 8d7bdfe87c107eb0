"""The user's languages: a list that is sorted by dragging, and the picker of a language and its region."""

from __future__ import annotations

from typing import Any, ClassVar

from bmoca_gym.handset.apps.settings.handlers.languages import (
    add_language,
    ask_to_remove,
    drag,
    drag_unseen,
    free_regions,
    open_menu,
    open_search,
    pick_language,
    pick_locale,
    picker_back,
    remove,
    start_removing,
    stop_removing,
    tick,
    type_query,
)
from bmoca_gym.handset.apps.settings.screens.dialogs import message_dialog
from bmoca_gym.handset.apps.settings.screens.pages import bar
from bmoca_gym.handset.apps.settings.state import ID, UP
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.system import languages
from bmoca_gym.handset.ui.components import heading, icon_button, menu, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import do

#: Locales that the picker suggests first: those of the country whose mobile network the phone is in.
SUGGESTED = ("en-US", "es-US")


class LabelledButton(Row):
    """A button that is a single element with text, like Android's buttons with a drawable at the start."""

    __slots__ = ("label",)
    CLASS: ClassVar[str] = "android.widget.Button"

    def __init__(self, label: str, *children: Element, **options: Any) -> None:
        Row.__init__(self, *children, **options)
        self.label = label

    @property
    def text(self) -> str:
        """The button's label."""
        return self.label


@component(256)
def _language_row(
    res: Resources,
    tag: str,
    index: int,
    spoken: bool,
    removing: bool,
    ticked: bool,
    alone: bool,
    modern: bool,
) -> Element:
    c = res.colors
    warning = () if spoken else (
        Text(res.string("settings.not_translated"), 14, c.secondary, lines=2, id=ID + "l10nWarn"),
    )  # fmt: skip
    lead: Element
    if removing:
        lead = CheckBox(ticked, color=c.accent, off_color=c.secondary, width=24, id=ID + "checkbox")
    else:
        lead = Text(res.digits(str(index + 1)), 16, c.accent, width=24, align="center", id=ID + "miniLabel")
    handle: Element = Spacer(width=16, height=64)
    if not (removing or alone):
        handle = Stack(
            Icon("drag_handle", 24, c.secondary, class_name=""), width=56, height=64, align="center",
            justify="center", drag=do(drag_unseen if modern else drag, index), id=ID + "dragHandle",
            class_name="android.widget.ImageView",
        )  # fmt: skip
    tap = do(tick, tag) if removing else None
    name = Column(Text(languages.name_of(tag), 16, c.text, lines=3, id=ID + "label"), *warning, grow=1, gap=2)
    if modern:  # whose row has the name first, and the number over its start
        named = Row(
            Spacer(width=24, height=64), name, handle, width=FILL, gap=32, align="center", class_name=""
        )
        return Stack(
            named, lead, width=FILL, pad=(16, 4, 0, 4), justify="center", tap=tap,
            class_name="android.widget.RelativeLayout",
        )  # fmt: skip
    return Row(
        lead, name, handle, width=FILL, pad=(16, 4, 0, 4), gap=32, align="center", tap=tap,
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def languages_page(
    res: Resources, tags: tuple[str, ...], removing: bool, ticked: tuple[str, ...], modern: bool
) -> Element:
    """The chosen languages in order, and the row to add one. ``modern``: in Android 13's style."""
    c = res.colors
    actions: tuple[Element, ...] = ()
    if removing:
        label = res.string("settings.remove")
        actions = (icon_button("delete", label, do(ask_to_remove), c.secondary, id=ID + "remove"),)
    elif len(tags) > 1:
        actions = (icon_button("more_vert", res.string("common.more_options"), do(open_menu), c.secondary),)
    rows = [
        _language_row(
            res, tag, i, languages.spoken_as(tag) is not None, removing, tag in ticked, len(tags) == 1, modern
        )
        for i, tag in enumerate(tags)
    ]
    add_label = res.string("settings.add_language")
    add = LabelledButton(
        add_label, Icon("add", 24, c.secondary, class_name=""),
        Text(add_label, 16, c.text, lines=2, grow=1, class_name=""),
        width=FILL, height=64, pad=(16, 0), gap=32, align="center", tap=do(add_language), id=ID + "add_language",
    )  # fmt: skip
    return page(
        res, bar(res, res.string("settings.languages"), *actions, up=do(stop_removing) if removing else UP),
        scrolling(
            Column(*rows, width=FILL, id=ID + "dragList", class_name="androidx.recyclerview.widget.RecyclerView"),
            *(() if removing else (add,)), key="languages", id=ID + "list",
        ),
    )  # fmt: skip


def overflow_menu(res: Resources) -> Element:
    """The overflow menu of the list."""
    return menu(res, ((res.string("settings.remove"), do(start_removing)),), CLOSE)


def remove_dialog(res: Resources, count: int, first: bool) -> Element:
    """The confirmation before removing languages. ``first``: whether the phone's own is among them."""
    text = res.string("settings.remove_language_note") if first else ""
    title = res.string("settings.remove_languages", count=count)
    return message_dialog(res, title, text, res.string("settings.remove"), do(remove), True)


def keep_one_dialog(res: Resources) -> Element:
    """The notice that one language must stay."""
    title, text = res.string("settings.keep_one_title"), res.string("settings.keep_one")
    return message_dialog(res, title, text, res.string("common.ok"), CLOSE, False)


@component(512)
def _picker_row(res: Resources, name: str, language: str, tag: str) -> Element:
    tap = do(pick_locale, tag) if tag else do(pick_language, language)
    return Text(
        name, 16, res.colors.text, width=FILL, pad=(24, 14), lines=3, tap=tap, id="android:id/locale",
    )  # fmt: skip


def picker(
    res: Resources, chosen: tuple[str, ...], region: str, query: str, searching: bool, focused: bool
) -> Element:
    """The languages that can be added, or the regions of one."""
    c = res.colors
    wanted = plain(query.strip())
    rows: list[Element] = []
    if region:
        title = languages.languages()[region].name
        rows = [heading(res, res.string("settings.all_regions"), 24)]
        rows += [_picker_row(res, name, region, tag) for tag, name in free_regions(region, chosen)]
    else:
        title = res.string("settings.add_language")
        free = [e for e in languages.languages().values() if free_regions(e.tag, chosen)]
        free.sort(key=lambda entry: res.sort_key(entry.name))
        suggested = [tag for tag in SUGGESTED if tag not in chosen]
        if suggested and not wanted:
            rows = [heading(res, res.string("settings.suggested"), 24)]
            rows += [_picker_row(res, languages.name_of(tag), "", tag) for tag in suggested]
            rows.append(heading(res, res.string("settings.all_languages"), 24))
        rows += [_picker_row(res, e.name, e.tag, "") for e in free if wanted in plain(e.name)]
    if searching:
        field = TextField(
            query, "language", do(type_query), focused=focused, hint=res.string("settings.type_language"),
            hint_color=c.secondary, accent=c.accent, color=c.text, size=18, grow=1, height=48,
            id="android:id/search_src_text",
        )  # fmt: skip
        top: Element = Row(
            icon_button("arrow_back", res.string("common.navigate_up"), do(picker_back), c.text), field,
            width=FILL, height=56, pad=(4, 0, 16, 0), gap=8, align="center", id="android:id/search_bar",
        )  # fmt: skip
    else:
        glass = icon_button(
            "search",
            res.string("settings.search"),
            do(open_search),
            c.secondary,
            id="android:id/locale_search_menu",
        )
        top = bar(res, title, *(() if region else (glass,)), up=do(picker_back))
    if not rows:
        rows = [Spacer(width=FILL, height=1)]
    return page(
        res, top,
        scrolling(*rows, key="picker", id="android:id/list", class_name="android.widget.ListView", pad=(0, 0, 0, 16)),
    )  # fmt: skip
