"""Experts for Simple Gallery Pro: they view a picture, or copy it to another folder."""

from __future__ import annotations

from bmoca_gym.demonstrations.experts.reading import AppExpert, Screen
from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText

_ID = "com.simplemobiletools.gallery.pro:id/"


class ViewExpert(AppExpert):
    """Shows the picture or video ``name`` in ``folder``.

    It remembers that it has opened the folder, since no screen shows its name during a search.
    """

    package = "com.simplemobiletools.gallery.pro"
    label = "simple_gallery.app_name"

    def __init__(self, folder: str, name: str) -> None:
        self.folder, self.name = folder, name
        self._inside = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        bar = screen.id(_ID + "medium_viewer_toolbar")
        if bar is not None:
            here = any(node.text == self.name for node in screen.tree.subtree(bar))
            return self.shown(screen) if here else PressKey("BACK")
        field = screen.id(_ID + "top_toolbar_search")
        if screen.id(_ID + "media_coordinator") is not None and self._inside and field is not None:
            media = screen.ids(_ID + "media_item_holder")
            if len(media) == 1 or field.text == self.name:
                return screen.tap(media[0]) if media else PressKey("BACK")
            return TypeText(self.name) if field.focused else screen.tap(field)
        folder = screen.id(_ID + "dir_name", self.folder)
        if folder is None:
            return screen.scroll_down() or PressKey("BACK")
        self._inside = True
        return screen.tap(folder)

    def shown(self, screen: Screen) -> Gesture | None:
        """Return the next move for the picture or video."""
        return None


class CopyExpert(ViewExpert):
    """Copies it to another folder of the storage. It remembers having done so, since no screen shows that."""

    def __init__(self, folder: str, name: str, to: str) -> None:
        super().__init__(folder, name)
        self.to = to
        self._done = False

    def in_app(self, screen: Screen) -> Gesture | None:
        """See `AppExpert.in_app`."""
        if self._done:
            return None
        way = screen.ids(_ID + "breadcrumb_text")
        if way:
            if way[-1].text.strip().removeprefix("› ") == self.to:
                ok = screen.id("android:id/button1")
                self._done = ok is not None
                return screen.tap(ok) if ok is not None else PressKey("BACK")
            place = screen.id(_ID + "list_item_name", self.to)
            places = screen.id(_ID + "filepicker_list")
            if place is None and places is not None:
                return screen.swipe(places, "up", reach=0.4)
            return screen.tap(place) if place is not None else PressKey("BACK")
        other = screen.id("android:id/button3", screen.string("simple_gallery.other_folder"))
        if other is not None:
            return screen.tap(other)
        copy = screen.id("android:id/title", screen.string("simple_gallery.copy_to"))
        return screen.tap(copy) if copy is not None else super().in_app(screen)

    def shown(self, screen: Screen) -> Gesture | None:
        """See `ViewExpert.shown`."""
        more = screen.tree.find(content_description=screen.string("common.more_options"))
        return screen.tap(more) if more is not None else PressKey("BACK")


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {"view": ViewExpert, "copy": CopyExpert}
