"""Expert for pages whose solution is not in any text: it looks the moves up in a copy of the page.

It needs the page's seed, so it works only on the embedded phone. A person sees colours, shapes and angles, but the UI
tree has none of them.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.apps.miniwob import desk, running
from bmoca_gym.handset.gestures import Gesture, LongPress, TypeText
from bmoca_gym.handset.web.page import Start
from bmoca_gym.suites.miniwob.experts.reading import FIELD, NotSeenError, Page, PageExpert, write


@lru_cache(64)
def moves(page: str, seed: int, at_desk: bool = False) -> tuple[dict[str, Any], ...]:
    """Return the moves that solve a page. ``at_desk``: as the package plays it, see `handset.apps.miniwob.desk`.

    Each is ``{"tap": [x, y]}`` in CSS px, ``{"press": [x, y]}`` for a long press, ``{"drag": [x, y, to_x, to_y]}``, or
    ``{"type": text}``.

    Raises:
        ExpertError: the search exceeds the page's limits.
    """
    functions = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    given: int | str = seed if at_desk else str(seed)
    if at_desk:
        copy = desk.started(desk.opened(page, Start._field_defaults["clock"]), seed, "train", timer=False)
    else:
        copy = running.page_of(page, str(seed))
    # As an input, since it changes the copy: a reading would change what others see of the same value.
    found = copy.run(f"JSON.stringify(({functions})[{json.dumps(page)}]({json.dumps(given)}))").result
    if found is None:
        raise ExpertError(f"The copy of {page} with the seed {seed} tells nothing within a page's limits.")
    return tuple(json.loads(found))


class SeenExpert(PageExpert):
    """Performs the moves in turn, and remembers how many are done."""

    def __init__(self, page: str, seed: int, desk: bool = False, told: str = "") -> None:
        super().__init__(told)
        self._left = list(moves(page, seed, desk))

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        if not self._left:
            return None
        move = self._left[0]
        if "type" in move:
            focused = next((node for node in page.all(FIELD) if node.focused), None)
            if focused is None:
                raise NotSeenError("No field has the focus.")
            gesture = write(page, focused, move["type"])
            if isinstance(gesture, TypeText):
                del self._left[0]
            return gesture
        del self._left[0]
        if "drag" in move:
            return page.drag(*move["drag"])
        if "press" in move:
            place = page.at(*move["press"])
            return LongPress(place.x, place.y)
        return page.at(*move["tap"])


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"act": SeenExpert}
