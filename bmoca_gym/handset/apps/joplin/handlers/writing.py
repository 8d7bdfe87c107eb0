"""Handlers of a note in Joplin: edit, tick, tag, share, move to the trash and restore."""

from __future__ import annotations

import posixpath
from typing import Any
from urllib.parse import quote

from bmoca_gym.handset.apps.joplin import markdown
from bmoca_gym.handset.apps.joplin.handlers.listing import leave_page, said
from bmoca_gym.handset.apps.joplin.rows import (
    NOTE_TAGS,
    NOTES,
    RESOURCES,
    TAGS,
    id_of,
    number,
    tags_of,
    text_of,
)
from bmoca_gym.handset.apps.joplin.state import (
    BODY_LIMIT,
    LINE_LIMIT,
    Joplin,
    Opened,
    changed,
    new_id,
    resource_path,
    restored,
    target_folder,
    times,
    without_notes,
)
from bmoca_gym.handset.effects import focus, scroll_to, share_text, show
from bmoca_gym.handset.kits import attachments, tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import clipboard, documents, intents
from bmoca_gym.handset.value import do, replace

#: The source that Joplin gives notes written on a phone.
_SOURCE = "net.cozic.joplin-mobile"
#: The most letters of a note's fields, if more than those of a line.
_LIMITS = {"body": BODY_LIMIT}


def shown_note(state: Joplin) -> Row | None:
    """The note on the screen."""
    page = state.top
    return tables.with_id(state.notes, page.id) if page is not None and page.page == "note" else None


def add(state: Joplin, context: Context, todo: bool) -> Next[Joplin]:
    """Start a note or to-do in the current notebook."""
    id = new_id(context, "note", len(state.notes))
    row = NOTES.row(id, parent_id=target_folder(state), is_todo=int(todo), source="joplin",
                    source_application=_SOURCE, **times(context))  # fmt: skip
    path = (*state.path, Opened("note", id))
    state = without_overlay(state, notes=tables.put(state.notes, row), path=path, editing=True)
    return state, focus("body" if state.focus_body else "title"), scroll_to("page")


def write(state: Joplin, context: Context, id: str, name: str, text: str) -> Joplin:
    """Update the title or the body of a note; it is saved at once."""
    return changed(state, context, (id,), **{name: text[: _LIMITS.get(name, LINE_LIMIT)]})


def tick_box(state: Joplin, context: Context, id: str, source: int) -> Joplin:
    """Check or uncheck a box in a note's body."""
    row = tables.with_id(state.notes, id)
    if row is None:
        return state
    return changed(state, context, (id,), body=markdown.ticked(text_of(row, "body"), source))


def edit(state: Joplin, context: Context) -> Next[Joplin]:
    """Start editing the note."""
    return replace(state, editing=True), focus("body")


def stop_editing(state: Joplin, context: Context) -> Next[Joplin]:
    """Show the rendered note; discard it if it is empty."""
    state = _settled(state, context)
    if shown_note(state) is None:
        return leave_page(state, context)
    return without_overlay(state, editing=False), focus(""), scroll_to("page")


def leave_note(state: Joplin, context: Context) -> Next[Joplin]:
    """Go back to the page below the note."""
    return leave_page(_settled(state, context), context)


def back(state: Joplin, context: Context) -> Next[Joplin]:
    """Back: stop editing, or leave the note."""
    return (stop_editing if state.editing else leave_note)(state, context)


def _settled(state: Joplin, context: Context) -> Joplin:
    """Discard the note on the screen if it is empty, or give it a title if it has none."""
    row = shown_note(state)
    if row is None or text_of(row, "title").strip():
        return state
    body = text_of(row, "body")
    if not body.strip():
        return without_notes(state, (id_of(row),))
    return changed(state, context, (id_of(row),), title=markdown.title_from(body))


# What its menu offers


def convert(state: Joplin, context: Context, id: str) -> Joplin:
    """Turn a note into a to-do, or a to-do into a note."""
    row = tables.with_id(state.notes, id)
    if row is None:
        return state
    todo = 0 if number(row, "is_todo") else 1
    return without_overlay(changed(state, context, (id,), is_todo=todo, todo_completed=0, todo_due=0))


