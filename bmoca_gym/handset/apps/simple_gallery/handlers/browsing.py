"""Handlers of Simple Gallery's grids: search, selection, order, filter, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.simple_gallery.state import (
    KINDS,
    MEDIA,
    PACKAGE,
    SETTINGS,
    Gallery,
    folder_of,
    folders_of,
    is_media,
    media_of,
)
from bmoca_gym.handset.effects import focus, scroll_to, show, start
from bmoca_gym.handset.kits.navigation import finished, mark, open_overlay, unmark, without_overlay
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def search(state: Gallery, context: Context, text: str) -> Next[Gallery]:
    """Type a query."""
    return replace(state, query=text, selection=()), scroll_to("grid")


def clear_search(state: Gallery, context: Context) -> Next[Gallery]:
    """End the search."""
    return replace(state, query=""), focus("")


def open_folder(state: Gallery, context: Context, folder: str) -> Next[Gallery]:
    """Show the media of a folder; while folders are selected, select or deselect it."""
    if state.selection:
        return select(state, context, folder)
    return without_overlay(state, query=""), focus(""), start(f"{PACKAGE}/{MEDIA}", folder)


def select(state: Gallery, context: Context, path: str) -> Next[Gallery]:
    """Select or deselect a folder or a medium."""
    return mark(state, context, path), focus("")


def select_all(state: Gallery, context: Context) -> Gallery:
    """Select everything listed."""
    phone, activity = context.phone, context.activity
    listed: list[str]
    if is_media(activity):
        listed = [m.path for m in media_of(phone, state, folder_of(activity))]
    else:
        listed = [folder.path for folder in folders_of(phone, state)]
    return without_overlay(state, selection=tuple(listed))


def open_camera(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the camera."""
    return without_overlay(state), show(Intent("android.media.action.STILL_IMAGE_CAMERA"))


def open_settings(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}")


def switch(state: Gallery, context: Context, name: str) -> Gallery:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return without_overlay(state, **change)


# Order, filter, columns


def open_sorting(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the dialog that sorts folders or media."""
    order = state.media_order if is_media(context.activity) else state.folder_order
    return open_overlay(state, context, "sort", order)


def draft_order(state: Gallery, context: Context, by: str, down: bool) -> Gallery:
    """Choose the order in the dialog."""
    return replace(state, draft_order=(by, down))


def sort(state: Gallery, context: Context) -> Next[Gallery]:
    """Sort as chosen in the dialog."""
    changed = "media_order" if is_media(context.activity) else "folder_order"
    return without_overlay(state, **{changed: state.draft_order}), scroll_to("grid")


def open_filter(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the dialog that filters media."""
    return open_overlay(state, context, "filter", state.kinds)


def draft_kind(state: Gallery, context: Context, kind: str) -> Gallery:
    """Choose a kind of media in the dialog, or remove it."""
    chosen = tuple([k for k in KINDS if (k in state.draft_kinds) != (k == kind)])
    return replace(state, draft_kinds=chosen)


def filter_kinds(state: Gallery, context: Context) -> Next[Gallery]:
    """Show the kinds of media chosen in the dialog."""
    return finished(state, kinds=state.draft_kinds), scroll_to("grid")


def choose_columns(state: Gallery, context: Context, count: int) -> Next[Gallery]:
    """Choose the number of columns."""
    return without_overlay(state, columns=count), scroll_to("grid")


# Back


def end(state: Gallery, context: Context) -> Next[Gallery]:
    """On Back, end the selection, then the search."""
    if state.selection:
        return unmark(state, context)
    return clear_search(state, context) if state.query else state
