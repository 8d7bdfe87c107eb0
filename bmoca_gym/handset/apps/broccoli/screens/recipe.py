"""Broccoli's page of a recipe, its menu, and step-by-step cooking."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli import handlers
from bmoca_gym.handset.apps.broccoli.state import ID, RECIPES, lines_of, text_of
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.questions import question
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    icon_button,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

#: Texts beside one another at the top: column, entry name of the resource id, glyph.
_FACTS = (("servings", "servings", "person"), ("preparationTime", "preparation_time", "schedule"))
_ACTION = "android.widget.TextView"


def _id(row: Record) -> int:
    return int(row[0] or 0)


def details_screen(res: Resources, row: Record, photo: bytes, categories: tuple[str, ...]) -> Element:
    """A recipe: its title, servings and time, description, ingredients and directions."""
    c, id = res.colors, _id(row)
    liked = bool(RECIPES.get(row, "favorite"))
    heart = icon_button(
        "favorite" if liked else "favorite_border", res.string("broccoli.unlike" if liked else "broccoli.like"),
        do(handlers.like, id), c.on_bar, id=ID + ("action_details_unlike" if liked else "action_details_like"),
        class_name=_ACTION,
    )  # fmt: skip
    cook = icon_button("restaurant", res.string("broccoli.cook"), do(handlers.cook, id), c.on_bar,
                       id=ID + "fab_cooking_assistant", class_name=_ACTION)  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.on_bar,
                       class_name="android.widget.ImageView")  # fmt: skip
    bar = toolbar(res, "", heart, cook, more, up=LEAVE, id=ID + "toolbar")
    lines: list[Element] = [Text(text_of(row, "title"), 24, c.text, 500, lines=None, id=ID + "details_title")]
    if photo:
        lines.insert(0, Picture(photo, width=FILL, height=min(220.0, res.height / 3), radius=4,
                                description=res.string("broccoli.photo"), id=ID + "backdrop"))  # fmt: skip
    if categories:
        lines.append(Text(", ".join(categories), 15, c.secondary, lines=2, id=ID + "details_categories"))
    facts = [
        Row(Icon(glyph, 20, c.secondary, class_name=""),
            Text(text_of(row, name), 15, c.text, lines=2, id=ID + f"details_{entry}"), gap=6, align="center",
            class_name="")
        for name, entry, glyph in _FACTS
        if text_of(row, name)
    ]  # fmt: skip
    if facts:
        lines.append(Column(*facts, gap=6, class_name=""))
    for name in ("description", "source"):
        if text_of(row, name):
            lines.append(Text(text_of(row, name), 15, c.text if name == "description" else c.positive, lines=None,
                              id=ID + f"details_{name}"))  # fmt: skip
    ingredients = [
        Text(f"•  {line}", 15, c.text, lines=None, id=ID + "ingredient_text")
        for line in lines_of(row, "ingredients")
    ]
    if ingredients:
        lines.append(_section(res, "ingredients", *ingredients))
    directions: list[Element] = [
        Row(Text(res.digits(f"{number}."), 15, c.positive, 500, width=28),
            Text(line, 15, c.text, lines=None, grow=1, id=ID + "direction_text"), width=FILL, class_name="")
        for number, line in enumerate(lines_of(row, "directions"), 1)
    ]  # fmt: skip
    if directions:
        lines.append(_section(res, "directions", *directions))
    body = scrolling(*lines, key="details", pad=(16, 16, 16, 24), gap=16, id=ID + "scroll_view",
                     class_name="android.widget.ScrollView")  # fmt: skip
    return page(res, bar, body)


def _section(res: Resources, name: str, *lines: Element) -> Element:
    head = Text(res.string(f"broccoli.{name}"), 18, res.colors.text, 500, pad=(0, 0, 0, 4))
    return Column(
        head, Column(*lines, width=FILL, gap=6, id=ID + f"details_{name}"), width=FILL, gap=4, class_name=""
    )


def overflow(res: Resources, row: Record) -> Element:
    """Further actions on a recipe."""
    id = _id(row)
    items = (
        (res.string("broccoli.share"), do(handlers.share_recipe, id)),
        (res.string("broccoli.edit"), do(handlers.edit, id)),
        (res.string("broccoli.delete"), do(open_overlay, "delete")),
    )
    return menu(res, items, CLOSE)


def delete_dialog(res: Resources, row: Record) -> Element:
    """The question before a recipe is deleted."""
    text, delete = res.string("broccoli.delete_question"), do(handlers.delete, _id(row))
    return question(res, text, "broccoli.delete", delete, lines=3)


def cooking_screen(res: Resources, row: Record, step: int) -> Element:
    """The ingredients, or a step of the directions, in large letters."""
    c = res.colors
    pages = [lines_of(row, "ingredients"), *([line] for line in lines_of(row, "directions"))]
    step = min(step, len(pages) - 1)
    title = res.string("broccoli.ingredients") if step == 0 else res.digits(f"{step} / {len(pages) - 1}")
    lines = pages[step] or [res.string("broccoli.nothing_to_cook")]
    close = icon_button("close", res.string("broccoli.close"), LEAVE, c.on_bar)
    body = scrolling(*[Text(line, 22, c.text, lines=None) for line in lines], key=f"step {step}", pad=24, gap=12,
                     id=ID + "cooking_assistant_text", class_name="android.widget.ScrollView",
                     swipe=do(handlers.swipe_step, len(pages)))  # fmt: skip
    arrows = Row(
        icon_button("chevron_left", res.string("broccoli.previous"), do(handlers.turn, len(pages), -1), c.text,
                    enabled=step > 0),
        Spacer(grow=1, height=1),
        icon_button("chevron_right", res.string("broccoli.next"), do(handlers.turn, len(pages), 1), c.text,
                    enabled=step < len(pages) - 1),
        width=FILL, height=64, pad=(8, 0), align="center", class_name="",
    )  # fmt: skip
    bar = Row(close, Text(title, 18, c.on_bar, 500, pad=(8, 0), grow=1), width=FILL, height=56, pad=(4, 0),
              background=c.bar,
              align="center", class_name="android.view.ViewGroup")  # fmt: skip
    return page(res, bar, body, arrows)
