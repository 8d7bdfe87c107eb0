"""The bar that translates a page, at the foot of the browser, with its menu and its list of languages."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers import translating
from bmoca_gym.handset.apps.chrome.screens import bars
from bmoca_gym.handset.apps.chrome.state import ID
from bmoca_gym.handset.kits import choices, questions
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources, language_name
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.ui.components import dialog_card, icon_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.value import do


def _name(res: Resources, language: str) -> str:
    return language_name(res.locale, locale_named(language).catalogue)


def bar(res: Resources, language: str, target: str) -> Element:
    """Two languages, of which the chosen one is that of the shown page. ``language``: "" for its own."""
    c = res.colors
    own = translating.own_language(res.locale)
    tabs = choices.tabs(
        res,
        (_name(res, own), not language, do(translating.translate, "")),
        (_name(res, target), bool(language), do(translating.translate, target)),
        color=c.accent, id=ID + "translate_infobar_tabs", label_id="",
    )  # fmt: skip
    tabs.grow, tabs.width = 1.0, None
    content = Row(
        tabs,
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "translate_menu"), c.secondary,
                    id=ID + "translate_infobar_menu_button"),
        icon_button("close", res.string("chrome.close"), do(translating.close), c.secondary, size=20,
                    id=ID + "infobar_close_button"),
        width=FILL, align="center", background=c.surface, id=ID + "translate_infobar_content",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip
    return Column(Spacer(width=FILL, height=1, background=c.divider), content, width=FILL, class_name="")


def menu(res: Resources, dark: bool) -> Element:
    """The menu of the bar."""
    res = look(res, dark)
    more = bars.menu_item(
        res, res.string("chrome.more_languages"), "translate", do(open_overlay, "languages")
    )
    return bars.menu_card(res, more, at="end")


def languages_dialog(res: Resources, dark: bool, target: str) -> Element:
    """The languages into which the page can be translated, by name."""
    res = look(res, dark)
    named = sorted((_name(res, tag), tag) for tag in translating.targets(res.locale))
    rows = [choices.choice(res, name, tag == target, do(translating.translate, tag)) for name, tag in named]
    body = scrolling(*rows, key="languages", grow=0, class_name="android.widget.ListView")
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("chrome.more_languages"), buttons=(questions.cancel(res),)
    )
