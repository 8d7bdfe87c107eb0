"""A note as Markor shows it: Markdown and other text as a page in a web view."""

from __future__ import annotations

from unicodedata import bidirectional

from bmoca_gym.handset.apps.markor.notes import is_markdown
from bmoca_gym.handset.kits.markdown_page import MarkdownPage
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.boxes import Box
from bmoca_gym.handset.web.nodes import Document, Node
from bmoca_gym.handset.web.still import Maker, made

#: The style of every note; the colours come from the app's theme.
_STYLE = """
body {{ margin: 0; padding: 8px 16px 24px; font: {size}px/1.45 sans-serif; color: {ink}; overflow-wrap: break-word }}
h1, h2 {{ padding-bottom: 4px; border-bottom: 2px solid {ink} }}
h2 {{ border-bottom-width: 1px }}
a {{ color: {accent} }}
img {{ max-width: 100% }}
pre, code {{ background: {raised}; border-radius: 4px }}
code {{ padding: 1px 4px }}
pre {{ padding: 8px; overflow: auto }}
pre code {{ padding: 0 }}
.plain {{ background: none; padding: 0; white-space: pre-wrap; margin: 8px 0 }}
blockquote {{ margin: 8px 0; padding: 0 12px; border-inline-start: 4px solid {line}; color: {soft} }}
table {{ border-collapse: collapse; margin: 12px 0 }}
th, td {{ border: 1px solid {line}; padding: 6px 10px }}
hr {{ border: 0; border-top: 1px solid {line}; margin: 16px 0 }}
ul.tasks {{ padding-inline-start: 8px; list-style: none }}
ul ul.tasks {{ padding-inline-start: 24px }}
.task input {{ margin: 0 8px 0 0 }}
"""


def style_of(res: Resources) -> str:
    """Return the style sheet of notes in the app's theme."""
    c = res.colors
    return _STYLE.format(
        size=f"{16 * res.metrics.font / res.metrics.scale:g}", ink=_css(c.text), accent=_css(c.accent),
        raised=_css(c.raised), line=_css(c.divider), soft=_css(c.secondary),
    )  # fmt: skip


def _css(color: int) -> str:
    return f"#{color & 0xFFFFFF:06x}{color >> 24:02x}"


def _is_rtl(text: str) -> bool:
    """Whether the first letter with a direction is right-to-left."""
    for character in text[:2000]:
        kind = bidirectional(character)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False


@memo(16)
def page(path: str, text: str, sheet: str, dark: bool, width: float, density: float) -> tuple[Document, Box]:
    """Return a note's document and boxes in a web view of a width in px."""
    maker = Maker()
    content: list[Node | str]
    if is_markdown(path):
        content = MarkdownPage(maker).blocks(text)
    else:
        content = [maker.element("pre", [text], {"class": "plain"})]
    root = maker.element("div", content, {"dir": "rtl"} if _is_rtl(text) else {})
    return made(maker.document([root], sheet, {}), width, density, dark)
