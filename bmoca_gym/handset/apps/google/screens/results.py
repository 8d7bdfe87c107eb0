"""Search results: the answer to a sum, and offline pages."""

from __future__ import annotations

from bmoca_gym.handset.apps.google.answers import answer
from bmoca_gym.handset.apps.google.handlers import open_field
from bmoca_gym.handset.apps.google.screens.home import centered, field_box, page_row, readable
from bmoca_gym.handset.apps.google.state import ID
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, icon_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Stack
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

_LEFT_TO_RIGHT = "\u200e"


def _answer(res: Resources, query: str, result: str) -> Element:
    c = res.colors
    question = f"{query.strip().removesuffix('=').strip()} ="
    return Column(
        # A sum reads from the left everywhere.
        Text(_LEFT_TO_RIGHT + question, 16, c.secondary, width=FILL, spoken=question, id=ID + "question"),
        Text(result, 32, c.text, lines=2, width=FILL, id=ID + "answer"),
        width=FILL, pad=(16, 16), gap=4, class_name="",
    )  # fmt: skip


def screen(res: Resources, query: str, saved: tuple[str, ...], online: bool) -> Element:
    """The page of results. ``online``: whether pages can be reached at all."""
    c = res.colors
    box = Stack(field_box(res, query, do(open_field, query), hint=False), grow=1, class_name="")
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, c.text), box,
        width=FILL, height=64, pad=(4, 0, 16, 0), gap=4, align="center", id=ID + "srp_toolbar",
    )  # fmt: skip
    rows: list[Element] = []
    result = answer(res, query)
    if result:
        rows += [_answer(res, query, result), divider(res)]
    # The digits of a sum are no words.
    for name, _ in web.found_by(query, res.locale) if online and not result else ():
        rows += [page_row(res, name, f"https://{name}" in saved), divider(res)]
    if not rows:
        rows = [centered(res, "cloud_off", res.string("google.no_results", query=query))]
    return page(res, bar, divider(res), readable(res, *rows, key="results", id=ID + "results"))
