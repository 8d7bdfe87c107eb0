"""The plant diary's handlers: how touches change the state, and what else they request."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.effects import finish, focus, share, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents
from bmoca_gym.handset.value import replace
from plant_diary.state import (
    EDITOR,
    LIMITS,
    PACKAGE,
    PLANT,
    PLANTS,
    WATERINGS,
    Draft,
    Plants,
    days_of,
    text_of,
)


def show(state: Plants, context: Context, id: int) -> Next[Plants]:
    """Open a plant."""
    return state, focus(""), start(f"{PACKAGE}/{PLANT}", id)


def switch(state: Plants, context: Context, name: str) -> Plants:
    """Turn a setting on or off."""
    return replace(state, **{name: not getattr(state, name)})


# A plant


def water(state: Plants, context: Context, id: int) -> Next[Plants]:
    """Record that a plant was just watered."""
    row = WATERINGS.row(plant=id, at=context.phone.clock.wall)
    said = toast(context.res.string("plants.watered"))
    return replace(state, waterings=tables.put(state.waterings, row)), said


def remove(state: Plants, context: Context, id: int) -> Plants:
    """Remove a watering from the diary."""
    return replace(state, waterings=tables.without(state.waterings, (id,)))


def share_plant(state: Plants, context: Context, id: int) -> Next[Plants]:
    """Offer a plant's name and notes to other apps."""
    row = tables.with_id(state.plants, id)
    if row is None:
        return without_overlay(state)
    text = "\n".join(filter(None, (text_of(row, "name"), text_of(row, "notes"))))
    sent = Intent(intents.SEND, type="text/plain", extras=((intents.TEXT, text),))
    return without_overlay(state), share(sent)


def delete(state: Plants, context: Context, id: int) -> Next[Plants]:
    """Delete a plant with its diary, and leave it."""
    ids = tuple([row[0] for row in state.waterings if WATERINGS.get(row, "plant") == id])
    plants, waterings = tables.without(state.plants, (id,)), tables.without(state.waterings, ids)
    return without_overlay(state, plants=plants, waterings=waterings), finish()


def leave(state: Plants, context: Context) -> Next[Plants]:
    """Go back to the list."""
    return without_overlay(state), finish()


# The editor


def edit(state: Plants, context: Context, id: int) -> Next[Plants]:
    """Open the editor of a plant, or of a new one (0)."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{EDITOR}", id)


def created(state: Plants, context: Context) -> Next[Plants]:
    """Start a draft when an editor is opened: for an id, or with notes that another app shared."""
    if context.activity is None or context.activity.name != EDITOR:
        return without_overlay(state)
    asked: Any = context.activity.argument
    row = tables.with_id(state.plants, asked)
    if row is None:
        draft = Draft(notes=asked if isinstance(asked, str) else "")
        return without_overlay(state, draft=draft, before=Draft()), focus("name")
    texts = {name: text_of(row, name) for name in ("name", "notes", "place")}
    draft = Draft(int(asked), days=str(days_of(row)), **texts)
    return without_overlay(state, draft=draft, before=draft)


def write(state: Plants, context: Context, name: str, text: str) -> Plants:
    """Update the text of a field."""
    return (
        state
        if state.draft is None
        else replace(state, draft=replace(state.draft, **{name: text[: LIMITS[name]]}))
    )


def pick(state: Plants, context: Context, place: str) -> Plants:
    """Choose the place of a plant."""
    draft = state.draft
    return without_overlay(state, draft=None if draft is None else replace(draft, place=place))


def save(state: Plants, context: Context) -> Next[Plants]:
    """Save the plant and leave the editor. A plant needs a name, and a number of days."""
    draft = state.draft
    if draft is None:
        return state
    if not draft.name.strip():
        return state, toast(context.res.string("plants.no_name")), focus("name")
    if not (draft.days.isdecimal() and int(draft.days)):
        return state, toast(context.res.string("plants.no_days")), focus("days")
    old = tables.with_id(state.plants, draft.id)
    row = PLANTS.changed(
        PLANTS.row() if old is None else old,
        name=draft.name.strip(), place=draft.place, days=int(draft.days), notes=draft.notes,
    )  # fmt: skip
    return _left(replace(state, plants=tables.put(state.plants, row)))


def cancel(state: Plants, context: Context) -> Next[Plants]:
    """Leave the editor; ask before changes are lost."""
    if state.draft != state.before:
        return open_overlay(state, context, "discard")
    return _left(state)


def discard(state: Plants, context: Context) -> Next[Plants]:
    """Leave the editor without saving."""
    return _left(state)


def _left(state: Plants) -> Next[Plants]:
    return without_overlay(state, draft=None, before=None), focus(""), finish()


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """Open the editor of a new plant with a text that another app shares as its notes."""
    text = intent.extra(intents.TEXT, "")[: LIMITS["notes"]]
    return activities.start(phone, f"{PACKAGE}/{EDITOR}", text, intents.SEND)
