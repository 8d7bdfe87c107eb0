"""The user's languages: a list that is sorted by dragging, and the picker of a language and its region."""

from __future__ import annotations

from typing import Any, ClassVar

from bmoca_gym.handset.apps.settings.dialogs import message_dialog
from bmoca_gym.handset.apps.settings.page_screen import bar
from bmoca_gym.handset.apps.settings.state import (
    DISMISS,
    ID,
    LANGUAGE_PICKER,
    UP,
    Dialog,
    SettingsState,
    written,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.manifest import Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import languages
from bmoca_gym.handset.ui.components import heading, icon_button, menu, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component, touch_listener
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Text, TextField
from bmoca_gym.handset.value import do, replace
from bmoca_gym.handset.words import plain

#: Locales that the picker suggests first: those of the country whose mobile network the phone is in.
SUGGESTED = ("en-US", "es-US")


# The list


def _write(tags: tuple[str, ...]) -> tuple[Any, ...]:
    return written("system", "system_locales", ",".join(tags))


def add_language(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Open the picker."""
    return replace(state, language_query="", searching=False, region="", menu=False), start(
        LANGUAGE_PICKER, ""
    )


def drag(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Move a language by as many rows as its handle was dragged."""
    tags = languages.chosen(context.phone)
    if not context.direction or index >= len(tags):
        return state
    to = min(max(0, index + round(context.end_y - context.y)), len(tags) - 1)
    if to == index:
        return state
    left = [tag for i, tag in enumerate(tags) if i != index]
    left.insert(to, tags[index])
    return state, *_write(tuple(left))


@touch_listener
def drag_unseen(state: SettingsState, context: Context, index: int) -> Next[SettingsState]:
    """Do as `drag`, for a handle that only listens to touches."""
    return drag(state, context, index)


def open_menu(state: SettingsState, context: Context) -> SettingsState:
    """Open the overflow menu."""
    return replace(state, menu=True)


def start_removing(state: SettingsState, context: Context) -> SettingsState:
    """Show the check boxes."""
    return replace(state, menu=False, removing=True, ticked=())


def stop_removing(state: SettingsState, context: Context) -> SettingsState:
    """Hide the check boxes."""
    return replace(state, removing=False, ticked=(), dialog=None)


def tick(state: SettingsState, context: Context, tag: str) -> SettingsState:
    """Tick a language, or clear its box."""
    ticked = tuple(t for t in state.ticked if t != tag)
    return replace(state, ticked=ticked if tag in state.ticked else (*ticked, tag))


def ask_to_remove(state: SettingsState, context: Context) -> SettingsState:
    """Ask whether to remove the checked languages. One language must stay."""
    if not state.ticked:
        return replace(state, removing=False)
    everything = set(languages.chosen(context.phone)) <= set(state.ticked)
    return replace(state, dialog=Dialog("keep_one" if everything else "remove_languages"))


def remove(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Remove the ticked languages."""
    left = tuple(tag for tag in languages.chosen(context.phone) if tag not in state.ticked)
    state = replace(state, removing=False, ticked=(), dialog=None)
    return (state, *_write(left)) if left else state


class LabelledButton(Row):
    """A button that is one element with a text, as Android's buttons with a drawable at their start are."""

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
    """The chosen languages in their order, and the row that adds one. ``modern``: as Android 13 has it."""
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


def _menu(res: Resources) -> Element:
    return menu(res, ((res.string("settings.remove"), do(start_removing)),), DISMISS)


def _remove_dialog(res: Resources, count: int, first: bool) -> Element:
    text = res.string("settings.remove_language_note") if first else ""
    title = res.string("settings.remove_languages", count=count)
    return message_dialog(res, title, text, res.string("settings.remove"), do(remove), True)


def _keep_one_dialog(res: Resources) -> Element:
    title, text = res.string("settings.keep_one_title"), res.string("settings.keep_one")
    return message_dialog(res, title, text, res.string("common.ok"), DISMISS, False)


def layers(phone: Phone, state: SettingsState) -> tuple[Layer, ...]:
    """The windows of the list."""
    tags = languages.chosen(phone)
    main = layer(languages_page, tags, state.removing, state.ticked, phone.image.api_level >= 33)
    if state.menu:
        return main, dialog(_menu)
    if state.dialog is not None and state.dialog.kind == "remove_languages":
        return main, dialog(_remove_dialog, len(state.ticked), tags[0] in state.ticked)
    if state.dialog is not None:
        return main, dialog(_keep_one_dialog)
    return (main,)


# The picker


def open_search(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Open the search field of the picker."""
    return replace(state, searching=True, language_query=""), focus("language")


def type_query(state: SettingsState, context: Context, text: str) -> Next[SettingsState]:
    """Update the typed text."""
    return replace(state, language_query=text), scroll_to("picker")


def picker_back(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Go from the search or the regions to all languages, or from these to the list."""
    if state.searching:
        return replace(state, searching=False, language_query=""), focus("")
    if state.region:
        return replace(state, region=""), scroll_to("picker")
    return state, finish()


def pick_language(state: SettingsState, context: Context, language: str) -> Next[SettingsState]:
    """Add a language, or show its regions if it has several."""
    free = free_regions(language, languages.chosen(context.phone))
    if len(free) == 1:
        return pick_locale(state, context, free[0][0])
    return replace(state, region=language, searching=False, language_query=""), focus(""), scroll_to("picker")


def pick_locale(state: SettingsState, context: Context, tag: str) -> Next[SettingsState]:
    """Add a locale at the end of the list, and go back to it."""
    state = replace(state, region="", searching=False, language_query="")
    return state, focus(""), finish(), *_write((*languages.chosen(context.phone), tag))


def free_regions(language: str, chosen: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The regions of a language that the list does not have yet."""
    return tuple((tag, name) for tag, name in languages.languages()[language].regions if tag not in chosen)


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
            icon_button("arrow_back", res.string("common.navigate_up"), do(picker_back), c.text, turn=True), field,
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


def picker_layers(phone: Phone, state: SettingsState, activity: Activity) -> tuple[Layer, ...]:
    """The window of the picker."""
    focused = activity.focus == "language"
    return (
        layer(picker, languages.chosen(phone), state.region, state.language_query, state.searching, focused),
    )  # fmt: skip
