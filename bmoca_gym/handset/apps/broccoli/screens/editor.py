"""Broccoli's editor of a recipe."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli import handlers
from bmoca_gym.handset.apps.broccoli.state import ID, LONG, TEXTS, Draft
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

#: The fields: entry names of their resource ids and their glyphs.
_FIELDS = {
    "title": ("new_title", "title"), "source": ("new_source", "link"), "servings": ("new_servings", "person"),
    "preparationTime": ("new_preparation_time", "schedule"), "description": ("new_description", "notes"),
    "ingredients": ("new_ingredients", "format_list_bulleted"),
    "directions": ("new_directions", "format_list_numbered"),
}  # fmt: skip


def screen(res: Resources, draft: Draft, focus: str) -> Element:
    """The editor of a new recipe, or of one that there is."""
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
    body = scrolling(*fields, key="editor", pad=(16, 8, 16, 24), gap=4, id=ID + "scroll_view",
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


def discard_dialog(res: Resources) -> Element:
    """The question before changes are lost."""
    return dialog_card(
        res, Text(res.string("broccoli.discard_question"), 16, res.colors.text, lines=3, id="android:id/message"),
        dismiss=CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id="android:id/button2"),
            text_button(res, res.string("broccoli.discard"), do(handlers.discard), id="android:id/button1"),
        ),
    )  # fmt: skip