def copy_link(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Put a link to the note on the clipboard."""
    row = tables.with_id(state.notes, id)
    title = "" if row is None else text_of(row, "title")
    return without_overlay(state), do(clipboard.put, f"[{title}](:/{id})")


def share_note(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Offer the note's text to other apps."""
    row = tables.with_id(state.notes, id)
    if row is None:
        return state
    text = "\n\n".join(filter(None, (text_of(row, "title"), text_of(row, "body"))))
    return without_overlay(state), share_text(text)


def delete(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Move the note into the trash and leave it."""
    state = changed(state, context, (id,), deleted_time=context.phone.clock.wall)
    return and_then(leave_page(state, context), said(context, "trashed"))


def restore(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Restore the note from the trash and leave it."""
    return leave_page(restored(state, context, (id,)), context)


def destroy(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Delete the note for good and leave it."""
    return leave_page(without_notes(state, (id,)), context)


# Files


def attach_file(state: Joplin, context: Context) -> Next[Joplin]:
    """Let the user pick any file for the note."""
    return without_overlay(state), attachments.ask_for_file(do(attached))


def attach_photo(state: Joplin, context: Context) -> Next[Joplin]:
    """Let the user pick a picture for the note."""
    return without_overlay(state), attachments.ask_for_file(do(attached), "image/*")


def take_photo(state: Joplin, context: Context) -> Next[Joplin]:
    """Let the user take a photo for the note."""
    return without_overlay(state), show(Intent("android.media.action.IMAGE_CAPTURE"), do(attached))


def attached(state: Joplin, context: Context, result: Any) -> Next[Joplin]:
    """Store a copy of the file, and add a link to it at the end of the note."""
    path, row = attachments.picked_file(context.phone, result), shown_note(state)
    if not path or row is None:
        return state
    name, data, mime = posixpath.basename(path), context.phone.files[path], documents.type_of(path)
    ending = posixpath.splitext(name)[1].removeprefix(".").lower()
    id = new_id(context, "resource", path, len(state.resources))
    now = context.phone.clock.wall
    made = RESOURCES.row(
        id, title=name, mime=mime, filename=name, file_extension=ending, size=len(data), blob_updated_time=now,
        **times(context),
    )  # fmt: skip
    link = f"{'!' if mime.startswith('image/') else ''}[{name}](:/{id})"
    body = text_of(row, "body").rstrip("\n")
    body = f"{body}\n\n{link}\n" if body else f"{link}\n"
    state = replace(state, resources=tables.put(state.resources, made))
    state = changed(state, context, (id_of(row),), body=body[:BODY_LIMIT])
    return state, do(pictures.save, resource_path(state.resources, id), data)


def open_file(state: Joplin, context: Context, path: str) -> Next[Joplin]:
    """Open a file of the note in another app."""
    return state, show(Intent(intents.VIEW, f"file://{quote(path)}", type=documents.type_of(path)))


# Tags


def open_tags(state: Joplin, context: Context, id: str) -> Next[Joplin]:
    """Open the dialog of the note's tags."""
    return open_overlay(state, context, "tags", id, tags_of(state.note_tags, id))


def choose_tag(state: Joplin, context: Context, id: str) -> Joplin:
    """Check or uncheck a tag in the dialog."""
    without = tuple([one for one in state.chosen if one != id])
    return replace(state, chosen=without if id in state.chosen else (*state.chosen, id))


def save_tags(state: Joplin, context: Context) -> Next[Joplin]:
    """Set the note's tags: the checked ones, and those typed, separated by commas."""
    note, tags, chosen = state.about, state.tags, list(state.chosen)
    for name in state.typed.split(","):
        title = name.strip().lower()
        if not title:
            continue
        known = next((row for row in tags if text_of(row, "title", TAGS) == title), None)
        row = known or TAGS.row(new_id(context, "tag", title), title=title, **times(context))
        tags = tables.put(tags, row)
        if id_of(row) not in chosen:
            chosen.append(id_of(row))
    kept = [row for row in state.note_tags if text_of(row, "note_id", NOTE_TAGS) != note]
    kept += [
        NOTE_TAGS.row(new_id(context, note, tag), note_id=note, tag_id=tag, **times(context))
        for tag in chosen
    ]
    return without_overlay(state, tags=tags, note_tags=tuple(kept)), focus("")
