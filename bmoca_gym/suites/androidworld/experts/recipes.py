"""Experts for Broccoli: they add and delete recipes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen, WritingExpert
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.ui.tree import UiNode

_ID = "com.flauschcode.broccoli:id/"
#: The editor's fields in their order: columns of a recipe, and entry names of the resource ids.
_FIELDS = {
    "title": "new_title", "servings": "new_servings", "time": "new_preparation_time", "description": "new_description",
    "ingredients": "new_ingredients", "directions": "new_directions",
}  # fmt: skip
#: Fields of one line, behind which Enter moves on to the next.
_SHORT = ("title", "servings", "time")


class AddExpert(WritingExpert):
    """Adds recipes."""

    package = "com.flauschcode.broccoli"
    label = "broccoli.app_name"
    editor = _ID + "button_save_recipe"
    add = _ID + "fab_recipes"

    def in_editor(self, screen: Screen, row: Mapping[str, Any]) -> Gesture | None:
        """See `WritingExpert.in_editor`."""
        fields = {name: screen.id(_ID + entry) for name, entry in _FIELDS.items()}
        for name, field in fields.items():
            if field is None:
                continue
            if field.text != row[name]:
                return TypeText(row[name] + "\n" * (name in _SHORT)) if field.focused else screen.tap(field)
        if fields["directions"] is None:
            return _further(screen)
        return self.save(screen, self.editor)


def _further(screen: Screen) -> Gesture | None:
    """Close the keyboard, or scroll down."""
    if any(node.focused for node in screen.tree):
        return PressKey("BACK")
    fields = screen.id(_ID + "scroll_view")
    return screen.swipe(fields, "up", reach=0.4) if fields is not None else PressKey("BACK")


class DeleteExpert(AppExpert):
    """Opens recipes by title, checks whether they are the ones to delete, and deletes them.

    It remembers what it has deleted, since an equal one may be left, and which ones it has opened in vain.
    """

    package = "com.flauschcode.broccoli"
    label = "broccoli.app_name"

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._left = list(rows)
        self._vain: set[float] = set()
        self._opened = 0.0
        self._current: Mapping[str, Any] | None = None

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        delete = screen.string("broccoli.delete")
        yes = screen.id("android:id/button1", delete)
        item = screen.id("android:id/title", delete)
        if self._current is None and (yes is not None or item is not None):
            return PressKey("BACK")  # begun here: which recipe it is can't be seen
        if yes is not None:
            self._left = [row for row in self._left if row is not self._current]
            return screen.tap(yes)
        if item is not None:
            return screen.tap(item)
        if screen.id(_ID + "fab_cooking_assistant") is not None:
            return self._in_recipe(screen)
        return self._in_list(screen) if self._left else None

    def _in_recipe(self, screen: Screen) -> Gesture | None:
        for row in self._left:
            if _shows(screen, row):
                self._current = row
                more = screen.tree.find(content_description=screen.string("common.more_options"))
                return screen.tap(more) if more is not None else PressKey("BACK")
        self._vain.add(self._opened)
        return PressKey("BACK")

    def _in_list(self, screen: Screen) -> Gesture | None:
        field = screen.id(_ID + "search_src_text")
        cards = [card for card in _cards(screen, self._left) if card.center[1] not in self._vain]
        # Several of one title are looked at among what a search finds, where no others stand between.
        found = field is not None and any(field.text == row["title"] for row in self._left)
        if cards and (found or (field is None and len(cards) == 1)):
            self._opened = cards[0].center[1]
            return screen.tap(cards[0])
        self._vain.clear()  # the cards move
        title = self._left[0]["title"]
        if field is None:
            find = screen.id(_ID + "action_search")
            return screen.tap(find) if find is not None else PressKey("BACK")
        if field.text != title:
            return _search(screen, field, title)
        results = screen.id(_ID + "recycler_view")
        return screen.swipe(results, "up", reach=0.5) if results is not None else PressKey("BACK")


def _cards(screen: Screen, rows: Sequence[Mapping[str, Any]]) -> list[UiNode]:
    """The titles of cards that may be among the recipes."""
    texts = {(row["title"], row["description"]) for row in rows}
    below = screen.ids(_ID + "card_text_view_description")
    found = []
    for title in screen.ids(_ID + "card_text_view_title"):
        # A card that is cut off at the end of the list may show its title alone.
        said = next(
            (n.text for n in below if 0 <= n.bounds[1] - title.bounds[3] < title.bounds[3] - title.bounds[1]),
            "",
        )
        if any(title.text == name and said in ("", text) for name, text in texts):
            found.append(title)
    return found


def _search(screen: Screen, field: UiNode, title: str) -> Gesture:
    clear = screen.id(_ID + "search_close_btn")
    if clear is not None:
        return screen.tap(clear)
    return TypeText(title + "\n") if field.focused else screen.tap(field)


def _shows(screen: Screen, row: Mapping[str, Any]) -> bool:
    """Whether the page shows this recipe, going by the title at the top."""
    shown = {
        "title": "details_title", "servings": "details_servings", "time": "details_preparation_time",
        "description": "details_description",
    }  # fmt: skip
    return all(screen.id(_ID + entry, row[name]) is not None for name, entry in shown.items())


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"add": AddExpert, "delete": DeleteExpert}
