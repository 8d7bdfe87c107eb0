"""Handlers of Simple Gallery's editor: crop, rotate and mirror a picture, and save it as another file."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.apps.simple_gallery.state import EDIT, PACKAGE, Gallery, Seen, seen_of
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits import picture_edit
from bmoca_gym.handset.kits.file_changes import attempted, file_name
from bmoca_gym.handset.kits.navigation import finished, open_overlay, without_overlay
from bmoca_gym.handset.kits.picture_edit import Edit
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import files, text_input
from bmoca_gym.handset.value import do


def edit_picture(state: Gallery, context: Context) -> Next[Gallery]:
    """Open the shown picture in the editor."""
    path = seen_of(context.activity).path
    return without_overlay(state, edit=Edit()), start(f"{PACKAGE}/{EDIT}", Seen(path))


def ask_where(state: Gallery, context: Context) -> Next[Gallery]:
    """Ask for the name of the edited picture."""
    stem = posixpath.splitext(posixpath.basename(seen_of(context.activity).path))[0]
    return and_then(
        open_overlay(state, context, "save_as", f"{stem}_1"), focus("name"), do(text_input.select_all)
    )


def save_as(state: Gallery, context: Context) -> Next[Gallery]:
    """Save the edited picture under the typed name, and leave the editor. Existing files are not overwritten."""
    res, old = context.res, seen_of(context.activity).path
    name = file_name(state.name)
    if not name:
        return state, toast(res.string("simple_gallery.no_name"))
    new = f"{posixpath.dirname(old)}/{name}{posixpath.splitext(old)[1]}"
    if files.exists(context.phone, new):
        return state, toast(res.string("simple_gallery.name_exists"))
    data = picture_edit.edited(picture_edit.data_of(context), state.edit, old)
    if not data:
        return without_overlay(state), toast(res.string("simple_gallery.failed"))
    written = do(attempted, res.string("simple_gallery.failed"), files.write, new, data)
    return finished(state), focus(""), written, finish(), toast(res.string("simple_gallery.file_saved"))
