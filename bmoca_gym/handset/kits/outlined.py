"""Material 3's outlined text field: a box whose label moves into the border once there is a text."""

from __future__ import annotations

from bmoca_gym.handset.kits.tones import tones
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Stack
from bmoca_gym.handset.ui.widgets import Text

#: Height of the box, and of the room above and below it, into which the label reaches, in dp.
BOX, _AROUND = 56, 8
#: The hint of a field whose label stands in the border.
HIDDEN = 0x00000000


def outlined(
    res: Resources,
    inside: Element,
    label: str,
    ground: int,
    *,
    focused: bool = False,
    wrong: bool = False,
) -> Element:
    """Show a field, `BOX` dp high, in an outline.

    Args:
        res: resources of the screen.
        inside: what is in the box; it pads itself.
        label: what stands in the border; "" as long as the field's hint stands in the box.
        ground: colour that the box is on, which the label has behind it.
        focused: whether the border is in the accent's colour, and twice as thick.
        wrong: whether the field has an error.
    """
    c = res.colors
    line = c.error if wrong else c.accent if focused else tones(res).outline
    box: Element = Column(inside, width=FILL, radius=4, border=line, class_name="")
    if focused:
        box = Column(
            Column(inside, width=FILL, radius=3, border=line, class_name=""),
            width=FILL, radius=4, border=line, pad=1, class_name="",
        )  # fmt: skip
    box = Column(box, width=FILL, pad=(0, _AROUND), class_name="")
    if not label:
        return box
    ink = line if focused or wrong else c.secondary
    size = 12 * res.metrics.scale / res.metrics.font
    over = Text(label, size, ink, background=ground, pad=(4, 0), class_name="")
    return Stack(box, Row(over, pad=(12, 0, 12, 0), class_name=""), width=FILL, class_name="")
