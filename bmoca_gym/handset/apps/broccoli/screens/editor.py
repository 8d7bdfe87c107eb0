"""Broccoli's editor of a recipe."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli import handlers
from bmoca_gym.handset.apps.broccoli.state import ID, LONG, TEXTS, Draft
from bmoca_gym.handset.kits.choices import several
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text, TextField
from bmoca_gym.handset.value import do

#: The fields: entry names of their resource ids and their glyphs.
_FIELDS = {
    "title": ("new_title", "title"), "source": ("new_source", "link"), "servings": ("new_servings", "person"),
    "preparationTime": ("new_preparation_time", "schedule"), "description": ("new_description", "notes"),
    "ingredients": ("new_ingredients", "format_list_bulleted"),
    "directions": ("new_directions", "format_list_numbered"),
}  # fmt: skip


def screen(
    res: Resources, draft: Draft, focus: str, photo: bytes, categories: tuple[tuple[int, str], ...]
) -> Element:
    """The editor of a new recipe, or of an existing one."""
    c = res.colors
    title = res.string("broccoli.edit_recipe" if draft.id else "broccoli.new")
    bar = Row(
        icon_button("close", res.string("common.navigate_up"), do(handlers.cancel), c.on_bar),
        Text(title, 20, c.on_bar, 500, grow=1, pad=(8, 0)),
        text_button(res, res.string("broccoli.save"), do(handlers.save), id=ID + "button_save_recipe",
                    color=c.on_bar),
        width=FILL, height=56, pad=(4, 0), align="center", background=c.bar, id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    fields = [_field(res, place, draft.texts[place], focus == name) for place, name in enumerate(TEXTS)]
    names = [name for id, name in categories if id in draft.categories]
    fields.insert(1, _categories(res, ", ".join(names)))
    body = scrolling(_photo(res, photo), *fields, key="editor", pad=(16, 8, 16, 24), gap=4, id=ID + "scroll_view",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, bar, body)


def _field(res: Resources, place: int, text: str, focused: bool) -> Element:
    c, name = res.colors, TEXTS[place]
    entry, glyph = _FIELDS[name]
    many = name in LONG
    field = TextField(
        text, name, do(handlers.write, place), focused=focused, hint=res.string(f"broccoli.{name}"),
        hint_color=c.secondary, accent=c.positive, color=c.text, size=16, width=FILL, pad=(0, 12),
        lines=8 if many else 1, on_submit=None if many else do(handlers.next_field, place), id=ID + entry,
    )  # fmt: skip
    rule = Spacer(width=FILL, height=2 if focused else 1, background=c.positive if focused else c.divider)
    return Row(Icon(glyph, 24, c.secondary, class_name=""), Column(field, rule, grow=1, class_name=""), width=FILL,
               gap=16, align="center", class_name="")  # fmt: skip


def _photo(res: Resources, photo: bytes) -> Element:
    """The recipe's photo; a tap changes it."""
    c, tap = res.colors, do(open_overlay, "photo")
    high = min(160.0, res.height / 5)
    if photo:
        shown: Element = Picture(photo, width=res.width - 32, height=high, radius=4, class_name="")
    else:
        shown = Icon("restaurant", 40, c.secondary, class_name="")
    mark = Icon(
        "photo_camera", 22, 0xFFFFFFFF, width=36, height=36, radius=18, background=0x73000000, class_name=""
    )
    corner = Column(mark, width=FILL, height=FILL, align="end", justify="end", pad=6, class_name="")
    return Stack(
        shown, corner, width=FILL, height=high, background=c.raised, radius=4, align="center", justify="center",
        tap=tap, description=res.string("broccoli.photo"), id=ID + "new_image", class_name="android.widget.ImageView",
    )  # fmt: skip


def _categories(res: Resources, names: str) -> Element:
    c = res.colors
    text = Text(names or res.string("broccoli.categories"), 16, c.text if names else c.secondary, lines=2, width=FILL,
                pad=(0, 12), tap=do(open_overlay, "assign"), id=ID + "new_categories",
                class_name="android.widget.EditText")  # fmt: skip
    field = Column(text, Spacer(width=FILL, height=1, background=c.divider), grow=1, class_name="")
    return Row(Icon("bookmark_border", 24, c.secondary, class_name=""), field, width=FILL, gap=16, align="center",
               class_name="")  # fmt: skip


def photo_dialog(res: Resources, there: bool) -> Element:
    """The actions for the photo. ``there``: whether there is one."""
    rows = [("take_photo", handlers.take_photo), ("pick_photo", handlers.pick_photo)]
    if there:
        rows.append(("remove_photo", handlers.remove_photo))
    lines = [
        Text(res.string(f"broccoli.{name}"), 16, res.colors.text, width=FILL, height=48, pad=(24, 13), tap=do(tap),
             id="android:id/text1")
        for name, tap in rows
    ]  # fmt: skip
    title = Text(res.string("broccoli.change_photo"), 20, res.colors.text, 500, pad=(24, 0, 24, 8),
                 id="android:id/alertTitle")  # fmt: skip
    return dialog_card(res, title, *lines, dismiss=CLOSE, pad=(0, 20, 0, 8))


def assign_dialog(
    res: Resources, chosen: tuple[int, ...], categories: tuple[tuple[int, str], ...]
) -> Element:
    """The categories of the recipe."""
    rows: list[Element] = [
        several(res, name, id in chosen, do(handlers.assign, id)) for id, name in categories
    ]
    if not rows:
        rows = [
            Text(res.string("broccoli.no_categories"), 16, res.colors.text, lines=4, id="android:id/message")
        ]
    body = scrolling(*rows, key="assign", grow=0)
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("broccoli.categories"),
        buttons=(text_button(res, res.string("common.ok"), CLOSE, id="android:id/button1"),),
    )  # fmt: skip


def discard_dialog(res: Resources) -> Element:
    """The question before changes are discarded."""
    text = res.string("broccoli.discard_question")
    return question(res, text, "broccoli.discard", do(handlers.discard), lines=3)
